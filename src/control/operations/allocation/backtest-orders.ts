/** Orders from elsewhere, as a backtest reads them: the lines of its body behind the first one. */
import type { Caller } from '../../../caller.js';
import { type ApplyFault } from '../../../contract/document-names.js';
import type { BodyLines } from '../../../contract/input.js';
import { jsonExcess } from '../../../contract/body.js';
import { RequestValidator, unknownFieldFault } from '../../../contract/faults.js';
import { BacktestOrder } from '../../../contract/backtest.js';
import { momentOf } from '../../../domain/calendar.js';
import { assignmentFaults } from '../../../engine/request-faults.js';
import { toResolution } from '../../../engine/resolution.js';
import { dateFaultsFromNow } from '../../../engine/ship-date.js';
import { BACKTEST_STEP_SHIPMENTS, MAX_BACKTEST_ORDERS } from '../../../limits/backtest.js';
import { isMembers, type Members, membersIn } from '../../../model/members.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { KnownFields } from '../../../model/unknown-fields.js';
import type { RequestQuery } from '../../../store/port.js';
import { inTurns, nextTurn } from '../../../turn.js';
import type { BacktestParcels } from '../../analyst/backtests.js';
import { FaultList } from '../documents/fault-list.js';
import { numberedLines, refuseTooMany } from '../json-lines.js';
import type { RefusedResult } from '../operation.js';

type ReadOrders = { ok: true; open(): Promise<BacktestParcels> } | RefusedResult;

/** An order, read as far as its place among the others needs it. */
interface PlacedOrder {
  atMs: number;
  shipmentId: string;
  /** The line. */
  text: string;
}

const validator = new RequestValidator(BacktestOrder);
const known = new KnownFields(BacktestOrder);

/** The orders that a query finds, in the order of their moments and then of their shipmentIds. */
export async function ordersIn(
  { text, before }: BodyLines,
  query: RequestQuery & { caller: Caller },
): Promise<ReadOrders> {
  const orders: PlacedOrder[] = [];
  const faults = new FaultList<ApplyFault>();
  let count = 0;
  for await (const piece of inTurns(numberedLines(text)))
    for (const [number, line] of piece) {
      if (line === '') continue;
      if (++count > MAX_BACKTEST_ORDERS) return refuseTooMany(`${MAX_BACKTEST_ORDERS} orders`);
      const read = readOrder(line, query);
      if (read.ok) {
        if (read.order !== null) orders.push(read.order);
        continue;
      }
      for (const { field, message, code } of read.faults)
        faults.add({ line: before + number, collection: null, key: read.key, field, message, code });
    }
  if (faults.count > 0)
    return { ok: false, failure: { code: 'VALIDATION_ERROR', details: faults.kept, fieldCount: faults.count } };
  orders.sort((a, b) => a.atMs - b.atMs || (a.shipmentId < b.shipmentId ? -1 : 1));
  const latest = orders.slice(-query.limit);
  const { kind, id } = query.caller;
  return { ok: true, open: async () => ({ count: latest.length, pages: pagesOf(latest, { kind, id }) }) };
}

type ReadOrder =
  /** Null: the query does not ask for it. */
  | { ok: true; order: PlacedOrder | null }
  | { ok: false; key: string | null; faults: readonly Pick<RequestFault, 'field' | 'message' | 'code'>[] };

function readOrder(text: string, { fromMs, toMs, customerId }: RequestQuery): ReadOrder {
  const excess = jsonExcess(text);
  if (excess !== null) return ofLine({ field: '', code: 'TOO_MANY_ITEMS', message: excess });
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return ofLine({ field: '', code: 'INVALID_FORMAT', message: 'is not valid JSON' });
  }
  if (!isMembers(line)) return ofLine({ field: '', code: 'INVALID_TYPE', message: 'must be a JSON object' });
  const { at, partnerId: _, ...request } = line;
  const atMs = typeof at === 'string' ? momentOf(at) : NaN;
  toResolution('assignment', request);
  const details = membersIn(request['shipmentDetails']);
  const faults = faultsOf(line, request, details, atMs);
  if (faults.length > 0) return { ok: false, key: keyOf(details), faults };
  const order = line as BacktestOrder;
  const isWanted =
    fromMs <= atMs && atMs < toMs && (customerId === null || order.shipmentDetails.customerId === customerId);
  return { ok: true, order: isWanted ? { atMs, shipmentId: order.shipmentDetails.shipmentId, text } : null };
}

const ofLine = (fault: Pick<RequestFault, 'field' | 'message' | 'code'>): ReadOrder => ({
  ok: false,
  key: null,
  faults: [fault],
});

function faultsOf(
  line: Members,
  request: Members,
  details: Readonly<Members> | null,
  atMs: number,
): readonly RequestFault[] {
  const found = validator.accepts(line) ? [] : validator.faults(line);
  const further: RequestFault[] = [
    ...assignmentFaults(request, false),
    ...(Number.isNaN(atMs)
      ? [{ field: 'at', code: 'INVALID_VALUE', message: 'must be a moment that exists', value: line['at'] } as const]
      : dateFaultsFromNow(details, atMs, 'shipmentDetails.')),
    ...(membersIn(request['assignmentPreferences'])?.['quoteToken'] === undefined ? [] : [NO_QUOTES]),
    ...known.unknownIn(line).map(unknownFieldFault),
  ];
  return [...found, ...further.filter(({ field }) => !found.some((fault) => fault.field === field))];
}

const NO_QUOTES = {
  field: 'assignmentPreferences.quoteToken',
  code: 'INVALID_VALUE',
  message: 'is not for a backtest, whose orders are not booked',
} as const satisfies RequestFault;

function keyOf(details: Readonly<Members> | null): string | null {
  const shipmentId = details?.['shipmentId'];
  return typeof shipmentId === 'string' ? shipmentId : null;
}

async function* pagesOf(
  orders: readonly PlacedOrder[],
  caller: Pick<Caller, 'kind' | 'id'>,
): AsyncGenerator<readonly string[]> {
  for (let at = 0; at < orders.length; at += BACKTEST_STEP_SHIPMENTS) {
    await nextTurn();
    yield orders.slice(at, at + BACKTEST_STEP_SHIPMENTS).map((order) => parcelOf(order, caller));
  }
}

function parcelOf({ atMs, shipmentId, text }: PlacedOrder, caller: Pick<Caller, 'kind' | 'id'>): string {
  const { at: _, partnerId = null, ...request } = JSON.parse(text) as BacktestOrder;
  toResolution('assignment', request);
  return JSON.stringify({ shipmentId, caller, askedAtMs: atMs, partnerId, request });
}
