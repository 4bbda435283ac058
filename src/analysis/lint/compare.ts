/** What the findings before and after a change differ in. */
import type { RawFinding } from './card.js';
import { addTo } from '../../model/members.js';

/** What identifies a finding for those who accept it. */
export const nameOf = ({ code, documents }: { code: string; documents: readonly string[] }): string =>
  `${code} ${[...documents].sort().join(' ')}`;

const identityOf = (found: RawFinding): string => `${nameOf(found)} ${found.message}`;

const keysOf = ({ code, gap }: RawFinding): string[] => (gap?.keys ?? []).map((key) => `${code} ${key}`);

type Gap = NonNullable<RawFinding['gap']>;

/** Whether a gap is the same as another one, whichever route is chosen to show it. */
export const isSameGap = (gap: Gap, other: Gap): boolean => gap.low === other.low && gap.high === other.high;

/** Whether a gap is another one, or the rest of it after a change. */
export const isPartOfGap = (gap: Gap, other: Gap): boolean => other.low <= gap.low && gap.high <= other.high;

/**
 * The findings of `others` that are not among `findings`.
 * @param isAmong whether a gap counts as one of `findings`
 */
export function missingIn(
  findings: readonly RawFinding[],
  others: readonly RawFinding[],
  isAmong: (gap: Gap, other: Gap) => boolean,
): RawFinding[] {
  const identities = new Set(findings.map(identityOf));
  const gaps = new Map<string, Gap[]>();
  for (const found of findings) for (const key of keysOf(found)) addTo(gaps, key, found.gap!);
  const isKnown = (found: RawFinding): boolean =>
    identities.has(identityOf(found))
    || keysOf(found).some((key) => gaps.get(key)?.some((gap) => isAmong(found.gap!, gap)));
  return others.filter((found) => !isKnown(found));
}
