/** Input and output of the reference model: plain documents in, plain values out. */
import type { ReasonCode } from '../../src/domain/reasons.js';
import type { CustomerType, PaymentType, ShipmentType, TaxRegime } from '../../src/domain/vocabulary.js';
import type { Documents } from '../../src/model/documents.js';
import type { Direction, ServiceId } from './documents.js';

export type { CardWorld, Direction, ServiceId, World } from './documents.js';

/** How GST is paid: as the partner says, or not at all because the recipient is in a special economic zone. */
export type Regime = TaxRegime | 'ZERO_RATED';

export type ChargeType = Documents['customer-charges']['type'];
export type End = 'pickup' | 'delivery';
export type Urgency = 'STANDARD' | 'EXPRESS' | 'URGENT';

export interface Settings {
  gstPercent: number;
  roadFactor: number;
}

/** Centimetres, may be fractional. */
export interface Dimensions {
  length: number;
  width: number;
  height: number;
}

/** `count` equal pieces; the weight of one in grams, may be fractional. */
export interface Piece {
  count: number;
  weight: number;
  dimensions?: Dimensions;
}

/** The questions differ in the moment asked at when shipDate is given. */
export type Question = 'CHARGES' | 'AVAILABILITY' | 'ASSIGNMENT';

export interface Shipment {
  /** CHARGES unless given. */
  question?: Question;
  pickupPincode: string;
  deliveryPincode: string;
  /** Grams, may be fractional; not looked at when there are pieces. */
  weight: number;
  dimensions?: Dimensions;
  /** In place of weight and dimensions. */
  pieces?: Piece[];
  /** A date-time with its zone, or a date: 00:00 IST of that day. Now unless given. */
  shipDate?: string;
  /** FORWARD unless given. */
  direction?: Direction;
  shipmentType: ShipmentType;
  paymentType: PaymentType;
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
  customerType?: CustomerType;
  customerId?: string;
  customerGstin?: string;
  /** A recipient in a special economic zone: inter-state with tax, or zero-rated. */
  customerSez?: 'WITH_TAX' | 'WITHOUT_TAX';
  /** GST code of the state of a registered recipient. */
  placeOfSupply?: string;
  /** Hours. */
  maxDeliveryTime?: number;
}

export type CoverageLevel = 'pincode' | 'area' | 'city' | 'state';

export interface Coverage {
  zoneId: number;
  level: CoverageLevel;
  score: number;
}

/** How long a parcel takes. */
export interface Transit {
  /** Whole hours; of days 24 each. */
  hours: number;
  /** Delivering days; null: it takes hours. */
  days: number | null;
}

export interface OtherCharge {
  service: ServiceId;
  end: End;
  zoneId: number;
  /** Paise. */
  amount: number;
}

/** A surcharge that counted. */
export interface SurchargeAmount {
  id: number;
  code: string;
  /** Paise. */
  amount: number;
  /** Paise that a percentage is of, above what is free of it; null for other bases. */
  base: number | null;
  isTaxable: boolean;
}

/** Amounts in integer paise. */
/** The members of a price that worlds of tests must have above 0. */
export const PRICE_AMOUNTS = [
  'weightCharge',
  'distanceCharge',
  'fsc',
  'cod',
  'docket',
  'insurance',
  'otherTotal',
  'discount',
  'cgst',
  'sgst',
  'igst',
] as const;

export interface Price {
  chargeableGrams: number;
  /** The weight as it was declared. */
  actualGrams: number;
  /** Null without dimensions. */
  volumetricGrams: number | null;
  weightType: 'ACTUAL' | 'VOLUMETRIC';
  lane: string | null;
  laneRuleId: number | null;
  /** Kilometres with one decimal. */
  distanceKm: number;
  /** In an RTO by percent the row of the forward shipment. */
  packageRowId: number;
  distanceRowId: number | null;
  /** The terms of an RTO by percent. */
  rtoTermsId: number | null;
  weightCharge: number;
  distanceCharge: number;
  fsc: number;
  cod: number;
  docket: number;
  insurance: number;
  /** Required services in their order, then attributes of the pickup zone, then of the delivery zone. */
  other: OtherCharge[];
  /** In the order of their evaluation. */
  surcharges: SurchargeAmount[];
  /** The zones' services and the surcharges. */
  otherTotal: number;
  subtotal: number;
  /** The surcharges that are not taxable. */
  nonTaxable: number;
  discount: number;
  discountId: number | null;
  taxable: number;
  /** Whether the place of supply is the partner's state: CGST and SGST instead of IGST. */
  isWithinState: boolean;
  gst: number;
  cgst: number;
  sgst: number;
  igst: number;
  /** What the recipient owes under REVERSE_CHARGE; otherwise 0. */
  recipientLiability: number;
  regime: Regime;
  /** Whether the components include tax. Then the total is their sum, less what falls away. */
  isTaxIncluded: boolean;
  /** Paise: what a tax is rounded to. */
  taxUnit: number;
  /** Included tax that a recipient in a special economic zone does not pay; otherwise 0. */
  taxFallenAway: number;
  sac: string | null;
  /** The whole rate; 0 for an exempt service. */
  gstPercent: number;
  total: number;
  /** One entry for each amount; their sum is the total. */
  breakdown: Entry[];
}

export interface Entry {
  component: string;
  /** The document that set the amount; null where several rows or none did. */
  rule: string | null;
  /** Paise; a discount is negative, and so is tax that falls away. */
  amount: number;
  /** Paise of tax within the other amounts, of an entry of 0; absent otherwise. */
  included?: number;
}

export type PriceOutcome =
  | { price: Price; reason: null }
  | { price: null; reason: 'NO_RATE' | 'PRICE_TOO_LARGE' | 'INSUFFICIENT_COVERAGE' };

/** Errors that do not concern the partner's capability (404). */
export type Unknown = { kind: 'PINCODE_NOT_FOUND'; pincodes: string[] } | { kind: 'PARTNER_NOT_FOUND' };

/** docs/rules.md#details-of-reasons */
export interface ReasonAbout {
  ends?: {
    end: 'PICKUP' | 'DELIVERY';
    pincode: string;
    services?: ServiceId[];
    from?: string | null;
    until?: string | null;
    reason?: string;
  }[];
  limit?: number;
  value?: number;
  unit?: 'g' | 'cm' | 'INR' | 'h' | 'days';
  asked?: string;
  accepted?: string[];
  distanceKm?: number;
  lane?: string;
}

export interface Check {
  kind: 'CHECKED';
  partnerId: string;
  /** Empty: the partner can carry the shipment. In the order of the table of reasons. */
  reasons: ReasonCode[];
  /** What each of them is about. */
  about: ReasonAbout[];
  pickup: Coverage | null;
  delivery: Coverage | null;
  /** Required services that are not available, in their order; empty when an end is not covered. */
  unavailable: ServiceId[];
  /** Whole transit hours, 24 for each delivering day; null without a transit row or without coverage. */
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
  /** Paise; absent as 0. The cost of a partner is its total and this. */
  recipientLiability?: number;
  hours: number;
  successRate: number;
  coverageScore: number;
  confidence: number;
  check: Check;
}

/** The input of a strategy. */
export type Contender = Pick<
  Candidate,
  'partnerId' | 'totalPaise' | 'recipientLiability' | 'hours' | 'successRate' | 'coverageScore'
>;

/** `returnCharges` of a forward shipment: the prices, or null and the reasons. */
export interface Returns {
  rto: Price | null;
  reverse: Price | null;
  reasons: { rto: ReasonCode[]; reverse: ReasonCode[] };
}

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
