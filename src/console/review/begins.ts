/** From when on a change counts. */
import type { ChangeAnswer } from '../../contract/apply.js';

type Difference = ChangeAnswer['diff'][number];

const MILLISECOND = 1;

/**
 * The first moment at which a row is another, ISO 8601; null: now, or the differences do not say it.
 *
 * @param now ISO 8601
 */
export function beginsAt(differences: readonly Difference[], now: string): string | null {
  const [first = ''] = differences.map(beginOf).sort();
  return first > now ? first : null;
}

/**
 * 1. A row that is new or gone: its own first moment.
 * 2. Another end: the moment behind the earlier one.
 * 3. Another value, of which the dates are not at hand: '', which is before every moment.
 */
function beginOf({ collection, field, before, after }: Difference): string {
  const [from, to] = collection === 'holds' ? (['from', 'to'] as const) : (['validFrom', 'validTo'] as const);
  if (field === null) return String(((after ?? before) as Readonly<Record<string, unknown>>)[from] ?? '');
  if (field !== to) return '';
  const [earlier] = [before, after].filter((end) => typeof end === 'string').sort();
  return earlier === undefined ? '' : new Date(Date.parse(earlier) + MILLISECOND).toISOString();
}
