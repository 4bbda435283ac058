/** Gathers from a stream of lines what the report shows of them, in memory that does not grow with the lines. */
import { CardPatterns } from './card-patterns.js';
import type { LineFigures, LineSums, ReportLine, WeightBandSums } from './input.js';

export const LARGEST_LINES = 50;

/** Upper bounds in grams: the slabs of parcels, then those of freight. The last band has no bound. */
const BAND_BOUNDS = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000] as const;
const ABOVE_ALL = BAND_BOUNDS.length;
const WITHOUT_WEIGHT = ABOVE_ALL + 1;

/** Lines that are compared; a credit is compared with nothing. */
const COMPARED = new Set(['OK', 'WITHIN', 'OVERBILLED', 'UNDERBILLED']);

export class ReportFigures {
  /** Lines with a difference, the largest first. */
  readonly #largest: ReportLine[] = [];
  readonly #bands: (LineSums | undefined)[] = [];
  readonly #patterns = new CardPatterns();

  /** Call it for each line, in the order of the sheet. */
  add(line: ReportLine): void {
    if (!COMPARED.has(line.status)) return;
    this.#addToBand(line);
    this.#patterns.add(line);
    if (line.difference !== 0) this.#keepIfLarge(line);
  }

  result(): LineFigures {
    return {
      largest: this.#largest,
      weightBands: this.#bands.flatMap((sums, band) => (sums === undefined ? [] : [{ ...boundsOf(band), ...sums }])),
      cardFindings: this.#patterns.findings(),
    };
  }

  #addToBand({ expectedGrams, billed, expected, difference }: ReportLine): void {
    const sums = (this.#bands[bandOf(expectedGrams)] ??= { lines: 0, billed: 0, expected: 0, difference: 0 });
    sums.lines += 1;
    sums.billed += billed;
    sums.expected += expected;
    sums.difference += difference;
  }

  /** Of equal differences the earlier line stays before the later. */
  #keepIfLarge(line: ReportLine): void {
    const largest = this.#largest;
    const size = Math.abs(line.difference);
    if (largest.length === LARGEST_LINES && size <= Math.abs(largest.at(-1)!.difference)) return;
    const place = largest.findIndex((other) => Math.abs(other.difference) < size);
    largest.splice(place === -1 ? largest.length : place, 0, line);
    if (largest.length > LARGEST_LINES) largest.pop();
  }
}

function bandOf(grams: number | null): number {
  if (grams === null) return WITHOUT_WEIGHT;
  const band = BAND_BOUNDS.findIndex((bound) => grams <= bound);
  return band === -1 ? ABOVE_ALL : band;
}

function boundsOf(band: number): Pick<WeightBandSums, 'aboveGrams' | 'upToGrams'> {
  if (band === WITHOUT_WEIGHT) return { aboveGrams: 0, upToGrams: undefined };
  return { aboveGrams: BAND_BOUNDS[band - 1] ?? 0, upToGrams: BAND_BOUNDS[band] ?? null };
}
