/**
 * Shows whether two stores or datasets are equal: for each collection the number of documents and a hash of their
 * contents.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../domain/canonical.js';
import { COPY_PAGE_DOCUMENTS } from '../limits/store.js';
import type { CollectionName, Credential, Documents, Zone } from '../model/documents.js';
import { scopesOf } from '../model/scopes.js';
import { keyOf, type Key } from '../model/change.js';
import type { SecretsKeys } from '../store/sealing.js';
import { openSecrets } from '../store/secrets.js';
import type { Source } from './endpoint.js';

export interface Fingerprint {
  count: number;
  /** The sum of the SHA-256 of every document's canonical form, independent of their order, in hexadecimal. */
  hash: string;
}

const MODULUS = 1n << 256n;

/** Documents, page by page, after the key `after`. */
export async function* pagesOf<C extends CollectionName>(
  source: Source,
  collection: C,
  after: Key | null,
): AsyncGenerator<Documents[C][]> {
  for (let last = after; ;) {
    const page = await source.page(collection, last, COPY_PAGE_DOCUMENTS);
    if (page.length > 0) yield page;
    if (page.length < COPY_PAGE_DOCUMENTS) return;
    last = keyOf(collection, page.at(-1)!);
  }
}

/**
 * @param secretsKeys decrypt secrets, since the same secret is encrypted differently each time; none: ciphertexts are
 * compared
 */
export async function fingerprintOf(
  source: Source,
  collection: CollectionName,
  secretsKeys: SecretsKeys,
): Promise<Fingerprint> {
  let sum = 0n;
  let count = 0;
  for await (const page of pagesOf(source, collection, null)) {
    for (const document of page)
      sum += BigInt(
        `0x${createHash('sha256')
          .update(canonicalJson(comparable(collection, document, secretsKeys)))
          .digest('hex')}`,
      );
    count += page.length;
  }
  return { count, hash: (sum % MODULUS).toString(16).padStart(64, '0') };
}

function comparable(collection: CollectionName, document: object, secretsKeys: SecretsKeys): object {
  // a credential that names no scopes names them in a dataset
  if (collection === 'credentials') {
    const credential = { ...(document as Credential), scopes: [...scopesOf(document as Credential)] };
    return secretsKeys.length > 0 ? { ...credential, secrets: openSecrets(credential, secretsKeys) } : credential;
  }
  // reading a dataset writes a service's missing charge as 0: both forms mean the same
  if (collection === 'zones')
    return {
      ...document,
      services: (document as Zone).services.map((service) => ({ ...service, baseCharge: service.baseCharge ?? 0 })),
    };
  return document;
}
