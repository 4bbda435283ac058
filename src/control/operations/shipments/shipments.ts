import type { AnswerOf } from '../../../contract/contract.js';
import { getShipment as one, listShipments as contract, type Shipment } from '../../../contract/shipments.js';
import { momentOf } from '../../../domain/calendar.js';
import { keyOf } from '../../../model/change.js';
import type { LifeState } from '../../../model/life.js';
import type { AssignmentQuery } from '../../../store/port.js';
import { UnreadableRecordError } from '../../../store/unreadable.js';
import { readCursor, cursorPaginationOf, type Position, cursorConflicts } from '../lists/cursor.js';
import { type Api, type ApiRequest, answer, implement, type HandlerResult } from '../operation.js';
import { partnerFilterOf } from '../owner.js';
import { shipmentRecordOf } from './record.js';
import { shipmentOf } from './view.js';

const DAY_MS = 86_400_000;
/** The last moment that a Date can hold. */
const END_OF_TIME_MS = 8_640_000_000_000_000;

type Schemas = (typeof contract)['schemas'];

export const listShipments = implement(contract, list, ({ query }) => [
  ...(['from', 'to', 'pickupFrom', 'pickupTo'] as const)
    .filter((field) => Number.isNaN(boundOf(query[field], 0)))
    .map((field) => ({
      field,
      code: 'INVALID_VALUE' as const,
      message: 'must be a moment that exists',
      value: query[field],
    })),
  ...cursorConflicts(query, 'page'),
]);

export const getShipment = implement(one, async (request, { store }) => {
  const found = await shipmentRecordOf(request, store);
  return found.ok ? answer({ data: shipmentOf(found.record, true, request.caller) }) : found;
});

async function list({ caller, query }: ApiRequest<Schemas>, api: Api): Promise<HandlerResult<AnswerOf<Schemas>>> {
  const scoped = partnerFilterOf(caller, query.partnerId, api);
  if (!scoped.ok) return scoped;
  const fromMs = boundOf(query.from, 0);
  const toMs = boundOf(query.to, DAY_MS);
  const where = filterOf(query);
  const asked = { list: contract.id, filters: { partnerId: scoped.value, fromMs, toMs, ...where }, caller };
  const read = readCursor(query.cursor, asked, isPosition);
  if (!read.ok) return read;
  const { page = 1, limit } = query;
  const { total, assignments, unreadable, last } = await api.store.assignments({
    partnerId: scoped.value,
    fromMs: fromMs ?? -END_OF_TIME_MS,
    toMs: toMs ?? END_OF_TIME_MS,
    ...(where !== null && { where }),
    ...(read.last !== null && { after: positionOf(read.last) }),
    offset: (page - 1) * limit,
    limit,
  });
  const data: Shipment[] = [];
  for (const record of assignments) {
    try {
      data.push(shipmentOf(record, query.includeDetails, caller));
    } catch (error) {
      unreadable.push(
        new UnreadableRecordError(keyOf('assignments', record), (error as Error).message, { cause: error }),
      );
    }
  }
  // one record that cannot be read must not hide all others: it is left out
  for (const error of unreadable)
    api.unreadable.add(
      error.key,
      error,
      'an assignment cannot be read; lists leave it out, and its shipment stays assigned',
    );
  return answer({
    data,
    pagination: cursorPaginationOf(total, query, asked, last && [last.atMs, last.shipmentId, last.callerText]),
    filters: { partnerId: scoped.value, from: isoTime(fromMs), to: isoTime(toMs), ...where },
  });
}

type AssignmentFilter = NonNullable<AssignmentQuery['where']>;

/** Null: all are listed. */
function filterOf({ states, customerId, ...query }: ApiRequest<Schemas>['query']): AssignmentFilter | null {
  const [pickupFrom, pickupTo] = [boundOf(query.pickupFrom, 0), boundOf(query.pickupTo, DAY_MS)].map(isoTime);
  const filter: AssignmentFilter = {
    ...(states !== undefined && { states: states.split(',') as LifeState[] }),
    ...(pickupFrom && { pickupFrom }),
    ...(pickupTo && { pickupTo }),
    ...(customerId !== undefined && { customerId }),
  };
  return Object.keys(filter).length === 0 ? null : filter;
}

type ShipmentPosition = readonly [atMs: number, shipmentId: string, callerText: string | null];

const isPosition = (parts: Position): parts is ShipmentPosition =>
  parts.length === 3
  && Number.isSafeInteger(parts[0])
  && typeof parts[1] === 'string'
  && (parts[2] === null || typeof parts[2] === 'string');

const positionOf = ([atMs, shipmentId, callerText]: ShipmentPosition) => ({ atMs, shipmentId, callerText });

/**
 * Milliseconds since the epoch; a date without a time is midnight in India, `dateAddsMs` later. Undefined: not given.
 * NaN: there is no such moment.
 */
function boundOf(text: string | undefined, dateAddsMs: number): number | undefined {
  if (text === undefined) return undefined;
  return momentOf(text) + (text.includes('T') ? 0 : dateAddsMs);
}

function isoTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
