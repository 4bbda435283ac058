/**
 * The documents of allocation as they are written, and input and output of their reference model. An absent member is
 * as null. Amounts of documents are Rupees with two decimals, those of the model integer paise.
 */
import type { CustomerType, PaymentType, ShipmentType } from '../../src/domain/vocabulary.js';
import type { Validity } from './documents.js';
import type { Strategy, StrategyWeights, Urgency } from './types.js';

type Optional<T> = { [Member in keyof T]?: T[Member] | null };

export interface PlaceGroup extends Optional<{
  states: number[];
  cities: number[];
  areas: number[];
  pincodes: string[];
  exceptPincodes: string[];
}> {
  groupId: string;
  name: string;
  /** An inactive group holds nothing. */
  status: boolean;
}

export interface Policy extends Validity {
  policyId: string;
  name: string;
  /** The lowest number counts. */
  priority: number;
  /** Null: everybody. */
  appliesTo?: Optional<{ customerIds: string[]; callers: string[]; fromGroups: string[] }> | null;
  /** BEST_MATCH unless given; may be empty. */
  governs?: Strategy[] | null;
  rank?: Rank | null;
  rules: Rule[];
  status: boolean;
}

/** A rule has exactly one of its actions. */
export interface Rule
  extends
    Validity,
    Optional<{
      exclude: Selector;
      only: Selector;
      adjust: Adjustment;
      rank: Rank;
      order: Order;
      share: Share;
      refuse: Refusal;
    }> {
  ruleId: string;
  label?: string | null;
  /** Absent or empty: always. */
  when?: When | null;
  binding?: boolean | null;
  stop?: boolean | null;
  status: boolean;
}

export type AttributeValue = string | number | boolean;
/** From is included, to is not. */
export type AttributeRange = Optional<{ from: number; to: number }>;

/** All members that are given must hold. Lists are "one of"; `…From` is included, `…To` is not. */
export type WhenWithoutNot = Optional<{
  customerIds: string[];
  customerTypes: CustomerType[];
  paymentTypes: PaymentType[];
  shipmentTypes: ShipmentType[];
  urgencies: Urgency[];
  strategies: AskedStrategy[];
  services: string[];
  attributes: Record<string, AttributeValue[] | AttributeRange>;
  fromGroups: string[];
  toGroups: string[];
  fromStates: number[];
  toStates: number[];
  fromPincodes: string[];
  toPincodes: string[];
  sameCity: boolean;
  sameState: boolean;
  kmFrom: number;
  kmTo: number;
  kgFrom: number;
  kgTo: number;
  valueFrom: number;
  valueTo: number;
  codFrom: number;
  codTo: number;
  /** 1 Monday to 7 Sunday. */
  weekdays: number[];
  /** HH:mm in India. */
  timeFrom: string;
  timeTo: string;
}>;

export type When = WhenWithoutNot & Optional<{ not: WhenWithoutNot }>;

/** All members that are given must hold for a candidate. `partners` has partnerIds and `group:X`. */
export type Selector = Optional<{
  partners: string[];
  lanes: string[];
  hoursFrom: number;
  hoursTo: number;
  costFrom: number;
  costTo: number;
  aboveCheapest: number;
  /** Percents of outcomes. */
  rtoFrom: number;
  onTimeTo: number;
}>;

/** Exactly one of both: Rupees, or a percent of the cost. */
export type Adjustment = Selector & Optional<{ rupees: number; percent: number }>;

export type Rank = Optional<{
  /** Null: as asked, BEST_MATCH for FASTEST and MOST_RELIABLE. */
  strategy: 'BEST_MATCH' | 'BALANCED' | 'CHEAPEST';
  weights: Optional<StrategyWeights>;
  /** PRICE unless given. */
  cost: 'PRICE' | 'LANDED';
}>;

export interface Order {
  partners: string[];
  atMostAbove?: number | null;
}

export interface Share {
  of: ShareMember[];
  per: 'DAY' | 'WEEK' | 'MONTH';
  atMostAbove?: number | null;
}

export interface ShareMember {
  partner: string;
  percent: number;
  /** Parcels in the window. */
  min?: number | null;
  max?: number | null;
}

export interface Refusal {
  code: string;
  message: string;
}

export type AskedStrategy = Strategy | 'MANUAL_SELECTION';

/** The preferences of a request. */
export interface Asked {
  /** kind:id */
  caller: string;
  strategy: AskedStrategy;
  /** The partner of MANUAL_SELECTION. */
  selected?: string;
  allowAlternatives?: boolean;
  /** Milliseconds since the epoch. */
  at: number;
  /** A policyId, or NONE. */
  policyId?: string;
  urgency: Urgency;
  weights?: StrategyWeights;
}

export interface Place {
  pincode: string;
  areaIds: number[];
  cityId: number;
  stateId: number;
}

export interface Parcel {
  customerId: string | null;
  customerType: CustomerType;
  paymentType: PaymentType;
  shipmentType: ShipmentType;
  urgency: Urgency;
  /** The required ones, with those that are implied. */
  services: string[];
  attributes: Record<string, AttributeValue>;
  from: Place;
  to: Place;
  km: number;
  /** The actual weight. */
  grams: number;
  /** Rupees. */
  declaredValue: number;
  /** Rupees; 0 for PREPAID. */
  codAmount: number;
}

/** A capable partner whose HARD capacities are not full. */
export interface Contender {
  partnerId: string;
  /** `partners.groups` */
  groups: string[];
  lane: string | null;
  hours: number;
  /** Paise. */
  cost: number;
  successRate: number;
  /** 0 to 1. */
  coverageScore: number;
  isSoftFull: boolean;
  /** Paise; null: there are no landed terms, and nobody has one. */
  landed: number | null;
  /** What its outcomes say of the parcel, in percent; null: it has none. */
  outcomes: { rto: number; onTime: number } | null;
}

/** Of a share's members, in their order: due in millionths of a parcel, done in parcels. */
export interface ShareCount {
  due: number[];
  done: number[];
}

/** By ruleId; absent: noughts. */
export type ShareCounts = Record<string, ShareCount>;

export interface RuleOutcome {
  ruleId: string;
  result: 'ACTED' | 'NO' | 'RELAXED' | 'PASSED_OVER';
  /** Of NO: the first member of `when` that failed. */
  failed?: keyof When;
}

/** A candidate in the order of ranking; the score with its adjustments, in paise. */
export interface RankedCandidate {
  partnerId: string;
  score: number;
  adjustments: { ruleId: string; paise: number }[];
}

/** The share that decided: the member that gets the parcel, and the counts of all members after it. */
export interface DecidedShare extends ShareCount {
  ruleId: string;
  member: number;
}

export interface Allocation {
  /** Null: nobody, or refused. */
  chosen: string | null;
  /** The rules that were looked at, in order. */
  rules: RuleOutcome[];
  /** By partnerId the rule that removed it. */
  excluded: Record<string, string>;
  refused: ({ ruleId: string } & Refusal) | null;
  /** Where nobody is chosen and a binding rule left nobody: the number of candidates. */
  policyExcluded: number | null;
  /** The best first, of those that the rules left. */
  ranking: RankedCandidate[];
  share: DecidedShare | null;
  /** The rules that do not bind and are against the selected partner that is taken. */
  overridden: string[];
}
