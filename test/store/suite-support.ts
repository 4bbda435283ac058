/** What the parts of the store's suite share. */
import { after, before } from 'node:test';
import type { CollectionName, Documents } from '../../src/schemas/documents.js';
import type { Change, Store, WriteOp } from '../../src/store/port.js';

/** Opens a store for the tests of a `describe`, and closes it after them. */
export function useStore(open: () => Promise<Store>): () => Store {
  let store: Store;
  before(async () => { store = await open(); });
  after(() => store.close());
  return () => store;
}

export function insert<C extends CollectionName>(collection: C, document: Documents[C]): WriteOp {
  return { kind: 'insert', collection, document } as WriteOp;
}

export function put<C extends CollectionName>(collection: C, document: Documents[C]): WriteOp {
  return { kind: 'put', collection, document } as WriteOp;
}

/** The changes from now on up to the one of assignment `key`. */
export function watchUntil(store: Store, key: string): Promise<Change[]> {
  return new Promise((resolve) => {
    const seen: Change[] = [];
    const stop = store.watch((changes) => {
      seen.push(...changes);
      if (changes.some((change) => change.key === key)) {
        stop();
        resolve(seen);
      }
    });
  });
}
