/** The discounts of a rate card. */
import { toGrams } from '../../domain/weight.js';
import type { DiscountColumns } from '../../domain/rate-card.js';
import type { DiscountBase, RateType } from '../../domain/vocabulary.js';
import type { Discount } from '../../model/documents.js';
import { builderOf, columnsOf, packed, resolveAs, table, unpacked } from '../columns.js';
import type { Block } from '../layout.js';
import type { CardDocuments } from './documents.js';
import { amounts, DATES } from './rows.js';

/** By row. */
export interface DiscountName {
  id: number;
  description: string;
  discountType: RateType;
  discountValue: number;
  appliesTo: DiscountBase;
}

const { f64, u8 } = columnsOf<Discount>();

const ROWS = {
  id: f64(({ id }) => id),
  ...amounts(
    ({ discountType }: Discount) => discountType,
    ({ discountValue }) => discountValue,
  ),
  ofFreight: u8(({ appliesTo }) => (appliesTo === 'FREIGHT' ? 1 : 0)),
  fromGrams: f64(({ fromWeight }) => toGrams(fromWeight)),
  toGrams: f64(({ toWeight }) => toGrams(toWeight)),
  ...DATES,
};

function columnsFor({ discounts }: Pick<CardDocuments, 'discounts'>) {
  const rows = discounts.filter((row) => row.status).sort((a, b) => a.fromWeight - b.fromWeight || a.id - b.id);
  return { rows: table(ROWS, rows), names: packed(rows.map(nameOf)) };
}

function nameOf({ id, description, discountType, discountValue, appliesTo = 'SUBTOTAL' }: Discount): DiscountName {
  return { id, description: description ?? '', discountType, discountValue, appliesTo };
}

export const buildDiscounts = builderOf(columnsFor);

export function resolveDiscounts(block: Block): { rows: DiscountColumns; names: DiscountName[] } {
  const { rows, names } = resolveAs<typeof columnsFor>(block);
  return { rows, names: unpacked<DiscountName[]>(names) };
}
