/** What `of` names, as bits. */
import { STANDARD_BASES } from '../../domain/amounts.js';

export function maskOfStandard(of: readonly string[]): number {
  return STANDARD_BASES.reduce((mask, name, position) => (of.includes(name) ? mask | (1 << position) : mask), 0);
}

/** A code that no row has has no bit: it counts 0. */
export function maskOfCodes(of: readonly string[], codes: ReadonlyMap<string, number>): number {
  let mask = 0;
  for (const name of of) {
    const code = codes.get(name);
    if (code !== undefined) mask |= 1 << code;
  }
  return mask;
}
