/** The secrets of credentials in a store. Without SECRETS_KEY (development) they stay in plain text. */
import { MIN_SECRET_LENGTH } from '../limits/rate-limits.js';
import type { Credential } from '../model/documents.js';
import { FORM, isUnderFirst, open, seal, type SecretsKeys } from './sealing.js';

type StoredSecret = Credential['secrets'][number];

/**
 * A decrypted secret, to verify signatures with. `notAfterMs` is in milliseconds since the epoch; null: it does not
 * expire.
 */
interface OpenSecret {
  version: number;
  secret: string;
  notAfterMs: number | null;
}

/**
 * The credential for the store: every `secret` encrypted into `ciphertext` under the first key. Secrets that are
 * already encrypted stay. Without keys, and when nothing is to be encrypted, the same credential is returned.
 */
export function sealCredential(credential: Credential, keys: SecretsKeys): Credential {
  if (keys.length === 0 || credential.secrets.every(({ secret }) => secret === undefined)) return credential;
  return {
    ...credential,
    secrets: credential.secrets.map(({ secret, ...stored }) =>
      secret === undefined ? stored : sealedSecret(credential, stored, secret, keys),
    ),
  };
}

/**
 * The credential with every secret encrypted under the first key; the same one if that is already so.
 * @throws DecryptionError
 */
export function resealCredential(credential: Credential, keys: SecretsKeys): Credential {
  if (credential.secrets.every(({ ciphertext }) => ciphertext !== undefined && isUnderFirst(ciphertext, keys)))
    return credential;
  return {
    ...credential,
    secrets: credential.secrets.map(({ secret, ...stored }) => {
      if (stored.ciphertext !== undefined && isUnderFirst(stored.ciphertext, keys)) return stored;
      return sealedSecret(credential, stored, secret ?? openCiphertext(credential, stored, keys), keys);
    }),
  };
}

/**
 * The secrets of a credential, decrypted where necessary, including those past their `notAfter`.
 * @throws DecryptionError when one is encrypted and no key opens it
 */
export function openSecrets(credential: Credential, keys: SecretsKeys): OpenSecret[] {
  return credential.secrets.map((stored) => ({
    version: stored.version,
    secret: stored.secret ?? openCiphertext(credential, stored, keys),
    notAfterMs: typeof stored.notAfter === 'string' ? Date.parse(stored.notAfter) : null,
  }));
}

/** Whether a secret is from the demo dataset or from the documentation's examples. Production refuses those. */
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

function sealedSecret(credential: Credential, stored: StoredSecret, secret: string, keys: SecretsKeys): StoredSecret {
  return { ...stored, ciphertext: seal(secret, placeOf(credential, stored.version), keys) };
}

function openCiphertext(credential: Credential, { version, ciphertext = '' }: StoredSecret, keys: SecretsKeys): string {
  const name = `secret version ${version} of ${credential.kind} credential ${credential.id}`;
  return open(ciphertext, placeOf(credential, version), keys, name);
}

function placeOf({ kind, id }: Credential, version: number): readonly unknown[] {
  return ['pinrate credential', FORM, kind, id, version];
}
