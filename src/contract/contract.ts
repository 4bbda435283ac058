/**
 * The contract of an API operation: its path, its input and its answers. It is the one source for validation, for the
 * types of the handlers in src/control/operations, and for the OpenAPI document.
 */
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import type { ErrorCode } from '../errors.js';
import type { CollectionName } from '../model/documents.js';
import { MAX_NOTE_LENGTH } from '../model/history.js';
import type { Scope } from '../model/scopes.js';
import { ONE_LINE } from '../model/texts.js';

export const API_PREFIX = '/api/v1';
/** The media type of answers that are bytes: whole, without an envelope, with an ETag. */
export const BINARY = 'application/msgpack';

/** The groups of operations in the document. */
export const TAGS = {
  'Quotes': 'The three questions of a checkout: who can carry the parcel, what does it cost, who gets it.',
  'Geography': 'States, cities, areas and pincodes of India.',
  'Partners': 'Courier partners and their offers.',
  'Zones': 'Where a partner delivers: its zones and the pincodes in them.',
  'Charges': 'Surcharges: fuel, docket, cash on delivery, insurance.',
  'Discounts': 'Discounts by weight.',
  'Contracts': 'The other parts of a contract: lanes, surcharges, returns, transit times, holidays, road distances.',
  'Allocation': 'Who gets a shipment by your own policies, and why.',
  'Documents': 'Every document as it is stored: read it, change it, end it, remove it; one by one or many at once.',
  'History': 'Changes with their callers and times.',
  'Administration': 'Credentials, their secrets, backups: for administrators.',
  'Operations': 'Health, metrics, this document.',
} as const;
export type Tag = keyof typeof TAGS;

/** The parts of a contract that have a schema. `answer` leaves out the members that every answer has. */
export interface Schemas {
  params: TObject;
  query: TObject;
  body: TSchema | null;
  answer: TSchema;
  /** Set where a partner's credential gets another shape. */
  partnerAnswer: TSchema | null;
}

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

export interface Contract<S extends Schemas = Schemas, Path extends string = string> {
  /** The operationId: a verb and its object, in camel case. */
  id: string;
  method: Method;
  /** The whole path, with the prefix; `{name}` is one segment, which `params` describes. */
  path: Path;
  tag: Tag;
  /** A few words, without a full stop. */
  summary: string;
  /** Markdown: effect, rules, defaults, and the view of a partner's credential. */
  description: string;
  /** `signed`: a credential is required. `open`: anyone may call it. */
  access: 'signed' | 'open';
  /** The scope that the credential of a signed operation needs. */
  scope: Scope;
  /** A request without `x-content-sha256` is refused: the plain signature does not cover the body. */
  signsBody: boolean;
  /**
   * ndjson: lines of JSON, also gzip; the handler gets their text unparsed. json-lines: JSON, or lines of which the
   * first is that JSON; the handler gets the text of the others.
   */
  bodyFormat: 'json' | 'ndjson' | 'json-lines';
  /** The conditions that the operation honours. A GET with If-None-Match answers 304 to the ETag that it gives. */
  conditions: readonly ('If-Match' | 'If-None-Match')[];
  schemas: S;
  /** The status of a success. */
  status: 200 | 201;
  /** A second status with the same body: of a handler that chooses it or, 503, of an unhealthy node. */
  alsoStatus: 200 | 201 | 503 | null;
  /** Headers that the handler gives to its answer. */
  answerHeaders: readonly ('ETag' | 'Location')[];
  /**
   * Further media types of the answer, which `Accept` asks for; the answer is then without an envelope, and that of an
   * operation is streamed. Where `mediaType` is not JSON, so is that.
   */
  streams: readonly string[];
  /** Its warnings are in `data`, by the answer's schema; otherwise the envelope has warnings about unknown fields. */
  warnsInData: boolean;
  /** The answer is the whole body; the envelope's `success`, `request_id` and `execution_time_ms` are not added. */
  isBare: boolean;
  /** The media type of the answer. */
  mediaType: string;
  /** For services alone: a partner's credential gets a 403 `FORBIDDEN`. */
  isOfServices: boolean;
  /** A service must name a partner; otherwise it gets a 401 with a VALIDATION_ERROR on `partnerId`. */
  isOfPartner: boolean;
  /** Collections that the answer is read from. If any, it is served from the catalog, with `from_cache` and an ETag. */
  reads: readonly CollectionName[];
  /** The answer to the same documents changes with the time, as discounts begin and end. */
  dependsOnTime: boolean;
  /** Takes `Idempotency-Key`. */
  creates: boolean;
  /** It changes documents: takes a `note`, and its answer has the `changeId`. */
  changes: boolean;
  /** The failures of this operation, in addition to the ones of every signed request. */
  errors: readonly ErrorCode[];
  /** A request that succeeds on the demo dataset. */
  example: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };
  /**
   * Further bodies that get a different answer with the same status, by their names in the document. `ofService`: a
   * partner's credential gets no different answer.
   */
  moreExamples: Readonly<Record<string, { summary: string; body: unknown; ofService?: boolean }>>;
}

export type NoMembers = TObject<Record<never, never>>;
const NONE: NoMembers = Type.Object({});

/** The defaults of a contract. */
const DEFAULTS = {
  access: 'signed',
  signsBody: false,
  bodyFormat: 'json',
  conditions: [],
  status: 200,
  alsoStatus: null,
  answerHeaders: [],
  streams: [],
  warnsInData: false,
  isBare: false,
  mediaType: 'application/json',
  isOfServices: false,
  isOfPartner: false,
  reads: [],
  dependsOnTime: false,
  creates: false,
  errors: [],
  example: {},
  moreExamples: {},
} as const satisfies Partial<Contract>;

type NecessaryMember = 'id' | 'tag' | 'summary' | 'description';

interface ContractParts<
  P extends TObject,
  Q extends TObject,
  B extends TSchema | null,
  A extends TSchema,
  PA extends TSchema | null,
  Path extends string,
>
  extends Pick<Contract, NecessaryMember>, Partial<Omit<Contract, NecessaryMember | 'path' | 'schemas'>> {
  path: Path;
  params?: P;
  query?: Q;
  body?: B;
  answer: A;
  partnerAnswer?: PA;
}

/**
 * A contract. By default it is signed, GET (scope read) or with a body POST (scope write), 200, without parameters; it
 * changes documents if it is a write.
 */
export function contract<
  A extends TSchema,
  P extends TObject = NoMembers,
  Q extends TObject = NoMembers,
  B extends TSchema | null = null,
  PA extends TSchema | null = null,
  Path extends string = string,
>(
  given: ContractParts<P, Q, B, A, PA, Path>,
): Contract<{ params: P; query: Q; body: B; answer: A; partnerAnswer: PA }, Path> {
  const { params = NONE, query = NONE, body = null, answer, partnerAnswer = null, ...own } = given;
  const { method = body === null ? 'GET' : 'POST' } = own;
  const { scope = method === 'GET' ? 'read' : 'write' } = own;
  const { changes = method !== 'GET' && WRITING.has(scope) } = own;
  if (body !== null && (method === 'GET' || method === 'DELETE')) throw new Error(`${own.id}: a ${method} has no body`);
  const schemas = { params, query: changes ? withNote(query) : query, body, answer, partnerAnswer };
  return {
    ...DEFAULTS,
    ...own,
    method,
    scope,
    changes,
    schemas: schemas as { params: P; query: Q; body: B; answer: A; partnerAnswer: PA },
  };
}

/** Whether the body of a POST may be left out: it has members, and needs none of them. */
export function mayBeEmpty({ method, schemas: { body } }: Pick<Contract, 'method' | 'schemas'>): boolean {
  const { properties = {}, required = [] } = (body ?? {}) as { properties?: object; required?: readonly string[] };
  return method === 'POST' && Object.keys(properties).length > 0 && required.length === 0;
}

/** Whether an operation writes. It refuses members that it does not know, whatever its caller prefers. */
export const isWrite = ({ method, scope, signsBody }: Pick<Contract, 'method' | 'scope' | 'signsBody'>): boolean =>
  method !== 'GET' && (WRITING.has(scope) || signsBody);

/** The scopes of operations that change documents, if they are not of the method GET. */
const WRITING: ReadonlySet<Scope> = new Set(['write', 'manage', 'admin']);

function withNote(query: TObject): TObject {
  const note = Type.String({
    maxLength: MAX_NOTE_LENGTH,
    pattern: ONE_LINE,
    description: 'A note for the history; one line',
  });
  return Type.Object({ ...query.properties, note: Type.Optional(note) });
}

/** The input of a handler, from a request that fits its contract. */
export interface Input<S extends Schemas> {
  params: Static<S['params']>;
  query: Static<S['query']>;
  body: S['body'] extends TSchema ? Static<S['body']> : null;
}

/** The answer of a handler. */
export type AnswerOf<S extends Schemas> =
  | Static<S['answer']>
  | (S['partnerAnswer'] extends TSchema ? Static<S['partnerAnswer']> : never);
