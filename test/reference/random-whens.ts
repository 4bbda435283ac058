/** Random conditions of rules. Bounds lie at the very values of the parcel and next to them, so that edges are hit. */
import { CUSTOMER_TYPES, PAYMENT_TYPES, SHIPMENT_TYPES, URGENCY_LEVELS } from '../../src/domain/vocabulary.js';
import type {
  Asked,
  AttributeRange,
  AttributeValue,
  Parcel,
  PlaceGroup,
  When,
  WhenWithoutNot,
} from './allocation-types.js';
import { memberOf } from './allocation-when.js';
import { weekdayOf } from './calendar.js';
import { IST_OFFSET_MS } from './moments.js';
import type { Rng } from './rng.js';

const MINUTES_A_DAY = 1_440;
const HOLDS = 0.78;

export const STRATEGIES = ['BEST_MATCH', 'BALANCED', 'CHEAPEST', 'FASTEST', 'MOST_RELIABLE'] as const;
export const CUSTOMERS = ['cust-1', 'cust-2', 'cust-3'];
export const SERVICES = ['PICKUP', 'DELIVERY', 'COD', 'PREPAID', 'EXPRESS', 'INSURANCE', 'TRACKING'];
export const BRANDS = ['anar', 'boond', 'chai'];

/** Two pincodes of a city, two cities of a state. */
export const PLACES = [
  { pincode: '110001', areaIds: [1101], cityId: 11, stateId: 1 },
  { pincode: '110002', areaIds: [1101, 1102], cityId: 11, stateId: 1 },
  { pincode: '120001', areaIds: [], cityId: 12, stateId: 1 },
  { pincode: '400001', areaIds: [2101], cityId: 21, stateId: 2 },
  { pincode: '400002', areaIds: [2102], cityId: 21, stateId: 2 },
  { pincode: '410001', areaIds: [2201], cityId: 22, stateId: 2 },
  { pincode: '560001', areaIds: [3101], cityId: 31, stateId: 3 },
];
const PINCODES = PLACES.map(({ pincode }) => pincode);
const STATES = [1, 2, 3];

/** A list that names the value or, where it shall not hold, others alone. */
export function oneOf<T>(rng: Rng, all: readonly T[], value: T, holds: boolean): T[] {
  const others = rng.shuffled(all.filter((other) => other !== value));
  return holds && all.includes(value)
    ? rng.shuffled([value, ...others.slice(0, rng.int(0, 1))])
    : others.slice(0, rng.int(1, 2));
}

/** An inclusive bound: at the value, or some steps below; above where it shall not hold. Values are whole steps. */
export const fromOf = (rng: Rng, value: number, holds: boolean): number =>
  holds ? Math.max(0, value - rng.pick([0, 0, 1, 500])) : value + rng.pick([1, 500]);

/** An exclusive bound; where it shall not hold, at the value or below. At a value of 0 it always holds. */
export const toOf = (rng: Rng, value: number, holds: boolean): number =>
  holds || value === 0 ? value + rng.pick([1, 1, 500]) : Math.max(1, value - rng.pick([0, 0, 1, 500]));

/** Whole steps of 1, 0.1, 0.01 or 0.001. */
const steps = (value: number, decimals: number): number => Math.round(value * 10 ** decimals);
const fromSteps = (count: number, decimals: number): number => count / 10 ** decimals;

function randomAttribute(
  rng: Rng,
  value: AttributeValue | undefined,
  holds: boolean,
): AttributeValue[] | AttributeRange {
  if (typeof value === 'boolean') return [value === holds];
  if (typeof value === 'number') {
    if (rng.chance(0.3)) return [holds ? value : value + 1, value + 2];
    return rng.pick<AttributeRange>([
      { from: fromOf(rng, value, holds), to: null },
      { to: toOf(rng, value, holds) },
      { from: fromOf(rng, value, true), to: value + rng.int(1, 3) },
    ]);
  }
  // a missing key, or a value of another type, does not hold
  return rng.chance(0.15) ? { from: 0, to: 9 } : oneOf(rng, BRANDS, value ?? 'anar', holds);
}

function randomAttributes(rng: Rng, { attributes }: Parcel, holds: boolean): When['attributes'] {
  const keys = rng.some(['brand', 'boxes', 'fragile'], 0.4);
  // no parcel has the last one, although every object inherits it
  const named = keys.length > 0 ? keys : [rng.chance(0.8) ? 'brand' : 'constructor'];
  return Object.fromEntries(named.map((key) => [key, randomAttribute(rng, memberOf(attributes, key), holds)]));
}

/** HH:mm of a minute of any day. */
function clock(minute: number): string {
  const ofDay = ((minute % MINUTES_A_DAY) + MINUTES_A_DAY) % MINUTES_A_DAY;
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`;
}

/** Around the minute asked at; over midnight here and there. */
function randomTimes(rng: Rng, { at }: Asked): Pick<When, 'timeFrom' | 'timeTo'> {
  const minute = Math.floor((at + IST_OFFSET_MS) / 60_000);
  const timeFrom = clock(minute + rng.pick([-700, -300, -1, 0, 0, 1, 300]));
  const timeTo = clock(minute + rng.pick([-300, -1, 0, 0, 1, 1, 300, 700]));
  return rng.pick([{ timeFrom }, { timeTo, timeFrom: null }, timeFrom === timeTo ? { timeTo } : { timeFrom, timeTo }]);
}

/** Random documents are about one request in one geography. */
export interface RandomRequest {
  groups: PlaceGroup[];
  asked: Asked;
  parcel: Parcel;
}

/** For each member of `when` but `not`, a value that holds or not. */
function memberMakers(rng: Rng, { groups, asked, parcel }: RandomRequest, holds: boolean): (() => WhenWithoutNot)[] {
  const { from, to, customerId, km, grams, declaredValue, codAmount } = parcel;
  const groupIds = groups.map(({ groupId }) => groupId);
  const someGroups = (): string[] => rng.shuffled(groupIds).slice(0, rng.int(1, 2));
  const is = (value: boolean): boolean => value === holds;
  return [
    () => ({ customerIds: oneOf(rng, CUSTOMERS, customerId ?? '', holds) }),
    () => ({ customerTypes: oneOf(rng, CUSTOMER_TYPES, parcel.customerType, holds) }),
    () => ({ paymentTypes: oneOf(rng, PAYMENT_TYPES, parcel.paymentType, holds) }),
    () => ({ shipmentTypes: oneOf(rng, SHIPMENT_TYPES, parcel.shipmentType, holds) }),
    () => ({ urgencies: oneOf(rng, URGENCY_LEVELS, parcel.urgency, holds) }),
    () => ({ strategies: oneOf(rng, [...STRATEGIES, 'MANUAL_SELECTION'], asked.strategy, holds) }),
    () => ({
      services: rng
        .shuffled(SERVICES.filter((service) => parcel.services.includes(service) === holds))
        .slice(0, rng.int(1, 2)),
    }),
    () => ({ attributes: randomAttributes(rng, parcel, holds) }),
    () => ({ fromGroups: someGroups() }),
    () => ({ toGroups: someGroups() }),
    () => ({ fromStates: oneOf(rng, STATES, from.stateId, holds) }),
    () => ({ toStates: oneOf(rng, STATES, to.stateId, holds) }),
    () => ({ fromPincodes: oneOf(rng, PINCODES, from.pincode, holds) }),
    () => ({ toPincodes: oneOf(rng, PINCODES, to.pincode, holds) }),
    () => ({ sameCity: is(from.cityId === to.cityId) }),
    () => ({ sameState: is(from.stateId === to.stateId) }),
    () => ({ kmFrom: fromSteps(fromOf(rng, steps(km, 1), holds), 1) }),
    () => ({ kmTo: fromSteps(toOf(rng, steps(km, 1), holds), 1) }),
    () => ({ kgFrom: fromSteps(fromOf(rng, grams, holds), 3) }),
    () => ({ kgTo: fromSteps(toOf(rng, grams, holds), 3) }),
    () => ({ valueFrom: fromSteps(fromOf(rng, steps(declaredValue, 2), holds), 2) }),
    () => ({ valueTo: fromSteps(toOf(rng, steps(declaredValue, 2), holds), 2) }),
    () => ({ codFrom: fromSteps(fromOf(rng, steps(codAmount, 2), holds), 2) }),
    () => ({ codTo: fromSteps(toOf(rng, steps(codAmount, 2), holds), 2) }),
    () => ({ weekdays: oneOf(rng, [1, 2, 3, 4, 5, 6, 7], weekdayOf(new Date(asked.at)), holds) }),
    () => randomTimes(rng, asked),
    () => randomTimes(rng, asked),
  ];
}

/** One member, or a pair of times. */
const randomMember = (rng: Rng, request: RandomRequest, holds: boolean): WhenWithoutNot =>
  rng.pick(memberMakers(rng, request, holds))();

/** Without a bound that would leave nothing between it and the other. */
function withoutEmptyRanges(when: When): When {
  for (const name of ['km', 'kg', 'value', 'cod'] as const) {
    const [from, to] = [when[`${name}From`] ?? null, when[`${name}To`] ?? null];
    if (from !== null && to !== null && from >= to) delete when[`${name}To`];
  }
  return when;
}

/** Up to three members, `not` now and then; each mostly holds. */
export function randomWhen(rng: Rng, request: RandomRequest): When {
  const when: When = {};
  for (let left = rng.pick([0, 1, 1, 1, 2, 3]); left > 0; left -= 1)
    Object.assign(when, randomMember(rng, request, rng.chance(HOLDS)));
  if (rng.chance(0.06)) when.not = randomMember(rng, request, !rng.chance(HOLDS));
  if (rng.chance(0.1)) return { weekdays: null, not: null, kgTo: null, toGroups: null, ...withoutEmptyRanges(when) };
  return withoutEmptyRanges(when);
}
