/** The distance charges of a rate card. */
import { type DistanceColumns, NO_LANE } from '../../domain/rate-card.js';
import type { DistanceCharge, LaneRule } from '../../model/documents.js';
import { allocate, type Block, resolve } from '../layout.js';
import { laneNumbers } from './lanes.js';
import { amount, datedRows, fillDates, fillStarts } from './rows.js';

export interface DistancesDocuments {
  rows: readonly DistanceCharge[];
  /** The partner's, which number its lanes. */
  laneRules: readonly LaneRule[];
}

const distancesLayout = (rows: number, lanes: number, dated: number) =>
  ({
    id: ['f64', rows],
    isPercentage: ['u8', rows],
    value: ['f64', rows],
    fromKm: ['f64', rows],
    toKm: ['f64', rows],
    validFrom: ['f64', dated],
    validTo: ['f64', dated],
    start: ['u32', lanes + 1],
  }) as const;

export function buildDistances({ rows: documents, laneRules }: DistancesDocuments, version: number): Block {
  const numbers = laneNumbers(laneRules);
  const placed = documents
    .map((document) => ({ document, lane: document.lane ? numbers.get(document.lane) : NO_LANE }))
    // a row of a lane that no rule gives can never match
    .filter((row): row is typeof row & { lane: number } => row.document.status && row.lane !== undefined)
    .sort((a, b) => a.lane - b.lane || a.document.id - b.document.id);
  const rows = placed.map(({ document }) => document);
  const lanes = (placed.at(-1)?.lane ?? NO_LANE) + 1;
  const { block, columns } = allocate(distancesLayout(rows.length, lanes, datedRows(rows)), version);
  rows.forEach((document, row) => {
    columns.id[row] = document.id;
    [columns.isPercentage[row], columns.value[row]] = amount(document.chargeType, document.charge);
    columns.fromKm[row] = document.distanceFrom;
    columns.toKm[row] = document.distanceTo;
  });
  fillDates(columns, rows);
  fillStarts(
    columns.start,
    placed.map(({ lane }) => lane),
  );
  return block;
}

export function resolveDistances(block: Block): DistanceColumns {
  return resolve<ReturnType<typeof distancesLayout>>(block);
}
