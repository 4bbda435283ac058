/** Carries out operations: from the texts of a request to the members of its answer. */
import type { Warning } from '../contract/warnings.js';
import type { OperationAnswer, OperationCall } from './messages.js';
import { etagOf } from '../etag.js';
import { InputReader } from './operations/input.js';
import type { Api, ApiRequest, Operation, Outcome } from './operations/operation.js';
import { OPERATIONS } from './operations/operations.js';

const FORCE_REFRESH_IGNORED: Warning = {
  code: 'FORCE_REFRESH_IGNORED',
  field: 'forceRefresh',
  message: 'forceRefresh is for services; this was answered from memory, which follows every change of the store',
};

export class Operator {
  readonly #operations: ReadonlyMap<string, { operation: Operation; reader: InputReader }>;

  constructor(
    private readonly api: Api,
    operations: readonly Operation[] = OPERATIONS,
  ) {
    this.#operations = new Map(
      operations.map((operation) => [
        operation.contract.id,
        { operation, reader: new InputReader(operation.contract, operation.rules) },
      ]),
    );
  }

  async operate({
    operationId,
    params,
    query: queryText,
    body,
    isStrict,
    ...request
  }: OperationCall): Promise<OperationAnswer> {
    const { operation, reader } = this.#operations.get(operationId)!;
    const { reads } = operation.contract;
    const input = reader.read({ params, query: queryText, body }, request.caller.kind, isStrict);
    if (!input.ok) return { ok: false, failure: input.failure };
    const warnings = [...input.warnings];
    const { query } = input.values;
    const isRead = reads.length > 0;
    if (isRead && query['forceRefresh'] === true && request.caller.kind === 'partner') {
      query['forceRefresh'] = false;
      warnings.push(FORCE_REFRESH_IGNORED);
    }
    const isRefreshed = isRead && query['forceRefresh'] === true;
    if (isRefreshed) await this.api.refresh(reads);
    const documents = this.api.catalog.version;
    const outcome = await operation.handle({ ...input.values, ...request } as ApiRequest, this.api);
    return outcome.ok ? { ...rendered(outcome, warnings, isRead), documents, isRefreshed } : outcome;
  }
}

function rendered(outcome: Outcome & { ok: true }, warnings: readonly Warning[], isRead: boolean) {
  const text = 'text' in outcome ? outcome.text : JSON.stringify(outcome.answer);
  const warned = warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(warnings)}`;
  const changed = outcome.changeId === undefined ? '' : `,"changeId":${outcome.changeId}`;
  // an answer with different warnings is a different representation
  const etag = isRead ? etagOf(('stable' in outcome ? JSON.stringify(outcome.stable) : text) + warned) : null;
  return {
    ok: true as const,
    members: text.slice(1, -1) + changed + warned,
    etag,
    isReplayed: 'replayed' in outcome && outcome.replayed,
  };
}
