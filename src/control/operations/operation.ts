/** The input and output of the API's handlers. They know neither uWebSockets.js nor a store's adapter. */
import type { Caller, ReachedLimit } from '../../caller.js';
import type { AnswerOf, Contract, Input, Schemas } from '../../contract/contract.js';
import type { BodyLines, Preparation, Rules } from '../../contract/input.js';
import type { Warning } from '../../contract/warnings.js';
import type { ErrorCode, Failure } from '../../errors.js';
import type { ActivityReport, OperationCall } from '../../messages.js';
import type { ChangePreview, Hypothesis } from '../analyst/change-preview.js';
import type { Catalog } from '../documents/catalog.js';
import type { CollectionName, Credential } from '../../model/documents.js';
import type { Scope } from '../../model/scopes.js';
import { validationFailure } from '../../contract/faults.js';
import type { RequestFault } from '../../model/schema-faults.js';
import type { Key } from '../../model/change.js';
import type { ChangeNote, Store } from '../../store/port.js';
import type { BackupResult } from '../backups.js';
import type { RekeyCounts } from '../rekey.js';
import type { StoredAnswers } from '../idempotency.js';
import type { StoredRecords } from '../stored-records.js';
import type { ImpactMeter } from '../analyst/impact.js';
import type { Linter } from '../analyst/linter.js';
import type { Outcomes } from '../outcomes.js';
import type { CountBoard } from '../../index/count-board.js';
import type { CapacityStart } from '../allocation/capacity-start.js';
import type { Backtests } from '../analyst/backtests.js';
import type { Chooser } from '../allocation/chooser.js';
import type { Explainer } from '../allocation/explainer.js';
import type { Replayer } from '../replay/replayer.js';
import type { OnceLog } from '../once-log.js';
import type { Ids } from './ids.js';
import type { WriteTurns } from './turns.js';

/** What a handler gets: the call with its input as values. */
export type ApiRequest<S extends Schemas = Schemas> = Input<S>
  & Omit<OperationCall, keyof Input<S> | 'operationId' | 'isStrict'> & {
    /** What comes behind the body's first line; absent: nothing does, or the body has no lines. */
    lines?: BodyLines;
  };

/** What the handlers work with. */
export interface Api {
  catalog: Catalog;
  store: Store;
  ids: Ids;
  turns: WriteTurns;
  /** A document as the history keeps it. */
  sealed: ChangeNote['sealed'];
  /**
   * A document as it was, of how the history keeps it.
   * @throws DecryptionError when no key of SECRETS_KEY opens its contact
   */
  opened(collection: CollectionName, kept: object): object;
  /** The credential as the store keeps it: its secrets sealed, if there is a key. */
  seal(credential: Credential): Credential;
  /** What the credential of a caller may do. */
  scopesOfCaller(caller: Caller): ReadonlySet<Scope>;
  /** When each credential last asked this node; milliseconds since the epoch. */
  lastUses(): Promise<readonly (Caller & { atMs: number })[]>;
  /**
   * Seals everything again under the first key of SECRETS_KEY; null: there is no key.
   * @param alone runs a batch while nothing else of this node changes credentials
   */
  reseal(alone: <T>(batch: () => Promise<T>) => Promise<T>): Promise<RekeyCounts | null>;
  /** Makes a copy of the store. */
  backUp(): Promise<BackupResult>;
  /** What a change would make of the documents and the index; null: nothing that is about a partner. */
  preview(hypothesis: Hypothesis): ChangePreview | null;
  /** Checks rate cards as a whole, and policies. */
  lint: Pick<Linter, 'report' | 'policyReport' | 'difference'>;
  /** Answers earlier quotes again. */
  replay: Pick<Replayer, 'open' | 'then' | 'now'>;
  /** Chooses partners for shipments that are assigned once more. */
  chooser: Pick<Chooser, 'choose' | 'isWithin'>;
  /** How many days decisions are kept; null: for ever. */
  decisionsDays: number | null;
  /** What has been counted, and what this node's choices have reserved. */
  counters: CountBoard;
  /** Counts what is assigned already in capacities that begin. */
  capacityStart: Pick<CapacityStart, 'count'>;
  /** Hears of imports of outcomes. */
  outcomes: Pick<Outcomes, 'imported'>;
  /** Says who would get a shipment, and why. */
  explainer: Pick<Explainer, 'explain'>;
  /** Asks shipments again by a policy. */
  backtests: Pick<Backtests, 'begin'>;
  /** Tells what changes do to prices. */
  impact: Pick<ImpactMeter, 'measure' | 'refusals'>;
  /** Whether the store holds a document of this key that breaks a rule, so that another or none is in force. */
  isRefused(collection: CollectionName, key: Key): boolean;
  /** What the partner has requested from this node in the 24 hours before `nowMs`. */
  activityOf(partnerId: string, nowMs: number): Promise<ActivityReport>;
  records: StoredRecords;
  storedAnswers: StoredAnswers;
  /** The package's version and the index generation in use; times are ISO 8601. */
  describe(): { version: string; generationId: number; builtAt: string };
  /** Milliseconds since the epoch. */
  now(): number;
  /** Logs a fault of our own that the answer does not show, as an error. */
  report(error: unknown, message: string): void;
  /** Logs assignments that cannot be read. */
  unreadable: OnceLog;
  /**
   * Reads collections from the store into the catalog again; resolves when a read that began after this call is
   * complete.
   */
  refresh(collections: readonly CollectionName[]): Promise<void>;
  /**
   * Resolves when the index that quotes use has everything that the catalog has now, or could not be built, which the
   * log shows.
   */
  published(): Promise<void>;
}

/** What a handler may say of its answer. */
export interface AnswerHead {
  /** Takes the place of the contract's status. */
  status?: 200 | 201;
  /** The Location header: a path. */
  location?: string;
  /** The ETag header, sent as it is. A GET is answered with 304 to a caller that has it. */
  etag?: string;
  /** `changeId` in the envelope; null: nothing has changed. Absent: the envelope has none. */
  changeId?: number | null;
  /** Warnings in the envelope, behind those of the input. */
  warnings?: readonly Warning[];
}

/** `stable`: the content that the ETag covers, for answers with members that differ each time. */
export type HandlerResult<A = object> =
  | ({ ok: true; answer: A; stable?: unknown } & AnswerHead)
  // the JSON text of an answer that is already serialised
  | ({ ok: true; text: string; replayed: boolean; stable?: unknown } & AnswerHead)
  | BinaryResult
  | StreamedResult
  | RefusedResult;

/** An answer that is bytes, in memory that threads share. */
export interface BinaryResult {
  ok: true;
  bytes: Uint8Array;
  /** The ETag header, sent as it is. */
  etag: string;
}

/** An answer without an envelope, sent line by line as the caller takes it. */
export interface StreamedResult {
  ok: true;
  /**
   * Without their line ends; lines that are read from the store come in pages, each in its own turn. They are asked for
   * over time: what they read must be of one moment. Their `return` is called when the caller goes away.
   */
  lines: Iterable<string> | AsyncIterable<readonly string[]>;
  /** `application/x-ndjson` unless given. */
  mediaType?: string;
  /** Each page is sent at once, not only when there are many lines: they come slowly. */
  isLive?: boolean;
}

export interface RefusedResult {
  ok: false;
  failure: Failure;
  /** The limit that refuses the request, for the headers of its answer. */
  limit?: ReachedLimit;
}

export interface Operation {
  contract: Contract;
  /** Gets only requests without faults. */
  handle(request: ApiRequest, api: Api): HandlerResult | Promise<HandlerResult>;
  rules: Rules | null;
  prepare: Preparation | null;
}

/** Binds a contract to its implementation: the types of the request and of the answer are the contract's. */
export function implement<S extends Schemas>(
  contract: Contract<S>,
  handle: (request: ApiRequest<S>, api: Api) => HandlerResult<AnswerOf<S>> | Promise<HandlerResult<AnswerOf<S>>>,
  rules: Rules<S> | null = null,
  prepare: Preparation | null = null,
): Operation {
  return {
    contract: contract as unknown as Contract,
    handle: handle as unknown as Operation['handle'],
    rules: rules as unknown as Operation['rules'],
    prepare,
  };
}

export function answer<A>(value: A, stable?: unknown): { ok: true; answer: A; stable?: unknown } {
  return stable === undefined ? { ok: true, answer: value } : { ok: true, answer: value, stable };
}

export function refuse(code: ErrorCode, more: Omit<Failure, 'code'> = {}): RefusedResult {
  return { ok: false, failure: { code, ...more } };
}

/** The refusal of a request for its faults, in the shape of its caller's kind. */
export function refuseFaults(
  { kind }: Caller,
  faults: readonly RequestFault[],
  validFields: readonly string[] = [],
): RefusedResult {
  return { ok: false, failure: validationFailure(kind, faults, validFields) };
}
