/** What a policy may say, as far as it shows in the policy alone. */
import { MAX_POLICY_BYTES } from '../../limits/documents.js';
import type { AllocationPolicy } from '../documents.js';
import type { Fault } from '../schema-faults.js';

type Rule = AllocationPolicy['rules'][number];

const ACTIONS = [
  'exclude',
  'only',
  'adjust',
  'rank',
  'order',
  'share',
  'refuse',
] as const satisfies readonly (keyof Rule)[];
/** Percents have two decimals. */
const PERCENT = 100;
const BINDING: readonly string[] = ['exclude', 'only', 'refuse'];

/** A null member is as an absent one. */
const isGiven = (value: unknown): boolean => value !== null && value !== undefined;
const givenIn = (members: object): string[] =>
  Object.entries(members).flatMap(([name, value]) => (isGiven(value) ? [name] : []));

export function* policyFaults(policy: AllocationPolicy): Iterable<Fault> {
  const bytes = Buffer.byteLength(JSON.stringify(policy));
  if (bytes > MAX_POLICY_BYTES)
    yield {
      field: 'rules',
      message: `must be shorter: a policy may take ${MAX_POLICY_BYTES} bytes of JSON, this one takes ${bytes}`,
    };
  for (const [index, rule] of policy.rules.entries())
    for (const { field, message } of ruleFaults(rule)) yield { field: `rules[${index}]${field}`, message };
}

function* ruleFaults(rule: Rule): Iterable<Fault> {
  const given = ACTIONS.filter((action) => isGiven(rule[action]));
  if (given.length === 0) yield { field: '', message: `must have one of ${ACTIONS.join(', ')}` };
  for (const action of given.slice(1))
    yield { field: `.${action}`, message: `must be absent when ${given[0]} is given: a rule has one action` };
  if (rule.binding === true && given.length > 0 && !given.some((action) => BINDING.includes(action)))
    yield { field: '.binding', message: `belongs to ${BINDING.join(', ')}` };
  for (const action of ['exclude', 'only'] as const)
    if (isGiven(rule[action]) && givenIn(rule[action]!).length === 0)
      yield { field: `.${action}`, message: 'must say which candidates it is about' };
  if (isGiven(rule.adjust)) yield* adjustFaults(rule.adjust!);
  if (isGiven(rule.share)) yield* shareFaults(rule.share!);
  yield* whenFaults(rule.when, '.when');
  if (isGiven(rule.when.not)) {
    if (givenIn(rule.when.not!).length === 0) yield { field: '.when.not', message: 'must have at least one member' };
    yield* whenFaults(rule.when.not!, '.when.not');
  }
}

function* adjustFaults({ rupees, percent }: NonNullable<Rule['adjust']>): Iterable<Fault> {
  if (!isGiven(rupees) && !isGiven(percent)) yield { field: '.adjust', message: 'must have rupees or percent' };
  if (isGiven(rupees) && isGiven(percent))
    yield {
      field: '.adjust.percent',
      message: 'must be absent when rupees is given: a score is adjusted by one of them',
    };
}

function* shareFaults({ of }: NonNullable<Rule['share']>): Iterable<Fault> {
  const sum = of.reduce((total, { percent }) => total + Math.round(percent * PERCENT), 0);
  if (sum !== 100 * PERCENT)
    yield { field: '.share.of', message: `must have percents that sum to 100: they sum to ${sum / PERCENT}` };
  for (const [index, { min, max }] of of.entries())
    if (isGiven(min) && isGiven(max) && max! < min!)
      yield { field: `.share.of[${index}].max`, message: `must be at least min, ${min}` };
}

function* whenFaults(
  { timeFrom, timeTo, attributes }: Pick<Rule['when'], 'timeFrom' | 'timeTo' | 'attributes'>,
  path: string,
): Iterable<Fault> {
  if (isGiven(timeFrom) && timeFrom === timeTo)
    yield { field: `${path}.timeTo`, message: 'must be another time than timeFrom: there is no time between them' };
  for (const [name, wanted] of Object.entries(attributes ?? {})) {
    if (Array.isArray(wanted)) continue;
    const { from, to } = wanted as { from?: number | null; to?: number | null };
    const field = `${path}.attributes.${name}`;
    if (!isGiven(from) && !isGiven(to)) yield { field, message: 'must have from or to' };
    else if (isGiven(from) && isGiven(to) && to! <= from!)
      yield { field: `${field}.to`, message: `must be greater than from, ${from}` };
  }
}
