/** `pinrate rate`: the prices of a sheet of shipments. */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { calculateBulkCharges } from '../../client/operations.js';
import { assumedOfShipments } from '../../import/orders.js';
import { assumedInWords, leftOutInWords } from '../../import/words.js';
import { type Note, SheetRefusal } from '../../sheets/sheet.js';
import { SHIPMENTS } from '../../sheets/shipments/form.js';
import { SheetFaults } from '../../sheets/tables/faults.js';
import { MapFault, type SheetMap } from '../../sheets/tables/map.js';
import { openTable, type TableStream } from '../../sheets/tables/stream.js';
import { leftOutOf } from '../../sheets/tables/reading.js';
import type { Table } from '../../sheets/tables/table.js';
import { counted, whole } from '../../words.js';
import { FileFaults, refusalFault } from '../import/file-faults.js';
import { KeptMaps } from '../import/kept-maps.js';
import { isSameFile, readMap, sizeOf } from '../import/read-file.js';
import { Progress } from '../progress.js';
import { openSession, type Session } from '../session.js';
import { CommandEnd, CommandError, EXIT, printable, type World } from '../world.js';
import type { Ask } from '../../bulk/bulk.js';
import { setMembers } from './members.js';
import { priceSheet } from './pricing.js';
import type { OutputForm } from './priced.js';
import type { RateSummary } from './summary.js';

interface RateOptions {
  out?: string;
  partner?: string;
  best?: number;
  map?: string;
  propose?: string;
  sheet?: string;
  detail: 'total' | 'charges';
  set: string[];
  resume?: boolean;
  allFaults?: boolean;
}

const EXAMPLES = `
Examples:
  pinrate rate orders.csv > priced.csv
  pinrate rate orders.csv --out priced.csv --partner dharaline-surface
  pinrate rate orders.csv --out offers.csv --best 3 --detail charges
  pinrate rate orders.csv --out priced.csv --set type=B2B --set weight=500g
  pinrate rate orders.csv --out priced.csv --resume

Headings: ref, from, to, weight, length, width, height (cm), payment, value,
cod amount, type, date, partner, customer, services, and their usual words. A
weight has its unit in the cell, in the heading or in the map. The output has
the columns of the input, then partner, total, chargeable_g, hours, lane and
reason; with --best one line an offer, with its rank. Each line is asked of the
partner in its column, or else of all, and gets the cheapest.

Exit codes: 0 done, 1 lines failed, 2 wrong usage, 3 no node reached.`;

const MOST_OFFERS = 20;

export function addRate(program: Command, world: World): void {
  program
    .command('rate')
    .summary('the prices of a sheet of shipments')
    .description('Prices each line of a sheet, and writes CSV with the columns of the sheet and the prices.')
    .argument('<file>', 'a workbook or a CSV file, of any length')
    .option('--out <file>', 'where the prices go; standard output unless given')
    .addOption(new Option('--partner <id>', 'ask this partner alone').conflicts('best'))
    .addOption(new Option('--best <count>', 'the cheapest offers of each line, 1 to 20').argParser(offers))
    .option('--map <file>', 'a file in YAML with the meaning of headings and words')
    .option('--propose <file>', 'write a map of the sheet, and price nothing')
    .option('--sheet <name>', 'the name or number of the sheet in a workbook')
    .addOption(new Option('--detail <name>', 'of the prices').choices(['total', 'charges']).default('total'))
    .addOption(
      new Option('--set <member=value>', 'what counts where a line says nothing; may be repeated')
        .argParser((value: string, before: string[]) => [...before, value])
        .default([], 'nothing'),
    )
    .option('--all-faults', 'list all faults of the headings, not the first of each kind')
    .option('--resume', 'go on behind the last line that --out has complete')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: RateOptions, command: Command) => {
      if (options.resume === true && options.out === undefined) throw usage('--resume goes with --out');
      await sizeOf(file);
      if (options.out !== undefined && (await isSameFile(file, options.out)))
        throw usage('--out must be another file than the input');
      const session = await openSession(world, command);
      await rate(session, file, options);
    });
}

function offers(text: string): number {
  if (!/^\d{1,2}$/.test(text) || Number(text) < 1 || Number(text) > MOST_OFFERS)
    throw usage(`--best must be 1 to ${MOST_OFFERS}, and not "${text}"`);
  return Number(text);
}

async function rate(session: Session, file: string, options: RateOptions): Promise<void> {
  const { world, pinrate } = session;
  const given = setMembers(options.set);
  const map = await readMap(options.map, given.cells);
  const maps = new KeptMaps(world, 'orders', options.partner ?? null);
  const input = new CountedFile(file, await sizeOf(file));
  const { partner = null, best = null, detail, out: path = null } = options;
  const form: OutputForm = { partner, best, detail };
  // a bar among the lines of the output would be in their way
  const progress = path === null && world.out.isTTY === true ? null : new Progress(world);
  try {
    const stream = await opened(session, input, { map, maps }, options, 'pieces' in given.members);
    await maps.say(options.map);
    if (options.propose !== undefined) return await writeProposal(session, options.propose, stream.table);
    sayColumns(world, stream.table);
    const defaults = {
      ...taken(world, stream.table),
      ...given.members,
      ...(partner !== null && { partnerId: partner }),
    };
    const ask: Ask = async (shipments) => {
      const body = { shipments: [...shipments], defaults, detail, best: best ?? 1 };
      return (await calculateBulkCharges(pinrate, body, { retries: 0 })).data;
    };
    const summary = await priceSheet({
      ...{ world, stream, form, ask, path, resumes: options.resume === true },
      onProgress: (lines, isWaiting) =>
        progress?.at(`${counted(lines, 'line')}${isWaiting ? ', waiting for the node' : ''}`, input.share),
    });
    progress?.end();
    await maps.keep(options.map);
    say(session, file, path, summary, leftOutOf(stream.table, summary.leftOut));
  } catch (error) {
    if (!(error instanceof SheetRefusal)) throw error;
    throw new CommandError(EXIT.refused, `${file}:${error.line}: ${error.message}: what comes before it is priced`);
  } finally {
    progress?.end();
  }
}

/** A file whose pieces are counted as they are read. */
class CountedFile {
  #read = 0;

  constructor(
    readonly path: string,
    private readonly bytes: number,
  ) {}

  get share(): number {
    return this.bytes === 0 ? 1 : Math.min(1, this.#read / this.bytes);
  }

  async *open(): AsyncGenerator<Uint8Array> {
    this.#read = 0;
    for await (const piece of createReadStream(this.path) as AsyncIterable<Buffer>) {
      this.#read += piece.length;
      yield piece;
    }
  }
}

/** Refusals of the library become those of the command, and a proposed map goes to standard output. */
async function opened(
  session: Session,
  input: CountedFile,
  { map, maps }: { map: SheetMap; maps: KeptMaps },
  { sheet, propose, map: given, allFaults }: RateOptions,
  hasPieces: boolean,
): Promise<TableStream> {
  const form = { ...SHIPMENTS, required: ['from', 'to', ...(hasPieces ? [] : ['weight'])] };
  try {
    return await openTable(
      () => input.open(),
      form,
      map,
      sheet ?? null,
      (each) => maps.see(each),
    );
  } catch (error) {
    if (error instanceof MapFault) throw usage(error.message);
    if (error instanceof SheetRefusal) throw new FileFaults(input.path, [refusalFault(error)], 1, true, 'priced');
    if (!(error instanceof SheetFaults)) throw error;
    await maps.say(given);
    if (error.proposal !== null && propose !== undefined) await writeFile(propose, error.proposal);
    else if (error.proposal !== null) session.print(`A map to start from, as a file for --map:\n${error.proposal}`);
    throw new FileFaults(input.path, error.faults, error.faults.length, allFaults === true, 'priced');
  }
}

async function writeProposal({ world }: Session, file: string, table: Table): Promise<void> {
  await writeFile(file, table.proposal());
  world.err.write(`${printable(file)} is a map of the sheet; nothing was priced\n`);
}

function sayColumns({ err }: World, { unread, reading }: Table): void {
  if (unread.length > 0) err.write(`${printable(`not read: ${unread.map(({ title }) => title).join(', ')}`)}\n`);
  for (const words of assumedInWords(reading)) err.write(`${printable(words)}\n`);
}

/** What is taken of a sheet that does not say it. */
function taken({ err }: World, table: Table): Record<string, unknown> {
  const [hasType, hasPayment] = [table.has('type'), table.has('payment')];
  for (const words of assumedOfShipments(table)) err.write(`${words}\n`);
  return { ...(!hasType && { shipmentType: 'B2C' }), ...(!hasPayment && { paymentType: 'PREPAID' }) };
}

/** @throws a CommandEnd if lines failed */
function say(
  { world, print, isJson }: Session,
  file: string,
  path: string | null,
  summary: RateSummary,
  leftOut: readonly Note[],
): void {
  const { lines, kept, priced, unavailable, failed, firstFailed, warnings } = summary;
  const say = (text: string): void => void world.err.write(`${printable(text)}\n`);
  for (const line of leftOutInWords({ leftOut: [...leftOut] })) say(line);
  for (const { message, count } of warnings) say(`Warning: ${counted(count, 'line')}: ${message}`);
  for (const { line, code, message } of firstFailed) say(`${file}:${line}: ${code}${message && `: ${message}`}`);
  if (failed > firstFailed.length) say(`… and ${counted(failed - firstFailed.length, 'more line')} failed`);
  const before = kept === 0 ? '' : `${whole(kept)} before, `;
  if (path !== null && isJson)
    print(`${JSON.stringify({ out: path, lines, kept, priced, unavailable, failed, firstFailed, warnings })}\n`);
  else if (path !== null)
    print(
      `${path}: ${counted(lines, 'line')}: ${before}${whole(priced)} priced, ${whole(unavailable)} not available, `
        + `${whole(failed)} failed\n`,
    );
  if (failed > 0) throw new CommandEnd(EXIT.findings);
}

const usage = (message: string): CommandError => new CommandError(EXIT.usage, message);
