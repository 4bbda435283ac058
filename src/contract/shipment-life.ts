/** What becomes of an assigned shipment: POST /shipments/{shipmentId}/confirm and its neighbours. */
import Type, { type Static, type TProperties } from 'typebox';
import { CANCEL_REASONS, LIFE_STATES, OPEN_STATES, REASSIGN_REASONS } from '../model/life.js';
import { MAX_ATTEMPTS, MAX_LIST_ITEMS, MAX_REASSIGNED } from '../limits/requests.js';
import { MAX_NOTE_LENGTH } from '../model/history.js';
import { ONE_LINE } from '../model/texts.js';
import { API_PREFIX, contract } from './contract.js';
import { moment, orNull, rupees } from './fields.js';
import { AssignmentFailed, AssignmentMade } from './answers/assignment.js';
import { AssignedBy, Awb, Lifecycle, Moment, Shipment, ShipmentPath } from './shipments.js';
import { PlaceGroupDoc } from '../model/allocation.js';
import { MAX_PLACE_GROUPS } from '../limits/documents.js';
import { PartnerId } from '../model/documents.js';
import { STRATEGIES } from '../domain/strategies.js';

const { Optional } = Type;

const { assignment: _, ...shipment } = Shipment.properties;
const ChangedShipment = Type.Object(
  {
    ...shipment,
    repeated: Type.Boolean({ description: 'true: the request changed nothing, since it was carried out before' }),
  },
  { title: 'ChangedShipment' },
);

export const Attempt = Type.Integer({
  minimum: 1,
  description: 'The attempt that you believe is the current one: `lifecycle.attempt`',
});
export const Note = Type.String({
  maxLength: MAX_NOTE_LENGTH,
  pattern: ONE_LINE,
  description: 'For the history; one line',
});
const At = Type.String({ format: 'date-time', description: 'When it happened; now unless given. At most a day ahead' });

const writing = {
  tag: 'Quotes',
  scope: 'assign',
  signsBody: true,
  creates: true,
  params: ShipmentPath,
  query: AssignedBy,
} as const;
const LIFE_FAILURES = [
  'FORBIDDEN',
  'DOCUMENT_NOT_FOUND',
  'WRONG_STATE',
  'ATTEMPT_CHANGED',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENT_ANSWER_GONE',
  'OVERLOADED',
  'STORE_UNAVAILABLE',
] as const;

const REPEATED = `
- \`attempt\` is not the current one: 409 \`ATTEMPT_CHANGED\`. The last change sent again is answered as it was, with
  \`repeated: true\`.
- It is the caller’s own shipment unless a service names another \`caller\`.`;

const body = <P extends TProperties>(title: string, members: P) =>
  Type.Object({ attempt: Attempt, ...members }, { title });

export const confirmShipment = contract({
  ...writing,
  id: 'confirmShipment',
  path: `${API_PREFIX}/shipments/{shipmentId}/confirm`,
  summary: 'Note that the courier has taken a shipment',
  description: `The shipment becomes CONFIRMED, with the courier’s number of it if there is one.

- From ASSIGNED. One that is CONFIRMED stays as it is: it takes an \`awb\` if it has none, and another one is 409
  \`AWB_DIFFERS\`.${REPEATED}`,
  body: body('Confirmation', { awb: Optional(Awb), at: Optional(At) }),
  answer: Type.Object({ data: ChangedShipment }),
  errors: [...LIFE_FAILURES, 'AWB_DIFFERS'],
  example: { params: { shipmentId: 'SHIP-2026-000417' }, body: { attempt: 1, awb: '7712345678' } },
});

export const cancelShipment = contract({
  ...writing,
  id: 'cancelShipment',
  path: `${API_PREFIX}/shipments/{shipmentId}/cancel`,
  summary: 'Cancel a shipment',
  description: `Nobody carries the shipment: it becomes CANCELLED. To assign it again, reassign it.

- From ASSIGNED and CONFIRMED.${REPEATED}`,
  body: body('Cancellation', {
    reason: Type.Enum([...CANCEL_REASONS], { description: 'Why it is cancelled' }),
    note: Optional(Note),
  }),
  answer: Type.Object({ data: ChangedShipment }),
  errors: LIFE_FAILURES,
  example: { params: { shipmentId: 'SHIP-2026-000417' }, body: { attempt: 1, reason: 'ORDER_CANCELLED' } },
});

const CostChange = Type.Object(
  { before: orNull(rupees('Of the former attempt'), 'Null: it is not known'), after: rupees('Of the new one') },
  { title: 'CostChange', description: 'Totals with tax' },
);
const outcome = { lifecycle: Lifecycle, repeated: ChangedShipment.properties.repeated };
const ReassignmentMade = Type.Object(
  { ...AssignmentMade.properties, ...outcome, cost: CostChange },
  { title: 'ReassignmentMade' },
);
const ReassignmentFailed = Type.Object(
  { ...AssignmentFailed.properties, ...outcome },
  { title: 'ReassignmentFailed', description: 'No other partner got the shipment: the present attempt stays' },
);
export const ReassignReason = Type.Enum([...REASSIGN_REASONS], { description: 'Why there is another attempt' });
export const Exclude = Type.Array(Type.String({ ...PartnerId }), {
  maxItems: MAX_LIST_ITEMS,
  description: 'Partners that do not get it',
});

export const reassignShipment = contract({
  ...writing,
  id: 'reassignShipment',
  path: `${API_PREFIX}/shipments/{shipmentId}/reassign`,
  summary: 'Choose a partner for a shipment again',
  description: `Asks what was asked again, with the rates and the policy of now: the present attempt ends, and the next one begins.

- From ASSIGNED, CONFIRMED and CANCELLED.
- The present partner does not get it again, unless its attempt was cancelled, nor do those whose attempts were
  reassigned with AWB_REFUSED, unless \`partnerId\` names one.
- \`partnerId\` selects a partner by hand. Otherwise the strategy is the one asked at first, BEST_MATCH after
  MANUAL_SELECTION, or \`assignmentStrategy\`.
- Nobody can carry it: \`data.success\` is false, and the present attempt stays.
- A shipment has at most ${MAX_ATTEMPTS} attempts (422 \`TOO_MANY_ATTEMPTS\`).${REPEATED}`,
  body: body('Reassignment', {
    reason: ReassignReason,
    exclude: Optional(Exclude),
    partnerId: Optional(Type.String({ ...PartnerId, description: 'Gets it, if it can carry it' })),
    assignmentStrategy: Optional(
      Type.Enum([...STRATEGIES], { description: 'In place of the one that was asked; not with partnerId' }),
    ),
    note: Optional(Note),
  }),
  answer: Type.Object({ data: Type.Union([ReassignmentMade, ReassignmentFailed], { title: 'ReassignmentResult' }) }),
  errors: [...LIFE_FAILURES, 'BUSINESS_VALIDATION_FAILED', 'TOO_MANY_ATTEMPTS'],
  example: {
    params: { shipmentId: 'SHIP-2026-000417' },
    body: { attempt: 1, reason: 'MANUAL' },
  },
});

const Filter = Type.Object(
  {
    partnerId: Type.String({ ...PartnerId, description: 'Whose shipments' }),
    states: Optional(
      Type.Array(Type.Enum([...OPEN_STATES]), { minItems: 1, description: 'Their states; both unless given' }),
    ),
    toGroups: Optional(
      Type.Array(Type.String({ ...PlaceGroupDoc.properties.groupId }), {
        minItems: 1,
        maxItems: MAX_PLACE_GROUPS,
        description: 'The delivery lies in one of these place groups',
      }),
    ),
    pickupFrom: Optional(
      Moment('With a pickup at or after this moment; a date without a time means the beginning of that day in India'),
    ),
    pickupTo: Optional(
      Moment('With a pickup before this moment; a date without a time means the end of that day in India'),
    ),
  },
  { title: 'ReassignmentFilter' },
);

/** A line of the answer. */
export type ReassignedLine =
  | { shipmentId: string; caller: string | null; data: Static<typeof ReassignmentMade | typeof ReassignmentFailed> }
  | { shipmentId: string; caller: string | null; error: { code: string; message: string; details: unknown } }
  | { summary: { reassigned: number; left: number; cost: { before: number; after: number } } };

export const reassignShipments = contract({
  id: 'reassignShipments',
  path: `${API_PREFIX}/shipments/reassign`,
  tag: 'Quotes',
  scope: 'manage',
  signsBody: true,
  changes: false,
  isOfServices: true,
  summary: 'Move the shipments of a partner to others',
  description: `Reassigns what services have assigned to the partner and it has not carried yet, one shipment after the
other, the earliest pickup first: for a strike, or a courier that is closed.

- A line for each shipment, when it is moved or stays: \`shipmentId\`, \`caller\`, and \`data\` or \`error\` as
  \`POST /shipments/{shipmentId}/reassign\` answers them.
- The last line is \`summary\`: how many were \`reassigned\`, how many that match are \`left\`, and the \`cost\` of
  those that were moved (totals with tax; without those whose former cost is not known).
- What is moved no longer matches: sent again after an interruption, the run goes on.
- It ends early, with its summary, when the store cannot be reached or the credential’s day is full.
- With \`dryRun\` nothing is moved: \`data\` are proposals, which count within this run alone.`,
  body: Type.Object(
    {
      filter: Filter,
      reason: ReassignReason,
      exclude: Optional(Exclude),
      note: Optional(Note),
      limit: Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_REASSIGNED,
          default: MAX_REASSIGNED,
          description: 'So many are moved at most',
        }),
      ),
      dryRun: Optional(Type.Boolean({ default: false, description: 'Moves nothing' })),
    },
    { title: 'ManyReassignments' },
  ),
  mediaType: 'application/x-ndjson',
  isBare: true,
  answer: Type.String({ description: 'A line for each shipment, then the summary' }),
  errors: ['PARTNER_NOT_FOUND', 'OVERLOADED', 'STORE_UNAVAILABLE'],
  example: { body: { filter: { partnerId: 'haatwala-ecom' }, reason: 'CAPACITY', dryRun: true } },
});

export const handOverShipment = contract({
  ...writing,
  id: 'handOverShipment',
  path: `${API_PREFIX}/shipments/{shipmentId}/handover`,
  summary: 'Note that a shipment was handed over',
  description: `The courier has scanned the parcel: the shipment becomes HANDED_OVER, and can be changed no more.

- From ASSIGNED and CONFIRMED.${REPEATED}`,
  body: body('Handover', { at: Optional(At) }),
  answer: Type.Object({ data: ChangedShipment }),
  errors: LIFE_FAILURES,
  example: { params: { shipmentId: 'SHIP-2026-000417' }, body: { attempt: 2 } },
});

const PastAttempt = Type.Object(
  {
    attempt: Type.Integer({ minimum: 1 }),
    partnerId: Type.String(),
    state: Type.Enum([...LIFE_STATES, 'REASSIGNED'], { description: 'REASSIGNED: another attempt took its place' }),
    cost: orNull(rupees('The total with tax'), 'Null where the assignment was stored without it'),
    by: orNull(Type.String({ examples: ['service:main-system'] }), 'Kind and id of the caller that made the attempt'),
    at: moment('When it was made'),
    reason: orNull(Type.Enum([...new Set([...CANCEL_REASONS, ...REASSIGN_REASONS])]), 'Why it ended; null: it has not'),
    note: orNull(Type.String(), 'What was added to the reason'),
    reassigned: Optional(
      Type.Object(
        { reason: ReassignReason, note: orNull(Type.String(), 'What was added to the reason') },
        { description: 'Why another attempt followed one that was CANCELLED; absent: none did' },
      ),
    ),
  },
  { title: 'PastAttempt' },
);

export const listAttempts = contract({
  id: 'listAttempts',
  path: `${API_PREFIX}/shipments/{shipmentId}/history`,
  tag: 'Quotes',
  summary: 'List the attempts of a shipment',
  description: `All attempts, the first one first; the last row is the current one.

- It is the caller’s own shipment unless a service names another \`caller\`.
- A partner’s credential sees its own attempts.`,
  params: ShipmentPath,
  query: AssignedBy,
  answer: Type.Object({ data: Type.Array(PastAttempt) }),
  errors: ['FORBIDDEN', 'DOCUMENT_NOT_FOUND', 'STORE_UNAVAILABLE'],
  example: { params: { shipmentId: 'SHIP-2026-000417' } },
});
