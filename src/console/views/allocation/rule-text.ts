/** A rule as the texts of its form, and back: nothing of it is lost. */
import { endOfDayInIndia, dayInIndia, lackWords, startOfDayInIndia } from '../../parts/words.js';
import {
  ADJUSTMENT,
  labelOf,
  membersIn,
  MORE_CONDITIONS,
  PARTNERS,
  partsOf,
  RANKING,
  SELECTORS,
  textsOf,
  type RuleTexts,
  type TextFaults,
  USUAL_CONDITIONS,
  WEIGHTS,
} from './rule-members.js';
import type { PolicyRule } from './sentence.js';

/** In front of the members of `when.not`. */
export const NOT = 'not ';
const CONDITIONS = [...USUAL_CONDITIONS, ...MORE_CONDITIONS];
const AT_MOST = { name: 'atMostAbove', label: '', kind: 'rupees' } as const;
const ACTIONS = ['exclude', 'only', 'adjust', 'rank', 'order', 'share', 'refuse'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** `courier-a 60`, `courier-a 60 min 10 max 100`. */
const SHARE_PART = /^(\S+?)[\s:=]+(\d+(?:\.\d{1,2})?)\s*%?(?:\s+min\s+(\d+))?(?:\s+max\s+(\d+))?$/i;

/** @param rule null: a new one */
export function typedRule(rule: PolicyRule | null): RuleTexts {
  if (rule === null) return { action: 'exclude', per: 'DAY' };
  const { label, when, binding, stop, validFrom, validTo } = rule;
  const action = ACTIONS.find((name) => (rule[name] ?? null) !== null) ?? 'exclude';
  const { exclude, only, adjust, rank, order, share, refuse } = rule;
  const selecting = exclude ?? only ?? adjust ?? {};
  return {
    label,
    action,
    ...textsOf(CONDITIONS, when),
    ...textsOf(CONDITIONS, when.not ?? {}, NOT),
    ...textsOf([...SELECTORS, ...ADJUSTMENT], selecting),
    ...textsOf(RANKING, rank ?? {}),
    ...textsOf(WEIGHTS, rank?.weights ?? {}),
    ...textsOf([AT_MOST], order ?? share ?? {}),
    partners: share ? share.of.map(shareText).join('\n') : (order?.partners ?? selecting.partners ?? []).join('\n'),
    per: share?.per ?? 'DAY',
    ...(refuse && { message: refuse.message, code: refuse.code }),
    binding: binding === true ? 'yes' : '',
    stop: stop === true ? 'yes' : '',
    validFrom: momentText(validFrom, startOfDayInIndia),
    validTo: momentText(validTo, endOfDayInIndia),
  };
}

type ShareMember = NonNullable<PolicyRule['share']>['of'][number];
const shareText = ({ partner, percent, min = null, max = null }: ShareMember): string =>
  `${partner} ${percent}${min === null ? '' : ` min ${min}`}${max === null ? '' : ` max ${max}`}`;

/** A day where the moment is its first or last. */
function momentText(moment: string | null | undefined, ofDay: (day: string) => string): string {
  if (typeof moment !== 'string') return '';
  const day = dayInIndia(new Date(moment));
  return Date.parse(ofDay(day)) === Date.parse(moment) ? day : moment;
}

/** What a rule may name: the id of a courier, or `group:X`, and its name. */
export type RuleMemberOption = readonly [id: string, name: string];

/** The couriers and groups that the text names, without their percents. */
export const partnersIn = (text: string): string[] => partsOf(text).map((part) => SHARE_PART.exec(part)?.[1] ?? part);

/** The text with one more, in a share with the percent that the others leave. */
export function withPartner(text: string, partner: string, isShare: boolean): string {
  const parts = partsOf(text);
  const left = parts.reduce((rest, part) => rest - Number(SHARE_PART.exec(part)?.[2] ?? 0), 100);
  const percent = isShare && parts.length > 0 && left > 0 ? ` ${Math.round(left * 100) / 100}` : '';
  return [...parts, `${partner}${percent}`].join('\n');
}

export interface ReadRule {
  /** Null: something is missing or wrong. */
  rule: PolicyRule | null;
  faults: TextFaults;
}

/**
 * Read as typed.
 * @param former what it has beyond the form stays; null: the rule is new
 */
export function readRule(
  typed: RuleTexts,
  rules: readonly PolicyRule[],
  members: readonly string[],
  former: PolicyRule | null,
): ReadRule {
  const faults: TextFaults = {};
  const label = (typed['label'] ?? '').trim();
  const not = membersIn(CONDITIONS, typed, faults, NOT);
  const when = { ...membersIn(CONDITIONS, typed, faults), ...(Object.keys(not).length > 0 && { not }) };
  const { kgFrom, kgTo } = when as { kgFrom?: number; kgTo?: number };
  if (kgFrom !== undefined && kgTo !== undefined && kgTo <= kgFrom) faults['kgTo'] = 'Must be above the weight from';
  const action = actionIn(typed, members, faults);
  const moment = (name: 'validFrom' | 'validTo', ofDay: (day: string) => string) => {
    const text = (typed[name] ?? '').trim();
    if (text !== '' && Number.isNaN(Date.parse(text))) faults[name] = 'A day, as 2026-12-24';
    else if (text !== '') return { [name]: DAY.test(text) ? ofDay(text) : text };
    return {};
  };
  const dates = { ...moment('validFrom', startOfDayInIndia), ...moment('validTo', endOfDayInIndia) };
  if (label === '' || action === null || Object.keys(faults).length > 0) return { rule: null, faults };
  const isBinding = typed['binding'] === 'yes' && ('exclude' in action || 'only' in action || 'refuse' in action);
  const rule = {
    ruleId: former?.ruleId ?? idOf(label, rules),
    label,
    when,
    ...action,
    ...(isBinding && { binding: true }),
    ...(typed['stop'] === 'yes' && { stop: true }),
    status: former?.status ?? true,
    ...dates,
  };
  return { rule: rule as PolicyRule, faults };
}

/** Of which one at least is filled in. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  exclude: ['partners', ...SELECTORS.map(({ name }) => name)],
  only: ['partners', ...SELECTORS.map(({ name }) => name)],
  adjust: ADJUSTMENT.map(({ name }) => name),
  order: ['partners'],
  share: ['partners'],
  refuse: ['message'],
};

/** What the form still lacks, as a sentence. */
export function ruleLackWords(typed: RuleTexts, faults: TextFaults): string {
  const isEmpty = (name: string): boolean => (typed[name] ?? '').trim() === '';
  const needed = NEEDED[typed['action'] ?? ''] ?? [];
  const empty = ['label', ...(needed.every(isEmpty) ? needed.slice(0, 1) : [])].filter(isEmpty);
  return lackWords(
    [...new Set([...empty, ...Object.keys(faults)])].map((name) => [
      labelOf(name, NOT),
      typed[name] ?? '',
      faults[name],
    ]),
  );
}

function actionIn(typed: RuleTexts, members: readonly string[], faults: TextFaults): object | null {
  const { action = '' } = typed;
  const text = (name: string): string => (typed[name] ?? '').trim();
  if (action === 'refuse')
    return text('message') === '' ? null : { refuse: { code: text('code') || 'REFUSED', message: text('message') } };
  if (action === 'rank') {
    const weights = membersIn(WEIGHTS, typed, faults);
    return {
      rank: { ...membersIn(RANKING, typed, faults), ...(Object.keys(weights).length > 0 && { weights }) },
    };
  }
  const check = (partner: string): void => {
    if (!members.includes(partner)) faults['partners'] = `There is no courier or group ${partner}`;
  };
  const atMost = action === 'order' || action === 'share' ? membersIn([AT_MOST], typed, faults) : {};
  if (action === 'share') return sharesIn(text('partners'), check, faults, { per: typed['per'] ?? 'DAY', ...atMost });
  const selecting = membersIn(action === 'order' ? [PARTNERS] : [PARTNERS, ...SELECTORS], typed, faults);
  for (const partner of (selecting['partners'] ?? []) as string[]) check(partner);
  const more = action === 'adjust' ? membersIn(ADJUSTMENT, typed, faults) : {};
  if ('rupees' in more && 'percent' in more) faults['percent'] = 'Rupees, or percent: not both';
  const isWhole = action === 'adjust' ? Object.keys(more).length > 0 : Object.keys(selecting).length > 0;
  return isWhole ? { [action]: { ...selecting, ...more, ...atMost } } : null;
}

function sharesIn(text: string, check: (partner: string) => void, faults: TextFaults, more: object): object | null {
  const given = partsOf(text);
  if (given.length === 0) return null;
  const of = given.map((line) => {
    const [, partner, percent, min, max] = SHARE_PART.exec(line) ?? [];
    if (partner === undefined) faults['partners'] = `An id and its percent, as courier-a 60, not ${line}`;
    else check(partner);
    const bounds = { ...(min !== undefined && { min: Number(min) }), ...(max !== undefined && { max: Number(max) }) };
    return { partner: partner ?? line, percent: Number(percent), ...bounds };
  });
  const sum = of.reduce((total, { percent }) => total + percent, 0);
  if (faults['partners'] === undefined && Math.round(sum * 100) !== 10_000)
    faults['partners'] = `The percents must sum to 100: they sum to ${Math.round(sum * 100) / 100}`;
  if (faults['partners'] === undefined && of.length < 2) faults['partners'] = 'At least two couriers';
  return { share: { of, ...more } };
}

const MAX_ID = 32;

/** An id of the words, which no rule of the policy has. */
function idOf(label: string, rules: readonly PolicyRule[]): string {
  const words = label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_ID - 3);
  const base = words === '' ? 'rule' : words;
  const taken = new Set(rules.map(({ ruleId }) => ruleId));
  for (let number = 1; ; number++) {
    const ruleId = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(ruleId)) return ruleId;
  }
}
