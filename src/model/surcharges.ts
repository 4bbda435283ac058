/** What a contract charges beyond freight and the standard charges, and what a return costs; see documents.ts. */
import Type from 'typebox';
import {
  CUSTOMER_TYPES,
  DIRECTIONS,
  PAYMENT_TYPES,
  RTO_BASES,
  SERVICE_TYPE_IDS,
  SHIPMENT_TYPES,
  SURCHARGE_ENDS,
} from '../domain/vocabulary.js';
import { BASES_TEXT, isByUnit, SURCHARGE_BASES } from '../domain/surcharge-bases.js';
import {
  MAX_MONEY_RUPEES,
  MAX_PERCENT,
  MAX_SURCHARGE_PER_UNIT_RUPEES,
  PERCENT_DECIMALS,
  SURCHARGE_VALUE_DECIMALS,
} from '../limits/documents.js';
import {
  type BoundsBy,
  closed,
  collected,
  collectedBelow,
  dateTime,
  filter,
  id,
  inUnit,
  isActive,
  keywords,
  kilograms,
  kilometres,
  money,
  name,
  Nullable,
  nullish,
  oneOf,
  partnerId,
  service,
  validity,
} from './fields.js';
import { lane, tags, zoneIds } from './lanes.js';

export const SURCHARGE_CODE = '^[A-Z][A-Z0-9_]{1,29}$';

/** The names of amounts: standard ones, and codes of surcharges. */
export const baseNames = (description: string, ifAbsent: string) =>
  nullish(
    Type.Array(Type.String({ minLength: 1, maxLength: 30 }), { minItems: 1, uniqueItems: true, description }),
    ifAbsent,
  );

const lengthOfPiece = (meaning: string) =>
  nullish(Type.Number({ minimum: 0, maximum: 100_000, ...inUnit('Centimetres', meaning) }), 'any');
const PieceCondition = Type.Object(
  {
    kgFrom: nullish(kilograms('Weight that the piece has at least.'), 'any'),
    longestCmFrom: lengthOfPiece('Longest side that the piece has at least.'),
    lengthPlusGirthCmFrom: lengthOfPiece('Longest side plus twice the sum of the other two, at least.'),
    sideSumCmFrom: lengthOfPiece('Sum of the three sides, at least.'),
  },
  {
    ...closed,
    description: 'A single piece is as heavy and as large as this. With PER_PIECE these pieces are counted.',
  },
);

const SurchargeConditions = Type.Object(
  {
    end: nullish(
      Type.Enum([...SURCHARGE_ENDS], {
        description: 'The end that attributes, zones and tags are about; EITHER is one of both.',
      }),
      'EITHER',
    ),
    attributes: oneOf(['ODA', 'HILL'], 'The end has one of these attributes.', 'any end'),
    zones: zoneIds('The end lies in one of these zones.', 'any zone'),
    tags: tags('The end’s zone has one of these tags.', 'any zone'),
    lanes: nullish(
      Type.Array(lane('A lane.'), { minItems: 1, description: 'The route has one of these lanes.' }),
      'any',
    ),
    kgFrom: nullish(kilograms('Lower bound of the chargeable weight, inclusive.'), 'no bound'),
    kgTo: nullish(kilograms('Upper bound of the chargeable weight, exclusive.', { above: 'kgFrom' }), 'no bound'),
    kmFrom: nullish(kilometres('Lower bound of the road distance, inclusive.'), 'no bound'),
    kmTo: nullish(kilometres('Upper bound of the road distance, exclusive.', { above: 'kmFrom' }), 'no bound'),
    paymentTypes: oneOf(PAYMENT_TYPES, 'Payment types.', 'all'),
    shipmentTypes: oneOf(SHIPMENT_TYPES, 'Shipment types.', 'all'),
    customerTypes: oneOf(CUSTOMER_TYPES, 'Customer types.', 'all'),
    directions: oneOf(DIRECTIONS, 'Directions.', 'FORWARD'),
    services: oneOf(SERVICE_TYPE_IDS, 'One of these services is required.', 'any shipment'),
    valueFrom: nullish(collected('Lower bound of the declared value, inclusive.'), 'no bound'),
    valueTo: nullish(collected('Upper bound of the declared value, exclusive.', { above: 'valueFrom' }), 'no bound'),
    edlKmFrom: nullish(kilometres('Lower bound of the edlKm of the end’s pincode, inclusive.'), 'no bound'),
    edlKmTo: nullish(
      kilometres('Upper bound of the edlKm of the end’s pincode, exclusive.', { above: 'edlKmFrom' }),
      'no bound',
    ),
    codFrom: nullish(collected('Lower bound of the amount to collect, inclusive; it is 0 for PREPAID.'), 'no bound'),
    codTo: nullish(collectedBelow('Upper bound of the amount to collect, exclusive.'), 'no bound'),
    weekdays: nullish(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        description: 'Days of the week on which the parcel leaves, 1 Monday to 7 Sunday.',
      }),
      'all',
    ),
    piece: nullish(PieceCondition, 'any pieces'),
  },
  { ...closed, description: 'What must hold, all of it.' },
);

const upTo = (most: number, unit: 'Rupees' | 'percent' = 'Rupees') =>
  ({ most, unit, decimals: SURCHARGE_VALUE_DECIMALS }) as const;
const boundsOf = (basis: (typeof SURCHARGE_BASES)[number]): BoundsBy['cases'][string] => {
  if (basis === 'PERCENT') return upTo(MAX_PERCENT, 'percent');
  return upTo(isByUnit(basis) ? MAX_SURCHARGE_PER_UNIT_RUPEES : MAX_MONEY_RUPEES);
};
const BOUNDS_BY_BASIS = Object.fromEntries(SURCHARGE_BASES.map((basis) => [basis, boundsOf(basis)]));

export const SurchargeDoc = Type.Object(
  {
    id: id('Number of the row, unique among all rows.'),
    partnerId: nullish(partnerId('The courier that charges it.'), 'every courier without a matching row of the code'),
    customerId: nullish(
      filter(name('The only customer of yours that pays this: the customerId of a request.')),
      'all customers',
    ),
    code: filter(
      Type.String({ pattern: SURCHARGE_CODE, description: 'What the surcharge is called in answers and in `of`.' }),
    ),
    label: name('Title of the surcharge, shown in the breakdown of a price.'),
    basis: Type.Enum([...SURCHARGE_BASES], {
      description: `What value is multiplied by: ${BASES_TEXT}.`,
    }),
    value: Type.Number({
      minimum: 0,
      maximum: Math.max(MAX_MONEY_RUPEES, MAX_PERCENT),
      ...inUnit(
        'Rupees or percent, at most four decimals',
        'Percent for PERCENT, at most 1,000; Rupees for the others, at most 10,000 for those by weight or piece.',
      ),
      ...keywords({ boundsBy: { field: 'basis', cases: BOUNDS_BY_BASIS } }),
    }),
    of: baseNames('Amounts that a PERCENT is of, by name or code.', 'the basis is not PERCENT'),
    above: nullish(money('For PERCENT: only what exceeds this counts.'), '0'),
    min: nullish(money('The amount is at least this.'), 'no minimum'),
    max: nullish(money('The amount is at most this.', { atLeast: 'min' }), 'no maximum'),
    when: nullish(filter(SurchargeConditions), 'every forward shipment'),
    group: nullish(name('Of matching rows of one group only the highest amount counts.'), 'the row counts by itself'),
    order: Type.Integer({
      minimum: 1,
      maximum: 999,
      description:
        'Place in the order of evaluation; services have 100, docket 200, cod 300, insurance 400, fsc 900. '
        + '`of` names only what comes before.',
    }),
    taxable: nullish(Type.Boolean({ description: 'false: no tax is charged on it.' }), 'true'),
    status: isActive('the row does not count.'),
    ...validity,
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);

export const RtoTermsDoc = Type.Object(
  {
    id: id('Number of the row, unique among the rows of all partners.'),
    partnerId: partnerId('The courier that they belong to.'),
    customerId: nullish(
      name('The only customer of yours that they are for: the customerId of a request.'),
      'all customers',
    ),
    service: nullish(
      service('The service that they are for: they count only when the forward shipment requires it.'),
      'any shipment',
    ),
    lane: nullish(lane('Lane of the route.'), 'any lane'),
    basis: Type.Enum([...RTO_BASES], {
      description:
        'PERCENT_OF_FORWARD: the freight of the return is percent of the forward freight. '
        + 'CARD: packages with direction RTO price it.',
    }),
    percent: Nullable(
      Type.Number({
        minimum: 0,
        maximum: MAX_PERCENT,
        description: 'Percent of the forward freight, at most four decimals. Null with CARD.',
        ...keywords({ decimals: PERCENT_DECIMALS }),
      }),
    ),
    status: isActive('the row does not count.'),
    ...validity,
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);
