/** What a rule of a policy asks of a parcel (docs/rules.md#policies). */
import { minutesInIndia, weekdayOf } from '../calendar.js';
import { type AttributeValue, type GroupSet, haveCommon, type PolicyParcel } from './parcel.js';

/** What an attribute must be: one of these, or an integer from `from`, inclusive, to `to`, exclusive. */
export type WantedAttribute =
  | { name: string; values: readonly AttributeValue[] }
  | { name: string; from: number; to: number };

/** Minutes after midnight; `from` later than `to`: over midnight. */
interface TimeSpan {
  from: number;
  to: number;
}

/**
 * The members of a `when`, in the order in which they are looked at. Lists of a vocabulary are bit masks over its
 * positions. Weights are grams, amounts paise; of two bounds the lower one is inclusive and the upper one exclusive.
 */
export interface ConditionValues {
  customerIds: ReadonlySet<string>;
  customerTypes: number;
  paymentTypes: number;
  shipmentTypes: number;
  urgencies: number;
  strategies: number;
  services: number;
  attributes: readonly WantedAttribute[];
  fromGroups: GroupSet;
  toGroups: GroupSet;
  fromStates: ReadonlySet<number>;
  toStates: ReadonlySet<number>;
  fromPincodes: ReadonlySet<number>;
  toPincodes: ReadonlySet<number>;
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
  /** Bit 0: Monday. */
  weekdays: number;
  timeFrom: TimeSpan;
  timeTo: TimeSpan;
  not: readonly Condition[];
}
export type WantedMember = keyof ConditionValues;

/** A member that is given. */
export type Condition = { [M in WantedMember]: { member: M; wanted: ConditionValues[M] } }[WantedMember];

type Holds = { readonly [M in WantedMember]: (wanted: ConditionValues[M], parcel: PolicyParcel) => boolean };

const has = (mask: number, position: number): boolean => (mask & (1 << position)) !== 0;

const HOLDS: Holds = {
  customerIds: (wanted, { customerId }) => customerId !== null && wanted.has(customerId),
  customerTypes: (wanted, { customerType }) => has(wanted, customerType),
  paymentTypes: (wanted, { paymentType }) => has(wanted, paymentType),
  shipmentTypes: (wanted, { shipmentType }) => has(wanted, shipmentType),
  urgencies: (wanted, { urgency }) => has(wanted, urgency),
  strategies: (wanted, { strategy }) => has(wanted, strategy),
  services: (wanted, { services }) => (wanted & services) !== 0,
  attributes: (wanted, { attributes }) => wanted.every((each) => isAsWanted(each, attributes)),
  fromGroups: (wanted, { from }) => haveCommon(wanted, from.groups),
  toGroups: (wanted, { to }) => haveCommon(wanted, to.groups),
  fromStates: (wanted, { from }) => wanted.has(from.stateId),
  toStates: (wanted, { to }) => wanted.has(to.stateId),
  fromPincodes: (wanted, { from }) => wanted.has(from.pincode),
  toPincodes: (wanted, { to }) => wanted.has(to.pincode),
  sameCity: (wanted, { from, to }) => (from.cityId === to.cityId) === wanted,
  sameState: (wanted, { from, to }) => (from.stateId === to.stateId) === wanted,
  kmFrom: (wanted, { km }) => km >= wanted,
  kmTo: (wanted, { km }) => km < wanted,
  kgFrom: (wanted, { grams }) => grams >= wanted,
  kgTo: (wanted, { grams }) => grams < wanted,
  valueFrom: (wanted, { declaredPaise }) => declaredPaise >= wanted,
  valueTo: (wanted, { declaredPaise }) => declaredPaise < wanted,
  codFrom: (wanted, { codPaise }) => codPaise >= wanted,
  codTo: (wanted, { codPaise }) => codPaise < wanted,
  weekdays: (wanted, { askedAt }) => has(wanted, weekdayOf(askedAt)),
  timeFrom: ({ from, to }, { askedAt }) => {
    const minutes = minutesInIndia(askedAt);
    return minutes >= from || (from > to && minutes < to);
  },
  timeTo: ({ from, to }, { askedAt }) => from > to || minutesInIndia(askedAt) < to,
  not: (wanted, parcel) => failingIn(wanted, parcel) !== null,
};

/** The members in the order in which they are looked at. */
export const WANTED_MEMBERS = Object.keys(HOLDS) as WantedMember[];

/** The first that does not hold; null: all do. */
export function failingIn(conditions: readonly Condition[], parcel: PolicyParcel): Condition | null {
  for (const condition of conditions) {
    const holds = HOLDS[condition.member] as (wanted: unknown, parcel: PolicyParcel) => boolean;
    if (!holds(condition.wanted, parcel)) return condition;
  }
  return null;
}

/** A parcel without the attribute is not as wanted. */
export function isAsWanted(wanted: WantedAttribute, attributes: PolicyParcel['attributes']): boolean {
  const value = Object.hasOwn(attributes, wanted.name) ? attributes[wanted.name] : undefined;
  if (value === undefined) return false;
  if ('values' in wanted) return wanted.values.includes(value);
  return typeof value === 'number' && value >= wanted.from && value < wanted.to;
}
