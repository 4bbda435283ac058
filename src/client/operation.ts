/** How an operation is called: its arguments, typed by its contract, and the request that they make. */
import type { AnswerOf, AnyContract, BodyOf, Envelope, ParamsOf, QueryOf } from '../contract/types.js';
import type { Pinrate } from './connect.js';
import { PinrateError, remembered } from './error.js';
import { answered, exchange, type IsAnswer, ofType, type OutgoingRequest } from './request.js';

/** What has to be known of an operation to send it; test/unit/client holds it to the contract. */
export interface Traits<List extends string = string> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** The body of its argument, if it takes one. */
  body?: (body: unknown) => EncodedBody | undefined | Promise<EncodedBody>;
  /** The media type of the answer; JSON unless given. */
  accept?: string;
  /** A read or a question: to send it twice does nothing twice. */
  isRepeatable?: true;
  /** It takes an Idempotency-Key. */
  takesKey?: true;
  /** It answers lines too, where they are asked for. */
  streams?: true;
  /** The parameter for `next` of a page; `before` unless given. */
  cursor?: 'before' | 'after';
  /** The member of `data` that has the entries of a page, where `data` is no list. */
  list?: List;
}

export interface CallOptions {
  headers?: Readonly<Record<string, string>>;
  /** Ends the request, and the waits between its attempts. */
  signal?: AbortSignal;
  timeoutMs?: number;
  retries?: number;
}
type WithQuery<Q> = CallOptions & { query?: Q };
type WithKey<Q> = WithQuery<Q> & {
  /** 1 to 255 visible characters, the same for the same request; a new one unless given. */
  idempotencyKey?: string;
};
/** A note for the history. */
type NotedQuery<C extends AnyContract> = QueryOf<C> & { note?: string };

/** The parameters of the path, in its order. */
type PathOf<C extends AnyContract, Path = C['path']> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? [ParamsOf<C>[Name & keyof ParamsOf<C>], ...PathOf<C, Rest>]
  : [];

export type Answer<C extends AnyContract> = Envelope & AnswerOf<C>;

/** Reads: the parameters of the path, then those of the query. */
export interface ReadOperation<C extends AnyContract, List extends string = never> {
  (pinrate: Pinrate, ...args: [...PathOf<C>, query?: QueryOf<C>, options?: CallOptions]): Promise<Answer<C>>;
  readonly traits: Traits<List>;
}

/** Reads that answer lines too, where they are asked for. */
export interface StreamedRead<C extends AnyContract> extends ReadOperation<C> {
  readonly traits: Traits<never> & { streams: true };
}

/** Reads whose answer is not in the envelope. */
export interface BareRead<C extends AnyContract> {
  (pinrate: Pinrate, query?: QueryOf<C>, options?: CallOptions): Promise<AnswerOf<C>>;
  readonly traits: Traits;
}

/** Reads whose answer is bytes. */
export interface BytesRead<C extends AnyContract> {
  (pinrate: Pinrate, query?: QueryOf<C>, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  readonly traits: Traits;
}

/** Reads whose answer is lines and nothing else. */
export interface LinesRead<C extends AnyContract, Line> {
  (pinrate: Pinrate, ...args: [...PathOf<C>, query?: QueryOf<C>, options?: CallOptions]): AsyncGenerator<Line>;
  readonly traits: Traits;
}

/** A body whose answer is lines and nothing else; it is never sent twice. */
export interface LinesQuestion<C extends AnyContract, Line, Body = BodyOf<C>> {
  (pinrate: Pinrate, body: Body, options?: CallOptions): AsyncGenerator<Line>;
  readonly traits: Traits;
}

/** Questions: the body, and nothing changes. */
export interface Question<C extends AnyContract> {
  (pinrate: Pinrate, body: BodyOf<C>, options?: WithQuery<QueryOf<C>>): Promise<Answer<C>>;
  readonly traits: Traits;
}

/** Writes that may be repeated, by their Idempotency-Key. */
export interface Creation<C extends AnyContract, Q = NotedQuery<C>> {
  (pinrate: Pinrate, ...args: [...PathOf<C>, body: BodyOf<C>, options?: WithKey<Q>]): Promise<Answer<C>>;
  readonly traits: Traits;
}

/** Writes with a body, which are never sent twice unless they are dry runs. */
export interface Write<C extends AnyContract, Body = BodyOf<C>> {
  (pinrate: Pinrate, ...args: [...PathOf<C>, body: Body, options?: WithQuery<NotedQuery<C>>]): Promise<Answer<C>>;
  readonly traits: Traits;
}

/** Writes without a body, which are never sent twice unless they are dry runs. */
export interface Action<C extends AnyContract, Q = NotedQuery<C>> {
  (pinrate: Pinrate, ...args: [...PathOf<C>, query?: Q, options?: CallOptions]): Promise<Answer<C>>;
  readonly traits: Traits;
}

/** A line of an NDJSON body: a value, the text of a line, or bytes, which may be any piece of the body. */
export type BodyLine = object | string | Uint8Array;
export type LinesBody = string | Uint8Array | Iterable<BodyLine> | AsyncIterable<BodyLine>;

export const read = <C extends AnyContract, List extends string = never>(
  path: C['path'],
  more: Pick<Traits<List>, 'cursor' | 'list'> = {},
): ReadOperation<C, List> => operation({ method: 'GET', path, isRepeatable: true, ...more });

export const readStreamed = <C extends AnyContract>(path: C['path']): StreamedRead<C> =>
  operation({ method: 'GET', path, isRepeatable: true, streams: true });

export const readBare = <C extends AnyContract>(path: C['path']): BareRead<C> =>
  operation({ method: 'GET', path, isRepeatable: true }, async (request) => answered(await request(), isBareAnswer));

/** @param mediaType the beginning of that of the answer */
export const readText = <C extends AnyContract>(path: C['path'], mediaType: string): BareRead<C> =>
  readAs(path, mediaType, (response) => response.text());

export const readBytes = <C extends AnyContract>(path: C['path'], mediaType: string): BytesRead<C> =>
  readAs(path, mediaType, async (response) => remembered(new Uint8Array(await response.arrayBuffer()), response));

/** @param mediaType the beginning of that of the answer */
const readAs = <O>(path: string, mediaType: string, take: (response: Response) => Promise<unknown>): O =>
  operation({ method: 'GET', path, isRepeatable: true, accept: mediaType }, async (given) => {
    const request = await given();
    return exchange(request, async (response, attempt) => {
      const taken = await take(await ofType(mediaType, response, request));
      attempt.end();
      return taken;
    });
  });

export const question = <C extends AnyContract>(path: C['path']): Question<C> =>
  operation({ method: 'POST', path, body: jsonBody, isRepeatable: true });

export const create = <C extends AnyContract, Q = NotedQuery<C>>(path: C['path']): Creation<C, Q> =>
  operation({ method: 'POST', path, body: jsonBody, takesKey: true });

export const write = <C extends AnyContract>(method: 'POST' | 'PUT' | 'PATCH', path: C['path']): Write<C> =>
  operation({ method, path, body: jsonBody });

export const writeLines = <C extends AnyContract>(path: C['path']): Write<C, LinesBody> =>
  operation({ method: 'POST', path, body: linesBody });

export const act = <C extends AnyContract, Q = NotedQuery<C>>(
  method: 'POST' | 'DELETE',
  path: C['path'],
): Action<C, Q> => operation({ method, path });

/** Makes the request of a call, when it is wanted. */
export type RequestSource = () => Promise<OutgoingRequest>;

const isAnswer: IsAnswer = ({ ok }, { success }) => ok && success === true;
/** An unhealthy node answers 503, with its whole body. */
const isBareAnswer: IsAnswer = ({ ok, status }, { success, openapi, error }) =>
  (ok && (success === true || typeof openapi === 'string')) || (status === 503 && success === false && !error);

const ask = async (request: RequestSource): Promise<object> => answered(await request(), isAnswer);

/** The types of arguments and answers are those of the constant that it is assigned to. */
export function operation<O>(traits: Traits, perform: (request: RequestSource) => unknown = ask): O {
  const call = (pinrate: Pinrate, ...args: unknown[]): unknown => perform(() => requestOf(pinrate, traits, args));
  return Object.assign(call, { traits }) as O;
}

/** The number of arguments that the path takes. */
export const pathCount = ({ path }: Traits): number => path.split('{').length - 1;

type Options = WithKey<Parameters>;
type Parameters = Readonly<Record<string, unknown>>;

/** The request that the arguments of an operation make. */
export async function requestOf(pinrate: Pinrate, traits: Traits, args: readonly unknown[]): Promise<OutgoingRequest> {
  const { method, path, body: encode, takesKey = false, isRepeatable = false, accept = 'application/json' } = traits;
  const [given, { query: further, ...options } = {} as Options] = args.slice(pathCount(traits)) as [unknown, Options?];
  const query = encode ? further : (given as Parameters | undefined);
  const body = await encode?.(given);
  // a TypeError for what no header may be, before anything is sent
  const headers = new Headers({ accept, prefer: 'handling=strict', ...(body && { 'content-type': body.type }) });
  if (takesKey) headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID());
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return {
    pinrate,
    method,
    target: pathWith(path, args) + searchOf(query),
    headers: Object.fromEntries(headers),
    body: body?.bytes,
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? pinrate.timeoutMs,
    retries: options.retries ?? pinrate.retries,
    isRepeatable: isRepeatable || takesKey || query?.['dryRun'] === true,
  };
}

/** A browser takes these out of a path, even encoded: the request would be another one. */
const NO_SEGMENT = /^\.{0,2}$/;

/** @throws {PinrateError} for a value that no path can have */
function pathWith(path: string, args: readonly unknown[]): string {
  let at = 0;
  return path.replace(/\{(\w+)\}/g, (_, field: string) => {
    const value = String(args[at++] ?? '');
    if (!NO_SEGMENT.test(value)) return encoded(value);
    throw new PinrateError('VALIDATION_ERROR', `${field}: "${value}" cannot be in a path`);
  });
}

/** URLSearchParams writes a blank as +; %20 means the same to every reader. */
const searchOf = (query: Parameters = {}): string =>
  Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value], at) => `${at ? '&' : '?'}${name}=${encoded(String(value))}`)
    .join('');

/** Half a character, as of a text that was cut, cannot be encoded. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** An encoded body; undefined: there is none. */
interface EncodedBody {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export const jsonBody = (body: unknown): EncodedBody | undefined =>
  body === undefined
    ? undefined
    : { type: 'application/json', bytes: new TextEncoder().encode(JSON.stringify(body)) as Uint8Array<ArrayBuffer> };

/** One object is JSON; a text, bytes and what has several are lines. */
export const oneOrLinesBody = (body: unknown): EncodedBody | undefined | Promise<EncodedBody> =>
  typeof body === 'string' || [Symbol.iterator, Symbol.asyncIterator].some((of) => of in Object(body))
    ? linesBody(body)
    : jsonBody(body);

/** The lines are gathered first, because they are signed. */
async function linesBody(body: unknown): Promise<EncodedBody> {
  const type = 'application/x-ndjson';
  if (body instanceof Uint8Array) return { type, bytes: body as Uint8Array<ArrayBuffer> };
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  if (typeof body === 'string') parts.push(body);
  else
    for await (const line of body as Iterable<BodyLine> | AsyncIterable<BodyLine>)
      if (line instanceof Uint8Array) parts.push(line as Uint8Array<ArrayBuffer>);
      else parts.push(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  return { type, bytes: new Uint8Array(await new Blob(parts).arrayBuffer()) };
}
