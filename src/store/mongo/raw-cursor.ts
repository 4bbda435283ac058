/**
 * Commands with a deadline, and cursors whose documents stay bytes until they are needed. The driver's own cursors
 * decode a whole batch at once and hide where it ends, which a change stream needs to know its position.
 */
import { Long, type ClientSession, type Db, type Document, type MongoClient, type Timestamp } from 'mongodb';
import { FEED_CLOSE_MS } from '../../limits/mongo.js';

/** The server did not answer a command in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';
}

export interface CommandOptions {
  /** In milliseconds from now; includes the time to find a server and a connection. */
  deadlineMs: number;
  /** Rejects the command with the signal's reason when it aborts. */
  signal?: AbortSignal | undefined;
  /** Called with every answer. */
  heard?: (() => void) | undefined;
}

/**
 * The server's answer to a command. The command goes to the primary and is never repeated. Abandoning a command closes
 * its connection, and the server stops it. `firstBatch` and `nextBatch` are bytes; integers of 64 bits are `Long`s.
 */
export async function command(
  db: Db,
  body: Document,
  session: ClientSession | undefined,
  { deadlineMs, signal, heard }: CommandOptions,
): Promise<Document> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abandon = (): void => controller.abort(signal!.reason);
  signal?.addEventListener('abort', abandon, { once: true });
  const timer = setTimeout(
    () => controller.abort(new DeadlineError(`no answer to ${Object.keys(body)[0]} within ${deadlineMs} ms`)),
    deadlineMs,
  );
  try {
    const answer = await db.command(body, {
      session,
      signal: controller.signal,
      promoteLongs: false,
      fieldsAsRaw: { firstBatch: true, nextBatch: true },
    });
    heard?.();
    return answer;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abandon);
  }
}

export interface RawBatch {
  documents: readonly Uint8Array[];
  /** Of a change stream: its position after this batch. */
  postBatchResumeToken: Document | null;
}

/** A cursor on the server. Send its commands one after the other. */
export class RawCursor {
  private constructor(
    private readonly db: Db,
    private readonly session: ClientSession,
    private readonly collection: string,
    private id: Long,
    readonly first: RawBatch,
    /** Of a read with read concern `snapshot`: the moment of the read. */
    readonly atClusterTime: Timestamp | null,
  ) {}

  /** @param body a command that answers with a cursor: `find`, `aggregate` */
  static async open(client: MongoClient, db: Db, body: Document, options: CommandOptions): Promise<RawCursor> {
    const session = client.startSession({ causalConsistency: false });
    try {
      const { cursor } = await command(db, body, session, options);
      const collection = (cursor.ns as string).slice(db.databaseName.length + 1);
      return new RawCursor(
        db,
        session,
        collection,
        cursor.id as Long,
        batchOf(cursor),
        (cursor.atClusterTime as Timestamp | undefined) ?? null,
      );
    } catch (error) {
      await session.endSession();
      throw error;
    }
  }

  /** True when the server has sent everything; it has then closed the cursor. */
  get isExhausted(): boolean {
    return this.id.isZero();
  }

  /** @param awaitMs how long a change stream waits on the server for the first document */
  async more(batchSize: number, options: CommandOptions, awaitMs?: number): Promise<RawBatch> {
    const body = {
      getMore: this.id,
      collection: this.collection,
      batchSize,
      ...(awaitMs === undefined ? {} : { maxTimeMS: awaitMs }),
    };
    const { cursor } = await command(this.db, body, this.session, options);
    this.id = cursor.id as Long;
    return batchOf(cursor);
  }

  /** Never rejects: the server later closes a cursor that cannot be closed now. */
  async close(): Promise<void> {
    const closing = { killCursors: this.collection, cursors: [this.id] };
    if (!this.isExhausted) await command(this.db, closing, this.session, { deadlineMs: FEED_CLOSE_MS }).catch(() => {});
    this.id = Long.ZERO;
    await this.session.endSession().catch(() => {});
  }
}

function batchOf(cursor: Document): RawBatch {
  return {
    documents: (cursor.firstBatch ?? cursor.nextBatch) as Uint8Array[],
    postBatchResumeToken: (cursor.postBatchResumeToken as Document | undefined) ?? null,
  };
}
