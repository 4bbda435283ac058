/** The body of a bulk of charges: its own members, and those of a line. */
import Type, { type Static } from 'typebox';
import {
  MAX_ASSUMED_GRAMS,
  MAX_BULK_LINES,
  MAX_BULK_OFFERS,
  MAX_BULK_PARTNERS,
  MAX_REF_LENGTH,
} from '../limits/bulk.js';
import { PartnerId } from '../model/documents.js';
import { ChargesRequest } from './requests.js';
import { partner } from './shipment-members.js';

const { Optional } = Type;

const BULK_DETAILS = ['total', 'charges', 'full'] as const;
export type BulkDetail = (typeof BULK_DETAILS)[number];

export const BulkAssumption = Type.Object(
  {
    carried: Optional(
      Type.Boolean({
        description:
          'true: the parcel was carried. Limits, services, payment and shipment types, blocks, holds, transit and an '
          + 'inactive partner are not looked at; only an end without a zone and NO_RATE refuse',
      }),
    ),
    chargeableWeight: Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_ASSUMED_GRAMS,
        unit: 'grams',
        description: 'grams; in place of what weight and volume give. A minimum weight still counts',
      }),
    ),
    lane: Optional(Type.String({ description: 'The lane of the route, whatever the rules say', examples: ['METRO'] })),
    fromZoneId: Optional(Type.Integer({ description: 'A zone of the partner, in place of that of the pickup' })),
    toZoneId: Optional(Type.Integer({ description: 'A zone of the partner, in place of that of the delivery' })),
    collected: Optional(Type.Boolean({ description: 'false: no COD charge' })),
  },
  {
    title: 'Assumption',
    description:
      'What an invoice claims, priced as if it were so; for a line with partnerId. With a lane or a zone an end may be '
      + 'left out, unknown or uncovered: what is not known of it matches nothing and costs nothing',
  },
);
export type BulkAssumption = Static<typeof BulkAssumption>;

const {
  includeReturns: _returns,
  includeLanded: _landed,
  includeQuoteToken: _token,
  ...parcel
} = ChargesRequest.properties;
const shipment = {
  ...parcel,
  partnerId: Optional(
    partner('An active partner. Without it a service gets offers of several; a partner’s credential means itself'),
  ),
};

/** A line: the body of a charge. Ends and weight may be assumed; the rules of a line say when they are needed. */
export const BulkShipment = Type.Object(
  {
    ref: Optional(
      Type.String({ minLength: 1, maxLength: MAX_REF_LENGTH, description: 'Echoed: your name for the line' }),
    ),
    ...shipment,
    assume: Optional(BulkAssumption),
  },
  { title: 'BulkShipment' },
);
export type BulkShipment = Static<typeof BulkShipment>;

/** What `defaults` may have. */
export const BulkDefaults = Type.Object(shipment);

/** A line as it is sent: the defaults may give what a shipment needs. */
const BulkLine = Type.Object(Type.Partial(BulkShipment).properties, {
  title: 'BulkLine',
  description:
    'The body of calculate-charges, without includeQuoteToken, includeReturns and includeLanded; with the defaults it '
    + 'has what that question needs. Each line is judged by itself',
});

const PartnersToChoose = Type.Array(PartnerId, {
  minItems: 1,
  maxItems: MAX_BULK_PARTNERS,
  description: 'partnerIds to choose among',
});

export const BulkRequest = Type.Object(
  {
    shipments: Type.Array(BulkLine, { minItems: 1, maxItems: MAX_BULK_LINES }),
    defaults: Optional(
      Type.Object(Type.Partial(BulkDefaults).properties, {
        title: 'BulkDefaults',
        description:
          'Members that every shipment takes unless it gives them, also as null. A line with pieces takes no weight '
          + 'or dimensions from here, nor the reverse; one that gives a member by its other name not that member',
      }),
    ),
    partners: Optional(
      Type.Union([Type.Literal('ALL'), PartnersToChoose], {
        default: 'ALL',
        description: 'Who is asked for lines without partnerId: ALL active partners, or the listed ones',
      }),
    ),
    best: Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_BULK_OFFERS,
        default: 3,
        description: 'How many offers a line without partnerId shows',
      }),
    ),
    detail: Optional(Type.Enum([...BULK_DETAILS], { default: 'charges', description: 'How much a result says' })),
  },
  { title: 'BulkRequest' },
);
export type BulkRequest = Static<typeof BulkRequest>;

/** The same for validation: lines are judged one by one, and the partners as a whole. */
export const BulkBody = Type.Object({
  ...BulkRequest.properties,
  defaults: Optional(Type.Object({})),
  partners: Optional(Type.Unknown()),
  shipments: Type.Array(Type.Unknown(), { minItems: 1, maxItems: MAX_BULK_LINES }),
});
