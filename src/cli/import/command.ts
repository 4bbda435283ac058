/** `pinrate import`: a courier's sheet becomes documents of a partner, as one change. */
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { PinrateError } from '../../client/error.js';
import { getDocument } from '../../client/operations.js';
import type { Partner } from '../../model/documents.js';
import { type SheetFile, SheetRefusal } from '../../sheets/sheet.js';
import { type Fault, SheetFaults } from '../../sheets/tables/faults.js';
import { MapFault, type SheetMap } from '../../sheets/tables/map.js';
import { fitsApply, tooMuch } from '../apply-lines.js';
import { type ApplyOptions, sendLines } from '../apply.js';
import { changeInWords } from '../change-answer.js';
import { Progress } from '../progress.js';
import { openSession, type Session } from '../session.js';
import { CommandError, EXIT, printable, type World } from '../world.js';
import { FileFaults, refusalFault } from './file-faults.js';
import { ForceNeeded, type Import, type ImportRequest, OptionsClash } from '../../import/import.js';
import { addGroup } from './group.js';
import { addOutcomes } from './outcomes.js';
import { KeptMaps } from './kept-maps.js';
import type { ImportKind } from '../../import/kinds.js';
import type { ImportLine } from '../../import/lines.js';
import { placedFaults } from '../../import/node-faults.js';
import { checkOptions, type ImportOptions, onlyOf, withOptions } from './options.js';
import { importRows } from '../../import/rates.js';
import { readMap, readSheetFile } from './read-file.js';
import { effectInWords, readingInWords } from '../../import/words.js';
import { importServiceability } from '../../import/serviceability.js';
import { endsOf } from '../../import/ends.js';
import { together } from '../../import/several.js';
import { writeMade } from './made-pincodes.js';

export function addImport(program: Command, world: World): void {
  const command = program.command('import');
  withOptions(command).action(async (kind: ImportKind, file: string, options: ImportOptions, own: Command) => {
    checkOptions(kind, options);
    const session = await openSession(world, own);
    await run(session, kind, file, options);
  });
  addGroup(command, world);
  addOutcomes(command, world);
}

async function run(session: Session, kind: ImportKind, file: string, options: ImportOptions): Promise<void> {
  const map = await readMap(options.map, options.set);
  const partners = partnersOf(options, map);
  const request: Omit<ImportRequest, 'partner' | 'zonesBefore'> = {
    kind,
    file,
    map,
    sheet: options.sheet ?? null,
    replace: options.replace === true,
    force: options.force === true,
    skipUnknown: options.skipUnknown === true,
    createMissing: options.createMissing === true,
    createZones: options.createZones === true,
    services: options.services?.split(',').map((each) => each.trim()) ?? null,
    only: onlyOf(options),
    others: options.others === undefined ? null : options.others === 'Y',
    perKg: options.perKg ?? false,
    withTax: options.withTax === true,
    keep: options.keep === true,
  };
  const progress = new Progress(session.world);
  progress.at(`reading ${file}`);
  const maps = new KeptMaps(session.world, kind, partners[0]!);
  const parts = new Map<string, Import>();
  try {
    // one after the other: a credential may have two streams at once
    for (const partner of partners) {
      const zonesBefore = [...parts.values()].reduce((sum, { newZones }) => sum + newZones, 0);
      parts.set(partner, await imported(session, { ...request, partner, zonesBefore }, options, maps));
    }
  } finally {
    progress.end();
  }
  const read = together(parts);
  await maps.say(options.map);
  if (options.propose !== undefined) return writeProposal(session, options.propose, read.table.proposal());
  for (const line of read.skipped) session.world.err.write(`${printable(line)}\n`);
  if (read.faults.found.length > 0) {
    const all = [...read.faults.found, ...(await faultsOfNode(session, read.lines))];
    throw new FileFaults(file, all, all.length, options.allFaults === true);
  }
  if (read.lines.length === 0 && read.replace !== null)
    throw new CommandError(EXIT.refused, 'there is nothing to import: no row is left, and --replace would end all');
  if (options.report !== undefined) await writeMade(session, options.report, read.made);
  await send(session, { kind, file, options, partners }, read);
  if (options.dryRun !== true) await maps.keep(options.map);
}

/** Those of the map, or the one of the option. */
function partnersOf({ partner, replace }: ImportOptions, { partners, file }: SheetMap): string[] {
  const named = [...new Set(partners.values())];
  const usage = (message: string): CommandError => new CommandError(EXIT.usage, message);
  if (partner !== undefined && named.length > 0)
    throw usage(`--partner does not go with partners in ${file}, which says whose rows these are`);
  if (partner !== undefined) return [partner];
  if (named.length === 0) throw usage('name the courier by --partner, or several by partners in a map');
  if (replace === true && named.length > 1) throw usage('--replace goes with one courier');
  return named;
}

/** The same file, whose sheets are seen as they are read. */
function seenBy(maps: KeptMaps, file: SheetFile): SheetFile {
  return {
    titles: file.titles,
    async read(title) {
      const sheet = await file.read(title);
      maps.see(sheet);
      return sheet;
    },
  };
}

/** Refusals of the library become those of the command, and a proposed map goes to standard output. */
async function imported(
  session: Session,
  request: ImportRequest,
  options: ImportOptions,
  maps: KeptMaps,
): Promise<Import> {
  const { file, partner } = request;
  // a wrong id is reported before the file is read
  const { data } = await getDocument(session.pinrate, 'partners', partner);
  try {
    const sheets = seenBy(maps, await readSheetFile(file, request.map.separator));
    if (request.kind !== 'serviceability') return await importRows(session.pinrate, data as Partner, request, sheets);
    return await importServiceability(session.pinrate, data as Partner, request, sheets);
  } catch (error) {
    if (error instanceof MapFault || error instanceof OptionsClash) throw new CommandError(EXIT.usage, error.message);
    if (error instanceof ForceNeeded) throw forceNeeded(error);
    if (error instanceof SheetRefusal) throw new FileFaults(file, [refusalFault(error)], 1, true);
    if (!(error instanceof SheetFaults)) throw error;
    await maps.say(options.map);
    if (error.proposal !== null) {
      if (options.propose !== undefined) await writeProposal(session, options.propose, error.proposal);
      else if (!session.isJson) session.print(`A map to start from, as a file for --map:\n${error.proposal}`);
    }
    throw new FileFaults(file, error.faults, error.faults.length, options.allFaults === true);
  }
}

function forceNeeded({ code, message }: ForceNeeded): CommandError {
  const json = JSON.stringify({ success: false, error: { code, message } });
  return new CommandError(EXIT.refused, `${code}: ${message}\n--force imports it all the same`, json);
}

async function writeProposal({ world }: Session, file: string, proposal: string): Promise<void> {
  await writeFile(file, proposal);
  world.err.write(`${printable(file)} is a map of the sheet; nothing was changed\n`);
}

/** What is imported, and how. */
interface ImportSource {
  kind: ImportKind;
  file: string;
  options: ImportOptions;
  partners: readonly string[];
}

async function send(
  session: Session,
  { kind, file, options, partners }: ImportSource,
  { lines, replace, reading, does }: Import,
): Promise<void> {
  const applied: ApplyOptions = {
    dryRun: options.dryRun,
    force: options.force,
    strict: options.strict,
    note: options.note ?? noteOf(kind, file),
    basis: options.basis,
    ...(replace !== null && { replace }),
    ...(replace !== null && partners.length === 1 && { partner: partners[0]! }),
  };
  try {
    const answer = await sendLines(session, textOf(lines), applied);
    const positionOf = (line: number): string | undefined => {
      const at = lines[line - 1]?.positionOf('');
      return at && `${file}:${at.line}`;
    };
    const isDryRun = options.dryRun === true;
    const effects = [...does, ...endsOf(answer.data)];
    const said = [...readingInWords(reading), ...effects.map(effectInWords)]
      .map((each) => `${printable(each)}\n`)
      .join('');
    session.print(
      session.isJson
        ? `${JSON.stringify({ ...answer, reading, does: effects })}\n`
        : changeInWords(answer, isDryRun, session.world, positionOf, said),
    );
  } catch (error) {
    throw error instanceof PinrateError ? inTheFile(error, file, lines, options) : error;
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
function inTheFile(
  refused: PinrateError,
  file: string,
  lines: readonly ImportLine[],
  { allFaults }: ImportOptions,
): PinrateError | FileFaults {
  const faults = placedFaults(refused, lines);
  if (faults === null) return refused;
  return new FileFaults(file, faults, refused.faultCount, allFaults === true);
}
