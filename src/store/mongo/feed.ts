/**
 * Delivers to a follower the contents of some collections as of one moment, and then every change, from the change
 * stream of the database. A broken stream is resumed at its last position. When changes may have been missed,
 * everything is read again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Db, Document, MongoClient, Timestamp } from 'mongodb';
import {
  FEED_AWAIT_MS,
  FEED_GATHER_MS,
  FEED_LONGEST_GATHER_MS,
  FEED_MAX_REFUSALS,
  FEED_MAX_REPLY_MS,
  FEED_REPLY_MS,
  FOREIGN_SETTLED_SECONDS,
  RESTORE_POLL_MS,
  SNAPSHOT_REPLY_MS,
} from '../../limits/mongo.js';
import type { ChangeSet, CollectionName } from '../../model/documents.js';
import type { Change } from '../../model/change.js';
import type { Follower, FollowStatus, LastGoodChange } from '../port.js';
import { lastChangeId } from './change-ids.js';
import { Condition, type Reports } from './condition.js';
import { DeliveryProgress } from './delivery-progress.js';
import { CHANGE_SETS, EventStream, matching, type Position } from './event-stream.js';
import { LostChangesError, Translator, upheaval, type StreamEvent } from './events.js';
import { ForeignChangeFinder, momentOf, secondOf } from './foreign-changes.js';
import { Backoff, severityOf } from './failures.js';
import { lastGoodChangeOf, readLastGood } from './last-good.js';
import { prepareState, STATE_COLLECTION } from './state.js';
import { command, type CommandOptions } from './raw-cursor.js';
import { RestoreInProgressError, MissingCollectionsError, Restores } from './restores.js';
import { ServerClock } from './server-clock.js';
import { readSnapshot } from './snapshot.js';

interface FeedOptions<C extends CollectionName> extends Reports {
  client: MongoClient;
  db: Db;
  collections: readonly C[];
  follower: Follower<C>;
  /** Creates missing collections, and keeps pre-images on in all of them. */
  prepare(): Promise<void>;
  /** The collections that do not exist. */
  missing(): Promise<string[]>;
  /**
   * Called while collections are missing whose documents the follower has: a starting node must not create them again.
   */
  remember(): Promise<void>;
}

const MS_PER_SECOND = 1_000;

/** An event and its changes. */
interface TranslatedEvent {
  event: StreamEvent;
  changes: readonly Change[];
}

/** The moments of the last reload. */
interface ReloadMoments {
  /** The stream begins here. The reload has seen every drop and rename up to this moment. */
  from: Timestamp;
  /** The reload contains all changes up to this moment. */
  deliveredUpTo: Timestamp;
}

export class Feed<C extends CollectionName = CollectionName> {
  readonly #stopping = new AbortController();
  readonly #translator = new Translator();
  readonly #delivered = new DeliveryProgress();
  readonly #foreign = new ForeignChangeFinder();
  readonly #backoff = new Backoff();
  readonly #clock = new ServerClock();
  readonly #condition: Condition;
  readonly #restores: Restores;
  readonly #match: Document;
  #ground!: ReloadMoments;
  #position!: Position;
  /** When the follower last had everything, by the server's clock. */
  #completeAtMs = 0;
  /** Collections are missing or being restored: nothing is delivered before the operator has done something. */
  #isStuck = false;
  #running: Promise<void> = Promise.resolve();
  /** Consecutive failures of the stream. */
  #failures = 0;
  #refusals = 0;

  constructor(private readonly options: FeedOptions<C>) {
    this.#condition = new Condition(options, () => this.#clock.nowMs());
    this.#restores = new Restores(options.db, options.collections);
    this.#match = matching(options.collections);
  }

  /** Call once. Resolves when the follower has everything; from then on it is notified of every change. */
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

  /**
   * Resolves with true when the follower has everything up to a moment, or the feed stops; with false when waiting is
   * useless, because collections are missing. A majority must have acknowledged the writes that the caller waits for.
   */
  async delivered(moment: Timestamp): Promise<boolean> {
    if (this.#signal.aborted) return true;
    return !this.#isStuck && this.#delivered.wait(moment);
  }

  /** The follower is not called any more once this resolves. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the feed was stopped'));
    await this.#running;
    this.#delivered.release(true);
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

  /** Runs until something fails. */
  async #follow(): Promise<never> {
    const { client, db } = this.options;
    const deadlineMs = Math.min(FEED_MAX_REPLY_MS, FEED_REPLY_MS * 2 ** this.#failures);
    const stream = await EventStream.open(client, db, this.#match, this.#position, this.#commandOptions(deadlineMs));
    try {
      for (;;) {
        await this.#clock.refresh(db, this.#commandOptions(deadlineMs));
        const askedAtMs = this.#clock.nowMs();
        const { waiting } = this.#delivered;
        const { events, resumeAfter, rest, isAtEnd } = await stream.next(
          this.#commandOptions(FEED_AWAIT_MS + deadlineMs),
        );
        this.#follows();
        this.#lacks(events.find((event) => this.#isNews(event)) ?? rest);
        if (events.length > 0) await this.#deliver(events);
        // their commits are older than the question to the server, even if no event has their moment
        if (isAtEnd) this.#delivered.release(true, waiting);
        if (isAtEnd) this.#tellForeign(Math.floor(askedAtMs / MS_PER_SECOND) - FOREIGN_SETTLED_SECONDS);
        this.#lacks(rest);
        if (rest === null) this.#completeAtMs = askedAtMs;
        if (resumeAfter !== null) this.#position = { resumeAfter };
        if (events.length > 0) await this.#gather();
      }
    } finally {
      await stream.close();
    }
  }

  /** @param oldest the oldest event that the follower may lack; null: none */
  #lacks(oldest: StreamEvent | null): void {
    this.#condition.lacks(oldest !== null && this.#isNews(oldest) ? oldest.wallTime.getTime() : null);
  }

  /** Whether the last reload does not contain it. */
  #isNews({ clusterTime }: StreamEvent): boolean {
    return clusterTime.greaterThan(this.#ground.deliveredUpTo);
  }

  /**
   * One change is often followed by more, and a command for each of them would be expensive: so the feed waits a
   * little, and then until its follower has rested. With a pace of the feed in addition to the follower's, a change
   * would wait for both, and many changes a second would take the thread more time.
   */
  async #gather(): Promise<void> {
    await sleep(FEED_GATHER_MS, undefined, { signal: this.#signal });
    let timer: NodeJS.Timeout;
    const longest = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FEED_LONGEST_GATHER_MS);
    });
    await abortable(this.#signal, Promise.race([this.options.follower.rested?.(), longest])).finally(() =>
      clearTimeout(timer),
    );
  }

  async #deliver(events: readonly StreamEvent[]): Promise<void> {
    const translated: TranslatedEvent[] = [];
    const records: LastGoodChange[] = [];
    this.#signal.throwIfAborted();
    const { own, changeId } = this.#translate(events, translated, records);
    const changes = translated.flatMap((each) => each.changes);
    for (const { kind, collection } of changes) if (kind === 'put') this.#restores.fill(collection);
    if (changes.length > 0 || records.length > 0 || changeId !== null)
      await this.options.follower.change(changes, records, changeId);
    this.#delivered.upTo(events.at(-1)!.clusterTime);
    this.#foreign.add(translated, own);
    this.#tellForeign(secondOf(events.at(-1)!));
  }

  /** @param second all events before it were seen */
  #tellForeign(second: number): void {
    for (const changes of this.#foreign.before(second)) this.options.follower.foreign?.(changes);
  }

  /** Returns the moments of our writes, and the number of the last new change set; null: there is none. */
  #translate(
    events: readonly StreamEvent[],
    changes: TranslatedEvent[],
    records: LastGoodChange[],
  ): { own: Set<string>; changeId: number | null } {
    const own = new Set<string>();
    let changeId: number | null = null;
    for (const event of events) {
      const suffered = upheaval(event);
      if (suffered !== null) {
        if (event.clusterTime.greaterThan(this.#ground.from)) {
          throw new LostChangesError(`the change stream reported ${suffered}`);
        }
      } else if (event.ns!.coll === CHANGE_SETS) {
        own.add(momentOf(event));
        if (this.#isNews(event)) changeId = (event.fullDocument as ChangeSet).id;
      } else if (event.ns!.coll === STATE_COLLECTION) {
        const change = lastGoodChangeOf(event);
        if (change !== null && this.#isNews(event)) records.push(change);
      } else if (this.#isNews(event)) {
        changes.push({ event, changes: this.#translator.changesOf(event) });
      }
    }
    return { own, changeId };
  }

  /**
   * After a failure: waits until the stream may be tried again, or reads everything again. Rejects when the feed stops.
   */
  async #mend(error: Error): Promise<void> {
    const severity = severityOf(error);
    this.#failures++;
    if (severity === 'refused') this.#refusals++;
    if (severity === 'lost' || this.#refusals >= FEED_MAX_REFUSALS) return this.#reload(error);
    this.#condition.failed('broken', error);
    await this.#pause(this.#backoff.nextMs());
  }

  async #reload(cause: Error): Promise<void> {
    this.#condition.failed('lost', cause);
    for (;;) {
      await this.#pause(this.#isStuck ? RESTORE_POLL_MS : this.#backoff.nextMs());
      try {
        await this.#load(true);
        break;
      } catch (failure) {
        this.#signal.throwIfAborted();
        this.#reloadFailed(failure as Error);
      }
    }
    this.#isStuck = false;
    this.#condition.reloaded();
  }

  #reloadFailed(error: Error): void {
    const trouble =
      error instanceof MissingCollectionsError
        ? 'missing'
        : error instanceof RestoreInProgressError
          ? 'restoring'
          : 'lost';
    this.#condition.failed(trouble, error);
    this.#isStuck = trouble !== 'lost';
    if (this.#isStuck) this.#delivered.release(false);
  }

  #follows(): void {
    this.#failures = 0;
    this.#refusals = 0;
    if (this.#condition.isBroken) this.#condition.resumed();
  }

  /**
   * Reads everything and delivers it. The stream then begins before the read, so that no drop or rename during the read
   * is overlooked: a collection that is missing for a moment reads as empty.
   */
  async #load(isReload: boolean): Promise<void> {
    const { client, db, collections, follower } = this.options;
    await this.#clock.refresh(db, this.#commandOptions(FEED_REPLY_MS));
    const completeAtMs = this.#clock.nowMs();
    const from = await this.#clusterTime();
    if (isReload) await this.#assertNoneMissing();
    const identities = await abortable(this.#signal, this.#restores.identities());
    if (isReload) await abortable(this.#signal, this.#restores.assertComplete(identities, this.#completeAtMs));
    await abortable(this.#signal, this.options.prepare());
    await abortable(this.#signal, prepareState(db));
    const { documents, at } = await readSnapshot(client, db, collections, {
      after: await this.#clusterTime(),
      signal: this.#signal,
      heard: this.#heard,
    });
    const lastGood = await readLastGood(client, db, documents, at, this.#commandOptions(SNAPSHOT_REPLY_MS));
    const changeId = await lastChangeId(client, db, at, this.#commandOptions(SNAPSHOT_REPLY_MS));
    await this.#assertNoneMissing();
    // a collection that was dropped and created during the read may have been read in part
    if (!isDeepStrictEqual(await abortable(this.#signal, this.#restores.identities()), identities))
      throw new Error('a collection was replaced while it was read');
    this.#signal.throwIfAborted();
    await follower.reset(documents, lastGood, changeId);
    this.#translator.forget(lastGood.keyless);
    this.#ground = { from, deliveredUpTo: at };
    this.#restores.adopt(identities, documents);
    this.#completeAtMs = completeAtMs;
    this.#condition.lacks(null);
    this.#position = { startAtOperationTime: from };
    this.#foreign.begin(at.getHighBitsUnsigned());
    this.#delivered.upTo(at);
  }

  async #assertNoneMissing(): Promise<void> {
    const missing = await abortable(this.#signal, this.options.missing());
    if (missing.length === 0) return;
    await abortable(this.#signal, this.options.remember());
    throw new MissingCollectionsError(missing);
  }

  async #clusterTime(): Promise<Timestamp> {
    return (await command(this.options.db, { ping: 1 }, undefined, this.#commandOptions(FEED_REPLY_MS)))
      .operationTime as Timestamp;
  }

  #commandOptions(deadlineMs: number): CommandOptions {
    return { deadlineMs, signal: this.#signal, heard: this.#heard };
  }

  readonly #heard = (): void => this.#condition.heard();

  #pause(ms: number): Promise<void> {
    return sleep(ms, undefined, { signal: this.#signal });
  }
}

/** Resolves like `work`; rejects as soon as the signal aborts, whatever happens to the work. */
async function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let abandon!: () => void;
  const aborted = new Promise<never>((_, reject) => {
    abandon = () => reject(signal.reason as Error);
  });
  signal.addEventListener('abort', abandon, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

/** Runs `work` unless the signal has aborted; a rejection after the abort is ignored. */
async function unlessAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (signal.aborted) return;
  await work().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
