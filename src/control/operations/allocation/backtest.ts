/** POST /allocation/backtest: what a policy would have done. */
import { backtestAllocation as contract } from '../../../contract/backtest.js';
import { NO_POLICY } from '../../../domain/allocation/policy.js';
import { DAY_MS } from '../../../domain/calendar.js';
import { DEFAULT_BACKTEST_SHIPMENTS, MAX_BACKTEST_DAYS } from '../../../limits/backtest.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import type { RequestQuery, Store } from '../../../store/port.js';
import type { BacktestParcels } from '../../analyst/backtests.js';
import { assignmentOf } from '../../allocation/sampled.js';
import { type ApiRequest, implement, refuse, refuseFaults } from '../operation.js';
import { ALL_TIMES } from '../../allocation/assignment-pages.js';
import { beginOf, endOf, momentFaults } from '../shipments/period.js';
import { ordersIn } from './backtest-orders.js';
import { ONE_POLICY, policyIn } from './given-policy.js';

type Body = ApiRequest<(typeof contract)['schemas']>['body'];

export const backtestAllocation = implement(
  contract,
  async ({ caller, body, lines, requestId }, api) => {
    const missing = lines === undefined ? (['from', 'to'] as const).filter((field) => body[field] === undefined) : [];
    if (missing.length > 0) return refuseFaults(caller, missing.map(requiredFault));
    const { policyId, policy } = body as Parameters<typeof policyIn>[0];
    const given =
      policyId === NO_POLICY ? ({ ok: true, policy: null } as const) : policyIn({ policyId, policy }, caller, api);
    if (!given.ok) return given;
    const query = queryOf(body);
    const orders = lines && (await ordersIn(lines, { ...query, caller }));
    if (orders?.ok === false) return orders;
    const open = (): Promise<BacktestParcels> => (orders ? orders.open() : storedParcels(api.store, query));
    const run = api.backtests.begin({ policy: given.policy ?? null, requestId, open });
    return run === null ? refuse('BACKTEST_RUNNING') : { ok: true, lines: run, isLive: true };
  },
  ({ body }) => [...momentFaults(body, ['from', 'to']), ...policyFaults(body), ...periodFaults(body)],
);

function policyFaults({ policyId, policy }: Partial<Body>): RequestFault[] {
  if (policyId !== undefined && policy !== undefined) return [ONE_POLICY];
  if (policyId !== undefined || policy !== undefined) return [];
  return [{ field: 'policyId', code: 'REQUIRED', message: `is required unless policy is given; ${NO_POLICY} is none` }];
}

/** Orders that come with the request need no period. */
const requiredFault = (field: string): RequestFault => ({
  field,
  code: 'REQUIRED',
  message: 'is required without orders',
});

function periodFaults({ from, to }: Partial<Body>): RequestFault[] {
  const [fromMs, toMs] = [beginOf(from), endOf(to)];
  if (fromMs === undefined || toMs === undefined) return [];
  if (toMs <= fromMs) return [{ field: 'to', code: 'OUT_OF_RANGE', message: 'must be later than from', value: to }];
  const isTooLong = toMs - fromMs > MAX_BACKTEST_DAYS * DAY_MS;
  const message = `must be at most ${MAX_BACKTEST_DAYS} days after from`;
  return isTooLong ? [{ field: 'to', code: 'OUT_OF_RANGE', message, value: to }] : [];
}

const queryOf = ({ from, to, customerId, limit = DEFAULT_BACKTEST_SHIPMENTS }: Body): RequestQuery => ({
  fromMs: beginOf(from) ?? ALL_TIMES.fromMs,
  toMs: endOf(to) ?? ALL_TIMES.toMs,
  customerId: customerId ?? null,
  limit,
});

async function storedParcels(store: Pick<Store, 'requests'>, query: RequestQuery): Promise<BacktestParcels> {
  const { count, pages } = await store.requests(query);
  return { count, pages: textsOf(pages) };
}

async function* textsOf(pages: Awaited<ReturnType<Store['requests']>>['pages']): AsyncGenerator<readonly string[]> {
  for await (const page of pages)
    yield page.flatMap((sample) => {
      const assignment = assignmentOf(sample);
      return assignment === null ? [] : [JSON.stringify(assignment)];
    });
}
