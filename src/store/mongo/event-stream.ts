/** A change stream as batches of events. No batch ends within a transaction. */
import { BSON, type Db, type Document, type MongoClient, type ResumeToken, type Timestamp } from 'mongodb';
import { FEED_AWAIT_MS, FEED_BATCH_EVENTS, FEED_TRANSACTION_AWAIT_MS } from '../../limits.js';
import { inSlices, type Steps } from '../../steps.js';
import { ChangesLost, wholeLength, type StreamEvent } from './events.js';
import { RawCursor, type CommandOptions } from './raw-cursor.js';

/** Where a stream begins: with the events of a moment, or with the event after a token. */
export type Position = { startAtOperationTime: Timestamp } | { resumeAfter: ResumeToken };

export interface EventBatch {
  /** In commit order; empty when nothing happened for {@link FEED_AWAIT_MS}. */
  events: StreamEvent[];
  /** Where a stream continues after these events; null: the previous position still holds. */
  resumeAfter: ResumeToken | null;
  /** The events that are still to come begin with this one, or are newer; null: the server says that there are none. */
  rest: StreamEvent | null;
}

export class EventStream {
  /** Events of a transaction whose end has not been seen yet. */
  readonly #held: StreamEvent[] = [];

  private constructor(private readonly cursor: RawCursor) {}

  /** @param match selects the wanted events */
  static async open(client: MongoClient, db: Db, match: Document, position: Position, options: CommandOptions): Promise<EventStream> {
    const images = { fullDocument: 'whenAvailable', fullDocumentBeforeChange: 'whenAvailable' };
    const pipeline = [{ $changeStream: { ...images, ...position } }, { $match: match }, { $unset: ['updateDescription', 'lsid'] }];
    return new EventStream(await RawCursor.open(client, db, { aggregate: 1, pipeline, cursor: { batchSize: 0 } }, options));
  }

  /**
   * Waits for events. The server sends all events of a transaction before it reaches the end of its log: an empty
   * answer, or an event of something else, means that the transaction has ended.
   * @throws ChangesLost when the server has ended the stream
   */
  async next(options: CommandOptions): Promise<EventBatch> {
    if (this.cursor.isExhausted) throw new ChangesLost('the server has ended the change stream');
    const held = this.#held;
    const batch = await this.cursor.more(FEED_BATCH_EVENTS, options, held.length === 0 ? FEED_AWAIT_MS : FEED_TRANSACTION_AWAIT_MS);
    await inSlices(decode(batch.documents, held));
    const events = held.splice(0, batch.documents.length === 0 ? held.length : wholeLength(held));
    // the server answers with fewer only when it has no more
    const isFull = batch.documents.length === FEED_BATCH_EVENTS;
    const last = events.at(-1) ?? null;
    return {
      events,
      resumeAfter: held.length === 0 ? batch.postBatchResumeToken : last?._id ?? null,
      rest: held[0] ?? (isFull ? last : null),
    };
  }

  /** Never rejects. */
  close(): Promise<void> {
    return this.cursor.close();
  }
}

function* decode(documents: readonly Uint8Array[], into: StreamEvent[]): Steps<void> {
  for (const bytes of documents) {
    into.push(BSON.deserialize(bytes) as StreamEvent);
    yield;
  }
}
