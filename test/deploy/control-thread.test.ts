// Only in npm run test:all.
/** A node whose control thread is busy for long, or ends: real processes, from their first log line to their last. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { CONTROL_PATIENCE_MS, CONTROL_UNREADY_MS } from '../../src/limits/control.js';
import { fixtureDocuments, withFolder, withoutContracts, writeDataset } from '../store/fixtures.js';
import { type ClientCredential, type Reply, request, sign } from '../support/client.js';
import { LOADER, modulePath } from '../support/programs.js';
import { until } from '../support/until.js';

const SERVICE: ClientCredential = { kind: 'service', id: 'main-system', secret: 'fixture-main-secret' };
const CHARGES = '/api/v1/shipments/calculate-charges';
const QUOTE = {
  partnerId: 'swift-air',
  pickupPincode: '110001',
  deliveryPincode: '400001',
  weight: 500,
  shipmentType: 'B2C',
  paymentType: 'PREPAID',
};
/** A read that is not kept in the front's memory, so that it always reaches the control thread. */
const READ = '/api/v1/shipments';
const FATAL_LEVEL = 60;
/** Of each test. */
const TIMEOUT_MS = 300_000;
const LOOK_AGAIN_MS = 200;

interface LogLine {
  level: number;
  msg: string;
  url?: string;
  err?: { message: string; code?: string };
}

class Node {
  readonly lines: LogLine[] = [];
  readonly ended: Promise<[number | null, NodeJS.Signals | null]>;
  port = 0;

  private constructor(
    readonly child: ChildProcess,
    private readonly store: string,
  ) {
    // its output has ended too
    this.ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  }

  /** @param flags of Node.js */
  static async start(folder: string, flags: readonly string[] = []): Promise<Node> {
    const dataset = join(folder, 'dataset');
    const store = join(folder, 'store');
    await writeDataset(dataset, withoutContracts(fixtureDocuments()));
    const node = new Node(
      spawn(process.execPath, [...flags, ...LOADER, modulePath('test/deploy/troubled-node')], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'test',
          HOST: '127.0.0.1',
          PORT: '0',
          WORKERS: '1',
          DATA_DIR: store,
          DATASET: dataset,
          LOG_LEVEL: 'info',
        },
      }),
      store,
    );
    const listening = new Promise<void>((resolve) => {
      createInterface({ input: node.child.stdout! }).on('line', (text) => {
        if (!text.startsWith('{')) return;
        const line = JSON.parse(text) as LogLine;
        node.lines.push(line);
        if (line.url === undefined) return;
        node.port = Number(new URL(line.url).port);
        resolve();
      });
    });
    await Promise.race([listening, node.ended.then((how) => assert.fail(`the node ended before it listened: ${how}`))]);
    return node;
  }

  get(path: string): Promise<Reply> {
    return request({ port: this.port, path });
  }

  quote(): Promise<Reply> {
    const headers = { 'content-type': 'application/json', ...sign('POST', CHARGES, SERVICE) };
    return request({ port: this.port, method: 'POST', path: CHARGES, headers, body: JSON.stringify(QUOTE) });
  }

  /** An operation for the control thread. */
  read(requestId: string): Promise<Reply> {
    return request({
      port: this.port,
      path: READ,
      headers: { 'x-request-id': requestId, ...sign('GET', READ, SERVICE) },
    });
  }

  /** The control thread is busy until {@link free}. Resolves with its answer; never rejects. */
  block(): Promise<Reply | null> {
    return this.read('trouble-blocks').catch(() => null);
  }

  free(): void {
    writeFileSync(join(this.store, 'free'), '');
  }

  fatal(): LogLine[] {
    return this.lines.filter(({ level }) => level >= FATAL_LEVEL);
  }
}

async function withNode(use: (node: Node) => Promise<void>, flags: readonly string[] = []): Promise<void> {
  await withFolder(async (folder) => {
    const node = await Node.start(folder, flags);
    try {
      await use(node);
    } finally {
      node.child.kill('SIGKILL');
      await node.ended;
    }
  });
}

/** Resolves when the control thread has been busy for so long. */
async function busyFor(node: Node, ms: number): Promise<void> {
  await until(
    async () => (await node.get('/health')).json.components.control.busy >= ms,
    `the control thread is busy for ${ms} ms`,
    LOOK_AGAIN_MS,
  );
}

const gaugeOf = ({ text }: Reply): number => Number(/^pinrate_control_busy_seconds (.+)$/m.exec(text)![1]);

describe('a control thread that is busy for long', () => {
  it(
    'delays no quote and no probe; health and metrics say so, and what waited is answered',
    { timeout: TIMEOUT_MS },
    () =>
      withNode(async (node) => {
        assert.match((await node.get('/metrics')).text, /^pinrate_store_latency_seconds_count/m);
        const isIdle = async () => gaugeOf(await node.get('/metrics')) < CONTROL_PATIENCE_MS / 1_000;
        await until(isIdle, 'the control thread is not busy', LOOK_AGAIN_MS);
        const read = node.block();
        // all of these are answered while the read is not: the first time while nobody knows yet that the control
        // thread is busy, the second time when everybody does
        for (let round = 1; round <= 2; round++) {
          const health = node.get('/health');
          const metrics = node.get('/metrics');
          for (const asked of [node.get('/health/live'), node.get('/health/ready'), node.quote()]) {
            const { status, text } = await asked;
            assert.equal(status, 200, text);
          }
          const said = await health;
          assert.deepEqual(
            [said.status, said.json.components.control.status, said.json.components.database.status],
            [200, 'degraded', 'healthy'],
          );
          assert.ok(said.json.components.control.busy >= CONTROL_PATIENCE_MS);
          const exposed = await metrics;
          assert.ok(gaugeOf(exposed) >= CONTROL_PATIENCE_MS / 1_000);
          assert.match(exposed.text, /^pinrate_http_requests_in_flight/m);
          assert.doesNotMatch(exposed.text, /pinrate_store_latency_seconds/);
        }
        node.free();
        assert.equal((await read)?.status, 200);
        // the answer may arrive just before the beat that follows it
        const isHealthy = async () => (await node.get('/health')).json.components.control.status === 'healthy';
        await until(isHealthy, 'the control thread is healthy again', LOOK_AGAIN_MS);
        assert.match((await node.get('/metrics')).text, /^pinrate_store_latency_seconds_count/m);
      }),
  );

  it('takes the node out of rotation after half a minute, and back when it is over', { timeout: TIMEOUT_MS }, () =>
    withNode(async (node) => {
      const read = node.block();
      await busyFor(node, CONTROL_PATIENCE_MS);
      // ready as long as it is not busy for too long, whenever that is looked at
      const { status: wasReady } = await node.get('/health/ready');
      const { busy } = (await node.get('/health')).json.components.control as { busy: number };
      assert.ok(wasReady === 200 || busy >= CONTROL_UNREADY_MS, `${wasReady} after ${busy} ms`);
      await busyFor(node, CONTROL_UNREADY_MS);
      const { status, json } = await node.get('/health');
      assert.deepEqual([status, json.components.control.status, json.services.api], [503, 'unhealthy', 'unhealthy']);
      assert.equal((await node.get('/health/ready')).status, 503);
      assert.equal((await node.get('/health/live')).status, 200);
      assert.equal((await node.quote()).status, 200);
      node.free();
      assert.equal((await read)?.status, 200);
      const isReady = async () => (await node.get('/health/ready')).status === 200;
      await until(isReady, 'it is ready again', LOOK_AGAIN_MS);
    }),
  );

  it('does not keep the process from stopping', { timeout: TIMEOUT_MS }, () =>
    withNode(async (node) => {
      void node.block();
      await busyFor(node, CONTROL_PATIENCE_MS);
      // its control thread is busy for ever
      node.child.kill('SIGTERM');
      assert.deepEqual(await node.ended, [null, 'SIGKILL']);
      assert.deepEqual(
        node.fatal().map(({ msg }) => msg),
        ['could not stop in time'],
      );
    }),
  );
});

describe('a control thread that ends', () => {
  const ways: [string, { message: string; code?: string }, string[]][] = [
    ['throws', { message: 'out of documents' }, []],
    // even with the code of success
    ['exits', { message: 'the control thread has ended with code 0' }, []],
    [
      'fills',
      {
        message: 'Worker terminated due to reaching memory limit: JS heap out of memory',
        code: 'ERR_WORKER_OUT_OF_MEMORY',
      },
      ['--max-old-space-size=96'],
    ],
  ];
  it(
    'ends the process although nobody reads the log, which has more than its pipe takes',
    { timeout: TIMEOUT_MS },
    () =>
      withNode(async (node) => {
        node.child.stdout!.pause();
        const path = `/nowhere${'-'.repeat(2_000)}`;
        for (let line = 0; line < 400; line++) await node.get(path);
        node.read('trouble-throws').catch(() => {});
        const [code, signal] = (await once(node.child, 'exit')) as [number | null, NodeJS.Signals | null];
        assert.deepEqual([code, signal], [null, 'SIGKILL']);
        node.child.stdout!.resume();
      }),
  );

  for (const [way, reason, flags] of ways) {
    it(`ends the process with one fatal line when it ${way}`, { timeout: TIMEOUT_MS }, () =>
      withNode(async (node) => {
        node.read(`trouble-${way}`).catch(() => {});
        assert.deepEqual(await node.ended, [null, 'SIGKILL']);
        assert.deepEqual(
          node.fatal().map(({ msg, err }) => [msg, err!.message, err!.code]),
          [['the control thread has ended', reason.message, reason.code]],
        );
        await assert.rejects(node.get('/health/live'));
      }, flags),
    );
  }
});
