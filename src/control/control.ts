/** The control plane: it owns store and documents, builds the index, and answers all but the three questions. */
import type { Logger } from 'pino';
import { check } from '../check.js';
import type { Config } from '../config.js';
import { toRate } from '../domain/money.js';
import { TemporaryError } from '../errors.js';
import type { GenerationHandle } from '../index/generation.js';
import { packGeneration } from '../index/packed.js';
import { HISTORY_SWEEP_MS, IDEMPOTENCY_SWEEP_MS } from '../limits/control.js';
import { GEOGRAPHY_FOLDER, PACKAGE_VERSION } from '../package-root.js';
import { importDataset } from '../store/dataset/bootstrap.js';
import { openLmdbStore } from '../store/lmdb/store.js';
import { measured } from '../store/measured.js';
import { quoteTokenKey, sealKeys } from '../store/store-keys.js';
import type { Subscription, Store } from '../store/port.js';
import type { Channel } from './channel.js';
import { Catalog, CATALOG_COLLECTIONS } from './documents/catalog.js';
import { Credentials, partnersThatWrite } from './documents/credentials.js';
import { Mirror } from './documents/mirror.js';
import { StoredAnswers } from './idempotency.js';
import { Analyst } from './analyst.js';
import { previewOf } from './change-preview.js';
import { Backups } from './backups.js';
import { ImpactMeter } from './impact.js';
import { Linter } from './linter.js';
import { ForeignRecorder } from './foreign-recorder.js';
import { forgetHistory } from './forget-history.js';
import { rekey } from './rekey.js';
import { sealCredential } from '../store/secrets.js';
import { sealedUnder, openedUnder } from './sealed-documents.js';
import type { ControlCalls, ControlHealth, FollowingReport, FrontCalls, StartReport } from '../messages.js';
import { createControlMetrics } from './metrics.js';
import { OnceLog } from './once-log.js';
import { Operator } from './operator.js';
import { Ids } from './operations/ids.js';
import type { Api } from './operations/operation.js';
import { WriteTurns } from './operations/turns.js';
import { IndexPublisher } from './publisher.js';
import { RepeatedTask } from './repeated-task.js';
import { Replayer } from './replay/replayer.js';
import { settle } from './settle.js';
import { StoredRecords } from './stored-records.js';

export interface ControlOptions {
  config: Config;
  log: Logger;
  /** Milliseconds since the epoch, with fractions. */
  now(): number;
  front: Pick<Channel<FrontCalls>, 'tell' | 'call'>;
  /** Called with the store when it is open. */
  onStore?(store: Store): void;
}

interface ControlParts {
  store: Store;
  mirror: Mirror;
  following: Subscription;
  impact: ImpactMeter;
  operator: Operator;
}

/** The functions of the control thread. Only `start` may be called before it has resolved. */
export function createControl({ config, log, now, front, onStore }: ControlOptions): ControlCalls {
  const metrics = createControlMetrics();
  const credentials = new Credentials(config.secretsKeys, config.environment === 'production', (changes) =>
    front.tell('credentials', changes),
  );
  const catalog = new Catalog(now);
  const settings = { gstRate: toRate(config.gstPercent), roadFactor: config.roadFactor };
  let last: GenerationHandle | null = null;
  let tokenKey: Uint8Array | null = null;
  const publisher = new IndexPublisher({
    source: catalog,
    settings,
    tokens: () => ({ changeId: catalog.changeId, key: tokenKey }),
    publish: (generation, buildMs) => {
      front.tell('generation', packGeneration(generation, last));
      last = generation;
      metrics.indexBuild.observe(buildMs / 1_000);
      linter.noteChange();
    },
    onFailure: (error, what) =>
      log.error({ err: error, what }, 'a part of the index could not be rebuilt; its last version stays in use'),
    now,
  });
  const present = { catalog, publisher };
  const analyst = new Analyst({
    onFailure: (error) => log.error({ err: error }, 'the analyst has ended; it starts again'),
  });
  const linter = new Linter({
    present,
    analyst,
    now,
    onFailure: (error, partnerId) => log.error({ err: error, partnerId }, 'a rate card could not be checked'),
  });
  metrics.lintFindings = () => linter.counts();
  metrics.indexLagSeconds = () => Math.max(0, now() - (publisher.behindSince ?? now())) / 1_000;
  const records = new StoredRecords((kind, id) => credentials.find(kind, id));
  /** How to stop what has started, in the order in which it did. */
  const started: (() => Promise<void>)[] = [];
  /** What to tell those that may take long to stop. */
  const leaving: (() => void)[] = [];
  let running: ControlParts | null = null;

  async function start(): Promise<StartReport> {
    const store = measured(await openStore(config, log), (operation, seconds) =>
      metrics.storeLatency.observe({ operation }, seconds),
    );
    started.push(() => store.close());
    leaving.push(() => store.closeSoon?.());
    onStore?.(store);
    // before credentials are, after which the embedded store's file is compacted
    await sealKeys(store, config.secretsKeys);
    const wasEmpty = await importDataset(store, {
      config,
      geographyFolder: GEOGRAPHY_FOLDER,
      now,
      onStart: (folder) => front.tell('importStarts', folder),
      onProgress: (progress) => front.tell('importProgress', progress),
      onNoAdmin: () =>
        log.warn('no active credential of the dataset has the scope admin: credentials cannot be changed over the API'),
      onSealed: (sealed) =>
        log.warn({ credentials: sealed }, 'credentials were stored in clear text; they are encrypted now'),
    });
    const ignoresDataset = !wasEmpty && config.dataset !== null;
    if (ignoresDataset)
      log.info({ dataset: config.dataset }, 'the store already has data: the dataset is not imported');

    const sealed = sealedUnder(config.secretsKeys);
    const reportFault: Api['report'] = (error, message) => log.error({ err: error }, message);
    const recorder = new ForeignRecorder({ store, sealed, report: reportFault });
    leaving.push(() => recorder.stop());
    started.push(() => recorder.settled());
    const mirror = new Mirror({
      store,
      catalog,
      credentials,
      publisher,
      log,
      onRefused: ({ collection }) => metrics.documentsRefused.inc({ collection }),
      onChange: (version) => front.tell('documentsChanged', version),
      onForeign: (changes) => recorder.record(changes),
    });
    const following = await store.follow(CATALOG_COLLECTIONS, mirror);
    started.push(async () => {
      mirror.stop();
      await following.stop();
      await publisher.settled();
    });
    const partners = partnersThatWrite(catalog.all('credentials'));
    if (partners > 0)
      log.info({ partners }, 'partners whose credential has the scope write may change their own zones and charges');
    started.push(async () => {
      await analyst.stop();
      await linter.stop();
    });
    tokenKey = await quoteTokenKey(store, config.secretsKeys);
    publisher.start();
    if (wasEmpty && config.dataset !== null) linter.noteImport((lines) => lines.forEach((line) => log.warn(line)));
    void publisher.settled().then(collectGarbage);
    const { historyDays, secretsKeys } = config;
    const sweep = (everyMs: number, task: () => Promise<unknown>, what: string): void => {
      const repeated = new RepeatedTask(everyMs, task, (error) =>
        log[error instanceof TemporaryError ? 'warn' : 'error']({ err: error }, `${what} could not be removed`),
      );
      started.push(() => repeated.stop());
    };
    sweep(IDEMPOTENCY_SWEEP_MS, () => store.forgetExpired(now()), 'expired idempotency records');
    if (historyDays !== null)
      sweep(HISTORY_SWEEP_MS, () => forgetHistory(store, historyDays, now()), 'old entries of the history');

    const backups = new Backups({
      store,
      dataDir: config.dataDir,
      kept: config.backupsKept,
      now,
      report: reportFault,
    });
    await backups.removeUnfinished();
    const impact = new ImpactMeter({ analyst, store, now });
    const api: Api = {
      catalog,
      store,
      ids: new Ids(store, catalog, (collection) => mirror.greatestRefusedKey(collection)),
      turns: new WriteTurns(),
      now,
      records,
      sealed,
      opened: openedUnder(secretsKeys),
      storedAnswers: new StoredAnswers(store),
      seal: (credential) => sealCredential(credential, secretsKeys),
      scopesOfCaller: ({ kind, id }) => credentials.find(kind, id)?.scopes ?? new Set(),
      lastUses: () => front.call('lastUses', null),
      reseal: async (alone) =>
        secretsKeys.length === 0 ? null : rekey({ store, keys: secretsKeys, alone: (_, batch) => alone(batch) }),
      backUp: () => backups.make(),
      preview: (hypothesis) => previewOf(hypothesis, present),
      lint: linter,
      replay: new Replayer({ store, catalog, settings, key: tokenKey, report: reportFault }),
      impact,
      isRefused: (collection, key) => mirror.isRefused(collection, key),
      report: reportFault,
      unreadable: new OnceLog(reportFault),
      activityOf: (partnerId, nowMs) => front.call('activity', { partnerId, nowMs }),
      refresh: (collections) => mirror.refresh(collections),
      published: () => publisher.published(),
      describe: () => ({
        version: PACKAGE_VERSION,
        generationId: publisher.current!.id,
        builtAt: new Date(publisher.current!.builtAt).toISOString(),
      }),
    };
    const operator = new Operator(api);
    started.push(async () => operator.streams.close());
    running = { store, mirror, following, impact, operator };
    return { ignoresDataset, health: await health() };
  }

  function report(): FollowingReport {
    const { following, mirror } = running!;
    return {
      ...following.status(),
      refused: mirror.refused(),
      withoutGoodVersion: mirror.refusedWithoutGoodVersion(),
      unopenedCredentials: mirror.unopenedCredentials,
    };
  }
  metrics.following = () => (running === null ? null : report());

  function closeSoon(): void {
    for (const leave of leaving.splice(0)) leave();
  }

  async function health(): Promise<ControlHealth> {
    const answered = running!.store.ping().then(() => true);
    return { store: await check(answered, now), following: report() };
  }

  return {
    start: () => start(),
    operate: (call) => running!.operator.operate(call),
    more: ({ id }) => running!.operator.streams.more(id),
    cancel: ({ id }) => running!.operator.streams.cancel(id),
    sampled: (question) => running!.impact.take(question),
    settle: (call) => settle(running!.store, call, { now, records, log }),
    health,
    metrics: () => metrics.registry.metrics(),
    settled: () => publisher.settled(),
    closeSoon,
    async close() {
      closeSoon();
      const failures: unknown[] = [];
      for (const stop of started.splice(0).reverse()) await stop().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
    },
  };
}

/**
 * What the start alone needed is garbage that the collector would keep for minutes. The second collection frees what
 * the first could only mark. `npm start` exposes the collector.
 */
function collectGarbage(): void {
  for (let round = 0; round < 2; round++) globalThis.gc?.();
}

/** Loaded only when configured: the client of MongoDB takes a noticeable part of the start. */
async function openStore({ mongodb, dataDir }: Config, log: Logger): Promise<Store> {
  const report = (error: Error | null, message: string): void =>
    error === null ? log.info(message) : log.warn({ err: error }, message);
  if (mongodb === null) return openLmdbStore({ path: dataDir, report });
  const { openMongoStore } = await import('../store/mongo/store.js');
  return openMongoStore({ ...mongodb, report });
}
