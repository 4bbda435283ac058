/**
 * Serves the operations of src/control/operations over HTTP: reads their input from a request, and puts their answer into the
 * envelope.
 */
import { InputReader } from '../../control/operations/input.js';
import { API_PREFIX } from '../../contract/contract.js';
import type { Api, ApiRequest, Caller, Operation, Outcome } from '../../control/operations/operation.js';
import type { Warning } from '../../contract/warnings.js';
import type { Exchange } from '../exchange.js';
import { wantsStrictHandling } from '../prefer.js';
import { etagOf } from '../representation.js';
import type { Responder } from '../respond.js';
import type { Route } from '../route-table.js';

/** Only the caller may cache a signed answer, and it must revalidate before each use. */
const REVALIDATE = 'private, no-cache';
const VARIES_BY = 'X-Service-Id, X-Partner-Id, Prefer';
const REPLAYED = ['Idempotency-Replayed', 'true'] as const;
const FORCE_REFRESH_IGNORED: Warning = {
  code: 'FORCE_REFRESH_IGNORED', field: 'forceRefresh',
  message: 'forceRefresh is for services; this was answered from memory, which follows every change of the store',
};

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
      const { requestId, receivedAtMs, conventions } = exchange;
      exchange.isStrict = wantsStrictHandling(conventions.prefer);
      const given = { params: exchange.params, query: exchange.query, body };
      const input = reader.read(given, caller.kind, exchange.isStrict);
      if (!input.ok) return respond.fail(exchange, input.failure);
      const warnings = [...input.warnings];
      const { query } = input.values;
      if (isRead && query['forceRefresh'] === true && caller.kind === 'partner') {
        query['forceRefresh'] = false;
        warnings.push(FORCE_REFRESH_IGNORED);
      }
      const request = { ...input.values, caller, requestId, receivedAtMs, idempotencyKey: conventions.idempotencyKey } as ApiRequest;
      const isRefresh = isRead && query['forceRefresh'] === true;
      const outcome = isRefresh ? api.refresh(contract.reads).then(() => operation.handle(request, api)) : operation.handle(request, api);
      const sendOutcome = (result: Outcome): void => send(exchange, result, isRefresh, warnings);
      if (outcome instanceof Promise) {
        outcome.then(sendOutcome).catch((error: unknown) => respond.crash(exchange, error));
      } else sendOutcome(outcome);
    }

    function send(exchange: Exchange, outcome: Outcome, isRefresh: boolean, warnings: readonly Warning[]): void {
      if (!outcome.ok && outcome.limit !== undefined) return respond.failLimited(exchange, { allowed: false, remaining: 0, ...outcome.limit });
      if (!outcome.ok) return respond.fail(exchange, outcome.failure);
      const text = 'text' in outcome ? outcome.text : JSON.stringify(outcome.answer);
      const elapsedMs = Math.max(0, Math.round(performance.now() - exchange.startedAtMs));
      const cached = isRead ? `,"from_cache":${!isRefresh}` : '';
      const warned = warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(warnings)}`;
      const last = `,"execution_time_ms":${elapsedMs}${cached},"request_id":"${exchange.requestId}"`;
      const envelope = `{"success":true,${text.slice(1, -1)}${warned}${last}}`;
      if (isRead) {
        const lasting = 'stable' in outcome ? JSON.stringify(outcome.stable) : text;
        // an answer with different warnings is a different representation
        const etag = etagOf(lasting + warned);
        respond.represent(exchange, { body: envelope, etag, cacheControl: REVALIDATE, vary: VARIES_BY });
        return;
      }
      if ('replayed' in outcome && outcome.replayed) exchange.extraHeaders = REPLAYED;
      respond.send(exchange, contract.status, envelope);
    }

    // the root of the API is served with and without its trailing slash
    const paths = contract.path === API_PREFIX ? [API_PREFIX, `${API_PREFIX}/`] : [contract.path];
    return paths.map((path) => ({ method: contract.method, path, access: 'signed', handle }));
  });
}

function callerOf({ credential, admission }: Exchange): Caller {
  return { kind: credential!.kind, id: credential!.id, tier: credential!.tier, remaining: admission?.remaining ?? null };
}
