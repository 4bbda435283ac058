/**
 * The error codes of MongoDB that this adapter distinguishes, by MongoDB's own names. The drivers' specifications list
 * other codes for a request (which waits for a majority, and may be repeated as a whole) than for a change stream.
 */
import { MongoServerError } from 'mongodb';

/**
 * `request`: whether the store cannot be reached just now. `stream`: whether it can be resumed at its last position.
 */
interface Meaning {
  code: number;
  request?: 'unavailable';
  stream?: 'passing' | 'lost';
}

const UNAVAILABLE = { request: 'unavailable' } as const;
const PASSING = { stream: 'passing' } as const;
const LOST = { stream: 'lost' } as const;

export const CODES = {
  HostUnreachable: { code: 6, ...UNAVAILABLE, ...PASSING },
  HostNotFound: { code: 7, ...UNAVAILABLE, ...PASSING },
  IndexNotFound: { code: 27 },
  CursorNotFound: { code: 43, ...PASSING },
  NamespaceExists: { code: 48 },
  MaxTimeMSExpired: { code: 50, ...UNAVAILABLE, ...PASSING },
  StaleShardVersion: { code: 63, ...UNAVAILABLE },
  WriteConcernTimeout: { code: 64, ...UNAVAILABLE },
  NetworkTimeout: { code: 89, ...UNAVAILABLE, ...PASSING },
  ShutdownInProgress: { code: 91, ...UNAVAILABLE, ...PASSING },
  WriteConflict: { code: 112 },
  ConflictingOperationInProgress: { code: 117 },
  FailedToSatisfyReadPreference: { code: 133, ...PASSING },
  ReadConcernMajorityNotAvailableYet: { code: 134, ...UNAVAILABLE },
  CappedPositionLost: { code: 136, ...PASSING },
  PrimarySteppedDown: { code: 189, ...UNAVAILABLE, ...PASSING },
  NetworkInterfaceExceededTimeLimit: { code: 202, ...UNAVAILABLE },
  RetryChangeStream: { code: 234, ...PASSING },
  CursorKilled: { code: 237, ...PASSING },
  NoSuchTransaction: { code: 251 },
  InvalidResumeToken: { code: 260, ...LOST },
  ExceededTimeLimit: { code: 262, ...UNAVAILABLE, ...PASSING },
  ChangeStreamFatalError: { code: 280, ...LOST },
  ChangeStreamHistoryLost: { code: 286, ...LOST },
  TransactionExceededLifetimeLimitSeconds: { code: 290 },
  InternalTransactionNotSupported: { code: 358, ...UNAVAILABLE },
  CollectionUUIDMismatch: { code: 361 },
  SocketException: { code: 9_001, ...UNAVAILABLE, ...PASSING },
  LegacyNotPrimary: { code: 10_058, ...UNAVAILABLE },
  NotWritablePrimary: { code: 10_107, ...UNAVAILABLE, ...PASSING },
  BSONObjectTooLarge: { code: 10_334, ...LOST },
  DuplicateKey: { code: 11_000 },
  InterruptedAtShutdown: { code: 11_600, ...UNAVAILABLE, ...PASSING },
  Interrupted: { code: 11_601, ...PASSING },
  InterruptedDueToReplStateChange: { code: 11_602, ...UNAVAILABLE, ...PASSING },
  BackgroundOperationInProgressForNamespace: { code: 12_587 },
  NotPrimaryNoSecondaryOk: { code: 13_435, ...UNAVAILABLE, ...PASSING },
  NotPrimaryOrSecondary: { code: 13_436, ...UNAVAILABLE, ...PASSING },
} satisfies Record<string, Meaning>;

type CodeName = keyof typeof CODES;

const MEANINGS = new Map<unknown, Meaning>(Object.values<Meaning>(CODES).map((meaning) => [meaning.code, meaning]));

/** Whether `error` is the server's, with one of these codes. */
export function hasCode(error: unknown, ...names: readonly CodeName[]): error is MongoServerError {
  return error instanceof MongoServerError && names.some((name) => CODES[name].code === error.code);
}

export function meaningOf({ code }: MongoServerError): Omit<Meaning, 'code'> {
  return MEANINGS.get(code) ?? {};
}
