/** GET /partners/{partnerId}/performance: what became of a partner's parcels. */
import Type, { type Static } from 'typebox';
import { PAYMENT_TYPES } from '../domain/vocabulary.js';
import { DAY_PATTERN } from '../model/fields.js';
import { PartnerPath } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { count, orNull } from './fields.js';

const { Optional } = Type;

const PERFORMANCE_KEYS = ['state', 'city', 'pincode', 'payment', 'week'] as const;
export type PerformanceKey = (typeof PERFORMANCE_KEYS)[number];

const day = (description: string) => Type.String({ pattern: DAY_PATTERN, examples: ['2026-05-04'], description });
const share = (description: string) =>
  orNull(Type.Number({ minimum: 0, maximum: 1 }), `${description}; 0 to 1, four decimals. Null: there are no parcels`);

const Rate = Type.Object(
  {
    k: count('Parcels of which it is so'),
    n: count('Parcels that count for it'),
    rate: share('k ÷ n'),
    low: share('Lower bound of 95 % (Wilson, z 1.96)'),
    high: share('Upper bound of 95 %'),
  },
  { title: 'PerformanceRate' },
);

const hours = (percent: number) =>
  orNull(
    Type.Integer({ minimum: 24, maximum: 360, multipleOf: 24, examples: [48] }),
    `Hours from the pickup within which ${percent} % of the parcels that were attempted had their first attempt: the `
      + 'end of a day. Null: more than 360, or no parcel was',
  );

export const PerformanceRow = Type.Object(
  {
    key: orNull(
      Type.String({ examples: ['MH'] }),
      'By `state` the code of the state of delivery (ISO 3166-2:IN without "IN-"); by `city` its id; by `pincode` that '
        + 'of delivery; by `payment` the payment type; by `week` its Monday. Null: the pincode is gone',
    ),
    name: Optional(
      orNull(Type.String({ examples: ['Maharashtra'] }), 'By `state` and `city` alone: its name. Null: as the key'),
    ),
    n: count('Parcels with a line'),
    rto: Rate,
    firstAttempt: Rate,
    onTime: Rate,
    hours: Type.Object({ p50: hours(50), p85: hours(85), p95: hours(95) }, { title: 'PerformanceHours' }),
  },
  { title: 'PerformanceRow' },
);
export type PerformanceRow = Static<typeof PerformanceRow>;

export const getPartnerPerformance = contract({
  id: 'getPartnerPerformance',
  path: `${API_PREFIX}/partners/{partnerId}/performance`,
  tag: 'Partners',
  summary: 'Get what became of a partner’s parcels',
  description: `The figures of the outcomes (\`POST /outcomes\`) of a partner: how many parcels returned, were delivered at
the first attempt and in time, and how long they took.

- The 26 latest weeks of pickup count that ended at least 21 days ago: younger ones flatter, since returns end late. So
  all rows are final, also by \`week\`.
- \`rto\`: those that returned, of those that are closed (DELIVERED, RTO or LOST). \`firstAttempt\`: those that were
  delivered at the first attempt, of those with an attempt. \`onTime\`: those whose first attempt (else delivery) was in
  time, of those that are closed and were promised.
- The figures are of the parcels of a row alone, with their bounds. What quotes expect of a pincode with few parcels
  borrows from the places around it.
- Keys without parcels are left out. The rows with the most parcels come first, then by key; weeks come in their order.
- With \`Accept: text/csv\` the rows are CSV (RFC 4180) with a header. A cell that begins with = + - or @ has a \`'\` in
  front.
- A partner’s credential gets its own.`,
  dependsOnTime: true,
  params: PartnerPath,
  query: Type.Object({
    groupBy: Type.Enum([...PERFORMANCE_KEYS], { default: 'state', description: 'What a row is for' }),
    paymentType: Optional(Type.Enum([...PAYMENT_TYPES], { description: 'Only parcels that are paid so' })),
    stateId: Optional(Type.Integer({ minimum: 1, description: 'Only parcels to this state' })),
    cityId: Optional(Type.Integer({ minimum: 1, description: 'Only parcels to this city' })),
  }),
  streams: ['text/csv'],
  answer: Type.Object({
    data: Type.Array(PerformanceRow),
    weeks: Type.Object(
      { from: day('The first day of the first week that counts'), to: day('The last day of the last one') },
      { title: 'PerformanceWeeks', description: 'Days in India' },
    ),
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND', 'OVERLOADED', 'STORE_UNAVAILABLE'],
  example: { params: { partnerId: 'dharaline-surface' } },
});
