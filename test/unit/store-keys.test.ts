/** The store's own key: made once, sealed where there is a SECRETS_KEY. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoreKey } from '../../src/model/documents.js';
import type { WriteOp } from '../../src/model/change.js';
import type { WriteResult } from '../../src/store/port.js';
import { DecryptionError } from '../../src/store/sealing.js';
import { quoteTokenKey, resealKey, sealKeys } from '../../src/store/store-keys.js';

const FIRST = Buffer.alloc(32, 1);
const SECOND = Buffer.alloc(32, 2);

/** A store of one key. `meanwhile`: what another node writes just before the first write. */
class KeyStore {
  held: StoreKey | undefined;

  constructor(private meanwhile?: StoreKey) {}

  get(): Promise<never> {
    return Promise.resolve(this.held as never);
  }

  write(ops: readonly WriteOp[]): Promise<WriteResult> {
    const [op] = ops;
    assert(op?.kind === 'put' && op.collection === 'keys');
    if (this.meanwhile !== undefined) [this.held, this.meanwhile] = [this.meanwhile, undefined];
    if ((op.was ?? undefined) !== this.held)
      return Promise.resolve({ ok: false, conflict: { reason: 'STALE', collection: 'keys', key: op.document.id } });
    this.held = op.document;
    return Promise.resolve({ ok: true, changeId: null });
  }
}

describe('the key of the tokens of quotes', () => {
  it('stays in plain text without SECRETS_KEY, and is sealed once there is one', async () => {
    const store = new KeyStore();
    const key = await quoteTokenKey(store, []);
    assert.deepEqual([key.length, store.held], [32, { id: 'quote-tokens', secret: key.toString('base64url') }]);
    await sealKeys(store, []);
    assert.equal(store.held?.secret, key.toString('base64url'), 'nothing to seal it with');
    await sealKeys(store, [FIRST]);
    assert.deepEqual(Object.keys(store.held!), ['id', 'ciphertext']);
    assert.deepEqual(await quoteTokenKey(store, [FIRST]), key);
    await assert.rejects(quoteTokenKey(store, []), DecryptionError);
  });

  it('is that of the node which was faster', async () => {
    const theirs: StoreKey = { id: 'quote-tokens', secret: Buffer.alloc(32, 9).toString('base64url') };
    assert.deepEqual(await quoteTokenKey(new KeyStore(theirs), [FIRST]), Buffer.alloc(32, 9));
  });

  it('is sealed again under another first key alone', async () => {
    const store = new KeyStore();
    const key = await quoteTokenKey(store, [FIRST]);
    assert.equal(resealKey(store.held!, [FIRST, SECOND]), store.held);
    store.held = resealKey(store.held!, [SECOND, FIRST]);
    assert.deepEqual(await quoteTokenKey(store, [SECOND]), key);
  });
});
