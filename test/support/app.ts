/** The whole server in this process, with a dataset folder, a store, a clock that a test sets, and signed requests. */
import { launchHere } from './launch-here.js';
import { launchThread } from '../../src/control/remote.js';
import type { Store } from '../../src/store/port.js';
import { createHash, randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import type { BlockList } from 'node:net';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { pino } from 'pino';
import { startApp, type App } from '../../src/app.js';
import type { Config } from '../../src/config.js';
import { DEFAULT_SCOPES, SCOPES } from '../../src/model/scopes.js';
import { DEFAULT_SETTINGS } from '../reference/model.js';
import { REFERENCE_NOW } from '../reference/random.js';
import type { Settings, World } from '../reference/types.js';
import { fixtureDocuments, writeDataset } from '../store/fixtures.js';
import { replyOf, sign, type ClientCredential, type Reply } from './client.js';
import { DEMO_FOLDER, smallDemoFolder } from './demo.js';

export const PATHS = {
  availability: '/api/v1/partners/availability/check',
  assignment: '/api/v1/shipment-assignment/assign',
  charges: '/api/v1/shipments/calculate-charges',
} as const;
export type Question = keyof typeof PATHS;

/** The service credential of every random world. */
export const MAIN: ClientCredential = { kind: 'service', id: 'main-system', secret: 'demo-main-system-secret' };
export const partnerCredential = (partnerId: string): ClientCredential => ({
  kind: 'partner',
  id: partnerId,
  secret: `demo-${partnerId}-secret`,
});

const MAX_SOCKETS = 64;
/** With PINRATE_TEST_STORE=mongodb every server of the tests keeps its data in MongoDB, at MONGODB_TEST_URI. */
export const IS_ON_MONGO = process.env.PINRATE_TEST_STORE === 'mongodb';

export interface TestAppOptions {
  workers?: number;
  /** The initial time of the clock. */
  now?: Date;
  settings?: Settings;
  /** False: every question goes through the pool. Otherwise only many at once do, as in production. */
  answersInline?: boolean;
  /** A folder with a store to start from; by default the store is new. */
  dataDir?: string;
  /** TRUSTED_PROXIES. */
  trustedProxies?: BlockList | null;
  /**
   * The control plane has a thread, as in every node, and not this one. It has the system's clock, and the test cannot
   * reach its store.
   */
  hasControlThread?: boolean;
  /** It serves the console of the newest build. */
  hasConsole?: boolean;
  /** Its data are in MongoDB, at MONGODB_TEST_URI. */
  isOnMongo?: boolean;
}

/** Partners of tests may write, as those of the demo do; an import gives a partner without scopes quote and read. */
function withWriters(world: World): World {
  const credentials = world.credentials.map((each) => ({ ...each, scopes: each.scopes ?? [...DEFAULT_SCOPES] }));
  return { ...world, credentials };
}

export class TestApp {
  readonly clock: { nowMs: number };
  /** The server's log at `error` and above: a test that expects none asserts so. */
  readonly errors: Record<string, unknown>[] = [];
  readonly #folder: string;
  readonly dataDir: string;
  /** SECRETS_KEY; what a test sets counts from the next start. */
  secretsKeys: Buffer[] = [createHash('sha256').update('a key for tests').digest()];
  readonly settings: Settings;
  readonly #workers: number;
  readonly #answersInline: boolean;
  readonly #trustedProxies: BlockList | null;
  readonly #mongodb: Config['mongodb'];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS });
  readonly #hasControlThread: boolean;
  readonly #hasConsole: boolean;
  #running: App | null = null;
  #store: Store | null = null;

  private constructor(
    folder: string,
    {
      workers = 1,
      dataDir = join(folder, 'data'),
      now = REFERENCE_NOW,
      settings = DEFAULT_SETTINGS,
      answersInline = true,
      trustedProxies = null,
      hasControlThread = false,
      hasConsole = false,
      isOnMongo = IS_ON_MONGO,
    }: TestAppOptions,
  ) {
    this.#mongodb = isOnMongo ? { uri: process.env.MONGODB_TEST_URI!, database: `pinrate-test-${randomUUID()}` } : null;
    this.#folder = folder;
    this.dataDir = dataDir;
    this.#workers = workers;
    this.#answersInline = answersInline;
    this.#trustedProxies = trustedProxies;
    this.#hasControlThread = hasControlThread;
    this.#hasConsole = hasConsole;
    this.settings = { ...settings };
    this.clock = { nowMs: now.getTime() };
  }

  /** Starts with `world`, imported as a dataset; rejects with the faults of an invalid one. */
  static start(world: World, options: TestAppOptions = {}): Promise<TestApp> {
    return TestApp.#start(options, (folder) => writeDataset(join(folder, 'dataset'), withWriters(world)));
  }

  /** Starts with the tiny dataset and MAIN, which has every scope: for tests that are about no card. */
  static startFixture(options: TestAppOptions = {}): Promise<TestApp> {
    const { kind, id, secret } = MAIN;
    const main = { kind, id, tier: 'UNLIMITED', status: 'ACTIVE', secrets: [{ version: 1, secret }] } as const;
    const credentials = [{ ...main, secrets: [...main.secrets], scopes: [...SCOPES] }];
    return TestApp.start({ ...fixtureDocuments(), credentials }, options);
  }

  /** Starts with the demo's cards over a tenth of the pincodes. */
  static startDemo(options: TestAppOptions = {}): Promise<TestApp> {
    return TestApp.#start(options, (folder) => symlink(smallDemoFolder(), join(folder, 'dataset')));
  }

  /** Starts with the demo dataset and the real geography, which takes seconds: for tests of which it is the point. */
  static startWholeDemo(options: TestAppOptions = {}): Promise<TestApp> {
    return TestApp.#start(options, (folder) => symlink(DEMO_FOLDER, join(folder, 'dataset')));
  }

  static async #start(options: TestAppOptions, makeDataset: (folder: string) => Promise<void>): Promise<TestApp> {
    const folder = await mkdtemp(join(tmpdir(), 'pinrate-api-'));
    const started = new TestApp(folder, options);
    try {
      await makeDataset(folder);
      await started.#run();
      return started;
    } catch (error) {
      await started.close();
      throw error;
    }
  }

  /** The store, which the control plane has opened on this thread: a test may write to it like another program. */
  get store(): Store {
    return this.#store!;
  }

  get app(): App {
    return this.#running!;
  }

  get port(): number {
    return Number(new URL(this.app.url).port);
  }

  /** The file of the embedded store. */
  get storeFile(): string {
    return join(this.dataDir, 'data.mdb');
  }

  /** Stops, and starts again with the same data. */
  async restart(): Promise<void> {
    await this.#running!.close();
    await this.#run();
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    await this.#running?.close();
    this.#running = null;
    if (this.#mongodb !== null) await dropDatabase(this.#mongodb);
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** A signed POST of a question; a string is sent unchanged. */
  ask(question: Question, body: unknown, credential: ClientCredential = MAIN): Promise<Reply> {
    return this.post(PATHS[question], body, credential);
  }

  /** A signed GET; `path` includes the query and is below /api/v1, with or without that prefix. */
  get(path: string, credential: ClientCredential = MAIN, headers: Record<string, string> = {}): Promise<Reply> {
    return this.#send('GET', path, '', credential, headers);
  }

  /** A signed POST below /api/v1; a string is sent unchanged. */
  post(
    path: string,
    body: unknown,
    credential: ClientCredential = MAIN,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.#send('POST', path, text, credential, {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      ...headers,
    });
  }

  /** A request below /api/v1 that signs the hash of its body, which is JSON unless it is a text or bytes. */
  send(
    method: string,
    path: string,
    body: unknown = '',
    credential: ClientCredential = MAIN,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const bytes =
      Buffer.isBuffer(body) || typeof body === 'string' ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
    const usual: Record<string, string> = { 'content-length': String(bytes.length) };
    if (bytes.length > 0) usual['content-type'] = 'application/json';
    const contentSha256 = createHash('sha256').update(bytes).digest('hex');
    return this.#send(method, path, bytes, credential, { ...usual, ...headers }, contentSha256);
  }

  /** POST /documents/apply. @param lines a text is sent as it is */
  apply(
    lines: string | readonly unknown[],
    query = '',
    credential: ClientCredential = MAIN,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const text = typeof lines === 'string' ? lines : lines.map((line) => JSON.stringify(line)).join('\n');
    return this.send('POST', `/documents/apply${query}`, text, credential, {
      'content-type': 'application/x-ndjson',
      ...headers,
    });
  }

  #send(
    method: string,
    relative: string,
    body: string | Buffer,
    credential: ClientCredential,
    given: Record<string, string>,
    contentSha256?: string,
  ): Promise<Reply> {
    const path = relative.startsWith('/api/') ? relative : `/api/v1${relative}`;
    const headers = {
      ...given,
      ...sign(method, path, credential, { nowSeconds: Math.floor(this.clock.nowMs / 1_000), contentSha256 }),
    };
    const attempt = (): Promise<Reply> =>
      new Promise((resolve, reject) => {
        const outgoing = httpRequest(
          { host: '127.0.0.1', port: this.port, method, path, headers, agent: this.#agent },
          (incoming) => void replyOf(incoming).then(resolve, reject),
        );
        outgoing.on('error', (error: NodeJS.ErrnoException) => {
          // a test that computes for as long as the idle timeout finds its connection closed, as any client may
          if (outgoing.reusedSocket && error.code === 'ECONNRESET') resolve(attempt());
          else reject(error);
        });
        outgoing.end(body);
      });
    return attempt();
  }

  async #run(): Promise<void> {
    const config: Config = {
      environment: 'test',
      host: '127.0.0.1',
      port: 0,
      dataDir: this.dataDir,
      backupsKept: 2,
      historyDays: 1_095,
      decisionsDays: 30,
      mongodb: this.#mongodb,
      redisUrl: null,
      dataset: join(this.#folder, 'dataset'),
      workers: this.#workers,
      secretsKeys: this.secretsKeys,
      clockSkewSeconds: 300,
      ...this.settings,
      corsOrigins: null,
      trustedProxies: this.#trustedProxies,
      logLevel: 'error',
      console: this.#hasConsole,
    };
    const write = (line: string): void => void this.errors.push(JSON.parse(line) as Record<string, unknown>);
    const log = pino({ level: 'error', base: undefined }, { write });
    const now = (): number => this.clock.nowMs;
    const here = launchHere({
      log,
      now,
      onStore: (store) => {
        this.#store = store;
      },
    });
    const launchControl = this.#hasControlThread ? launchThread : here;
    this.#running = await startApp({
      config,
      log,
      now,
      answersInline: this.#answersInline,
      launchControl,
      onLogLine: write,
    });
  }
}

async function dropDatabase({ uri, database }: { uri: string; database: string }): Promise<void> {
  const client = await MongoClient.connect(uri);
  await client.db(database).dropDatabase();
  await client.close();
}
