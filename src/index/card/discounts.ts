/** The discounts of a rate card. */
import { toGrams } from '../../domain/weight.js';
import type { DiscountColumns } from '../../domain/rate-card.js';
import type { DiscountBase, RateType } from '../../domain/vocabulary.js';
import type { Discount } from '../../model/documents.js';
import { builderOf, columnsOf, packed, resolveAs, table, unpacked } from '../columns.js';
import type { Block } from '../layout.js';
import type { CardDocuments } from './documents.js';
import { amounts, DATES, numbersFromOne, ownersOf } from './rows.js';

/** By row. */
export interface DiscountName {
  id: number;
  description: string;
  discountType: RateType;
  discountValue: number;
  appliesTo: DiscountBase;
}

const { f64, u8, u16, ifAny } = columnsOf<Discount>();

const rowColumns = (numbers: ReadonlyMap<string, number>) => ({
  id: f64(({ id }) => id),
  ...amounts(
    ({ discountType }: Discount) => discountType,
    ({ discountValue }) => discountValue,
  ),
  ofFreight: u8(({ appliesTo }) => (appliesTo === 'FREIGHT' ? 1 : 0)),
  fromGrams: f64(({ fromWeight }) => toGrams(fromWeight)),
  toGrams: f64(({ toWeight }) => toGrams(toWeight)),
  ...ifAny(({ customerId }) => customerId, {
    customer: u16(({ customerId }) => (customerId ? numbers.get(customerId)! : 0)),
  }),
  ...DATES,
});

function columnsFor({ discounts }: Pick<CardDocuments, 'discounts'>) {
  const rows = discounts.filter((row) => row.status).sort((a, b) => a.fromWeight - b.fromWeight || a.id - b.id);
  const { customers } = ownersOf(rows);
  return {
    rows: table(rowColumns(numbersFromOne(customers)), rows),
    customers: packed(customers),
    names: packed(rows.map(nameOf)),
  };
}

function nameOf({ id, description, discountType, discountValue, appliesTo = 'SUBTOTAL' }: Discount): DiscountName {
  return { id, description: description ?? '', discountType, discountValue, appliesTo };
}

export const buildDiscounts = builderOf(columnsFor);

interface Discounts {
  rows: DiscountColumns;
  names: DiscountName[];
  /** The number of each customer that has rows of its own, from 1. */
  customers: ReadonlyMap<string, number>;
}

export function resolveDiscounts(block: Block): Discounts {
  const { rows, names, customers } = resolveAs<typeof columnsFor>(block);
  return {
    rows,
    names: unpacked<DiscountName[]>(names),
    customers: numbersFromOne(unpacked<string[]>(customers)),
  };
}
