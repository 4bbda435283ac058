/**
 * The store's own keys: random bytes, made at their first use, sealed like the secrets of credentials. Without
 * SECRETS_KEY (development) they stay in plain text.
 */
import { randomBytes } from 'node:crypto';
import type { StoreKey } from '../model/documents.js';
import type { Store } from './port.js';
import { FORM, isUnderFirst, open, seal, type SecretsKeys } from './sealing.js';

const QUOTE_TOKENS = 'quote-tokens';
const KEY_BYTES = 32;

/**
 * The key of the tokens of quotes, 32 bytes; made if the store has none.
 * @throws DecryptionError when no key of SECRETS_KEY opens it
 */
export async function quoteTokenKey(store: Pick<Store, 'get' | 'write'>, keys: SecretsKeys): Promise<Buffer> {
  for (;;) {
    const held = await store.get('keys', QUOTE_TOKENS);
    if (held !== undefined) return openKey(held, keys);
    const document = keyOf(randomBytes(KEY_BYTES).toString('base64url'), keys);
    // refused if another node was faster: then that node's key counts
    await store.write([{ kind: 'put', collection: 'keys', document, was: null }]);
  }
}

/** Seals keys that are still in plain text although SECRETS_KEY is set. */
export async function sealKeys(store: Pick<Store, 'get' | 'write'>, keys: SecretsKeys): Promise<void> {
  const held = await store.get('keys', QUOTE_TOKENS);
  if (held?.secret === undefined || keys.length === 0) return;
  // refused if another node was faster: then the key is sealed
  await store.write([{ kind: 'put', collection: 'keys', document: keyOf(held.secret, keys), was: held }]);
}

/**
 * The key sealed under the first key of SECRETS_KEY; the same object if it is already.
 * @throws DecryptionError
 */
export function resealKey(key: StoreKey, keys: SecretsKeys): StoreKey {
  if (key.ciphertext !== undefined && isUnderFirst(key.ciphertext, keys)) return key;
  return keyOf(openKey(key, keys).toString('base64url'), keys);
}

function keyOf(secret: string, keys: SecretsKeys): StoreKey {
  if (keys.length === 0) return { id: QUOTE_TOKENS, secret };
  return { id: QUOTE_TOKENS, ciphertext: seal(secret, PLACE, keys) };
}

function openKey({ secret, ciphertext = '' }: StoreKey, keys: SecretsKeys): Buffer {
  return Buffer.from(secret ?? open(ciphertext, PLACE, keys, 'the key of quote tokens'), 'base64url');
}

const PLACE = ['pinrate key', FORM, QUOTE_TOKENS];
