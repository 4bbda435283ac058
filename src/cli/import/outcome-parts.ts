/** Sends the lines of a sheet of outcomes, in parts that one request takes. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { PinrateError } from '../../client/error.js';
import { writeLines } from '../../client/operation.js';
import { MAX_LINES_BODY_BYTES } from '../../limits/http.js';
import type { OutcomeSheet } from '../../sheets/outcomes/read.js';
import type { Fault } from '../../sheets/tables/faults.js';
import { counted, whole } from '../../words.js';
import { faultMessage, faultsOf } from '../../import/node-faults.js';
import type { Progress } from '../progress.js';
import type { Session } from '../session.js';
import { CommandError, EXIT } from '../world.js';
import { FileFaults } from './file-faults.js';

const compress = promisify(gzip);
const MAX_PART_LINES = 100_000;

interface Sending {
  /** For messages. */
  file: string;
  progress: Progress;
  dryRun?: boolean;
  allFaults?: boolean;
}

/** Lines of one request, with the rows that they are of. */
interface Part {
  texts: string[];
  rows: number[];
}

/** See the contract of POST /outcomes. */
const importOutcomes = writeLines('/api/v1/outcomes') as unknown as (
  pinrate: Session['pinrate'],
  body: Uint8Array,
  options: object,
) => Promise<{ data: { created: number; replaced: number } }>;

/** What the node did with the lines of all parts. */
export interface SentOutcomes {
  words: string;
  json: { parcels: number; parts: number; created: number; replaced: number };
}

/**
 * All or nothing is for each part; of several, those before one that is refused stay.
 * @throws {FileFaults} by the sheet's rows, where the node finds them
 */
export async function sendOutcomes(session: Session, sheet: OutcomeSheet, sending: Sending): Promise<SentOutcomes> {
  const { file, progress, dryRun = false } = sending;
  const { count } = sheet.summary;
  const sums = { parcels: count, parts: 0, created: 0, replaced: 0 };
  let sent = 0;
  for await (const part of partsOf(sheet)) {
    progress.at(`${dryRun ? 'checking' : 'sending'} ${counted(count, 'line')}`, sent / count);
    try {
      const body = await compress(part.texts.join(''));
      const headers = { 'content-encoding': 'gzip' };
      const { data } = await importOutcomes(session.pinrate, body, { query: { dryRun }, headers });
      sums.parts++;
      sums.created += data.created;
      sums.replaced += data.replaced;
    } catch (error) {
      if (!(error instanceof PinrateError)) throw error;
      throw refused(error, part, sent, sending);
    }
    sent += part.rows.length;
  }
  const verb = dryRun ? 'would be ' : '';
  const inParts =
    sums.parts === 1
      ? ''
      : `, in ${sums.parts} parts: all or nothing is for each part, and to repeat the import is harmless`;
  const words = `${file}: ${counted(count, 'parcel')}: ${whole(sums.created)} ${verb}new, ${whole(sums.replaced)} ${verb}replaced${inParts}`;
  return { words, json: sums };
}

async function* partsOf(sheet: OutcomeSheet): AsyncGenerator<Part> {
  let part: Part = { texts: [], rows: [] };
  let bytes = 0;
  for await (const { line, row } of sheet.lines()) {
    const text = `${JSON.stringify(line)}\n`;
    // texts are ASCII but for order numbers, which may have three bytes a letter
    const most = text.length * 3;
    if (part.rows.length === MAX_PART_LINES || (part.rows.length > 0 && bytes + most > MAX_LINES_BODY_BYTES)) {
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

/** A refusal of lines at the sheet's rows, with what became of the parts before. */
function refused(error: PinrateError, { rows }: Part, sent: number, { file, allFaults }: Sending): Error {
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
    line: rows[fault.line! - 1]!,
    column: fault.field ?? null,
    message: faultMessage(fault, rowOf),
  }));
  return new FileFaults(file, faults, error.faultCount, allFaults === true, sent === 0 ? 'imported' : `sent${before}`);
}
