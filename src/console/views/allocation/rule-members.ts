/** The members of a rule as texts that are typed: how each is read, and written again. */
import type { ParsedCell } from '../../../sheets/cells/text.js';
import { amountOf, weightOf } from '../../parts/words.js';
import type { PolicyRule } from './sentence.js';

/** As typed; empty: not given. */
export type RuleTexts = Record<string, string>;
export type TextFaults = Partial<Record<string, string>>;

type Choices = readonly (readonly [value: string, text: string])[];

interface MemberKind {
  read(text: string): ParsedCell<unknown>;
  show(value: never): string;
}

const parsed = (value: unknown): ParsedCell<unknown> => ({ ok: true, value });
const fault = (message: string): ParsedCell<unknown> => ({ ok: false, message });
export const partsOf = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
const numeric = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text);
const DECIMAL = /^[-−]?\d+(?:\.\d{1,2})?$/;
const GRAMS_A_KG = 1000;

/** `brand: arkaja, zen` and `boxes: 3 to 8`, one a line. */
function attributesIn(text: string): ParsedCell<unknown> {
  const attributes: Record<string, unknown> = {};
  for (const line of partsOfLines(text)) {
    const [, name, values] = /^([a-z]\w*)\s*[:=]\s*(.+)$/.exec(line) ?? [];
    if (name === undefined) return fault('One a line, as brand: arkaja, zen');
    const [, from, to] = /^(-?\d+)? *\bto\b *(-?\d+)?$/.exec(values!) ?? [];
    const words = values!.split(',').map((word) => word.trim());
    const of = (word: string): unknown =>
      /^(?:true|false)$/.test(word)
        ? word === 'true'
        : /^-?\d+$/.test(word)
          ? Number(word)
          : word.replace(/^"(.*)"$/, '$1');
    attributes[name] =
      from === undefined && to === undefined
        ? words.map(of)
        : { ...(from !== undefined && { from: Number(from) }), ...(to !== undefined && { to: Number(to) }) };
  }
  return parsed(attributes);
}
const partsOfLines = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

type Attributes = NonNullable<PolicyRule['when']['attributes']>;
const attributeText = (value: unknown): string =>
  typeof value === 'string' && /^(?:true|false|-?\d+)$/.test(value) ? `"${value}"` : String(value);
const attributesText = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, wanted]) =>
      Array.isArray(wanted)
        ? `${name}: ${wanted.map(attributeText).join(', ')}`
        : `${name}: ${(wanted as { from?: number }).from ?? ''} to ${(wanted as { to?: number }).to ?? ''}`,
    )
    .join('\n');

const plain = { show: String };
const KINDS = {
  list: { read: (text) => parsed(partsOf(text)), show: (value: string[]) => value.join(', ') },
  ids: { read: (text) => parsed(partsOf(text).map(numeric)), show: (value: unknown[]) => value.join(', ') },
  rupees: { read: amountOf, ...plain },
  kilograms: {
    read: (text) => {
      const weight = weightOf(text);
      return weight.ok ? parsed(weight.value / GRAMS_A_KG) : weight;
    },
    ...plain,
  },
  number: {
    read: (text) => (DECIMAL.test(text) ? parsed(Number(text.replace('−', '-'))) : fault('Must be a number')),
    ...plain,
  },
  flag: { read: (text) => parsed(text === 'true'), ...plain },
  text: { read: parsed, ...plain },
  attributes: { read: attributesIn, show: attributesText },
} satisfies Record<string, MemberKind>;

export interface RuleMember {
  name: string;
  label: string;
  kind: keyof typeof KINDS;
  hint?: string;
  /** Of which one is chosen. `GROUPS`: place groups. */
  options?: Choices | 'GROUPS';
}

const of = (
  name: string,
  label: string,
  kind: RuleMember['kind'],
  hint?: string,
  options?: RuleMember['options'],
): RuleMember => ({
  name,
  label,
  kind,
  ...(hint !== undefined && { hint }),
  ...(options !== undefined && { options }),
});

const ANY = ['', 'Any'] as const;
const one = (name: string, label: string, ...values: [string, string][]): RuleMember =>
  of(name, label, 'list', undefined, [ANY, ...values]);
const either = (name: string, label: string): RuleMember =>
  of(name, label, 'flag', undefined, [ANY, ['true', 'Yes'], ['false', 'No']]);
const group = (name: string, label: string): RuleMember => of(name, label, 'list', undefined, 'GROUPS');
const KG = 'A bare number is kg';
const RUPEES = 'In Rupees';

/** What most rules ask. */
export const USUAL_CONDITIONS: readonly RuleMember[] = [
  one('paymentTypes', 'Payment', ['COD', 'COD'], ['PREPAID', 'Prepaid']),
  of('codFrom', 'COD amount from', 'rupees', 'In Rupees, inclusive'),
  of('kgFrom', 'Weight from', 'kilograms', 'A bare number is kg, inclusive'),
  of('kgTo', 'Weight below', 'kilograms', KG),
  group('fromGroups', 'From'),
  group('toGroups', 'To'),
];

const STATES = 'Codes or ids, as MH, DL';
export const MORE_CONDITIONS: readonly RuleMember[] = [
  of('codTo', 'COD amount below', 'rupees', RUPEES),
  of('valueFrom', 'Value from', 'rupees', RUPEES),
  of('valueTo', 'Value below', 'rupees', RUPEES),
  of('kmFrom', 'Distance from', 'number', 'km'),
  of('kmTo', 'Distance below', 'number', 'km'),
  either('sameCity', 'Within a city'),
  either('sameState', 'Within a state'),
  of('fromStates', 'From states', 'ids', STATES),
  of('toStates', 'To states', 'ids', STATES),
  of('fromPincodes', 'From pincodes', 'list'),
  of('toPincodes', 'To pincodes', 'list'),
  of('customerIds', 'Customers', 'list', 'Their ids'),
  of('customerTypes', 'Customer types', 'list', 'RETAIL, CORPORATE, ENTERPRISE, SME'),
  one('shipmentTypes', 'Type', ['B2C', 'To consumers'], ['B2B', 'To businesses']),
  of('urgencies', 'Urgencies', 'list', 'STANDARD, EXPRESS, URGENT'),
  of('services', 'Services', 'list', 'One of them is asked: EXPRESS, ODA …'),
  of('strategies', 'Strategies', 'list', 'As asked: FASTEST, CHEAPEST …'),
  of('weekdays', 'Weekdays', 'ids', '1 is Monday, 7 Sunday'),
  of('timeFrom', 'Time from', 'text', '18:00, in India'),
  of('timeTo', 'Time to', 'text', 'Earlier: over midnight'),
  of('attributes', 'Attributes', 'attributes', 'One a line: brand: arkaja, zen; boxes: 3 to 8'),
];

export const PARTNERS = of('partners', 'Couriers', 'list', 'An id, or group:NAME, a line');
/** Which couriers an exclude, only or adjust is about; all that is given must hold. */
export const SELECTORS: readonly RuleMember[] = [
  of('lanes', 'Lanes', 'list', 'By their letters'),
  of('hoursFrom', 'Transit from', 'number', 'Hours'),
  of('hoursTo', 'Transit below', 'number', 'Hours'),
  of('costFrom', 'Cost from', 'rupees', RUPEES),
  of('costTo', 'Cost below', 'rupees', RUPEES),
  of('aboveCheapest', 'Dearer than the cheapest by', 'rupees', 'More than so many Rupees'),
  of('rtoFrom', 'Returns from', 'number', 'Percent, by outcomes'),
  of('onTimeTo', 'On time below', 'number', 'Percent, by outcomes'),
];
export const ADJUSTMENT: readonly RuleMember[] = [
  of('rupees', 'Add to the score', 'number', 'Rupees; below 0 prefers them'),
  of('percent', 'Or percent of the cost', 'number', 'Below 0 prefers them'),
];
export const RANKING: readonly RuleMember[] = [
  of('strategy', 'Ranked by', 'text', undefined, [
    ['', 'What was asked for'],
    ['BEST_MATCH', 'Best match: cost, time, reliability'],
    ['BALANCED', 'Balanced'],
    ['CHEAPEST', 'Cost alone'],
  ]),
  of('cost', 'Cost is', 'text', undefined, [
    ['', 'The price'],
    ['LANDED', 'What it costs in the end (landed)'],
  ]),
];
export const WEIGHTS: readonly RuleMember[] = [
  of('hourValue', 'An hour is worth', 'rupees', 'Rupees; empty: as usual'),
  of('failureCost', 'A failed delivery costs', 'rupees', 'Rupees; empty: as usual'),
  of('coverageCost', 'No coverage costs', 'rupees', 'Rupees; empty: as usual'),
];

/** Of fields that are no members in a list. */
const LABELS: Readonly<Record<string, string>> = {
  label: 'The rule in words',
  message: 'Reason shown',
  code: 'Code',
  atMostAbove: 'At most above the cheapest',
  validFrom: 'Counts from',
  validTo: 'Counts to',
};

/** @param member with `before` in front, or without */
export function labelOf(member: string, before: string): string {
  if (member.startsWith(before)) return `Unless: ${labelOf(member.slice(before.length), before)}`;
  const lists = [USUAL_CONDITIONS, MORE_CONDITIONS, [PARTNERS], SELECTORS, ADJUSTMENT, RANKING, WEIGHTS];
  return LABELS[member] ?? lists.flat().find(({ name }) => name === member)?.label ?? member;
}

/** Read as typed, each below its name with `before` in front; what is wrong is a fault of that name. */
export function membersIn(
  members: readonly RuleMember[],
  typed: RuleTexts,
  faults: TextFaults,
  before = '',
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const { name, kind } of members) {
    const text = (typed[before + name] ?? '').trim();
    if (text === '' || text === ',') continue;
    const found: ParsedCell<unknown> = KINDS[kind].read(text);
    if (found.ok) read[name] = found.value;
    else faults[before + name] = found.message;
  }
  return read;
}

/** The texts that are read as these members. */
export function textsOf(members: readonly RuleMember[], values: object, before = ''): RuleTexts {
  const given = values as Record<string, unknown>;
  const filled = members.filter(({ name }) => (given[name] ?? null) !== null);
  return Object.fromEntries(filled.map(({ name, kind }) => [before + name, KINDS[kind].show(given[name] as never)]));
}
