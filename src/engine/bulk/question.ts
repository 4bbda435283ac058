/** A bulk on its way to the thread that answers it, and what comes back. */
import type { CallerKind } from '../../caller.js';
import type { BulkDetail } from '../../contract/bulk-request.js';
import type { UnknownField } from '../../model/unknown-fields.js';

/** What a bulk asks for. */
export type BulkKind =
  | { kind: 'charges' }
  /** `mediaType`: that of an answer which is no failure. */
  | { kind: 'matrix'; mediaType: string };

export type BulkJob = BulkKind & {
  callerKind: CallerKind;
  callerId: string;
  requestId: string;
  /** UTF-8 in memory that threads share. */
  body: Uint8Array;
  /** Milliseconds since the epoch, with fractions: when the request arrived. */
  receivedAt: number;
  isStrict: boolean;
  /** Of the query, which a bulk does not have: to be warned of. */
  unknownParameters: readonly UnknownField[];
};

/** What a bulk is about to cost, before anything is computed. */
export interface BulkCost {
  /** Lines as the caller's tier counts them. */
  counted: number;
  /** Lines as metrics count them: those of a matrix are its cells. */
  lines: number;
  detail: BulkDetail | 'matrix';
}

export interface BulkAnswer {
  status: number;
  /** Text is JSON. Bytes are in memory that threads share. */
  body: string | Uint8Array<SharedArrayBuffer>;
  /** By outcome; all 0 where the bulk as a whole failed. */
  lines: BulkLines;
}

export interface BulkLines {
  available: number;
  unavailable: number;
  failed: number;
}

/**
 * A bulk as steps, each of them short: undefined after a piece of work, the cost when it is known. The work behind the
 * cost is done only if the caller goes on.
 */
export type BulkSteps = Generator<BulkCost | undefined, BulkAnswer>;

/** The body of a job. */
export const textOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('utf8');

/** What the caller of a bulk does with it. */
export interface BulkEvents {
  /** Whether its answer would have room. A bulk waits for that, for a while, before it begins. */
  hasRoom(): boolean;
  /** It got no room, and nothing was computed. */
  onNoRoom(): void;
  /** What it is about to cost. False: the caller has its answer, and nothing is computed. */
  admit(cost: BulkCost): boolean | Promise<boolean>;
  onAnswer(answer: { status: number; body: Uint8Array; lines: BulkAnswer['lines'] }): void;
  /** No thread could answer it. */
  onFailure(cause: unknown): void;
}
