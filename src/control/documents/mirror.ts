/**
 * Keeps the memory at the state of the store: the catalog, the credentials, and through the publisher the index. Every
 * change that the store reports passes through here, one after another.
 */
import type { Logger } from 'pino';
import { Dirty } from '../../index/build-generation.js';
import type { IndexPublisher } from '../publisher.js';
import { MAX_REFUSALS_LOGGED, MAX_REFUSALS_NAMED } from '../../limits/control.js';
import type { CollectionName } from '../../model/documents.js';
import { type Change, isKeyed, nameOf, type PutChange } from '../../model/change.js';
import {
  type LastGoodState,
  type Follower,
  type LastGoodRecord,
  type LastGoodChange,
  type Store,
} from '../../store/port.js';
import type { ForeignChanges } from '../../store/entry.js';
import { Catalog, CATALOG_COLLECTIONS, type CatalogCollection, type CatalogDocuments, putsOf } from './catalog.js';
import { compact } from './compact.js';
import type { Credentials } from './credentials.js';
import { differences } from './differences.js';
import { fingerprintOf } from './fingerprint.js';
import { Inspector } from './inspector.js';
import { admitAll, documentsOf } from './judged.js';
import { LastGoodKeeper } from './last-good-keeper.js';
import { Refresher } from './refresher.js';
import { type Refusal, type RefusedDocument, shortened, shortText } from './refused.js';

const NO_RECORDS: LastGoodState = { records: [], keyless: [] };

interface MirrorOptions {
  store: Store;
  catalog: Catalog;
  credentials: Credentials;
  publisher: IndexPublisher;
  log: Logger;
  /** Called for each document that is refused. */
  onRefused(refusal: Refusal): void;
  /** Called after each change of the catalog, with its version. */
  onChange?(version: number): void;
  /** Called for what other programs have changed. */
  onForeign?(changes: ForeignChanges): void;
}

export class Mirror implements Follower<CatalogCollection> {
  readonly #options: MirrorOptions;
  #refresher: Refresher;
  /** null: no inspection is needed, because only this process writes to the store. */
  readonly #inspector: Inspector | null;
  /** Null: no other node needs to know the versions in force here. */
  readonly #keeper: LastGoodKeeper | null;
  /** Refused since the last log lines. */
  #refusals: Refusal[] = [];
  /** Admitted although they name missing documents, since the last log lines. */
  #dangling: Refusal[] = [];
  /** Refused since their records were last looked at. */
  #due: Refusal[] = [];
  #isFilled = false;

  constructor(options: MirrorOptions) {
    this.#options = options;
    const { store, catalog } = options;
    this.#refresher = this.#newRefresher();
    this.#inspector = store.isShared
      ? new Inspector(
          catalog,
          (refusal) => this.#noteRefusal(refusal),
          (refusal) => this.#dangling.push(refusal),
        )
      : null;
    this.#keeper =
      this.#inspector === null || store.writeLastGood === undefined
        ? null
        : new LastGoodKeeper(
            (writes) => store.writeLastGood!(writes),
            catalog,
            (document) => this.#inspector!.refused.get(document),
            options.log,
          );
  }

  foreign(changes: ForeignChanges): void {
    this.#options.onForeign?.(changes);
  }

  /** How many documents of the store are refused at present, by collection. */
  refused(): Map<CollectionName, number> {
    const counts = new Map<CollectionName, number>();
    for (const { collection } of this.#inspector?.refused ?? [])
      counts.set(collection, (counts.get(collection) ?? 0) + 1);
    const { count } = this.#options.credentials.refused;
    if (count > 0) counts.set('credentials', (counts.get('credentials') ?? 0) + count);
    return counts;
  }

  /** How many credentials no key of SECRETS_KEY opens. */
  get unopenedCredentials(): number {
    return this.#options.credentials.refused.unopened;
  }

  /** Whether the store has a document of this key that is refused. */
  isRefused(collection: CollectionName, key: Change['key']): boolean {
    return this.#inspector?.refused.get({ collection, key }) !== undefined;
  }

  /** The greatest key of a collection's refused documents; undefined: none is refused. */
  greatestRefusedKey(collection: CollectionName): number | undefined {
    return this.#inspector?.refused.greatestKey(collection);
  }

  /**
   * Names some of the refused documents without a good version: nothing is in force in their place. The ids of
   * credentials are left out, since anyone may see this.
   */
  refusedWithoutGoodVersion(): string[] {
    const { withoutGoodVersion } = this.#options.credentials.refused;
    const found = new Array<string>(Math.min(withoutGoodVersion, MAX_REFUSALS_NAMED)).fill('credentials');
    for (const refused of this.#inspector?.refused ?? []) {
      const { collection, key } = refused;
      if (this.#options.catalog.document(collection, key) !== undefined) continue;
      if (found.length === MAX_REFUSALS_NAMED) break;
      found.push(collection === 'credentials' ? collection : shortText(nameOf(refused)));
    }
    return found;
  }

  /** Resolves when the catalog holds what the store held at some moment after this call. */
  refresh(collections: readonly CollectionName[]): Promise<void> {
    return this.#refresher.refresh(collections);
  }

  /** Rejects when the first load cannot be adopted, for example because SECRETS_KEY is wrong. */
  async reset(documents: CatalogDocuments, lastGood: LastGoodState = NO_RECORDS, changeId = 0): Promise<void> {
    this.#refresher = this.#newRefresher();
    this.#options.catalog.changeId = changeId;
    this.#options.catalog.loads += 1;
    this.#options.publisher.dirty.changeId = true;
    if (this.#isFilled) this.#refill(documents, lastGood);
    else this.#fill(documents, lastGood);
  }

  change(changes: readonly Change[], records: readonly LastGoodChange[] = [], changeId: number | null = null): void {
    this.#refresher.noteChanges(changes);
    // in the turn in which the documents are adopted: a generation has both or neither
    if (changeId !== null) this.#noteChangeSet(changeId, changes.length === 0);
    if (changes.length > 0) this.#take(changes);
    if (records.length > 0) this.#takeRecords(records);
  }

  /** @param isAlone without changes: the history says what had changed before, which generations have already */
  #noteChangeSet(changeId: number, isAlone: boolean): void {
    const { catalog, publisher } = this.#options;
    catalog.changeId = changeId;
    if (!isAlone) return;
    publisher.dirty.changeId = true;
    publisher.refresh();
  }

  /** Resolves when every node that starts from now on will know what is in force in place of refused documents. */
  async settled(): Promise<void> {
    await this.#keeper?.settled();
  }

  stop(): void {
    this.#keeper?.stop();
  }

  rested(): Promise<void> {
    return this.#options.publisher.rested();
  }

  #take(changes: readonly Change[]): void {
    this.#takeOver(changes);
    this.#readWanted();
  }

  /** A refresher that began before a reset may have read older documents: it no longer applies anything. */
  #newRefresher(): Refresher {
    const { store, catalog } = this.#options;
    const refresher: Refresher = new Refresher(store, catalog, (changes) =>
      refresher === this.#refresher ? this.#take(changes.filter((change) => this.#isSure(change))) : undefined,
    );
    return refresher;
  }

  /** A read does not tell which key a document had that has lost it; the change that took its key was reported. */
  #isSure(change: Change): boolean {
    if (change.kind === 'put') return isKeyed(change.collection, change.document);
    return this.#inspector?.refused.get(change)?.storedId === undefined;
  }

  /** The first load, collection by collection: nobody reads the catalog yet. */
  #fill(documents: CatalogDocuments, { records, keyless }: LastGoodState): void {
    const inspector = this.#inspector;
    const adopt = (collection: CatalogCollection, puts: PutChange[]) => {
      // the catalog keeps only numbers of these
      if (collection !== 'zone-pincodes') compact(puts);
      this.#apply(puts);
      this.#logRefusals();
    };
    const read = (collection: CatalogCollection) => [
      ...putsOf(collection, documents[collection]),
      ...keyless.filter((put) => put.collection === collection),
    ];
    if (inspector === null) for (const collection of CATALOG_COLLECTIONS) adopt(collection, read(collection));
    else this.#takeOver(admitAll(read, records, inspector, adopt));
    this.#isFilled = true;
    this.#keeper?.reset(records);
    this.#updateRecords();
  }

  /** Everything was read again, while the documents of the former read are in force. */
  #refill(documents: CatalogDocuments, { records, keyless }: LastGoodState): void {
    const { catalog } = this.#options;
    const keylessNames = new Set(keyless.map(nameOf));
    const differing = (from: Catalog) => [
      ...differences(from, documents).filter((change) => !keylessNames.has(nameOf(change))),
      ...keyless,
    ];
    const contradicting = records.filter((record) => this.#isOverruled(record));
    if (contradicting.length === 0) this.#takeOver(differing(catalog), true);
    else this.#judgeAgain(contradicting, (inspector, fresh) => inspector.inspect(differing(fresh), true));
    this.#keeper?.reset(records);
    this.#updateRecords();
  }

  /** Whether a record that was read together with everything else says that something else was in force than here. */
  #isOverruled(record: LastGoodRecord): boolean {
    const held = this.#options.catalog.document(record.collection, record.key);
    if (fingerprintOf(record.collection, held) === fingerprintOf(record.collection, record.document)) return false;
    const isSameRefusal = this.#inspector?.refused.get(record)?.fingerprint === record.refused;
    return !isSameRefusal || record.document !== null;
  }

  /** Records were written or removed, by this node or another. */
  #takeRecords(changes: readonly LastGoodChange[]): void {
    const keeper = this.#keeper;
    if (keeper === null) return;
    const contradicting = changes
      .map(({ record }) => record)
      .filter((record) => record !== null && keeper.isContradicted(record)) as LastGoodRecord[];
    if (contradicting.length > 0) {
      this.#judgeAgain(contradicting, (inspector, _, replaced) => {
        const refused = [...this.#inspector!.refused];
        // what the store has for each key that was refused before, or that a record is about
        const again = [
          ...replaced.filter((change) => this.#inspector!.refused.get(change) === undefined),
          ...refused.map(({ change }) => change).filter((change) => change !== null),
        ];
        inspector.refuseAgain(refused.filter(({ change }) => change === null));
        return inspector.inspect(again);
      });
    }
    for (const change of changes) keeper.note(change);
    if (contradicting.length > 0) this.#updateRecords();
  }

  /**
   * Judges everything in a new catalog, in which the documents of `records` are in force, and then makes the catalog
   * like it. This takes as long as a start without its reading; it is needed only when nodes have judged differently.
   */
  #judgeAgain(
    records: readonly LastGoodRecord[],
    judge: (inspector: Inspector, fresh: Catalog, replaced: Change[]) => Change[],
  ): void {
    const { catalog, log } = this.#options;
    log.warn(
      {
        documents: records.slice(0, MAX_REFUSALS_LOGGED).map((record) => shortText(nameOf(record))),
        count: records.length,
      },
      'another node has refused documents that this one judged differently; everything is judged again',
    );
    const fresh = new Catalog();
    const inspector = new Inspector(fresh, () => {});
    const adopt = (_: CatalogCollection, puts: readonly PutChange[]) => fresh.apply(puts, new Dirty());
    const replaced = admitAll(
      (collection) => putsOf(collection, catalog.documents(collection)),
      records,
      inspector,
      adopt,
    );
    fresh.apply(judge(inspector, fresh, replaced), new Dirty());
    const found = differences(catalog, documentsOf(fresh));
    this.#inspector!.replaceBy(inspector);
    this.#logRefusals();
    this.#apply(found);
    this.#readWanted();
  }

  /**
   * Judges again the large refused documents that are not in memory. If reading fails, they are read with the next
   * signal.
   */
  #readWanted(): void {
    for (const refused of this.#inspector?.takeWanted() ?? []) void this.#readAgain(refused);
  }

  async #readAgain({ collection, key, fingerprint }: RefusedDocument): Promise<void> {
    const { store, log } = this.#options;
    try {
      const document = await store.get(collection, key);
      // otherwise the store has reported a newer version, or is about to
      const isCurrent =
        this.#inspector?.refused.get({ collection, key })?.fingerprint === fingerprint
        && fingerprintOf(collection, document) === fingerprint;
      const isNews = isCurrent && this.#takeOver([{ kind: 'put', collection, key, document } as PutChange]);
      // otherwise two that wait for each other would be read again without end
      if (isNews) this.#readWanted();
      else this.#inspector?.takeWanted();
    } catch (error) {
      log.warn(
        { err: error, collection, key: shownKey(key) },
        'a refused document could not be read to be judged again',
      );
    }
  }

  /**
   * Whether anything was accepted.
   * @param isEverything whether nothing else of the store differs from the catalog
   */
  #takeOver(changes: readonly Change[], isEverything = false): boolean {
    const accepted = this.#inspector === null ? changes : this.#inspector.inspect(changes, isEverything);
    this.#logRefusals();
    // in one turn, so that no transaction is visible in part
    this.#apply(accepted);
    if (this.#isFilled && this.#keeper !== null) {
      for (const documents of [changes, accepted, this.#due.splice(0)])
        for (const document of documents) this.#keeper.update(document);
    }
    return accepted.length > 0;
  }

  /** After everything was read or judged again. */
  #updateRecords(): void {
    this.#due = [];
    this.#keeper?.review(this.#inspector!.refused);
  }

  #apply(changes: readonly Change[]): void {
    const { catalog, publisher } = this.#options;
    const { dirty } = publisher;
    catalog.apply(changes, dirty);
    this.#options.onChange?.(catalog.version);
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
      log.error({ err: error }, 'a changed credential was refused; its last version stays in force');
    }
  }

  #noteRefusal(refusal: Refusal): void {
    this.#refusals.push(refusal);
    if (this.#keeper !== null) this.#due.push(refusal);
    this.#options.onRefused(refusal);
  }

  #logRefusals(): void {
    const { log } = this.#options;
    for (const { collection, key, faults } of this.#refusals.slice(0, MAX_REFUSALS_LOGGED)) {
      log.error(
        { collection, key: shownKey(key), faults },
        'document refused; its last good version, if any, stays in force',
      );
    }
    if (this.#refusals.length > MAX_REFUSALS_LOGGED)
      log.error({ refused: this.#refusals.length }, 'more documents were refused than are listed here');
    for (const { collection, key, faults } of this.#dangling.slice(0, MAX_REFUSALS_LOGGED)) {
      log.warn(
        { collection, key: shownKey(key), faults: shortened(faults) },
        'document references missing documents; accepted unchanged',
      );
    }
    if (this.#dangling.length > MAX_REFUSALS_LOGGED)
      log.warn({ dangling: this.#dangling.length }, 'more documents reference missing documents than are listed here');
    this.#refusals = [];
    this.#dangling = [];
  }
}

function shownKey(key: Change['key']): Change['key'] {
  return typeof key === 'number' ? key : shortText(String(key));
}
