/**
 * Tells a follower everything that some collections hold as of one moment, and then every change, from the change stream of
 * the database. A stream that breaks is resumed where it was; when changes may have been missed everything is told anew.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Document, MongoClient, Timestamp } from 'mongodb';
import { FEED_AWAIT_MS, FEED_GATHER_MS, FEED_LONGEST_GATHER_MS, FEED_MAX_REFUSALS, FEED_MAX_REPLY_MS, FEED_REPLY_MS, FEED_RETRY_MAX_MS } from '../../limits.js';
import type { CollectionName } from '../../schemas/documents.js';
import { inSlices, type Steps } from '../../steps.js';
import type { Change, Follower, FollowStatus } from '../port.js';
import { Condition, type Reports } from './condition.js';
import { EventStream, type Position } from './event-stream.js';
import { ChangesLost, CHANGING_EVENTS, Translator, upheaval, type StreamEvent } from './events.js';
import { Backoff, severityOf } from './failures.js';
import { STATE_COLLECTION, ToldMarks, type Marks } from './marks.js';
import { command, type CommandOptions } from './raw-cursor.js';
import { readSnapshot } from './snapshot.js';

export interface FeedOptions<C extends CollectionName> extends Reports {
  client: MongoClient;
  db: Db;
  collections: readonly C[];
  follower: Follower<C>;
  marks: Marks;
  /** Makes what is not there of the collections, keeps images of changes on in all of them. */
  prepare(): Promise<void>;
  /** Which of the collections are not there. */
  missing(): Promise<string[]>;
}

class CollectionsMissing extends Error {
  constructor(collections: readonly string[]) {
    super(`there is no ${collections.join(', no ')}`);
  }
}

/** What a reload stands on, and where the stream after it begins. */
interface Ground {
  /** The stream begins here; what collections suffered as a whole up to here, the reload has seen. */
  from: Timestamp;
  /** Changes up to here have been told by the reload. */
  toldUpTo: Timestamp;
}

export class Feed<C extends CollectionName = CollectionName> {
  readonly #stopping = new AbortController();
  readonly #translator = new Translator();
  readonly #told = new ToldMarks();
  readonly #backoff = new Backoff();
  readonly #condition: Condition;
  readonly #match: Document;
  #ground!: Ground;
  #position!: Position;
  /** Marks up to this number may have been committed before the stream begins. */
  #unsureUpTo = 0;
  #running: Promise<void> = Promise.resolve();
  /** In a row, of the stream. */
  #failures = 0;
  #refusals = 0;

  constructor(private readonly options: FeedOptions<C>) {
    this.#condition = new Condition(options);
    this.#match = matching(options.collections, options.marks);
  }

  /** Resolves when the follower was told everything for the first time, and is told every change from then on. Once. */
  async start(): Promise<void> {
    const starting = this.#load(false);
    this.#running = starting.catch(() => {});
    await starting;
    this.#condition.began();
    this.#running = this.#run();
  }

  status(): FollowStatus {
    return this.#condition.status;
  }

  /** Resolves when the follower was told everything up to a mark, which must be committed; or when the feed stops. */
  async seen(seq: number): Promise<void> {
    if (this.#signal.aborted) return;
    if (seq <= this.#unsureUpTo && !this.#told.isTold(seq)) void this.#standIn([seq]);
    await this.#told.wait(seq);
  }

  /** Nothing is told any more when this resolves. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the feed was stopped'));
    await this.#running;
    this.#told.end();
  }

  get #signal(): AbortSignal {
    return this.#stopping.signal;
  }

  async #run(): Promise<void> {
    while (!this.#signal.aborted) {
      try {
        await this.#follow();
      } catch (error) {
        await unlessAborted(this.#signal, () => this.#mend(error as Error));
      }
    }
  }

  /** Until something fails. */
  async #follow(): Promise<never> {
    const { client, db } = this.options;
    const deadlineMs = Math.min(FEED_MAX_REPLY_MS, FEED_REPLY_MS * 2 ** this.#failures);
    const stream = await EventStream.open(client, db, this.#match, this.#position, this.#commandOptions(deadlineMs));
    try {
      for (;;) {
        const { events, resumeAfter } = await stream.next(this.#commandOptions(FEED_AWAIT_MS + deadlineMs));
        this.#follows();
        if (events.length > 0) await this.#tell(events);
        if (resumeAfter !== null) this.#position = { resumeAfter };
        if (events.length > 0) await this.#gather();
      }
    } finally {
      await stream.close();
    }
  }

  /**
   * Where one change comes there may be more: asked for one by one they would cost a command each. What comes while the
   * follower rests is asked for when it has: asked for at a pace of the stream's own, a change waited for both, and 200
   * changes a second took the main thread a third more time.
   */
  async #gather(): Promise<void> {
    await sleep(FEED_GATHER_MS, undefined, { signal: this.#signal });
    let timer: NodeJS.Timeout;
    const longest = new Promise<void>((resolve) => { timer = setTimeout(resolve, FEED_LONGEST_GATHER_MS); });
    await abortable(this.#signal, Promise.race([this.options.follower.rested?.(), longest])).finally(() => clearTimeout(timer));
  }

  async #tell(events: readonly StreamEvent[]): Promise<void> {
    const changes: Change[] = [];
    const marks: number[] = [];
    await inSlices(this.#translate(events, changes, marks));
    this.#signal.throwIfAborted();
    if (changes.length > 0) {
      await this.options.follower.change(changes);
      this.#condition.told(events.at(-1)!.wallTime.getTime());
    }
    for (const seq of marks) this.#told.tell(seq);
  }

  *#translate(events: readonly StreamEvent[], changes: Change[], marks: number[]): Steps<void> {
    for (const event of events) {
      const suffered = upheaval(event);
      if (suffered !== null) {
        if (event.clusterTime.greaterThan(this.#ground.from)) throw new ChangesLost(`the change stream told of ${suffered}`);
      } else if (event.ns!.coll === STATE_COLLECTION) {
        marks.push(this.options.marks.seqOf(event.fullDocument!));
      } else if (event.clusterTime.greaterThan(this.#ground.toldUpTo)) {
        changes.push(...this.#translator.changesOf(event));
      }
      yield;
    }
  }

  /** After a failure: either waits until the stream may be tried again, or reads everything anew. Rejects when the feed stops. */
  async #mend(error: Error): Promise<void> {
    const severity = severityOf(error);
    this.#failures++;
    if (severity === 'refused') this.#refusals++;
    if (severity === 'lost' || this.#refusals >= FEED_MAX_REFUSALS) return this.#reload(error);
    this.#condition.failed('broken', error);
    await this.#pause();
  }

  async #reload(cause: Error): Promise<void> {
    this.#condition.failed('lost', cause);
    for (;;) {
      await this.#pause();
      try {
        await this.#load(true);
        break;
      } catch (failure) {
        this.#signal.throwIfAborted();
        this.#condition.failed(failure instanceof CollectionsMissing ? 'missing' : 'lost', failure as Error);
      }
    }
    this.#condition.reloaded();
    const waitedFor = this.#told.waitedFor();
    if (waitedFor.length > 0) void this.#standIn(waitedFor);
  }

  #follows(): void {
    this.#failures = 0;
    this.#refusals = 0;
    if (this.#condition.isBroken) this.#condition.resumed();
  }

  /**
   * Reads and tells everything. The stream then begins before it, so that nothing which befell a collection meanwhile is
   * overlooked: a collection that is gone for a moment reads as empty.
   */
  async #load(isReload: boolean): Promise<void> {
    const { client, db, collections, follower, marks } = this.options;
    const from = await this.#clusterTime();
    const unsureUpTo = marks.lastSeq;
    // before it is made anew, empty: that would be the end of the last good state
    if (isReload) await this.#assertNoneMissing();
    await abortable(this.#signal, this.options.prepare());
    await abortable(this.#signal, marks.prepare());
    const { documents, at } = await readSnapshot(client, db, collections, { after: await this.#clusterTime(), signal: this.#signal, heard: this.#heard });
    await this.#assertNoneMissing();
    this.#signal.throwIfAborted();
    await follower.reset(documents);
    this.#translator.forget();
    this.#ground = { from, toldUpTo: at };
    this.#position = { startAtOperationTime: from };
    this.#unsureUpTo = unsureUpTo;
  }

  async #assertNoneMissing(): Promise<void> {
    const missing = await abortable(this.#signal, this.options.missing());
    if (missing.length > 0) throw new CollectionsMissing(missing);
  }

  /** These marks may be in what was read anew rather than in the stream. A fresh one comes after them, and in the stream. */
  async #standIn(seqs: readonly number[]): Promise<void> {
    while (!this.#signal.aborted && !seqs.every((seq) => this.#told.isTold(seq))) {
      try {
        await this.#told.wait(await this.options.marks.write());
        for (const seq of seqs) this.#told.tell(seq);
        // not left to the condition: of more than are remembered, the first are forgotten again
        return;
      } catch {
        await sleep(FEED_RETRY_MAX_MS, undefined, { signal: this.#signal }).catch(() => {});
      }
    }
  }

  async #clusterTime(): Promise<Timestamp> {
    return (await command(this.options.db, { ping: 1 }, undefined, this.#commandOptions(FEED_REPLY_MS))).operationTime as Timestamp;
  }

  #commandOptions(deadlineMs: number): CommandOptions {
    return { deadlineMs, signal: this.#signal, heard: this.#heard };
  }

  readonly #heard = (): void => this.#condition.heard();

  #pause(): Promise<void> {
    return sleep(this.#backoff.nextMs(), undefined, { signal: this.#signal });
  }
}

/** Which events the stream is to have: the changes, whatever befalls a collection as a whole, and this process' marks. */
function matching(collections: readonly CollectionName[], marks: Marks): Document {
  const watched = { $in: [...collections, STATE_COLLECTION] };
  return {
    $or: [
      { 'operationType': { $in: CHANGING_EVENTS }, 'ns.coll': { $in: collections } },
      marks.filter,
      { 'operationType': { $in: ['drop', 'rename'] }, 'ns.coll': watched },
      // it may replace a collection of that name, which is told in no other event
      { 'operationType': 'rename', 'to.coll': watched },
      { operationType: { $in: ['dropDatabase', 'invalidate'] } },
    ],
  };
}

/** What `work` resolves with; rejects as soon as the signal aborts, whatever becomes of the work. */
async function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let abandon!: () => void;
  const aborted = new Promise<never>((_, reject) => { abandon = () => reject(signal.reason as Error); });
  signal.addEventListener('abort', abandon, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

/** Does it unless the signal has aborted; what it rejects with then does not matter. */
async function unlessAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (signal.aborted) return;
  await work().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
