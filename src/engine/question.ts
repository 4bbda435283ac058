/** The questions and answers of the engine, for every module that asks it or passes a question on. */
import type { CallerKind, ReachedLimit } from '../caller.js';
import type { AssignmentRecord } from '../model/documents.js';
import type { Json } from '../json.js';

/** The questions that the engine answers. */
export const QUESTIONS = ['availability', 'assignment', 'charges'] as const;
export type Question = (typeof QUESTIONS)[number];

/** One question, on its way to whichever thread answers it. */
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
  /** The query string, if it has parameters: no question takes any. */
  query?: string;
  /** Only of an assignment: its credential has the scope manage. */
  isManager?: boolean;
  /**
   * Only for an assignment whose caller gave one; it stays on the main thread, where the assignment is made durable.
   */
  idempotencyKey?: string;
}

/** A question in the caller's words. */
export type QuestionJob = Pick<Job, 'question' | 'callerKind' | 'callerId' | 'body' | 'receivedAt'>;

/** A question with what became of it, an index into {@link OUTCOMES}. */
export interface AnsweredQuestion extends QuestionJob {
  outcomeCode: number;
}

/** The engine's answer to a job: a finished response, or an assignment that still has to be made durable. */
export interface EngineAnswer {
  status: number;
  /**
   * The JSON body of the response. A thread's body is bytes, since the main thread never needs it as text; without an
   * assignment they may be read only during the call that passes them.
   */
  body: string | Uint8Array;
  /** The limit that refuses the request, for the headers of its answer. */
  limit?: ReachedLimit;
  /** Set for a valid assignment request: the store decides it before the response may leave. */
  assignment?: PendingAssignment;
  /** An index into OUTCOMES. */
  outcomeCode: number;
}

/** An answer on the thread that computes it. */
export interface TextAnswer extends EngineAnswer {
  body: string;
}

/** What the caller of an assignment wants of its answer; false: these members are omitted. */
export interface AssignmentView {
  /** partnerContact and supportContact. */
  partnerDetails: boolean;
  /** estimates.totalCost, costBreakdown, charges, priceBreakdown and alternatives. */
  cost: boolean;
  timeline: boolean;
  /** The decision, which stands next to the assignment. */
  decision: boolean;
}

/** An assignment that is not stored yet; `decision`: a KeptDecision. */
type PendingRecord = Pick<AssignmentRecord, 'assignmentId' | 'partnerId' | 'createdAt' | 'asked' | 'counted'> & {
  assignment: Json;
  decision: Json;
};

export interface PendingAssignment {
  shipmentId: string;
  /** SHA-256 of the canonical request and its caller, hex; without the options that only shape the answer. */
  requestHash: string;
  /** The list of warnings. */
  warnings: Json;
  /** The members of the assignment that the caller wants. */
  view: AssignmentView;
  /** How the partner was chosen. */
  strategy: string;
  /** The record to insert, with its whole assignment; null when no partner can carry the shipment. */
  record: PendingRecord | null;
  /** The round in which the record's counts are reserved; absent: it has none. */
  reservedIn?: number;
}
