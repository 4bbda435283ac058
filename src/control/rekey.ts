/** Encrypts everything in the store again under the first key of SECRETS_KEY. */
import type { CollectionName, Documents } from '../model/documents.js';
import { REKEY_BATCH_DOCUMENTS } from '../limits/control.js';
import { type Key, keyOf, type WriteOp } from '../model/change.js';
import { type Store } from '../store/port.js';
import { type SecretsKeys, DecryptionError } from '../store/sealing.js';
import { resealCredential } from '../store/secrets.js';
import { resealKey } from '../store/store-keys.js';
import { resealEntries } from './sealed-documents.js';

/** Documents with encrypted texts. */
export interface SealedKind<C extends CollectionName = CollectionName> {
  collection: C;
  /**
   * The document with all its texts under the first key; the same one when they are already.
   * @throws DecryptionError
   */
  reseal(document: Documents[C], keys: SecretsKeys): Documents[C];
}

/** Whatever a store has encrypted. Another kind of document needs only its line here. */
export const SEALED_KINDS = [
  { collection: 'credentials', reseal: resealCredential } satisfies SealedKind<'credentials'>,
  { collection: 'change-entries', reseal: resealEntries } satisfies SealedKind<'change-entries'>,
  { collection: 'keys', reseal: resealKey } satisfies SealedKind<'keys'>,
] as unknown as readonly SealedKind[];

/** Documents: how many were encrypted again, and how many no key opens, which stay as they were. */
export interface RekeyCounts {
  resealed: number;
  left: number;
}

interface RekeyOptions {
  store: Pick<Store, 'page' | 'write'>;
  /** At least one. */
  keys: SecretsKeys;
  /**
   * Runs one batch, which reads and then writes, while nothing else of this node changes documents of the collection:
   * otherwise a batch could undo a change that was made in between.
   */
  alone<T>(collection: CollectionName, batch: () => Promise<T>): Promise<T>;
  kinds?: readonly SealedKind[];
}

/**
 * Each batch is one write. An interrupted run is continued by the next one, which skips documents under the first key.
 * @throws when the store refuses a write
 */
export async function rekey(options: RekeyOptions): Promise<RekeyCounts> {
  const { keys, kinds = SEALED_KINDS, alone } = options;
  if (keys.length === 0) throw new Error('SECRETS_KEY is not set: there is no key to encrypt under');
  const total: RekeyCounts = { resealed: 0, left: 0 };
  for (const kind of kinds) {
    for (let after: Key | null = null, isLast = false; !isLast;) {
      const from: Key | null = after;
      const batch: Batch = await alone(kind.collection, () => resealBatch(kind, from, options));
      total.resealed += batch.resealed;
      total.left += batch.left;
      ({ after, isLast } = batch);
    }
  }
  return total;
}

interface Batch extends RekeyCounts {
  /** The last key of the batch. */
  after: Key | null;
  isLast: boolean;
}

async function resealBatch(kind: SealedKind, after: Key | null, { store, keys }: RekeyOptions): Promise<Batch> {
  const { collection } = kind;
  const documents = await store.page(collection, after, REKEY_BATCH_DOCUMENTS);
  const ops: WriteOp[] = [];
  let left = 0;
  for (const document of documents) {
    try {
      const resealed = kind.reseal(document, keys);
      if (resealed !== document) ops.push({ kind: 'put', collection, document: resealed, was: document } as WriteOp);
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error;
      left++;
    }
  }
  if (ops.length > 0) {
    const written = await store.write(ops);
    // another node has changed one of them: they are read again
    if (!written.ok && written.conflict.reason === 'STALE') return { resealed: 0, left: 0, after, isLast: false };
    if (!written.ok) throw new Error(`the store refused to replace ${collection}: ${JSON.stringify(written.conflict)}`);
  }
  return {
    resealed: ops.length,
    left,
    after: documents.length === 0 ? after : keyOf(collection, documents.at(-1)!),
    isLast: documents.length < REKEY_BATCH_DOCUMENTS,
  };
}
