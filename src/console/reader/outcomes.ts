/** A sheet of what became of parcels, read and sent: without effect until it is to be imported. */
import type { Pinrate } from '../../client/connect.js';
import { OutcomeRefusal, partnerIdTest, sendOutcomes } from '../../import/outcomes.js';
import { isPersonal, OUTCOMES } from '../../sheets/outcomes/form.js';
import { fittingMaps, outcomeMapFrom } from '../../sheets/outcomes/map.js';
import { OutcomeFaults, type OutcomeSheet, readOutcomes } from '../../sheets/outcomes/read.js';
import { SHIPPED_MAPS } from '../../sheets/outcomes/shipped-maps.js';
import { type Fault, SheetFaults } from '../../sheets/tables/faults.js';
import type { SheetMap } from '../../sheets/tables/map.js';
import { membersOfMap } from '../../sheets/tables/map-text.js';
import type { TableStream } from '../../sheets/tables/stream.js';
import {
  NOTHING_READ,
  type OutcomeOptions,
  type OutcomesRead,
  type ReadRequest,
  type SeenWord,
  type SheetRead,
} from './messages.js';
import { isOfColumn, withChoices, withMeaning } from './chosen.js';
import { openSheet, titlesOf, withFaults } from './seen-sheet.js';

const WEIGHTS = ['weight', 'billed_weight'];
const PERCENT = 100;

/** @throws {SheetRefusal} @throws {MapFault} @throws {PinrateError} */
export async function readOutcomeSheet(
  pinrate: Pinrate,
  { fileName, bytes, options }: ReadRequest<OutcomeOptions>,
  progress: (words: string) => void,
): Promise<SheetRead> {
  const file = { name: fileName, bytes };
  const name = await mapName(options, async (map) => {
    const { stream } = await openSheet(file, OUTCOMES, map, options.sheet);
    if (stream === null) throw new SheetFaults([]);
  });
  const map = mapFor(name, options);
  const { stream, seen } = await openSheet(file, OUTCOMES, map, options.sheet);
  const read: SheetRead = {
    ...NOTHING_READ,
    ...seen,
    columns: seen.columns.filter(({ title, field }) => field !== null || !isPersonal(title)),
    faultCount: seen.faults.length,
    sheets: await titlesOf(bytes),
    sheet: stream?.table.sheet.number ?? 1,
    outcomes: { map: name, maps: [...SHIPPED_MAPS.keys()], words: [], summary: null, sent: null, isImported: false },
  };
  if (stream === null) return read;
  const { sheet, words, faults } = await rowsOf(pinrate, stream, options);
  const outcomes = { ...read.outcomes!, words, summary: sheet?.summary ?? null };
  const found = withFaults(seen, new SheetFaults(faults)).faults;
  const told = { ...read, outcomes, reading: sheet?.summary.reading ?? stream.table.reading };
  if (sheet === null) return { ...told, faults: found, faultCount: found.length };
  // the node looks at the sound rows too, so that all faults are there at once
  const dryRun = options.dryRun || found.length > 0;
  const answer = await sent(pinrate, sheet, dryRun, progress);
  return {
    ...told,
    outcomes: { ...outcomes, sent: answer.sent, isImported: !dryRun },
    faults: [...found, ...answer.faults],
    faultCount: found.length + answer.count,
  };
}

/** The map by which the sheet is read: chosen, or the first shipped one whose columns it has. Null: none */
async function mapName(
  { map, ownMap }: OutcomeOptions,
  open: (map: SheetMap) => Promise<void>,
): Promise<string | null> {
  if (map === 'NONE') return null;
  if (map === 'OWN' || (map === '' && ownMap !== null)) return ownMap?.name ?? null;
  if (map !== '') return map;
  for await (const name of fittingMaps(open)) return name;
  return null;
}

/** With what was chosen on the page on top. */
function mapFor(name: string | null, options: OutcomeOptions): SheetMap {
  const { ownMap, choices, payment } = options;
  const members: unknown =
    name === null ? {} : name === ownMap?.name ? membersOfMap(ownMap.text, name) : { like: name };
  const map = outcomeMapFrom(members, name ?? 'the page', {
    ...wordsOf(choices),
    ...(payment !== '' && { set: { payment } }),
  });
  return withMeaning(withChoices(map, choices), options, WEIGHTS);
}

/** As members of a map. */
function wordsOf(choices: OutcomeOptions['choices']): Readonly<Record<string, unknown>> {
  const status: Record<string, string> = {};
  const partners: Record<string, string> = {};
  const leftOut: Record<'status' | 'partner', string[]> = { status: [], partner: [] };
  for (const [name, means] of Object.entries(choices)) {
    if (isOfColumn(name)) continue;
    const at = name.indexOf(':');
    const [field, word] = [name.slice(0, at) as 'status' | 'partner', name.slice(at + 1)];
    if (means === '') leftOut[field].push(word);
    else (field === 'status' ? status : partners)[word] = means;
  }
  const conditions = Object.entries(leftOut).filter(([, words]) => words.length > 0);
  return {
    values: { status },
    partners,
    leave_out: conditions.map(([field, words]) => ({ [field]: words })),
  };
}

interface ReadRows {
  /** The sound rows; null: there are none. */
  sheet: OutcomeSheet | null;
  words: readonly SeenWord[];
  faults: readonly Fault[];
}

async function rowsOf(pinrate: Pinrate, stream: TableStream, options: OutcomeOptions): Promise<ReadRows> {
  const { by, partner, caller } = options;
  const reading = {
    by,
    partnerId: partner === '' ? null : partner,
    caller: by === 'ref' && caller !== '' ? caller : null,
    isPartnerId: stream.table.has('partner') ? await partnerIdTest(pinrate) : () => false,
  };
  try {
    const sheet = await readOutcomes(stream, reading);
    return { sheet, words: knownWords(sheet), faults: [] };
  } catch (error) {
    if (!(error instanceof SheetFaults)) throw error;
    if (!(error instanceof OutcomeFaults)) return { sheet: null, words: [], faults: error.faults };
    const { sound, unknown, faults } = error;
    const unknownWords = (['status', 'partner'] as const).flatMap((field) =>
      [...unknown[field]].map(([word, rows]) => ({ field, word, rows, means: null })),
    );
    return { sheet: sound, words: [...unknownWords, ...(sound === null ? [] : knownWords(sound))], faults };
  }
}

const knownWords = ({ summary }: OutcomeSheet): SeenWord[] =>
  summary.words
    .filter(({ word }) => word !== '')
    .map(({ word, status, count }) => ({ field: 'status', word, rows: count, means: status }));

type Answer = Pick<OutcomesRead, 'sent'> & { faults: readonly Fault[]; count: number };

/** @throws {PinrateError} of a refusal that is not about lines */
async function sent(
  pinrate: Pinrate,
  sheet: OutcomeSheet,
  dryRun: boolean,
  progress: (words: string) => void,
): Promise<Answer> {
  const at = (words: string, share: number): void =>
    progress(`${words.charAt(0).toUpperCase()}${words.slice(1)}: ${Math.floor(share * PERCENT)} % …`);
  try {
    return { sent: await sendOutcomes(pinrate, sheet, { dryRun, progress: at }), faults: [], count: 0 };
  } catch (error) {
    if (!(error instanceof OutcomeRefusal)) throw error;
    if (error.faults.length === 0) throw error.refusal;
    return { sent: null, faults: error.faults, count: error.count };
  }
}
