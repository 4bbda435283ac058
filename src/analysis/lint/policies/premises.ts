/** What is known of every shipment for which a rule holds, as far as its condition proves it. */
import type {
  Condition,
  ConditionValues,
  WantedAttribute,
  WantedMember,
} from '../../../domain/allocation/conditions.js';
import { failingIn } from '../../../domain/allocation/conditions.js';
import type { ParcelEnd, PolicyParcel } from '../../../domain/allocation/parcel.js';
import type { PolicyScope } from '../../../domain/allocation/policy.js';
import { momentAt } from '../../../domain/calendar.js';
import { ASKED_STRATEGIES } from '../../../domain/strategies.js';
import {
  COD_PAYMENT,
  CUSTOMER_TYPES,
  PAYMENT_TYPES,
  SHIPMENT_TYPES,
  URGENCY_LEVELS,
  WEEKDAYS,
} from '../../../domain/vocabulary.js';

const all = (vocabulary: readonly unknown[]): number => (1 << vocabulary.length) - 1;

/** What a list that is not given leaves: everything. */
const EVERYTHING = {
  customerTypes: all(CUSTOMER_TYPES),
  paymentTypes: all(PAYMENT_TYPES),
  shipmentTypes: all(SHIPMENT_TYPES),
  urgencies: all(URGENCY_LEVELS),
  strategies: all(ASKED_STRATEGIES),
  weekdays: all(WEEKDAYS),
} as const;
type ListMember = keyof typeof EVERYTHING;

const COD = 1 << COD_PAYMENT;
const MINUTES_A_DAY = 1440;

/** The members that ask where an end lies. */
export const PLACE_MEMBERS = {
  from: ['fromGroups', 'fromStates', 'fromPincodes'],
  to: ['toGroups', 'toStates', 'toPincodes'],
} as const satisfies Record<string, readonly WantedMember[]>;
export type EndName = keyof typeof PLACE_MEMBERS;

/** The condition of a rule, with the places at which its shipments may begin and end. */
export class Premises {
  /** Where both ends may lie, by pincode. */
  readonly places: Readonly<Record<EndName, readonly ParcelEnd[]>>;
  /** The pairs of lists and bounds by member. */
  readonly #wanted: ReadonlyMap<WantedMember, unknown>;

  /**
   * @param when what must hold, all of it
   * @param scope whose shipments the policy is for
   * @param everywhere every pincode there is
   */
  constructor(
    private readonly when: readonly Condition[],
    private readonly scope: PolicyScope,
    everywhere: readonly ParcelEnd[],
  ) {
    this.#wanted = new Map(when.map(({ member, wanted }) => [member, wanted]));
    const { fromGroups } = scope;
    const ofScope: Condition[] = fromGroups === null ? [] : [{ member: 'fromGroups', wanted: fromGroups }];
    const from = [...this.asked('from'), ...ofScope];
    this.places = { from: placesOf('from', from, everywhere), to: placesOf('to', this.asked('to'), everywhere) };
  }

  get<M extends WantedMember>(member: M): ConditionValues[M] | undefined {
    return this.#wanted.get(member) as ConditionValues[M] | undefined;
  }

  /** What is asked of an end. */
  asked(end: EndName): Condition[] {
    return this.when.filter(({ member }) => (PLACE_MEMBERS[end] as readonly string[]).includes(member));
  }

  /** The positions that a list leaves. An amount to collect is that of COD. */
  list(member: ListMember): number {
    const given = this.get(member) ?? EVERYTHING[member];
    return member === 'paymentTypes' && (this.get('codFrom') ?? 0) > 0 ? given & COD : given;
  }

  get isPrepaid(): boolean {
    return (this.list('paymentTypes') & COD) === 0;
  }

  /** Whether both ends certainly lie in one city or state, or certainly in two; null: neither is certain. */
  isSame(member: 'sameCity' | 'sameState'): boolean | null {
    const given = this.get(member);
    if (given !== undefined) return given;
    // a city lies in one state
    const city = this.get('sameCity');
    if (member === 'sameState' && city === true) return true;
    if (member === 'sameCity' && this.get('sameState') === false) return false;
    return this.isSameByPlaces(member);
  }

  /** As {@link isSame}, by the places alone. */
  isSameByPlaces(member: 'sameCity' | 'sameState'): boolean | null {
    const of = (end: EndName) =>
      new Set(this.places[end].map(({ cityId, stateId }) => (member === 'sameCity' ? cityId : stateId)));
    const [from, to] = [of('from'), of('to')];
    if (![...from].some((id) => to.has(id))) return false;
    return from.size === 1 && to.size === 1 ? true : null;
  }

  /** Whether another condition holds for all of these shipments. False: that is not certain. */
  implies(condition: Condition): boolean {
    switch (condition.member) {
      case 'customerIds':
        return this.#impliesCustomers(condition.wanted);
      case 'customerTypes':
      case 'paymentTypes':
      case 'shipmentTypes':
      case 'urgencies':
      case 'strategies':
      case 'weekdays':
        return (this.list(condition.member) & ~condition.wanted) === 0;
      case 'services': {
        const given = this.get('services');
        return given !== undefined && (given & ~condition.wanted) === 0;
      }
      case 'attributes':
        return condition.wanted.every((each) => this.get('attributes')?.some((given) => isWithin(given, each)));
      case 'fromGroups':
      case 'fromStates':
      case 'fromPincodes':
        return this.places.from.every((from) => holds(condition, { from }));
      case 'toGroups':
      case 'toStates':
      case 'toPincodes':
        return this.places.to.every((to) => holds(condition, { to }));
      case 'sameCity':
      case 'sameState':
        return this.isSame(condition.member) === condition.wanted;
      case 'kmFrom':
      case 'kgFrom':
      case 'valueFrom':
      case 'codFrom':
        return (this.get(condition.member) ?? 0) >= condition.wanted;
      case 'kmTo':
      case 'kgTo':
      case 'valueTo':
        return (this.get(condition.member) ?? Infinity) <= condition.wanted;
      case 'codTo':
        return (
          (this.isPrepaid ? 0 : Infinity) < condition.wanted || (this.get('codTo') ?? Infinity) <= condition.wanted
        );
      case 'timeFrom':
      case 'timeTo':
        return this.#minutes().every((askedAt) => holds(condition, { askedAt }));
      case 'not':
        return false;
    }
  }

  #impliesCustomers(wanted: ReadonlySet<string>): boolean {
    const given = this.get('customerIds');
    return [given, this.scope.customerIds].some((ids) => ids && [...ids].every((id) => wanted.has(id)));
  }

  /** A moment for each minute of the day at which it may hold. */
  #minutes(): number[] {
    const times = this.when.filter(({ member }) => member === 'timeFrom' || member === 'timeTo');
    const minutes = Array.from({ length: MINUTES_A_DAY }, (_, minute) => momentAt(0, minute));
    return minutes.filter((askedAt) => times.every((time) => holds(time, { askedAt })));
  }
}

/** @param parcel what the condition reads of one */
const holds = (condition: Condition, parcel: Partial<PolicyParcel>): boolean =>
  failingIn([condition], parcel as PolicyParcel) === null;

function placesOf(end: EndName, asked: readonly Condition[], everywhere: readonly ParcelEnd[]): readonly ParcelEnd[] {
  if (asked.length === 0) return everywhere;
  return everywhere.filter((place) => failingIn(asked, { [end]: place } as unknown as PolicyParcel) === null);
}

/** Whether an attribute that is as given is as wanted, too. */
function isWithin(given: WantedAttribute, wanted: WantedAttribute): boolean {
  if (given.name !== wanted.name) return false;
  if ('values' in wanted) return 'values' in given && given.values.every((value) => wanted.values.includes(value));
  return 'values' in given
    ? given.values.every((value) => typeof value === 'number' && value >= wanted.from && value < wanted.to)
    : given.from >= wanted.from && given.to <= wanted.to;
}
