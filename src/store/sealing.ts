/**
 * Encrypted texts in a store: AES-256-GCM under a key of SECRETS_KEY. Each is bound to its context (document and
 * field), so that a copy of it elsewhere cannot be decrypted, and names the key that sealed it.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** The keys of SECRETS_KEY, 32 bytes each: the first seals, all open. Empty: it is unset. */
export type SecretsKeys = readonly Buffer[];

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 6;
/**
 * The version of a sealed text's form, for later versions: the form, nonce with text and tag in base64, and the id of
 * the key. Texts of earlier releases have no id, and those releases ignore it.
 */
export const FORM = 'v1';

/** A sealed text that no key of SECRETS_KEY opens. */
export class DecryptionError extends Error {}

/**
 * @param context identifies the field of the text, as JSON: an id could contain any separator
 * @throws when there is no key, or one is not 32 bytes
 */
export function seal(text: string, context: readonly unknown[], keys: SecretsKeys): string {
  assertKeys(keys);
  const [key] = keys;
  if (key === undefined) throw new Error('SECRETS_KEY is not set, and nothing can be encrypted without it');
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(bindingOf(context));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${FORM}.${sealed.toString('base64')}.${keyIdOf(key)}`;
}

/**
 * @param name of the text, for messages
 * @throws DecryptionError
 */
export function open(ciphertext: string, context: readonly unknown[], keys: SecretsKeys, name: string): string {
  assertKeys(keys);
  if (keys.length === 0) throw new DecryptionError(`SECRETS_KEY is not set, but ${name} is encrypted`);
  const [form, content = '', keyId] = ciphertext.split('.');
  const sealed = Buffer.from(content, 'base64');
  if (form !== FORM || sealed.length < NONCE_BYTES + TAG_BYTES)
    throw new DecryptionError(`the ciphertext of ${name} is not in the form ${FORM}`);
  for (const key of keyId === undefined ? keys : keys.filter((each) => keyIdOf(each) === keyId)) {
    const text = openedUnder(key, sealed, context);
    if (text !== null) return text;
  }
  throw new DecryptionError(`SECRETS_KEY does not open ${name}: it was encrypted under another key, or altered`);
}

/** Whether a sealed text names the first key as the one that sealed it. */
export function isUnderFirst(ciphertext: string, [first]: SecretsKeys): boolean {
  return first !== undefined && ciphertext.split('.')[2] === keyIdOf(first);
}

/** Null: it was sealed under another key or for another context, or was altered. */
function openedUnder(key: Buffer, sealed: Buffer, context: readonly unknown[]): string | null {
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(bindingOf(context));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8');
  } catch {
    return null;
  }
}

/** Distinguishes keys and reveals nothing else about them. */
function keyIdOf(key: Buffer): string {
  return createHmac('sha256', key).update('pinrate key id').digest().subarray(0, KEY_ID_BYTES).toString('base64url');
}

function bindingOf(context: readonly unknown[]): Buffer {
  return Buffer.from(JSON.stringify(context));
}

function assertKeys(keys: SecretsKeys): void {
  for (const { length } of keys)
    if (length !== KEY_BYTES) throw new Error(`SECRETS_KEY has ${length} bytes; it must have ${KEY_BYTES}`);
}
