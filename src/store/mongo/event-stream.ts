/** A change stream as batches of events. No batch ends within a transaction. */
import { BSON, type Db, type Document, type MongoClient, type ResumeToken, type Timestamp } from 'mongodb';
import { FEED_AWAIT_MS, FEED_BATCH_EVENTS, FEED_TRANSACTION_AWAIT_MS } from '../../limits/mongo.js';
import type { CollectionName } from '../../model/documents.js';
import { LostChangesError, CHANGING_EVENTS, wholeLength, type StreamEvent } from './events.js';
import { LAST_GOOD_EVENTS } from './last-good.js';
import { MARK_EVENTS, STATE_COLLECTION } from './state.js';
import { RawCursor, type CommandOptions } from './raw-cursor.js';

/** Distinguishes our writes from those of other programs. */
export const CHANGE_SETS = 'changes' satisfies CollectionName;

const UNUSED_FIELDS = ['updateDescription', 'operationDescription', 'collectionUUID', 'lsid'];

/** Where a stream begins: with the events of a moment, or with the event after a token. */
export type Position = { startAtOperationTime: Timestamp } | { resumeAfter: ResumeToken };

interface EventBatch {
  /** In commit order; empty when nothing happened for {@link FEED_AWAIT_MS}. */
  events: StreamEvent[];
  /** The position after these events; null: the previous position still holds. */
  resumeAfter: ResumeToken;
  /** The first event to come is this one or a newer one; null: the server has reported that there are none. */
  rest: StreamEvent | null;
  /** The stream has everything that a majority had acknowledged when it was asked. */
  isAtEnd: boolean;
}

/** Selects the events of the stream: changes, events of whole collections, and marks. */
export function matching(collections: readonly CollectionName[]): Document {
  const watched = { $in: [...collections, STATE_COLLECTION] };
  return {
    $or: [
      { 'operationType': { $in: CHANGING_EVENTS }, 'ns.coll': { $in: collections } },
      // in the transaction of each of our writes
      { 'operationType': 'insert', 'ns.coll': CHANGE_SETS },
      MARK_EVENTS,
      LAST_GOOD_EVENTS,
      { 'operationType': { $in: ['drop', 'rename'] }, 'ns.coll': watched },
      // it may replace a collection of that name, which no other event reports
      { 'operationType': 'rename', 'to.coll': watched },
      // without its unique index a collection may get two documents with one key, which no event distinguishes
      { 'operationType': 'dropIndexes', 'ns.coll': { $in: collections }, 'operationDescription.indexes.unique': true },
      { operationType: { $in: ['dropDatabase', 'invalidate'] } },
    ],
  };
}

export class EventStream {
  /** Events of a transaction whose end has not been seen yet. */
  readonly #held: StreamEvent[] = [];

  private constructor(private readonly cursor: RawCursor) {}

  /** @param match selects the wanted events */
  static async open(
    client: MongoClient,
    db: Db,
    match: Document,
    position: Position,
    options: CommandOptions,
  ): Promise<EventStream> {
    const images = { fullDocument: 'whenAvailable', fullDocumentBeforeChange: 'whenAvailable' };
    // only expanded events report a dropped index
    const stream = { ...images, showExpandedEvents: true, ...position };
    const pipeline = [{ $changeStream: stream }, { $match: match }, { $unset: UNUSED_FIELDS }];
    return new EventStream(
      await RawCursor.open(client, db, { aggregate: 1, pipeline, cursor: { batchSize: 0 } }, options),
    );
  }

  /**
   * Waits for events. The server sends all events of a transaction before it reaches the end of its log: an empty
   * answer, or an event of something else, means that the transaction has ended.
   * @throws LostChangesError when the server has ended the stream
   */
  async next(options: CommandOptions): Promise<EventBatch> {
    if (this.cursor.isExhausted) throw new LostChangesError('the server has ended the change stream');
    const held = this.#held;
    const batch = await this.cursor.more(
      FEED_BATCH_EVENTS,
      options,
      held.length === 0 ? FEED_AWAIT_MS : FEED_TRANSACTION_AWAIT_MS,
    );
    for (const bytes of batch.documents) held.push(BSON.deserialize(bytes) as StreamEvent);
    const events = held.splice(0, batch.documents.length === 0 ? held.length : wholeLength(held));
    // the server answers with fewer only when it has no more
    const isFull = batch.documents.length === FEED_BATCH_EVENTS;
    const last = events.at(-1) ?? null;
    return {
      events,
      resumeAfter: held.length === 0 ? batch.postBatchResumeToken : (last?._id ?? null),
      rest: held[0] ?? (isFull ? last : null),
      // only if it is empty: the server also sends fewer events when more would be too many bytes
      isAtEnd: batch.documents.length === 0,
    };
  }

  /** Never rejects. */
  close(): Promise<void> {
    return this.cursor.close();
  }
}
