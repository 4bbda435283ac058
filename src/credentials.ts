/** The credentials that may be used, by kind and id, with their secrets open. */
import { createSecretKey } from 'node:crypto';
import { canonicalJson } from './domain/canonical.js';
import type { ActiveCredential } from './http/authenticate.js';
import type { CallerKind } from './pool/wire.js';
import type { Credential } from './schemas/documents.js';
import { openSecrets } from './store/secrets.js';

interface Entry {
  /** The document as it was opened: while it is the same, its credential stays the same object. */
  text: string;
  credential: ActiveCredential;
}

export class Credentials {
  readonly #secretsKey: Buffer | null;
  #entries = new Map<string, Entry>();

  constructor(secretsKey: Buffer | null) {
    this.#secretsKey = secretsKey;
  }

  find(kind: CallerKind, id: string): ActiveCredential | undefined {
    return this.#entries.get(`${kind}/${id}`)?.credential;
  }

  /** Takes the documents that there are now. Throws when a secret cannot be opened; then nothing has changed. */
  replace(documents: readonly Credential[]): void {
    const entries = new Map<string, Entry>();
    for (const document of documents) {
      if (document.status !== true && document.status !== 'ACTIVE') continue;
      const name = `${document.kind}/${document.id}`;
      const text = canonicalJson(document);
      const known = this.#entries.get(name);
      entries.set(name, known?.text === text ? known : { text, credential: this.#open(document) });
    }
    this.#entries = entries;
  }

  #open(document: Credential): ActiveCredential {
    return {
      kind: document.kind,
      id: document.id,
      tier: document.tier,
      requireBodyHash: document.requireBodyHash === true,
      secrets: openSecrets(document, this.#secretsKey).map(({ secret, notAfterMs }) => ({ key: createSecretKey(Buffer.from(secret)), notAfterMs })),
    };
  }
}
