/**
 * The reasons why a partner does not carry a shipment: the codes in the order in which answers list them, each with the
 * key under which refusals are counted, its general message, which answers make specific, and what the caller can do.
 */
export const REASONS = {
  INSUFFICIENT_COVERAGE: {
    countKey: 'no_route_coverage',
    group: 'areaRestrictions',
    message: 'The partner does not cover both ends of the route',
    action: 'Choose another partner, or check availability without a partnerId',
  },
  PINCODE_BLOCKED: {
    countKey: 'pincode_blocked',
    group: 'areaRestrictions',
    message: 'The partner does not serve an end of the route at present',
    action: 'Choose another partner, or ship after the block ends',
  },
  ON_HOLD: {
    countKey: 'on_hold',
    group: 'areaRestrictions',
    message: 'The partner is on hold at an end of the route at present',
    action: 'Choose another partner, or ship after the hold ends',
  },
  SERVICE_UNAVAILABLE: {
    countKey: 'service_unavailable',
    group: 'areaRestrictions',
    message: 'A required service is not available in the zone where it is needed',
    action:
      'Do without the services that are not available (for COD or PREPAID, use the other payment type), '
      + 'or choose another partner',
  },
  WEIGHT_EXCEEDED: {
    countKey: 'weight_exceeded',
    group: 'weightLimits',
    message: 'The chargeable weight exceeds what the partner carries',
    action: 'Split the shipment, or choose a partner with a higher weight limit',
  },
  PIECE_WEIGHT_EXCEEDED: {
    countKey: 'piece_weight_exceeded',
    group: 'weightLimits',
    message: 'A piece is heavier than the partner carries',
    action: 'Pack the shipment into lighter pieces, or choose a partner without this limit',
  },
  DIMENSIONS_EXCEEDED: {
    countKey: 'dimensions_exceeded',
    group: 'weightLimits',
    message: 'The parcel does not fit within the largest dimensions that the partner carries',
    action: 'Repack the shipment, or choose a partner with larger limits',
  },
  PAYMENT_TYPE_UNSUPPORTED: {
    countKey: 'payment_type_unsupported',
    group: 'valueLimits',
    message: 'The partner does not offer this payment type',
    action: 'Use another payment type, or choose another partner',
  },
  SHIPMENT_TYPE_UNSUPPORTED: {
    countKey: 'shipment_type_unsupported',
    group: 'areaRestrictions',
    message: 'The partner does not carry this shipment type',
    action: 'Choose a partner for this shipment type',
  },
  DECLARED_VALUE_EXCEEDED: {
    countKey: 'declared_value_exceeded',
    group: 'valueLimits',
    message: 'The declared value exceeds what the partner accepts',
    action: 'Choose a partner with a higher declared value limit',
  },
  COD_AMOUNT_EXCEEDED: {
    countKey: 'cod_amount_exceeded',
    group: 'valueLimits',
    message: 'The amount to collect exceeds what the partner collects on delivery',
    action: 'Ask for prepayment, or choose a partner with a higher COD limit',
  },
  NO_TRANSIT: {
    countKey: 'no_transit',
    group: 'timeRestrictions',
    message: 'The partner has no transit time for this route, or no day to collect or deliver within 60 days',
    action: 'Choose a partner that serves this route',
  },
  DELIVERY_TIME_EXCEEDED: {
    countKey: 'delivery_time_exceeded',
    group: 'timeRestrictions',
    message: 'The partner needs longer than the maximum delivery time',
    action: 'Allow more time, or ask for EXPRESS',
  },
  NO_RATE: {
    countKey: 'no_rate',
    group: 'areaRestrictions',
    message: 'No row of the rate card prices this shipment',
    action: 'Choose another partner; the rate card has no row for these zones and this weight',
  },
} as const;

/** The texts of NO_RATE when a row prices the shipment, but the price is not accepted. */
export const PRICE_TOO_LARGE = {
  message: 'The rate card prices this shipment higher than any price may be',
  action: 'Choose another partner; the partner has to correct its rate card',
} as const;

/** Reasons whose counts are always present, 0 if no partner gave them (docs/rules.md#availability). */
export const ALWAYS_COUNTED = ['INSUFFICIENT_COVERAGE', 'SERVICE_UNAVAILABLE', 'WEIGHT_EXCEEDED'] as const;

export type ReasonCode = keyof typeof REASONS;
export const REASON_CODES = Object.keys(REASONS) as ReasonCode[];
