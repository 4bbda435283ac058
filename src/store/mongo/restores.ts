/**
 * Decides when a collection may be read that replaces a dropped one. A restore in place creates it and then fills it
 * for a while: read in between, it would take the documents that are still to come out of quotes.
 */
import type { Db } from 'mongodb';
import { RESTORE_QUIET_MS } from '../../limits/mongo.js';
import type { CollectionName } from '../../model/documents.js';
import { STATE_COLLECTION, type StateDocument } from './state.js';

/** The state document in which an operator says that everything is as it should be: `at`, by the server's clock. */
const RESTORED = 'restored';

/** The identity of each collection, which a dropped and restored one does not keep. */
export type Identities = ReadonlyMap<string, string>;

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
  /** Collections that have had documents. In place of one that never had any, an empty one is complete. */
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
   * @param sinceMs by the server's clock: an operator's word counts from then on
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

  /** A follower has what these collections held. */
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
