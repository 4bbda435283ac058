/** Requests and answers of contracts as their callers have them: types alone. */
import type { Static, TSchema } from 'typebox';
import type { EnvelopeWarnings } from './answers/warnings.js';

/** The part of a contract that the types of its callers are made of. */
export interface AnyContract {
  path: string;
  schemas: { params: TSchema; query: TSchema; body: TSchema | null; answer: TSchema; partnerAnswer: TSchema | null };
}

export type ParamsOf<C extends AnyContract> = Static<C['schemas']['params']>;
/** A parameter with a default may be left out, and types do not show defaults. */
export type QueryOf<C extends AnyContract> = Partial<Static<C['schemas']['query']>>;
export type BodyOf<C extends AnyContract> = C['schemas']['body'] extends TSchema ? Static<C['schemas']['body']> : never;
/** In either form: to a service's credential or to a partner's. Without the members of the envelope. */
export type AnswerOf<C extends AnyContract> =
  | Static<C['schemas']['answer']>
  | (C['schemas']['partnerAnswer'] extends TSchema ? Static<C['schemas']['partnerAnswer']> : never);

/** The members that every answer has, and those that answers of some operations have. */
export interface Envelope {
  success: true;
  request_id: string;
  /** Milliseconds. */
  execution_time_ms: number;
  /** Parts of the request that were not used; absent: none. The three questions have theirs in `data`. */
  warnings?: Static<typeof EnvelopeWarnings>;
  /** Of reads: whether the answer was in memory already. */
  from_cache?: boolean;
  /** Of changes: the change set in the history; null: nothing was changed. */
  changeId?: number | null;
}
