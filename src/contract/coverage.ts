/** Where partners deliver, pincode by pincode. */
import Type, { type Static } from 'typebox';
import { moment, orNull } from './fields.js';
import { COVERAGE_LEVELS, PAYMENT_TYPES } from '../domain/vocabulary.js';
import { MAX_PINCODES_REQUESTED } from '../limits/requests.js';
import { services } from './answers/values.js';
import { PartnerPath, refresh } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { PartnerId, Pincode as PincodeCode } from '../model/documents.js';
import { ZoneDoc } from '../model/zones.js';
import { Pincode } from './pincodes.js';
import { ZONE_READS } from './zones.js';

const { Optional } = Type;
const [, ...LEVELS] = COVERAGE_LEVELS;

const zoneId = { ...ZoneDoc.properties.id, description: 'The zone that the pincode lies in' };

const Block = Type.Object(
  {
    from: moment('The first moment of the block'),
    to: orNull(moment('The last moment'), 'Null: no end'),
    reason: Type.String(),
  },
  { title: 'PincodeBlock' },
);

export const PincodePartner = Type.Object(
  {
    partnerId: PartnerId,
    zoneId,
    zone: Type.String({ description: 'Its name' }),
    level: Type.Enum([...LEVELS], {
      description: 'What assigns the pincode to the zone: its own entry, or what the zone lists of it',
    }),
    services: services('The services at the pincode after its own entry, as if it were not blocked'),
    attributes: Type.Array(ZoneDoc.properties.attributes.items, {
      description: 'ODA: out of delivery area; HILL: hilly area. After what its own entry says',
    }),
    blocked: orNull(Block, 'The block in force: until its end nothing is served here. Null: there is none'),
  },
  { title: 'PincodePartner' },
);

/** A line of a partner's coverage. */
export type CoverageLine = { pincode: string } & Omit<Static<typeof PincodePartner>, 'partnerId'>;

export const COVERAGE_COLUMNS = ['pincode', 'zoneId', 'zone', 'level', 'services', 'attributes', 'blocked'] as const;

export const getPartnerCoverage = contract({
  id: 'getPartnerCoverage',
  path: `${API_PREFIX}/partners/{partnerId}/coverage`,
  tag: 'Zones',
  summary: 'Export a partner’s coverage',
  description: `Every pincode that the partner covers, ascending, of one moment:
${COVERAGE_COLUMNS.map((name) => `\`${name}\``).join(', ')}.

- The lines are NDJSON, whose members are those of \`partners\` in \`GET /pincodes/{pincode}\`. With
  \`Accept: text/csv\` they are CSV (RFC 4180) with a header, where a list is joined by blanks and \`blocked\` is the
  reason, empty when there is none. A cell that begins with = + - or @ has a \`'\` in front.
- Only active zones count. An inactive partner covers nothing: there are no lines.
- A partner’s credential gets its own.`,
  params: PartnerPath,
  mediaType: 'application/x-ndjson',
  streams: ['text/csv'],
  isBare: true,
  answer: Type.String({ description: 'A line for each pincode' }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND', 'OVERLOADED'],
  example: { params: { partnerId: 'himbrahma-hills' } },
});

export const getPincode = contract({
  id: 'getPincode',
  path: `${API_PREFIX}/pincodes/{pincode}`,
  tag: 'Geography',
  summary: 'Get a pincode, with the partners that cover it',
  description: `Where the pincode lies, and what each active partner that covers it offers there, in the order of their
ids.

- A partner that is blocked there is listed too: see \`blocked\`.
- A partner’s credential sees its own entry alone.`,
  reads: ZONE_READS,
  dependsOnTime: true,
  params: Type.Object({
    pincode: Type.String({ ...PincodeCode, description: 'The pincode', examples: ['734001'] }),
  }),
  query: Type.Object(refresh),
  answer: Type.Object({
    data: Type.Object(
      { ...Pincode.properties, partners: Type.Array(PincodePartner) },
      { title: 'PincodeWithPartners' },
    ),
  }),
  errors: ['PINCODE_NOT_FOUND'],
  example: { params: { pincode: '734001' } },
});

export const listServingPartners = contract({
  id: 'listServingPartners',
  path: `${API_PREFIX}/partners/availability/pincodes`,
  tag: 'Zones',
  scope: 'read',
  summary: 'Find the partners that serve pincodes',
  description: `Who serves each pincode at all now, whatever the parcel: for a page that says where you deliver, or a
check of many addresses. Whether a certain parcel is carried is a question for \`POST /partners/availability/check\`.

An active partner serves a pincode that it covers and has not blocked now, and where no hold is in force at that end.

- At the end \`DELIVERY\` the service DELIVERY must be available there. With \`paymentType\` the service of that name
  must be too, and the partner must take that payment type.
- At the end \`PICKUP\` no service must be: as in every quote, PICKUP is required only where a shipment names it, since
  a parcel may be brought.
- The answer has every pincode as often as it was given, in that order, and its partners in the order of their ids.
- A partner’s credential sees itself alone.`,
  body: Type.Object(
    {
      pincodes: Type.Array(PincodeCode, { minItems: 1, maxItems: MAX_PINCODES_REQUESTED, examples: [['110001']] }),
      end: Type.Enum(['PICKUP', 'DELIVERY'], { description: 'Where a parcel is collected, or where it is delivered' }),
      paymentType: Optional(
        Type.Enum([...PAYMENT_TYPES], { description: 'Only with the end DELIVERY. Unless given: any' }),
      ),
    },
    { title: 'ServingPartnersRequest' },
  ),
  answer: Type.Object({
    data: Type.Array(
      Type.Object(
        {
          pincode: PincodeCode,
          known: Type.Boolean({ description: 'False: there is no such pincode' }),
          partners: Type.Array(Type.Object({ partnerId: PartnerId, zoneId }, { title: 'ServingPartner' })),
        },
        { title: 'ServedPincode' },
      ),
    ),
  }),
  example: { body: { pincodes: ['110001', '171001', '999999'], end: 'DELIVERY', paymentType: 'COD' } },
});
