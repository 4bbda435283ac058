/** Why a partner does not carry a shipment: code, subject, and advice. */
import Type, { type Static } from 'typebox';
import { DateTime, orNull, text } from '../fields.js';
import { REASON_CODES } from '../../domain/reasons.js';
import { Pincode } from '../../model/documents.js';
import { ServiceTypeId } from '../shipment-members.js';

const { Optional } = Type;

export const ReasonEnd = Type.Object(
  {
    end: Type.Enum(['PICKUP', 'DELIVERY']),
    pincode: Type.String({ ...Pincode, description: '6-digit pincode' }),
    services: Optional(
      Type.Array(ServiceTypeId, {
        minItems: 1,
        description: 'SERVICE_UNAVAILABLE: the required services that are not available at this end',
      }),
    ),
    from: Optional(
      orNull(DateTime, 'PINCODE_BLOCKED, ON_HOLD: since when; ISO 8601, UTC, null where a hold has no start'),
    ),
    until: Optional(
      orNull(DateTime, 'PINCODE_BLOCKED, ON_HOLD: the last moment; ISO 8601, UTC, null while there is no end'),
    ),
    reason: Optional(text('PINCODE_BLOCKED, ON_HOLD: the reason of the block or the hold', ['FLOOD'])),
  },
  { title: 'ReasonEnd' },
);
export type ReasonEnd = Static<typeof ReasonEnd>;

const ReasonDetails = Type.Object(
  {
    ends: Optional(
      Type.Array(ReasonEnd, { minItems: 1, maxItems: 2, description: 'The ends of the route that it is about' }),
    ),
    limit: Optional(Type.Number({ description: 'What the partner accepts at most, in `unit`' })),
    value: Optional(Type.Number({ description: 'What the shipment has, in `unit`' })),
    unit: Optional(
      Type.Enum(['g', 'cm', 'INR', 'h', 'days'], {
        description: 'Of limit and value: grams are whole, Rupees have at most two decimals',
      }),
    ),
    asked: Optional(text('The payment or shipment type of the request', ['COD'])),
    accepted: Optional(
      Type.Array(Type.String(), { description: 'The payment or shipment types that the partner accepts' }),
    ),
    distanceKm: Optional(
      Type.Number({ minimum: 0, description: 'The road distance; kilometres, rounded half up to one decimal' }),
    ),
    lane: Optional(text('The lane of the route, if it has one')),
  },
  {
    title: 'ReasonDetails',
    description:
      'The subject of the reason. The table of docs/rules.md#details-of-reasons has the members of each code',
  },
);
export type ReasonDetails = Static<typeof ReasonDetails>;

export const Reason = Type.Object(
  {
    code: Type.Enum([...REASON_CODES], { title: 'ReasonCode', description: 'Why a partner cannot carry a shipment' }),
    message: text('What the obstacle is: which end, which service, which limit; times in India Standard Time'),
    action: text('What can be done about it'),
    details: ReasonDetails,
  },
  { title: 'Reason' },
);
export type Reason = Static<typeof Reason>;

/** The reason of a 422 `INSUFFICIENT_COVERAGE`, which is about the ends alone. */
export const CoverageReason = Type.Object(
  {
    code: Reason.properties.code,
    message: Reason.properties.message,
    action: Reason.properties.action,
    details: Type.Object(
      {
        ends: Type.Array(
          Type.Object(
            { end: ReasonEnd.properties.end, pincode: ReasonEnd.properties.pincode },
            { title: 'CoverageReasonEnd' },
          ),
          { minItems: 1, maxItems: 2, description: 'The ends of the route that it is about' },
        ),
      },
      { title: 'CoverageReasonDetails' },
    ),
  },
  { title: 'CoverageReason' },
);

export const ReasonCodes = Type.Array(Reason.properties.code, { minItems: 1 });
export const reasons = (description: string) => Type.Array(Reason, { description });
