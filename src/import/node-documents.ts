/** Documents of the node, for commands that need all of them. */
import type { Pinrate } from '../client/connect.js';
import { lines } from '../client/lists.js';
import { listDocuments } from '../client/operations.js';
import type { ResourceCollection } from '../contract/document-resource.js';
import type { Documents } from '../model/documents.js';

/** All documents of a collection, of one moment. @param partnerId of these alone @throws {PinrateError} */
export async function documentsOf<C extends ResourceCollection>(
  pinrate: Pinrate,
  collection: C,
  partnerId?: string,
  signal?: AbortSignal,
): Promise<Documents[C][]> {
  const documents: Documents[C][] = [];
  const options = signal === undefined ? {} : { signal };
  for await (const document of lines(pinrate, listDocuments, collection, { partnerId }, options))
    documents.push(document as Documents[C]);
  return documents;
}
