/**
 * The bounds of every field of the three bodies: values just within and just beyond them, with the code of the fault.
 */
import {
  CUSTOMER_TYPES,
  PAYMENT_TYPES,
  SERVICE_TYPE_IDS,
  SHIPMENT_TYPES,
  URGENCY_LEVELS,
} from '../../../src/domain/vocabulary.js';

export interface FieldBounds {
  /** `shipmentDetails.weight` */
  field: string;
  required: boolean;
  within: readonly unknown[];
  /** Value, code of the fault, and the field that it is reported on if that is a different one. */
  beyond: readonly (readonly [value: unknown, code: string, field?: string])[];
}

type Kind = Omit<FieldBounds, 'field' | 'required'>;

const TYPE = 'INVALID_TYPE';
const FORMAT = 'INVALID_FORMAT';
const VALUE = 'INVALID_VALUE';
const SHORT = 'TOO_SHORT';
const RANGE = 'OUT_OF_RANGE';
const LONG = 'TOO_LONG';
const MANY = 'TOO_MANY_ITEMS';

const not = (code: string, ...values: unknown[]): [unknown, string][] => values.map((value) => [value, code]);
const notNumbers = not(TYPE, '12', 'NaN', '', null, true, [12], {});

const pincode: Kind = {
  within: ['110001'],
  beyond: [
    ...not(FORMAT, '', '11000', '1100011', '11000a', ' 110001', '110001\n', '1100-1', '१२३४५६', '1e5001'),
    ...not(TYPE, 110_001, null, ['110001'], {}),
  ],
};
const weight: Kind = {
  within: [1, 1.001, 50_000, 49_999.999],
  beyond: [...not(RANGE, 0, 0.999, -1, 50_000.001, 50_001, 1e300), ...notNumbers],
};
const number = (min: number, max: number): Kind => ({
  within: [min, max],
  beyond: [...not(RANGE, min - 0.01, max + 0.01), ...notNumbers],
});
/** Rupees with at most two decimals. */
const rupees = (max: number): Kind => ({
  within: [0, 0.01, max - 0.01, max],
  beyond: [...number(0, max).beyond, ...not(VALUE, 0.001, 1.005)],
});
const choice = (values: readonly string[]): Kind => ({
  within: values,
  beyond: not(VALUE, '', values[0]!.toLowerCase(), `${values[0]} `, 'C2C', 1, null, [values[0]], {}),
});
const optionalText = (max: number): Kind => ({
  within: ['', 'x'.repeat(max), 'रास्ता'],
  beyond: [['x'.repeat(max + 1), LONG], ...not(TYPE, 1, null, [], {})],
});
/** Days and moments; `now` is 2026-03-11, 12:00 in India. */
const shipDate = (within: readonly string[], outside: readonly string[]): Kind => ({
  within: [...within, '2026-03-11', '2026-03-11T00:00+05:30', '2026-03-12T18:29:59.999999999-00:00'],
  beyond: [
    ...not(RANGE, ...outside),
    ...not(VALUE, '2026-04-31', '2026-13-01', '2027-02-29T00:00:00Z', '2026-12-31T23:59:60Z', '2026-04-01T24:01Z'),
    ...not(FORMAT, '', 'tomorrow', '2026-3-12', '20260312', '2026-03-12T10:00', '2026-03-12 10:00Z', '2026-03-12\n'),
    ...not(TYPE, null, 20_260_312, ['2026-03-12'], {}),
  ],
});
const side: Kind = { within: [0.001, 1_000], beyond: [...not(RANGE, 0, -1, 1_000.001), ...notNumbers] };
const partnerId: Kind = {
  within: ['acme', 'a_-', 'x'.repeat(50), 'constructor', '__proto__'],
  beyond: [...not(FORMAT, 'ab', 'x'.repeat(51), 'a b c', 'acme\n', ''), ...not(TYPE, 1, null, ['acme'])],
};
const flag: Kind = { within: [true, false], beyond: not(TYPE, 'true', 1, null, {}) };
const services = (values: readonly string[], minimum: string[] = []): Kind => ({
  within: [[...minimum], [...minimum, ...values]],
  beyond: [
    ...not(TYPE, 'PICKUP', null, {}, 1),
    ...[...['FLY', 'pickup', '']].map((value) => [[...minimum, value], VALUE, `[${minimum.length}]`] as const),
    [[...minimum, null], VALUE, `[${minimum.length}]`],
    [[...minimum, ['PICKUP']], VALUE, `[${minimum.length}]`],
    [[...minimum, ...Array.from({ length: 1_001 }, () => 'PICKUP')], MANY],
  ],
});
const texts: Kind = {
  within: [[], ['anything'], Array.from({ length: 1_000 }, () => '')],
  beyond: [
    ...not(TYPE, 'x', null, {}),
    [[1], TYPE, '[0]'],
    [['x'.repeat(1_001)], LONG, '[0]'],
    [Array.from({ length: 1_001 }, () => ''), MANY],
  ],
};
const customerId: Kind = {
  within: ['x', 'x'.repeat(200), 'constructor'],
  beyond: [['', SHORT], ['x'.repeat(201), LONG], ...not(TYPE, 1, null)],
};
const gstin: Kind = {
  within: ['27ABCDE1234F1Z0'],
  beyond: [...not(FORMAT, '27abcde1234f1z5', '27ABCDE1234F1Z', '27ABCDE1234F1Z05', ''), ...not(TYPE, 27, null)],
};
const shipmentId: Kind = {
  within: ['a', 'A_-9', 'x'.repeat(200), '__proto__'],
  beyond: [...not(FORMAT, '', 'a b', 'a/b', 'a\n', 'é'), ['x'.repeat(201), LONG], ...not(TYPE, 1, null)],
};
const record: Kind = { within: [{}], beyond: not(TYPE, 'x', 1, null, [], true) };

const field = (name: string, kind: Kind, required = false): FieldBounds => ({ field: name, required, ...kind });

const dimensions = (name: string): FieldBounds[] =>
  ['length', 'width', 'height'].map((edge) => field(`${name}.${edge}`, side, true));
const customer = (prefix = ''): FieldBounds[] => [
  field(`${prefix}customerType`, choice(CUSTOMER_TYPES)),
  field(`${prefix}customerId`, customerId),
  field(`${prefix}customerGstin`, gstin),
  field(`${prefix}customerSez`, choice(['WITH_TAX', 'WITHOUT_TAX'])),
  field(`${prefix}placeOfSupply`, {
    within: ['01', '27', '38', '97'],
    beyond: [...not(VALUE, '00', '25', '28', '39', '99'), ...not(FORMAT, '7', '270', 'MH', ''), ...not(TYPE, 27, null)],
  }),
];
const parcel = (prefix: string, isRequired: boolean): FieldBounds[] => [
  field(`${prefix}weight`, weight, isRequired),
  field(`${prefix}shipmentType`, choice(SHIPMENT_TYPES), isRequired),
  field(`${prefix}paymentType`, choice(PAYMENT_TYPES), isRequired),
];

/** The other names of the ends. */
const ends = (prefix: string): FieldBounds[] =>
  ['fromPincode', 'toPincode'].map((name) => field(`${prefix}${name}`, pincode));
const excluded: Kind = {
  within: [[], ['acme', 'nobody']],
  beyond: [
    ...not(TYPE, 'acme', null, {}),
    [['acme', 'ab'], FORMAT, '[1]'],
    [[1], TYPE, '[0]'],
    [Array.from({ length: 1_001 }, () => 'acme'), MANY],
  ],
};
/** Of availability and assignments. */
const dateFromNow = shipDate(
  ['2026-03-10T18:30Z', '2027-03-12', '2027-03-12T23:59:59.999+05:30'],
  ['2026-03-10', '2026-03-10T18:29:59.999Z', '2027-03-13', '2027-03-12T18:30:00Z', '1999-01-01', '9999-12-31'],
);

const MAX_VALUE = 1_000_000;
const value: Kind = number(0, MAX_VALUE);
const strategyWeight = rupees(10_000);

export const BOUNDS: Record<'availability' | 'charges' | 'assignment', FieldBounds[]> = {
  availability: [
    field('pickupPincode', pincode, true),
    field('deliveryPincode', pincode, true),
    ...parcel('', true),
    field('serviceRequirements', services(SERVICE_TYPE_IDS), true),
    field('partnerId', partnerId),
    field('urgency', choice(URGENCY_LEVELS)),
    // REVERSE would have to be prepaid
    field('direction', choice(['FORWARD', 'RTO'])),
    field('declaredValue', value),
    field('codAmount', value),
    field('includeLanded', { within: [true, false], beyond: not(TYPE, 'true', 1, null, []) }),
    field('maxDeliveryTime', number(0, 10_000)),
    field('preferredServices', texts),
    field('excludePartners', excluded),
    ...dimensions('dimensions'),
    ...dimensions('packageDimensions'),
    ...ends(''),
    ...['serviceTypes', 'additionalServices'].map((name) => field(name, services(SERVICE_TYPE_IDS))),
    field('shipDate', dateFromNow),
    field('specialInstructions', optionalText(1_000)),
    field('preferredDeliveryDate', optionalText(1_000)),
    field('deliveryTimeSlot', optionalText(1_000)),
    ...customer(),
  ],
  charges: [
    field('partnerId', partnerId, true),
    field('pickupPincode', pincode, true),
    field('deliveryPincode', pincode, true),
    ...parcel('', true),
    field('declaredValue', value),
    field('codAmount', value),
    field('urgency', choice(URGENCY_LEVELS)),
    // REVERSE would have to be prepaid
    field('direction', choice(['FORWARD', 'RTO'])),
    field('includeReturns', { within: [true, false], beyond: not(TYPE, 'true', 1, null, []) }),
    field('includeLanded', { within: [true, false], beyond: not(TYPE, 'true', 1, null, []) }),
    field('serviceRequirements', services(SERVICE_TYPE_IDS)),
    field('additionalServices', services(SERVICE_TYPE_IDS)),
    field('serviceTypes', services(SERVICE_TYPE_IDS)),
    field('maxDeliveryTime', number(0, 10_000)),
    field('excludePartners', excluded),
    field('preferredServices', texts),
    ...ends(''),
    ...dimensions('packageDimensions'),
    ...dimensions('dimensions'),
    field(
      'shipDate',
      shipDate(
        ['2000-01-01', '1999-12-31T18:30:00Z', '2028-03-11', '2028-03-11T18:29:59.999Z'],
        ['1999-12-31', '1999-12-31T18:29:59.999Z', '2028-03-12', '2028-03-11T18:30:00Z', '0000-01-01', '9999-12-31'],
      ),
    ),
    field('packageType', optionalText(1_000)),
    field('actualWeight', weight),
    field('volumetricWeight', { within: [0, 1e9], beyond: [...not(RANGE, -0.01), ...notNumbers] }),
    field('specialRequirements', texts),
    field('deliveryInstructions', optionalText(1_000)),
    field('preferredDeliveryDate', optionalText(1_000)),
    field('customerDetails', record),
    ...customer(),
  ],
  assignment: [
    field('shipmentDetails.shipmentId', shipmentId, true),
    field('shipmentDetails.serviceTypes', services(SERVICE_TYPE_IDS, ['PICKUP', 'DELIVERY']), true),
    field('shipmentDetails.serviceRequirements', services(SERVICE_TYPE_IDS)),
    field('shipmentDetails.additionalServices', services(SERVICE_TYPE_IDS)),
    ...['fromPincode', 'toPincode', 'pickupPincode', 'deliveryPincode'].map((name) =>
      field(`shipmentDetails.${name}`, pincode),
    ),
    ...parcel('shipmentDetails.', false),
    ...dimensions('shipmentDetails.dimensions'),
    ...dimensions('shipmentDetails.packageDimensions'),
    field('shipmentDetails.declaredValue', value),
    field('shipmentDetails.codAmount', value),
    field('shipmentDetails.urgency', choice(URGENCY_LEVELS)),
    field('shipmentDetails.packageType', optionalText(1_000)),
    field('shipmentDetails.assignedPartnerId', partnerId),
    ...['specialInstructions', 'preferredDeliveryDate', 'deliveryTimeSlot'].map((name) =>
      field(`shipmentDetails.${name}`, optionalText(1_000)),
    ),
    field('shipDate', { within: [], beyond: not(VALUE, '2026-03-11', '2026-03-12T10:00:00Z', '', null, 1) }),
    field('shipmentDetails.shipDate', dateFromNow),
    field('shipmentDetails.maxDeliveryTime', number(0, 10_000)),
    field('shipmentDetails.excludePartners', excluded),
    field('shipmentDetails.preferredServices', texts),
    ...customer('shipmentDetails.'),
    field('customerDetails', record),
    field('customerDetails.sender', record),
    field('customerDetails.recipient.phone', optionalText(1_000)),
    field('customerDetails.recipient.address.pincode', pincode),
    field(
      'assignmentPreferences.assignmentStrategy',
      choice(['BEST_MATCH', 'FASTEST', 'CHEAPEST', 'MOST_RELIABLE', 'BALANCED']),
      true,
    ),
    field('assignmentPreferences.selectedPartner', partnerId),
    field('assignmentPreferences.priority', optionalText(1_000)),
    field('assignmentPreferences.allowAlternatives', flag),
    field('assignmentPreferences.weights', record),
    ...['hourValue', 'failureCost', 'coverageCost'].map((name) =>
      field(`assignmentPreferences.weights.${name}`, strategyWeight),
    ),
    field('options', record),
    ...[
      'includePartnerDetails',
      'includeCostEstimate',
      'includeChargeEstimate',
      'includeTransitTime',
      'createTrackingNumber',
      'sendNotifications',
      'createAssignmentRecord',
      'autoConfirmAssignment',
    ].map((name) => field(`options.${name}`, flag)),
  ],
};

/** A copy of `body` with `value` at `path`; undefined removes the field. */
export function withField(body: object, path: string, value: unknown): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop()!;
  let at = copy;
  for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}
