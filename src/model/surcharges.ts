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
import { BASES_TEXT, SURCHARGE_BASES } from '../domain/surcharge-bases.js';
import { MAX_MONEY_RUPEES, MAX_PERCENT } from '../limits/documents.js';
import {
  closed,
  dateTime,
  id,
  inUnit,
  isActive,
  kilograms,
  kilometres,
  money,
  name,
  Nullable,
  partnerId,
  validity,
} from './fields.js';
import { condition, lane, tags, zoneIds } from './lanes.js';

export const SURCHARGE_CODE = '^[A-Z][A-Z0-9_]{1,29}$';
const oneOf = <const V extends string>(values: readonly V[], description: string) =>
  condition(Type.Array(Type.Enum([...values]), { minItems: 1, description }));

/** The names of amounts: standard ones, and codes of surcharges. */
export const baseNames = (description: string) =>
  condition(Type.Array(Type.String({ minLength: 1, maxLength: 30 }), { minItems: 1, uniqueItems: true, description }));

const PieceCondition = Type.Object(
  {
    kgFrom: condition(kilograms('Weight that the piece has at least. If absent: any.')),
    longestCmFrom: condition(
      Type.Number({
        minimum: 0,
        maximum: 100_000,
        description: inUnit('Centimetres', 'Longest side that the piece has at least. If absent: any.'),
      }),
    ),
  },
  {
    ...closed,
    description:
      'A single piece is as heavy and as long as this. With PER_PIECE these pieces are counted. If absent: any pieces.',
  },
);

const SurchargeConditions = Type.Object(
  {
    end: condition(
      Type.Enum([...SURCHARGE_ENDS], {
        description: 'The end that attributes, zones and tags are about; EITHER is one of both. If absent: EITHER.',
      }),
    ),
    attributes: oneOf(['ODA', 'HILL'], 'The end has one of these attributes. If absent: any end.'),
    zones: zoneIds('The end lies in one of these zones. If absent: any zone.'),
    tags: tags('The end’s zone has one of these tags. If absent: any zone.'),
    lanes: condition(
      Type.Array(lane('A lane.'), { minItems: 1, description: 'The route has one of these lanes. If absent: any.' }),
    ),
    kgFrom: condition(kilograms('Lower bound of the chargeable weight, inclusive. If absent: no bound.')),
    kgTo: condition(kilograms('Upper bound of the chargeable weight, exclusive. If absent: no bound.')),
    kmFrom: condition(kilometres('Lower bound of the road distance, inclusive. If absent: no bound.')),
    kmTo: condition(kilometres('Upper bound of the road distance, exclusive. If absent: no bound.')),
    paymentTypes: oneOf(PAYMENT_TYPES, 'Payment types. If absent: all.'),
    shipmentTypes: oneOf(SHIPMENT_TYPES, 'Shipment types. If absent: all.'),
    customerTypes: oneOf(CUSTOMER_TYPES, 'Customer types. If absent: all.'),
    directions: oneOf(DIRECTIONS, 'Directions. If absent: FORWARD.'),
    services: oneOf(SERVICE_TYPE_IDS, 'One of these services is required. If absent: any shipment.'),
    valueFrom: condition(
      Type.Number({
        minimum: 0,
        maximum: 100_000_000,
        description: inUnit(
          'Rupees, at most two decimals',
          'Lower bound of the declared value, inclusive. If absent: no bound.',
        ),
      }),
    ),
    valueTo: condition(
      Type.Number({
        minimum: 0,
        maximum: 100_000_000,
        description: inUnit(
          'Rupees, at most two decimals',
          'Upper bound of the declared value, exclusive. If absent: no bound.',
        ),
      }),
    ),
    weekdays: condition(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        description: 'Days of the week on which the parcel leaves, 1 Monday to 7 Sunday. If absent: all.',
      }),
    ),
    piece: condition(PieceCondition),
  },
  { ...closed, description: 'What must hold, all of it. If absent: every forward shipment.' },
);

export const SurchargeDoc = Type.Object(
  {
    id: id('Number of the row, unique among all rows.'),
    partnerId: condition(
      partnerId('The courier that charges it. If absent: every courier without a matching row of the code.'),
    ),
    customerId: condition(
      name('The only customer of yours that pays this: the customerId of a request. If absent: all customers.'),
    ),
    code: Type.String({ pattern: SURCHARGE_CODE, description: 'What the surcharge is called in answers and in `of`.' }),
    label: name('Title of the surcharge, shown in the breakdown of a price.'),
    basis: Type.Enum([...SURCHARGE_BASES], {
      description: `What value is multiplied by: ${BASES_TEXT}.`,
    }),
    value: Type.Number({
      minimum: 0,
      maximum: Math.max(MAX_MONEY_RUPEES, MAX_PERCENT),
      description: inUnit(
        'Rupees or percent, at most four decimals',
        'Percent for PERCENT, at most 1,000; Rupees for the others, at most 10,000 for those by weight or piece.',
      ),
    }),
    of: baseNames('Amounts that a PERCENT is of, by name or code. If absent: the basis is not PERCENT.'),
    above: condition(money('For PERCENT: only what exceeds this counts. If absent: 0.')),
    min: condition(money('The amount is at least this. If absent: no minimum.')),
    max: condition(money('The amount is at most this. If absent: no maximum.')),
    when: condition(SurchargeConditions),
    group: condition(
      name('Of matching rows of one group only the highest amount counts. If absent: the row counts by itself.'),
    ),
    order: Type.Integer({
      minimum: 1,
      maximum: 999,
      description:
        'Place in the order of evaluation; services have 100, docket 200, cod 300, insurance 400, fsc 900. '
        + '`of` names only what comes before.',
    }),
    taxable: condition(Type.Boolean({ description: 'false: no tax is charged on it. If absent: true.' })),
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
    customerId: condition(
      name('The only customer of yours that they are for: the customerId of a request. If absent: all customers.'),
    ),
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
      }),
    ),
    status: isActive('the row does not count.'),
    ...validity,
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);
