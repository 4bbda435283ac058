/** The rows of a sheet of rates: slabs of weight and their steps, with their names and keys. */
import type { Slab } from '../../../../sheets/cells/slabs.js';

export type Part = 'base' | 'step' | 'top' | 'whole' | 'start' | 'least';

/** What a row of a sheet is about. */
export interface Band {
  part: Part;
  /** Grams, exclusive; the km of the route before it, if there are bounds. */
  from: number;
  /** Grams that the base charge covers. */
  base: number;
  step: number;
  km: string;
}

/** `0-500`, `+500`; before it the km of the route. */
export function nameOfBand({ part, from, base, step, km }: Band): string {
  const name = {
    base: `${from}-${base}`,
    step: `+${step}`,
    top: `${from}+ +${step}`,
    whole: `${from}+ each ${step}`,
    start: `${from}+ first ${base}`,
    least: `${from}-${base} at least`,
  }[part];
  return km === '' ? name : `${km}: ${name}`;
}

export const keyOfBand = ({ part, from, base, step, km }: Band): string => [from, base, step, part, km].join(' ');

export function bandOfKey(key: string): Band {
  const [from, base, step, part, ...km] = key.replace(/#\d+$/, '').split(' ');
  return { part: part as Part, from: Number(from), base: Number(base), step: Number(step), km: km.join(' ') };
}

const RANKS: Readonly<Record<Part, number>> = { start: 0, base: 0, least: 1, step: 2, top: 2, whole: 2 };

export const byWeight = (a: Band, b: Band): number =>
  (a.km < b.km ? -1 : a.km > b.km ? 1 : 0)
  || a.from - b.from
  || a.base - b.base
  || RANKS[a.part] - RANKS[b.part]
  || a.step - b.step;

/** @param last the slab before it @returns a text: why it is no row */
export function bandOf(slab: Slab, last: Band | undefined): Band | string {
  const common = { step: 0, km: '' };
  if (slab.kind === 'PER_KG') return 'Say it as a step: 10000+ +1000';
  if (slab.kind === 'ON_TOP') return { ...common, part: 'top', from: slab.from, base: slab.from, step: slab.step };
  if (slab.kind === 'STEP')
    return last === undefined
      ? 'Add a slab such as 0-500 first'
      : { ...common, part: 'step', from: last.from, base: last.base, step: slab.step };
  if (slab.to === null) return 'Say where it ends, or its step: 10000+ +1000';
  // slabs of whole grams: 501-1000 is above 500
  const from = slab.from ?? last?.base ?? 0;
  const isNext = last !== undefined && from === last.base + 1;
  return { ...common, part: 'base', from: isNext || from === 1 ? from - 1 : from, base: slab.to };
}
