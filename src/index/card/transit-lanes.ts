/** The transit lanes of a rate card: how long a parcel takes on single routes. */
import type { TransitLaneColumns } from '../../domain/rate-card.js';
import { NOT_SERVED } from '../../domain/transit.js';
import type { LaneRule, TransitLane, Zone } from '../../model/documents.js';
import { numberedZones } from '../coverage.js';
import { allocate, type Block, resolve } from '../layout.js';
import { laneNumbers } from './lanes.js';
import { datedRows, fillDates, fillStarts } from './rows.js';

export interface TransitLanesDocuments {
  rows: readonly TransitLane[];
  /** The partner's, which number its lanes. */
  laneRules: readonly LaneRule[];
  zones: readonly Zone[];
}

const transitLanesLayout = (rows: number, lists: number, dated: number) =>
  ({
    hours: ['f64', rows],
    validFrom: ['f64', dated],
    validTo: ['f64', dated],
    list: ['f64', lists],
    start: ['u32', lists === 0 ? 0 : lists + 1],
  }) as const;

export function buildTransitLanes(documents: TransitLanesDocuments, version: number): Block {
  const rows = rowsOf(documents);
  const lists = [...new Set(rows.map(({ list }) => list))];
  const ordered = rows.map(({ document }) => document);
  const { block, columns } = allocate(transitLanesLayout(rows.length, lists.length, datedRows(ordered)), version);
  ordered.forEach(({ hours }, row) => {
    columns.hours[row] = hours ?? NOT_SERVED;
  });
  fillDates(columns, ordered);
  columns.list.set(lists);
  const place = new Map(lists.map((list, index) => [list, index]));
  fillStarts(
    columns.start,
    rows.map(({ list }) => place.get(list)!),
  );
  return block;
}

/** The rows that can match, in the order of their lists (see TransitLaneColumns) and of their precedence there. */
function rowsOf({ rows: documents, laneRules, zones }: TransitLanesDocuments) {
  const lanes = laneNumbers(laneRules);
  const numbers = new Map<number, number>(numberedZones(zones).map(({ id }, index) => [id, index + 1]));
  const width = numbers.size + 1;
  const numberOf = (id: number | null | undefined) => (id === null || id === undefined ? 0 : numbers.get(id));
  const rows: { document: TransitLane; list: number }[] = [];
  for (const document of documents) {
    const { lane, status } = document;
    const from = numberOf(document.fromZoneId);
    const to = numberOf(document.toZoneId);
    const number = lane === null || lane === undefined ? 0 : lanes.get(lane);
    // an inactive zone covers nothing, and a lane that no rule gives is no route's
    if (!status || from === undefined || to === undefined || number === undefined) continue;
    rows.push({ document, list: number === 0 ? from * width + to : width * width + number });
  }
  const hoursOf = ({ hours }: TransitLane): number => hours ?? NOT_SERVED;
  return rows.sort(
    (a, b) => a.list - b.list || hoursOf(a.document) - hoursOf(b.document) || a.document.id - b.document.id,
  );
}

export function resolveTransitLanes(block: Block): TransitLaneColumns {
  return resolve<ReturnType<typeof transitLanesLayout>>(block);
}
