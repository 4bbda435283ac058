/** Why the condition of a rule did not hold, in words: what the shipment has there. */
import type { Decision } from './contract/allocation.js';
import { rupees, whole } from './words.js';

type RuleResult = Decision['rules'][number];
type FailedMember = NonNullable<RuleResult['failed']>;

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** `A`, `A and B`, `A, B and C`; `none` of an empty list. */
function listed(values: unknown, none: string): string {
  const texts = (Array.isArray(values) ? values : [values]).map(String);
  if (texts.length < 2) return texts[0] ?? none;
  return `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}

const money = (amount: unknown): string => `₹${rupees(Number(amount))}`;
const decimals = (value: unknown): string => Number(value).toLocaleString('en-IN');
const distance = (km: unknown): string => `it travels ${decimals(km)} km`;
const weight = (kg: unknown): string => `it weighs ${decimals(kg)} kg`;
const value = (amount: unknown): string => `its value is ${money(amount)}`;
const collected = (amount: unknown): string => `${money(amount)} is to be collected`;
const time = (clock: unknown): string => `it is ${String(clock)} in India`;

function attribute(was: unknown): string {
  const [name, has] = Object.entries((was ?? {}) as object)[0] ?? ['', null];
  return has === null ? `it has no ${name}` : `its ${name} is ${String(has)}`;
}

/** By the member of `when`, the value as the answer has it. */
const WORDS: Readonly<Record<FailedMember, (was: unknown) => string>> = {
  customerIds: (was) => (was === null ? 'it is of no customer' : `it is of customer ${String(was)}`),
  customerTypes: (was) => `it is of ${listed(was, 'no')} customers`,
  paymentTypes: (was) => `it is ${was === 'PREPAID' ? 'prepaid' : String(was)}`,
  shipmentTypes: (was) => `it is ${String(was)}`,
  urgencies: (was) => `its urgency is ${String(was)}`,
  strategies: (was) => `it is asked by ${String(was)}`,
  services: (was) => `it requires ${listed(was, 'no service')}`,
  attributes: attribute,
  fromGroups: (was) => `it comes from ${listed(was, 'no place group')}`,
  toGroups: (was) => `it goes to ${listed(was, 'no place group')}`,
  fromStates: (was) => `it comes from state ${whole(Number(was))}`,
  toStates: (was) => `it goes to state ${whole(Number(was))}`,
  fromPincodes: (was) => `it comes from ${String(was)}`,
  toPincodes: (was) => `it goes to ${String(was)}`,
  sameCity: (was) => (was === true ? 'it stays within a city' : 'it goes to another city'),
  sameState: (was) => (was === true ? 'it stays within a state' : 'it goes to another state'),
  kmFrom: distance,
  kmTo: distance,
  kgFrom: weight,
  kgTo: weight,
  valueFrom: value,
  valueTo: value,
  codFrom: collected,
  codTo: collected,
  weekdays: (was) => `it is ${WEEKDAYS[Number(was) - 1] ?? String(was)}`,
  timeFrom: time,
  timeTo: time,
  not: () => 'it is one of the exceptions',
};

/** `it goes to no place group`; '' of a rule whose condition held. */
export const failureWords = ({ failed, was }: RuleResult): string => (failed === undefined ? '' : WORDS[failed](was));
