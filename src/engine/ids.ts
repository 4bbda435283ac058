import { randomBytes } from 'node:crypto';

const RANDOM_BYTES = 8;

/**
 * Fresh identifiers: a prefix, 64 random bits drawn once, and a counter. Unique across threads, nodes and restarts, and
 * a few nanoseconds each.
 */
export function createIds(): (prefix: string) => string {
  const origin = randomBytes(RANDOM_BYTES).toString('hex');
  let count = 0;
  return (prefix) => `${prefix}-${origin}-${(++count).toString(36)}`;
}
