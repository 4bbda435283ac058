/** Distinguishes driver errors: the store cannot be reached just now, or the request is wrong. */
import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';
import { MONGO_READ_DEADLINE_MS, MONGO_READ_TIMEOUT_MS } from '../../limits/mongo.js';
import { StoreUnavailableError } from '../port.js';
import { meaningOf } from './codes.js';

const UNREACHABLE = [
  MongoNetworkError,
  MongoServerSelectionError,
  MongoNotConnectedError,
  MongoTopologyClosedError,
  MongoOperationTimeoutError,
];
const LABELS = ['TransientTransactionError', 'UnknownTransactionCommitResult', 'RetryableWriteError'];

/** A socket whose other end is closed while the driver writes to it: the driver passes these errors on unchanged. */
const SOCKET_CODES = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END']);
export const isOfSocket = (error: unknown): boolean =>
  error instanceof Error && SOCKET_CODES.has((error as NodeJS.ErrnoException).code ?? '');

/** The reason of a signal of {@link readLimits}. */
const isLate = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';

export function isUnavailable(error: unknown): boolean {
  if (error instanceof StoreUnavailableError || isOfSocket(error) || isLate(error)) return true;
  // a bulk write wraps every error, also that of an unreachable server
  if (error instanceof MongoBulkWriteError && (error.errorResponse as unknown) instanceof Error)
    return isUnavailable(error.errorResponse);
  if (UNREACHABLE.some((type) => error instanceof type)) return true;
  // a cleared connection pool or a full wait queue: the driver does not export their types
  if (error instanceof MongoError && /^Mongo(PoolC|WaitQueue)/.test(error.name)) return true;
  return (
    error instanceof MongoServerError
    && (meaningOf(error).request !== undefined || LABELS.some((label) => error.hasErrorLabel(label)))
  );
}

/**
 * The options of a read. The server enforces the first limit and we the second: the driver (7.9) never settles a
 * command that waits to be written while the server ends the connection.
 */
export const readLimits = (): { maxTimeMS: number; signal: AbortSignal } => ({
  maxTimeMS: MONGO_READ_TIMEOUT_MS,
  signal: AbortSignal.timeout(MONGO_READ_DEADLINE_MS),
});

/** @throws StoreUnavailableError when `work` has not ended after `limitMs`; whether it will end later is unknown */
export async function within<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailableError(`MongoDB did not answer within ${limitMs} ms`)), limitMs);
  });
  return await Promise.race([work(), late]).finally(() => clearTimeout(timer));
}

/** @throws StoreUnavailableError in place of an error of an unreachable store */
export async function reaching<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isUnavailable(error) ? unavailable(error as Error) : error;
  }
}

export function unavailable(cause: Error): StoreUnavailableError {
  if (cause instanceof StoreUnavailableError) return cause;
  // a server that answers is reachable, but is not the primary, or is blocked by a transaction, perhaps of a killed
  // process
  const what = cause instanceof MongoServerError ? 'MongoDB cannot do this just now' : 'MongoDB cannot be reached';
  return new StoreUnavailableError(`${what}: ${cause.message}`, { cause });
}
