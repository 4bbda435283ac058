/** The lines that put a document in the place of another one. */
import type { Doc } from '../read.js';

const MILLISECOND = 1;

/**
 * 1. At once: the document is replaced, or ended if there is none in its place.
 * 2. From a moment to come: the former one ends the moment before, and the later one is a new document. A document that
 *    begins at that moment or later is replaced.
 *
 * @param begins ISO 8601; null: at once
 */
export function replaced(
  collection: string,
  before: Doc & { id: number },
  after: Doc | null,
  begins: string | null,
): object[] {
  const isLater = begins !== null && ((before['validFrom'] ?? null) === null || String(before['validFrom']) < begins);
  if (!isLater)
    return after === null
      ? [{ collection, key: before.id, end: true }]
      : [{ collection, document: withoutNulls(after, before) }];
  const validTo = new Date(Date.parse(begins) - MILLISECOND).toISOString();
  const ended = { collection, document: { ...before, validTo } };
  if (after === null) return [ended];
  const { id: _, createdAt: _at, ...rest } = after;
  return [ended, { collection, document: { ...withoutNulls(rest, before), validFrom: begins } }];
}

/** A member that was absent stays so. */
const withoutNulls = (document: Doc, before: Doc): Doc =>
  Object.fromEntries(
    Object.entries(document).filter(([name, value]) => value !== undefined && (value !== null || name in before)),
  );
