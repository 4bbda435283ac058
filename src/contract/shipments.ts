import Type, { type Static, type TSchema } from 'typebox';
import { Decision } from './allocation.js';
import { DateTime, moment, orNull } from './fields.js';
import { contract, API_PREFIX } from './contract.js';
import { Assignment } from './answers/assignment.js';
import { CursorPagination, cursorPaging, Flag, PartnerFilter } from './common.js';
import { CustomerId } from './shipment-members.js';
import { CANCEL_REASONS, LIFE_STATES, MAX_AWB_LENGTH, STATES_PATTERN } from '../model/life.js';
import { MOMENT_PATTERN } from '../model/schema-faults.js';
import { ONE_LINE } from '../model/texts.js';

const { Optional } = Type;
const ifKnown = <T extends TSchema>(schema: T, what: string) =>
  orNull(schema, `${what}; null where the assignment was stored without it`);

/** A parameter: a moment with its zone, or a date. */
export const Moment = (description: string) =>
  Type.String({
    pattern: MOMENT_PATTERN,
    description,
    examples: ['2026-11-21'],
  });

export const Awb = Type.String({
  minLength: 1,
  maxLength: MAX_AWB_LENGTH,
  pattern: ONE_LINE,
  examples: ['7712345678'],
  description: 'The courier’s number of the parcel, of its air waybill',
});

export const Lifecycle = Type.Object(
  {
    state: Type.Enum([...LIFE_STATES], {
      description: `State of the current attempt.

- ASSIGNED: the courier is chosen
- CONFIRMED: it has taken the shipment; one that was selected by hand is so from the start
- HANDED_OVER: the parcel was scanned
- CANCELLED: nobody carries it`,
    }),
    attempt: Type.Integer({ minimum: 1, description: 'Number of the current attempt: 1, and one more each time' }),
    awb: orNull(Awb, 'Null: it is not known'),
    confirmedAt: orNull(DateTime),
    handedOverAt: orNull(DateTime),
    cancelledAt: orNull(DateTime),
    reason: orNull(Type.Enum([...CANCEL_REASONS]), 'Why it was cancelled; null: it was not'),
  },
  { title: 'Lifecycle' },
);

const StoredAssignment = Type.Object(
  {
    ...Assignment.properties,
    status: Type.Enum(['ASSIGNED', 'CANCELLED'], { description: 'The `status` of the shipment' }),
  },
  { title: 'StoredAssignment' },
);

export const Shipment = Type.Object(
  {
    shipmentId: Type.String({ description: 'Id given by the caller; two callers may use the same one' }),
    caller: orNull(Type.String(), {
      description: 'Who assigned it: kind and id; null in assignments from before callers were recorded',
      examples: ['service:main-system'],
    }),
    assignmentId: Type.String(),
    partnerId: Type.String(),
    partnerName: Type.String(),
    status: Type.String({ examples: ['ASSIGNED'], description: 'ASSIGNED, or CANCELLED; `lifecycle` has more' }),
    lifecycle: Lifecycle,
    assignedAt: moment('The first assignment'),
    assignmentType: Type.String({ description: 'The assignment strategy' }),
    trackingNumber: ifKnown(Type.String(), 'Tracking number of the partner'),
    totalCost: ifKnown(Type.Number(), 'The total with tax; Rupees'),
    pickupDate: DateTime,
    deliveryDate: DateTime,
    assignment: Optional(StoredAssignment),
    asked: Optional(
      orNull(
        Type.Object({}, { description: 'Members of a question', additionalProperties: true }),
        'With includeAsked: what pricing reads of the request; null: the assignment was stored without it',
      ),
    ),
  },
  { title: 'Shipment' },
);
export type Shipment = Static<typeof Shipment>;

export const listShipments = contract({
  id: 'listShipments',
  path: `${API_PREFIX}/shipments`,
  tag: 'Quotes',
  summary: 'List assigned shipments',
  description:
    'Assignments, the newest first. A partner’s credential sees its own; `alternatives` only of its own requests. '
    + 'Assignments that are made while you read push rows to the next page: to read all, pass `nextCursor` on, or ask '
    + 'for `Accept: application/x-ndjson`, which streams all that match, one a line and without pages.',
  streams: ['application/x-ndjson'],
  query: Type.Object({
    partnerId: PartnerFilter,
    from: Optional(
      Moment('Assigned at or after this moment; a date without a time means the beginning of that day in India'),
    ),
    to: Optional(Moment('Assigned before this moment; a date without a time means the end of that day in India')),
    states: Optional(
      Type.String({
        pattern: STATES_PATTERN,
        examples: ['ASSIGNED,CONFIRMED'],
        description: 'States of `lifecycle`, separated by commas: shipments in one of them',
      }),
    ),
    pickupFrom: Optional(
      Moment('With a pickup at or after this moment; a date without a time means the beginning of that day in India'),
    ),
    pickupTo: Optional(
      Moment('With a pickup before this moment; a date without a time means the end of that day in India'),
    ),
    customerId: Optional(CustomerId),
    includeDetails: Flag('Adds the whole assignment to each row', false),
    includeAsked: Flag('For services: adds to each row what was asked, as far as pricing reads it', false),
    ...cursorPaging(50),
  }),
  answer: Type.Object({
    data: Type.Array(Shipment),
    pagination: CursorPagination,
    filters: Type.Object(
      {
        partnerId: orNull(Type.String()),
        from: orNull(DateTime),
        to: orNull(DateTime, 'Exclusive'),
        states: Optional(Type.Array(Type.Enum([...LIFE_STATES]), { description: 'Present if given' })),
        pickupFrom: Optional(moment('Present if given')),
        pickupTo: Optional(moment('Exclusive; present if given')),
        customerId: Optional(Type.String({ description: 'Present if given' })),
      },
      { title: 'ShipmentFilters' },
    ),
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND', 'OVERLOADED', 'STORE_UNAVAILABLE'],
});

export const ShipmentPath = Type.Object({
  shipmentId: Type.String({
    pattern: '^[a-zA-Z0-9_-]+$',
    maxLength: 200,
    examples: ['SHIP-2026-000417'],
    description: 'Id given by the caller that assigned it',
  }),
});

/** Whose shipment it is. */
export const AssignedBy = Type.Object({
  caller: Optional(
    Type.String({
      pattern: '^(service|partner):.{1,100}$',
      examples: ['service:main-system'],
      description: 'For services: who assigned it, kind and id. Unless given: the caller of this request',
    }),
  ),
});

export const getShipment = contract({
  id: 'getShipment',
  path: `${API_PREFIX}/shipments/{shipmentId}`,
  tag: 'Quotes',
  summary: 'Get an assigned shipment',
  description: `The assignment as it was stored.

- It is the caller’s own unless a service names another caller: each caller has shipment ids of its own.`,
  params: ShipmentPath,
  query: AssignedBy,
  answer: Type.Object({ data: Shipment }),
  errors: ['FORBIDDEN', 'DOCUMENT_NOT_FOUND', 'STORE_UNAVAILABLE'],
  example: { params: { shipmentId: 'SHIP-2026-000417' } },
});

export const getDecision = contract({
  id: 'getDecision',
  path: `${API_PREFIX}/shipments/{shipmentId}/decision`,
  tag: 'Allocation',
  summary: 'Why a shipment went to its partner',
  description: `The decision as it was made: each rule of the policy with what became of it, each partner with its
place, and a sentence. It is kept for the days of the setting DECISIONS_DAYS, with a policy or without one.

For services alone.`,
  scope: 'read',
  isOfServices: true,
  params: ShipmentPath,
  query: Type.Object({
    ...AssignedBy.properties,
    attempt: Optional(Type.Integer({ minimum: 1, description: 'Unless given: the current one; the first is 1' })),
  }),
  answer: Type.Object({ data: Decision }),
  errors: ['FORBIDDEN', 'DOCUMENT_NOT_FOUND', 'STORE_UNAVAILABLE'],
  example: { params: { shipmentId: 'SHIP-2026-000417' } },
});
