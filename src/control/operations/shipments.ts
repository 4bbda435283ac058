import type { Caller } from '../../caller.js';
import type { AnswerOf } from '../../contract/contract.js';
import { getShipment as one, listShipments as contract, type Shipment } from '../../contract/shipments.js';
import { momentOf } from '../../domain/calendar.js';
import { assignmentKeyOf, callerTextOf } from '../../model/assignment-key.js';
import type { AssignmentRecord } from '../../model/documents.js';
import { readCursor, cursorPaginationOf, type Position, cursorConflicts } from './lists/cursor.js';
import { type Api, type ApiRequest, answer, implement, type HandlerResult, refuse } from './operation.js';
import { keyOf } from '../../model/change.js';
import { UnreadableRecordError } from '../../store/unreadable.js';
import { partnerFilterOf } from './owner.js';

const DAY_MS = 86_400_000;
/** The last moment that a Date can hold. */
const END_OF_TIME_MS = 8_640_000_000_000_000;

type Schemas = (typeof contract)['schemas'];
type Assignment = Required<Shipment>['assignment'];

export const listShipments = implement(contract, list, ({ query }) => [
  ...(['from', 'to'] as const)
    .filter((field) => Number.isNaN(boundOf(query[field], 0)))
    .map((field) => ({
      field,
      code: 'INVALID_VALUE' as const,
      message: 'must be a moment that exists',
      value: query[field],
    })),
  ...cursorConflicts(query, 'page'),
]);

export const getShipment = implement(one, async ({ caller, params: { shipmentId }, query }, { store }) => {
  const own = callerTextOf(caller);
  const callerText = query.caller ?? own;
  if (caller.kind === 'partner' && callerText !== own) return refuse('FORBIDDEN');
  const record =
    (await store.get('assignments', assignmentKeyOf(callerText, shipmentId)))
    // from before callers were recorded
    ?? (await store.get('assignments', assignmentKeyOf(null, shipmentId)));
  const isSeen = record !== undefined && (caller.kind === 'service' || record.partnerId === caller.id);
  return isSeen
    ? answer({ data: shipmentOf(record, true, caller) })
    : refuse('DOCUMENT_NOT_FOUND', { details: { collection: 'assignments', key: shipmentId } });
});

async function list({ caller, query }: ApiRequest<Schemas>, api: Api): Promise<HandlerResult<AnswerOf<Schemas>>> {
  const scoped = partnerFilterOf(caller, query.partnerId, api);
  if (!scoped.ok) return scoped;
  const fromMs = boundOf(query.from, 0);
  const toMs = boundOf(query.to, DAY_MS);
  const asked = { list: contract.id, filters: { partnerId: scoped.value, fromMs, toMs }, caller };
  const read = readCursor(query.cursor, asked, isPosition);
  if (!read.ok) return read;
  const { page = 1, limit } = query;
  const { total, assignments, unreadable, last } = await api.store.assignments({
    partnerId: scoped.value,
    fromMs: fromMs ?? -END_OF_TIME_MS,
    toMs: toMs ?? END_OF_TIME_MS,
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
    filters: { partnerId: scoped.value, from: isoTime(fromMs), to: isoTime(toMs) },
  });
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

function shipmentOf(record: AssignmentRecord, includeDetails: boolean, reader: Caller): Shipment {
  const { shipmentId, caller, assignmentId, partnerId, createdAt } = record;
  const assignment = record.assignment as unknown as Assignment;
  const { partnerName, status, assignmentType, estimates, tracking } = assignment;
  return {
    shipmentId,
    caller: callerTextOf(caller),
    assignmentId,
    partnerId,
    partnerName,
    status,
    assignedAt: createdAt,
    assignmentType,
    trackingNumber: tracking?.trackingNumber ?? null,
    totalCost: estimates.totalCost ?? null,
    pickupDate: estimates.pickupDate,
    deliveryDate: estimates.deliveryDate,
    ...(includeDetails && { assignment: asSeenBy(reader, record, assignment) }),
  };
}

/** What a partner does not see of another caller's assignment: its rivals with their prices, and why it was chosen. */
const OF_THE_HOUSE: ReadonlySet<string> = new Set(['alternatives', 'policy']);

function asSeenBy(reader: Caller, { caller }: AssignmentRecord, assignment: Assignment): Assignment {
  if (reader.kind === 'service' || callerTextOf(caller) === callerTextOf(reader)) return assignment;
  return Object.fromEntries(Object.entries(assignment).filter(([name]) => !OF_THE_HOUSE.has(name))) as Assignment;
}
