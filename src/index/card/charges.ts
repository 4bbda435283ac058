/** Customer charges: those of a rate card, or the default charges, which belong to no partner and which all share. */
import { strict as assert } from 'node:assert';
import { pack, unpack } from 'msgpackr';
import type { ChargeColumns } from '../../domain/rate-card.js';
import type { StandardBase } from '../../domain/bases.js';
import { toPaise } from '../../domain/money.js';
import { toGrams } from '../../domain/weight.js';
import { CHARGE_TYPES, type ChargeType, DIRECTIONS } from '../../domain/vocabulary.js';
import type { CustomerCharge, Surcharge } from '../../model/documents.js';
import { allocate, type Block, resolve } from '../layout.js';
import { maskOfCodes, maskOfStandard } from './bases.js';
import { codeNumbers } from './lanes.js';
import { amount, datedRows, fillDates, fillStarts } from './rows.js';

const chargesLayout = (rows: number, scopes: number, customers: number, dated: number, terms: number) =>
  ({
    id: ['f64', rows],
    isPercentage: ['u8', rows],
    value: ['f64', rows],
    minGrams: ['f64', rows],
    maxGrams: ['f64', rows],
    validFrom: ['f64', dated],
    validTo: ['f64', dated],
    directions: ['u8', terms],
    always: ['u8', terms],
    ofStandard: ['u16', terms],
    ofCodes: ['u32', terms],
    abovePaise: ['f64', terms],
    minPaise: ['f64', terms],
    maxPaise: ['f64', terms],
    start: ['u32', scopes * CHARGE_TYPES.length + 1],
    customers: ['u8', customers],
  }) as const;

export interface ChargesDocuments {
  charges: readonly CustomerCharge[];
  /** Those of the same card: `of` may name their codes. */
  surcharges: readonly Surcharge[];
}

export function buildCharges({ charges, surcharges }: ChargesDocuments, version: number): Block {
  for (const { id, partnerId, customerId } of charges) {
    assert(partnerId !== null || !customerId, `customer charge ${id} has a customer, so it must name a partner`);
  }
  const active = charges.filter((document) => document.status);
  const customers = [...new Set(active.flatMap(({ customerId }) => (customerId ? [customerId] : [])))].sort();
  const scopeOf = new Map(customers.map((customer, index) => [customer, index + 1]));
  const rows = active
    .map((document) => ({
      document,
      list:
        (document.customerId ? scopeOf.get(document.customerId)! : 0) * CHARGE_TYPES.length
        + CHARGE_TYPES.indexOf(document.type),
    }))
    .sort((a, b) => a.list - b.list || a.document.id - b.document.id);

  const names = pack(customers);
  const ordered = rows.map(({ document }) => document);
  const layout = chargesLayout(
    rows.length,
    customers.length + 1,
    names.length,
    datedRows(ordered),
    ordered.some(hasTerms) ? rows.length : 0,
  );
  const { block, columns } = allocate(layout, version);
  ordered.forEach((document, row) => {
    columns.id[row] = document.id;
    [columns.isPercentage[row], columns.value[row]] = amount(document.chargeType, document.value);
    columns.minGrams[row] = document.minKg === null || document.minKg === undefined ? 0 : toGrams(document.minKg);
    columns.maxGrams[row] =
      document.maxKg === null || document.maxKg === undefined ? Infinity : toGrams(document.maxKg);
  });
  if (columns.directions.length > 0) fillTerms(columns, ordered, codeNumbers(surcharges));
  fillDates(columns, ordered);
  fillStarts(
    columns.start,
    rows.map((row) => row.list),
  );
  columns.customers.set(names);
  return block;
}

/** Whether a row names more than its amount, weights and dates. */
function hasTerms({ direction, of, above, min, max, always }: CustomerCharge): boolean {
  return [direction, of, above, min, max].some((member) => member !== null && member !== undefined) || always === true;
}

/** What a percentage is of that names nothing. */
const USUAL_BASES: Record<ChargeType, readonly StandardBase[]> = {
  fsc: ['freight'],
  docket: ['freight'],
  cod: ['codAmount'],
  insurance: ['declaredValue'],
};

type TermColumns = Record<'directions' | 'always' | 'ofStandard' | 'ofCodes', Uint8Array | Uint16Array | Uint32Array>
  & Record<'abovePaise' | 'minPaise' | 'maxPaise', Float64Array>;

function fillTerms(columns: TermColumns, rows: readonly CustomerCharge[], codes: ReadonlyMap<string, number>): void {
  rows.forEach(({ type, direction, of, above, min, max, always }, row) => {
    columns.directions[row] =
      direction === 'ANY' ? (1 << DIRECTIONS.length) - 1 : 1 << DIRECTIONS.indexOf(direction ?? 'FORWARD');
    columns.always[row] = always === true ? 1 : 0;
    columns.ofStandard[row] = maskOfStandard(of ?? USUAL_BASES[type]);
    columns.ofCodes[row] = maskOfCodes(of ?? [], codes);
    columns.abovePaise[row] = toPaise(above ?? 0);
    columns.minPaise[row] = toPaise(min ?? 0);
    columns.maxPaise[row] = max === null || max === undefined ? Infinity : toPaise(max);
  });
}

/** `customers`: the scope of each customer that has its own rows, counted from 1. */
export function resolveCharges(block: Block): { rows: ChargeColumns; customers: ReadonlyMap<string, number> } {
  const { customers, ...rows } = resolve<ReturnType<typeof chargesLayout>>(block);
  const names = unpack(Buffer.from(customers)) as string[];
  return { rows, customers: new Map(names.map((customer, index) => [customer, index + 1])) };
}
