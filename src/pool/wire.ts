/**
 * The messages between the main thread and a pool thread, see mailbox.ts. A batch is a handful of flat arrays:
 * structured cloning costs time per object, so requests do not travel as objects. encoding.ts explains the choice of
 * forms.
 */
import type { BulkAnswer, BulkCost, BulkJob } from '../engine/bulk/question.js';
import type { PendingAssignment } from '../engine/question.js';

/**
 * A batch on its way to a thread. Without jobs it only makes the thread adopt the generation, whose delta is in the
 * thread's port already.
 */
export interface BatchTask {
  generationId: number;
  /** When the batch left, in milliseconds since the epoch: the `now` of every rule that depends on dates. */
  now: number;
  /** TEXTS_PER_JOB texts per job: question, callerKind, callerId, requestId, body, query, and its FLAGS. */
  texts: string[];
  /** Per job. */
  receivedAt: number[];
  /** In place of jobs: a bulk to begin, or to go on with the one that the thread has begun. */
  bulk?: BulkJob | 'GO_ON';
}

/** What a thread says of its bulk when it is free again. */
export type BulkReport =
  /** It asks whether it may go on. */
  | { kind: 'COST'; cost: BulkCost }
  /** The main thread wanted the thread. */
  | { kind: 'PAUSED' }
  | { kind: 'ANSWER'; status: number; body: Uint8Array; lines: BulkAnswer['lines'] };

export const TEXTS_PER_JOB = 7;
/** What is true of a job, a letter each. */
export const FLAGS = { isStrict: 's', isManager: 'm' } as const;

export interface BatchResult {
  /** NUMBERS_PER_ANSWER numbers per answer: the status, the length of its body in bytes, the outcome code. */
  numbers: ArrayLike<number>;
  /** The UTF-8 bodies, one after the other, in memory that the threads share. */
  bodies: Uint8Array;
  /** One entry per answer with an assignment: its index and what the store must decide. */
  assignments: { index: number; pending: PendingAssignment }[];
  /** The time that the thread worked on the batch, in milliseconds. */
  busyMs: number;
  /** Only of a task with a bulk. */
  bulk?: BulkReport;
}

export const NUMBERS_PER_ANSWER = 3;
