/** Answers of many entries: page by page, and as lines while they arrive. */
import type { AnyContract, BodyOf } from '../contract/types.js';
import type { Pinrate } from './connect.js';
import { PinrateError } from './error.js';
import {
  jsonBody,
  type LinesBody,
  type LinesQuestion,
  type LinesRead,
  oneOrLinesBody,
  operation,
  pathCount,
  requestOf,
  type RequestSource,
  type Traits,
} from './operation.js';
import { exchange, ofType } from './request.js';

/** An answer that may have another one after it. */
type Page = { pagination: { page: number | null; hasNext: boolean } } | { next: number | null };

interface PagedRead<Args extends unknown[], Answer, List extends string = string> {
  (pinrate: Pinrate, ...args: Args): Promise<Answer>;
  readonly traits: Traits<List>;
}

type EntryOf<Answer, List> = Answer extends { data: readonly (infer Entry)[] }
  ? Entry
  : Answer extends { data: infer Data }
    ? List extends keyof Data
      ? Data[List] extends readonly (infer Entry)[]
        ? Entry
        : never
      : never
    : never;

/** The answers of a list, one after the other: `pages(pinrate, listChanges, { collection: 'packages' })`. */
export async function* pages<Args extends unknown[], Answer extends Page>(
  pinrate: Pinrate,
  list: PagedRead<Args, Answer>,
  ...args: Args
): AsyncGenerator<Answer> {
  const { traits } = list;
  const at = pathCount(traits);
  for (let next: object | null = {}; next !== null;) {
    const query: object = { ...(args[at] as object | undefined), ...next };
    const answer = await list(pinrate, ...(args.toSpliced(at, 1, query) as Args));
    yield answer;
    next = nextOf(answer, traits);
  }
}

/** The entries of all pages: `all(pinrate, listZones, { partnerId: 'acme' })`. */
export async function* all<Args extends unknown[], Answer extends Page, List extends string>(
  pinrate: Pinrate,
  list: PagedRead<Args, Answer, List>,
  ...args: Args
): AsyncGenerator<EntryOf<Answer, List>> {
  for await (const answer of pages(pinrate, list, ...args)) {
    const { data } = answer as unknown as { data: Record<string, EntryOf<Answer, List>[]> };
    yield* list.traits.list === undefined ? (data as unknown as EntryOf<Answer, List>[]) : data[list.traits.list]!;
  }
}

/** What an answer says of the next page: by cursor where the list has one, since rows may be added meanwhile. */
interface NextPage {
  pagination?: { page?: number | null; hasNext?: boolean; nextCursor?: string | null };
  next?: number | null;
}

/** The parameters of the next page; null: this is the last. */
function nextOf(answer: Page, { cursor = 'before' }: Traits): object | null {
  const { pagination, next } = answer as NextPage;
  const nextCursor = pagination?.nextCursor;
  if (nextCursor !== undefined)
    return nextCursor === null ? null : { cursor: nextCursor, page: undefined, before: undefined };
  if (pagination !== undefined) return pagination.hasNext ? { page: pagination.page! + 1 } : null;
  return next === null ? null : { [cursor]: next };
}

/** The entries of one moment, without pages, as they arrive: `lines(pinrate, listDocuments, 'packages')`. */
export function lines<Args extends unknown[], Answer>(
  pinrate: Pinrate,
  list: PagedRead<Args, Answer> & { readonly traits: { streams: true } },
  ...args: Args
): AsyncGenerator<EntryOf<Answer, never>> {
  return linesOf(() => requestOf(pinrate, { ...list.traits, accept: NDJSON }, args));
}

const NDJSON = 'application/x-ndjson';

export const readLines = <C extends AnyContract, Line>(path: C['path']): LinesRead<C, Line> =>
  operation({ method: 'GET', path, isRepeatable: true, accept: NDJSON }, linesOf);

export const askLines = <C extends AnyContract, Line>(path: C['path']): LinesQuestion<C, Line> =>
  operation({ method: 'POST', path, body: jsonBody, accept: NDJSON }, linesOf);

/** Of a question that may have lines of its own behind it. */
export const askLinesOfLines = <C extends AnyContract, Line>(
  path: C['path'],
): LinesQuestion<C, Line, BodyOf<C> | LinesBody> =>
  operation({ method: 'POST', path, body: oneOrLinesBody, accept: NDJSON }, linesOf);

async function* linesOf<Line>(request: RequestSource): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of pieces(request, NDJSON)) {
    const texts = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = texts.pop()!;
    for (const text of texts) if (text !== '') yield valueOf(text);
  }
  if (rest !== '') yield valueOf(rest);
}

function valueOf<Line>(text: string): Line {
  try {
    return JSON.parse(text) as Line;
  } catch {
    throw new PinrateError('NOT_PINRATE', 'a line of the answer is no JSON', { status: 200 });
  }
}

/** An answer of this media type in pieces as they arrive, which may divide lines and characters. */
export async function* pieces(given: RequestSource, mediaType: string): AsyncGenerator<Uint8Array> {
  const request = await given();
  const { reader, attempt } = await exchange(request, async (response, current) => {
    const { body } = await ofType(mediaType, response, request);
    return { reader: body?.getReader(), attempt: current };
  });
  try {
    for (;;) {
      attempt.startTimer();
      const piece = await reader?.read();
      // the reader of the pieces may take its time
      attempt.stopTimer();
      if (piece?.value === undefined) return;
      yield piece.value;
    }
  } catch (error) {
    // some pieces have been passed on: the request is not sent again
    throw attempt.faultOf(error);
  } finally {
    attempt.end();
  }
}
