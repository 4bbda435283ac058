/** The closed vocabularies of the API. A value's position in its list is its number in bit masks and columns. */
export const SERVICE_TYPE_IDS = [
  'PICKUP',
  'DELIVERY',
  'COD',
  'PREPAID',
  'ODA',
  'HILL',
  'EXPRESS',
  'INSURANCE',
  'TRACKING',
  'REVERSE',
] as const;
export type ServiceTypeId = (typeof SERVICE_TYPE_IDS)[number];
export const SHIPMENT_TYPES = ['B2B', 'B2C'] as const;
export type ShipmentType = (typeof SHIPMENT_TYPES)[number];
export const PAYMENT_TYPES = ['COD', 'PREPAID'] as const;
export type PaymentType = (typeof PAYMENT_TYPES)[number];
export const COD_PAYMENT = PAYMENT_TYPES.indexOf('COD');
/** Where the success rate of a partner comes from: its document, or outcomes. */
export const PERFORMANCE_SOURCES = ['GIVEN', 'OUTCOMES'] as const;
export const CUSTOMER_TYPES = ['RETAIL', 'CORPORATE', 'ENTERPRISE', 'SME'] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];
export const URGENCY_LEVELS = ['STANDARD', 'EXPRESS', 'URGENT'] as const;
export type UrgencyLevel = (typeof URGENCY_LEVELS)[number];
export const CHARGE_TYPES = ['fsc', 'docket', 'cod', 'insurance'] as const;
export type ChargeType = (typeof CHARGE_TYPES)[number];
export const RATE_TYPES = ['flat', 'percentage'] as const;
export type RateType = (typeof RATE_TYPES)[number];
/** The amount that a discount reduces: the whole subtotal, or only the freight. */
export const DISCOUNT_BASES = ['SUBTOTAL', 'FREIGHT'] as const;
export type DiscountBase = (typeof DISCOUNT_BASES)[number];
/** Whether a partner compares volume with weight for the shipment as a whole or for each piece. */
export const VOLUMETRIC_BASES = ['SHIPMENT', 'PIECE'] as const;

/** Where a parcel goes: to its recipient, back to its sender, or from a customer who returns it. */
export const DIRECTIONS = ['FORWARD', 'RTO', 'REVERSE'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export const FORWARD_DIRECTION = DIRECTIONS.indexOf('FORWARD');
export const RTO_DIRECTION = DIRECTIONS.indexOf('RTO');
/** The directions that a customer charge may be for. */
export const CHARGE_DIRECTIONS = [...DIRECTIONS, 'ANY'] as const;
export const SURCHARGE_ENDS = ['PICKUP', 'DELIVERY', 'EITHER'] as const;
export const RTO_BASES = ['PERCENT_OF_FORWARD', 'CARD'] as const;
/** What does not happen on a day; WORKING: the day counts as a working one although its weekday does not. */
export const HOLIDAY_KINDS = ['NO_PICKUP', 'NO_DELIVERY', 'BOTH', 'WORKING'] as const;
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
/** The ends at which a hold stops a partner. */
export const HOLD_ENDS = ['PICKUP', 'DELIVERY', 'BOTH'] as const;
/** Who pays the GST: the partner charges it, the recipient pays it to the state, or nobody does. */
export const TAX_REGIMES = ['FORWARD', 'REVERSE_CHARGE', 'EXEMPT'] as const;
export type TaxRegime = (typeof TAX_REGIMES)[number];
/** The regimes of a price: a supply to a special economic zone may be without tax. */
export const PRICE_REGIMES = [...TAX_REGIMES, 'ZERO_RATED'] as const;
/** Whether the amounts of a partner include the tax that it charges. */
export const AMOUNT_KINDS = ['WITHOUT_TAX', 'WITH_TAX'] as const;
/** What the amounts of a tax are rounded to. */
export const TAX_ROUNDINGS = ['PAISA', 'RUPEE'] as const;
/** How a recipient in a special economic zone is supplied: with integrated tax, or without any. */
export const SEZ_SUPPLIES = ['WITH_TAX', 'WITHOUT_TAX'] as const;
export type SezSupply = (typeof SEZ_SUPPLIES)[number];
/** What assigns a pincode to a zone, from the most to the least specific; 0 in a column means "not covered". */
export const COVERAGE_LEVELS = ['none', 'pincode', 'area', 'city', 'state'] as const;
export type CoverageLevel = (typeof COVERAGE_LEVELS)[number];
/** Coverage score of each level, in hundredths (docs/rules.md#coverage). */
export const COVERAGE_SCORE_HUNDREDTHS = [0, 100, 95, 90, 80] as const;

export const serviceBit = (service: ServiceTypeId): number => 1 << SERVICE_TYPE_IDS.indexOf(service);

export const PICKUP = serviceBit('PICKUP');
export const DELIVERY = serviceBit('DELIVERY');
export const ODA = serviceBit('ODA');
export const HILL = serviceBit('HILL');
export const EXPRESS = serviceBit('EXPRESS');
export const REVERSE = serviceBit('REVERSE');
/** The services that the pickup end offers and charges; all others belong to the delivery end. */
export const AT_PICKUP = PICKUP | REVERSE;

/** The bit mask of a list of services; a service named twice counts once. */
export function serviceMask(services: readonly ServiceTypeId[]): number {
  let mask = 0;
  for (const service of services) mask |= serviceBit(service);
  return mask;
}

/** The services of a bit mask, in the vocabulary's order. */
export function servicesOf(mask: number): ServiceTypeId[] {
  return SERVICE_TYPE_IDS.filter((_, position) => mask & (1 << position));
}

/** What a summary of assignments has rows for. */
export const SUMMARY_KEYS = ['partner', 'hour', 'state', 'payment'] as const;
export type SummaryKey = (typeof SUMMARY_KEYS)[number];
