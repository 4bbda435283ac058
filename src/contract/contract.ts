/**
 * What an operation of the API promises: where it is, what it takes, what it answers. One source for validation, for the
 * types of the handlers in src/api, and for the OpenAPI document.
 */
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import type { ErrorCode } from '../errors.js';
import type { CollectionName } from '../schemas/documents.js';

export const API_PREFIX = '/api/v1';

/** How the operations are grouped in the document. */
export const TAGS = {
  'Quotes': 'The three questions of a checkout: who can carry it, what does it cost, who gets it.',
  'Geography': 'States, cities, areas and pincodes of India.',
  'Partners': 'Courier partners and what each of them offers.',
  'Zones': 'Where a partner goes: its zones and the pincodes in them.',
  'Charges': 'Surcharges: fuel, docket, cash on delivery, insurance.',
  'Discounts': 'Discounts by weight.',
  'Operations': 'Health, metrics, this document.',
} as const;
export type Tag = keyof typeof TAGS;

/** The parts of a contract that have a schema. `answer` is the envelope without the members that every answer has. */
export interface Schemas {
  params: TObject;
  query: TObject;
  body: TSchema | null;
  answer: TSchema;
  /** Where a partner's credential gets a shape of its own. */
  partnerAnswer: TSchema | null;
}

export interface Contract<S extends Schemas = Schemas> {
  /** The operationId: a verb and what it acts on, in camel case. */
  id: string;
  method: 'GET' | 'POST';
  /** Whole, with the prefix; `{name}` stands for one segment, which `params` describes. */
  path: string;
  tag: Tag;
  /** A few words, without a full stop. */
  summary: string;
  /** Markdown: what it does, rules, defaults, what a partner's credential sees of it. */
  description: string;
  /** `signed`: by a credential. `open`: by anyone. */
  access: 'signed' | 'open';
  schemas: S;
  /** Of an answer that is no failure. */
  status: 200 | 201;
  /** Also answered with the same body: of a node that is unwell. */
  alsoStatus: 503 | null;
  /** Its warnings are in `data`, as the answer's schema says; else the envelope has those of what is not known. */
  warnsInData: boolean;
  /** The answer is the whole body: without `success`, `request_id` and `execution_time_ms`. */
  isBare: boolean;
  /** Of the answer. */
  mediaType: string;
  /** A service has to name a partner: else 401, with a VALIDATION_ERROR on `partnerId`. */
  isOfPartner: boolean;
  /** Collections that the answer is read from; with them it is served from the catalog, with `from_cache` and an ETag. */
  reads: readonly CollectionName[];
  /** Takes `Idempotency-Key`. */
  creates: boolean;
  /** The failures that this operation can answer with, beside those of every signed request. */
  errors: readonly ErrorCode[];
  /** A request that succeeds on the demo dataset. */
  example: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
  /**
   * Further bodies that are answered with the same status in another way, by their names in the document; `ofService`: a
   * partner's credential gets nothing new by it.
   */
  moreExamples: Readonly<Record<string, { summary: string; body: unknown; ofService?: boolean }>>;
}

type None = TObject<Record<never, never>>;
const NONE: None = Type.Object({});

interface Given<P extends TObject, Q extends TObject, B extends TSchema | null, A extends TSchema, PA extends TSchema | null> {
  id: string;
  method?: 'GET' | 'POST';
  path: string;
  tag: Tag;
  summary: string;
  description: string;
  access?: 'signed' | 'open';
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  partnerAnswer?: PA;
  status?: 200 | 201;
  alsoStatus?: 503;
  warnsInData?: boolean;
  isBare?: boolean;
  mediaType?: string;
  isOfPartner?: boolean;
  reads?: readonly CollectionName[];
  creates?: boolean;
  errors?: readonly ErrorCode[];
  example?: Contract['example'];
  moreExamples?: Contract['moreExamples'];
}

/** A contract; what is not given is: signed, GET (POST with a body), 200, without parameters. */
export function contract<A extends TSchema, P extends TObject = None, Q extends TObject = None, B extends TSchema | null = null, PA extends TSchema | null = null>(
  given: Given<P, Q, B, A, PA>,
): Contract<{ params: P; query: Q; body: B; answer: A; partnerAnswer: PA }> {
  const { params = NONE, query = NONE, body = null, answer, partnerAnswer = null } = given;
  return {
    id: given.id, path: given.path, tag: given.tag, summary: given.summary, description: given.description,
    method: given.method ?? (body === null ? 'GET' : 'POST'), access: given.access ?? 'signed',
    status: given.status ?? 200,
    schemas: { params: params as P, query: query as Q, body: body as B, answer, partnerAnswer: partnerAnswer as PA },
    alsoStatus: given.alsoStatus ?? null, warnsInData: given.warnsInData ?? false, isBare: given.isBare ?? false,
    mediaType: given.mediaType ?? 'application/json', isOfPartner: given.isOfPartner ?? false,
    reads: given.reads ?? [], creates: given.creates ?? false, errors: given.errors ?? [], example: given.example ?? {},
    moreExamples: given.moreExamples ?? {},
  };
}

/** What a handler gets of a request that fits its contract. */
export interface Input<S extends Schemas> {
  params: Static<S['params']>;
  query: Static<S['query']>;
  body: S['body'] extends TSchema ? Static<S['body']> : null;
}

/** What a handler has to answer. */
export type AnswerOf<S extends Schemas> = Static<S['answer']> | (S['partnerAnswer'] extends TSchema ? Static<S['partnerAnswer']> : never);
