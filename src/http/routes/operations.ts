/** Carries the operations of src/api over HTTP: their input out of a request, their answer into the envelope. */
import { hash } from 'node:crypto';
import { InputReader } from '../../api/input.js';
import { API_PREFIX } from '../../contract/contract.js';
import type { Api, ApiRequest, Caller, Operation, Outcome } from '../../api/operation.js';
import type { Exchange } from '../exchange.js';
import type { Responder } from '../respond.js';
import type { Route } from '../routes.js';

/** What a signed answer may be kept for: by its caller alone, and never used without asking again. */
const REVALIDATE = 'private, no-cache';
const CALLER_HEADERS = 'X-Service-Id, X-Partner-Id';
const REPLAYED = ['Idempotency-Replayed', 'true'] as const;

export interface OperationDeps {
  api: Api;
  respond: Responder;
}

export function operationRoutes(operations: readonly Operation[], { api, respond }: OperationDeps): Route[] {
  return operations.flatMap((operation): Route[] => {
    const { contract } = operation;
    const reader = new InputReader(contract, operation.beside);
    const isRead = contract.reads.length > 0;

    function handle(exchange: Exchange, body: string): void {
      const caller = callerOf(exchange);
      const input = reader.read({ params: exchange.params, query: exchange.query, body }, caller.kind);
      if (!input.ok) return respond.fail(exchange, input.failure);
      const { requestId, receivedAtMs, conventions } = exchange;
      const request = { ...input.values, caller, requestId, receivedAtMs, idempotencyKey: conventions.idempotencyKey } as ApiRequest;
      const isRefresh = isRead && (request.query as { forceRefresh?: boolean }).forceRefresh === true;
      const outcome = isRefresh ? api.refresh(contract.reads).then(() => operation.handle(request, api)) : operation.handle(request, api);
      if (outcome instanceof Promise) outcome.then((result) => send(exchange, result, isRefresh)).catch((error: unknown) => respond.crash(exchange, error));
      else send(exchange, outcome, isRefresh);
    }

    function send(exchange: Exchange, outcome: Outcome, isRefresh: boolean): void {
      if (!outcome.ok) return respond.fail(exchange, outcome.failure);
      const text = 'text' in outcome ? outcome.text : JSON.stringify(outcome.answer);
      const elapsedMs = Math.max(0, Math.round(performance.now() - exchange.startedAtMs));
      const cached = isRead ? `,"from_cache":${!isRefresh}` : '';
      const envelope = `{"success":true,${text.slice(1, -1)},"execution_time_ms":${elapsedMs}${cached},"request_id":"${exchange.requestId}"}`;
      if (isRead) {
        const lasting = 'stable' in outcome ? JSON.stringify(outcome.stable) : text;
        respond.represent(exchange, { body: envelope, etag: etagOf(lasting), cacheControl: REVALIDATE, vary: CALLER_HEADERS });
        return;
      }
      if ('replayed' in outcome && outcome.replayed) exchange.extraHeaders = REPLAYED;
      respond.send(exchange, contract.status, envelope);
    }

    // the root of the API is asked for either way
    const paths = contract.path === API_PREFIX ? [API_PREFIX, `${API_PREFIX}/`] : [contract.path];
    return paths.map((path) => ({ method: contract.method, path, access: 'signed', handle }));
  });
}

function callerOf({ credential, admission }: Exchange): Caller {
  return { kind: credential!.kind, id: credential!.id, tier: credential!.tier, remaining: admission?.remaining ?? null };
}

/** Weak, because the time that an answer took and its request's id differ between answers that say the same. */
function etagOf(text: string): string {
  return `W/"${hash('sha1', text, 'base64url')}"`;
}
