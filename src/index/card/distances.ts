/** The distance charges of a rate card. */
import type { DistanceColumns } from '../../domain/rate-card.js';
import type { DistanceCharge } from '../../contract/documents/documents.js';
import { allocate, type Block, resolve } from '../layout.js';
import { amount, datedRows, fillDates } from './rows.js';

const distancesLayout = (rows: number, dated: number) =>
  ({
    id: ['f64', rows],
    isPercentage: ['u8', rows],
    value: ['f64', rows],
    fromKm: ['f64', rows],
    toKm: ['f64', rows],
    validFrom: ['f64', dated],
    validTo: ['f64', dated],
  }) as const;

export function buildDistances(documents: readonly DistanceCharge[], version: number): Block {
  const rows = documents.filter((row) => row.status).sort((a, b) => a.distanceFrom - b.distanceFrom || a.id - b.id);
  const { block, columns } = allocate(distancesLayout(rows.length, datedRows(rows)), version);
  rows.forEach((document, row) => {
    columns.id[row] = document.id;
    [columns.isPercentage[row], columns.value[row]] = amount(document.chargeType, document.charge);
    columns.fromKm[row] = document.distanceFrom;
    columns.toKm[row] = document.distanceTo;
  });
  fillDates(columns, rows);
  return block;
}

export function resolveDistances(block: Block): DistanceColumns {
  return resolve<ReturnType<typeof distancesLayout>>(block);
}
