/** `pinrate allocate`: who would get a parcel, by which rules, and why the others do not. */
import { type Command, Option } from 'commander';
import { explainAllocation } from '../client/operations.js';
import { failureWords } from '../condition-words.js';
import type { Decision } from '../contract/allocation.js';
import { NO_POLICY } from '../domain/allocation/policy.js';
import { STRATEGIES, type Strategy } from '../domain/strategies.js';
import { URGENCY_LEVELS, type UrgencyLevel } from '../domain/vocabulary.js';
import { rupees } from '../words.js';
import { type ParcelOptions, parcelOf, withParcel } from './parcel-options.js';
import { askedWith, policyOf } from './policy-argument.js';
import { openSession } from './session.js';
import { table } from './tables.js';
import { CommandError, EXIT, type World } from './world.js';

interface AllocateOptions extends ParcelOptions {
  policy?: string;
  strategy: Strategy;
  urgency?: UrgencyLevel;
  attribute?: Attributes;
  explain?: boolean;
}

type Attributes = Record<string, string | number | boolean>;

const EXAMPLES = `
Examples:
  pinrate allocate 110001 560001 --weight 1.2kg --cod 2499.50
  pinrate allocate 110001 560001 --weight 1.2kg --policy season --explain
  pinrate allocate 110001 560001 --weight 1.2kg --policy season.json --explain
  pinrate allocate 110001 560001 --weight 1.2kg --policy NONE --strategy FASTEST
  pinrate allocate 110001 560001 --weight 1.2kg --attribute brand=arkaja --attribute size=2

Nothing is stored. A policy is the id of a stored one, whatever its status, or a
file with a document; NONE is no policy. The value of an attribute is a whole
number, true, false, or text; in double quotes it is text in any case.`;

export function addAllocate(program: Command, world: World): void {
  withParcel(program.command('allocate'))
    .summary('who would get a parcel, and why')
    .description('Asks who would get a parcel by the house’s policies, and why.')
    .option('--policy <policy>', 'this policy: its id, a file with a document, or NONE')
    .addOption(new Option('--strategy <strategy>', 'how partners rank').choices(STRATEGIES).default('BEST_MATCH'))
    .addOption(new Option('--urgency <urgency>', 'how urgent it is').choices(URGENCY_LEVELS))
    .option('--attribute <name=value>', 'an attribute of the request, for policies', attribute)
    .option('--explain', 'each rule with what became of it, and each partner with its place')
    .addHelpText('after', EXAMPLES)
    .action(async (from: string, to: string, options: AllocateOptions, command: Command) => {
      const shipment = parcelOf('an allocation', options, ['PICKUP', 'DELIVERY'] as const);
      const { urgency, attribute: attributes, strategy, policy: named } = options;
      const isWithoutPolicy = named === NO_POLICY;
      const policy = named === undefined || isWithoutPolicy ? {} : await policyOf(named);
      const session = await openSession(world, command);
      const question = {
        shipmentDetails: {
          ...{ shipmentId: 'allocate', pickupPincode: from, deliveryPincode: to, ...shipment },
          ...(urgency !== undefined && { urgency }),
          ...(attributes !== undefined && { attributes }),
        },
        assignmentPreferences: { assignmentStrategy: strategy, ...(isWithoutPolicy && { policyId: NO_POLICY }) },
        ...policy,
      } as Parameters<typeof explainAllocation>[1];
      const answer = await askedWith(policy, () => explainAllocation(session.pinrate, question));
      session.show(answer, ({ data, warnings = [] }) => {
        const warned = warnings.map(({ message }) => `Warning: ${message}\n`).join('');
        return inWords(data, options.explain === true, world) + warned;
      });
      if (!answer.data.candidates.some(({ result }) => result === 'CHOSEN'))
        throw new CommandError(EXIT.refused, 'nobody gets this shipment');
    });
}

const ATTRIBUTE = /^([^=]+)=(.*)$/s;

/** Called for each `--attribute`, with those before it. */
function attribute(text: string, before: Attributes = {}): Attributes {
  const [, name, value] = ATTRIBUTE.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new CommandError(EXIT.usage, `"${text}" is no attribute: write it as brand=arkaja`);
  return { ...before, [name]: valueOf(value) };
}

function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  return /^".*"$/s.test(text) ? text.slice(1, -1) : text;
}

function inWords(
  { policyId, sentence, rules, candidates, uncovered }: Decision,
  explain: boolean,
  world: World,
): string {
  const first = `${sentence}\n`;
  if (!explain) return first;
  const ruleRows = rules.map((each) => [each.ruleId, each.result, failureWords(each)]);
  const rows = candidates.map(({ partnerId, result, cost, hours, score, landed, ruleId, reasons }) => [
    partnerId,
    result,
    cost === undefined ? '' : rupees(cost),
    hours === undefined ? '' : String(hours),
    score === undefined ? (ruleId ?? reasons?.join(', ') ?? '') : `score ${rupees(score)}${landedWords(landed)}`,
  ]);
  const rule = { title: policyId === null ? 'RULE' : `RULE OF ${policyId}`, fixed: true } as const;
  return [
    first,
    table([rule, { title: 'RESULT', fixed: true }, { title: 'BECAUSE' }], ruleRows, world),
    table(CANDIDATES, rows, world),
    uncovered > 0 ? `${uncovered} more do not cover both ends.\n` : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** The landed cost that counts in the score, and what it is the sum of. */
function landedWords(landed: Decision['candidates'][number]['landed']): string {
  if (landed === undefined) return '';
  const { forward, return: returned, cash, late, total, evidence } = landed;
  const parts = `price ${rupees(forward)}, return ${rupees(returned)}, cash ${rupees(cash)}, late ${rupees(late)}`;
  return `; landed ${rupees(total)} (${parts})${evidence.return === 'ASSUMED' ? ', return assumed' : ''}`;
}

const CANDIDATES = [
  { title: 'PARTNER', fixed: true },
  { title: 'RESULT', fixed: true },
  { title: 'COST INR', align: 'right', fixed: true },
  { title: 'HOURS', align: 'right', fixed: true },
  { title: 'BECAUSE' },
] as const;
