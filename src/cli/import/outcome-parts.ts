/** Sends the lines of a sheet of outcomes, in parts that one request takes. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { PinrateError } from '../../client/error.js';
import { importOutcomes } from '../../client/operations.js';
import { MAX_APPLY_LINES, MAX_LINES_BODY_BYTES } from '../../limits/http.js';
import { KEPT_OUTCOME_WEEKS } from '../../limits/outcomes.js';
import type { OutcomeSheet } from '../../sheets/outcomes/read.js';
import type { Fault } from '../../sheets/tables/faults.js';
import { counted, whole } from '../../words.js';
import { faultMessage, faultsOf } from '../../import/node-faults.js';
import type { Progress } from '../progress.js';
import type { Session } from '../session.js';
import { CommandError, EXIT } from '../world.js';
import { FileFaults } from './file-faults.js';

const compress = promisify(gzip);
/** Of the answer, which are summed over the parts. */
const COUNTS = ['new', 'replaced', 'unchanged', 'tooOld'] as const;

interface SendOptions {
  /** For messages. */
  file: string;
  progress: Progress;
  dryRun?: boolean;
  allFaults?: boolean;
  /** Lines of a part at most; MAX_APPLY_LINES unless given. */
  partLines?: number;
}

/** Lines of one request, with the rows that they are of. */
interface Part {
  texts: string[];
  rows: number[];
}

/** What the node did with the lines of all parts. */
export interface SentOutcomes extends Record<(typeof COUNTS)[number], number> {
  parts: number;
  /** Parcels by courier. */
  partners: Record<string, number>;
}

/**
 * All or nothing is for each part: before several are sent, all are checked.
 * @throws {FileFaults} by the cells of the sheet, where the node finds them
 */
export async function sendOutcomes(session: Session, sheet: OutcomeSheet, sending: SendOptions): Promise<SentOutcomes> {
  const { dryRun = false, partLines = MAX_APPLY_LINES } = sending;
  if (dryRun || sheet.summary.count <= partLines) return send(session, sheet, sending, dryRun);
  await send(session, sheet, sending, true);
  return send(session, sheet, sending, false);
}

/** What the node finds in the sound rows of a sheet that has faults of its own. Without an answer: nothing */
export async function faultsOfNode(
  session: Session,
  sound: OutcomeSheet,
  sending: SendOptions,
): Promise<{ faults: readonly Fault[]; count: number }> {
  try {
    await send(session, sound, sending, true);
  } catch (error) {
    if (error instanceof FileFaults) return error;
    if (!(error instanceof PinrateError)) throw error;
  }
  return { faults: [], count: 0 };
}

async function send(
  session: Session,
  sheet: OutcomeSheet,
  sending: SendOptions,
  dryRun: boolean,
): Promise<SentOutcomes> {
  const { count } = sheet.summary;
  const sums: SentOutcomes = { parts: 0, new: 0, replaced: 0, unchanged: 0, tooOld: 0, partners: {} };
  let sent = 0;
  for await (const part of partsOf(sheet, sending.partLines ?? MAX_APPLY_LINES)) {
    sending.progress.at(`${dryRun ? 'checking' : 'sending'} ${counted(count, 'line')}`, sent / count);
    try {
      const body = await compress(part.texts.join(''));
      const headers = { 'content-encoding': 'gzip' };
      const { data } = await importOutcomes(session.pinrate, body, { query: { dryRun }, headers });
      sums.parts++;
      for (const name of COUNTS) sums[name] += data[name];
      for (const { partnerId, shipments } of data.partners)
        sums.partners[partnerId] = (sums.partners[partnerId] ?? 0) + shipments;
    } catch (error) {
      throw error instanceof PinrateError ? refused(error, sheet, part, dryRun ? 0 : sent, sending) : error;
    }
    sent += part.rows.length;
  }
  return sums;
}

/** A line for what the node did, and for each thing to know about it. */
export function sentInWords(
  { parts, partners, tooOld, ...counts }: SentOutcomes,
  { file, dryRun = false }: Pick<SendOptions, 'file' | 'dryRun'>,
): string[] {
  const couriers = Object.entries(partners).map(([id, count]) => `${id} ${whole(count)}`);
  const total = Object.values(partners).reduce((sum, count) => sum + count, 0);
  const would = dryRun ? 'would be ' : '';
  const done = (['new', 'replaced', 'unchanged'] as const).map((name) => `${whole(counts[name])} ${would}${name}`);
  return [
    `${file}: ${counted(total, 'parcel')} (${couriers.join(', ')}): ${done.join(', ')}`,
    ...(dryRun ? ['nothing was imported: this was a dry run'] : []),
    ...(tooOld === 0
      ? []
      : [`${counted(tooOld, 'parcel')} picked up over ${KEPT_OUTCOME_WEEKS} weeks ago count nowhere`]),
    ...(parts === 1
      ? []
      : [`in ${parts} parts, each of which counts as a whole; to import the sheet again is harmless`]),
  ];
}

async function* partsOf(sheet: OutcomeSheet, partLines: number): AsyncGenerator<Part> {
  let part: Part = { texts: [], rows: [] };
  let bytes = 0;
  for await (const { line, row } of sheet.lines()) {
    const text = `${JSON.stringify(line)}\n`;
    // texts are ASCII but for order numbers, which may have three bytes a letter
    const most = text.length * 3;
    if (part.rows.length === partLines || (part.rows.length > 0 && bytes + most > MAX_LINES_BODY_BYTES)) {
      yield part;
      part = { texts: [], rows: [] };
      bytes = 0;
    }
    part.texts.push(text);
    part.rows.push(row);
    bytes += Buffer.byteLength(text);
  }
  yield part;
}

/** A refusal of lines at the sheet's cells, with what became of the parts before. */
function refused(
  error: PinrateError,
  sheet: OutcomeSheet,
  { rows }: Part,
  sent: number,
  { file, allFaults }: SendOptions,
): Error {
  const before =
    sent === 0
      ? ''
      : `; ${counted(sent, 'parcel')} of earlier parts are imported, and to import the sheet again is harmless`;
  const lineFaults = (faultsOf(error.details) ?? []).filter(({ line = 0 }) => rows[line - 1] !== undefined);
  if (lineFaults.length === 0) {
    if (before === '') return error;
    return new CommandError(EXIT.refused, `${error.code}: ${error.message}${before}`);
  }
  const rowOf = (line: number): string => `line ${rows[line - 1]}`;
  const faults = lineFaults.map((fault): Fault => ({
    ...sheet.positionOf(rows[fault.line! - 1]!, fault.field ?? ''),
    message: faultMessage(fault, rowOf),
  }));
  return new FileFaults(file, faults, error.faultCount, allFaults === true, sent === 0 ? 'imported' : `sent${before}`);
}
