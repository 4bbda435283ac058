/** Findings about the rate card as sentences. */
import { whole } from '../../words.js';
import type { CardFinding } from './input.js';
import { amount } from './words.js';

export const CARD_LEAD =
  'The same difference on most lines of a lane belongs to the rate card or the contract, not to parcels.';
/** The same difference on more lanes is said once. */
const MAX_LANES_NAMED = 3;

/** Where a cause of the rate card is mended. */
const MENDED_AT: Readonly<Record<string, string>> = {
  BASE_RATE: 'the rate row',
  FSC: 'the fuel surcharge',
  COD: 'the COD charge',
  DOCKET: 'the docket charge',
  INSURANCE: 'the insurance charge',
  SURCHARGES: 'the other charges',
  DISCOUNT: 'the discount',
  TAX: 'the tax percentage',
};

const mendedAt = (cause: string): string => MENDED_AT[cause] ?? 'the rate row';

/** @param names the courier, where an invoice has several */
export function cardSentences(findings: readonly CardFinding[], names: boolean): string[] {
  const groups = new Map<string, CardFinding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.partnerId, finding.cause, finding.amount]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()].flatMap((same) =>
    same.length > MAX_LANES_NAMED ? [sentenceOf(same, names)] : same.map((one) => sentenceOf([one], names)),
  );
}

function sentenceOf(same: readonly CardFinding[], names: boolean): string {
  const [{ partnerId, lane, cause, amount: paise }] = same as [CardFinding];
  const sumOf = (of: (finding: CardFinding) => number) => whole(same.reduce((sum, finding) => sum + of(finding), 0));
  const named = same.slice(0, MAX_LANES_NAMED).map((finding) => finding.lane);
  const lanes = same.length === 1 ? `lane ${lane}` : `${whole(same.length)} lanes (${named.join(', ')}, …)`;
  const lines = `${sumOf((finding) => finding.lines)} of ${sumOf(({ laneLines }) => laneLines)} lines`;
  const where = `${names ? `${partnerId}: on` : 'On'} ${lanes} ${lines}`;
  return `${where} differ by the same ${amount(paise)} of ${cause}: check ${mendedAt(cause)}, not the parcels.`;
}
