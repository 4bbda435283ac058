/** What became of a line. */
import { type CauseAmounts, causeNames, type LineStatus } from './causes.js';
import type { LegAmount } from './billed-legs.js';
import type { InvoiceLine, UnreadableLine } from './line.js';
import { laneText, type LegPrice } from './prices.js';
import { claimedOf, type PricedLine } from './decompose.js';

/** Whose day chose the rows of the card. */
export type PricedBy = 'shipment' | 'line' | 'option' | 'today';

/** A line, and what it should have been. */
export interface LineFinding {
  line: InvoiceLine | UnreadableLine;
  status: LineStatus;
  /** 0 where nothing is known. */
  billedPaise: number;
  /** null: it has no price. */
  expectedPaise: number | null;
  causes: CauseAmounts;
  /** Why it has no price, or the cell that nobody can read; null: neither. */
  reason: string | null;
  /** The prices behind it; null: everything is one cause, or there is none. */
  priced: PricedLine | null;
  pricedBy: PricedBy | null;
  /** The charged weight was priced, since no other is known. */
  isUnweighed: boolean;
  /** What it bills for each leg; empty: nobody knows. */
  legs: readonly LegAmount[];
}

export const differenceIn = ({ billedPaise, expectedPaise }: LineFinding): number =>
  expectedPaise === null ? 0 : billedPaise - expectedPaise;

export const isUnreadable = (line: LineFinding['line']): line is UnreadableLine => 'unreadable' in line;

/** `WEIGHT+LANE`; of a line without a price, why. */
export const causeOf = ({ causes, reason }: LineFinding): string => reason ?? causeNames(causes);

/** The chargeable weight of what is owed; null: not known. */
export function expectedGrams({ priced, isUnweighed }: LineFinding): number | null {
  return priced === null || isUnweighed ? null : priced.ours[0]!.chargeableGrams;
}

export const expectedLane = ({ priced }: LineFinding): string => (priced === null ? '' : laneText(priced.ours[0]!));

export const chargedGrams = ({ line }: LineFinding): number | null => (isUnreadable(line) ? null : line.chargedGrams);

/** Empty: the line does not say. */
export function billedLane({ line, priced }: LineFinding): string {
  if (isUnreadable(line) || line.billed === null) return '';
  const { lane, fromZone, toZone } = line.billed;
  if (lane !== undefined) return lane;
  const [price] = priced === null ? [] : claimedOf(priced);
  if (price === undefined || (toZone ?? price.toZone)?.id !== price.toZone?.id)
    return `${fromZone?.name ?? ''}>${toZone?.name ?? ''}`;
  return laneText(price);
}

/** What the engine has of parts and tax for the line as it claims them, for the amounts at an invoice's foot. */
export function claimedPrices({ priced }: LineFinding): readonly LegPrice[] {
  return priced === null ? [] : claimedOf(priced);
}
