/**
 * Keeps in a shared store what is in force in place of refused content, so that a node that starts later has it too:
 * one record for each refused document. Every node that refuses a document writes its record, and the first one counts;
 * every node that accepts it removes the record. Records are followed like documents, so a node knows all of them.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { LAST_GOOD_MAX_WRITES, LAST_GOOD_RETRY_MS, LAST_GOOD_WRITE_RECORDS } from '../../limits/control.js';
import { nameOf } from '../../model/change.js';
import {
  type LastGoodRecord,
  type LastGoodChange,
  type LastGoodRevision,
  type LastGoodWrite,
  type Store,
  StoreUnavailableError,
} from '../../store/port.js';
import type { Catalog } from './catalog.js';
import { fingerprintOf, NO_DOCUMENT } from './fingerprint.js';
import type { Refusal, RefusedDocument } from './refused.js';

type Name = Pick<Refusal, 'collection' | 'key'>;

interface KnownRecord extends Name {
  revision: string;
  content: string;
}

export class LastGoodKeeper {
  /** The records in the store. */
  readonly #known = new Map<string, KnownRecord>();
  /** The records that may have to be written or removed. */
  readonly #due = new Map<string, Name>();
  /** What this node has written for each refused document, and how often. */
  readonly #written = new Map<string, { content: string; times: number }>();
  #writing: Promise<void> | null = null;
  #isStopped = false;

  constructor(
    private readonly keep: NonNullable<Store['writeLastGood']>,
    private readonly catalog: Catalog,
    private readonly refusedOf: (document: Name) => RefusedDocument | undefined,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /** Adopts a change of a record. */
  note({ collection, key, record }: LastGoodChange): void {
    const known = this.#known.get(nameOf({ collection, key }));
    if (record === null) this.#known.delete(nameOf({ collection, key }));
    else this.#known.set(nameOf(record), { collection, key, revision: record.revision, content: contentOf(record) });
    this.update(known ?? { collection, key });
  }

  /** Adopts all records of the store. */
  reset(records: readonly LastGoodRevision[]): void {
    this.#known.clear();
    for (const record of records) this.note({ collection: record.collection, key: record.key, record });
  }

  /** Looks at every record again. */
  review(refused: Iterable<Name>): void {
    for (const document of [...this.#known.values(), ...refused]) this.update(document);
  }

  /**
   * Whether what a record says must count on this node although something else is in force here: another node refused
   * content that this one has accepted, or has kept another document.
   */
  isContradicted(record: LastGoodRecord): boolean {
    const refused = this.refusedOf(record);
    const inForce = fingerprintOf(record.collection, this.catalog.document(record.collection, record.key));
    if (refused === undefined) return record.refused === inForce;
    const said = fingerprintOf(record.collection, record.document);
    // a node that has just started and knows no good version does not overrule one that does
    return record.refused === refused.fingerprint && said !== inForce && said !== NO_DOCUMENT;
  }

  /** A document was refused or accepted: its record may have to change. */
  update({ collection, key }: Name): void {
    const name = nameOf({ collection, key });
    if (this.refusedOf({ collection, key }) === undefined && !this.#known.has(name)) {
      this.#written.delete(name);
      return;
    }
    // nothing else of a change: it may hold a large document
    this.#due.set(name, { collection, key });
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
    });
  }

  /** Resolves when every record was written that this node knows to be due. */
  async settled(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  stop(): void {
    this.#isStopped = true;
  }

  async #write(): Promise<void> {
    // what else happens in this turn shares the write
    await new Promise((resume) => setImmediate(resume));
    while (this.#due.size > 0 && !this.#isStopped) {
      const due = [...this.#due.values()].slice(0, LAST_GOOD_WRITE_RECORDS);
      for (const document of due) this.#due.delete(nameOf(document));
      const writes = due.map((document) => this.#writeOf(document)).filter((write) => write !== null);
      if (writes.length > 0) await this.#attempt(writes);
    }
  }

  async #attempt(writes: readonly LastGoodWrite[]): Promise<void> {
    try {
      await this.keep(writes);
    } catch (error) {
      if (this.#isStopped) return;
      if (error instanceof StoreUnavailableError) {
        for (const write of writes) this.#due.set(nameOf(write), write);
        await pause(LAST_GOOD_RETRY_MS, undefined, { ref: false });
      } else if (writes.length > 1) {
        // so that one that cannot be written does not prevent the others
        for (const write of writes) await this.#attempt([write]);
      } else
        this.log.warn(
          { err: error, document: nameOf(writes[0]!) },
          'what stays in force in place of a refused document could not be stored: a node that starts will not know it',
        );
    }
  }

  /** Null: the record is as it should be, or this node has tried often enough. */
  #writeOf({ collection, key }: Name): LastGoodWrite | null {
    const name = nameOf({ collection, key });
    const refused = this.refusedOf({ collection, key });
    const known = this.#known.get(name);
    const was = known?.revision ?? null;
    if (refused === undefined) {
      this.#written.delete(name);
      return known === undefined ? null : { collection, key, was, record: null };
    }
    const document = this.catalog.document(collection, key) ?? null;
    const record: LastGoodRecord = {
      collection,
      key,
      document,
      refused: refused.fingerprint,
      storedId: refused.storedId,
    };
    const content = contentOf(record);
    if (known?.content === content) return null;
    const before = this.#written.get(name);
    const times = before?.content === content ? before.times + 1 : 1;
    // nodes of different releases may judge differently, and would write and remove without end
    if (times > LAST_GOOD_MAX_WRITES) return null;
    this.#written.set(name, { content, times });
    return { collection, key, was, record };
  }
}

function contentOf({ collection, document, refused, storedId }: LastGoodRecord): string {
  return `${refused} ${fingerprintOf(collection, document)} ${storedId ?? ''}`;
}
