/** What an import needs to know of the node. */
import type { ResourceCollection } from '../../contract/document-resource.js';
import type { Documents } from '../../contract/documents/documents.js';
import type { Client } from '../client.js';

/** All documents of a collection, of one moment. @param partnerId of these alone @throws {Refused} */
export async function documentsOf<C extends ResourceCollection>(
  client: Client,
  collection: C,
  partnerId?: string,
): Promise<Documents[C][]> {
  const filter = partnerId === undefined ? '' : `?partnerId=${encodeURIComponent(partnerId)}`;
  const pieces: Uint8Array[] = [];
  for await (const piece of client.ndjson(`/documents/${collection}${filter}`)) pieces.push(piece);
  const lines = Buffer.concat(pieces).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Documents[C]);
}

/** The number of the node's last change set; 0: it has none. @throws {Refused} */
export async function lastChange(client: Client): Promise<number> {
  const { body } = await client.get<{ id: number }[]>('/changes', { limit: 1 });
  return body.data[0]?.id ?? 0;
}
