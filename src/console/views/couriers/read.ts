/** What the node has of a courier. */
import type { Pinrate } from '../../../client/connect.js';
import { lines } from '../../../client/lists.js';
import { listDocuments } from '../../../client/operations.js';

export type Collection = Parameters<typeof listDocuments>[1];
export type Doc = Readonly<Record<string, unknown>>;

/** All documents of a collection, of one moment. @param partnerId of this courier alone */
export async function documentsOf(
  pinrate: Pinrate,
  collection: Collection,
  signal: AbortSignal,
  partnerId?: string,
): Promise<Doc[]> {
  const documents: Doc[] = [];
  const query = partnerId === undefined ? {} : { partnerId };
  for await (const document of lines(pinrate, listDocuments, collection, query, { signal }))
    documents.push(document as Doc);
  return documents;
}

/** A document with dates or a status, now or at a moment to come. @param now ISO 8601 */
export const isOver = ({ status, validTo, to }: Doc, now: string): boolean =>
  status === false || ((validTo ?? to ?? null) !== null && String(validTo ?? to) < now);

export const beginsLater = ({ validFrom, from }: Doc, now: string): boolean =>
  (validFrom ?? from ?? null) !== null && String(validFrom ?? from) > now;
