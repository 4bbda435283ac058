/**
 * The operations that the control plane carries out: a request goes there as data, and its answer gets its envelope
 * here.
 */
import { API_PREFIX, type Contract, mayBeEmpty } from '../../contract/contract.js';
import type { OperationAnswer, OperationCall, StreamPart, StreamStart, WholeAnswer } from '../../messages.js';
import { renderAround, renderSuccess, type SharedText } from '../../envelope.js';
import type { ErrorCode, Failure } from '../../errors.js';
import { MAX_BODY_BYTES, MAX_HELD_CHARACTERS } from '../../limits/http.js';
import type { BodyKind } from '../body.js';
import type { Exchange } from '../exchange.js';
import type { CachedPage, PageCache } from '../page-cache.js';
import { wantsStrictHandling } from '../prefer.js';
import { preferredMediaType } from '../representation.js';
import type { Responder } from '../respond.js';
import type { Route } from '../route-table.js';

/** Rejects when the operation could not be carried out, because of a fault of our own or of the store. */
export type Operate = (call: OperationCall) => Promise<OperationAnswer>;

/** The rest of streamed answers. */
export interface Streams {
  /** null: it is gone. */
  more(id: number): Promise<StreamPart | null>;
  cancel(id: number): void;
}

/** Only the caller may cache a signed answer, and it must revalidate before each use. */
const REVALIDATE = 'private, no-cache';
const VARIES_BY = 'X-Service-Id, X-Partner-Id, Prefer';
/** A request with such a refusal may be repeated in a moment. */
const TEMPORARY: ReadonlySet<ErrorCode> = new Set(['STORE_UNAVAILABLE', 'OVERLOADED']);
const REPLAYED = ['Idempotency-Replayed', 'true'] as const;

export function operationRoutes(
  contracts: readonly Contract[],
  operate: Operate,
  streams: Streams,
  pages: PageCache,
  respond: Responder,
): Route[] {
  /** The characters of the bodies of operations under way. The rate limits bound short bodies. */
  let heldCharacters = 0;
  const isTooMuch = (body: string): boolean =>
    body.length > MAX_BODY_BYTES && heldCharacters + body.length > MAX_HELD_CHARACTERS;

  return contracts.flatMap((contract): Route[] => {
    const isRead = contract.reads.length > 0;
    const isKept = isRead && !contract.dependsOnTime && contract.streams.length === 0;
    const vary = contract.streams.length === 0 ? VARIES_BY : `${VARIES_BY}, Accept`;

    function handle(exchange: Exchange, body: string): void {
      const { requestId, receivedAtMs, conventions, params, query } = exchange;
      exchange.isStrict = wantsStrictHandling(conventions.prefer);
      if (isTooMuch(body)) return refuse(exchange, { code: 'OVERLOADED' });
      const call: OperationCall = {
        operationId: contract.id,
        params,
        query,
        body,
        caller: callerOf(exchange),
        requestId,
        receivedAtMs,
        idempotencyKey: conventions.idempotencyKey,
        ifMatch: conventions.ifMatch || null,
        ifNoneMatch: conventions.ifNoneMatch || null,
        mediaType: preferredMediaType(conventions.accept, [contract.mediaType, ...contract.streams]),
        isStrict: exchange.isStrict,
      };
      const key = isKept ? keyOf(call) : '';
      const page = isKept ? pages.find(key) : undefined;
      if (page !== undefined) return sendRead(exchange, page, false);
      const { length } = body;
      heldCharacters += length;
      operate(call)
        .finally(() => {
          heldCharacters -= length;
        })
        .then((answer) => {
          if (isKept && answer.ok && 'members' in answer && typeof answer.members === 'string' && !answer.isRefreshed)
            pages.add(key, { members: answer.members, etag: answer.etag! }, answer.documents);
          send(exchange, answer);
        })
        .catch((error: unknown) => respond.crash(exchange, error));
    }

    function send(exchange: Exchange, answer: OperationAnswer): void {
      if (!answer.ok && answer.limit !== undefined)
        return respond.failLimited(exchange, { allowed: false, remaining: 0, ...answer.limit });
      if (!answer.ok) return refuse(exchange, answer.failure);
      if ('stream' in answer) return sendStream(exchange, answer.stream);
      if ('bytes' in answer) return sendBytes(exchange, answer);
      const { members, etag, isRefreshed } = answer;
      if (etag !== null && contract.method === 'GET') return sendRead(exchange, { members, etag }, isRefreshed);
      exchange.extraHeaders = headersOf(answer);
      respond.send(exchange, answer.status ?? contract.status, success(exchange, members, ''));
    }

    function refuse(exchange: Exchange, failure: Failure): void {
      if (TEMPORARY.has(failure.code)) respond.failTemporarily(exchange, failure);
      else respond.fail(exchange, failure);
    }

    function sendStream(exchange: Exchange, { id, mediaType, first }: StreamStart): void {
      respond.stream(exchange, mediaType, vary, first, {
        more: () => streams.more(id),
        cancel: () => streams.cancel(id),
      });
    }

    function sendRead(exchange: Exchange, { members, etag }: AnswerPage, isRefreshed: boolean): void {
      const body = success(exchange, members, isRead ? `"from_cache":${!isRefreshed}` : '');
      respond.represent(exchange, { body, etag, cacheControl: REVALIDATE, vary });
    }

    function sendBytes(exchange: Exchange, { bytes, etag }: { bytes: Uint8Array; etag: string }): void {
      respond.represent(exchange, {
        body: bytes,
        contentType: contract.mediaType,
        etag,
        cacheControl: REVALIDATE,
        vary: VARIES_BY,
      });
    }

    // the root of the API is served with and without its trailing slash
    const paths = contract.path === API_PREFIX ? [API_PREFIX, `${API_PREFIX}/`] : [contract.path];
    const { method, scope, signsBody } = contract;
    const body = bodyKindOf(contract);
    return paths.map((path) => ({ method, path, access: 'signed', scope, signsBody, body, handle }));
  });
}

/** undefined: the usual kind of the method. */
function bodyKindOf(contract: Contract): BodyKind | undefined {
  const { method, schemas, bodyFormat } = contract;
  if (bodyFormat === 'json-lines') return 'json-lines';
  if (schemas.body === null) return method === 'GET' || method === 'DELETE' ? 'none' : 'optional';
  if (mayBeEmpty(contract)) return 'optional';
  return bodyFormat === 'ndjson' ? 'ndjson' : undefined;
}

/** null: none. */
function headersOf({ etag, location, isReplayed }: WholeAnswer): readonly string[] | null {
  const headers = [
    ...(isReplayed ? REPLAYED : []),
    ...(etag === null ? [] : ['ETag', etag]),
    ...(location === null ? [] : ['Location', location]),
  ];
  return headers.length === 0 ? null : headers;
}

/**
 * Everything that the answer depends on except documents: every service has the same view of them, a partner its own.
 */
function keyOf({ operationId, caller: { kind, id }, params, query, isStrict }: OperationCall): string {
  const view = kind === 'service' ? kind : `${kind}/${id}`;
  return JSON.stringify([operationId, view, isStrict, params, query]);
}

type AnswerPage = Pick<CachedPage, 'etag'> & { members: string | SharedText };

function success(
  { startedAtMs, requestId }: Exchange,
  members: string | SharedText,
  cached: string,
): string | Uint8Array {
  const elapsedMs = performance.now() - startedAtMs;
  return typeof members === 'string'
    ? renderSuccess(members, cached, requestId, elapsedMs)
    : renderAround(members, cached, requestId, elapsedMs);
}

function callerOf({ credential, admission }: Exchange): OperationCall['caller'] {
  return {
    kind: credential!.kind,
    id: credential!.id,
    tier: credential!.tier,
    remaining: admission?.remaining ?? null,
  };
}
