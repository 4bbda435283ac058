/** The text of the answers of apply and revert, and of their dry runs. */
import { isDeepStrictEqual } from 'node:util';
import type { ChangeAnswer, ChangeWarning } from '../contract/apply.js';
import { findingsInWords } from './findings.js';
import { impactInWords } from './impact.js';
import { table } from './tables.js';
import { countsInWords } from './words.js';
import { counted } from '../words.js';
import type { World } from './world.js';

const SHOWN_DIFFERENCES = 50;
/** Examples of new documents, and of removed ones, for each collection: whole documents are long. */
const SHOWN_DOCUMENTS = 3;
const SHOWN_VALUE_LENGTH = 200;

/** @param positionOf of a line in its file; undefined: unknown @param sheet lines about the sheet that it came from */
export function changeInWords(
  { data, changeId }: { data: ChangeAnswer; changeId?: number | null },
  isDryRun: boolean,
  world: World,
  positionOf: (line: number) => string | undefined = () => undefined,
  sheet = '',
): string {
  // a node of an earlier release has no warnings
  const { counts, diff, warnings = [], lint, impact } = data;
  return [
    `${countsInWords(counts)}\n`,
    sheet,
    differencesInWords(diff, world),
    ...warnings.map(({ line, ...warning }) => warningInWords(warning, line === null ? undefined : positionOf(line))),
    lintInWords(lint, world),
    diff.length === 0 ? '' : impactInWords(impact, world),
    `${outcome(data, changeId ?? null, isDryRun)}\n`,
  ].join('');
}

function warningInWords(
  { collection, key, message }: Omit<ChangeWarning, 'line'>,
  position: string | undefined,
): string {
  return `Warning: ${position === undefined ? '' : `${position}: `}${collection}/${key} ${message}\n`;
}

function lintInWords({ brings, clears, unchecked, cut }: ChangeAnswer['lint'], world: World): string {
  return [
    brings.length === 0 ? '' : `The linter finds:\n${findingsInWords(brings, world)}`,
    clears.length === 0 ? '' : `The linter no longer finds ${counted(clears.length, 'thing')} that it found before.\n`,
    cut === true ? 'The check took too long and was cut.\n' : '',
    unchecked === 0
      ? ''
      : `${counted(unchecked, 'partner was', 'partners were')} not checked; pinrate lint checks each.\n`,
  ].join('');
}

function outcome({ basis }: ChangeAnswer, changeId: number | null, isDryRun: boolean): string {
  if (isDryRun) {
    const advice = basis === null ? '' : ` --basis ${basis} applies it to this state alone.`;
    return `Dry run: nothing was changed.${advice}`;
  }
  return changeId === null
    ? 'Nothing was changed: the node has all of this.'
    : `This is change ${changeId}. It can be undone: pinrate revert ${changeId}`;
}

/** A difference in a document; without a field: the document is new or gone. */
export interface FieldDifference {
  collection: string;
  key: string | number;
  field?: string | null;
  before?: unknown;
  after?: unknown;
}

/** A document before and after a change; null: it did not exist, or is gone. */
export interface DocumentChange {
  collection: string;
  key: string | number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** A difference for each field, or one for a document that is new or gone. */
export function differencesOf({ collection, key, before, after }: DocumentChange): FieldDifference[] {
  if (before === null || after === null) return [{ collection, key, before, after }];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  // the order of members does not count
  return fields
    .filter((field) => !isDeepStrictEqual(before[field], after[field]))
    .map((field) => ({ collection, key, field, before: before[field], after: after[field] }));
}

export function differencesInWords(differences: readonly FieldDifference[], world: World): string {
  const shownOf = new Map<string, number>();
  const isShown = ({ collection, field, before }: FieldDifference): boolean => {
    if (field) return true;
    const kind = `${collection} ${(before ?? null) === null ? 'made' : 'gone'}`;
    const count = (shownOf.get(kind) ?? 0) + 1;
    shownOf.set(kind, count);
    return count <= SHOWN_DOCUMENTS;
  };
  const rows = differences
    .filter(isShown)
    .slice(0, SHOWN_DIFFERENCES)
    .map(({ collection, key, field, before, after }) => [
      `${collection}/${key}`,
      field ?? '',
      field ? shown(before) : cut(documentWords(before)),
      field ? shown(after) : cut(documentWords(after)),
    ]);
  const further = differences.length - rows.length;
  const columns = [{ title: 'DOCUMENT', fixed: true }, { title: 'FIELD' }, { title: 'BEFORE' }, { title: 'AFTER' }];
  return (
    table(columns, rows, world) + (further > 0 ? `… and ${counted(further, 'more difference')}; --json has them\n` : '')
  );
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '-';
  return cut(typeof value === 'string' ? value : JSON.stringify(value));
}

/** What its name and every other document of its kind says too. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt']);

/** `packageId LOCAL-500, baseWeight 500, baseCharge 35`: what a document that is new or gone has. */
function documentWords(document: unknown): string {
  if (document === undefined || document === null) return '-';
  return Object.entries(document)
    .filter(([name, value]) => value !== null && !SAID_ELSEWHERE.has(name))
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}

const cut = (text: string): string =>
  text.length <= SHOWN_VALUE_LENGTH ? text : `${text.slice(0, SHOWN_VALUE_LENGTH)}…`;
