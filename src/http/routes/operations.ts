/**
 * The operations that the control plane carries out: a request goes there as data, and its answer gets its envelope
 * here.
 */
import { API_PREFIX, type Contract } from '../../contract/contract.js';
import type { OperationAnswer, OperationCall } from '../../control/messages.js';
import { renderSuccess } from '../../envelope.js';
import type { Exchange } from '../exchange.js';
import type { KeptPage, KeptPages } from '../kept-pages.js';
import { wantsStrictHandling } from '../prefer.js';
import type { Responder } from '../respond.js';
import type { Route } from '../route-table.js';

/** Rejects when the operation could not be carried out, because of a fault of our own or of the store. */
export type Operate = (call: OperationCall) => Promise<OperationAnswer>;

/** Only the caller may cache a signed answer, and it must revalidate before each use. */
const REVALIDATE = 'private, no-cache';
const VARIES_BY = 'X-Service-Id, X-Partner-Id, Prefer';
const REPLAYED = ['Idempotency-Replayed', 'true'] as const;

export function operationRoutes(
  contracts: readonly Contract[],
  operate: Operate,
  pages: KeptPages,
  respond: Responder,
): Route[] {
  return contracts.flatMap((contract): Route[] => {
    const isKept = contract.reads.length > 0 && !contract.dependsOnTime;

    function handle(exchange: Exchange, body: string): void {
      const { requestId, receivedAtMs, conventions, params, query } = exchange;
      exchange.isStrict = wantsStrictHandling(conventions.prefer);
      const call: OperationCall = {
        operationId: contract.id,
        params,
        query,
        body,
        caller: callerOf(exchange),
        requestId,
        receivedAtMs,
        idempotencyKey: conventions.idempotencyKey,
        isStrict: exchange.isStrict,
      };
      const key = isKept ? keyOf(call) : '';
      const page = isKept ? pages.find(key) : undefined;
      if (page !== undefined) return sendRead(exchange, page, false);
      operate(call)
        .then((answer) => {
          if (isKept && answer.ok && !answer.isRefreshed)
            pages.keep(key, { members: answer.members, etag: answer.etag! }, answer.documents);
          send(exchange, answer);
        })
        .catch((error: unknown) => respond.crash(exchange, error));
    }

    function send(exchange: Exchange, answer: OperationAnswer): void {
      if (!answer.ok && answer.limit !== undefined)
        return respond.failLimited(exchange, { allowed: false, remaining: 0, ...answer.limit });
      if (!answer.ok) return respond.fail(exchange, answer.failure);
      const { members, etag, isRefreshed, isReplayed } = answer;
      if (etag !== null) return sendRead(exchange, { members, etag }, isRefreshed);
      if (isReplayed) exchange.extraHeaders = REPLAYED;
      respond.send(exchange, contract.status, success(exchange, members, ''));
    }

    function sendRead(exchange: Exchange, { members, etag }: KeptPage, isRefreshed: boolean): void {
      const body = success(exchange, members, `"from_cache":${!isRefreshed}`);
      respond.represent(exchange, { body, etag, cacheControl: REVALIDATE, vary: VARIES_BY });
    }

    // the root of the API is served with and without its trailing slash
    const paths = contract.path === API_PREFIX ? [API_PREFIX, `${API_PREFIX}/`] : [contract.path];
    return paths.map((path) => ({ method: contract.method, path, access: 'signed', scope: contract.scope, handle }));
  });
}

/** What the answer depends on, apart from documents: every service has the same view of them, a partner its own. */
function keyOf({ operationId, caller: { kind, id }, params, query, isStrict }: OperationCall): string {
  const view = kind === 'service' ? kind : `${kind}/${id}`;
  return JSON.stringify([operationId, view, isStrict, params, query]);
}

function success({ startedAtMs, requestId }: Exchange, members: string, cached: string): string {
  return renderSuccess(members, cached, requestId, performance.now() - startedAtMs);
}

function callerOf({ credential, admission }: Exchange): OperationCall['caller'] {
  return {
    kind: credential!.kind,
    id: credential!.id,
    tier: credential!.tier,
    remaining: admission?.remaining ?? null,
  };
}
