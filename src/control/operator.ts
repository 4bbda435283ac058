/** Carries out operations: from the texts of a request to the members of its answer. */
import { strict as assert } from 'node:assert';
import { BINARY, type Contract } from '../contract/contract.js';
import type { Warning } from '../contract/warnings.js';
import type { OperationAnswer, OperationCall } from '../messages.js';
import type { Failure } from '../errors.js';
import { etagOf } from '../etag.js';
import { sharedText } from '../envelope.js';
import { InputReader } from '../contract/input.js';
import { asJson, membersIn } from '../json.js';
import type {
  Api,
  ApiRequest,
  BinaryResult,
  Operation,
  HandlerResult,
  StreamedResult,
} from './operations/operation.js';
import { OPERATIONS } from './operations/operations.js';
import { Streams } from './streams.js';
import { MAX_STREAMS, MAX_STREAMS_OF_CALLER } from '../limits/control.js';
import { LONG_ANSWER_CHARACTERS } from '../limits/http.js';

const WHY_NO_PLACE = `Another stream has to end first: a credential may have ${MAX_STREAMS_OF_CALLER} at once, a node ${MAX_STREAMS}`;
const NO_PLACE: Failure = { code: 'OVERLOADED', message: WHY_NO_PLACE, details: WHY_NO_PLACE };

const FORCE_REFRESH_IGNORED: Warning = {
  code: 'FORCE_REFRESH_IGNORED',
  field: 'forceRefresh',
  message: 'forceRefresh is for services; this was answered from memory, which follows every change of the store',
};

export class Operator {
  readonly streams = new Streams();
  readonly #operations: ReadonlyMap<string, Operation>;
  readonly #readers = new Map<Operation, InputReader>();

  constructor(
    private readonly api: Api,
    operations: readonly Operation[] = OPERATIONS,
  ) {
    this.#operations = new Map(operations.map((operation) => [operation.contract.id, operation]));
  }

  /** Made at the first call: compiling the schemas of all operations is a part of a start that none of them needs. */
  #readerOf(operation: Operation): InputReader {
    let reader = this.#readers.get(operation);
    if (reader === undefined) {
      reader = new InputReader(operation.contract, operation.rules, operation.prepare);
      this.#readers.set(operation, reader);
    }
    return reader;
  }

  async operate({
    operationId,
    params,
    query: queryText,
    body,
    isStrict,
    ...request
  }: OperationCall): Promise<OperationAnswer> {
    const operation = this.#operations.get(operationId)!;
    const { reads, isOfServices } = operation.contract;
    if (isOfServices && request.caller.kind === 'partner') return { ok: false, failure: { code: 'FORBIDDEN' } };
    const input = this.#readerOf(operation).read({ params, query: queryText, body }, request.caller.kind, isStrict);
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
    // before any work: what is refused costs nothing
    const place = isStreamed(operation.contract, request.mediaType) ? this.streams.reserve(request.caller) : undefined;
    if (place === null) return { ok: false, failure: NO_PLACE };
    try {
      const outcome = await operation.handle({ ...input.values, ...request } as ApiRequest, this.api);
      if (!outcome.ok) return outcome;
      assert(!('lines' in outcome) || place !== undefined, 'an answer of lines is of a media type that is streamed');
      if ('lines' in outcome) return { ok: true, stream: await this.streams.start(outcome, place!) };
      if ('bytes' in outcome) return outcome;
      warnings.push(...(outcome.warnings ?? []));
      return { ...rendered(outcome, warnings, isRead), documents, isRefreshed };
    } finally {
      place?.freeUnlessStarted();
    }
  }
}

/** Whether an answer of this media type has no envelope and is sent line by line. */
function isStreamed({ streams, mediaType: usual }: Contract, mediaType: string): boolean {
  return streams.includes(mediaType) || (mediaType === usual && usual !== 'application/json' && usual !== BINARY);
}

type EnvelopedResult = Exclude<HandlerResult & { ok: true }, StreamedResult | BinaryResult>;

function rendered(outcome: EnvelopedResult, warnings: readonly Warning[], isRead: boolean) {
  const text = 'text' in outcome ? outcome.text : JSON.stringify(outcome.answer);
  const warned = warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(warnings)}`;
  const { status = null, location = null, changeId } = outcome;
  // an answer with different warnings is a different representation
  const ofContent = (): string => etagOf(('stable' in outcome ? JSON.stringify(outcome.stable) : text) + warned);
  const etag = outcome.etag ?? (isRead ? ofContent() : null);
  const changed = changeId === undefined ? '' : `,"changeId":${changeId}`;
  const members = membersIn(asJson(text)) + changed + warned;
  return {
    ok: true as const,
    members: members.length < LONG_ANSWER_CHARACTERS ? members : sharedText(members),
    etag,
    status,
    location,
    isReplayed: 'replayed' in outcome && outcome.replayed,
  };
}
