/** Which of the driver's errors mean that the store cannot be reached just now, and which that something is wrong with what was asked. */
import {
  MongoBulkWriteError, MongoError, MongoNetworkError, MongoNotConnectedError, MongoOperationTimeoutError, MongoServerError, MongoServerSelectionError, MongoTopologyClosedError,
} from 'mongodb';
import { StoreUnavailable } from '../port.js';

const UNREACHABLE = [MongoNetworkError, MongoServerSelectionError, MongoNotConnectedError, MongoTopologyClosedError, MongoOperationTimeoutError];
const LABELS = ['TransientTransactionError', 'UnknownTransactionCommitResult', 'RetryableWriteError'];
/** Of a server that is no primary, shuts down, or cannot reach a majority in time. */
const CODES = new Set([6, 7, 50, 63, 64, 89, 91, 134, 189, 202, 262, 358, 9_001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436]);

export function isUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailable) return true;
  // a bulk write wraps whatever it meets, a server that is away too
  if (error instanceof MongoBulkWriteError && (error.errorResponse as unknown) instanceof Error) return isUnavailable(error.errorResponse);
  if (UNREACHABLE.some((type) => error instanceof type)) return true;
  // a pool that was cleared or a queue that was full: the driver exports no type of theirs
  if (error instanceof MongoError && /^Mongo(PoolC|WaitQueue)/.test(error.name)) return true;
  return error instanceof MongoServerError && (CODES.has(Number(error.code)) || LABELS.some((label) => error.hasErrorLabel(label)));
}

/** @throws StoreUnavailable in place of an error that comes to it */
export async function reaching<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isUnavailable(error) ? unavailable(error as Error) : error;
  }
}

export function unavailable(cause: Error): StoreUnavailable {
  if (cause instanceof StoreUnavailable) return cause;
  // a server that answers so is there: no primary, or busy with a transaction of another, perhaps of one that was killed
  const what = cause instanceof MongoServerError ? 'MongoDB cannot do it just now' : 'MongoDB cannot be reached';
  return new StoreUnavailable(`${what}: ${cause.message}`, { cause });
}
