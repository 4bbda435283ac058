/** `pinrate import outcomes`: what a courier's tracking sheet says became of parcels. */
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { outcomesInWords } from '../../import/outcome-words.js';
import { partnerIdTest } from '../../import/outcomes.js';
import { type Sheet, SheetRefusal } from '../../sheets/sheet.js';
import { OUTCOMES } from '../../sheets/outcomes/form.js';
import { fittingMaps, outcomeMapOf, shippedMap } from '../../sheets/outcomes/map.js';
import { OutcomeFaults, type OutcomeSheet, readOutcomes } from '../../sheets/outcomes/read.js';
import type { ParcelKey } from '../../sheets/outcomes/row.js';
import { SHIPPED_MAPS } from '../../sheets/outcomes/shipped-maps.js';
import { SheetFaults } from '../../sheets/tables/faults.js';
import { MapFault, type SheetMap } from '../../sheets/tables/map.js';
import { openTable, type TableStream } from '../../sheets/tables/stream.js';
import { Progress } from '../progress.js';
import { openSession, type Session } from '../session.js';
import { CommandError, EXIT, printable, type World } from '../world.js';
import { FileFaults, refusalFault } from './file-faults.js';
import { KeptMaps } from './kept-maps.js';
import { faultsOfNode, sendSheet, sentInWords } from './outcome-parts.js';
import { readMap, sizeOf, withSet } from './read-file.js';

const EXAMPLES = `
Examples:
  pinrate import outcomes october.csv --partner haatwala-ecom --map haatwala-ecom
  pinrate import outcomes orders.csv --map ours.yaml --dry-run
  pinrate import outcomes mis.xlsx --partner nabhdoot-air --map ours.yaml --by ref

Maps that pinrate has: ${[...SHIPPED_MAPS.keys()].join(', ')}.
A map of your own may begin with one of them:
  like: setumarg
  partners: {Nabhdoot Air: nabhdoot-air}
  values: {status: {Held by customs: OPEN}}

Fields: awb, ref, partner, from, to, payment, weight, billed_weight, status,
picked_up, promised, first_attempt, attempts, failed_attempts, delivered,
returned. Each word of a status means DELIVERED, RTO, LOST or OPEN, by the map;
each of partner is a partnerId, by partners in the map or as it stands.
Columns with names, phones or addresses are not read. Times are of India.

A parcel is known by its awb, or with --by ref by the shipmentId that it was
assigned with. What is imported again takes the place of what was there.`;

interface OutcomeOptions {
  partner?: string;
  map?: string;
  propose?: string;
  sheet?: string;
  set: string[];
  dryRun?: boolean;
  allFaults?: boolean;
  by: ParcelKey;
  caller?: string;
}

/** Shares its options with the imports of couriers' sheets. */
export function addOutcomes(command: Command, world: World): void {
  command
    .command('outcomes')
    .summary('what became of parcels, from a tracking sheet')
    .description('What became of parcels: delivered, returned, lost or on their way. All lines count, or none.')
    .argument('<file>', 'a workbook or a CSV file, of any length')
    .addOption(new Option('--by <column>', 'by what a parcel is known').choices(['awb', 'ref']).default('awb'))
    .option('--caller <kind:id>', 'of --by ref: who assigned the shipments; you unless given')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, _: object, own: Command) => {
      const options = own.optsWithGlobals<OutcomeOptions>();
      if (options.caller !== undefined && options.by !== 'ref') throw usage('--caller goes with --by ref');
      const session = await openSession(world, own);
      await sizeOf(file);
      await importOutcomes(session, file, options);
    });
}

async function importOutcomes(session: Session, file: string, options: OutcomeOptions): Promise<void> {
  const progress = new Progress(session.world);
  progress.at(`reading ${file}`);
  try {
    const map = await mapFor(options);
    const maps = new KeptMaps(session.world, 'outcomes', options.partner ?? null);
    if (options.propose !== undefined && SHIPPED_MAPS.has(options.map ?? ''))
      return await writeProposal(session, options.propose, SHIPPED_MAPS.get(options.map!)!);
    const read = await opened(session, file, { map, maps }, { ...options, progress });
    await maps.say(options.map);
    if ('proposal' in read) return await writeProposal(session, options.propose!, read.proposal);
    const { sheet } = read;
    const sent = await sendSheet(session, sheet, { file, progress, ...options });
    progress.end();
    // those of pinrate are there anyway
    if (options.dryRun !== true && !SHIPPED_MAPS.has(options.map ?? '')) await maps.keep(options.map);
    const lines = [...sentInWords(sent, { file, ...options }), ...outcomesInWords(sheet.summary)];
    const { reading, ...summary } = sheet.summary;
    const json = { success: true, data: { ...sent, ...summary }, reading };
    session.print(session.isJson ? `${JSON.stringify(json)}\n` : lines.map((line) => `${printable(line)}\n`).join(''));
  } finally {
    progress.end();
  }
}

/** A shipped map by its name, or one in a file. */
async function mapFor({ map: name, set, partner }: OutcomeOptions): Promise<SheetMap> {
  const map =
    name !== undefined && SHIPPED_MAPS.has(name)
      ? withSet(shippedMap(name), set)
      : await readMap(name, set, outcomeMapOf);
  if (partner !== undefined && map.partners.size > 0)
    throw usage(`--partner does not go with partners in ${map.file}, which says whose rows these are`);
  return map;
}

/** Refusals of the library become those of the command; a proposed map and the shipped ones that fit are named. */
async function opened(
  session: Session,
  file: string,
  { map, maps }: { map: SheetMap; maps: KeptMaps },
  {
    sheet: named,
    propose,
    by,
    partner,
    caller,
    allFaults,
    progress,
    map: given,
  }: OutcomeOptions & { progress: Progress },
): Promise<{ sheet: OutcomeSheet } | { proposal: string }> {
  try {
    const stream = await streamOf(file, map, named, (sheet) => maps.see(sheet));
    if (propose !== undefined) return { proposal: stream.table.proposal() };
    const isPartnerId = stream.table.has('partner') ? await partnerIdTest(session.pinrate) : () => false;
    const reading = { by, partnerId: partner ?? null, caller: caller ?? null, isPartnerId };
    return { sheet: await readOutcomes(stream, reading) };
  } catch (error) {
    if (error instanceof MapFault) throw usage(error.message);
    if (error instanceof SheetRefusal) throw new FileFaults(file, [refusalFault(error)], 1, true);
    if (!(error instanceof SheetFaults)) throw error;
    const sound = error instanceof OutcomeFaults && propose === undefined ? error.sound : null;
    const ofNode = sound === null ? null : await faultsOfNode(session, sound, { file, progress });
    progress.end();
    if (map.file === null) await sayFitting(session, file, named);
    await maps.say(given);
    if (error.proposal !== null) {
      if (propose !== undefined) return { proposal: error.proposal };
      if (!session.isJson) session.print(`A map to start from, as a file for --map:\n${error.proposal}`);
    }
    const faults = [...error.faults, ...(ofNode?.faults ?? [])];
    throw new FileFaults(file, faults, error.faults.length + (ofNode?.count ?? 0), allFaults === true);
  }
}

const streamOf = (
  file: string,
  map: SheetMap,
  sheet: string | undefined,
  see?: (sheet: Sheet) => void,
): Promise<TableStream> =>
  openTable(() => createReadStream(file) as AsyncIterable<Buffer>, OUTCOMES, map, sheet ?? null, see);

/** Names the shipped maps whose columns are all there. */
async function sayFitting({ world }: Session, file: string, sheet: string | undefined): Promise<void> {
  for await (const name of fittingMaps((map) => streamOf(file, map, sheet)))
    world.err.write(`${printable(`a map that pinrate has fits these headings: --map ${name}`)}\n`);
}

async function writeProposal({ world }: Session, file: string, proposal: string): Promise<void> {
  await writeFile(file, proposal);
  world.err.write(`${printable(file)} is a map of the sheet; nothing was imported\n`);
}

const usage = (message: string): CommandError => new CommandError(EXIT.usage, message);
