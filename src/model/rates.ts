/** Weight rates, charges and discounts; see documents.ts. */
import Type from 'typebox';
import {
  CHARGE_DIRECTIONS,
  CHARGE_TYPES,
  DIRECTIONS,
  DISCOUNT_BASES,
  PAYMENT_TYPES,
  SHIPMENT_TYPES,
} from '../domain/vocabulary.js';
import { MAX_MONEY_RUPEES } from '../limits/documents.js';
import {
  closed,
  dateTime,
  grams,
  gramsOrZero,
  id,
  inUnit,
  isActive,
  kilograms,
  kilometres,
  money,
  name,
  Nullable,
  Optional,
  partnerId,
  rateType,
  rateValue,
  text,
  validity,
} from './fields.js';
import { condition, lane } from './lanes.js';
import { baseNames } from './surcharges.js';

export const PackageDoc = Type.Object(
  {
    id: id('Number of the row, unique among the rows of all partners.'),
    packageId: name('Your own name for the row, shown in answers.'),
    partnerId: partnerId('The courier that the rate belongs to.'),
    packageName: name('Title of the row, shown in the breakdown of a price.'),
    baseWeight: grams('Weight that baseCharge covers.'),
    baseCharge: money('Price up to baseWeight.'),
    addonWeight: gramsOrZero('Size of each further step. 0: nothing above baseWeight is carried.'),
    addonCharge: Type.Number({
      minimum: 0,
      maximum: MAX_MONEY_RUPEES,
      description: inUnit(
        'Rupees, at most four decimals',
        'Price of each started step of addonWeight; above 10,000 at most two decimals.',
      ),
    }),
    minCharge: Optional(Nullable(money('The charge of the row is at least this. If absent: no minimum.'))),
    minWeight: Optional(Nullable(gramsOrZero('Lower bound, exclusive: the row is for heavier parcels. If absent: 0.'))),
    maxWeight: Optional(Nullable(grams('Upper bound, inclusive. If absent: no bound.'))),
    shipmentType: Optional(
      Nullable(
        Type.Enum([...SHIPMENT_TYPES], {
          description: 'Shipment type that the row is for. If absent: all.',
        }),
      ),
    ),
    paymentType: Optional(
      Nullable(
        Type.Enum([...PAYMENT_TYPES], {
          description: 'Payment type that the row is for; it goes before rows without one. If absent: both.',
        }),
      ),
    ),
    customerId: Optional(
      Nullable(
        name(
          'The only customer of yours that the row is for: the customerId of a request. Where any row of a customer '
            + 'matches, only these count for it. If absent: all customers.',
        ),
      ),
    ),
    direction: Optional(
      Nullable(
        Type.Enum([...DIRECTIONS], {
          description:
            'Direction that the row is for: FORWARD to the recipient, RTO the return of an undelivered parcel, '
            + 'REVERSE from a customer. If absent: FORWARD.',
        }),
      ),
    ),
    kmFrom: Optional(Nullable(kilometres('Lower bound of the road distance, inclusive. If absent: no bound.'))),
    kmTo: Optional(Nullable(kilometres('Upper bound of the road distance, exclusive. If absent: no bound.'))),
    fromZoneId: Optional(Nullable(id('Zone of the pickup. If absent: any zone of the partner.'))),
    toZoneId: Optional(Nullable(id('Zone of the delivery. If absent: any zone of the partner.'))),
    lane: condition(lane('Lane of the route; then neither zone is named. If absent: any lane.')),
    status: isActive('the row does not count.'),
    ...validity,
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);

export const DistanceChargeDoc = Type.Object(
  {
    id: id('Number of the row, unique among the rows of all partners.'),
    partnerId: partnerId('The courier that the charge belongs to.'),
    distanceFrom: kilometres('Lower bound of the road distance, inclusive.'),
    distanceTo: kilometres('Upper bound of the road distance, exclusive.'),
    charge: rateValue('Added to the weight charge; a percentage is of the weight charge.'),
    chargeType: rateType('Whether charge is an amount or a percentage.'),
    lane: condition(lane('Lane of the route; it goes before rows without one. If absent: any lane.')),
    status: isActive('the row does not count.'),
    ...validity,
  },
  closed,
);

export const CustomerChargeDoc = Type.Object(
  {
    id: id('Number of the row, unique among all rows.'),
    partnerId: Nullable(
      partnerId(
        'The courier that the charge belongs to. Null: the default for couriers without a matching row of the type.',
      ),
    ),
    customerId: Optional(
      Nullable(
        name('The only customer of yours that pays this: the customerId of a request. If absent: all customers.'),
      ),
    ),
    type: Type.Enum([...CHARGE_TYPES], {
      description:
        'fsc: fuel surcharge; docket: fee for each consignment; cod: fee for collecting money; '
        + 'insurance: of the declared value.',
    }),
    chargeType: rateType('Whether value is an amount or a percentage.'),
    value: rateValue(
      'A percentage is of freight (fsc, docket), of the amount collected (cod) or of the declared value (insurance).',
    ),
    direction: Optional(
      Nullable(
        Type.Enum([...CHARGE_DIRECTIONS], {
          description: 'Direction that the row is for; ANY is all of them. If absent: FORWARD.',
        }),
      ),
    ),
    of: baseNames(
      'Amounts that a percentage is of, by name or by the code of a surcharge. If absent: freight (fsc, docket), '
        + 'codAmount (cod) or declaredValue (insurance).',
    ),
    above: Optional(Nullable(money('Of a percentage’s base only what exceeds this counts. If absent: 0.'))),
    min: Optional(Nullable(money('The amount is at least this. If absent: no minimum.'))),
    max: Optional(Nullable(money('The amount is at most this. If absent: no maximum.'))),
    always: Optional(
      Nullable(
        Type.Boolean({
          description: 'insurance: true if it counts without a declared value as well. If absent: false.',
        }),
      ),
    ),
    minKg: Optional(Nullable(kilograms('Lowest chargeable weight, inclusive. If absent: no bound.'))),
    maxKg: Optional(Nullable(kilograms('Highest chargeable weight, inclusive. If absent: no bound.'))),
    status: isActive('the row does not count.'),
    ...validity,
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);

export const DiscountDoc = Type.Object(
  {
    id: id('Number of the row, unique among the rows of all partners.'),
    partnerId: partnerId('The courier that gives it.'),
    fromWeight: kilograms('Lowest chargeable weight, inclusive.'),
    toWeight: kilograms('Highest chargeable weight, inclusive.'),
    discountType: rateType('Whether discountValue is an amount or a percentage.'),
    discountValue: rateValue('From 0.01 up to 100 percent or 10,000 Rupees.'),
    appliesTo: Optional(
      Type.Enum([...DISCOUNT_BASES], {
        description:
          'The amount that a percentage applies to, and the most that a flat discount takes off. SUBTOTAL: freight and '
          + 'all surcharges before tax; FREIGHT: weight charge and distance charge. If absent: SUBTOTAL.',
      }),
    ),
    description: Optional(
      Nullable(text('Description of the discount, shown in answers. If absent: nothing is shown.')),
    ),
    ...validity,
    status: isActive('the row does not count.'),
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);
