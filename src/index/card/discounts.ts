/** The discounts of a rate card. */
import { pack, unpack } from 'msgpackr';
import { toGrams } from '../../domain/weight.js';
import type { DiscountColumns } from '../../domain/rate-card.js';
import type { DiscountBase, RateType } from '../../domain/vocabulary.js';
import type { Discount } from '../../model/documents.js';
import { allocate, type Block, resolve } from '../layout.js';
import { amount, datedRows, fillDates } from './rows.js';

/** By row. */
export interface DiscountName {
  id: number;
  description: string;
  discountType: RateType;
  discountValue: number;
  appliesTo: DiscountBase;
}

const discountsLayout = (rows: number, names: number, dated: number) =>
  ({
    id: ['f64', rows],
    isPercentage: ['u8', rows],
    value: ['f64', rows],
    ofFreight: ['u8', rows],
    fromGrams: ['f64', rows],
    toGrams: ['f64', rows],
    validFrom: ['f64', dated],
    validTo: ['f64', dated],
    names: ['u8', names],
  }) as const;

export function buildDiscounts(documents: readonly Discount[], version: number): Block {
  const rows = documents.filter((row) => row.status).sort((a, b) => a.fromWeight - b.fromWeight || a.id - b.id);
  const names = pack(rows.map(nameOf));
  const { block, columns } = allocate(discountsLayout(rows.length, names.length, datedRows(rows)), version);
  rows.forEach((document, row) => {
    columns.id[row] = document.id;
    [columns.isPercentage[row], columns.value[row]] = amount(document.discountType, document.discountValue);
    columns.ofFreight[row] = document.appliesTo === 'FREIGHT' ? 1 : 0;
    columns.fromGrams[row] = toGrams(document.fromWeight);
    columns.toGrams[row] = toGrams(document.toWeight);
  });
  fillDates(columns, rows);
  columns.names.set(names);
  return block;
}

function nameOf({ id, description, discountType, discountValue, appliesTo = 'SUBTOTAL' }: Discount): DiscountName {
  return { id, description: description ?? '', discountType, discountValue, appliesTo };
}

export function resolveDiscounts(block: Block): { rows: DiscountColumns; names: DiscountName[] } {
  const { names, ...rows } = resolve<ReturnType<typeof discountsLayout>>(block);
  return { rows, names: unpack(Buffer.from(names)) as DiscountName[] };
}
