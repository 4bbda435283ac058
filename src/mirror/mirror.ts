/**
 * Keeps the memory at the state of the store: the catalog, the credentials, and through the publisher the index. Every
 * change that the store reports passes through here, one after another.
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
  /** Called for each document that is refused. */
  onRefused(refusal: Refusal): void;
}

export class Mirror implements Follower<CatalogCollection> {
  readonly #options: MirrorOptions;
  #refresher: Refresher;
  /** null: no inspection is needed, because only this process writes to the store. */
  readonly #inspector: Inspector | null;
  /** Refused since the last log lines. */
  #refusals: Refusal[] = [];
  /** Admitted although they name missing documents, since the last log lines. */
  #dangling: Refusal[] = [];
  #isFilled = false;
  /** Work that takes several turns is done one after another; never rejects. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(options: MirrorOptions) {
    this.#options = options;
    const { store, catalog } = options;
    this.#refresher = this.#newRefresher();
    this.#inspector = store.isShared ? new Inspector(catalog, (refusal) => this.#noteRefusal(refusal), (refusal) => this.#dangling.push(refusal)) : null;
  }

  /** How many documents of the store are refused at present, by collection. */
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
    this.#refresher.noteChanges(changes);
    return this.#take(changes);
  }

  rested(): Promise<void> {
    return this.#options.publisher.rested();
  }

  #take(changes: readonly Change[]): void | Promise<void> {
    return this.#inspector === null ? this.#apply(changes) : this.#alone(() => this.#takeOver(changes));
  }

  /** A refresher that began before a reset may have read older documents: it no longer applies anything. */
  #newRefresher(): Refresher {
    const { store, catalog } = this.#options;
    const refresher: Refresher = new Refresher(store, catalog, (changes) => (refresher === this.#refresher ? this.#take(changes) : undefined));
    return refresher;
  }

  /** The first load, collection by collection: nobody reads the catalog yet. */
  async #fill(documents: CatalogDocuments): Promise<void> {
    for (const collection of CATALOG_COLLECTIONS) {
      const puts = putsOf(collection, documents[collection]);
      const admitted = this.#inspector === null ? puts : await inSlices(this.#inspector.admit(collection, puts));
      // the catalog keeps only numbers of these
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
    // in one turn, so that no transaction is visible in part
    this.#apply(accepted);
  }

  #apply(changes: readonly Change[]): void {
    const { catalog, publisher } = this.#options;
    const { dirty } = publisher;
    catalog.apply(changes, dirty);
    if (dirty.credentials) this.#refreshCredentials();
    publisher.refresh();
  }

  /** A credential that cannot be decrypted keeps its last version, and an error line names it. */
  #refreshCredentials(): void {
    const { credentials, catalog, log } = this.#options;
    try {
      credentials.replace(catalog.credentials());
    } catch (error) {
      // a wrong SECRETS_KEY must end the start
      if (!this.#isFilled) throw error;
      log.error({ err: error }, 'a changed credential could not be decrypted; its last version stays in force');
    }
  }

  #noteRefusal(refusal: Refusal): void {
    this.#refusals.push(refusal);
    this.#options.onRefused(refusal);
  }

  #logRefusals(): void {
    const { log } = this.#options;
    for (const { collection, key, faults } of this.#refusals.slice(0, MAX_REFUSALS_LOGGED)) {
      log.error({ collection, key, faults }, 'document refused; its last good version, if any, stays in force');
    }
    if (this.#refusals.length > MAX_REFUSALS_LOGGED) log.error({ refused: this.#refusals.length }, 'more documents were refused than are listed here');
    for (const { collection, key, faults } of this.#dangling.slice(0, MAX_REFUSALS_LOGGED)) {
      log.warn({ collection, key, faults }, 'document references missing documents; accepted unchanged');
    }
    if (this.#dangling.length > MAX_REFUSALS_LOGGED) log.warn({ dangling: this.#dangling.length }, 'more documents reference missing documents than are listed here');
    this.#refusals = [];
    this.#dangling = [];
  }

  #alone<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#busy.then(task);
    this.#busy = done.catch(() => undefined);
    return done;
  }
}
