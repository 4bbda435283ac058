/**
 * The metrics that pinrate exposes to Prometheus. Names and units follow its conventions; every name of ours starts
 * with `pinrate_`. No label contains a secret, and every label's values are bounded: by a fixed list, or by the
 * partners and credentials of the store.
 */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics, type Metric } from 'prom-client';
import { RequestDurations } from './request-durations.js';
import { OUTCOMES, type QuestionOutcome } from './engine/outcomes.js';
import type { Question } from './engine/question.js';

/** The beginning of every name of ours. */
export const PREFIX = 'pinrate_';
const QUEUE_BUCKETS_SECONDS = [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002, 0.004, 0.008, 0.016, 0.064, 0.25, 1];
const BULK_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64];

export interface Metrics {
  registry: Registry;
  requestDuration: RequestDurations;
  /** Requests that have arrived and are not answered yet: a plain number, read at scrape time. */
  inFlight: { count: number };
  /** The memory of answers that their connections have not taken yet: a plain number, read at scrape time. */
  unsent: { bytes: number };
  /** Answers that were not sent to the end: see UNSENT_DROPS. */
  unsentDropped: Counter<'reason'>;
  /** `reason`: the error code of the front end's refusal, or CLIENT_ABORTED. */
  rejected: Counter<'reason'>;
  /** `reason`: one of AUTHENTICATION_FAULTS. */
  authenticationFailures: Counter<'reason'>;
  /** The share of its allowance that each credential has used; read at scrape time. */
  allowances: { list(): AllowanceUse[] };
  /** Questions that the engine answered, by outcome. */
  questions: QuestionCounts;
  /** New assignments; repeated ones do not count. */
  assignments: Counter<'partner' | 'strategy'>;
  /** `tier`: a credential's, or UNSIGNED. */
  rateLimited: Counter<'tier'>;
  batchSize: Histogram;
  /** Questions that the main thread answered itself. */
  inlineAnswers: Counter;
  /** From a question's arrival in the queue until its batch leaves. */
  queueWait: Histogram;
  /** 0..1: the share of the threads' time that was spent on batches. */
  poolUtilization: Gauge;
  poolCrashes: Counter;
  /**
   * Lines of bulks by detail, cells of matrices as `matrix`; and by outcome: available, unavailable, failed, or dropped
   * with the whole bulk; one that was dropped before it was read counts as one line of the detail `unknown`.
   */
  bulkLines: Counter<'detail' | 'outcome'>;
  /** From a bulk's arrival to its answer. */
  bulkSeconds: Histogram;
  /** Bulks that have not begun; read at scrape time. */
  bulksWaiting(): number;
  /** Read at scrape time: the least time for which the control thread's event loop has not turned; 0: it turns. */
  controlBusyMs(): number;
  indexGeneration: Gauge;
  /**
   * When the generation in use was built, in Unix seconds; and its shared memory, as a function for scrape time,
   * because adding up the bytes takes milliseconds.
   */
  indexBuilt: { atSeconds: number; bytes: () => number };
}

/** Why a request is not authenticated. */
export const AUTHENTICATION_FAULTS = [
  'MISSING_HEADERS',
  'BOTH_IDS',
  'TIMESTAMP_OUT_OF_RANGE',
  'UNKNOWN_CREDENTIAL',
  'SIGNATURE_MISMATCH',
  'BODY_HASH_REQUIRED',
  'BODY_HASH_MISMATCH',
] as const;
export type AuthenticationFault = (typeof AUTHENTICATION_FAULTS)[number];

/**
 * Why an answer is not sent to its end. REFUSED: 503 instead, because too much is unsent; NO_ROOM: the connection does
 * not take the answer, and too much is unsent; STALLED: the connection takes no more.
 */
const UNSENT_DROPS = ['REFUSED', 'NO_ROOM', 'STALLED'] as const;
export type UnsentDrop = (typeof UNSENT_DROPS)[number];

/** The share of its allowance that a credential has used. */
export interface AllowanceUse {
  kind: 'service' | 'partner';
  credential: string;
  /** 0 to 1: in the current window or in the previous one, whichever is higher. */
  ratio: number;
}

/** The program that runs here. */
interface Build {
  /** The versions of pinrate and of Node.js. */
  version: string;
  node: string;
  store: 'lmdb' | 'mongodb';
  /** The package whose build of uWebSockets.js serves. */
  uws: string;
}

/** Adds the build information. */
export function describeBuild(registry: Registry, build: Build): void {
  const labelNames = ['version', 'node', 'store', 'uws'] as const;
  new Gauge({
    name: `${PREFIX}build_info`,
    help: 'What runs here, in labels; always 1',
    registers: [registry],
    labelNames,
  }).set({ ...build }, 1);
}

/** Adds a gauge whose value `read` returns. */
function readAtScrape(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name: `${PREFIX}${name}`,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}

/** Adds where the limits of signed traffic are counted, for nodes that share them; read at scrape time. */
export function observeSharedLimits(registry: Registry, read: () => { shared: boolean; fallbacks: number }): void {
  readAtScrape(
    registry,
    'rate_limit_shared',
    '1: rate limits are counted in Redis for all nodes; 0: Redis is unreachable, and this node counts by itself',
    () => (read().shared ? 1 : 0),
  );
  new Counter({
    name: `${PREFIX}rate_limit_fallbacks_total`,
    help: 'Times that Redis became unreachable',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read().fallbacks);
    },
  });
}

/** A separate registry, so that two engines in one process (as in tests) do not share their numbers. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const inFlight = { count: 0 };
  const unsent = { bytes: 0 };
  const indexBuilt = { atSeconds: 0, bytes: () => 0 };
  const allowances: Metrics['allowances'] = { list: () => [] };
  const questions = new QuestionCounts();
  // without the prefix: dashboards know these metrics as process_* and nodejs_*
  collectDefaultMetrics({ register: registry });
  const requestDuration = new RequestDurations(
    `${PREFIX}http_request_duration_seconds`,
    "Time from a request's headers to its answer",
  );
  // the registry only uses a metric's name and get(), but its type requires one of its own classes
  registry.registerMetric(requestDuration as unknown as Metric);
  readAtScrape(registry, 'http_requests_in_flight', 'Requests that are not answered yet', () => inFlight.count);
  readAtScrape(
    registry,
    'http_unsent_bytes',
    'Memory of answers that their connections have not taken yet',
    () => unsent.bytes,
  );
  readAtScrape(
    registry,
    'index_generation_timestamp_seconds',
    'Unix time at which the index generation in use was built',
    () => indexBuilt.atSeconds,
  );
  readAtScrape(registry, 'index_shared_memory_bytes', 'Shared memory of the index generation in use', () =>
    indexBuilt.bytes(),
  );
  new Counter({
    name: `${PREFIX}questions_total`,
    registers,
    labelNames: ['question', 'outcome', 'reason'],
    help:
      'Questions that the engine answered: offered, '
      + 'refused by every partner that they are about, or failed, and why',
    collect() {
      this.reset();
      for (const { count, ...labels } of questions.list()) this.inc(labels, count);
    },
  });
  new Gauge({
    name: `${PREFIX}credential_allowance_used_ratio`,
    registers,
    labelNames: ['kind', 'credential'],
    help: 'Share of its requests a minute that a credential has used: of this minute or the last, whichever is higher',
    collect() {
      this.reset();
      for (const { ratio, ...labels } of allowances.list()) this.set(labels, ratio);
    },
  });
  const authenticationFailures = new Counter({
    name: `${PREFIX}authentication_failures_total`,
    help: 'Requests whose caller was not authenticated',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of AUTHENTICATION_FAULTS) authenticationFailures.inc({ reason }, 0);
  const unsentDropped = new Counter({
    name: `${PREFIX}http_unsent_dropped_total`,
    help: 'Answers that were not sent to the end, because their reader is too slow or too much is unsent',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of UNSENT_DROPS) unsentDropped.inc({ reason }, 0);
  const metrics: Metrics = {
    registry,
    requestDuration,
    inFlight,
    unsent,
    unsentDropped,
    rejected: new Counter({
      name: `${PREFIX}http_rejected_total`,
      help: 'Requests that the front end refused',
      labelNames: ['reason'],
      registers,
    }),
    authenticationFailures,
    allowances,
    questions,
    assignments: new Counter({
      name: `${PREFIX}assignments_total`,
      help: 'Assignments that were made',
      labelNames: ['partner', 'strategy'],
      registers,
    }),
    rateLimited: new Counter({
      name: `${PREFIX}rate_limited_total`,
      help: 'Requests refused by a rate limit',
      labelNames: ['tier'],
      registers,
    }),
    batchSize: new Histogram({
      name: `${PREFIX}batch_size`,
      help: 'Questions in a batch',
      buckets: BATCH_BUCKETS,
      registers,
    }),
    inlineAnswers: new Counter({
      name: `${PREFIX}inline_answers_total`,
      help: 'Questions that the main thread answered itself, because they were cheap',
      registers,
    }),
    queueWait: new Histogram({
      name: `${PREFIX}queue_wait_seconds`,
      help: 'Time a question waits for its batch to leave',
      buckets: QUEUE_BUCKETS_SECONDS,
      registers,
    }),
    poolUtilization: new Gauge({
      name: `${PREFIX}pool_utilization_ratio`,
      help: "Share of the pool threads' time spent on batches",
      registers,
    }),
    poolCrashes: new Counter({
      name: `${PREFIX}pool_crashes_total`,
      help: 'Pool threads that ended unexpectedly',
      registers,
    }),
    bulkLines: new Counter({
      name: `${PREFIX}bulk_lines_total`,
      help:
        'Lines of bulks and cells of matrices; dropped: their caller went away, or no thread could answer; '
        + 'of the detail unknown: bulks that were dropped before they were read',
      labelNames: ['detail', 'outcome'],
      registers,
    }),
    bulkSeconds: new Histogram({
      name: `${PREFIX}bulk_seconds`,
      help: "Time from a bulk's arrival to its answer",
      buckets: BULK_BUCKETS_SECONDS,
      registers,
    }),
    bulksWaiting: () => 0,
    indexGeneration: new Gauge({
      name: `${PREFIX}index_generation`,
      help: 'Number of the index generation in use',
      registers,
    }),
    controlBusyMs: () => 0,
    indexBuilt,
  };
  readAtScrape(registry, 'bulk_waiting', 'Bulks that wait for a spare thread', () => metrics.bulksWaiting());
  new Gauge({
    name: `${PREFIX}control_busy_seconds`,
    help: 'How long the control thread has been busy without a pause; 0: it takes its work in turns',
    registers,
    collect() {
      this.set(metrics.controlBusyMs() / 1_000);
    },
  });
  return metrics;
}

interface QuestionCount extends QuestionOutcome {
  question: Question;
  count: number;
}

/**
 * Counts questions by outcome. It runs for each answer, so it uses plain numbers: labels are looked up at scrape time.
 */
export class QuestionCounts {
  readonly #counts: Readonly<Record<Question, Float64Array>> = {
    availability: zeros(),
    assignment: zeros(),
    charges: zeros(),
  };

  /** @param outcomeCode see {@link OUTCOMES} */
  add(question: Question, outcomeCode: number): void {
    this.#counts[question][outcomeCode]! += 1;
  }

  /**
   * Lists offers and refusals from the start, so that the first one is a rise from 0; failures only once there was one.
   */
  list(): QuestionCount[] {
    return Object.entries(this.#counts).flatMap(([question, counts]) =>
      OUTCOMES.map((outcome, code) => ({ question: question as Question, ...outcome, count: counts[code]! })).filter(
        ({ outcome, count }) => outcome !== 'failed' || count > 0,
      ),
    );
  }
}

function zeros(): Float64Array {
  return new Float64Array(OUTCOMES.length);
}
