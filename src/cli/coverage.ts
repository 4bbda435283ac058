/** `pinrate coverage`: which pincodes a partner covers, as lines for a file or another program. */
import { type Command, Option } from 'commander';
import { pieces } from '../client/lists.js';
import { requestOf } from '../client/operation.js';
import { getPartnerCoverage } from '../client/operations.js';
import { Progress } from './progress.js';
import { openSession, type Session } from './session.js';
import { counted } from '../words.js';
import { printable, type World } from './world.js';

const MEDIA_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;
type Format = keyof typeof MEDIA_TYPES;

const HEADER_LINES: Readonly<Record<Format, number>> = { csv: 1, ndjson: 0 };

const EXAMPLES = `
Examples:
  pinrate coverage dharaline-surface > dharaline.csv
  pinrate coverage dharaline-surface | grep ^4110
  pinrate coverage dharaline-surface --json | jq -r .zone | sort | uniq -c

Prints a line for each pincode, ascending: its zone, its way into the zone (its
own entry, or an area, city or state that the zone lists), its services, ODA and
HILL, and the reason if it is blocked now. In CSV a cell that a spreadsheet
would take for a formula begins with '.`;

export function addCoverage(program: Command, world: World): void {
  program
    .command('coverage')
    .summary('which pincodes a partner covers')
    .description('Prints every pincode that a partner covers, with its zone and services.')
    .argument('<partner>', 'the id of the partner')
    .addOption(
      new Option('--format <name>', 'of the lines: csv, or ndjson with --json').choices(Object.keys(MEDIA_TYPES)),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (partnerId: string, { format: given }: { format?: Format }, command: Command) => {
      const session = await openSession(world, command);
      const format = given ?? (session.isJson ? 'ndjson' : 'csv');
      const accept = MEDIA_TYPES[format];
      const request = () => requestOf(session.pinrate, { ...getPartnerCoverage.traits, accept }, [partnerId]);
      const lines = await printLines(session, pieces(request, accept));
      if (lines > HEADER_LINES[format]) return;
      const reason = 'it is inactive, or its active zones have no pincodes';
      world.err.write(`${printable(partnerId)} covers no pincode: ${reason}\n`);
    });
}

/** @returns how many there were */
async function printLines({ world }: Session, text: AsyncIterable<Uint8Array>): Promise<number> {
  // on a terminal the lines themselves are the progress
  const progress = world.out.isTTY === true ? null : new Progress(world);
  const decoder = new TextDecoder();
  let lines = 0;
  let rest = '';
  try {
    for await (const piece of text) {
      const arrived = rest + decoder.decode(piece, { stream: true });
      const end = arrived.lastIndexOf('\n') + 1;
      rest = arrived.slice(end);
      const whole = arrived.slice(0, end);
      lines += whole.split('\n').length - 1;
      // unchanged, as in a file: the lines are data
      world.out.write(whole);
      progress?.at(counted(lines, 'line'));
    }
    if (rest !== '') world.out.write(rest);
  } finally {
    progress?.end();
  }
  return lines;
}
