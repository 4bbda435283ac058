/** The composition root: `start` has the parts of the front in the order in which they start. They stop in reverse. */
import type { Logger } from 'pino';
import { Activity } from './http/activity.js';
import type { ActiveCredential, FindCredential } from './caller.js';
import type { Config } from './config.js';
import type { Channel } from './control/channel.js';
import type { ControlCalls, FrontCalls } from './messages.js';
import { openApiText } from './contract/openapi/texts.js';
import { OPERATION_CONTRACTS } from './contract/contracts.js';
import { answerUnlessBusy, KnownCredentials, type LaunchControl, launchThread } from './control/remote.js';
import { findDemoCredential } from './start/demo-credential.js';
import { Engine } from './engine/engine.js';
import { failedAnswer, OUTCOMES } from './engine/outcomes.js';
import type { Ask } from './http/routes/questions.js';
import { PageCache } from './http/page-cache.js';
import { SampleGatherer } from './http/sampling.js';
import { createFrontEnd } from './http/server.js';
import { type GenerationHandle, memoryOf } from './index/generation.js';
import { SHUTDOWN_GRACE_MS } from './limits/http.js';
import { createMetrics, describeBuild, type Metrics, observeSharedLimits } from './metrics.js';
import { PACKAGE_VERSION } from './package-root.js';
import { ENGINE_WORKER, EnginePool } from './pool/pool.js';
import type { EngineAnswer, Job, PendingAssignment } from './engine/question.js';
import type { RedisCounters } from './rate-limits/redis-counters.js';
import type { DatasetProgress } from './store/dataset/dataset.js';

const STATS_EVERY_MS = 1_000;

interface AppOptions {
  config: Config;
  log: Logger;
  /** Milliseconds since the epoch, with fractions. */
  now(): number;
  /** False: every question goes to the pool, even a single cheap one. */
  answersInline?: boolean;
  /** In a thread of its own unless given. */
  launchControl?: LaunchControl;
  /** Called with a line of the control thread's log, which is complete with its line end. */
  onLogLine?(line: string): void;
  /** The control thread has ended by itself: nothing can be stored or changed, and this process must end. */
  onControlEnd?(reason: Error): void;
  /** Called before the first document is read, since reading takes seconds. Not called when nothing is imported. */
  onImportStart?(folder: string): void;
  onImportProgress?(progress: DatasetProgress): void;
}

export interface App {
  url: string;
  /** The package whose build of uWebSockets.js serves. */
  uwsBuild: string;
  /** DATASET is set and was not imported, because the store already had data. */
  ignoresDataset: boolean;
  /** For questions of this process itself, which are neither counted nor sampled. */
  ask: Ask;
  findCredential: FindCredential;
  /** The active ones. */
  credentials(): Iterable<ActiveCredential>;
  /** Resolves when every change of the store so far is in the index. */
  settled(): Promise<void>;
  /** Stops accepting, finishes requests in flight, flushes the store. */
  close(): Promise<void>;
}

/** How to stop the started parts, in the order of their start. */
type Stops = (() => Promise<void>)[];

/** Starts everything. Rejects when a part cannot start, after closing all others. */
export async function startApp(options: AppOptions): Promise<App> {
  const stops: Stops = [];
  const close = async () => {
    const failures: unknown[] = [];
    for (const stop of stops.splice(0).reverse()) await stop().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'not everything stopped cleanly');
  };
  try {
    return { ...(await start(options, stops)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(options: AppOptions, stops: Stops): Promise<Omit<App, 'close'>> {
  const { config, log, now, launchControl = launchThread } = options;
  const metrics = createMetrics();
  const activity = new Activity();
  const credentials = new KnownCredentials();
  const findCredential: FindCredential = (kind, id) => credentials.find(kind, id);
  const pages = new PageCache();
  let generation: GenerationHandle | null = null;

  // 1. The pool's threads begin to load, while the control thread reads the store.
  const pool = createPool(options, metrics, () => channel.tell('threadLost', null));

  // 2. The control thread begins to load. It stops after the pool, whose assignments it makes durable.
  const front: FrontCalls = {
    generation: (packed) => {
      generation = pool.publish(packed);
      metrics.indexGeneration.set(generation.id);
      metrics.indexBuilt.atSeconds = generation.builtAt / 1_000;
    },
    credentials: (changes) => credentials.adopt(changes),
    documentsChanged: (version) => pages.adopt(version),
    activity: ({ partnerId, nowMs }) => activity.of('partner', partnerId, nowMs),
    lastUses: () => activity.lastUses(),
    log: (line) => options.onLogLine?.(line),
    importStarts: (folder) => options.onImportStart?.(folder),
    importProgress: (progress) => options.onImportProgress?.(progress),
  };
  const control = launchControl(config, front, (reason) => options.onControlEnd?.(reason));
  const { channel } = control;
  stops.push(async () => {
    try {
      await channel.call('close', null);
    } finally {
      await control.ended();
    }
  });
  stops.push(() => pool.close());
  metrics.controlBusyMs = () => control.busyMs();
  metrics.bulksWaiting = () => pool.stats().waitingBulks;
  metrics.indexBuilt.bytes = () => (generation === null ? 0 : memoryOf(generation));

  // 3. The control thread opens the store, fills an empty one, and sends the credentials and the first generation.
  const { ignoresDataset, health: firstHealth } = await channel.call('start', null);

  // 4. The pool's threads have loaded, and have this generation.
  await pool.ready();
  const stats = setInterval(() => metrics.poolUtilization.set(pool.stats().utilization), STATS_EVERY_MS);
  stops.push(async () => clearInterval(stats));

  // 5. Redis, if limits are shared.
  const sharedCounters = config.redisUrl === null ? undefined : await openSharedCounters(config.redisUrl, log, metrics);
  if (sharedCounters !== undefined) stops.push(() => sharedCounters.close());

  // 6. The port opens: from here on there are requests, and a stop lets them finish first.
  const sample = new SampleGatherer((questions) => channel.tell('sampled', questions));
  const ask = askThrough(pool, channel, metrics, sample, log, now);
  let lastHealth = firstHealth;
  const frontEnd = createFrontEnd({
    config,
    log,
    metrics,
    now,
    ask,
    isFull: () => pool.isFull(),
    bulks: {
      isFull: () => pool.isFullForBulks(),
      submit: (job, events) => pool.submitBulk(job, events),
      advance: () => pool.advanceBulks(),
    },
    findCredential,
    activity,
    openApi: openApiText,
    contracts: OPERATION_CONTRACTS,
    operate: (call) => {
      // a change is weighed by everything that was asked before it
      sample.flush();
      return channel.call('operate', call);
    },
    streams: { more: (id) => channel.call('more', { id }), cancel: (id) => channel.tell('cancel', { id }) },
    pages,
    findDemoCredential: () => (config.environment === 'production' ? null : findDemoCredential(findCredential)),
    health: {
      ready: () => generation !== null && pool.stats().threadsReady > 0,
      controlBusyMs: () => control.busyMs(),
      control: async () => (lastHealth = (await answerUnlessBusy(control, 'health')) ?? lastHealth),
      controlMetrics: () => answerUnlessBusy(control, 'metrics'),
      checkRedis: sharedCounters && (() => sharedCounters.check()),
      describe: () => ({ generationId: generation!.id, builtAt: new Date(generation!.builtAt).toISOString() }),
    },
    sharedCounters,
    version: PACKAGE_VERSION,
  });
  const { host, port, build } = await frontEnd.listen();
  stops.push(() => {
    channel.tell('closeSoon', null);
    return frontEnd.close(SHUTDOWN_GRACE_MS);
  });
  describeBuild(metrics.registry, {
    version: PACKAGE_VERSION,
    node: process.versions.node,
    store: config.mongodb === null ? 'lmdb' : 'mongodb',
    uws: build,
  });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    uwsBuild: build,
    ignoresDataset,
    ask: (job, onAnswer) => pool.submit(job, onAnswer),
    findCredential,
    credentials: () => credentials.all(),
    settled: () => channel.call('settled', null),
  };
}

/** Redis may be unreachable: that is logged, and this node counts by itself until Redis is back. */
async function openSharedCounters(url: string, log: Logger, metrics: Metrics): Promise<RedisCounters> {
  const { RedisCounters } = await import('./rate-limits/redis-counters.js');
  const counters = await RedisCounters.open({
    url,
    onStatus: (status, cause) => {
      if (status === 'shared') log.info('rate limits are counted in Redis, for all nodes');
      else log.warn({ err: cause }, 'Redis is away: rate limits are counted on this node until it is back');
    },
  });
  observeSharedLimits(metrics.registry, () => ({
    shared: counters.status() === 'shared',
    fallbacks: counters.fallbacks,
  }));
  return counters;
}

function createPool(
  { config, answersInline = true, log, now }: AppOptions,
  metrics: Metrics,
  onCrash: () => void,
): EnginePool {
  return new EnginePool({
    worker: ENGINE_WORKER,
    threads: config.workers,
    inline: answersInline ? new Engine() : undefined,
    now,
    observer: {
      inline: (size) => metrics.inlineAnswers.inc(size),
      batch: (size, queueWaitMs) => {
        metrics.batchSize.observe(size);
        metrics.queueWait.observe(queueWaitMs / 1_000);
      },
      crash: (error) => {
        metrics.poolCrashes.inc();
        onCrash();
        log.error({ err: error }, 'a batch of questions failed');
      },
    },
    onFailure: (job, cause) => internalError(job, cause, log, now),
  });
}

/**
 * Passes a question through the pool, and an assignment also through the control thread, which stores it before its
 * answer leaves. Each is counted once.
 */
function askThrough(
  pool: EnginePool,
  control: Channel<ControlCalls>,
  metrics: Metrics,
  sample: SampleGatherer,
  log: Logger,
  now: () => number,
): Ask {
  const settle = async (job: Job, answer: EngineAnswer, pending: PendingAssignment): Promise<EngineAnswer> => {
    try {
      const { made, answer: other } = await control.call('settle', { job, pending });
      if (made !== undefined) metrics.assignments.inc({ partner: made.partnerId, strategy: made.strategy });
      return other ?? answer;
    } catch (error) {
      return internalError(job, error, log, now);
    }
  };
  return (job, onAnswer) => {
    const finish = (answer: EngineAnswer): void => {
      metrics.questions.add(job.question, answer.outcomeCode);
      onAnswer(answer);
    };
    return pool.submit(job, (answer) => {
      // a stored answer counts as an assignment, and a failure has no price
      const isStored = (answer.assignment?.record ?? null) !== null;
      if (!isStored && OUTCOMES[answer.outcomeCode]!.outcome !== 'failed') sample.note(job, answer.outcomeCode);
      if (answer.assignment === undefined) finish(answer);
      else void settle(job, answer, answer.assignment).then(finish);
    });
  };
}

/** The answer to a fault of our own: the log gets an error line, the caller no details. */
function internalError(job: Job, cause: unknown, log: Logger, now: () => number): EngineAnswer {
  log.error({ err: cause, request_id: job.requestId, question: job.question }, 'a question could not be answered');
  return failedAnswer({ code: 'INTERNAL_ERROR' }, job.requestId, now() - job.receivedAt, now());
}
