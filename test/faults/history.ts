/** The documents that nodes hold, and those that their history leads to. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Db } from 'mongodb';
import type { MainNode } from './main-node.js';
import { until } from './until.js';

/** Those that are changed through the API, or by other programs once. */
const COLLECTIONS = ['customer-charges', 'distance-charges', 'discounts', 'zone-pincodes'] as const;

type Members = Record<string, unknown>;
/** By collection and key. */
export type Held = ReadonlyMap<string, Members>;

interface Entry {
  collection: string;
  key: string | number;
  before: Members | null;
  after: Members | null;
}

/** What all nodes answer alike, once they do. */
export async function sharedDocuments(nodes: readonly MainNode[], timeoutMs: number): Promise<Held> {
  let held: Held[] = [];
  await until(
    async () => {
      held = await Promise.all(nodes.map(documentsOf));
      return held.every((each) => isDeepStrictEqual(each, held[0]));
    },
    'the same documents on every node',
    timeoutMs,
  );
  return held[0]!;
}

async function documentsOf(node: MainNode): Promise<Held> {
  const held = new Map<string, Members>();
  for (const collection of COLLECTIONS) {
    const stream = await node.send('GET', `/documents/${collection}`, '', { accept: 'application/x-ndjson' });
    assert.equal(stream.status, 200, stream.text);
    for (const line of stream.text.split('\n').filter((text) => text !== '')) {
      const document = JSON.parse(line) as Members;
      held.set(nameOf(collection, document), document);
    }
  }
  return held;
}

/** Each change begins with what the one before has left, and the last ones end with the documents. Returns how many. */
export async function assertHistoryLeadsTo(db: Db, documents: Held): Promise<number> {
  const stored = await db
    .collection('change-entries')
    .find({}, { sort: { id: 1 } })
    .toArray();
  const entries = stored
    .flatMap(({ entries: text }) => JSON.parse(text as string) as Entry[])
    .filter(({ collection }) => (COLLECTIONS as readonly string[]).includes(collection));
  const last = new Map<string, Members | null>();
  for (const entry of entries) {
    const name = `${entry.collection} ${entry.key}`;
    if (last.has(name)) assert.deepEqual(entry.before, last.get(name), `${name} before a change`);
    last.set(name, entry.after);
  }
  for (const [name, left] of last) assert.deepEqual(documents.get(name) ?? null, left, name);
  return entries.length;
}

const nameOf = (collection: string, { id, partnerId, pincode }: Members): string =>
  `${collection} ${collection === 'zone-pincodes' ? `${String(partnerId)}/${String(pincode)}` : String(id)}`;
