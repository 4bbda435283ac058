/** The distance charges of a rate card. */
import { type DistanceColumns, NO_LANE } from '../../domain/rate-card.js';
import type { DistanceCharge } from '../../model/documents.js';
import { builderOf, columnsOf, resolveAs, startsOf, table } from '../columns.js';
import type { Block } from '../layout.js';
import type { CardDocuments } from './documents.js';
import { laneNumbers } from './lanes.js';
import { amounts, DATES } from './rows.js';

const { f64 } = columnsOf<DistanceCharge>();

const ROWS = {
  id: f64(({ id }) => id),
  ...amounts(
    ({ chargeType }: DistanceCharge) => chargeType,
    ({ charge }) => charge,
  ),
  fromKm: f64(({ distanceFrom }) => distanceFrom),
  toKm: f64(({ distanceTo }) => distanceTo),
  ...DATES,
};

function columnsFor(documents: Pick<CardDocuments, 'distanceCharges' | 'laneRules'>) {
  const { distanceCharges } = documents;
  const numbers = laneNumbers(documents);
  // a row of a lane that no rule gives can never match
  const laneOf = ({ lane }: DistanceCharge): number | undefined => (lane ? numbers.get(lane) : NO_LANE);
  const rows = distanceCharges
    .filter((row) => row.status && laneOf(row) !== undefined)
    .sort((a, b) => laneOf(a)! - laneOf(b)! || a.id - b.id);
  const lanes = rows.map((row) => laneOf(row)!);
  return { ...table(ROWS, rows), start: startsOf(lanes, (lanes.at(-1) ?? NO_LANE) + 1) };
}

export const buildDistances = builderOf(columnsFor);

export const resolveDistances = (block: Block): DistanceColumns => resolveAs<typeof columnsFor>(block);
