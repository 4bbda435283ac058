/** The input of a computation, and its result. */
import type { Caller } from '../caller.js';
import type { Counters } from '../domain/allocation/counters.js';
import type { Failure } from '../errors.js';
import type { GenerationView } from '../index/view.js';
import type { RefusalReason } from './outcomes.js';
import type { PendingAssignment } from './question.js';
import type { Json } from '../json.js';

export interface EngineContext {
  view: GenerationView;
  /** Milliseconds since the epoch. */
  now: number;
  /** The same as JSON text of an ISO 8601 time. */
  nowJson: Json;
  /** Of a shipment that was asked at `now` and is asked again: rows that are in force at this moment count. */
  rowsAt?: number;
  /** Milliseconds since the epoch; it advances while the batch is answered. */
  clock(): number;
  counters: Counters;
  /** A new identifier with this prefix, unique across threads, nodes and restarts. */
  nextId(prefix: string): string;
}

/** The caller of a question, and its request. */
export interface Asker extends Caller {
  requestId: string;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  /** Whether its credential has the scope manage; only known of assignments. */
  isManager: boolean;
}

/** The result of a question. */
export type QuestionResult = Success | FailureResult;

interface FailureResult {
  ok: false;
  failure: Failure;
  /** Set when the failure means that no partner carries the shipment: see Success. */
  refusedFor: RefusalReason | null;
  /** Set when an earlier assignment of the same request takes the place of the failure. */
  assignment?: PendingAssignment;
}

export interface Success {
  ok: true;
  data: Json;
  /** Members of the envelope in addition to data, without braces; '': none. */
  envelope: string;
  /** Why no partner carries the shipment; null: one does. */
  refusedFor: RefusalReason | null;
  assignment?: PendingAssignment;
}

export function failure(value: Failure, refusedFor: RefusalReason | null = null): FailureResult {
  return { ok: false, failure: value, refusedFor };
}

export function success(data: Json, envelope: string, refusedFor: RefusalReason | null = null): Success {
  return { ok: true, data, envelope, refusedFor };
}
