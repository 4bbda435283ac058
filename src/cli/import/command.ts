/** `pinrate import`: a courier's sheet becomes documents of a partner, as one change. */
import { basename } from 'node:path';
import { Argument, type Command } from 'commander';
import { PinrateError } from '../../client/error.js';
import { fitsApply, tooMuch } from '../apply-lines.js';
import { type ApplyOptions, sendLines } from '../apply.js';
import { changeInWords } from '../change-answer.js';
import { changeId } from '../numbers.js';
import { Progress } from '../progress.js';
import { lineFaultsOf, faultMessage } from '../refusal.js';
import { openSession, type Session } from '../session.js';
import { CommandError, EXIT, printable, type World } from '../world.js';
import { type Fault, FileFaults } from './faults.js';
import type { ImportLine } from './lines.js';
import { NO_MAP, readMap } from './map.js';
import { readImport } from './read-import.js';
import { type ImportKind, KINDS } from './kinds.js';

interface ImportOptions {
  partner: string;
  map?: string;
  dryRun?: boolean;
  replace?: boolean;
  skipUnknown?: boolean;
  force?: boolean;
  strict?: boolean;
  note?: string;
  basis?: number;
}

const EXAMPLES = `
Examples:
  pinrate import serviceability pincodes.xlsx --partner nabhdoot-air --dry-run
  pinrate import serviceability pincodes.csv --partner nabhdoot-air --replace
  pinrate import rates matrix.csv --partner nabhdoot-air --map map.yaml
  pinrate import charges fuel.csv --partner nabhdoot-air --note "fuel of July"

Files are CSV with a row of headings; serviceability may be the first sheet of
an .xlsx file. Headings:
  serviceability  pincode, zone, pickup, delivery, prepaid, cod, reverse, oda,
                  hill, max_cod, blocked_from, blocked_to, reason
  rates           slab, and a column for each lane or FROM>TO pair of zones; or
                  the fields of packages
  charges         the fields of customer-charges, surcharges or distance-charges
  transit         lane, from_zone, to_zone, hours
A map says what other headings and words mean:
  columns:
    pincode: Pin Code
  values:
    zone:
      Metro: 201
  ignore:
    - State
All rows count, or none. docs/data.md has the details.`;

export function addImport(program: Command, world: World): void {
  program
    .command('import')
    .summary("change a partner's documents from a courier's sheet")
    .description("Turns the rows of a courier's sheet into documents of a partner, all of them or none.")
    .addArgument(new Argument('<kind>', 'what the sheet has').choices(KINDS))
    .argument('<file>', 'a .csv file; of serviceability also an .xlsx file')
    .requiredOption('--partner <id>', 'whose rows these are')
    .option('--map <file>', 'a file in YAML with the meaning of headings and words')
    .option('--dry-run', 'show the changes without making them')
    .option('--replace', "the rows are all of the partner's; others end, or are removed")
    .option('--skip-unknown', 'leave out rows of pincodes that the node does not know')
    .option('--force', 'even when --replace takes away many rows')
    .option('--strict', 'not when it brings errors of the linter')
    .option('--note <text>', 'why, for the log; the name of the sheet unless given')
    .option('--basis <change>', 'not when the partner has changed since this change', changeId)
    .addHelpText('after', EXAMPLES)
    .action(async (kind: ImportKind, file: string, options: ImportOptions, command: Command) => {
      if (options.skipUnknown === true && kind !== 'serviceability')
        throw new CommandError(EXIT.usage, '--skip-unknown goes with serviceability alone');
      const session = await openSession(world, command);
      await run(session, kind, file, options);
    });
}

async function run(session: Session, kind: ImportKind, file: string, options: ImportOptions): Promise<void> {
  const map = options.map === undefined ? NO_MAP : await readMap(options.map);
  const progress = new Progress(session.world);
  progress.at(`reading ${file}`);
  const read = await readImport(session.pinrate, { ...options, kind, file, map }).finally(() => progress.end());
  for (const { line, column, message } of read.skipped)
    session.world.err.write(`${printable(`${file}:${line}: ${column}: ${message}; the row is left out`)}\n`);
  if (read.faults.found.length > 0) {
    for (const { message, ...position } of await faultsOfNode(session, read.lines)) read.faults.add(position, message);
    read.faults.throwIfAny(file);
  }
  if (read.lines.length === 0 && read.replace !== null)
    throw new CommandError(EXIT.refused, 'there is nothing to import: no row is left, and --replace would end all');
  const applied: ApplyOptions = {
    dryRun: options.dryRun,
    force: options.force,
    strict: options.strict,
    note: options.note ?? noteOf(kind, file),
    basis: options.basis,
    ...(read.replace !== null && { replace: read.replace, partner: options.partner }),
  };
  try {
    const answer = await sendLines(session, textOf(read.lines), applied);
    const positionOf = (line: number): string | undefined => {
      const at = read.lines[line - 1]?.positionOf('');
      return at && `${file}:${at.line}`;
    };
    session.show(answer, (body) => changeInWords(body, options.dryRun === true, session.world, positionOf));
  } catch (error) {
    throw error instanceof PinrateError ? inTheFile(error, file, read.lines) : error;
  }
}

const MAX_NAME_LENGTH = 400;

/** Without a note the history names the sheet. */
const noteOf = (kind: ImportKind, file: string): string =>
  `import ${kind} ${printable(basename(file)).slice(0, MAX_NAME_LENGTH)}`;

function textOf(lines: readonly ImportLine[]): Parameters<typeof sendLines>[1] {
  const text = lines.map((line) => `${line.text}\n`).join('');
  if (!fitsApply(lines.length, Buffer.byteLength(text))) throw tooMuch();
  return { text, count: lines.length, leftOut: [], positionOf: () => undefined };
}

/** The node's faults of these lines, by a dry run. */
async function faultsOfNode(session: Session, lines: readonly ImportLine[]): Promise<Fault[]> {
  if (lines.length === 0) return [];
  try {
    await sendLines(session, textOf(lines), { dryRun: true });
    return [];
  } catch (error) {
    // other refusals come again once the file has no faults
    if (error instanceof PinrateError) return placedFaults(error, lines) ?? [];
    throw error;
  }
}

/** The node's faults at their positions in the file. */
function inTheFile(refused: PinrateError, file: string, lines: readonly ImportLine[]): PinrateError | FileFaults {
  const faults = placedFaults(refused, lines);
  return faults === null ? refused : new FileFaults(file, faults, refused.faultCount);
}

/** null: the refusal is not about lines. */
function placedFaults(error: PinrateError, lines: readonly ImportLine[]): Fault[] | null {
  const faults = lineFaultsOf(error);
  if (faults === null || !faults.every(({ line }) => lines[line - 1] !== undefined)) return null;
  const lineInFile = (line: number): string => `line ${lines[line - 1]!.positionOf('').line}`;
  return faults.map((fault) => ({
    ...lines[fault.line - 1]!.positionOf(fault.field ?? ''),
    message: faultMessage(fault, lineInFile),
  }));
}
