/** The control plane: it owns store and documents, builds the index, and answers all but the three questions. */
import type { Logger } from 'pino';
import { check } from '../check.js';
import type { Config } from '../config.js';
import { dayInIndia } from '../domain/calendar.js';
import { toRate } from '../domain/money.js';
import type { OutcomeTotals } from '../domain/outcomes/totals.js';
import { TemporaryError } from '../errors.js';
import type { GenerationHandle } from '../index/generation.js';
import { packGeneration } from '../index/packed.js';
import { COUNTS_READ_MS, COUNTS_SWEEP_MS, EXPIRY_SWEEP_MS, HISTORY_SWEEP_MS } from '../limits/control.js';
import { GEOGRAPHY_FOLDER, PACKAGE_VERSION } from '../package-root.js';
import { importDataset } from '../store/dataset/bootstrap.js';
import { measured } from '../store/measured.js';
import { quoteTokenKey, sealKeys } from '../store/store-keys.js';
import type { Subscription, Store } from '../store/port.js';
import type { Channel } from './channel.js';
import { Catalog, CATALOG_COLLECTIONS } from './documents/catalog.js';
import { Credentials, partnersThatWrite } from './documents/credentials.js';
import { Mirror } from './documents/mirror.js';
import { StoredAnswers } from './idempotency.js';
import { Analyst } from './analyst/analyst.js';
import { previewOf } from './analyst/change-preview.js';
import { Backups } from './backups.js';
import { ImpactMeter } from './analyst/impact.js';
import { keptFigures } from './performance/kept-figures.js';
import { Linter } from './analyst/linter.js';
import { ForeignRecorder } from './foreign-recorder.js';
import { forgetHistory } from './forget-history.js';
import { rekey } from './rekey.js';
import { sealCredential } from '../store/secrets.js';
import { sealedUnder, openedUnder } from './sealed-documents.js';
import type { ControlCalls, ControlHealth, FollowingReport, FrontCalls } from '../messages.js';
import { createControlMetrics } from './metrics.js';
import { OnceLog } from './once-log.js';
import { openStore } from './open-store.js';
import { Outcomes } from './outcomes.js';
import { Operator } from './operator.js';
import { Ids } from './operations/ids.js';
import type { Api } from './operations/operation.js';
import { WriteTurns } from './operations/turns.js';
import { IndexPublisher } from './publisher.js';
import { RepeatedTask } from './repeated-task.js';
import { Ledger } from './allocation/ledger.js';
import { capacityUses } from './allocation/capacity-uses.js';
import { CapacityStart } from './allocation/capacity-start.js';
import { Backtests } from './analyst/backtests.js';
import { Chooser } from './allocation/chooser.js';
import { RuleUses } from './allocation/rule-uses.js';
import { Explainer } from './allocation/explainer.js';
import { Replayer } from './replay/replayer.js';
import { settle } from './settle.js';
import { StopList } from './stop-list.js';
import { StoredRecords } from './stored-records.js';

interface ControlOptions {
  config: Config;
  log: Logger;
  /** Milliseconds since the epoch, with fractions. */
  now(): number;
  front: Pick<Channel<FrontCalls>, 'tell' | 'call'>;
  /** Called with the store when it is open. */
  onStore?(store: Store): void;
}

/** The state in memory, which is there before the store is open. */
type Memory = ReturnType<typeof createMemory>;

/** What follows the store. */
interface FollowedStore {
  store: Store;
  mirror: Mirror;
  subscription: Subscription;
}

/** A node that has started. */
interface StartedNode extends FollowedStore {
  impact: ImpactMeter;
  operator: Operator;
}

/** The functions of the control thread. Only `start` may be called before it has resolved. */
export function createControl(options: ControlOptions): ControlCalls {
  const {
    config: { decisionsDays },
    log,
    now,
  } = options;
  const memory = createMemory(options);
  const { metrics, publisher, records, ledger } = memory;
  const stops = new StopList();
  let running: StartedNode | null = null;

  const report = ({ subscription, mirror }: StartedNode): FollowingReport => ({
    ...subscription.status(),
    refused: mirror.refused(),
    withoutGoodVersion: mirror.refusedWithoutGoodVersion(),
    unopenedCredentials: mirror.unopenedCredentials,
  });
  metrics.following = () => (running === null ? null : report(running));

  async function health(): Promise<ControlHealth> {
    const answered = running!.store.ping().then(() => true);
    return { store: await check(answered, now), following: report(running!) };
  }

  return {
    async start() {
      const { config } = options;
      const { store, wasEmpty } = await openFilledStore(options, memory, stops);
      const ignoresDataset = !wasEmpty && config.dataset !== null;
      if (ignoresDataset)
        log.info({ dataset: config.dataset }, 'the store already has data: the dataset is not imported');
      const following = await followStore(store, options, memory, stops);
      memory.ruleUses.current = new RuleUses(store, now);
      await ledger.load(store, now());
      stops.add(() => memory.figures.stop());
      await memory.figures.start(store);
      memory.tokens.key = await quoteTokenKey(store, config.secretsKeys);
      publisher.start();
      if (wasEmpty && config.dataset !== null)
        memory.linter.noteImport((lines) => lines.forEach((line) => log.warn(line)));
      void publisher.settled().then(collectGarbage);
      startSweeps(store, options, stops);
      startLedger(store, options, memory, stops);
      stops.add(memory.outcomes.start(store, options));
      const impact = new ImpactMeter({ analyst: memory.analyst, store, now });
      const operator = new Operator(await createApi(following, impact, options, memory));
      stops.add(async () => operator.streams.close());
      running = { ...following, impact, operator };
      return { ignoresDataset, health: await health() };
    },
    operate: (call) => running!.operator.operate(call),
    more: ({ id }) => running!.operator.streams.more(id),
    cancel: ({ id }) => running!.operator.streams.cancel(id),
    sampled: (questions) => questions.forEach((question) => running!.impact.take(question)),
    settle: (call) => settle(running!.store, call, { now, records, ledger, decisionsDays, log }),
    threadLost: () => ledger.board.dropReservations(),
    health,
    metrics: () => metrics.registry.metrics(),
    settled: () => publisher.settled(),
    closeSoon: () => stops.warn(),
    close: () => stops.run(),
  };
}

function createMemory({ config, log, now, front }: ControlOptions) {
  const metrics = createControlMetrics();
  const credentials = new Credentials(config.secretsKeys, config.environment === 'production', (changes) =>
    front.tell('credentials', changes),
  );
  const catalog = new Catalog(now);
  const settings = { gstRate: toRate(config.gstPercent), roadFactor: config.roadFactor };
  /** `key` is null until the store is open. */
  const tokens: { key: Uint8Array | null } = { key: null };
  let last: GenerationHandle | null = null;
  const ledger: Ledger = new Ledger(() => publisher.current!);
  const publisher: IndexPublisher = new IndexPublisher({
    source: catalog,
    settings,
    tokens: () => ({ changeId: catalog.changeId, key: tokens.key }),
    counts: ledger.board.shared,
    totals: (): OutcomeTotals => figures.totals,
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
  /** Null until the store is open. */
  const ruleUses: { current: RuleUses | null } = { current: null };
  const figures = keptFigures({ catalog, publisher, metrics, log, now });
  const present = { catalog, publisher, figures };
  const analyst = new Analyst({
    onFailure: (error) => log.error({ err: error }, 'the analyst has ended; it starts again'),
  });
  const linter = new Linter({
    present,
    analyst,
    now,
    ruleUses: async () => (await ruleUses.current?.read().catch(unlessTemporary)) ?? [],
    onFailure: (error, partnerId) =>
      log.error({ err: error, partnerId }, `${partnerId === null ? 'policies' : 'a rate card'} could not be checked`),
  });
  metrics.lintFindings = () => linter.counts();
  metrics.capacityUses = () => {
    const at = now();
    return capacityUses(catalog.all('capacities'), ledger.board, { day: dayInIndia(at), now: at });
  };
  metrics.indexLagSeconds = () => Math.max(0, now() - (publisher.behindSince ?? now())) / 1_000;
  const outcomes = new Outcomes(metrics);
  outcomes.onImport(() => figures.refresh());
  const records = new StoredRecords((kind, id) => credentials.find(kind, id));
  const sealed = sealedUnder(config.secretsKeys);
  const report: Api['report'] = (error, message) => log.error({ err: error }, message);
  return {
    metrics,
    credentials,
    catalog,
    settings,
    tokens,
    publisher,
    ledger,
    ruleUses,
    figures,
    present,
    analyst,
    linter,
    outcomes,
    records,
    sealed,
    report,
  };
}

/** Without the store nothing is known. @throws other errors */
function unlessTemporary(error: unknown): null {
  if (error instanceof TemporaryError) return null;
  throw error;
}

/** The store with the dataset, which it gets if it was empty. */
async function openFilledStore(
  { config, log, now, front, onStore }: ControlOptions,
  { metrics }: Memory,
  stops: StopList,
): Promise<{ store: Store; wasEmpty: boolean }> {
  const store = measured(await openStore(config, log), (operation, seconds) =>
    metrics.storeLatency.observe({ operation }, seconds),
  );
  stops.add(() => store.close());
  stops.addWarning(() => store.closeSoon?.());
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
    onSealed: (count) =>
      log.warn({ credentials: count }, 'credentials were stored in clear text; they are encrypted now'),
  });
  return { store, wasEmpty };
}

/** Resolves when the memory has all documents of the store. */
async function followStore(
  store: Store,
  { log, front }: ControlOptions,
  { metrics, credentials, catalog, publisher, analyst, linter, sealed, report }: Memory,
  stops: StopList,
): Promise<FollowedStore> {
  const recorder = new ForeignRecorder({ store, sealed, report });
  stops.addWarning(() => recorder.stop());
  stops.add(() => recorder.settled());
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
  const subscription = await store.follow(CATALOG_COLLECTIONS, mirror);
  stops.add(async () => {
    mirror.stop();
    await subscription.stop();
    await publisher.settled();
  });
  const partners = partnersThatWrite(catalog.all('credentials'));
  if (partners > 0)
    log.info({ partners }, 'partners whose credential has the scope write may change their own zones and charges');
  stops.add(async () => {
    await analyst.stop();
    await linter.stop();
  });
  return { store, mirror, subscription };
}

/** Removes what is too old, at intervals. */
function startSweeps(store: Store, { config: { historyDays }, log, now }: ControlOptions, stops: StopList): void {
  const sweep = (everyMs: number, task: () => Promise<unknown>, what: string): void => {
    const repeated = new RepeatedTask(everyMs, task, (error) =>
      log[error instanceof TemporaryError ? 'warn' : 'error']({ err: error }, `${what} could not be removed`),
    );
    stops.add(() => repeated.stop());
  };
  sweep(EXPIRY_SWEEP_MS, () => store.forgetExpired(now()), 'expired records');
  if (historyDays !== null)
    sweep(HISTORY_SWEEP_MS, () => forgetHistory(store, historyDays, now()), 'old entries of the history');
}

/** Drops windows that are over; of a store that other nodes count in, too, takes what they have counted. */
function startLedger(store: Store, { log, now }: ControlOptions, { ledger, catalog }: Memory, stops: StopList): void {
  const failed = (error: unknown): void => log.warn({ err: error }, 'the counts of other nodes could not be read');
  const forgetting = new RepeatedTask(COUNTS_SWEEP_MS, async () => ledger.board.forget(now()), failed);
  stops.add(() => forgetting.stop());
  if (!store.isShared) return;
  const load = async (): Promise<void> => {
    if (COUNTING.some((collection) => catalog.count(collection) > 0)) await ledger.load(store, now());
  };
  const reading = new RepeatedTask(COUNTS_READ_MS, load, failed);
  stops.add(() => reading.stop());
}

/** Without documents of these nothing is counted. */
const COUNTING = ['allocation-policies', 'capacities'] as const;

/** What the handlers of operations work with. */
async function createApi(
  { store, mirror }: FollowedStore,
  impact: ImpactMeter,
  { config, now, front }: ControlOptions,
  memory: Memory,
): Promise<Api> {
  const { secretsKeys, dataDir, backupsKept, decisionsDays } = config;
  const { metrics, credentials, catalog, settings, tokens, publisher, ledger, present, linter, records, report } =
    memory;
  const backtests = new Backtests({
    current: () => publisher.current!,
    now,
    report,
    onParcels: (count) => metrics.backtestParcels.inc(count),
  });
  metrics.backtestsRunning = () => Number(backtests.isRunning);
  const backups = new Backups({ store, dataDir, kept: backupsKept, now, report });
  await backups.removeUnfinished();
  return {
    catalog,
    store,
    ids: new Ids(store, catalog, (collection) => mirror.greatestRefusedKey(collection)),
    turns: new WriteTurns(),
    now,
    records,
    sealed: memory.sealed,
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
    outcomes: memory.outcomes,
    replay: new Replayer({ store, catalog, settings, key: tokens.key!, report }),
    chooser: new Chooser(() => publisher.current!),
    decisionsDays,
    capacityStart: new CapacityStart({ store, board: ledger.board, current: () => publisher.current!, now }),
    backtests,
    explainer: new Explainer(() => publisher.current!, ledger.board),
    counters: ledger.board,
    impact,
    isRefused: (collection, key) => mirror.isRefused(collection, key),
    report,
    unreadable: new OnceLog(report),
    activityOf: (partnerId, nowMs) => front.call('activity', { partnerId, nowMs }),
    refresh: (collections) => mirror.refresh(collections),
    published: () => publisher.published(),
    describe: () => ({
      version: PACKAGE_VERSION,
      generationId: publisher.current!.id,
      builtAt: new Date(publisher.current!.builtAt).toISOString(),
    }),
  };
}

/**
 * What the start alone needed is garbage that the collector would keep for minutes. The second collection frees what
 * the first could only mark. `npm start` exposes the collector.
 */
function collectGarbage(): void {
  for (let round = 0; round < 2; round++) globalThis.gc?.();
}
