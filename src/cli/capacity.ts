/** `pinrate capacity`, `close` and `open`: how much couriers take, and closing one for a time. */
import type { Command } from 'commander';
import type { closeCapacity as closeContract, listCapacity as listContract } from '../contract/capacity.js';
import type { AnswerOf } from '../contract/types.js';
import { closeCapacity, listCapacity, openCapacity } from '../client/operations.js';
import { wholeNumber } from './numbers.js';
import { openSession } from './session.js';
import { table } from './tables.js';
import { inIndia } from './words.js';
import type { World } from './world.js';

type Uses = AnswerOf<typeof listContract>['data'];
type Capacity = AnswerOf<typeof closeContract>['data'];

interface ChangeOptions {
  note?: string;
  dryRun?: boolean;
}

const LIST_EXAMPLES = `
Examples:
  pinrate capacity
  pinrate capacity nagarvega-sameday --day 2026-12-05`;

export function addCapacity(program: Command, world: World): void {
  program
    .command('capacity')
    .summary('how much of what couriers take is used')
    .description('Prints each capacity with what assignments have used of it, in the day or its month.')
    .argument('[partner]', 'the id of the partner; all unless given')
    .option('--day <day>', 'a day in India; today unless given')
    .addHelpText('after', LIST_EXAMPLES)
    .action(async (partnerId: string | undefined, { day }: { day?: string }, command: Command) => {
      const session = await openSession(world, command);
      const answer = await listCapacity(session.pinrate, { partnerId, date: day });
      session.show(answer, ({ data }) => (data.length === 0 ? 'There are no capacities.\n' : usesInWords(data, world)));
    });
}

function usesInWords(uses: Uses, world: World): string {
  const rows = uses.map(({ id, partnerId, used, limit, full, closedUntil }) => [
    String(id),
    partnerId,
    String(used),
    String(limit),
    closedUntil === null ? (full ? 'full' : '') : `closed until ${inIndia(closedUntil)}`,
  ]);
  return table(COLUMNS, rows, world);
}

const COLUMNS = [
  { title: 'ID', align: 'right', fixed: true },
  { title: 'PARTNER', fixed: true },
  { title: 'USED', align: 'right', fixed: true },
  { title: 'LIMIT', align: 'right', fixed: true },
  { title: 'STATE' },
] as const;

const CLOSE_EXAMPLES = `
Examples:
  pinrate close 12 --until 2026-12-05 --note "strike"
  pinrate close 12 --until 2026-12-05T18:00:00+05:30 --dry-run

--until is a day, which the closure includes, or a moment. Shipments that are
assigned already stay: pinrate reassign moves them.`;

export function addClose(program: Command, world: World): void {
  program
    .command('close')
    .summary('close a capacity for a time')
    .description('Until then the capacity is full, whatever is used of it. Prices go on.')
    .argument('<capacity>', 'the number of the capacity, as pinrate capacity prints it', wholeNumber)
    .requiredOption('--until <time>', 'the last day, as 2026-12-05, or the moment when it opens')
    .option('--note <text>', 'for the log')
    .option('--dry-run', 'check it without doing it')
    .addHelpText('after', CLOSE_EXAMPLES)
    .action(async (id: number, { until, note, dryRun }: ChangeOptions & { until: string }, command: Command) => {
      const session = await openSession(world, command);
      const answer = await closeCapacity(session.pinrate, id, { until, note }, { query: { dryRun } });
      session.show(answer, ({ data }) => closedInWords(data, dryRun === true));
    });
}

function closedInWords({ partnerId, name, closedUntil }: Capacity, isDry: boolean): string {
  return `${name} of ${partnerId} ${isDry ? 'would be' : 'is'} closed until ${inIndia(closedUntil!)}.\n`;
}

const OPEN_EXAMPLES = `
Examples:
  pinrate open 12`;

export function addOpen(program: Command, world: World): void {
  program
    .command('open')
    .summary('open a closed capacity')
    .description('From now on only its limit counts.')
    .argument('<capacity>', 'the number of the capacity', wholeNumber)
    .option('--note <text>', 'for the log')
    .option('--dry-run', 'check it without doing it')
    .addHelpText('after', OPEN_EXAMPLES)
    .action(async (id: number, { note, dryRun }: ChangeOptions, command: Command) => {
      const session = await openSession(world, command);
      const answer = await openCapacity(session.pinrate, id, { note, dryRun });
      session.show(
        answer,
        ({ data: { partnerId, name } }) => `${name} of ${partnerId} ${dryRun === true ? 'would be' : 'is'} open.\n`,
      );
    });
}
