/** The slabs of a rate matrix, from above to below. */

/**
 * Weights are grams. UP_TO `0-500`: the price for more than 0, up to 500; STEP `+500`: for each started 500 more;
 * ON_TOP `5000+ +1000`: from 5,000 on, for each started 1,000 on top of the price at 5,000.
 */
export type Slab =
  | { kind: 'UP_TO'; from: number; to: number }
  | { kind: 'STEP'; step: number }
  | { kind: 'ON_TOP'; from: number; step: number };

const UP_TO = /^(\d{1,9}) ?[-–] ?(\d{1,9})$/;
const STEP = /^\+ ?(\d{1,9})$/;
const ON_TOP = /^(\d{1,9}) ?\+ ?\+ ?(\d{1,9})$/;
const FORMS = 'must be a slab such as 0-500, +500 or 5000+ +1000, in grams';

/** null: the text is no slab. */
export function slabOf(text: string): Slab | null {
  const plain = text.trim().replace(/\s+/g, ' ');
  const [, from, to] = UP_TO.exec(plain) ?? [];
  if (from !== undefined)
    return Number(from) < Number(to) ? { kind: 'UP_TO', from: Number(from), to: Number(to) } : null;
  const [, step] = STEP.exec(plain) ?? [];
  if (step !== undefined) return Number(step) > 0 ? { kind: 'STEP', step: Number(step) } : null;
  const [, start, onTop] = ON_TOP.exec(plain) ?? [];
  if (start === undefined || Number(start) === 0 || Number(onTop) === 0) return null;
  return { kind: 'ON_TOP', from: Number(start), step: Number(onTop) };
}

/** A slab, its row in the file, and the row of its steps if there is one behind it. */
export interface Band<Row> {
  row: Row;
  /** Grams, exclusive. */
  from: number;
  /** Grams, inclusive; null: no bound. */
  to: number | null;
  /** Grams that the price of `row` covers; of a band on top of another: where it begins. */
  base: number;
  /** null: nothing above `base`. */
  steps: { row: Row; step: number } | null;
  isOnTop: boolean;
}

/**
 * The bands from 0 on. A gap and an overlap of slabs are faults.
 * @param textOf the slab of a row @param fault reports a fault of a row's slab
 */
export function bandsOf<Row>(
  rows: readonly Row[],
  textOf: (row: Row) => string,
  fault: (row: Row, message: string) => void,
): Band<Row>[] {
  const bands: Band<Row>[] = [];
  // the gap after a wrong slab is not reported too
  let isSure = true;
  for (const row of rows) {
    const slab = slabOf(textOf(row));
    const last = bands.at(-1);
    if (slab === null) {
      fault(row, `${FORMS}, but is "${textOf(row)}"`);
      isSure = false;
      continue;
    }
    if (!isSure) {
      isSure = slab.kind !== 'STEP';
      if (slab.kind !== 'STEP') bands.push(bandOf(row, slab));
      continue;
    }
    if (slab.kind === 'STEP') {
      if (last === undefined || last.steps !== null) fault(row, `${textOf(row)} must be below a slab such as 0-500`);
      else Object.assign(last, { steps: { row, step: slab.step }, to: null });
      continue;
    }
    const reached = last === undefined ? 0 : last.to;
    const { from } = slab;
    if (reached === null ? from < last!.base : from < reached) {
      fault(row, `overlaps the slabs above: ${last!.base} g has a price already`);
      continue;
    }
    if (reached === null && slab.kind === 'UP_TO') {
      fault(row, 'must be above the slab of further steps, which has no end');
      continue;
    }
    if (reached === null && from === last!.base) {
      fault(row, `begins at ${from} g, where the steps above begin`);
      continue;
    }
    if (last === undefined && slab.kind === 'ON_TOP') {
      fault(row, 'must be below a slab such as 0-500, on top of whose price it comes');
      continue;
    }
    if (reached !== null && from > reached) fault(row, `leaves ${reached} to ${from} g without a price`);
    if (last !== undefined) last.to = from;
    bands.push(bandOf(row, slab));
  }
  return bands;
}

const bandOf = <Row>(row: Row, slab: Exclude<Slab, { kind: 'STEP' }>): Band<Row> =>
  slab.kind === 'UP_TO'
    ? { row, from: slab.from, to: slab.to, base: slab.to, steps: null, isOnTop: false }
    : { row, from: slab.from, to: null, base: slab.from, steps: { row, step: slab.step }, isOnTop: true };
