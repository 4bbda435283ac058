/**
 * Marks that a process writes into the database to learn from its own change stream how far it was told: what was committed
 * before a mark is told before it.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Collection, Db, Document } from 'mongodb';
import { MARK_LIFETIME_SECONDS, MARKS_REMEMBERED } from '../../limits.js';

/** What the adapter keeps for itself. */
export const STATE_COLLECTION = '_pinrate';

interface MarkDocument {
  _id: string;
  markedAt: Date;
}

/** A document a mark, so that marks of transactions at once do not conflict; the server removes it when it is old. */
export class Marks {
  readonly #prefix = `mark/${randomUUID()}/`;
  readonly #collection: Collection<MarkDocument>;
  #lastSeq = 0;

  constructor(db: Db) {
    this.#collection = db.collection(STATE_COLLECTION);
  }

  /** The number of the last mark that was begun; no mark there is has a greater one. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Has the server remove marks that have grown old; as often as you like. */
  async prepare(): Promise<void> {
    await this.#collection.createIndex({ markedAt: 1 }, { name: 'marks-expire', expireAfterSeconds: MARK_LIFETIME_SECONDS });
  }

  /** Writes this process' next mark, in the transaction of `session` when one is given, otherwise acknowledged by a majority; its number. */
  async write(session?: ClientSession): Promise<number> {
    const seq = ++this.#lastSeq;
    const acknowledged = session?.inTransaction() === true ? {} : { writeConcern: { w: 'majority' as const } };
    // the server's clock, as it is the server's who removes it
    await this.#collection.updateOne({ _id: `${this.#prefix}${seq}` }, { $currentDate: { markedAt: true } }, { upsert: true, session, ...acknowledged });
    return seq;
  }

  /** Which events of the state collection are those of this process' marks. */
  get filter(): Document {
    return { 'operationType': 'insert', 'ns.coll': STATE_COLLECTION, 'fullDocument._id': { $gte: this.#prefix, $lt: `${this.#prefix}:` } };
  }

  /** The number of a mark that {@link filter} let through. */
  seqOf(document: Document): number {
    return Number((document as MarkDocument)._id.slice(this.#prefix.length));
  }
}

/** Who waits for which mark to be told. */
export class ToldMarks {
  readonly #waiting = new Map<number, PromiseWithResolvers>();
  /** The last that were told, oldest first. */
  readonly #told = new Set<number>();

  tell(seq: number): void {
    this.#waiting.get(seq)?.resolve();
    this.#waiting.delete(seq);
    this.#told.add(seq);
    if (this.#told.size > MARKS_REMEMBERED) this.#told.delete(this.#told.values().next().value!);
  }

  isTold(seq: number): boolean {
    return this.#told.has(seq);
  }

  /** Resolves when the mark is told, now if it was. */
  async wait(seq: number): Promise<void> {
    if (this.#told.has(seq)) return;
    let waiting = this.#waiting.get(seq);
    if (waiting === undefined) this.#waiting.set(seq, (waiting = withResolvers()));
    await waiting.promise;
  }

  waitedFor(): number[] {
    return [...this.#waiting.keys()];
  }

  /** Nobody follows any more: whoever waits has nothing to wait for. */
  end(): void {
    for (const { resolve } of this.#waiting.values()) resolve();
    this.#waiting.clear();
  }
}

interface PromiseWithResolvers {
  promise: Promise<void>;
  resolve: () => void;
}

function withResolvers(): PromiseWithResolvers {
  let resolve!: () => void;
  const promise = new Promise<void>((settle) => { resolve = settle; });
  return { promise, resolve };
}
