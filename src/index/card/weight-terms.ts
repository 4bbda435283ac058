/** The terms of a rate card by which volume becomes weight, in place of the partner's rule. */
import type { WeightTermsColumns } from '../../domain/rate-card.js';
import { VOLUMETRIC_BASES } from '../../domain/vocabulary.js';
import { volumeRule } from '../../domain/weight.js';
import type { WeightTerms } from '../../model/documents.js';
import { builderOf, columnsOf, resolveAs, table, unpacked } from '../columns.js';
import type { Block } from '../layout.js';
import type { CardDocuments } from './documents.js';
import { laneNumbers } from './lanes.js';
import { orderedTerms, routeColumns } from './route-terms.js';
import { DATES, numbersFromOne } from './rows.js';

const { f64, u8 } = columnsOf<WeightTerms>();

/** As the partner's rule. */
const OF_PARTNER = 0;

/** Null: the row says nothing of it. */
const ruleOf = ({ volumetricDivisor, cft }: WeightTerms) =>
  volumetricDivisor || cft ? volumeRule(volumetricDivisor ?? OF_PARTNER, cft ?? null, false) : null;

const ROWS = {
  id: f64(({ id }) => id),
  divisor: f64((row) => ruleOf(row)?.divisor ?? OF_PARTNER),
  factor: f64((row) => ruleOf(row)?.factor ?? OF_PARTNER),
  none: u8(({ none }) => (none === true ? 1 : 0)),
  basis: u8(({ basis }) => (basis ? VOLUMETRIC_BASES.indexOf(basis) + 1 : OF_PARTNER)),
  deadGrams: f64(({ deadWeightUpTo }) => deadWeightUpTo ?? 0),
  minGrams: f64(({ minChargeableWeight }) => minChargeableWeight ?? 0),
  ...DATES,
};

type Documents = Pick<CardDocuments, 'weightTerms' | 'laneRules'>;

function columnsFor(documents: Documents) {
  const lanes = laneNumbers(documents);
  const { rows, start, customers } = orderedTerms(documents.weightTerms, lanes);
  return { rows: { ...table(ROWS, rows), ...table(routeColumns(lanes), rows), start }, customers };
}

/** Most cards have none, and every thread keeps the layout of every card's block. */
export const buildWeightTerms = builderOf((documents: Documents) =>
  documents.weightTerms.some(({ status }) => status) ? columnsFor(documents) : {},
);

export function resolveWeightTerms(block: Block): WeightTermsColumns {
  if (block.buffer.byteLength === 0) return NONE;
  const { rows, customers } = resolveAs<typeof columnsFor>(block);
  return { ...rows, customers: numbersFromOne(unpacked<string[]>(customers)) };
}

const NONE: WeightTermsColumns = {
  ...resolveAs<typeof columnsFor>(builderOf(columnsFor)({ weightTerms: [], laneRules: [] }, 0)).rows,
  customers: new Map(),
};
