/** Who has signed in: a key that nobody can read again, in memory or in IndexedDB, and the node that takes it. */
import { DAY_MS } from '../../domain/calendar.js';
import { connect, type Pinrate } from '../../client/connect.js';
import { getApiRoot } from '../../client/operations.js';
import type { SigningKey } from '../../client/signer.js';

export interface Credential {
  kind: 'service' | 'partner';
  id: string;
  key: SigningKey;
}

export interface Session extends Credential {
  pinrate: Pinrate;
  scopes: ReadonlySet<string>;
}

const STAYS_MS = 30 * DAY_MS;
const DATABASE = 'pinrate-console';
const STORE = 'credential';
const ONLY = 'signed-in';

/**
 * @param id a service's as it is, a courier's as `partner:ID`, also with a capital or a blank as a phone writes it
 * @param secret without the blanks and line ends around it that a paste may bring
 */
export async function credentialOf(id: string, secret: string): Promise<Credential> {
  const bytes = new TextEncoder().encode(secret.trim());
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const partner = /^partner:\s*(.*)$/i.exec(id.trim())?.[1];
  return partner === undefined ? { kind: 'service', id: id.trim(), key } : { kind: 'partner', id: partner, key };
}

/** Tries a credential at once. @throws {PinrateError} if the node does not take it */
export async function openSession(credential: Credential): Promise<Session> {
  const { kind, id, key } = credential;
  const url = location.origin;
  const pinrate = connect(kind === 'service' ? { url, service: id, key } : { url, partner: id, key });
  const { caller } = await getApiRoot(pinrate);
  return { ...credential, pinrate, scopes: new Set(caller.scopes) };
}

/** The name of a credential as its form takes it. */
export const nameOf = ({ kind, id }: Pick<Credential, 'kind' | 'id'>): string =>
  kind === 'service' ? id : `partner:${id}`;

interface StoredCredential extends Credential {
  untilMs: number;
}

/** Null: none is stored, it is too old, or this browser stores nothing. */
export async function storedCredential(): Promise<Credential | null> {
  const found = await inStore<StoredCredential | undefined>('readonly', (store) => store.get(ONLY)).catch(() => null);
  if (!found) return null;
  if (found.untilMs > Date.now()) return found;
  await forgetCredential();
  return null;
}

export async function storeCredential({ kind, id, key }: Credential): Promise<void> {
  const stored: StoredCredential = { kind, id, key, untilMs: Date.now() + STAYS_MS };
  await inStore('readwrite', (store) => store.put(stored, ONLY));
}

export async function forgetCredential(): Promise<void> {
  await inStore('readwrite', (store) => store.delete(ONLY)).catch(() => undefined);
}

async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await resultOf(opening);
  try {
    return await resultOf(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}
