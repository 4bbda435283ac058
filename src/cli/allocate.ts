/** `pinrate allocate`: who would get a parcel, by which rules, and why the others do not. */
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { explainAllocation } from '../client/operations.js';
import type { Decision } from '../contract/allocation.js';
import { rupees } from '../words.js';
import { type ParcelOptions, parcelOf, withParcel } from './parcel-options.js';
import { openSession } from './session.js';
import { table } from './tables.js';
import { CommandError, EXIT, type World } from './world.js';

interface AllocateOptions extends ParcelOptions {
  policy?: string;
  explain?: boolean;
}

const EXAMPLES = `
Examples:
  pinrate allocate 110001 560001 --weight 1.2kg --cod 2499.50
  pinrate allocate 110001 560001 --weight 1.2kg --policy season --explain
  pinrate allocate 110001 560001 --weight 1.2kg --policy season.json --explain

Nothing is stored. A policy is the id of a stored one, whatever its status, or a
file with a document.`;

export function addAllocate(program: Command, world: World): void {
  withParcel(program.command('allocate'))
    .summary('who would get a parcel, and why')
    .description('Asks who would get a parcel by the house’s policies, and why.')
    .option('--policy <policy>', 'this policy: its id, or a file that ends in .json')
    .option('--explain', 'each rule with what became of it, and each partner with its place')
    .addHelpText('after', EXAMPLES)
    .action(async (from: string, to: string, options: AllocateOptions, command: Command) => {
      const shipment = parcelOf('an allocation', options, ['PICKUP', 'DELIVERY'] as const);
      const policy = options.policy === undefined ? {} : await policyOf(options.policy);
      const session = await openSession(world, command);
      const answer = await explainAllocation(session.pinrate, {
        shipmentDetails: { shipmentId: 'allocate', pickupPincode: from, deliveryPincode: to, ...shipment },
        assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
        ...policy,
      } as Parameters<typeof explainAllocation>[1]);
      session.show(answer, ({ data }) => inWords(data, options.explain === true, world));
      if (!answer.data.candidates.some(({ result }) => result === 'CHOSEN'))
        throw new CommandError(EXIT.refused, 'nobody gets this shipment');
    });
}

/** @throws CommandError when the file cannot be read, or is no JSON */
async function policyOf(text: string): Promise<{ policyId: string } | { policy: object }> {
  if (!text.endsWith('.json')) return { policyId: text };
  try {
    return { policy: JSON.parse(await readFile(text, 'utf8')) as object };
  } catch (error) {
    throw new CommandError(EXIT.usage, `the policy ${text} cannot be read: ${(error as Error).message}`);
  }
}

function inWords(
  { policyId, sentence, rules, candidates, uncovered }: Decision,
  explain: boolean,
  world: World,
): string {
  const first = `${sentence}\n`;
  if (!explain) return first;
  const ruleRows = rules.map(({ ruleId, result, failed, was }) => [
    ruleId,
    result,
    failed === undefined ? '' : `${failed}: ${JSON.stringify(was)}`,
  ]);
  const rows = candidates.map(({ partnerId, result, cost, hours, score, ruleId, reasons }) => [
    partnerId,
    result,
    cost === undefined ? '' : rupees(cost),
    hours === undefined ? '' : String(hours),
    score === undefined ? (ruleId ?? reasons?.join(', ') ?? '') : `score ${rupees(score)}`,
  ]);
  const rule = { title: policyId === null ? 'RULE' : `RULE OF ${policyId}`, fixed: true } as const;
  return [
    first,
    table([rule, { title: 'RESULT', fixed: true }, { title: 'THE SHIPMENT HAS' }], ruleRows, world),
    table(CANDIDATES, rows, world),
    uncovered > 0 ? `${uncovered} more do not cover both ends.\n` : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const CANDIDATES = [
  { title: 'PARTNER', fixed: true },
  { title: 'RESULT', fixed: true },
  { title: 'COST INR', align: 'right', fixed: true },
  { title: 'HOURS', align: 'right', fixed: true },
  { title: 'BECAUSE' },
] as const;
