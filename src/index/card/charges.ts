/** Customer charges: those of a rate card, or the default charges, which belong to no partner and which all share. */
import { strict as assert } from 'node:assert';
import { pack, unpack } from 'msgpackr';
import type { ChargeColumns } from '../../domain/rate-card.js';
import { CHARGE_TYPES } from '../../domain/vocabulary.js';
import type { CustomerCharge } from '../../contract/documents/documents.js';
import { allocate, type Block, resolve } from '../layout.js';
import { amount, datedRows, fillDates, fillStarts, toGrams } from './rows.js';

const chargesLayout = (rows: number, scopes: number, customers: number, dated: number) =>
  ({
    id: ['f64', rows],
    isPercentage: ['u8', rows],
    value: ['f64', rows],
    minGrams: ['f64', rows],
    maxGrams: ['f64', rows],
    validFrom: ['f64', dated],
    validTo: ['f64', dated],
    start: ['u32', scopes * CHARGE_TYPES.length + 1],
    customers: ['u8', customers],
  }) as const;

export function buildCharges(documents: readonly CustomerCharge[], version: number): Block {
  for (const { id, partnerId, customerId } of documents) {
    assert(partnerId !== null || !customerId, `customer charge ${id} has a customer, so it must name a partner`);
  }
  const active = documents.filter((document) => document.status);
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
  const layout = chargesLayout(rows.length, customers.length + 1, names.length, datedRows(ordered));
  const { block, columns } = allocate(layout, version);
  ordered.forEach((document, row) => {
    columns.id[row] = document.id;
    [columns.isPercentage[row], columns.value[row]] = amount(document.chargeType, document.value);
    columns.minGrams[row] = document.minKg === null || document.minKg === undefined ? 0 : toGrams(document.minKg);
    columns.maxGrams[row] =
      document.maxKg === null || document.maxKg === undefined ? Infinity : toGrams(document.maxKg);
  });
  fillDates(columns, ordered);
  fillStarts(
    columns.start,
    rows.map((row) => row.list),
  );
  columns.customers.set(names);
  return block;
}

/** `customers`: the scope of each customer that has its own rows, counted from 1. */
export function resolveCharges(block: Block): { rows: ChargeColumns; customers: ReadonlyMap<string, number> } {
  const { customers, ...rows } = resolve<ReturnType<typeof chargesLayout>>(block);
  const names = unpack(Buffer.from(customers)) as string[];
  return { rows, customers: new Map(names.map((customer, index) => [customer, index + 1])) };
}
