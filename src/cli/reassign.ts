/** `pinrate reassign`: the shipments of a courier go to others. */
import { type Command, Option } from 'commander';
import { reassignShipments } from '../client/operations.js';
import type { ReassignedLine } from '../contract/shipment-life.js';
import { OPEN_STATES, REASSIGN_REASONS } from '../model/life.js';
import { counted, rupees } from '../words.js';
import { wholeNumber } from './numbers.js';
import { Progress } from './progress.js';
import { openSession, type Session } from './session.js';
import { table } from './tables.js';
import { CommandError, EXIT, type World } from './world.js';

interface ReassignOptions {
  reason: (typeof REASSIGN_REASONS)[number];
  state?: (typeof OPEN_STATES)[number][];
  toGroup?: string[];
  from?: string;
  to?: string;
  exclude?: string[];
  limit?: number;
  note?: string;
  dryRun?: boolean;
}

const EXAMPLES = `
Examples:
  pinrate reassign nagarvega-sameday --reason CAPACITY --dry-run
  pinrate reassign nagarvega-sameday --reason PICKUP_MISSED --from 2026-12-05 --to 2026-12-05
  pinrate reassign nagarvega-sameday --reason SERVICE --to-group METRO --exclude kachhua-cargo

Moves what services have assigned to the partner and it has not carried yet,
the earliest pickup first. --from and --to are days or moments of the promised
pickup, both inclusive for days. Interrupted, the same command goes on.`;

const further = <T>(text: T, given: T[] = []): T[] => [...given, text];

export function addReassign(program: Command, world: World): void {
  program
    .command('reassign')
    .summary('move the shipments of a courier to others')
    .description('Chooses another partner for each shipment that the partner has not carried yet.')
    .argument('<partner>', 'the id of the partner')
    .addOption(new Option('--reason <reason>', 'why').choices(REASSIGN_REASONS).makeOptionMandatory())
    .addOption(
      new Option('--state <state>', `only in this state: ${OPEN_STATES.join(' or ')}`).argParser(
        further as (text: string, given?: ReassignOptions['state']) => NonNullable<ReassignOptions['state']>,
      ),
    )
    .option('--to-group <group>', 'only to this place group', further<string>)
    .option('--from <time>', 'with a pickup from then on')
    .option('--to <time>', 'with a pickup until then')
    .option('--exclude <partner>', 'never to this partner', further<string>)
    .option('--limit <number>', 'move so many at most', wholeNumber)
    .option('--note <text>', 'for the history of each shipment')
    .option('--dry-run', 'say what would become of them, and move nothing')
    .addHelpText('after', EXAMPLES)
    .action(async (partnerId: string, options: ReassignOptions, command: Command) => {
      const { reason, state, toGroup, from, to, exclude, limit, note, dryRun } = options;
      const session = await openSession(world, command);
      const filter = { partnerId, states: state, toGroups: toGroup, pickupFrom: from, pickupTo: to };
      const lines = reassignShipments(session.pinrate, { filter, reason, exclude, limit, note, dryRun });
      const summary = await follow(lines, session, dryRun === true);
      if (summary === null) throw new CommandError(EXIT.notReached, 'the answer ended before its summary; ask again');
      if (summary.left > 0) throw new CommandError(EXIT.refused, `${counted(summary.left, 'shipment')} left`);
    });
}

type Summary = Extract<ReassignedLine, { summary: object }>['summary'];

/** @returns null if the answer ended early */
async function follow(
  lines: AsyncIterable<ReassignedLine>,
  { world, isJson }: Session,
  isDry: boolean,
): Promise<Summary | null> {
  const progress = new Progress(world);
  const rows: string[][] = [];
  let summary: Summary | null = null;
  try {
    for await (const line of lines) {
      if (isJson) world.out.write(`${JSON.stringify(line)}\n`);
      if ('summary' in line) summary = line.summary;
      else {
        rows.push(rowOf(line));
        progress.at(counted(rows.length, 'shipment'));
      }
    }
  } finally {
    progress.end();
  }
  if (!isJson) {
    if (rows.length > 0) world.out.write(`${table(COLUMNS, rows, world)}\n`);
    if (summary !== null) world.out.write(summaryInWords(summary, isDry));
  }
  return summary;
}

function rowOf(line: Exclude<ReassignedLine, { summary: object }>): string[] {
  const { shipmentId } = line;
  if ('error' in line) return [shipmentId, '', '', line.error.message];
  const { data } = line;
  return data.success
    ? [shipmentId, data.assignment.partnerId, rupees(data.cost.after), '']
    : [shipmentId, '', '', data.error.message];
}

function summaryInWords({ reassigned, left, cost: { before, after } }: Summary, isDry: boolean): string {
  const moved = `${counted(reassigned, 'shipment')} ${isDry ? 'would be moved' : 'moved'}, ${left} left`;
  return reassigned === 0 ? `${moved}.\n` : `${moved}; ${rupees(before)} before, ${rupees(after)} after.\n`;
}

const COLUMNS = [
  { title: 'SHIPMENT', fixed: true },
  { title: 'TO', fixed: true },
  { title: 'COST INR', align: 'right', fixed: true },
  { title: 'STAYS BECAUSE' },
] as const;
