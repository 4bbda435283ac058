import { randomBytes } from 'node:crypto';
import { inOnePiece } from '../json.js';

const RANDOM_BYTES = 8;

/**
 * New identifiers: a prefix, 64 random bits drawn once, and a counter. They are unique across threads, nodes and
 * restarts, and none of them waits for the system's random numbers.
 */
export function createIds(): (prefix: string) => string {
  const origin = randomBytes(RANDOM_BYTES).toString('hex');
  let count = 0;
  const heads = new Map<string, string>();
  return (prefix) => {
    let head = heads.get(prefix);
    if (head === undefined) heads.set(prefix, (head = inOnePiece(`${prefix}-${origin}-`)));
    return head + (++count).toString(36);
  };
}
