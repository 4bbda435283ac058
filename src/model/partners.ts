/** Services, partners and their zones; see documents.ts. */
import Type from 'typebox';
import {
  AMOUNT_KINDS,
  PAYMENT_TYPES,
  SERVICE_TYPE_IDS,
  SHIPMENT_TYPES,
  TAX_REGIMES,
  TAX_ROUNDINGS,
} from '../domain/vocabulary.js';
import {
  MAX_ACCEPTED_FINDINGS,
  MAX_CUSTOM_CHARGES,
  MAX_FINDING_DOCUMENTS,
  MAX_PICKUP_PINCODES,
  MAX_TAGS_PER_PARTNER,
  MAX_TAX_ENTRIES,
  MAX_TAX_PERCENT,
} from '../limits/documents.js';
import {
  centimetres,
  clockTime,
  closed,
  count,
  dateTime,
  day,
  grams,
  gstCode,
  id,
  inUnit,
  isActive,
  keywords,
  kilometres,
  money,
  name,
  nullish,
  optional,
  partnerId,
  pincode,
  text,
  tier,
  validity,
} from './fields.js';
import { tag, transitDays } from './lanes.js';
import { LINT_CODES } from './lint-codes.js';
import { cft, volumetricBasis, volumetricDivisor } from './weight-terms.js';

export const ServiceTypeDoc = Type.Object(
  {
    serviceTypeId: Type.Enum([...SERVICE_TYPE_IDS], { description: 'Id of the service.' }),
    serviceTypeName: name('Short name.'),
    displayName: name('Name for a page or a form.'),
    category: name('Heading under which you list it.'),
  },
  closed,
);

const transitRow = Type.Object(
  {
    distanceFrom: kilometres('Lower bound of the distance, inclusive.'),
    distanceTo: kilometres('Upper bound of the distance, exclusive.', { above: 'distanceFrom' }),
    hours: nullish(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 10_000,
        ...inUnit('Hours', 'From pickup to delivery; EXPRESS takes 0.6 of it.'),
      }),
      'days say it',
    ),
    days: transitDays('hours say it'),
  },
  closed,
);

const cutoffOf = (days: string, ifAbsent = 'cutoffTime') =>
  nullish(clockTime(`Of ${days}; null: no pickup.`, { isNullMeant: true }), ifAbsent);

const taxEntry = Type.Object(
  {
    regime: Type.Enum([...TAX_REGIMES], {
      description:
        'FORWARD: the courier charges GST; REVERSE_CHARGE: the recipient of the service pays it to the state; '
        + 'EXEMPT: nobody pays any.',
    }),
    percent: nullish(
      Type.Number({
        minimum: 0,
        maximum: MAX_TAX_PERCENT,
        ...inUnit('Percent, at most four decimals', 'The whole rate.'),
      }),
      'GST_PERCENT',
    ),
    sac: nullish(
      Type.String({
        pattern: '^[0-9]{4,8}$',
        description: 'Services Accounting Code on the invoice, shown with the tax.',
      }),
      'none is shown',
    ),
    rounding: nullish(
      Type.Enum([...TAX_ROUNDINGS], {
        description: 'What CGST, SGST and IGST, and the liability of the recipient, are rounded to, half up.',
      }),
      'PAISA',
    ),
    ...validity,
  },
  closed,
);

const acceptedFinding = Type.Object(
  {
    code: Type.Enum([...LINT_CODES], { description: 'Code of the finding.' }),
    documents: Type.Array(name('As the finding names it, such as packages/103.'), {
      minItems: 1,
      maxItems: MAX_FINDING_DOCUMENTS,
      description:
        'All documents that the finding names: with others it is reported again. SERVICE_MISSING: some zones.',
    }),
    note: name('Why it is meant to be so.'),
    until: day('The last day, YYYY-MM-DD, India Standard Time; then it is reported again.'),
  },
  closed,
);

export const PartnerDoc = Type.Object(
  {
    partnerId: partnerId('Id of the courier in requests and in all other rows. It never changes.'),
    name: name('Name that is shown.'),
    status: Type.Enum(['ACTIVE', 'INACTIVE'], { description: 'INACTIVE: the courier is never offered.' }),
    tier: tier('Size class of the courier, only shown. Callers are limited by the tier of their credential.'),
    joinedDate: Type.String({
      minLength: 10,
      maxLength: 40,
      description: 'Day on which you began to work together, only shown.',
    }),
    gstStateCode: gstCode(
      'GST code of the state that the courier invoices from: the same state gives CGST and SGST, another one IGST.',
    ),
    contact: Type.Object(
      {
        name: name('Name of the person to call.'),
        phone: text('Telephone number.'),
        email: text('Address for mail.'),
        trackingUrl: text('Address of the tracking page.'),
      },
      { ...closed, description: 'How to reach the courier; shown in answers.' },
    ),
    limits: Type.Object(
      {
        maxWeight: grams('Highest chargeable weight, inclusive.'),
        maxPieceWeight: nullish(grams('Heaviest piece, inclusive.'), 'as heavy as the shipment'),
        maxDimensions: Type.Object(
          {
            length: centimetres('One side.'),
            width: centimetres('Another side.'),
            height: centimetres('The third side.'),
          },
          { ...closed, description: 'Largest parcel. Parcels may be turned to fit.' },
        ),
        maxLengthPlusGirth: nullish(
          centimetres('Longest side of a piece plus twice the sum of the other two, inclusive.'),
          'no bound',
        ),
        maxSideSum: nullish(centimetres('Sum of the three sides of a piece, inclusive.'), 'no bound'),
        maxCodAmount: money('Highest amount that the courier collects, inclusive.'),
        maxDeclaredValue: money('Highest declared value, inclusive.', { maximum: 100_000_000 }),
      },
      { ...closed, description: 'Parcels beyond these limits are refused.' },
    ),
    paymentTypes: Type.Array(Type.Enum([...PAYMENT_TYPES]), {
      description: 'The payment types that the courier accepts.',
    }),
    shipmentTypes: Type.Array(Type.Enum([...SHIPMENT_TYPES]), {
      description: 'The shipment types that the courier accepts.',
    }),
    cutoffTime: clockTime('Parcels requested at this time or later leave on the next working day.'),
    cutoffTimes: nullish(
      Type.Object(
        {
          monday: cutoffOf('Mondays'),
          tuesday: cutoffOf('Tuesdays'),
          wednesday: cutoffOf('Wednesdays'),
          thursday: cutoffOf('Thursdays'),
          friday: cutoffOf('Fridays'),
          saturday: cutoffOf('Saturdays'),
          sunday: cutoffOf('Sundays', 'cutoffTime, where weekendDelivery is true'),
        },
        {
          ...closed,
          description:
            'The cutoff by day of the week. A Sunday with a time is a day of pickup whatever weekendDelivery says.',
        },
      ),
      'cutoffTime on all days',
    ),
    weekendDelivery: Type.Boolean({ description: 'true: Sundays are days of pickup and delivery too.' }),
    deliveryDays: nullish(
      Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
        minItems: 1,
        ...keywords({ distinct: true }),
        description: 'Days of the week with deliveries, 1 Monday to 7 Sunday, in place of weekendDelivery.',
      }),
      'as weekendDelivery says',
    ),
    pickupOnlyFrom: nullish(
      Type.Boolean({
        description:
          'true: shipments begin only at pickupPincodes of the zones, as the lists and rates of the courier say; '
          + 'another pickup is not covered.',
      }),
      'false',
    ),
    sameDay: Type.Boolean({ description: 'true: the courier offers delivery on the same day; only shown.' }),
    deliveryWindow: optional(
      Type.Object(
        {
          from: clockTime('Earliest delivery, inclusive.'),
          to: clockTime('Latest delivery, inclusive; later than from.', { after: 'from' }),
        },
        {
          ...closed,
          description: 'When parcels are handed over on a delivery day.',
        },
      ),
      '09:00 to 21:00',
    ),
    volumetricDivisor: optional(volumetricDivisor, '5000'),
    cft: nullish(cft, 'volumetricDivisor does'),
    volumetricBasis: nullish(volumetricBasis, 'SHIPMENT'),
    amounts: nullish(
      Type.Enum([...AMOUNT_KINDS], {
        description:
          'WITH_TAX: the courier’s amounts, services and flat discounts include the GST that it charges; '
          + 'WITHOUT_TAX: it comes on top.',
      }),
      'WITHOUT_TAX',
    ),
    tax: nullish(
      Type.Array(taxEntry, {
        maxItems: MAX_TAX_ENTRIES,
        description: 'How GST is paid. Of the entries in force the latest by validFrom counts, then the last.',
      }),
      'FORWARD at GST_PERCENT',
    ),
    accepted: nullish(
      Type.Array(acceptedFinding, {
        maxItems: MAX_ACCEPTED_FINDINGS,
        description: 'Findings of the linter that are meant to be so.',
      }),
      'none',
    ),
    transit: Type.Array(transitRow, {
      description: 'How long a parcel takes, by road distance. A distance without a row is refused (NO_TRANSIT).',
    }),
    performance: Type.Object(
      {
        successRate: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'Share of parcels delivered, 0.97 for 97 %. Used by MOST_RELIABLE, BEST_MATCH and BALANCED.',
        }),
        totalShipments: count('Shipments so far, only shown.'),
        monthlyVolume: count('Shipments in a month, only shown.'),
        averageDeliveryTime: Type.Number({
          minimum: 0,
          ...inUnit('Hours', 'Only shown; estimates use transit.'),
        }),
        avgMonthlyRevenue: Type.Number({
          minimum: 0,
          ...inUnit('Rupees, at most two decimals', 'Only shown.'),
        }),
        customerSatisfaction: Type.Number({ minimum: 0, maximum: 5, description: 'Marks from 0 to 5, only shown.' }),
        topRoutes: Type.Array(
          Type.Object(
            {
              route: name('The route in words.'),
              shipments: count('Shipments on it.'),
            },
            closed,
          ),
          { description: 'Busiest routes, only shown; the list may be empty.' },
        ),
      },
      {
        ...closed,
        description:
          'The courier’s record. If you have no figures yet, estimate successRate and write 0 for the others.',
      },
    ),
  },
  closed,
);

/**
 * The name of a customer type or a shipment type. The pattern excludes names with a meaning in the store's encoding,
 * such as __proto__ and toJSON.
 */
export const CustomChargeName = Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,49}$' });

export const ZoneService = Type.Object(
  {
    serviceTypeId: Type.Enum([...SERVICE_TYPE_IDS], { description: 'The service, at most once in a zone.' }),
    isAvailable: Type.Boolean({ description: 'false: shipments that need the service are refused here.' }),
    baseCharge: optional(money('Charge for the service here.'), '0'),
    customCharges: optional(
      Type.Record(CustomChargeName, money('The charge for that type.'), {
        ...closed,
        maxProperties: MAX_CUSTOM_CHARGES,
        description:
          'Another charge for a customer type (RETAIL, CORPORATE …) or, if that is not listed, a shipment ' + 'type.',
      }),
      'baseCharge for all',
    ),
    additionalInfo: optional(
      Type.Object(
        {
          cutoffTime: optional(text('Only shown.'), 'not shown'),
          deliveryWindow: optional(text('Only for DELIVERY; shown in assignments.'), 'the partner’s'),
          maxWeight: optional(
            Type.Number({
              minimum: 0,
              ...inUnit('Grams', 'Only shown; it refuses nothing.'),
            }),
            'not shown',
          ),
          restrictions: optional(Type.Array(text('One restriction in words.'), { description: 'Only shown.' }), 'none'),
          specialInstructions: optional(text('Only for DELIVERY; shown in assignments.'), 'none'),
          vehicleType: optional(
            Type.String({
              maxLength: 200,
              description: 'Only for PICKUP; shown in assignments.',
            }),
            'not shown',
          ),
        },
        { description: 'Texts for people.' },
      ),
      'none',
    ),
  },
  closed,
);

const OperationalDetails = Type.Object(
  {
    operatingHours: optional(
      Type.Record(Type.String(), text('09:00-18:00, or CLOSED.'), { description: 'By day, monday to sunday.' }),
      'not shown',
    ),
    capacity: optional(
      Type.Object(
        {
          maxDailyShipments: optional(Type.Number({ minimum: 0, description: 'Only shown.' }), 'not shown'),
          maxWeightPerDay: optional(
            Type.Number({
              minimum: 0,
              ...inUnit('Grams', 'Only shown.'),
            }),
            'not shown',
          ),
        },
        { description: 'What the zone can handle in a day, only shown.' },
      ),
      'not shown',
    ),
    specialHandling: optional(Type.Array(text('One instruction.'), { description: 'Shown in assignments.' }), 'none'),
  },
  { description: 'Working details of the zone, for people.' },
);

export const ZoneDoc = Type.Object(
  {
    id: id('Number of the zone, unique among the zones of all partners.'),
    partnerId: partnerId('The courier that the zone belongs to.'),
    name: name('Name that is shown.'),
    description: text('Description of the zone; may be empty.'),
    status: isActive('the zone covers nothing.'),
    attributes: Type.Array(Type.Enum(['ODA', 'HILL']), {
      description:
        'Services charged for every shipment that begins or ends here. The zone must list the service of that '
        + 'name as available.',
    }),
    tags: nullish(
      Type.Array(tag, {
        description:
          'Names that lane rules and surcharges of the courier ask for, such as METRO, NE or ISLAND: '
          + `at most ${MAX_TAGS_PER_PARTNER} different ones in all of its zones.`,
        ...keywords({ distinct: true }),
      }),
      'none',
    ),
    geographical: Type.Object(
      {
        states: Type.Array(id('Id of a state.'), { description: 'Ids of whole states.' }),
        cities: Type.Array(id('Id of a city.'), { description: 'Ids of whole cities.' }),
        areas: Type.Array(id('Id of an area.'), { description: 'Ids of areas.' }),
      },
      { ...closed, description: 'What the zone covers, in addition to its zone-pincodes.' },
    ),
    pickupPincodes: nullish(
      Type.Array(pincode('A pincode of a pickup.'), {
        maxItems: MAX_PICKUP_PINCODES,
        ...keywords({ distinct: true }),
        description:
          'Pincodes that are in this zone at the pickup, whatever else says another zone, such as those of your '
          + 'warehouse. At the delivery nothing changes.',
      }),
      'none',
    ),
    services: Type.Array(ZoneService, {
      ...keywords({ distinct: 'serviceTypeId' }),
      description: 'The services here and their charges. Every delivery here needs DELIVERY, and COD or PREPAID.',
    }),
    operationalDetails: nullish(OperationalDetails, 'nothing is known'),
    createdAt: dateTime('When the row was created.'),
    updatedAt: dateTime('When the row was last changed.'),
  },
  closed,
);
