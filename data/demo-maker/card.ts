/** A partner as its rate manager would describe it, by names and codes; build.ts turns it into documents. */
import type {
  ChargeType,
  CustomerType,
  Direction,
  DiscountBase,
  PaymentType,
  ServiceTypeId,
  ShipmentType,
} from '../../src/domain/vocabulary.js';
import type {
  CustomerCharge,
  LaneRule,
  Partner,
  RtoTerms,
  Surcharge,
  ZonePincode,
  WeightTerms,
} from '../../src/model/documents.js';

type Attribute = 'ODA' | 'HILL';

/**
 * The kind of a zone for the rate card: one metro city, a group of metros, the rest of a region, a surcharged region
 * (North East, Jammu and Kashmir), or a remote one (Ladakh, the islands).
 */
export type ZoneKind = 'city' | 'metros' | 'rest' | 'special' | 'remote';

/** Price classes of Indian carriers: within city, within region, metro to metro, rest of India, special, remote. */
export type RateClass = 'city' | 'region' | 'metro' | 'india' | 'special' | 'remote';

/** [Rupees up to the base weight, Rupees for each started addon weight]. */
export type Rate = readonly [base: number, addon: number];
export type Rates = Partial<Record<RateClass, Rate>>;

export interface Validity {
  validFrom: string;
  validTo: string;
}

/** One weight slab of the card: a package row for each rate class between its zones, or for each lane. */
export interface Slab {
  code: string;
  name: string;
  shipmentType: ShipmentType | null;
  baseGrams: number;
  addonGrams: number;
  /** It carries only heavier parcels: otherwise a heavy slab would undercut a light one. */
  minGrams?: number;
  maxGrams?: number;
  /** Both when absent. A row that names it goes before one that does not. */
  paymentType?: PaymentType;
  /** Rupees that a row charges at least. */
  minCharge?: number;
  /** FORWARD when absent. */
  direction?: Direction;
  rates?: Rates;
  /** In place of `rates`: by the lane that the partner's rules give a route. */
  lanes?: Readonly<Record<string, Rate>>;
  /** Only between these zones, both ways; all zones when absent. */
  between?: readonly (readonly [string, string])[];
  validity?: Validity;
  status?: boolean;
}

/** Rupees per service, the amounts that differ by customer or shipment type, and the zone's remarks about it. */
export interface ServiceCharge {
  base: number;
  custom?: Partial<Record<CustomerType | ShipmentType, number>>;
  info?: {
    cutoffTime?: string;
    deliveryWindow?: string;
    maxWeight?: number;
    restrictions?: string[];
    specialInstructions?: string;
    vehicleType?: string;
  };
}

/** The services of a zone; others are listed as unavailable. */
export type ServiceCharges = Partial<Record<ServiceTypeId, number | ServiceCharge>>;

export interface ZoneSpec {
  /** Short, unique within the partner; slabs and package ids use it. */
  code: string;
  name: string;
  description: string;
  kind: ZoneKind;
  region: string;
  states?: readonly string[];
  cities?: readonly string[];
  areas?: readonly string[];
  /** Pincodes assigned one by one. */
  pincodes?: readonly string[];
  /** Where parcels begin that are priced from this zone, whatever zone delivers there. */
  pickupPincodes?: readonly string[];
  /** Pincodes of `cities` at fromKm ≤ distance < toKm of a centre. */
  ring?: { centre: string; fromKm: number; toKm: number; cities: readonly string[] };
  attributes?: readonly Attribute[];
  /** What lane rules and surcharges call it. */
  tags?: readonly string[];
  services: ServiceCharges;
  status?: boolean;
}

/** What a pincode of a zone, given by its code, says otherwise. */
export interface ExceptionSpec extends Partial<
  Pick<ZonePincode, 'services' | 'attributes' | 'blocked' | 'maxCodAmount'>
> {
  pincode: string;
  zone: string;
}

/** Rules are tried in their order; zones are given by their codes. */
export interface LaneRuleSpec {
  lane: string;
  when: Omit<LaneRule['when'], 'fromZones' | 'toZones'> & {
    fromZones?: readonly string[];
    toZones?: readonly string[];
  };
  validity?: Validity;
}

/** A zone that takes longer to reach than its distance says, and how long a parcel takes within it. */
export interface ReachSpec {
  zone: string;
  hours: number;
  within: number;
}

export interface TransitLaneSpec {
  lane?: string;
  from?: string;
  to?: string;
  /** Null: not served. */
  hours: number | null;
  validity?: Validity;
}

export interface SurchargeSpec extends Pick<Surcharge, 'code' | 'label' | 'basis' | 'value' | 'order'> {
  more?: Partial<Pick<Surcharge, 'of' | 'above' | 'min' | 'max' | 'when' | 'group' | 'taxable'>>;
  customerId?: string;
  validity?: Validity;
}

export interface RtoTermsSpec extends Pick<RtoTerms, 'basis' | 'percent'> {
  customerId?: string;
}

export type WeightTermsSpec = Pick<WeightTerms, 'customerId' | 'cft' | 'minChargeableWeight'>;

export interface ChargeSpec {
  type: ChargeType;
  flat?: number;
  percent?: number;
  customerId?: string;
  minKg?: number;
  maxKg?: number;
  /** Directions, bases and bounds. */
  more?: Partial<Pick<CustomerCharge, 'direction' | 'of' | 'above' | 'min' | 'max' | 'always'>>;
  validity?: Partial<Validity>;
  status?: boolean;
}

export interface DiscountSpec {
  fromKg: number;
  toKg: number;
  flat?: number;
  percent?: number;
  appliesTo?: DiscountBase;
  description: string;
  validity?: Validity;
  status?: boolean;
}

export interface DistanceSpec {
  fromKm: number;
  toKm: number;
  flat?: number;
  percent?: number;
  status?: boolean;
}

export interface Operations {
  weekday: string;
  sunday: string;
  dailyShipments: Partial<Record<ZoneKind, number>>;
  averageGrams: number;
  handling: readonly string[];
}

export interface PartnerSpec {
  partnerId: string;
  /** Upper-case prefix of its package ids. */
  prefix: string;
  name: string;
  status?: Partner['status'];
  joinedDate: string;
  /** ISO code of the state in which it is registered for GST. */
  gstState: string;
  contactName: string;
  limits: Partner['limits'];
  paymentTypes: Partner['paymentTypes'];
  shipmentTypes: Partner['shipmentTypes'];
  cutoffTime: string;
  /** When parcels are delivered; absent: the store's default. */
  deliveryWindow?: Partner['deliveryWindow'];
  weekendDelivery: boolean;
  sameDay: boolean;
  volumetricDivisor?: number;
  /** In place of volumetricDivisor: kilograms of a cubic foot. */
  cft?: number;
  tax?: Partner['tax'];
  /** Findings of the linter and warnings of the import that are meant to be so. */
  accepted?: Partner['accepted'];
  /** Cutoffs of single weekdays, and the weekdays with deliveries, 1 Monday to 7 Sunday. */
  cutoffTimes?: Partner['cutoffTimes'];
  deliveryDays?: Partner['deliveryDays'];
  /** WITH_TAX: its amounts include tax. */
  amounts?: Partner['amounts'];
  /** True: its shipments begin at the pickupPincodes of its zones alone. */
  pickupOnlyFrom?: true;
  /** [km up to which, hours, or days]: each row begins where the previous one ends. */
  transit: readonly (readonly [toKm: number, time: number])[];
  /** What `transit` counts: hours, unless it says days. */
  transitIn?: 'hours' | 'days';
  performance: Omit<Partner['performance'], 'topRoutes'>;
  topRoutes: readonly (readonly [from: string, to: string, shipments: number])[];
  /** Where a parcel takes longer than its distance says; between two such zones the hours add up. */
  reach?: readonly ReachSpec[];
  transitLanes?: readonly TransitLaneSpec[];
  zones: readonly ZoneSpec[];
  exceptions?: readonly ExceptionSpec[];
  laneRules?: readonly LaneRuleSpec[];
  slabs: readonly Slab[];
  distance?: readonly DistanceSpec[];
  charges: readonly ChargeSpec[];
  surcharges?: readonly SurchargeSpec[];
  rtoTerms?: readonly RtoTermsSpec[];
  weightTerms?: readonly WeightTermsSpec[];
  discounts: readonly DiscountSpec[];
  operations: Operations;
}

/** The festive weeks of 2025, which have ended. */
export const FESTIVE_2025: Validity = { validFrom: '2025-10-01T00:00:00.000Z', validTo: '2025-11-15T23:59:59.999Z' };
export const YEARS_2026_TO_2028: Validity = {
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2028-12-31T23:59:59.999Z',
};
/** Two consecutive seasons: each may have offers for the same weights. */
export const MONSOON_2027: Validity = { validFrom: '2027-07-01T00:00:00.000Z', validTo: '2027-09-30T23:59:59.999Z' };
export const FESTIVE_2027: Validity = { validFrom: '2027-10-01T00:00:00.000Z', validTo: '2027-11-15T23:59:59.999Z' };
