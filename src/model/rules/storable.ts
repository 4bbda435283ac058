/** What every store accepts: valid documents under keys that the embedded store could hold as well. */
import { MAX_STORE_KEY_BYTES } from '../../limits/store.js';
import { assertDocument } from './document-rules.js';
import { type Key, keyOfOp, type WriteOp } from '../change.js';

/** @throws when an op's document is not valid or its key too long */
export function assertAllStorable(ops: readonly WriteOp[]): void {
  for (const op of ops) {
    if (op.kind !== 'delete' && op.kind !== 'count') assertDocument(op.collection, op.document);
    if (!isStorableKey(keyOfOp(op)))
      throw new Error(`a key of ${op.collection} has more than ${MAX_STORE_KEY_BYTES} bytes`);
  }
}

export function isStorableKey(key: Key): boolean {
  return typeof key === 'number' || Buffer.byteLength(key) <= MAX_STORE_KEY_BYTES;
}
