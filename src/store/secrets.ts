/**
 * Credential secrets at rest: AES-256-GCM under the key of the deployment. Each ciphertext is bound to its credential
 * and version, so that a row copied over another cannot be decrypted. Without a key (development) secrets stay in plain
 * text.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { MIN_SECRET_LENGTH } from '../limits/rate-limits.js';
import type { Credential } from '../contract/documents/documents.js';

type StoredSecret = Credential['secrets'][number];

/**
 * A decrypted secret, to verify signatures with. `notAfterMs` is in milliseconds since the epoch; null: it does not
 * expire.
 */
export interface OpenSecret {
  version: number;
  secret: string;
  notAfterMs: number | null;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The version of the ciphertext's form, so that another form can follow. */
const FORM = 'v1';

/**
 * The credential as a store may keep it: every `secret` encrypted into `ciphertext` under the 32-byte `key`. Secrets
 * that are already encrypted stay. With a null key, and when nothing is left to encrypt, the same credential is
 * returned.
 * @throws when the key is not 32 bytes
 */
export function sealCredential(credential: Credential, key: Buffer | null): Credential {
  if (key === null) return credential;
  assertKey(key);
  if (credential.secrets.every(({ secret }) => secret === undefined)) return credential;
  return { ...credential, secrets: credential.secrets.map((secret) => sealSecret(credential, secret, key)) };
}

/**
 * The secrets of a credential, decrypted where necessary, including those past their `notAfter`.
 * @throws when one is encrypted and the key is missing, not 32 bytes, or not the one that it was encrypted under
 */
export function openSecrets(credential: Credential, key: Buffer | null): OpenSecret[] {
  if (key !== null) assertKey(key);
  return credential.secrets.map((stored) => ({
    version: stored.version,
    secret: stored.secret ?? openCiphertext(credential, stored, key),
    notAfterMs: typeof stored.notAfter === 'string' ? Date.parse(stored.notAfter) : null,
  }));
}

/** Whether a secret is one of the demo dataset or of the documentation's examples. Production refuses those. */
export function isPublicSecret(secret: string): boolean {
  return /^(demo-.*-secret|change-me.*)$/is.test(secret.trim());
}

/** Why production refuses the secrets of a credential, in one line that does not show them; null: it accepts them. */
export function weaknessOf(
  { kind, id }: Pick<Credential, 'kind' | 'id'>,
  secrets: readonly OpenSecret[],
): string | null {
  const refused = `NODE_ENV=production refuses the ${kind} credential ${id}`;
  if (secrets.some(({ secret }) => isPublicSecret(secret)))
    return `${refused}: its secret is that of a demo or an example, which is public`;
  if (secrets.some(({ secret }) => secret.length < MIN_SECRET_LENGTH))
    return `${refused}: its secret has fewer than ${MIN_SECRET_LENGTH} characters`;
  return null;
}

function sealSecret(credential: Credential, { secret, ...stored }: StoredSecret, key: Buffer): StoredSecret {
  if (secret === undefined) return stored;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(bindingOf(credential, stored.version));
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { ...stored, ciphertext: `${FORM}.${sealed.toString('base64')}` };
}

function openCiphertext(
  credential: Credential,
  { version, ciphertext = '' }: StoredSecret,
  key: Buffer | null,
): string {
  const name = `secret version ${version} of ${credential.kind} credential ${credential.id}`;
  if (key === null) throw new Error(`SECRETS_KEY is not set, but ${name} is encrypted`);
  const [form, content = ''] = ciphertext.split('.');
  const sealed = Buffer.from(content, 'base64');
  if (form !== FORM || sealed.length < NONCE_BYTES + TAG_BYTES)
    throw new Error(`the ciphertext of ${name} is not in the form ${FORM}`);
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(bindingOf(credential, version));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8');
  } catch {
    throw new Error(`SECRETS_KEY does not open ${name}: it was encrypted under another key, or altered`);
  }
}

/** JSON, because an id could contain any separator. */
function bindingOf({ kind, id }: Credential, version: number): Buffer {
  return Buffer.from(JSON.stringify(['pinrate credential', FORM, kind, id, version]));
}

function assertKey(key: Buffer): void {
  if (key.length !== KEY_BYTES) throw new Error(`SECRETS_KEY has ${key.length} bytes; it must have ${KEY_BYTES}`);
}
