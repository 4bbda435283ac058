/** `pinrate apply`: documents from files, as one change. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Command, Option } from 'commander';
import { PinrateError } from '../client/error.js';
import { applyDocuments } from '../client/operations.js';
import { type ApplyLines, readApplyLines } from './apply-lines.js';
import { REPLACE_TARGETS, type ReplaceTarget } from '../contract/apply.js';
import { changeInWords } from './change-answer.js';
import { changeId } from './numbers.js';
import { Progress } from './progress.js';
import { hasFaults, Refusal, refusalLines } from './refusal.js';
import { openSession, type Session } from './session.js';
import { counted } from '../words.js';
import { CommandError, EXIT, type World } from './world.js';

export interface ApplyOptions {
  /** The partner of `replace`. */
  partner?: string;
  replace?: ReplaceTarget;
  dryRun?: boolean;
  force?: boolean;
  strict?: boolean;
  note?: string;
  basis?: number;
}

const compress = promisify(gzip);

const EXAMPLES = `
Examples:
  pinrate apply rates/ --dry-run
  pinrate apply rates/ --note "fuel surcharge of July"
  pinrate apply packages.ndjson --replace rates --partner dharaline-surface
  pinrate apply change.ndjson --basis 57

A folder has files such as zones.ndjson, zones.ndjson.gz or zones.csv, one
document a line, as export writes them, or in parts, areas.1.ndjson and so on. A
file that is named like a collection has documents too; any other file has lines
such as
  {"collection":"zones","document":{…}}
  {"collection":"zones","key":"201","end":true}
  {"collection":"zones","key":"201","delete":true}
All lines count, or none. At most 100,000 lines at once.`;

export function addApply(program: Command, world: World): void {
  program
    .command('apply')
    .summary('change documents from a folder or a file')
    .description('Creates and replaces the documents of a folder or a file, all of them or none.')
    .argument('<path>', 'a folder of collections, or a file')
    .option('--dry-run', 'show the changes without making them')
    .addOption(new Option('--replace <what>', "the lines are all of the partner's").choices(REPLACE_TARGETS))
    .option('--partner <id>', 'the partner of --replace')
    .option('--force', 'even when --replace takes away many rows')
    .option('--strict', 'not when it brings errors of the linter')
    .option('--note <text>', 'why, for the log')
    .option('--basis <change>', 'not when a partner of these lines has changed since this change', changeId)
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, options: ApplyOptions, command: Command) => {
      if ((options.replace === undefined) !== (options.partner === undefined))
        throw new CommandError(EXIT.usage, '--replace and --partner go together');
      const session = await openSession(world, command);
      const lines = await readApplyLines(path);
      for (const name of lines.leftOut) world.err.write(`${name} is left out: apply does not change these\n`);
      const answer = await sendLines(session, lines, options).catch((error: unknown) => {
        if (!(error instanceof PinrateError) || !hasFaults(error)) throw error;
        throw new Refusal(
          error,
          refusalLines(error, (line) => lines.positionOf(line)),
        );
      });
      session.show(answer, (body) => changeInWords(body, options.dryRun === true, world, lines.positionOf));
    });
}

type ChangeEnvelope = Awaited<ReturnType<typeof applyDocuments>>;

/** @throws {PinrateError} whose faults have the numbers of lines */
export async function sendLines(session: Session, lines: ApplyLines, options: ApplyOptions): Promise<ChangeEnvelope> {
  const { dryRun, replace, partner: partnerId, force, strict, note, basis } = options;
  const query = { dryRun, replace, partnerId, force, strict, note, basis };
  const progress = new Progress(session.world);
  progress.at(`applying ${counted(lines.count, 'line')}`);
  try {
    const body = await compress(lines.text);
    return await applyDocuments(session.pinrate, body, { query, headers: { 'content-encoding': 'gzip' } });
  } finally {
    progress.end();
  }
}
