/**
 * Marks that a process writes into the database to learn how far its own change stream has come: everything that was
 * committed before a mark is delivered before it.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Collection, Db, Document } from 'mongodb';
import { MARK_LIFETIME_SECONDS, MARKS_REMEMBERED } from '../../limits.js';
import { makeIndexes } from './indexes.js';

/** Holds the adapter's own state. */
export const STATE_COLLECTION = '_pinrate';

interface MarkDocument {
  _id: string;
  markedAt: Date;
}

/** Each mark is a document, so that marks of concurrent transactions do not conflict. The server removes old ones. */
export class Marks {
  readonly #prefix = `mark/${randomUUID()}/`;
  readonly #db: Db;
  readonly #collection: Collection<MarkDocument>;
  #lastSeq = 0;

  constructor(db: Db) {
    this.#db = db;
    this.#collection = db.collection(STATE_COLLECTION);
  }

  /** The number of the last mark that was begun; no existing mark has a greater one. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Lets the server remove old marks, and creates the state's collection. May be called any number of times. */
  async prepare(): Promise<void> {
    await makeIndexes(this.#db, STATE_COLLECTION, [{ name: 'marks-expire', key: { markedAt: 1 }, expireAfterSeconds: MARK_LIFETIME_SECONDS }]);
  }

  /**
   * Writes this process' next mark and returns its number. With a `session` the mark is part of its transaction;
   * otherwise a majority has acknowledged it.
   */
  async write(session?: ClientSession): Promise<number> {
    const seq = ++this.#lastSeq;
    const acknowledged = session?.inTransaction() === true ? {} : { writeConcern: { w: 'majority' as const } };
    // the server's clock, because the server removes the mark
    await this.#collection.updateOne({ _id: `${this.#prefix}${seq}` }, { $currentDate: { markedAt: true } }, { upsert: true, session, ...acknowledged });
    return seq;
  }

  /** Selects the events of this process' marks. */
  get filter(): Document {
    return { 'operationType': 'insert', 'ns.coll': STATE_COLLECTION, 'fullDocument._id': { $gte: this.#prefix, $lt: `${this.#prefix}:` } };
  }

  /** The number of a mark that {@link filter} let through. */
  seqOf(document: Document): number {
    return Number((document as MarkDocument)._id.slice(this.#prefix.length));
  }
}

/** The marks that were seen in the stream, and the callers that wait for one. */
export class SeenMarks {
  readonly #waiting = new Map<number, PromiseWithResolvers>();
  /** The last marks that were seen, oldest first. */
  readonly #seen = new Set<number>();

  add(seq: number): void {
    this.#waiting.get(seq)?.resolve(true);
    this.#waiting.delete(seq);
    this.#seen.add(seq);
    if (this.#seen.size > MARKS_REMEMBERED) this.#seen.delete(this.#seen.values().next().value!);
  }

  has(seq: number): boolean {
    return this.#seen.has(seq);
  }

  /** Resolves with true when the mark was seen, at once if it already was; otherwise as {@link release} says. */
  async wait(seq: number): Promise<boolean> {
    if (this.#seen.has(seq)) return true;
    let waiting = this.#waiting.get(seq);
    if (waiting === undefined) this.#waiting.set(seq, (waiting = withResolvers()));
    return waiting.promise;
  }

  waitedFor(): number[] {
    return [...this.#waiting.keys()];
  }

  /** Releases all callers that wait: with true when the feed has ended, with false when it has nothing to wait for. */
  release(isOver: boolean): void {
    for (const { resolve } of this.#waiting.values()) resolve(isOver);
    this.#waiting.clear();
  }
}

interface PromiseWithResolvers {
  promise: Promise<boolean>;
  resolve: (isSeen: boolean) => void;
}

function withResolvers(): PromiseWithResolvers {
  let resolve!: (isSeen: boolean) => void;
  const promise = new Promise<boolean>((settle) => { resolve = settle; });
  return { promise, resolve };
}
