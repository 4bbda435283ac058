/** Services and partners; see documents.ts. */
import Type from 'typebox';
import { REMITTANCE_DAYS } from '../domain/landed.js';
import {
  AMOUNT_KINDS,
  PAYMENT_TYPES,
  PERFORMANCE_SOURCES,
  SERVICE_TYPE_IDS,
  SHIPMENT_TYPES,
  TAX_REGIMES,
  TAX_ROUNDINGS,
} from '../domain/vocabulary.js';
import {
  MAX_ACCEPTED_FINDINGS,
  MAX_FINDING_DOCUMENTS,
  MAX_PARTNER_GROUPS,
  MAX_REMITTANCE_DAYS,
  MAX_TAX_ENTRIES,
  MAX_TAX_PERCENT,
  MAX_TRANSIT_HOURS,
} from '../limits/documents.js';
import {
  centimetres,
  clockTime,
  closed,
  count,
  day,
  grams,
  gstCode,
  inUnit,
  keywords,
  kilometres,
  money,
  name,
  nullish,
  optional,
  partnerId,
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
        maximum: MAX_TRANSIT_HOURS,
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
    groups: nullish(
      Type.Array(tag, {
        maxItems: MAX_PARTNER_GROUPS,
        description: 'Groups by which policies name it as group:AIR, such as AIR, SURFACE or OWN_FLEET.',
        ...keywords({ distinct: true }),
      }),
      'none',
    ),
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
    codRemittanceDays: nullish(
      Type.Integer({
        minimum: 0,
        maximum: MAX_REMITTANCE_DAYS,
        ...inUnit('Days', 'From a delivery until the courier pays out what it has collected.'),
      }),
      String(REMITTANCE_DAYS),
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
        source: optional(
          Type.Enum([...PERFORMANCE_SOURCES], {
            description:
              'Where the rate that strategies and confidence use comes from. GIVEN: successRate. '
              + 'OUTCOMES: 1 − RTO at the delivery pincode and payment type, from outcomes.',
          }),
          'GIVEN',
        ),
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
