/** A node under test, seen from its parent: a process to talk to, to kill and to start again. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { createInterface } from 'node:readline';
import { MAIN, PATHS, type Question } from '../support/app.js';
import { type ClientCredential, type Reply, replyOf, sign } from '../support/client.js';
import { LOADER, modulePath } from '../support/programs.js';
import { type Held, MEASURE } from './held.js';
import { PATIENCE_FLAGS, patienceEnvironment } from './patience.js';
import { freePorts } from './ports.js';

const CHILD = modulePath('test/faults/node-process');
/** Longer than a write may take. */
const REPLY_TIMEOUT_MS = 45_000;
/** Shorter than a server leaves an idle connection open. */
const IDLE_MS = 4_000;
const ERROR_LEVEL = 50;
const WARN_LEVEL = 40;

export interface NodeOptions {
  name: string;
  uri: string;
  database: string;
  /** A dataset folder. */
  dataset: string;
  /** What the clocks of all nodes show. */
  clock: { nowMs: number };
  /** Of the product's patience with MongoDB; less unless given. */
  patienceShare?: number;
}

export interface LogEntry {
  level: number;
  msg: string;
  err?: { type: string; message: string };
}

/** What /health says of following the store. */
export interface Changes {
  state: 'following' | 'resuming' | 'reloading';
  resumes: number;
  reloads: number;
  refusedDocuments: number;
  refusedWithoutGoodVersion: string[];
  unopenedCredentials: number;
}

export class Node {
  readonly name: string;
  /** What it logged at `error` and above. */
  readonly errors: LogEntry[] = [];
  /** What it logged as warnings and, of the same matters, as news. */
  readonly warnings: string[] = [];
  #child: ChildProcess | null = null;
  // one that the server closes must not be used for the next request just then
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: IDLE_MS });

  private constructor(
    private readonly options: NodeOptions,
    private readonly port: number,
  ) {
    this.name = options.name;
  }

  static async start(options: NodeOptions): Promise<Node> {
    const node = new Node(options, await freePorts(1));
    await node.start();
    return node;
  }

  /** Starts, or starts again on the port that it had. */
  async start(): Promise<void> {
    const { uri, database, dataset, clock, patienceShare } = this.options;
    const child = spawn(process.execPath, [...LOADER, ...PATIENCE_FLAGS, CHILD], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        HOST: '127.0.0.1',
        PORT: String(this.port),
        WORKERS: '1',
        LOG_LEVEL: 'info',
        MONGODB_URI: uri,
        MONGODB_DB: database,
        DATASET: dataset,
        TEST_CLOCK_MS: String(clock.nowMs),
        ...patienceEnvironment(patienceShare),
      },
    });
    createInterface({ input: child.stdout! }).on('line', (line) => this.#note(line));
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) =>
        Promise.reject(new Error(`${this.name} ended with ${code} before it listened: ${JSON.stringify(this.errors)}`)),
      ),
    ]);
    this.#child = child;
    this.setClock();
  }

  /** Tells it what the clock shows by now. */
  setClock(): void {
    this.#child?.send(this.options.clock.nowMs);
  }

  /** kill -9 */
  async kill(): Promise<void> {
    const child = this.#child!;
    this.#child = null;
    const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    child.kill('SIGKILL');
    assert.deepEqual(await exited, [null, 'SIGKILL'], `${this.name} ended before it was killed`);
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    if (this.#child === null) return;
    assert.ok(this.#child.connected, `${this.name} ended by itself`);
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    const [code] = (await exited) as [number | null];
    assert.equal(code, 0, `${this.name} did not stop cleanly`);
  }

  /** What its process holds, without garbage. */
  async held(): Promise<Held> {
    const answered = once(this.#child!, 'message');
    this.#child!.send(MEASURE);
    return ((await answered) as [Held])[0];
  }

  ask(question: Question, body: unknown, credential: ClientCredential = MAIN): Promise<Reply> {
    return this.post(PATHS[question], body, {}, credential);
  }

  post(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
    credential: ClientCredential = MAIN,
  ): Promise<Reply> {
    const text = JSON.stringify(body);
    return this.#send('POST', path, text, {
      'content-type': 'application/json',
      ...headers,
      ...sign('POST', path, credential, { nowSeconds: Math.floor(this.options.clock.nowMs / 1_000) }),
    });
  }

  /** A request that signs the hash of its body: one object, or several as lines. */
  write(method: 'POST' | 'PUT' | 'PATCH', path: string, body: object | readonly object[]): Promise<Reply> {
    const text = Array.isArray(body) ? body.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(body);
    const contentSha256 = createHash('sha256').update(text).digest('hex');
    return this.#send(method, path, text, {
      'content-type': Array.isArray(body) ? 'application/x-ndjson' : 'application/json',
      ...sign(method, path, MAIN, { nowSeconds: Math.floor(this.options.clock.nowMs / 1_000), contentSha256 }),
    });
  }

  async changes(): Promise<Changes> {
    const { status, text, json } = await this.#send('GET', '/health', '', {});
    // a node of a clock that stands still refuses those who ask too often without a signature
    assert(json.components !== undefined, `${this.name} did not say how it is: ${status} ${text}`);
    return json.components.database.changes as Changes;
  }

  #send(method: string, path: string, body: string, headers: Record<string, string>): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(
        {
          host: '127.0.0.1',
          port: this.port,
          method,
          path,
          agent: this.#agent,
          timeout: REPLY_TIMEOUT_MS,
          headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        },
        (incoming) => void replyOf(incoming).then(resolve, reject),
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${REPLY_TIMEOUT_MS} ms`)));
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  #note(line: string): void {
    const entry = JSON.parse(line) as LogEntry;
    if (entry.level >= ERROR_LEVEL) this.errors.push(entry);
    else if (entry.level >= WARN_LEVEL)
      this.warnings.push(`${entry.msg}${entry.err === undefined ? '' : `: ${entry.err.message}`}`);
  }
}
