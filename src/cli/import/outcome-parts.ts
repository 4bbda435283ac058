/** Sends the lines of a sheet of outcomes for a command: progress, refusals and counts in its words. */
import { OutcomeRefusal, type OutcomeSending, type SentOutcomes, sendOutcomes } from '../../import/outcomes.js';
import { KEPT_OUTCOME_WEEKS } from '../../limits/outcomes.js';
import type { OutcomeSheet } from '../../sheets/outcomes/read.js';
import type { Fault } from '../../sheets/tables/faults.js';
import { counted, whole } from '../../words.js';
import type { Progress } from '../progress.js';
import type { Session } from '../session.js';
import { CommandError, EXIT } from '../world.js';
import { FileFaults } from './file-faults.js';

interface SendOptions extends Pick<OutcomeSending, 'partLines'> {
  /** For messages. */
  file: string;
  progress: Progress;
  dryRun?: boolean;
  allFaults?: boolean;
}

/** @throws {FileFaults} by the cells of the sheet, where the node finds them */
export async function sendSheet(session: Session, sheet: OutcomeSheet, options: SendOptions): Promise<SentOutcomes> {
  try {
    return await sendOutcomes(session.pinrate, sheet, sendingOf(options));
  } catch (error) {
    throw error instanceof OutcomeRefusal ? inWords(error, options) : error;
  }
}

/** What the node finds in the sound rows of a sheet that has faults of its own. Without an answer: nothing */
export async function faultsOfNode(
  session: Session,
  sound: OutcomeSheet,
  options: SendOptions,
): Promise<{ faults: readonly Fault[]; count: number }> {
  try {
    await sendOutcomes(session.pinrate, sound, sendingOf({ ...options, dryRun: true }));
  } catch (error) {
    if (!(error instanceof OutcomeRefusal)) throw error;
    if (error.faults.length > 0) return error;
  }
  return { faults: [], count: 0 };
}

const sendingOf = ({ dryRun = false, progress, ...rest }: SendOptions): OutcomeSending => ({
  ...rest,
  dryRun,
  progress: (words, share) => progress.at(words, share),
});

/** A refusal with what became of the parts before. */
function inWords({ refusal, faults, count, sentBefore }: OutcomeRefusal, { file, allFaults }: SendOptions): Error {
  const before =
    sentBefore === 0
      ? ''
      : `; ${counted(sentBefore, 'parcel')} of earlier parts are imported, and to import the sheet again is harmless`;
  if (faults.length > 0)
    return new FileFaults(file, faults, count, allFaults === true, before === '' ? 'imported' : `sent${before}`);
  if (before === '') return refusal;
  return new CommandError(EXIT.refused, `${refusal.code}: ${refusal.message}${before}`);
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
