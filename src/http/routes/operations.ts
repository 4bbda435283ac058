/** The operations that the control plane carries out: a request goes there as data, and its answer gets its envelope here. */
import { API_PREFIX, type Contract } from '../../contract/contract.js';
import type { OperationAnswer, OperationCall } from '../../control/messages.js';
import type { Exchange } from '../exchange.js';
import { wantsStrictHandling } from '../prefer.js';
import type { Responder } from '../respond.js';
import type { Route } from '../route-table.js';

/** Rejects when the operation could not be carried out, because of a fault of our own or of the store. */
export type Operate = (call: OperationCall) => Promise<OperationAnswer>;

/** Only the caller may cache a signed answer, and it must revalidate before each use. */
const REVALIDATE = 'private, no-cache';
const VARIES_BY = 'X-Service-Id, X-Partner-Id, Prefer';
const REPLAYED = ['Idempotency-Replayed', 'true'] as const;

export function operationRoutes(contracts: readonly Contract[], operate: Operate, respond: Responder): Route[] {
  return contracts.flatMap((contract): Route[] => {
    function handle(exchange: Exchange, body: string): void {
      const { requestId, receivedAtMs, conventions, params, query } = exchange;
      exchange.isStrict = wantsStrictHandling(conventions.prefer);
      const call: OperationCall = {
        operationId: contract.id, params, query, body, caller: callerOf(exchange), requestId, receivedAtMs,
        idempotencyKey: conventions.idempotencyKey, isStrict: exchange.isStrict,
      };
      operate(call).then((answer) => send(exchange, answer)).catch((error: unknown) => respond.crash(exchange, error));
    }

    function send(exchange: Exchange, answer: OperationAnswer): void {
      if (!answer.ok && answer.limit !== undefined) return respond.failLimited(exchange, { allowed: false, remaining: 0, ...answer.limit });
      if (!answer.ok) return respond.fail(exchange, answer.failure);
      const { members, etag, isRefreshed, isReplayed } = answer;
      const elapsedMs = Math.max(0, Math.round(performance.now() - exchange.startedAtMs));
      const cached = etag === null ? '' : `,"from_cache":${!isRefreshed}`;
      const envelope = `{"success":true,${members},"execution_time_ms":${elapsedMs}${cached},"request_id":"${exchange.requestId}"}`;
      if (etag !== null) return respond.represent(exchange, { body: envelope, etag, cacheControl: REVALIDATE, vary: VARIES_BY });
      if (isReplayed) exchange.extraHeaders = REPLAYED;
      respond.send(exchange, contract.status, envelope);
    }

    // the root of the API is served with and without its trailing slash
    const paths = contract.path === API_PREFIX ? [API_PREFIX, `${API_PREFIX}/`] : [contract.path];
    return paths.map((path) => ({ method: contract.method, path, access: 'signed', handle }));
  });
}

function callerOf({ credential, admission }: Exchange): OperationCall['caller'] {
  return { kind: credential!.kind, id: credential!.id, tier: credential!.tier, remaining: admission?.remaining ?? null };
}
