/** The slabs of a sheet of rates as bands of weight, from light to heavy. */
import type { Slab } from '../cells/slabs.js';
import type { ParsedCell } from '../cells/text.js';
import type { OpenSlab } from '../tables/map.js';
import type { Notes } from '../tables/reading.js';

/** A slab with its step, if a column says one. */
export interface StatedSlab<Row> {
  row: Row;
  /** As it is written. */
  text: string;
  slab: ParsedCell<Slab>;
  /** Grams; a slab longer than it has a price for each started step. null: none is said */
  step: number | null;
}

/**
 * How the price of a band is charged:
 * - FLAT: once.
 * - STEPS: `row` has the price up to `base`, `stepRow` that of each started `step` more.
 * - ON_TOP: each started `step` above `from`, on top of the price at `from`.
 * - WHOLE: each started `step` of the whole weight.
 */
export type BandCharge = 'FLAT' | 'STEPS' | 'ON_TOP' | 'WHOLE';

export interface Band<Row> {
  row: Row;
  text: string;
  /** Grams, exclusive. */
  from: number;
  /** Grams, inclusive; null: no bound. */
  to: number | null;
  charging: BandCharge;
  /** Grams that the price of `row` covers; of ON_TOP: where it begins. */
  base: number;
  step: number;
  stepRow: Row | null;
  /** Whether the sheet says how it is charged: otherwise a price below that of the band above is a fault. */
  isSure: boolean;
}

export const KILOGRAM = 1_000;
const ADVICE = 'say open: flat (one price), step (each started kg on top) or whole (each kg of all) in the map';

/** Whether prices are for a kilogram, each started one or to the gram. */
export type PerKg = boolean | 'exact';

export interface BandOptions {
  /** How slabs without an end are charged; null: the map does not say. */
  open: OpenSlab | null;
  /** Then each kilogram of the weight has the price of its slab. */
  perKg: PerKg;
  notes: Notes;
}

/**
 * The bands from 0 on. A gap of more than a gram and an overlap of slabs are faults; where started kilograms count, so is
 * a gap of more than a kilogram.
 * @param fault reports a fault of a row's slab
 */
export function bandsOf<Row>(
  slabs: readonly StatedSlab<Row>[],
  { open, perKg, notes }: BandOptions,
  fault: (row: Row, message: string) => void,
): Band<Row>[] {
  const bands: Band<Row>[] = [];
  // the gap after a wrong slab is not reported too
  let isSure = true;
  for (const stated of slabs) {
    const { row, slab, text } = stated;
    const last = bands.at(-1);
    if (!slab.ok) {
      fault(row, slab.message);
      isSure = false;
      continue;
    }
    if (perKg !== false && (stated.step !== null || slab.value.kind === 'STEP' || slab.value.kind === 'ON_TOP')) {
      fault(row, `${text} has a step, and --per-kg says that each kilogram has its price`);
      isSure = false;
      continue;
    }
    if (slab.value.kind === 'STEP') {
      const message = withSteps(bands, stated, slab.value);
      if (message !== null && isSure) fault(row, message);
      continue;
    }
    if (slab.value.kind === 'PER_KG' && open === null && perKg === false) {
      fault(row, `needs to be said: ${ADVICE}`);
      isSure = false;
      continue;
    }
    const reached = last === undefined ? 0 : last.to;
    const band = bandOf(stated, slab.value, reached ?? last!.base, perKg === false ? open : 'whole');
    if (typeof band === 'string') {
      fault(row, band);
      isSure = false;
      continue;
    }
    if (perKg !== false)
      Object.assign(band, { charging: 'WHOLE', base: KILOGRAM, step: KILOGRAM, stepRow: row, isSure: true });
    if (slab.value.kind === 'RANGE' && slab.value.isBare === true)
      notes.add('weights alone, which are read as up to', `${text} is up to ${band.to} g`);
    const overlap = isSure ? clash(last, reached, band) : null;
    if (overlap !== null) {
      fault(row, overlap);
      continue;
    }
    const gap = reached === null ? 0 : band.from - reached;
    const isOfKilograms = perKg === true && gap === KILOGRAM && reached! % KILOGRAM === 0;
    if (gap === 1 || isOfKilograms) {
      const whole = isOfKilograms ? 'kilograms' : 'grams';
      notes.add(`slabs of whole ${whole}, whose gap closes`, `${text} is above ${reached} g`);
      closeGap(band, reached!);
    } else if (isSure && gap > 0)
      fault(row, `leaves ${reached} to ${band.from} g without a price${adviceOnGap(text, reached!, band)}`);
    isSure = true;
    if (last !== undefined) last.to = band.from;
    bands.push(band);
  }
  return bands;
}

/** A slab of a courier's own form, such as 51-100 kg below 0-50 kg: how its gap is closed. */
function adviceOnGap<Row>(text: string, reached: number, { from, to }: Band<Row>): string {
  if (to === null || !/[a-z]/i.test(text)) return '';
  const said = `say values: {slab: {"${text}": ${reached}-${to}}} in the map if it begins there`;
  return from - reached === KILOGRAM ? `: --per-kg counts started kilograms; or ${said}` : `: ${said}`;
}

/** Steps go with the slab above, or on top of steps that have ended. @returns the fault of the step; null: none */
function withSteps<Row>(
  bands: Band<Row>[],
  { row, text }: StatedSlab<Row>,
  slab: Extract<Slab, { kind: 'STEP' }>,
): string | null {
  const { step } = slab;
  const to = slab.to ?? null;
  const last = bands.at(-1);
  if (last === undefined || last.to === null || last.charging === 'WHOLE')
    return `${text} must be below a slab such as 0-500`;
  const from = last.to;
  if (to !== null && to <= from) return `ends at ${to} g, where the slabs above have ended`;
  if (last.charging === 'FLAT') Object.assign(last, { charging: 'STEPS', step, stepRow: row, to });
  else bands.push({ row, text, from, to, charging: 'ON_TOP', base: from, step, stepRow: row, isSure: true });
  return null;
}

/** Slabs of whole grams: 1-500 and 501-1000. */
function closeGap<Row>(band: Band<Row>, reached: number): void {
  if (band.charging === 'ON_TOP') band.base = reached;
  band.from = reached;
}

/** Why a band cannot be below the last one; null: it can. @param reached null: the last one has no end */
function clash<Row>(last: Band<Row> | undefined, reached: number | null, band: Band<Row>): string | null {
  const { from, charging } = band;
  if (reached === null) {
    const { base } = last!;
    if (from < base) return `overlaps the slabs above: ${base} g has a price already`;
    if (charging !== 'ON_TOP') return 'must be above the slab of further steps, which has no end';
    return from === base ? `begins at ${from} g, where the steps above begin` : null;
  }
  if (from < reached) return `overlaps the slabs above: ${last!.base} g has a price already`;
  const isFirst = last === undefined && charging === 'ON_TOP';
  return isFirst ? 'must be below a slab such as 0-500, on top of whose price it comes' : null;
}

/** @param reached where the slabs above end @returns a text: the fault of the slab */
function bandOf<Row>(
  { row, text, step }: StatedSlab<Row>,
  slab: Exclude<Slab, { kind: 'STEP' }>,
  reached: number,
  open: OpenSlab | null,
): Band<Row> | string {
  const common = { row, text, step: 0, stepRow: null, isSure: true };
  if (slab.kind === 'ON_TOP') {
    const { from } = slab;
    return { ...common, from, to: null, charging: 'ON_TOP', base: from, step: slab.step, stepRow: row };
  }
  const { from = reached, to } = slab.kind === 'PER_KG' ? { from: reached, to: null } : slab;
  const start = from ?? reached;
  if (to !== null && to <= start) return `ends at ${to} g, where the slabs above have ended`;
  const isLonger = step !== null && (to === null || to - closed(start, reached) > step);
  // from nothing on, each started step is the whole weight
  if (isLonger && start <= 1) return { ...common, from: start, to, charging: 'STEPS', base: step, step, stepRow: row };
  if (isLonger) return { ...common, from: start, to, charging: 'ON_TOP', base: start, step, stepRow: row };
  const isOpen = to === null;
  if (isOpen && open === null) return `has no end: ${ADVICE}, or a step`;
  if (isOpen && open === 'step')
    return { ...common, from: start, to, charging: 'ON_TOP', base: start, step: KILOGRAM, stepRow: row };
  if (isOpen && open === 'whole')
    return { ...common, from: start, to, charging: 'WHOLE', base: KILOGRAM, step: KILOGRAM, stepRow: row };
  return {
    ...common,
    from: start,
    to,
    charging: 'FLAT',
    base: to ?? Math.max(start, 1),
    isSure: step !== null || isOpen,
  };
}

const closed = (from: number, reached: number): number => (from === reached + 1 ? reached : from);
