/**
 * Decides when the replacement of a dropped collection may be read. A restore in place creates it and then fills it for
 * a while: read too early, it would remove from quotes the documents that are still to come.
 */
import type { Db } from 'mongodb';
import { RESTORE_QUIET_MS } from '../../limits/mongo.js';
import type { CollectionName } from '../../model/documents.js';
import { STATE_COLLECTION, type StateDocument } from './state.js';

/** The state document with which an operator declares a restore complete: `at`, by the server's clock. */
const RESTORED = 'restored';

/** The identity of each collection; a restored one has a new identity. */
type Identities = ReadonlyMap<string, string>;

export class MissingCollectionsError extends Error {
  constructor(collections: readonly string[]) {
    super(`missing collections: ${collections.join(', ')}`);
  }
}

export class RestoreInProgressError extends Error {}

interface CollectionState {
  identity: string;
  documents: number;
  sinceMs: number;
}

export class Restores {
  #adopted: Identities = new Map();
  /** Collections that have had documents. An empty replacement of a collection that never had any is complete. */
  readonly #filled = new Set<string>();
  readonly #observed = new Map<string, CollectionState>();

  constructor(
    private readonly db: Db,
    private readonly collections: readonly CollectionName[],
    private readonly elapsedMs: () => number = () => performance.now(),
  ) {}

  async identities(): Promise<Identities> {
    const infos = await this.db.listCollections({ name: { $in: this.collections } }, { nameOnly: false }).toArray();
    return new Map(infos.map(({ name, info }) => [name, String(info?.uuid)]));
  }

  /**
   * Call repeatedly: a collection is complete when it has documents and their number has not changed for a while.
   * @param sinceMs by the server's clock: an operator's declaration counts from then on
   * @throws RestoreInProgressError when a collection that replaces an adopted one is not complete
   */
  async assertComplete(identities: Identities, sinceMs: number): Promise<void> {
    const incomplete: string[] = [];
    for (const [collection, identity] of identities) {
      if (identity === this.#adopted.get(collection)) continue;
      const documents = await this.db.collection(collection).estimatedDocumentCount();
      const isEmptied = documents === 0 && this.#filled.has(collection);
      if (!this.#isQuiet(collection, identity, documents) || isEmptied)
        incomplete.push(`${collection} has ${documents} documents`);
    }
    if (incomplete.length > 0 && !(await this.#isDeclared(sinceMs)))
      throw new RestoreInProgressError(incomplete.join(', '));
  }

  /** A follower has adopted these collections with their documents. */
  adopt(identities: Identities, documents: Record<string, readonly unknown[]>): void {
    this.#adopted = identities;
    this.#observed.clear();
    for (const [collection, { length }] of Object.entries(documents)) if (length > 0) this.#filled.add(collection);
  }

  /** A follower has a document of a collection. */
  fill(collection: CollectionName): void {
    this.#filled.add(collection);
  }

  #isQuiet(collection: string, identity: string, documents: number): boolean {
    const observed = this.#observed.get(collection);
    const isSame = observed?.identity === identity && observed.documents === documents;
    if (!isSame) this.#observed.set(collection, { identity, documents, sinceMs: this.elapsedMs() });
    return isSame && this.elapsedMs() - observed.sinceMs >= RESTORE_QUIET_MS;
  }

  async #isDeclared(sinceMs: number): Promise<boolean> {
    const at: unknown = (await this.db.collection<StateDocument>(STATE_COLLECTION).findOne({ _id: RESTORED }))?.at;
    return at instanceof Date && at.getTime() > sinceMs;
  }
}
