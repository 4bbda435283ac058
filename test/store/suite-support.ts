/** Functions that the parts of the store's suite share. */
import { after, before } from 'node:test';
import { COLLECTION_NAMES, type CollectionName, type Documents } from '../../src/model/documents.js';
import type { Change, WriteOp } from '../../src/model/change.js';
import type { Store } from '../../src/store/port.js';

/** Opens a store for the tests of a `describe`, and closes it after them. */
export function useStore(open: () => Promise<Store>): () => Store {
  let store: Store;
  before(async () => {
    store = await open();
  });
  after(() => store.close());
  return () => store;
}

export function insert<C extends CollectionName>(collection: C, document: Documents[C]): WriteOp {
  return { kind: 'insert', collection, document } as WriteOp;
}

export function put<C extends CollectionName>(collection: C, document: Documents[C]): WriteOp {
  return { kind: 'put', collection, document } as WriteOp;
}

/** Everything but the history, which follows from the rest. */
const WATCHED = COLLECTION_NAMES.filter((collection) => !['changes', 'change-entries'].includes(collection));

/** Calls `onChanges` with the changes of each committed write from now on. Returns the function that stops this. */
export async function watch(
  store: Store,
  onChanges: (changes: readonly Change[]) => void,
): Promise<() => Promise<void>> {
  const following = await store.follow(WATCHED, { reset: () => Promise.resolve(), change: onChanges });
  return () => following.stop();
}

/** The changes from now on up to that of assignment `key`. */
export async function watchUntil(store: Store, key: string): Promise<{ seen: Promise<Change[]> }> {
  const seen: Change[] = [];
  let done: (changes: Change[]) => void;
  const until = new Promise<Change[]>((resolve) => {
    done = resolve;
  });
  const stop = await watch(store, (changes) => {
    seen.push(...changes);
    if (changes.some((change) => change.key === key)) done(seen);
  });
  const untilStopped = async (): Promise<Change[]> => {
    try {
      return await until;
    } finally {
      await stop();
    }
  };
  return { seen: untilStopped() };
}
