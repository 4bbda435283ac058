/** The calls between the front and the control thread. Every type here can be cloned. */
import type { ActiveCredential, Caller, LimitedCaller, ReachedLimit } from './caller.js';
import type { Check } from './check.js';
import type { Config } from './config.js';
import type { CollectionName } from './model/documents.js';
import type { SharedText } from './envelope.js';
import type { Failure } from './errors.js';
import type { PackedGeneration } from './index/packed.js';
import type { EngineAnswer, Job, PendingAssignment, AnsweredQuestion } from './engine/question.js';
import type { DatasetProgress } from './store/dataset/dataset.js';
import type { FollowStatus } from './store/port.js';

/** The data with which the control thread starts. */
export interface ControlData {
  config: Config;
  /** The memory of its Heartbeat. */
  heartbeat: SharedArrayBuffer;
}

/** The functions of the control thread. */
export type ControlCalls = {
  /** Opens the store, imports the dataset into an empty one, and builds the first generation. */
  start(nothing: null): Promise<StartReport>;
  operate(call: OperationCall): Promise<OperationAnswer>;
  /** The next part of a streamed answer; null: the request for it came too late, and the rest is gone. */
  more(stream: { id: number }): Promise<StreamPart | null>;
  /** Nobody will ask for more of a streamed answer. */
  cancel(stream: { id: number }): void;
  /** Takes a question, which was answered, into the sample by which the impact of changes is computed. */
  sampled(questions: readonly AnsweredQuestion[]): void;
  /** Makes an assignment durable. */
  settle(call: SettleCall): Promise<SettleResult>;
  /** A thread of the pool has ended: it may have reserved counts for parcels that never come to `settle`. */
  threadLost(nothing: null): void;
  health(nothing: null): Promise<ControlHealth>;
  /** The control thread's metrics, in the text format of Prometheus. */
  metrics(nothing: null): Promise<string>;
  /** Resolves when every change of the store so far is in the index. */
  settled(nothing: null): Promise<void>;
  /** The process stops: writes that the store cannot do soon are refused, so that they are answered in time. */
  closeSoon(nothing: null): void;
  /** Stops following and closes the store. */
  close(nothing: null): Promise<void>;
};

/** The functions of the front. */
export type FrontCalls = {
  /** The next generation, as additions to the one before. */
  generation(packed: PackedGeneration): void;
  credentials(changes: CredentialChanges): void;
  /** The documents have a new version: answers of former ones must not be repeated. */
  documentsChanged(version: number): void;
  /** The partner's requests in the last 24 hours. */
  activity(of: { partnerId: string; nowMs: number }): ActivityReport;
  /** The last request of each credential to this node; milliseconds since the epoch. */
  lastUses(nothing: null): (Caller & { atMs: number })[];
  /** One line of the log. */
  log(line: string): void;
  importStarts(folder: string): void;
  importProgress(progress: DatasetProgress): void;
};

interface StartReport {
  /** DATASET is set and was not imported, because the store already had data. */
  ignoresDataset: boolean;
  health: ControlHealth;
}

/** The state of the store. */
export interface ControlHealth {
  store: Check;
  following: FollowingReport;
}

/** A request for an operation, as it arrived. */
export interface OperationCall {
  operationId: string;
  /** Decoded. */
  params: Readonly<Record<string, string>>;
  /** The query string as sent, without `?`. */
  query: string;
  /** '' when the request has no body. */
  body: string;
  caller: LimitedCaller;
  requestId: string;
  /** Milliseconds since the epoch. */
  receivedAtMs: number;
  /** The Idempotency-Key; null: none was given. */
  idempotencyKey: string | null;
  /** Each with all of its values as one list; null: none was given. */
  ifMatch: string | null;
  ifNoneMatch: string | null;
  /** The contract's media type that the caller prefers. */
  mediaType: string;
  /** `Prefer: handling=strict`. */
  isStrict: boolean;
}

export type OperationAnswer =
  | WholeAnswer
  | { ok: true; stream: StreamStart }
  /** The whole body, in shared memory, and its ETag. */
  | { ok: true; bytes: Uint8Array; etag: string }
  | {
      ok: false;
      failure: Failure;
      /** The limit that refuses the request, for the headers of its answer. */
      limit?: ReachedLimit;
    };

export interface WholeAnswer {
  ok: true;
  /** The members of the answer as JSON text, without the braces around them. A long text is shared. */
  members: string | SharedText;
  /** Covers the answer without members that differ each time; null: it has none. */
  etag: string | null;
  /** null: the contract's. */
  status: 200 | 201 | null;
  location: string | null;
  /** The version of the documents when the operation began: it may have seen later ones too. */
  documents: number;
  /** The answer is from documents that were read again for it. */
  isRefreshed: boolean;
  /** The answer of an earlier request with the same Idempotency-Key. */
  isReplayed: boolean;
}

/** A piece of a streamed answer. */
export interface StreamPart {
  bytes: Uint8Array;
  isLast: boolean;
}

/** The beginning of a streamed answer. */
export interface StreamStart {
  /** For the calls `more` and `cancel`, unless `first` is the last part. */
  id: number;
  mediaType: string;
  first: StreamPart;
}

export interface SettleCall {
  job: Job;
  pending: PendingAssignment;
}

export interface SettleResult {
  /** Replaces the pool's answer; null: the pool's answer may leave. */
  answer: EngineAnswer | null;
  /** The assignment that this request made; absent: it made none, or repeats one. */
  made?: { partnerId: string; strategy: string };
}

/** The requests of a credential in the last 24 hours. */
export interface ActivityReport {
  /** Milliseconds since the epoch; null: no requests. */
  lastAtMs: number | null;
  requests: number;
  succeeded: number;
  failed: number;
  averageMs: number | null;
  /** Most used first. */
  routes: { route: string; requests: number }[];
}

export interface CredentialChanges {
  /** New credentials, and changed ones, which replace the ones with the same kind and id. */
  put: ActiveCredential[];
  removed: Caller[];
}

/** How the node follows its store. */
export interface FollowingReport extends FollowStatus {
  /** The number of documents refused at present, by collection. */
  refused: ReadonlyMap<CollectionName, number>;
  /** Some of the documents that never had a good version. */
  withoutGoodVersion: string[];
  /** How many credentials no key of SECRETS_KEY opens; they are among the refused documents. */
  unopenedCredentials: number;
}
