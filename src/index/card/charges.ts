/** Customer charges: of a rate card, or the default charges of no partner, which all partners share. */
import { strict as assert } from 'node:assert';
import type { ChargeColumns } from '../../domain/rate-card.js';
import type { StandardBase } from '../../domain/bases.js';
import { toPaise } from '../../domain/money.js';
import { toGrams } from '../../domain/weight.js';
import { CHARGE_TYPES, type ChargeType, DIRECTIONS } from '../../domain/vocabulary.js';
import type { CustomerCharge } from '../../model/documents.js';
import { builderOf, columnsOf, packed, resolveAs, startsOf, table, unpacked } from '../columns.js';
import type { Block } from '../layout.js';
import { maskOfCodes, maskOfStandard } from './bases.js';
import type { CardDocuments } from './documents.js';
import { codeNumbers } from './lanes.js';
import { amounts, DATES, numbersFromOne, ownersOf } from './rows.js';

/** What a percentage is of that names nothing. */
const USUAL_BASES: Record<ChargeType, readonly StandardBase[]> = {
  fsc: ['freight'],
  docket: ['freight'],
  cod: ['codAmount'],
  insurance: ['declaredValue'],
};

const { u8, u16, u32, f64, ifAny } = columnsOf<CustomerCharge>();

const rowColumns = (codes: ReadonlyMap<string, number>) => ({
  id: f64(({ id }) => id),
  ...amounts(
    ({ chargeType }: CustomerCharge) => chargeType,
    ({ value }) => value,
  ),
  minGrams: f64(({ minKg }) => toGrams(minKg ?? 0)),
  maxGrams: f64(({ maxKg }) => toGrams(maxKg ?? Infinity)),
  ...DATES,
  ...ifAny(({ codFrom, codTo }) => codFrom || (codTo ?? null) !== null, {
    fromCodPaise: f64(({ codFrom }) => toPaise(codFrom ?? 0)),
    toCodPaise: f64(({ codTo }) => toPaise(codTo ?? Infinity)),
  }),
  ...ifAny(hasTerms, {
    directions: u8(({ direction }) =>
      direction === 'ANY' ? (1 << DIRECTIONS.length) - 1 : 1 << DIRECTIONS.indexOf(direction ?? 'FORWARD'),
    ),
    always: u8(({ always }) => (always === true ? 1 : 0)),
    ofStandard: u16(({ type, of }) => maskOfStandard(of ?? USUAL_BASES[type])),
    ofCodes: u32(({ of }) => maskOfCodes(of ?? [], codes)),
    abovePaise: f64(({ above }) => toPaise(above ?? 0)),
    minPaise: f64(({ min }) => toPaise(min ?? 0)),
    maxPaise: f64(({ max }) => toPaise(max ?? Infinity)),
  }),
});

/** Whether a row names more than its amount, weights and dates. */
function hasTerms({ direction, of, above, min, max, always }: CustomerCharge): boolean {
  return [direction, of, above, min, max].some((member) => member !== null && member !== undefined) || always === true;
}

/** `of` may name the codes of the card's surcharges. */
function columnsFor({ customerCharges, surcharges }: Pick<CardDocuments, 'customerCharges' | 'surcharges'>) {
  for (const { id, partnerId, customerId } of customerCharges) {
    assert(partnerId !== null || !customerId, `customer charge ${id} has a customer, so it must name a partner`);
  }
  const active = customerCharges.filter(({ status }) => status);
  const { customers, ownerOf } = ownersOf(active);
  const listOf = (row: CustomerCharge) => ownerOf(row) * CHARGE_TYPES.length + CHARGE_TYPES.indexOf(row.type);
  const rows = active.sort((a, b) => listOf(a) - listOf(b) || a.id - b.id);
  return {
    rows: {
      ...table(rowColumns(codeNumbers(surcharges)), rows),
      start: startsOf(rows.map(listOf), (customers.length + 1) * CHARGE_TYPES.length),
    },
    customers: packed(customers),
  };
}

export const buildCharges = builderOf(columnsFor);

/** `customers`: the owner of each customer that has its own rows, counted from 1. */
export function resolveCharges(block: Block): { rows: ChargeColumns; customers: ReadonlyMap<string, number> } {
  const { rows, customers } = resolveAs<typeof columnsFor>(block);
  return { rows, customers: numbersFromOne(unpacked<string[]>(customers)) };
}
