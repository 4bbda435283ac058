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
import {
  EXACT_STEP_DECIMALS,
  MAX_DISCOUNT_FLAT_RUPEES,
  MAX_DISCOUNT_PERCENT,
  MAX_EXACT_STEP_RUPEES,
  MAX_FINEST_STEP_RUPEES,
  MAX_MONEY_RUPEES,
  MIN_DISCOUNT_VALUE,
  MONEY_DECIMALS,
} from '../limits/documents.js';
import {
  closed,
  collected,
  collectedBelow,
  dateTime,
  filter,
  grams,
  gramsOrZero,
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
  optional,
  partnerId,
  rateType,
  rateValue,
  service,
  text,
  validity,
} from './fields.js';
import { lane } from './lanes.js';
import { baseNames } from './surcharges.js';

export const PackageDoc = Type.Object(
  {
    id: id('Number of the row, unique among the rows of all partners.'),
    packageId: name('Your own name for the row, shown in answers.'),
    partnerId: partnerId('The courier that the rate belongs to.'),
    packageName: name('Title of the row, shown in the breakdown of a price.'),
    baseWeight: gramsOrZero('Weight that baseCharge covers. 0: steps are added from the first gram on.'),
    baseCharge: money('Price up to baseWeight.'),
    addonWeight: gramsOrZero('Size of each further step. 0: nothing above baseWeight is carried.'),
    addonCharge: Type.Number({
      minimum: 0,
      maximum: MAX_MONEY_RUPEES,
      ...inUnit(
        'Rupees, at most six decimals',
        'Price of each started step of addonWeight; above 100 at most four decimals, above 10,000 at most two.',
      ),
      ...keywords({
        decimalsBeyond: [
          { value: MAX_FINEST_STEP_RUPEES, decimals: EXACT_STEP_DECIMALS },
          { value: MAX_EXACT_STEP_RUPEES, decimals: MONEY_DECIMALS },
        ],
      }),
    }),
    minCharge: nullish(money('The charge of the row is at least this.'), 'no minimum'),
    minWeight: nullish(
      filter(gramsOrZero('Lower bound, exclusive: the row is for heavier parcels.', { below: 'maxWeight' }), 0),
      '0',
    ),
    maxWeight: nullish(filter(grams('Upper bound, inclusive.')), 'no bound'),
    shipmentType: nullish(
      filter(Type.Enum([...SHIPMENT_TYPES], { description: 'Shipment type that the row is for.' })),
      'all',
    ),
    paymentType: nullish(
      filter(
        Type.Enum([...PAYMENT_TYPES], {
          description: 'Payment type that the row is for; it goes before rows without one.',
        }),
      ),
      'both',
    ),
    service: nullish(
      filter(
        service(
          'The service that the row is for: it counts only when that is required, of an RTO by its forward shipment, '
            + 'and goes before rows without one.',
        ),
      ),
      'any shipment',
    ),
    customerId: nullish(
      filter(
        name(
          'The only customer of yours that the row is for: the customerId of a request. Where any row of '
            + 'a customer matches, only these count for it.',
        ),
      ),
      'all customers',
    ),
    direction: nullish(
      filter(
        Type.Enum([...DIRECTIONS], {
          description:
            'Direction that the row is for: FORWARD to the recipient, RTO the return of an undelivered '
            + 'parcel, REVERSE from a customer.',
        }),
        'FORWARD',
      ),
      'FORWARD',
    ),
    kmFrom: nullish(filter(kilometres('Lower bound of the road distance, inclusive.'), 0), 'no bound'),
    kmTo: nullish(filter(kilometres('Upper bound of the road distance, exclusive.', { above: 'kmFrom' })), 'no bound'),
    fromZoneId: nullish(filter(id('Zone of the pickup.')), 'any zone of the partner'),
    toZoneId: nullish(filter(id('Zone of the delivery.')), 'any zone of the partner'),
    lane: nullish(filter(lane('Lane of the route; then neither zone is named.')), 'any lane'),
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
    distanceFrom: filter(kilometres('Lower bound of the road distance, inclusive.')),
    distanceTo: filter(kilometres('Upper bound of the road distance, exclusive.', { above: 'distanceFrom' })),
    charge: rateValue('Added to the weight charge; a percentage is of the weight charge.', 'chargeType'),
    chargeType: rateType('Whether charge is an amount or a percentage.'),
    lane: nullish(filter(lane('Lane of the route; it goes before rows without one.')), 'any lane'),
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
    customerId: nullish(
      filter(name('The only customer of yours that pays this: the customerId of a request.')),
      'all customers',
    ),
    type: filter(
      Type.Enum([...CHARGE_TYPES], {
        description:
          'fsc: fuel surcharge; docket: fee for each consignment; cod: fee for collecting money; '
          + 'insurance: of the declared value.',
      }),
    ),
    chargeType: rateType('Whether value is an amount or a percentage.'),
    value: rateValue(
      'A percentage is of freight (fsc, docket), of the amount collected (cod) or of the declared value (insurance).',
      'chargeType',
    ),
    direction: nullish(
      filter(
        Type.Enum([...CHARGE_DIRECTIONS], { description: 'Direction that the row is for; ANY is all of them.' }),
        'FORWARD',
      ),
      'FORWARD',
    ),
    of: baseNames(
      'Amounts that a percentage is of, by name or by the code of a surcharge.',
      'freight (fsc, docket), codAmount (cod) or declaredValue (insurance)',
    ),
    above: nullish(money('Of a percentage’s base only what exceeds this counts.'), '0'),
    min: nullish(money('The amount is at least this.'), 'no minimum'),
    max: nullish(money('The amount is at most this.', { atLeast: 'min' }), 'no maximum'),
    always: nullish(
      Type.Boolean({ description: 'insurance: true if it counts without a declared value as well.' }),
      'false',
    ),
    codFrom: nullish(filter(collected('cod: lower bound of the amount to collect, inclusive.'), 0), 'no bound'),
    codTo: nullish(filter(collectedBelow('cod: upper bound of the amount to collect, exclusive.')), 'no bound'),
    minKg: nullish(filter(kilograms('Lowest chargeable weight, inclusive.'), 0), 'no bound'),
    maxKg: nullish(filter(kilograms('Highest chargeable weight, inclusive.', { atLeast: 'minKg' })), 'no bound'),
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
    customerId: nullish(
      name(
        'The only customer of yours that gets it: the customerId of a request. A row of a customer that matches goes '
          + 'before those for all.',
      ),
      'all customers',
    ),
    fromWeight: kilograms('Lowest chargeable weight, inclusive.'),
    toWeight: kilograms('Highest chargeable weight, inclusive.', { above: 'fromWeight' }),
    discountType: rateType('Whether discountValue is an amount or a percentage.'),
    discountValue: rateValue('From 0.01 up to 100 percent or 10,000 Rupees.', 'discountType', {
      flat: MAX_DISCOUNT_FLAT_RUPEES,
      percentage: MAX_DISCOUNT_PERCENT,
      least: MIN_DISCOUNT_VALUE,
    }),
    appliesTo: optional(
      Type.Enum([...DISCOUNT_BASES], {
        description:
          'The amount that a percentage applies to, and the most that a flat discount takes off. SUBTOTAL: freight and '
          + 'all surcharges before tax; FREIGHT: weight charge and distance charge.',
      }),
      'SUBTOTAL',
    ),
    description: nullish(text('Description of the discount, shown in answers.'), 'nothing is shown'),
    ...validity,
    status: isActive('the row does not count.'),
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);
