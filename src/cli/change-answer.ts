/** What apply and revert have changed, or would change, in words. */
import type { Envelope } from './client.js';
import { table } from './tables.js';
import { counted, countsInWords, rupees, whole } from './words.js';
import type { World } from './world.js';

export interface Difference {
  collection: string;
  key: string;
  /** Absent for a whole document. */
  field?: string | null;
  before?: unknown;
  after?: unknown;
}

interface Finding {
  severity: string;
  code: string;
  message: string;
}

interface Impact {
  sampled: number;
  changed: number;
  serviceable: number;
  unserviceable: number;
  sum: number;
  mean: number | null;
  p50: number | null;
}

export interface ChangeData {
  counts: Record<string, number>;
  diff: Difference[];
  basis?: number | string | null;
  lint?: { brings?: Finding[]; clears?: Finding[] } | null;
  impact?: Impact | null;
}

const SHOWN_DIFFERENCES = 50;
const SHOWN_VALUE_LENGTH = 200;

export function changeInWords({ data, changeId }: Envelope<ChangeData>, isDryRun: boolean, world: World): string {
  const { counts, diff, lint, impact } = data;
  const parts = [
    `${countsInWords(counts)}\n`,
    differencesInWords(diff, world),
    findingsInWords('brings', lint?.brings),
    findingsInWords('clears', lint?.clears),
    impact ? impactInWords(impact) : '',
    `${outcome(data, changeId ?? null, isDryRun)}\n`,
  ];
  return parts.filter((part) => part !== '').join('');
}

function outcome({ basis }: ChangeData, changeId: number | null, isDryRun: boolean): string {
  if (isDryRun) {
    const advice = basis === undefined || basis === null ? '' : ` --basis ${basis} applies it to this state alone.`;
    return `Dry run: nothing was changed.${advice}`;
  }
  return changeId === null
    ? 'Nothing was changed: the node has all of this.'
    : `This is change ${changeId}. It can be undone: pinrate revert ${changeId}`;
}

export function differencesInWords(differences: readonly Difference[], world: World): string {
  const rows = differences
    .slice(0, SHOWN_DIFFERENCES)
    .map(({ collection, key, field, before, after }) => [
      `${collection}/${key}`,
      field ?? '',
      shown(before),
      shown(after),
    ]);
  const further = differences.length - rows.length;
  return (
    table([{ title: 'DOCUMENT' }, { title: 'FIELD' }, { title: 'BEFORE' }, { title: 'AFTER' }], rows, world)
    + (further > 0 ? `… and ${counted(further, 'more difference')}; --json has them\n` : '')
  );
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '-';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= SHOWN_VALUE_LENGTH ? text : `${text.slice(0, SHOWN_VALUE_LENGTH)}…`;
}

const findingsInWords = (verb: string, findings: readonly Finding[] = []): string =>
  findings.map(({ severity, code, message }) => `${verb} ${severity} ${code}: ${message}\n`).join('');

function impactInWords({ sampled, changed, serviceable, unserviceable, sum, mean, p50 }: Impact): string {
  const money = mean === null || p50 === null ? '' : `, on average ${rupees(mean)}, in the middle ${rupees(p50)}`;
  return (
    `Of ${counted(sampled, 'recent question')} ${whole(changed)} would cost another amount (in sum ${rupees(sum)} INR`
    + `${money}), ${whole(serviceable)} would be carried that are not, ${whole(unserviceable)} not any more.\n`
  );
}
