/** The transit lanes of a rate card: how long a parcel takes on single routes. */
import { HOURS_A_DAY } from '../../domain/calendar.js';
import type { TransitLaneColumns } from '../../domain/time-columns.js';
import { NOT_SERVED } from '../../domain/transit.js';
import type { TransitLane } from '../../model/documents.js';
import { builderOf, columnsOf, resolveAs, startsOf, table, valuesOf } from '../columns.js';
import { numberedZones } from '../coverage.js';
import type { Block } from '../layout.js';
import type { CardDocuments } from './documents.js';
import { laneNumbers } from './lanes.js';
import { DATES } from './rows.js';

const hoursOf = ({ hours, days }: TransitLane): number => hours ?? (days ? days * HOURS_A_DAY : NOT_SERVED);

const { f64, u8, ifAny } = columnsOf<TransitLane>();
const ROWS = {
  id: f64(({ id }) => id),
  hours: f64(hoursOf),
  ...ifAny(({ days }) => days, { days: u8(({ days }) => days ?? 0) }),
  ...DATES,
};

type Documents = Pick<CardDocuments, 'transitLanes' | 'laneRules' | 'zones'>;

function columnsFor(documents: Documents) {
  const rows = rowsOf(documents);
  const lists = [...new Set(rows.map(({ list }) => list))];
  const place = new Map(lists.map((list, index) => [list, index]));
  return {
    ...table(
      ROWS,
      rows.map(({ document }) => document),
    ),
    list: valuesOf('f64', lists),
    // most cards have none: then the block is empty
    start:
      lists.length === 0
        ? valuesOf('u32', [])
        : startsOf(
            rows.map(({ list }) => place.get(list)!),
            lists.length,
          ),
  };
}

export const buildTransitLanes = builderOf(columnsFor);

/** The rows that can match, in the order of their lists (see TransitLaneColumns) and of their precedence there. */
function rowsOf(documents: Documents) {
  const { transitLanes, zones } = documents;
  const lanes = laneNumbers(documents);
  const numbers = new Map<number, number>(numberedZones(zones).map(({ id }, index) => [id, index + 1]));
  const width = numbers.size + 1;
  const numberOf = (id: number | null | undefined) => (id === null || id === undefined ? 0 : numbers.get(id));
  const rows: { document: TransitLane; list: number }[] = [];
  for (const document of transitLanes) {
    const { lane, status } = document;
    const from = numberOf(document.fromZoneId);
    const to = numberOf(document.toZoneId);
    const number = lane === null || lane === undefined ? 0 : lanes.get(lane);
    // an inactive zone covers nothing, and a lane that no rule gives is no route's
    if (!status || from === undefined || to === undefined || number === undefined) continue;
    rows.push({ document, list: number === 0 ? from * width + to : width * width + number });
  }
  return rows.sort(
    (a, b) => a.list - b.list || hoursOf(a.document) - hoursOf(b.document) || a.document.id - b.document.id,
  );
}

export const resolveTransitLanes = (block: Block): TransitLaneColumns => resolveAs<typeof columnsFor>(block);
