/**
 * The messages between the main thread and a pool thread. A batch is a handful of flat arrays and one string: structured
 * cloning costs per object, so requests do not travel as objects.
 */
import type { GenerationHandle } from '../index/generation.js';

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
}

/** What a thread answers: a finished response, or an assignment that still has to be made durable. */
export interface Answer {
  status: number;
  /** The JSON body of the response. */
  body: string;
  /** Set for a valid assignment request: what the store must decide on before the response may leave. */
  assignment?: PendingAssignment;
}

export interface PendingAssignment {
  shipmentId: string;
  /** SHA-256 of the canonical request and its caller, hex. */
  requestHash: string;
  /** The record to insert; null when no partner can carry the shipment. */
  record: { assignmentId: string; partnerId: string; createdAt: string; assignment: Record<string, unknown> } | null;
}

/** A batch: the requests' texts joined, their lengths beside them. */
export interface BatchTask {
  generationId: number;
  /** Only when the thread has said that it does not hold the generation. */
  generation: GenerationHandle | null;
  /** Milliseconds since the epoch at which the batch left: the `now` of every rule that looks at dates. */
  now: number;
  /** Per job: question, callerKind (0 service, 1 partner), and the lengths of callerId, requestId and body in `text`. */
  header: Uint32Array;
  receivedAt: Float64Array;
  text: string;
}

export const HEADER_FIELDS = 5;

export type BatchResult =
  | { missingGeneration: true }
  | {
      missingGeneration: false;
      /** Per job: the status and the length of its body in `text`. */
      header: Uint32Array;
      text: string;
      /** Per job with one: its index and what the store must decide. */
      assignments: { index: number; pending: PendingAssignment }[];
      /** Milliseconds that the thread worked on the batch. */
      busyMs: number;
    };
