/** Sends the lines of a sheet of outcomes, in parts that one request takes. */
import type { Pinrate } from '../client/connect.js';
import { PinrateError } from '../client/error.js';
import { importOutcomes } from '../client/operations.js';
import { MAX_APPLY_LINES, MAX_LINES_BODY_BYTES } from '../limits/http.js';
import { isPartnerId } from '../model/fields.js';
import type { OutcomeSheet } from '../sheets/outcomes/read.js';
import type { Fault } from '../sheets/tables/faults.js';
import { counted } from '../words.js';
import { documentsOf } from './node-documents.js';
import { faultMessage, faultsOf } from './node-faults.js';

/** Of the answer, which are summed over the parts. */
const COUNTS = ['new', 'replaced', 'unchanged', 'tooOld'] as const;

export interface OutcomeSending {
  /** Checks and counts, and keeps nothing. */
  dryRun: boolean;
  /** @param share of the lines, from 0 to 1 */
  progress(words: string, share: number): void;
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

/** A refusal of one part. */
export class OutcomeRefusal extends Error {
  constructor(
    readonly refusal: PinrateError,
    /** At the cells of the sheet; empty: the refusal is not about lines. */
    readonly faults: readonly Fault[],
    /** Parcels of earlier parts, which are imported. */
    readonly sentBefore: number,
  ) {
    super(refusal.message);
  }

  /** Of all faults; `faults` may have the first ones only. */
  get count(): number {
    return this.refusal.faultCount;
  }
}

/**
 * All or nothing is for each part: before several are sent, all are checked.
 * @throws {OutcomeRefusal}
 */
export async function sendOutcomes(
  pinrate: Pinrate,
  sheet: OutcomeSheet,
  sending: OutcomeSending,
): Promise<SentOutcomes> {
  const isOnePart = sheet.summary.count <= (sending.partLines ?? MAX_APPLY_LINES);
  if (!sending.dryRun && !isOnePart) await send(pinrate, sheet, { ...sending, dryRun: true });
  return send(pinrate, sheet, sending);
}

/** By the node's partners; where the caller may not read them, by the form alone: the node judges each line anyway. */
export async function partnerIdTest(pinrate: Pinrate): Promise<(word: string) => boolean> {
  try {
    const ids = new Set((await documentsOf(pinrate, 'partners')).map(({ partnerId }) => partnerId));
    return (word) => ids.has(word);
  } catch (error) {
    if (!(error instanceof PinrateError) || error.status !== 403) throw error;
    return isPartnerId;
  }
}

async function send(pinrate: Pinrate, sheet: OutcomeSheet, sending: OutcomeSending): Promise<SentOutcomes> {
  const { count } = sheet.summary;
  const { dryRun, progress, partLines = MAX_APPLY_LINES } = sending;
  const sums: SentOutcomes = { parts: 0, new: 0, replaced: 0, unchanged: 0, tooOld: 0, partners: {} };
  let sent = 0;
  for await (const part of partsOf(sheet, partLines)) {
    progress(`${dryRun ? 'checking' : 'sending'} ${counted(count, 'line')}`, sent / count);
    try {
      const body = await compressed(part.texts.join(''));
      const headers = { 'content-encoding': 'gzip' };
      const { data } = await importOutcomes(pinrate, body, { query: { dryRun }, headers });
      sums.parts++;
      for (const name of COUNTS) sums[name] += data[name];
      for (const { partnerId, shipments } of data.partners)
        sums.partners[partnerId] = (sums.partners[partnerId] ?? 0) + shipments;
    } catch (error) {
      throw error instanceof PinrateError ? refused(error, sheet, part, dryRun ? 0 : sent) : error;
    }
    sent += part.rows.length;
  }
  return sums;
}

/** By what Node.js and browsers both have. */
async function compressed(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function* partsOf(sheet: OutcomeSheet, partLines: number): AsyncGenerator<Part> {
  const encoder = new TextEncoder();
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
    bytes += encoder.encode(text).length;
  }
  yield part;
}

/** A refusal of lines at the sheet's cells. */
function refused(error: PinrateError, sheet: OutcomeSheet, { rows }: Part, sentBefore: number): OutcomeRefusal {
  const ofLines = (faultsOf(error.details) ?? []).filter(({ line = 0 }) => rows[line - 1] !== undefined);
  const rowOf = (line: number): string => `line ${rows[line - 1]}`;
  const faults = ofLines.map((fault): Fault => ({
    ...sheet.positionOf(rows[fault.line! - 1]!, fault.field ?? ''),
    message: faultMessage(fault, rowOf),
  }));
  return new OutcomeRefusal(error, faults, sentBefore);
}
