/**
 * Opens each store that a line of standard input names, reads all of it and writes to it. Answers with a line: `works`,
 * or the error. A signal would end it.
 */
import { createInterface } from 'node:readline';
import { COLLECTION_NAMES } from '../../src/model/documents.js';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { fixtureAssignment } from './fixtures.js';

let writes = 0;

for await (const path of createInterface({ input: process.stdin })) process.stdout.write(`${await tryStore(path)}\n`);

async function tryStore(path: string): Promise<string> {
  try {
    const store = await openLmdbStore({ path });
    try {
      await store.load(COLLECTION_NAMES);
      await store.assignments({ partnerId: null, fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, offset: 0, limit: 100 });
      const written = await store.write([
        { kind: 'insert', collection: 'assignments', document: fixtureAssignment(`after-${writes++}`) },
      ]);
      return written.ok ? 'works' : JSON.stringify(written);
    } finally {
      await store.close();
    }
  } catch (error) {
    return (error as Error).message;
  }
}
