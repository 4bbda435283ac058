/** POST /allocation/backtest: what a policy would have done. */
import Type, { type Static } from 'typebox';
import { NO_POLICY } from '../domain/allocation/policy.js';
import {
  DEFAULT_BACKTEST_SHIPMENTS,
  MAX_BACKTEST_DAYS,
  MAX_BACKTEST_ORDERS,
  MAX_BACKTEST_SHIPMENTS,
} from '../limits/backtest.js';
import { GivenPolicy } from './allocation.js';
import { BacktestFigures } from './allocation-figures.js';
import { API_PREFIX, contract } from './contract.js';
import { AssignmentRequest } from './requests.js';
import { CustomerId } from './shipment-members.js';
import { Moment } from './shipments.js';
import { PartnerId } from '../model/documents.js';

const { Optional } = Type;

/** An order from elsewhere: a line of the body behind the first one. */
export const BacktestOrder = Type.Object(
  {
    ...AssignmentRequest.properties,
    at: Moment('When it was assigned; a date without a time means the beginning of that day in India'),
    partnerId: Optional(Type.String({ ...PartnerId, description: 'Who has it; nobody knows unless given' })),
  },
  { title: 'BacktestOrder' },
);
export type BacktestOrder = Static<typeof BacktestOrder>;

/** A line of the answer. */
export type BacktestLine =
  | { progress: { parcels: number; of: number } }
  | BacktestFigures
  | { error: { code: string; message: string; details: unknown } };

const thousands = (value: number): string => value.toLocaleString('en');

export const backtestAllocation = contract({
  id: 'backtestAllocation',
  path: `${API_PREFIX}/allocation/backtest`,
  tag: 'Allocation',
  scope: 'manage',
  changes: false,
  isOfServices: true,
  summary: 'What a policy would have done',
  description: `Asks shipments that were assigned again as they were asked, at the rates of now, twice: *before* with the
partner that has each, *after* with the one that gets it by the policy. Nothing is stored or counted.

- \`policy\` is a document that need not be stored, \`policyId\` a stored policy, whatever its status, priority and
  validity; \`policyId: "${NO_POLICY}"\`: no policy. What \`appliesTo\` leaves out, and what partners have assigned, keeps its
  partner and only counts in capacities.
- The latest \`limit\` shipments that were first assigned from \`from\` to \`to\` (at most ${MAX_BACKTEST_DAYS} days) and
  are not cancelled, the first one first. Shares and capacities count from nought over the run. Weekdays, times, days of
  pickup and windows are the shipment’s own.
- Or orders from elsewhere: \`Content-Type: application/x-ndjson\`, this object on the first line, then a line for each
  order: the body of an assignment, \`at\` and, if it is known, \`partnerId\`. At most ${thousands(MAX_BACKTEST_ORDERS)}
  lines and 32 MiB; gzip is accepted. \`from\`, \`to\` and \`customerId\` leave others out; \`from\` and \`to\` may
  be absent.
- The answer has lines of progress, \`{"progress":{"parcels":5000,"of":100000}}\`, and then the figures on one line. If
  it cannot be completed the last line is \`{"error":{…}}\`. To cancel it, close the connection.
- One runs at a time on a node (409 \`BACKTEST_RUNNING\`).`,
  body: Type.Object(
    {
      policy: Optional(GivenPolicy),
      policyId: Optional(
        Type.String({ maxLength: 50, description: `A stored policy; ${NO_POLICY}: no policy counts` }),
      ),
      from: Optional(
        Moment('Assigned at or after this moment; a date without a time means the beginning of that day in India'),
      ),
      to: Optional(Moment('Assigned before this moment; a date without a time means the end of that day in India')),
      customerId: Optional(CustomerId),
      limit: Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_BACKTEST_SHIPMENTS,
          default: DEFAULT_BACKTEST_SHIPMENTS,
          description: 'The latest so many at most',
        }),
      ),
    },
    { title: 'BacktestQuestion' },
  ),
  bodyFormat: 'json-lines',
  mediaType: 'application/x-ndjson',
  isBare: true,
  answer: Type.String({ description: 'Lines of progress, then the figures' }),
  errors: ['VALIDATION_ERROR', 'POLICY_NOT_FOUND', 'BACKTEST_RUNNING', 'OVERLOADED', 'STORE_UNAVAILABLE'],
  example: { body: { policyId: NO_POLICY, from: '2026-11-01', to: '2026-11-30', limit: 1_000 } },
});
