/**
 * The pause before a repeated attempt, in milliseconds: random, so that attempts that failed together do not meet
 * again, and at most `firstMs`, doubled with each attempt (counted from 0) up to `mostMs`.
 */
export function fullJitterMs(attempt: number, firstMs: number, mostMs: number, random = Math.random()): number {
  return random * Math.min(mostMs, firstMs * 2 ** attempt);
}
