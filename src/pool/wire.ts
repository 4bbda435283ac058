/**
 * The messages between the main thread and a pool thread, see mailbox.ts. A batch is a handful of flat arrays:
 * structured cloning costs time per object, so requests do not travel as objects. encoding.ts explains the choice of
 * forms.
 */
import type { CallerKind, ReachedLimit } from '../caller.js';
import type { PackedGeneration } from '../index/packed.js';

/** The questions that a pool thread answers. */
export const QUESTIONS = ['availability', 'assignment', 'charges'] as const;
export type Question = (typeof QUESTIONS)[number];

/** One question on its way to a thread. */
export interface Job {
  question: Question;
  callerKind: CallerKind;
  /** The credential's id; for a partner its partnerId. */
  callerId: string;
  requestId: string;
  /** The raw JSON body, already known to be well-formed UTF-8. */
  body: string;
  /** Milliseconds since the epoch, with fractions: when the request arrived. */
  receivedAt: number;
  /** `Prefer: handling=strict`: an unknown member is a fault instead of a warning. */
  isStrict?: boolean;
  /**
   * Only for an assignment whose caller gave one; it stays on the main thread, where the assignment is made durable.
   */
  idempotencyKey?: string;
}

/** An answer to a job: a finished response, or an assignment that still has to be made durable. */
export interface Answer {
  status: number;
  /**
   * The JSON body of the response. A thread's body is bytes, since the main thread never needs it as text; without an
   * assignment they may be read only during the call that passes them.
   */
  body: string | Uint8Array;
  /** The limit that refuses the request, for the headers of its answer. */
  limit?: ReachedLimit;
  /** Set for a valid assignment request: what the store must decide before the response may leave. */
  assignment?: PendingAssignment;
}

/** An answer of the engine. */
export interface EngineAnswer extends Answer {
  /** The outcome of the question: an index into OUTCOMES. */
  outcomeCode: number;
}

/** An answer on the thread that computes it. */
export interface ThreadAnswer extends EngineAnswer {
  body: string;
}

/** The members of an assignment that its caller wants; false: these are omitted from the answer. */
export interface AssignmentView {
  /** partnerContact and supportContact. */
  partnerDetails: boolean;
  /** estimates.totalCost, costBreakdown, charges, priceBreakdown and alternatives. */
  cost: boolean;
  timeline: boolean;
}

export interface PendingAssignment {
  shipmentId: string;
  /** SHA-256 of the canonical request and its caller, hex; without the options that only shape the answer. */
  requestHash: string;
  /** JSON text of the list of warnings. */
  warnings: string;
  /** The members of the assignment that the caller wants. */
  view: AssignmentView;
  /** How the partner was chosen. */
  strategy: string;
  /** The record to insert, its whole assignment as JSON text; null when no partner can carry the shipment. */
  record: { assignmentId: string; partnerId: string; createdAt: string; assignment: string } | null;
}

/** A batch on its way to a thread. Without jobs it only makes the thread adopt the generation. */
export interface BatchTask {
  generationId: number;
  /** The generation itself, only when the thread may not hold it. */
  generation: PackedGeneration | null;
  /** When the batch left, in milliseconds since the epoch: the `now` of every rule that depends on dates. */
  now: number;
  /** TEXTS_PER_JOB texts per job: question, callerKind, callerId, requestId, body, and STRICT or ''. */
  texts: string[];
  /** Per job. */
  receivedAt: number[];
}

export const TEXTS_PER_JOB = 6;
export const STRICT = 's';

export interface BatchAnswers {
  missingGeneration: false;
  /** NUMBERS_PER_ANSWER numbers per answer: the status, the length of its body in bytes, the outcome code. */
  numbers: ArrayLike<number>;
  /** The UTF-8 bodies, one after the other, in memory that the threads share. */
  bodies: Uint8Array;
  /** One entry per answer with an assignment: its index and what the store must decide. */
  assignments: { index: number; pending: PendingAssignment }[];
  /** The time that the thread worked on the batch, in milliseconds. */
  busyMs: number;
}

export const NUMBERS_PER_ANSWER = 3;

/** Nothing was computed, because the thread does not hold the generation: the batch must be sent again with it. */
export interface MissingGeneration {
  missingGeneration: true;
  /** The newest version of the generation that it holds; 0: none. */
  holds: number;
}

export type BatchResult = BatchAnswers | MissingGeneration;
