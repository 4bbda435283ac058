/** Whom policies and rules are about: place groups, what a request must be like, and what a candidate must be like. */
import type {
  Asked,
  AttributeRange,
  AttributeValue,
  Contender,
  Parcel,
  Place,
  PlaceGroup,
  Policy,
  Selector,
  When,
} from './allocation-types.js';
import { weekdayOf } from './calendar.js';
import { isBetween, namesOneOf } from './conditions.js';
import { decimal, Fraction } from './exact.js';
import { IST_OFFSET_MS } from './moments.js';

/** A pincode is in a group when it, one of its areas, its city or its state is listed and it is not excepted. */
export function isInGroup(group: PlaceGroup, { pincode, areaIds, cityId, stateId }: Place): boolean {
  if (!group.status || group.exceptPincodes?.includes(pincode)) return false;
  const { pincodes, areas, cities, states } = group;
  return (
    (pincodes ?? []).includes(pincode)
    || (areas ?? []).some((id) => areaIds.includes(id))
    || (cities ?? []).includes(cityId)
    || (states ?? []).includes(stateId)
  );
}

/** The groupIds of a place. */
const groupsOf = (groups: readonly PlaceGroup[], place: Place): string[] =>
  groups.filter((group) => isInGroup(group, place)).map(({ groupId }) => groupId);

/** Whether a policy is for this request, whatever its status and dates. */
export function appliesTo(policy: Policy, groups: readonly PlaceGroup[], asked: Asked, parcel: Parcel): boolean {
  const { customerIds, callers, fromGroups } = policy.appliesTo ?? {};
  return (
    namesOneOf<string | null>(customerIds, [parcel.customerId])
    && namesOneOf(callers, [asked.caller])
    && namesOneOf(fromGroups, groupsOf(groups, parcel.from))
  );
}

const isAbsent = (value: unknown): value is null | undefined => (value ?? null) === null;

/** A member that may be missing; what every object inherits, such as `constructor`, is none. */
export const memberOf = <T>(record: Record<string, T>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** A list names the value, of the same type; a range holds an integer. A key that is missing does not hold. */
function hasAttribute(expected: AttributeValue[] | AttributeRange, value: AttributeValue | undefined): boolean {
  if (value === undefined) return false;
  if (Array.isArray(expected)) return expected.includes(value);
  return typeof value === 'number' && isBetween(decimal(value), expected.from, expected.to);
}

/** HH:mm in India. */
const clockOf = (at: number): string => new Date(at + IST_OFFSET_MS).toISOString().slice(11, 16);

/** From is included, to is not; from later than to goes over midnight. */
function failedTime({ timeFrom, timeTo }: When, clock: string): 'timeFrom' | 'timeTo' | null {
  const isEarly = !isAbsent(timeFrom) && clock < timeFrom;
  const isLate = !isAbsent(timeTo) && clock >= timeTo;
  if (!isAbsent(timeFrom) && !isAbsent(timeTo) && timeFrom > timeTo) return isEarly && isLate ? 'timeFrom' : null;
  return isEarly ? 'timeFrom' : isLate ? 'timeTo' : null;
}

/** The first member that does not hold, in the order of the page; null: the whole holds. */
export function failedMember(
  when: When,
  groups: readonly PlaceGroup[],
  asked: Asked,
  parcel: Parcel,
): keyof When | null {
  const { from, to } = parcel;
  const km = decimal(parcel.km);
  const kg = new Fraction(1n, 1000n).times(decimal(parcel.grams));
  const value = decimal(parcel.declaredValue);
  const cod = decimal(parcel.codAmount);
  const time = failedTime(when, clockOf(asked.at));
  const holds: Record<keyof When, boolean> = {
    customerIds: namesOneOf<string | null>(when.customerIds, [parcel.customerId]),
    customerTypes: namesOneOf(when.customerTypes, [parcel.customerType]),
    paymentTypes: namesOneOf(when.paymentTypes, [parcel.paymentType]),
    shipmentTypes: namesOneOf(when.shipmentTypes, [parcel.shipmentType]),
    urgencies: namesOneOf(when.urgencies, [parcel.urgency]),
    strategies: namesOneOf(when.strategies, [asked.strategy]),
    services: namesOneOf(when.services, parcel.services),
    attributes: Object.entries(when.attributes ?? {}).every(([key, expected]) =>
      hasAttribute(expected, memberOf(parcel.attributes, key)),
    ),
    fromGroups: namesOneOf(when.fromGroups, groupsOf(groups, from)),
    toGroups: namesOneOf(when.toGroups, groupsOf(groups, to)),
    fromStates: namesOneOf(when.fromStates, [from.stateId]),
    toStates: namesOneOf(when.toStates, [to.stateId]),
    fromPincodes: namesOneOf(when.fromPincodes, [from.pincode]),
    toPincodes: namesOneOf(when.toPincodes, [to.pincode]),
    sameCity: isAbsent(when.sameCity) || when.sameCity === (from.cityId === to.cityId),
    sameState: isAbsent(when.sameState) || when.sameState === (from.stateId === to.stateId),
    kmFrom: isBetween(km, when.kmFrom, null),
    kmTo: isBetween(km, null, when.kmTo),
    kgFrom: isBetween(kg, when.kgFrom, null),
    kgTo: isBetween(kg, null, when.kgTo),
    valueFrom: isBetween(value, when.valueFrom, null),
    valueTo: isBetween(value, null, when.valueTo),
    codFrom: isBetween(cod, when.codFrom, null),
    codTo: isBetween(cod, null, when.codTo),
    weekdays: namesOneOf(when.weekdays, [weekdayOf(new Date(asked.at))]),
    timeFrom: time !== 'timeFrom',
    timeTo: time !== 'timeTo',
    not: isAbsent(when.not) || failedMember(when.not, groups, asked, parcel) !== null,
  };
  return (Object.keys(holds) as (keyof When)[]).find((member) => !holds[member]) ?? null;
}

/** Whether a name of a policy, a partnerId or `group:X`, is the candidate's. */
export const isNamed = (name: string, { partnerId, groups }: Contender): boolean =>
  name === partnerId || groups.some((group) => name === `group:${group}`);

export const rupees = (paise: number): Fraction => new Fraction(BigInt(paise), 100n);

export const cheapestOf = (candidates: readonly Contender[]): number => Math.min(...candidates.map(({ cost }) => cost));

/** Whether the candidate costs strictly more than so many Rupees above the cheapest, in paise. */
export const isAbove = ({ cost }: Contender, cheapest: number, above: number): boolean =>
  rupees(cost - cheapest).compare(decimal(above)) > 0;

/** Whether a selector holds for a candidate, left or not. `left` are those left when the rule is reached. */
export function isSelected(selector: Selector, candidate: Contender, left: readonly Contender[]): boolean {
  const { partners, lanes, hoursFrom, hoursTo, costFrom, costTo, aboveCheapest } = selector;
  return (
    (isAbsent(partners) || partners.some((name) => isNamed(name, candidate)))
    && namesOneOf<string | null>(lanes, [candidate.lane])
    && isBetween(decimal(candidate.hours), hoursFrom, hoursTo)
    && isBetween(rupees(candidate.cost), costFrom, costTo)
    && (isAbsent(aboveCheapest) || isAbove(candidate, cheapestOf(left), aboveCheapest))
    && isOfOutcomes(selector, candidate)
  );
}

/** Whether outcomes are as a selector wants them; a partner without any is not. */
function isOfOutcomes({ rtoFrom, onTimeTo }: Selector, { outcomes }: Contender): boolean {
  if (isAbsent(rtoFrom) && isAbsent(onTimeTo)) return true;
  if (outcomes === null) return false;
  return isBetween(decimal(outcomes.rto), rtoFrom, null) && isBetween(decimal(outcomes.onTime), null, onTimeTo);
}
