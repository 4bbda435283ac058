/** Transactions of the replica set, retried while that can help. */
import {
  type ClientSession,
  type Db,
  type Document,
  type Filter,
  type MongoClient,
  MongoServerError,
  type Timestamp,
  type TransactionOptions,
} from 'mongodb';
import {
  MONGO_ABORT_MS,
  MONGO_COMMIT_TIMEOUT_MS,
  MONGO_FIRST_PAUSE_MS,
  MONGO_GROUP_PATIENCE_MS,
  MONGO_LAST_PAUSE_MS,
  MONGO_LATE_MS,
  MONGO_QUERY_KEYS,
  MONGO_READ_TIMEOUT_MS,
  MONGO_SERVER_SELECTION_MS,
  MONGO_WRITE_DEADLINE_MS,
} from '../../limits/mongo.js';
import type { CollectionName } from '../../model/documents.js';
import { StoreUnavailableError, TransactionTooLargeError } from '../port.js';
import { ContentionError } from '../write-queue.js';
import { AbandonedTransactions } from './abandoned.js';
import type { Collections } from './collections.js';
import { hasCode } from './codes.js';
import { isUnavailable, unavailable, within } from './unavailable.js';

const TRANSACTION: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: MONGO_COMMIT_TIMEOUT_MS },
  readPreference: 'primary',
};

/** Matches the `_id` index of the document collections. The driver names the index only in the message. */
const OWN_ID_TAKEN = /\.(?!_pinrate )\S+ index: _id_ /;
const MAX_TAKEN = 20;
/** The default of transactionLifetimeLimitSeconds. */
const USUAL_LIFETIME_SECONDS = 60;

/** The state of one transaction and its retries. */
export interface Attempt {
  session: ClientSession;
  /**
   * False once another program's document was found under an `_id` of ours: the driver then makes the `_id`s of new
   * documents.
   */
  ownIds: boolean;
  /** How often a key was already taken. */
  taken: number;
  /**
   * Whether it waits for its turn among the transactions of all nodes: a conflict then means that another one has it.
   */
  awaitsTurn: boolean;
  /** How often another one had the turn. */
  turnsLost: number;
}

/** The result of a transaction, and a moment that is not before its commit. */
interface TransactionResult<T> {
  result: T;
  moment: Timestamp;
}

export class Transactions {
  /** The longest duration of a transaction at the server; null: not known yet. */
  private lifetimeMs: number | null = null;
  private readonly abandoned: AbandonedTransactions;

  constructor(
    private readonly client: MongoClient,
    private readonly db: Db,
    private readonly collections: Collections,
  ) {
    this.abandoned = new AbandonedTransactions(client);
  }

  /**
   * Runs `work` in a transaction that a majority has acknowledged when this resolves. That includes transactions that
   * only read, so that the documents they have seen cannot be lost. Temporary obstacles (a conflict with another
   * transaction, a key that was just taken, a primary that steps down) are retried until `deadline`, in
   * `performance.now()` milliseconds.
   * @param patienceMs how long conflicts with other transactions are retried; waiting for a turn is no conflict
   * @throws ContentionError after `patienceMs`; StoreUnavailableError after `deadline`, when the outcome of the
   * transaction may be unknown; TransactionTooLargeError; any other error of `work` at once
   */
  async run<T>(
    deadline: number,
    work: (attempt: Attempt) => Promise<T>,
    patienceMs = Infinity,
  ): Promise<TransactionResult<T>> {
    const attempt: Attempt = {
      session: this.client.startSession(),
      ownIds: true,
      taken: 0,
      awaitsTurn: false,
      turnsLost: 0,
    };
    const begunAt = performance.now();
    let pauseMs = MONGO_FIRST_PAUSE_MS;
    let patience: number | null = null;
    try {
      for (;;) {
        const startedAt = performance.now();
        try {
          return await this.once(deadline, attempt, work);
        } catch (error) {
          await this.assertWithinLifetime(error, startedAt);
          if (attempt.session.inTransaction()) await this.abort(attempt);
          // the pause before the next turn is in Turns
          const isTurnLost = attempt.awaitsTurn && hasCode(error, 'WriteConflict');
          attempt.awaitsTurn = false;
          if (hasCode(error, 'WriteConflict') && !isTurnLost) patience ??= startedAt + patienceMs;
          await this.assertWorthRepeating(error, attempt, deadline, isTurnLost ? null : patience);
          if (performance.now() - begunAt >= MONGO_GROUP_PATIENCE_MS) await this.abandoned.end();
          if (isTurnLost) continue;
        }
        await new Promise((resume) => setTimeout(resume, pauseMs * (0.5 + Math.random())));
        pauseMs = Math.min(2 * pauseMs, MONGO_LAST_PAUSE_MS);
      }
    } finally {
      await ended(() => attempt.session.endSession());
    }
  }

  /** If the server does not receive the abort, the next transaction of the session ends this one. */
  private async abort(attempt: Attempt): Promise<void> {
    const { session } = attempt;
    const aborting = session.abortTransaction();
    await ended(() => aborting);
    if (!session.inTransaction()) return;
    // the driver waits for the answer of a server that hangs, and until then begins nothing in this session
    attempt.session = this.client.startSession();
    const end = (): Promise<void> => session.endSession();
    void aborting.then(end, end).catch(() => {});
  }

  /**
   * Within a transaction: the documents that a filter finds, with the fields of `projection`, or all fields when it is
   * empty. Rejects when the collection was dropped or replaced.
   */
  async *find(
    { session }: Attempt,
    collection: CollectionName,
    filter: Filter<Document>,
    projection: Document,
  ): AsyncGenerator<Document> {
    const collectionUUID = await this.collections.uuidOf(collection);
    if (collectionUUID === null)
      throw new StoreUnavailableError(`the collection ${collection} is missing from the database`);
    const find = {
      find: collection,
      filter,
      projection,
      batchSize: MONGO_QUERY_KEYS,
      maxTimeMS: MONGO_READ_TIMEOUT_MS,
      collectionUUID,
    };
    yield* this.db.runCursorCommand(find, { session });
  }

  /**
   * The server ends a transaction that lasts too long, so nothing is lost when we give it up somewhat later: the driver
   * may leave it unsettled for ever, together with all writes after it.
   */
  private async once<T>(
    deadline: number,
    attempt: Attempt,
    work: (attempt: Attempt) => Promise<T>,
  ): Promise<TransactionResult<T>> {
    const limitMs = (this.lifetimeMs ??= await this.askLifetime()) + MONGO_LATE_MS;
    const startedAt = performance.now();
    try {
      return await within(limitMs, () => this.commit(deadline, attempt, work));
    } finally {
      // the operator of the database may have raised the limit
      if (performance.now() - startedAt >= limitMs) this.lifetimeMs = null;
    }
  }

  private async commit<T>(
    deadline: number,
    attempt: Attempt,
    work: (attempt: Attempt) => Promise<T>,
  ): Promise<TransactionResult<T>> {
    const { session } = attempt;
    session.startTransaction(TRANSACTION);
    const result = await work(attempt);
    for (;;) {
      try {
        await session.commitTransaction();
        return { result, moment: session.operationTime! };
      } catch (error) {
        if (!isUndecided(error) || performance.now() >= deadline) throw error;
      }
      await new Promise((resume) => setTimeout(resume, MONGO_LAST_PAUSE_MS));
    }
  }

  /** @throws TransactionTooLargeError when the server ended the transaction because it lasted too long */
  private async assertWithinLifetime(error: unknown, startedAt: number): Promise<void> {
    const lastedMs = performance.now() - startedAt;
    if (!hasCode(error, 'NoSuchTransaction', 'TransactionExceededLifetimeLimitSeconds')) return;
    const lifetimeMs = (this.lifetimeMs = await this.askLifetime());
    if (lastedMs < lifetimeMs) return;
    throw new TransactionTooLargeError(
      `a transaction may last ${lifetimeMs / 1_000} s in this database, and took longer`,
      {
        cause: error,
      },
    );
  }

  private async askLifetime(): Promise<number> {
    const asked = { getParameter: 1, transactionLifetimeLimitSeconds: 1 };
    // a user who may not read the parameter gets the default
    const { transactionLifetimeLimitSeconds: seconds = USUAL_LIFETIME_SECONDS } = await this.db
      .admin()
      .command(asked, { signal: AbortSignal.timeout(MONGO_SERVER_SELECTION_MS) })
      .catch((): Document => ({}));
    return Number(seconds) * 1_000;
  }

  private async assertWorthRepeating(
    error: unknown,
    attempt: Attempt,
    deadline: number,
    patience: number | null,
  ): Promise<void> {
    if (error instanceof StoreUnavailableError) throw error;
    // a key is taken only once: the next attempt finds its document, unless another program's index refuses the key
    const isTaken = hasCode(error, 'DuplicateKey') && ++attempt.taken < MAX_TAKEN;
    const isAnother = hasCode(error, 'CollectionUUIDMismatch');
    if (!(isTaken || isAnother || isUnavailable(error))) throw error;
    if (performance.now() >= deadline) throw unavailable(error as Error);
    if (hasCode(error, 'WriteConflict') && patience !== null && performance.now() >= patience)
      throw new ContentionError(error.message, { cause: error });
    if (isTaken && OWN_ID_TAKEN.test((error as Error).message)) attempt.ownIds = false;
    // the collection was dropped, and perhaps restored
    if (isAnother) await within(MONGO_WRITE_DEADLINE_MS, () => this.collections.mend());
  }
}

/**
 * Whether the failed commit may have taken effect: the server said so, or did not answer, or no majority has confirmed
 * its answer (like that of a primary that hung and has no record of the transaction). Then the commit is repeated and
 * not the transaction, which would take effect twice.
 */
function isUndecided(error: unknown): boolean {
  if (error instanceof MongoServerError)
    return error.hasErrorLabel('UnknownTransactionCommitResult') || error.errorResponse.writeConcernError !== undefined;
  return isUnavailable(error);
}

/**
 * Never rejects. The driver may leave any command unsettled for ever, and so everything that waits for the transaction.
 */
async function ended(work: () => Promise<void>): Promise<void> {
  await within(MONGO_ABORT_MS, work).catch(() => {});
}
