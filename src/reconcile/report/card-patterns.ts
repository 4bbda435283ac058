/** Finds differences that belong to the rate card: the same amount of one cause on most lines of a lane. */
import { CAUSES } from '../causes.js';
import type { CardFinding, ReportLine } from './input.js';

/** A lane with fewer lines says too little. */
export const LEAST_LANE_LINES = 20;
/** Of the lane's lines. */
export const LEAST_SHARE = 0.5;
/** Distinct amounts counted, of all lanes and causes: an amount of most lines is among the first of its lane. */
const MAX_COUNTED_AMOUNTS = 100_000;

/** What a rate card says. Weight, lane and what was billed in full are disputed parcel by parcel. */
const CAUSES_OF_CARDS: ReadonlySet<string> = new Set(
  CAUSES.slice(CAUSES.indexOf('BASE_RATE'), CAUSES.indexOf('ROUNDING')),
);

interface LaneCounts {
  partnerId: string;
  lane: string;
  lines: number;
  /** By cause, then by paise. */
  causes: Map<string, Map<number, number>>;
}

export class CardPatterns {
  readonly #lanes = new Map<string, LaneCounts>();
  #amounts = 0;

  add({ partnerId, expectedLane: lane, causes }: ReportLine): void {
    if (lane === '') return;
    const key = JSON.stringify([partnerId, lane]);
    let counts = this.#lanes.get(key);
    if (counts === undefined) this.#lanes.set(key, (counts = { partnerId, lane, lines: 0, causes: new Map() }));
    counts.lines += 1;
    for (const { cause, amount } of causes) if (CAUSES_OF_CARDS.has(cause)) this.#count(counts.causes, cause, amount);
  }

  #count(causes: LaneCounts['causes'], cause: string, amount: number): void {
    let amounts = causes.get(cause);
    if (amounts === undefined) causes.set(cause, (amounts = new Map()));
    const before = amounts.get(amount);
    if (before === undefined) {
      if (this.#amounts === MAX_COUNTED_AMOUNTS) return;
      this.#amounts += 1;
    }
    amounts.set(amount, (before ?? 0) + 1);
  }

  /** Those that cost most, first. */
  findings(): CardFinding[] {
    const found: CardFinding[] = [];
    for (const { partnerId, lane, lines: laneLines, causes } of this.#lanes.values()) {
      if (laneLines < LEAST_LANE_LINES) continue;
      for (const [cause, amounts] of causes)
        for (const [amount, lines] of amounts)
          if (lines >= laneLines * LEAST_SHARE) found.push({ partnerId, lane, cause, amount, lines, laneLines });
    }
    const weight = ({ amount, lines }: CardFinding) => Math.abs(amount) * lines;
    // the sort is stable: equal ones stay in the order of the sheet
    return found.sort((a, b) => weight(b) - weight(a));
  }
}
