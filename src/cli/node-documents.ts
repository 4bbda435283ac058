/** Documents of the node, for commands that need all of them. */
import type { ResourceCollection } from '../contract/document-resource.js';
import type { Documents } from '../model/documents.js';
import type { Client } from './client.js';
import { linesOf } from './ndjson.js';

/** All documents of a collection, of one moment. @param partnerId of these alone @throws {NodeRefusal} */
export async function documentsOf<C extends ResourceCollection>(
  client: Client,
  collection: C,
  partnerId?: string,
): Promise<Documents[C][]> {
  const filter = partnerId === undefined ? '' : `?partnerId=${encodeURIComponent(partnerId)}`;
  const documents: Documents[C][] = [];
  for await (const line of linesOf(client.ndjson(`/documents/${collection}${filter}`)))
    documents.push(JSON.parse(line) as Documents[C]);
  return documents;
}
