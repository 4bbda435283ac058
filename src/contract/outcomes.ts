/** POST /outcomes: what became of parcels. */
import Type, { type Static } from 'typebox';
import { OUTCOME_STATUSES } from '../domain/outcomes/counts.js';
import { KEPT_OUTCOME_DAYS, KEPT_OUTCOME_WEEKS, MAX_ATTEMPTS_OF_DELIVERY } from '../limits/outcomes.js';
import { MAX_APPLY_LINES } from '../limits/http.js';
import { MAX_PARTNER_WEIGHT_GRAMS } from '../limits/documents.js';
import { PaymentType } from '../model/documents.js';
import { API_PREFIX, contract } from './contract.js';
import { Flag, PartnerFilter } from './common.js';
import { count, orNull } from './fields.js';
import { From, partner, To } from './shipment-members.js';
import { AssignedBy, Awb, Moment, ShipmentPath } from './shipments.js';

const { Optional } = Type;

const at = (description: string) => Type.String({ format: 'date-time', description });

/** A line of the body. */
export const OutcomeLine = Type.Object(
  {
    shipmentId: Optional(Type.String({ ...ShipmentPath.properties.shipmentId })),
    caller: Optional(
      Type.String({
        ...AssignedBy.properties.caller,
        description: 'Who assigned the shipment, kind and id; the sender unless given',
      }),
    ),
    awb: Optional(Awb),
    partnerId: Optional(partner('The courier')),
    pickupPincode: Optional(From),
    deliveryPincode: Optional(To),
    paymentType: Optional(PaymentType),
    weight: Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_PARTNER_WEIGHT_GRAMS,
        unit: 'grams',
        description: 'grams; what it weighs',
      }),
    ),
    pickedUpAt: Optional(at('When it was picked up')),
    promisedAt: Optional(at('When it was to arrive')),
    firstAttemptAt: Optional(at('When its delivery was first tried')),
    attempts: Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_ATTEMPTS_OF_DELIVERY,
        description: 'How often its delivery was tried, with the one that succeeded',
      }),
    ),
    deliveredAt: Optional(at('When it was delivered')),
    rtoAt: Optional(at('When it came back')),
    status: Type.Enum([...OUTCOME_STATUSES], { description: 'OPEN: it is on its way' }),
    billedGrams: Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_PARTNER_WEIGHT_GRAMS,
        unit: 'grams',
        description: 'grams; what the courier billed',
      }),
    ),
  },
  { title: 'OutcomeLine', additionalProperties: false },
);
export type OutcomeLine = Static<typeof OutcomeLine>;

const ByStatus = Type.Object(
  Object.fromEntries(OUTCOME_STATUSES.map((status) => [status, count()])) as Record<
    (typeof OUTCOME_STATUSES)[number],
    ReturnType<typeof count>
  >,
  { title: 'ShipmentsByStatus', description: 'Shipments of the body, by their status' },
);

export const OutcomesAnswer = Type.Object(
  {
    lines: count('Lines of the body'),
    repeated: count('Lines that a later line about the same shipment replaced'),
    new: count('Shipments that had no line'),
    replaced: count('Shipments whose former line was another one'),
    unchanged: count('Shipments whose former line was the same'),
    tooOld: count(`Shipments picked up more than ${KEPT_OUTCOME_WEEKS} weeks ago, which count nowhere`),
    statuses: ByStatus,
    partners: Type.Array(
      Type.Object({ partnerId: Type.String(), shipments: count() }, { title: 'ShipmentsOfPartner' }),
      { description: 'Shipments of the body by courier, in the order of their ids' },
    ),
    pickedUpFrom: orNull(at('The first pickup'), 'Null: there is no line'),
    pickedUpTo: orNull(at('The last pickup'), 'Null: there is no line'),
  },
  { title: 'ImportedOutcomes' },
);
export type OutcomesAnswer = Static<typeof OutcomesAnswer>;

const EXAMPLE: readonly OutcomeLine[] = [
  {
    awb: '7712345678',
    partnerId: 'dharaline-surface',
    pickupPincode: '110001',
    deliveryPincode: '560001',
    paymentType: 'COD',
    weight: 480,
    pickedUpAt: '2026-03-02T12:30:00Z',
    promisedAt: '2026-03-06T13:30:00Z',
    firstAttemptAt: '2026-03-05T06:10:00Z',
    attempts: 1,
    deliveredAt: '2026-03-05T06:10:00Z',
    status: 'DELIVERED',
    billedGrams: 500,
  },
  {
    awb: '7712345679',
    partnerId: 'dharaline-surface',
    deliveryPincode: '560001',
    paymentType: 'COD',
    pickedUpAt: '2026-03-02T12:30:00Z',
    attempts: 3,
    rtoAt: '2026-03-10T09:00:00Z',
    status: 'RTO',
  },
];

export const importOutcomes = contract({
  id: 'importOutcomes',
  method: 'POST',
  path: `${API_PREFIX}/outcomes`,
  tag: 'Allocation',
  scope: 'write',
  signsBody: true,
  changes: false,
  isOfServices: true,
  summary: 'Say what became of parcels',
  description: `Lines of JSON, one for each shipment, all of which count or none.

- Of a shipment that was assigned here, \`shipmentId\`, \`status\` and the dates suffice; the rest is known. With
  \`awb\` and \`partnerId\` of a confirmed assignment it is found as well. A member that is given counts in place of
  what is known, but another \`partnerId\` than that of its current attempt is a fault.
- Of others \`awb\`, \`partnerId\`, \`deliveryPincode\`, \`paymentType\` and \`pickedUpAt\` are required.
- A line replaces the former one of the same shipment, also of an earlier import, and what that counted. A line that
  says nothing new changes nothing: the same body may be sent again.
- DELIVERED needs \`deliveredAt\`, which goes with no other status. No date may lie before \`pickedUpAt\`, nor more than
  a day ahead, but \`promisedAt\`.
- Where \`promisedAt\` is missing, the estimate of the assignment counts; where \`pickedUpAt\` is, its handover, or else
  its estimated pickup.
- Members that are not listed are faults: no names, addresses or phone numbers.
- At most ${MAX_APPLY_LINES.toLocaleString('en')} lines and 32 MiB; gzip is accepted. Blank lines are skipped. Every
  fault has its line; the first 1,000 are listed, and \`field_count\` counts all.
- A line is kept until ${KEPT_OUTCOME_DAYS} days after the import that closed it, what it counts for two years. What is
  sent again later counts again.
- With \`dryRun=true\` the answer is the same, and nothing is kept.`,
  query: Type.Object({ dryRun: Flag('Checks and counts the lines, and keeps none', false) }),
  body: Type.String({
    description: 'application/x-ndjson',
    examples: [EXAMPLE.map((line) => JSON.stringify(line)).join('\n')],
  }),
  bodyFormat: 'ndjson',
  answer: Type.Object({ data: OutcomesAnswer }),
  errors: ['OVERLOADED', 'STORE_UNAVAILABLE'],
  example: { query: { dryRun: 'true' }, body: EXAMPLE.map((line) => JSON.stringify(line)).join('\n') },
});

export const listOutcomes = contract({
  id: 'listOutcomes',
  path: `${API_PREFIX}/outcomes`,
  tag: 'Allocation',
  scope: 'read',
  isOfServices: true,
  summary: 'List what became of parcels',
  description: `The lines that are kept, as of one moment and in no certain order, each as \`POST /outcomes\` takes it:
with what was known of the shipment, its \`caller\` included.`,
  query: Type.Object({
    partnerId: PartnerFilter,
    from: Optional(
      Moment('Picked up at or after this moment; a date without a time means the beginning of that day in India'),
    ),
    to: Optional(Moment('Picked up before this moment; a date without a time means the end of that day in India')),
  }),
  mediaType: 'application/x-ndjson',
  isBare: true,
  answer: Type.String({ description: 'A line for each shipment' }),
  errors: ['PARTNER_NOT_FOUND', 'OVERLOADED', 'STORE_UNAVAILABLE'],
  example: { query: { partnerId: 'dharaline-surface' } },
});
