/** The composition root: the parts of pinrate in the order in which they start; they stop in reverse. */
import type { ActiveCredential, FindCredential } from './caller.js';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Activity } from './activity.js';
import { openApiTexts } from './control/operations/document.js';
import { Ids } from './control/operations/ids.js';
import type { Api } from './control/operations/operation.js';
import { OPERATIONS } from './control/operations/operations.js';
import { Catalog, CATALOG_COLLECTIONS } from './control/documents/catalog.js';
import type { Config } from './config.js';
import { Credentials } from './control/documents/credentials.js';
import { findDemoCredential } from './demo-credential.js';
import { toRate } from './domain/money.js';
import { Answerer } from './engine/answerer.js';
import { settleAssignment } from './control/assignments.js';
import { failedAnswer } from './engine/text/envelope.js';
import { TemporarilyUnavailable } from './errors.js';
import type { Ask } from './http/routes/questions.js';
import { createFrontEnd } from './http/server.js';
import { memoryOf } from './index/generation.js';
import { KeptAnswers } from './control/idempotency.js';
import { IndexPublisher } from './control/publisher.js';
import { IDEMPOTENCY_SWEEP_MS, SHUTDOWN_GRACE_MS } from './limits.js';
import { createMetrics, describeBuild, type Metrics, observeFollowing, observeSharedLimits } from './metrics.js';
import { releaseGarbage } from './release-garbage.js';
import { Repeated } from './control/repeated.js';
import { PACKAGE_ROOT, PACKAGE_VERSION } from './package-root.js';
import { createBuilder } from './pool/builder.js';
import { createEnginePool, ENGINE_WORKER, type EnginePool } from './pool/pool.js';
import type { EngineAnswer, Job, PendingAssignment } from './engine/question.js';
import { Mirror } from './control/documents/mirror.js';
import type { RedisCounters } from './rate-limits/redis-counters.js';
import { importDataset, type ImportOptions } from './store/dataset/bootstrap.js';
import { openLmdbStore } from './store/lmdb/store.js';
import { measured } from './store/measured.js';
import { type Store, UnreadableRecord } from './store/port.js';
import { StoredRecords } from './control/stored-records.js';

const GEOGRAPHY_FOLDER = join(PACKAGE_ROOT, 'data', 'geography');
const STATS_EVERY_MS = 1_000;

export interface AppOptions {
  config: Config;
  log: Logger;
  /** Milliseconds since the epoch, with fractions. */
  now(): number;
  /** False: every question goes to the pool, even a single cheap one. */
  answersInline?: boolean;
  onImportStart?: ImportOptions['onStart'];
  onImportProgress?: ImportOptions['onProgress'];
}

export interface App {
  url: string;
  /** The package whose build of uWebSockets.js serves. */
  uwsBuild: string;
  /** DATASET is set and was not imported, because the store already had data. */
  ignoresDataset: boolean;
  store: Store;
  ask: Ask;
  findCredential: FindCredential;
  /** The active ones. */
  credentials(): Iterable<ActiveCredential>;
  /** Resolves when every change of the store so far is in the index. */
  settled(): Promise<void>;
  /** Stops accepting, finishes what is in flight, flushes the store. */
  close(): Promise<void>;
}

/** Starts everything. Rejects when a part cannot start, after closing all others. */
export async function startApp(options: AppOptions): Promise<App> {
  const started: (() => Promise<void>)[] = [];
  const close = async () => {
    const failures: unknown[] = [];
    for (const stop of started.splice(0).reverse()) await stop().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'not everything stopped cleanly');
  };
  try {
    return { ...(await start(options, started)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function start({ config, log, now, answersInline = true, onImportStart, onImportProgress }: AppOptions, started: (() => Promise<void>)[]): Promise<Omit<App, 'close'>> {
  const metrics = createMetrics();
  const store = measured(await openStore(config, log), (operation, seconds) => metrics.storeLatency.observe({ operation }, seconds));
  started.push(() => store.close());
  const wasEmpty = await importDataset(store, {
    config, geographyFolder: GEOGRAPHY_FOLDER, onStart: onImportStart, onProgress: onImportProgress,
    onWarnings: (lines) => lines.forEach((line) => log.warn(line)),
    onSealed: (sealed) => log.warn({ credentials: sealed }, 'credentials were stored in clear text; they are encrypted now'),
  });
  const ignoresDataset = !wasEmpty && config.dataset !== null;
  if (ignoresDataset) log.info({ dataset: config.dataset }, 'the store already has data: the dataset is not imported');

  const catalog = new Catalog(now);
  const credentials = new Credentials(config.secretsKey, config.environment === 'production');
  const builder = createBuilder();
  started.push(() => builder.close());
  const pool = createPool(config, answersInline, log, metrics, now);
  started.push(() => pool.close());

  const publisher = new IndexPublisher({
    source: catalog,
    settings: { gstRate: toRate(config.gstPercent), roadFactor: config.roadFactor },
    build: (task) => builder.build(task),
    publish: (generation, buildMs) => {
      pool.publish(generation);
      metrics.indexGeneration.set(generation.id);
      metrics.indexBuilt.atSeconds = generation.builtAt / 1_000;
      metrics.indexBuilt.bytes = () => memoryOf(generation);
      metrics.indexBuild.observe(buildMs / 1_000);
    },
    onFailure: (error, what) =>
      log.error({ err: error, what }, 'a part of the index could not be rebuilt; its last version stays in use'),
    now,
  });
  metrics.indexBuilt.lagSeconds = () => Math.max(0, now() - (publisher.behindSince ?? now())) / 1_000;
  const mirror = new Mirror({ store, catalog, credentials, publisher, log, onRefused: ({ collection }) => metrics.documentsRefused.inc({ collection }) });
  const following = await store.follow(CATALOG_COLLECTIONS, mirror);
  started.push(async () => {
    mirror.stop();
    await following.stop();
    await publisher.settled();
  });
  const describeFollowing = () => ({ ...following.status(), refused: mirror.refused(), withoutGoodVersion: () => mirror.refusedWithoutGoodVersion() });
  observeFollowing(metrics.registry, describeFollowing);
  // after either step the previous one's documents are garbage
  releaseGarbage();
  await publisher.start();
  await pool.ready();
  releaseGarbage();

  const stats = setInterval(() => metrics.poolUtilization.set(pool.stats().utilization), STATS_EVERY_MS);
  started.push(async () => clearInterval(stats));

  const sweep = new Repeated(IDEMPOTENCY_SWEEP_MS, () => store.forgetExpired(now()), (error) => log[error instanceof TemporarilyUnavailable ? 'warn' : 'error']({ err: error }, 'expired idempotency records could not be removed'));
  started.push(() => sweep.stop());

  const findCredential: FindCredential = (kind, id) => credentials.find(kind, id);
  const records = new StoredRecords((kind, id) => credentials.find(kind, id)?.tier);
  const ask = askThrough(pool, store, records, metrics, log, now);
  const activity = new Activity();
  const describeIndex = () => ({ generationId: publisher.current!.id, builtAt: new Date(publisher.current!.builtAt).toISOString() });
  const api: Api = {
    catalog, store, ids: new Ids((collection) => mirror.greatestRefusedKey(collection)), activity, now, records,
    keptAnswers: new KeptAnswers(store),
    isRefused: (collection, key) => mirror.isRefused(collection, key),
    report: (error, message) => log.error({ err: error }, message),
    refresh: (collections) => mirror.refresh(collections),
    published: () => publisher.published(),
    describe: () => ({ version: PACKAGE_VERSION, ...describeIndex() }),
  };
  const sharedCounters = config.redisUrl === null ? undefined : await openSharedCounters(config.redisUrl, log, metrics);
  if (sharedCounters !== undefined) started.push(() => sharedCounters.close());
  const frontEnd = createFrontEnd({
    config, log, metrics, now, ask, isFull: () => pool.isFull(), findCredential, operations: OPERATIONS, api, activity, openApi: openApiTexts(),
    findDemoCredential: () => (config.environment === 'production' ? null : findDemoCredential(findCredential)),
    health: {
      ready: () => publisher.current !== null && pool.stats().threadsReady > 0,
      checkDatabase: () => store.ping(),
      checkRedis: sharedCounters && (() => sharedCounters.check()),
      following: describeFollowing,
      describe: describeIndex,
    },
    sharedCounters,
    version: PACKAGE_VERSION,
  });
  const { host, port, build } = await frontEnd.listen();
  describeBuild(metrics.registry, {
    version: PACKAGE_VERSION, node: process.versions.node, store: config.mongodb === null ? 'lmdb' : 'mongodb', uws: build,
  });
  started.push(() => frontEnd.close(SHUTDOWN_GRACE_MS));
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, uwsBuild: build, ignoresDataset, store, ask, findCredential, credentials: () => credentials.all(), settled: () => publisher.settled() };
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
  observeSharedLimits(metrics.registry, () => ({ shared: counters.status() === 'shared', fallbacks: counters.fallbacks }));
  return counters;
}

function createPool(config: Config, answersInline: boolean, log: Logger, metrics: Metrics, now: () => number): EnginePool {
  return createEnginePool({
    worker: ENGINE_WORKER,
    threads: config.workers,
    inline: answersInline ? new Answerer() : undefined,
    now,
    observer: {
      inline: (size) => metrics.inlineAnswers.inc(size),
      batch: (size, queueWaitMs) => {
        metrics.batchSize.observe(size);
        metrics.queueWait.observe(queueWaitMs / 1_000);
      },
      crash: (error) => {
        metrics.poolCrashes.inc();
        log.error({ err: error }, 'a batch of questions failed');
      },
    },
    onFailure: (job, cause) => internalError(job, cause, log, now),
  });
}

/**
 * Passes a question through the pool, and an assignment also through the store before its answer leaves. Each is
 * counted once.
 */
function askThrough(pool: EnginePool, store: Store, records: StoredRecords, metrics: Metrics, log: Logger, now: () => number): Ask {
  const settle = async (job: Job, answer: EngineAnswer, pending: PendingAssignment): Promise<EngineAnswer> => {
    try {
      const { made, ...settled } = await settleAssignment(store, job, answer, pending, now, records);
      if (made !== undefined) metrics.assignments.inc({ partner: made.partnerId, strategy: made.strategy });
      return settled;
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
      if (answer.assignment === undefined) finish(answer);
      else void settle(job, answer, answer.assignment).then(finish);
    });
  };
}

/**
 * The answer to a fault of our own: the log gets an error line, the caller no details. An unavailable store is logged
 * where it is noticed.
 */
function internalError(job: Job, cause: unknown, log: Logger, now: () => number): EngineAnswer {
  if (cause instanceof TemporarilyUnavailable) return failedAnswer({ code: 'STORE_UNAVAILABLE' }, job.requestId, now() - job.receivedAt, now());
  log.error({ err: cause, request_id: job.requestId, question: job.question }, 'a question could not be answered');
  if (cause instanceof UnreadableRecord) return failedAnswer({ code: 'SHIPMENT_ALREADY_ASSIGNED', message: 'The shipment is assigned, but its record cannot be read: ask the operator' }, job.requestId, now() - job.receivedAt, now());
  return failedAnswer({ code: 'INTERNAL_ERROR' }, job.requestId, now() - job.receivedAt, now());
}

/** Loaded only when configured: the clients of MongoDB and Redis take a noticeable part of the start. */
async function openStore({ mongodb, dataDir }: Config, log: Logger): Promise<Store> {
  const report = (error: Error | null, message: string): void => (error === null ? log.info(message) : log.warn({ err: error }, message));
  if (mongodb === null) return openLmdbStore({ path: dataDir, report });
  const { openMongoStore } = await import('./store/mongo/store.js');
  return openMongoStore({ ...mongodb, report });
}
