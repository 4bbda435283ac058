/** The active credentials, by kind and id, with their secrets decrypted. */
import type { ActiveCredential, CallerKind } from '../../caller.js';
import type { CredentialChanges } from '../../messages.js';
import { createSecretKey } from 'node:crypto';
import { canonicalJson } from '../../domain/canonical.js';
import { isInUse } from '../../model/credential-status.js';
import type { Credential } from '../../model/documents.js';
import { scopesOf } from '../../model/scopes.js';
import { type SecretsKeys, DecryptionError } from '../../store/sealing.js';
import { openSecrets, weaknessOf } from '../../store/secrets.js';

/** The credentials that are refused at present. */
interface RefusedCredentials {
  count: number;
  /** Credentials that no key of SECRETS_KEY opens. */
  unopened: number;
  /** Credentials that never had a usable version: their callers are unknown. */
  withoutGoodVersion: number;
}

/** How many partners may change their own zones, discounts and charges. */
export const partnersThatWrite = (documents: readonly Credential[]): number =>
  documents.filter((each) => each.kind === 'partner' && isInUse(each) && scopesOf(each).includes('write')).length;

interface CredentialMemo {
  /** The document that was decrypted: while it is the same, its credential stays the same object. */
  text: string;
  credential: ActiveCredential;
}

export class Credentials {
  readonly #secretsKeys: SecretsKeys;
  #entries = new Map<string, CredentialMemo>();
  #refused: RefusedCredentials = { count: 0, unopened: 0, withoutGoodVersion: 0 };

  /**
   * @param isProduction whether public and short secrets are refused
   * @param onChange receives what each change of the documents comes to
   */
  constructor(
    secretsKeys: SecretsKeys,
    private readonly isProduction = false,
    private readonly onChange: (changes: CredentialChanges) => void = () => {},
  ) {
    this.#secretsKeys = secretsKeys;
  }

  find(kind: CallerKind, id: string): ActiveCredential | undefined {
    return this.#entries.get(`${kind}/${id}`)?.credential;
  }

  get refused(): RefusedCredentials {
    return this.#refused;
  }

  /**
   * Adopts the present documents. A credential whose secret cannot be decrypted, or is refused, keeps its last version.
   * @throws when there is such a secret, after all others were adopted: no revocation waits for another's secret
   */
  replace(documents: readonly Credential[]): void {
    const entries = new Map<string, CredentialMemo>();
    const failures: unknown[] = [];
    const refused: RefusedCredentials = { count: 0, unopened: 0, withoutGoodVersion: 0 };
    for (const document of documents) {
      if (!isInUse(document)) continue;
      const name = `${document.kind}/${document.id}`;
      const text = canonicalJson(document);
      const known = this.#entries.get(name);
      try {
        entries.set(name, known?.text === text ? known : { text, credential: this.#open(document) });
      } catch (error) {
        failures.push(error);
        refused.count++;
        if (error instanceof DecryptionError) refused.unopened++;
        if (known === undefined) refused.withoutGoodVersion++;
        else entries.set(name, known);
      }
    }
    this.#announce(entries);
    this.#entries = entries;
    this.#refused = refused;
    if (failures.length > 0)
      throw new AggregateError(
        failures,
        failures.map((failure) => (failure instanceof Error ? failure.message : String(failure))).join('; '),
      );
  }

  #announce(entries: ReadonlyMap<string, CredentialMemo>): void {
    const put = [...entries]
      .filter(([name, { credential }]) => this.#entries.get(name)?.credential !== credential)
      .map(([, { credential }]) => credential);
    const removed = [...this.#entries]
      .filter(([name]) => !entries.has(name))
      .map(
        ([
          ,
          {
            credential: { kind, id },
          },
        ]) => ({ kind, id }),
      );
    if (put.length > 0 || removed.length > 0) this.onChange({ put, removed });
  }

  #open(document: Credential): ActiveCredential {
    const secrets = openSecrets(document, this.#secretsKeys);
    const weakness = this.isProduction ? weaknessOf(document, secrets) : null;
    if (weakness !== null) throw new Error(weakness);
    return {
      kind: document.kind,
      id: document.id,
      tier: document.tier,
      requireBodyHash: document.requireBodyHash === true,
      scopes: new Set(scopesOf(document)),
      secrets: secrets.map(({ secret, notAfterMs }) => ({ key: createSecretKey(Buffer.from(secret)), notAfterMs })),
    };
  }
}
