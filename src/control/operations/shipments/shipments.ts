import { strict as assert } from 'node:assert';
import type { AnswerOf } from '../../../contract/contract.js';
import { getShipment as one, listShipments as contract, type Shipment } from '../../../contract/shipments.js';
import { keyOf } from '../../../model/change.js';
import type { LifeState } from '../../../model/life.js';
import type { AssignmentPage, AssignmentQuery } from '../../../store/port.js';
import { UnreadableRecordError } from '../../../store/unreadable.js';
import { ALL_TIMES, assignmentPages, type ListedAssignments } from '../../allocation/assignment-pages.js';
import { readCursor, cursorPaginationOf, type Position, cursorConflicts } from '../lists/cursor.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { type Api, type ApiRequest, answer, implement, type HandlerResult, refuseFaults } from '../operation.js';
import { partnerFilterOf } from '../owner.js';
import { beginOf, endOf, isoTime, momentFaults, pickupsOf } from './period.js';
import { shipmentRecordOf } from './record.js';
import { listedShipment, shipmentOf } from './view.js';

type Schemas = (typeof contract)['schemas'];

const LINES = 'application/x-ndjson';

export const listShipments = implement(contract, list, ({ query }) => [
  ...momentFaults(query, ['from', 'to', 'pickupFrom', 'pickupTo']),
  ...cursorConflicts(query, 'page'),
]);

export const getShipment = implement(one, async (request, { store }) => {
  const found = await shipmentRecordOf(request, store);
  return found.ok ? answer({ data: shipmentOf(found.record, true, request.caller) }) : found;
});

async function list(request: ApiRequest<Schemas>, api: Api): Promise<HandlerResult<AnswerOf<Schemas>>> {
  const { caller, query, mediaType } = request;
  const scoped = partnerFilterOf(caller, query.partnerId, api);
  if (!scoped.ok) return scoped;
  const fromMs = beginOf(query.from);
  const toMs = endOf(query.to);
  const where = filterOf(query);
  const matching: ListedAssignments = {
    partnerId: scoped.value,
    fromMs: fromMs ?? ALL_TIMES.fromMs,
    toMs: toMs ?? ALL_TIMES.toMs,
    ...(where !== null && { where }),
  };
  if (mediaType === LINES) {
    const { cursor } = query;
    if (cursor !== undefined) return refuseFaults(caller, [streamHasNone(cursor)]);
    return { ok: true, lines: linesOf(matching, request, api) };
  }
  const asked = { list: contract.id, filters: { partnerId: scoped.value, fromMs, toMs, ...where }, caller };
  const read = readCursor(query.cursor, asked, isPosition);
  if (!read.ok) return read;
  const { page = 1, limit } = query;
  const found = await api.store.assignments({
    ...matching,
    ...(read.last !== null && { after: positionOf(read.last) }),
    offset: (page - 1) * limit,
    limit,
  });
  const { total, last } = found;
  assert(total !== null, 'assignments are counted unless a query says otherwise');
  return answer({
    data: rowsOf(found, request, api),
    pagination: cursorPaginationOf(total, query, asked, last && [last.atMs, last.shipmentId, last.callerText]),
    filters: { partnerId: scoped.value, from: isoTime(fromMs), to: isoTime(toMs), ...where },
  });
}

/** All that match, page by page. */
async function* linesOf(
  matching: ListedAssignments,
  request: ApiRequest<Schemas>,
  api: Api,
): AsyncGenerator<readonly string[]> {
  for await (const page of assignmentPages(api.store, matching))
    yield rowsOf(page, request, api).map((row) => JSON.stringify(row));
}

/** The readable rows of a page. */
function rowsOf({ assignments, unreadable }: AssignmentPage, { caller, query }: ApiRequest<Schemas>, api: Api) {
  const rows: Shipment[] = [];
  const wrong = [...unreadable];
  for (const record of assignments) {
    try {
      rows.push(listedShipment(record, query, caller));
    } catch (error) {
      wrong.push(new UnreadableRecordError(keyOf('assignments', record), (error as Error).message, { cause: error }));
    }
  }
  // one record that cannot be read must not hide all others: it is left out
  for (const error of wrong)
    api.unreadable.add(
      error.key,
      error,
      'an assignment cannot be read; lists leave it out, and its shipment stays assigned',
    );
  return rows;
}

type AssignmentFilter = NonNullable<AssignmentQuery['where']>;

/** Null: all are listed. */
function filterOf({ states, customerId, ...query }: ApiRequest<Schemas>['query']): AssignmentFilter | null {
  const filter: AssignmentFilter = {
    ...(states !== undefined && { states: states.split(',') as LifeState[] }),
    ...pickupsOf(query),
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

const streamHasNone = (value: string): RequestFault => ({
  field: 'cursor',
  code: 'INVALID_VALUE',
  message: `must be absent with Accept: ${LINES}, which has all assignments`,
  value,
});
