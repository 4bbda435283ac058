/**
 * What the report is made of. Amounts are whole paise, weights whole grams, days `2026-12-01`. Texts come from the
 * courier's sheet: the report escapes all of them.
 */

/** The sums of some lines, in paise. */
export interface LineSums {
  lines: number;
  billed: number;
  expected: number;
  /** billed − expected */
  difference: number;
}

/** Lines, and the sum of one amount of them in paise. */
export interface LineSum {
  lines: number;
  sum: number;
}

/** The members of summary.json under their names there; amounts are paise here. */
export interface ReportSummary {
  inputs: readonly { name: string; sha256: string }[];
  /** The version of pinrate. */
  engine: string;
  partnerIds: readonly string[];
  invoice: { number: string; lines: number; billed: number; from: string | null; to: string | null };
  basis: 'withTax' | 'withoutTax';
  expected: number;
  difference: number;
  /** `sum` is what was billed. */
  ok: LineSum;
  /** Of these four `sum` is of differences. */
  within: LineSum;
  over: LineSum;
  under: LineSum;
  credits: LineSum;
  /** In the order of the steps that take a difference apart. */
  causes: readonly (LineSum & { cause: string })[];
  /** `cause` as a line has it: `WEIGHT+LANE`. */
  mixes: readonly (LineSum & { cause: string })[];
  lanes: readonly (LineSums & { lane: string })[];
  /** `from` is a Monday. */
  weeks: readonly (LineSums & { from: string })[];
  foot: readonly { component: string; billed: number; expected: number; difference: number }[];
  /** `words`: what nothing explains, with the lines that have it. */
  unreadable: { lines: number; billed: number; words: Readonly<Record<string, number>> };
  /** `reasons`: leading codes, with their lines. */
  unpriced: { lines: number; billed: number; reasons: Readonly<Record<string, number>> };
  unbilled: { lines: number; expected: number };
  unweighed: number;
  rateCardVersions: Readonly<Record<string, string>>;
  /** ISO 8601 */
  ranAt: string;
}

/** A line of lines.csv. */
export interface ReportLine {
  /** Of the sheet, from 1. */
  line: number;
  partnerId: string;
  ref: string;
  awb: string;
  date: string | null;
  direction: string;
  expectedGrams: number | null;
  chargedGrams: number | null;
  expectedLane: string;
  billedLane: string;
  billed: number;
  expected: number;
  difference: number;
  /** Those other than 0, in the order of the steps; they add up to `difference`. */
  causes: readonly { cause: string; amount: number }[];
  /** OK, WITHIN, OVERBILLED, UNDERBILLED, CREDIT, UNREADABLE or UNPRICED. */
  status: string;
}

/** The compared lines whose expected weight lies within two bounds. */
export interface WeightBandSums extends LineSums {
  aboveGrams: number;
  /** null: no upper bound. undefined: no weight is known. */
  upToGrams: number | null | undefined;
}

/** The same difference on many lines of a lane: the contract and the card do not agree. */
export interface CardFinding {
  partnerId: string;
  lane: string;
  cause: string;
  /** Paise; of each line. */
  amount: number;
  /** Lines with exactly this amount of this cause. */
  lines: number;
  /** All priced lines of the lane. */
  laneLines: number;
}

/** What only the lines tell, gathered by `ReportFigures`. */
export interface LineFigures {
  /** At most 50, the largest difference first. */
  largest: readonly ReportLine[];
  weightBands: readonly WeightBandSums[];
  cardFindings: readonly CardFinding[];
}

export interface ReportInput extends LineFigures {
  summary: ReportSummary;
}
