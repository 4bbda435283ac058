/** Input and output of the reference model: plain documents in, plain values out. */
import type { Static } from 'typebox';
import type { ReasonCode } from '../../src/domain/reasons.js';
import type {
  DatasetCollection,
  CustomerType,
  Documents,
  PaymentType,
  ServiceTypeId,
  ShipmentType,
} from '../../src/contract/documents/documents.js';

export type World = { [C in DatasetCollection]: Documents[C][] };
export type ServiceId = Static<typeof ServiceTypeId>;
export type ChargeType = Documents['customer-charges']['type'];
export type End = 'pickup' | 'delivery';
export type Urgency = 'STANDARD' | 'EXPRESS' | 'URGENT';

export interface Settings {
  gstPercent: number;
  roadFactor: number;
}

export interface Shipment {
  pickupPincode: string;
  deliveryPincode: string;
  /** Grams, may be fractional. */
  weight: number;
  /** Centimetres, may be fractional. */
  dimensions?: { length: number; width: number; height: number };
  shipmentType: Static<typeof ShipmentType>;
  paymentType: Static<typeof PaymentType>;
  /** Rupees; rounded half up to paise before any use. */
  declaredValue: number;
  /** Rupees with two decimals, only for COD: the amount to collect; by default the declared value. */
  codAmount?: number;
  /** The services that the request names; the implied ones are added (`requiredServices`). */
  services: ServiceId[];
  /** STANDARD by default. */
  urgency?: Urgency;
  preferredServices?: ServiceId[];
  /** RETAIL by default. */
  customerType?: Static<typeof CustomerType>;
  customerId?: string;
  customerGstin?: string;
  /** Hours. */
  maxDeliveryTime?: number;
}

export type CoverageLevel = 'pincode' | 'area' | 'city' | 'state';

export interface Coverage {
  zoneId: number;
  level: CoverageLevel;
  score: number;
}

export interface OtherCharge {
  service: ServiceId;
  end: End;
  zoneId: number;
  /** Paise. */
  amount: number;
}

/** Amounts in integer paise. */
export interface Price {
  chargeableGrams: number;
  /** Kilometres with one decimal. */
  distanceKm: number;
  packageRowId: number;
  distanceRowId: number | null;
  weightCharge: number;
  distanceCharge: number;
  fsc: number;
  cod: number;
  docket: number;
  insurance: number;
  /** Required services in their order, then attributes of the pickup zone, then of the delivery zone. */
  other: OtherCharge[];
  otherTotal: number;
  subtotal: number;
  discount: number;
  discountId: number | null;
  taxable: number;
  /** Whether the place of supply is the partner's state: CGST and SGST instead of IGST. */
  isWithinState: boolean;
  gst: number;
  cgst: number;
  sgst: number;
  igst: number;
  total: number;
}

export type PriceOutcome =
  { price: Price; reason: null } | { price: null; reason: 'NO_RATE' | 'PRICE_TOO_LARGE' | 'INSUFFICIENT_COVERAGE' };

/** Errors that do not concern the partner's capability (404). */
export type Unknown = { kind: 'PINCODE_NOT_FOUND'; pincodes: string[] } | { kind: 'PARTNER_NOT_FOUND' };

export interface Check {
  kind: 'CHECKED';
  partnerId: string;
  /** Empty: the partner can carry the shipment. In the order of the table of reasons. */
  reasons: ReasonCode[];
  pickup: Coverage | null;
  delivery: Coverage | null;
  /** Required services that are not available, in their order; empty when an end is not covered. */
  unavailable: ServiceId[];
  /** Whole transit hours; null without a transit row or without coverage. */
  hours: number | null;
  /** When the parcel leaves; null without coverage. */
  pickupDate: Date | null;
  /** When it arrives; null without `hours`. */
  deliveryDate: Date | null;
  /** The lower of both ends' scores; null without coverage. */
  coverageScore: number | null;
  /** 0 to 1 with two decimals; 0 where there is a reason. */
  confidence: number;
  price: Price | null;
}

export interface Candidate {
  partnerId: string;
  totalPaise: number;
  hours: number;
  successRate: number;
  coverageScore: number;
  confidence: number;
  check: Check;
}

/** The input of a strategy. */
export type Contender = Pick<Candidate, 'partnerId' | 'totalPaise' | 'hours' | 'successRate' | 'coverageScore'>;

export interface FindAll {
  kind: 'SEARCHED';
  /** Cheapest first, then faster, then the lower partnerId; empty: no partner is available. */
  candidates: Candidate[];
  /** How many partners were examined. */
  checked: number;
  /** How many of them were refused for each reason; a partner counts under every reason that applies. */
  counts: Partial<Record<ReasonCode, number>>;
}

export type Strategy = 'CHEAPEST' | 'FASTEST' | 'MOST_RELIABLE' | 'BALANCED' | 'BEST_MATCH';

/** `assignmentPreferences.weights`: Rupees with two decimals; an omitted one keeps its default. */
export interface StrategyWeights {
  hourValue?: number;
  failureCost?: number;
  coverageCost?: number;
}

/** The scoring options of the request. */
export interface Terms {
  urgency?: Urgency;
  weights?: StrategyWeights;
}

/** Paise. */
export interface Parts {
  cost: number;
  time: number;
  failure: number;
  coverage: number;
}

export interface Scored {
  /** Paise: the sum of the parts. */
  score: number;
  parts: Parts;
}

export type Ranked<C extends Contender = Contender> = C & Scored;
