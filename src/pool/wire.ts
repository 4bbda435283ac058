/**
 * What passes between the main thread and a pool thread, see mailbox.ts. A batch is a handful of flat arrays: structured cloning costs per
 * object, so requests do not travel as objects. What each form costs is told in encoding.ts.
 */
import type { PackedGeneration } from '../index/packed.js';

/** The questions that a pool thread answers. */
export const QUESTIONS = ['availability', 'assignment', 'charges'] as const;
export type Question = (typeof QUESTIONS)[number];

/** Who asks: a partner's credential speaks for that partner alone, a service's for all. */
export type CallerKind = 'service' | 'partner';

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
  /** `Prefer: handling=strict`: a member that is not known is a fault instead of a warning. */
  isStrict?: boolean;
  /** Of an assignment, where its caller gave one; stays on the main thread, where the assignment is made durable. */
  idempotencyKey?: string;
}

/** An answer to a job: a finished response, or an assignment that still has to be made durable. */
export interface Answer {
  status: number;
  /**
   * The JSON body of the response. A thread's comes as bytes, since the main thread never needs it as text; without an
   * assignment they may be read only during the call that hands them over.
   */
  body: string | Uint8Array;
  /** Set for a valid assignment request: what the store must decide on before the response may leave. */
  assignment?: PendingAssignment;
}

/** An answer of the engine. */
export interface EngineAnswer extends Answer {
  /** What the question came to: a place in OUTCOMES. */
  outcomeCode: number;
}

/** An answer where it is computed. */
export interface ThreadAnswer extends EngineAnswer {
  body: string;
}

/** Which members of an assignment its caller wants to see; false: these are left out of the answer. */
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
  /** What the caller wants to see of the assignment. */
  view: AssignmentView;
  /** How the partner was chosen. */
  strategy: string;
  /** The record to insert, its whole assignment as JSON text; null when no partner can carry the shipment. */
  record: { assignmentId: string; partnerId: string; createdAt: string; assignment: string } | null;
}

/** A batch on its way to a thread. Without jobs it only makes the thread take up the generation. */
export interface BatchTask {
  generationId: number;
  /** The generation itself, only when the thread may not hold it. */
  generation: PackedGeneration | null;
  /** Milliseconds since the epoch at which the batch left: the `now` of every rule that looks at dates. */
  now: number;
  /** Per job, TEXTS_PER_JOB of them: question, callerKind, callerId, requestId, body, and STRICT or ''. */
  texts: string[];
  /** Per job. */
  receivedAt: number[];
}

export const TEXTS_PER_JOB = 6;
export const STRICT = 's';

export interface BatchAnswers {
  missingGeneration: false;
  /** Per answer, NUMBERS_PER_ANSWER of them: the status, the length of its body in bytes, the outcome code. */
  numbers: ArrayLike<number>;
  /** The bodies, UTF-8, one after the other, in memory that the threads share. */
  bodies: Uint8Array;
  /** Per answer with one: its index and what the store must decide. */
  assignments: { index: number; pending: PendingAssignment }[];
  /** Milliseconds that the thread worked on the batch. */
  busyMs: number;
}

export const NUMBERS_PER_ANSWER = 3;

/** Nothing was computed, because the thread does not hold the generation: the batch has to come again with it. */
export interface MissingGeneration {
  missingGeneration: true;
  /** The newest version of the one that it holds; 0: none. */
  holds: number;
}

export type BatchResult = BatchAnswers | MissingGeneration;
