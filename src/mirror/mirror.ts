/**
 * Keeps what is in memory at the state of the store: the catalog, the credentials, and through the publisher the index.
 * Everything that the store tells comes through here, one thing after another.
 */
import type { Logger } from 'pino';
import type { IndexPublisher } from '../index/publisher.js';
import { MAX_REFUSALS_LOGGED } from '../limits.js';
import type { CollectionName } from '../schemas/documents.js';
import { inSlices } from '../steps.js';
import type { Change, Follower, Store } from '../store/port.js';
import { type Catalog, CATALOG_COLLECTIONS, type CatalogCollection, type CatalogDocuments, putsOf } from './catalog.js';
import { compact } from './compact.js';
import type { Credentials } from './credentials.js';
import { differences } from './differences.js';
import { Inspector } from './inspector.js';
import { Refresher } from './refresher.js';
import type { Refusal } from './refused.js';

export interface MirrorOptions {
  store: Store;
  catalog: Catalog;
  credentials: Credentials;
  publisher: IndexPublisher;
  log: Logger;
  /** Told of each document that is refused. */
  onRefused(refusal: Refusal): void;
}

export class Mirror implements Follower<CatalogCollection> {
  readonly #options: MirrorOptions;
  #refresher: Refresher;
  /** null: what the store tells is sound, because nobody but this process writes to it. */
  readonly #inspector: Inspector | null;
  /** Refused since the last log lines. */
  #refusals: Refusal[] = [];
  /** Admitted though they name what is not there, since the last log lines. */
  #dangling: Refusal[] = [];
  #isFilled = false;
  /** Everything that takes several turns, one after another; never rejects. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(options: MirrorOptions) {
    this.#options = options;
    const { store, catalog } = options;
    this.#refresher = this.#newRefresher();
    this.#inspector = store.isShared ? new Inspector(catalog, (refusal) => this.#noteRefusal(refusal), (refusal) => this.#dangling.push(refusal)) : null;
  }

  /** What of the store is refused at present, by collection. */
  refused(): Map<CollectionName, number> {
    const counts = new Map<CollectionName, number>();
    for (const { collection } of this.#inspector?.refused ?? []) counts.set(collection, (counts.get(collection) ?? 0) + 1);
    return counts;
  }

  /** Resolves when the catalog holds what the store held at some moment after this call. */
  refresh(collections: readonly CollectionName[]): Promise<void> {
    return this.#refresher.refresh(collections);
  }

  reset(documents: CatalogDocuments): Promise<void> {
    this.#refresher = this.#newRefresher();
    return this.#alone(async () => {
      if (this.#isFilled) await this.#takeOver(await inSlices(differences(this.#options.catalog, documents)), true);
      else await this.#fill(documents);
    });
  }

  change(changes: readonly Change[]): void | Promise<void> {
    this.#refresher.told(changes);
    return this.#take(changes);
  }

  rested(): Promise<void> {
    return this.#options.publisher.rested();
  }

  #take(changes: readonly Change[]): void | Promise<void> {
    return this.#inspector === null ? this.#apply(changes) : this.#alone(() => this.#takeOver(changes));
  }

  /** What one has read that began before a reset may be older than that: it takes nothing over any more. */
  #newRefresher(): Refresher {
    const { store, catalog } = this.#options;
    const refresher: Refresher = new Refresher(store, catalog, (changes) => (refresher === this.#refresher ? this.#take(changes) : undefined));
    return refresher;
  }

  /** For the first time, collection by collection: nobody reads the catalog yet. */
  async #fill(documents: CatalogDocuments): Promise<void> {
    for (const collection of CATALOG_COLLECTIONS) {
      const puts = putsOf(collection, documents[collection]);
      const admitted = this.#inspector === null ? puts : await inSlices(this.#inspector.admit(collection, puts));
      // of these the catalog keeps numbers alone
      if (collection !== 'zone-pincodes') compact(admitted);
      this.#apply(admitted);
      this.#logRefusals();
    }
    this.#isFilled = true;
  }

  /** @param isEverything whether nothing else of the store differs from the catalog */
  async #takeOver(changes: readonly Change[], isEverything = false): Promise<void> {
    const accepted = this.#inspector === null ? changes : await inSlices(this.#inspector.inspect(changes, isEverything));
    this.#logRefusals();
    // at once, so that nothing is seen of a transaction without the rest of it
    this.#apply(accepted);
  }

  #apply(changes: readonly Change[]): void {
    const { catalog, publisher } = this.#options;
    const { dirty } = publisher;
    catalog.apply(changes, dirty);
    if (dirty.credentials) this.#refreshCredentials();
    publisher.refresh();
  }

  /** A credential that cannot be opened stays as it was, and is loudly named. */
  #refreshCredentials(): void {
    const { credentials, catalog, log } = this.#options;
    try {
      credentials.replace(catalog.credentials());
    } catch (error) {
      // at the start nobody has come with it yet: a key that does not fit has to be noticed
      if (!this.#isFilled) throw error;
      log.error({ err: error }, 'a changed credential could not be opened: it stays as it was before');
    }
  }

  #noteRefusal(refusal: Refusal): void {
    this.#refusals.push(refusal);
    this.#options.onRefused(refusal);
  }

  #logRefusals(): void {
    const { log } = this.#options;
    for (const { collection, key, faults } of this.#refusals.slice(0, MAX_REFUSALS_LOGGED)) {
      log.error({ collection, key, faults }, 'a document of the store is refused: its last good version, if there is one, stays in force');
    }
    if (this.#refusals.length > MAX_REFUSALS_LOGGED) log.error({ refused: this.#refusals.length }, 'more documents of the store are refused than are named here');
    for (const { collection, key, faults } of this.#dangling.slice(0, MAX_REFUSALS_LOGGED)) {
      log.warn({ collection, key, faults }, 'a document of the store names what is not there: it is taken as it is');
    }
    if (this.#dangling.length > MAX_REFUSALS_LOGGED) log.warn({ dangling: this.#dangling.length }, 'more documents of the store name what is not there than are named here');
    this.#refusals = [];
    this.#dangling = [];
  }

  #alone<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#busy.then(task);
    this.#busy = done.catch(() => undefined);
    return done;
  }
}
