// Only in npm run test:all.
/** A node whose control thread ends: real processes, from their first log line to their last. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { fixtureDocuments, withFolder, writeDataset } from '../store/fixtures.js';
import { type ClientCredential, type Reply, request, sign } from '../support/client.js';
import { LOADER, modulePath } from '../support/programs.js';

const SERVICE: ClientCredential = { kind: 'service', id: 'main-system', secret: 'fixture-main-secret' };
/** A read that is not kept in the front's memory, so that it always reaches the control thread. */
const READ = '/api/v1/shipments';
const FATAL_LEVEL = 60;
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

  private constructor(readonly child: ChildProcess) {
    // its output has ended too
    this.ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  }

  /** @param flags of Node.js */
  static async start(folder: string, flags: readonly string[] = []): Promise<Node> {
    const dataset = join(folder, 'dataset');
    await writeDataset(dataset, fixtureDocuments());
    const node = new Node(
      spawn(process.execPath, [...flags, ...LOADER, modulePath('test/deploy/troubled-node')], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'test',
          HOST: '127.0.0.1',
          PORT: '0',
          WORKERS: '1',
          DATA_DIR: join(folder, 'store'),
          DATASET: dataset,
          LOG_LEVEL: 'info',
        },
      }),
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

  /** An operation for the control thread. */
  read(requestId: string): Promise<Reply> {
    return request({
      port: this.port,
      path: READ,
      headers: { 'x-request-id': requestId, ...sign('GET', READ, SERVICE) },
    });
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

describe('a control thread that ends', { timeout: 120_000 }, () => {
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
  it('ends the process although nobody reads the log, which has more than its pipe takes', () =>
    withNode(async (node) => {
      node.child.stdout!.pause();
      const path = `/nowhere${'-'.repeat(2_000)}`;
      for (let line = 0; line < 400; line++) await node.get(path);
      node.read('trouble-throws').catch(() => {});
      const [code, signal] = (await once(node.child, 'exit')) as [number | null, NodeJS.Signals | null];
      assert.deepEqual([code, signal], [null, 'SIGKILL']);
      node.child.stdout!.resume();
    }));

  for (const [way, reason, flags] of ways) {
    it(`ends the process with one fatal line when it ${way}`, () =>
      withNode(async (node) => {
        node.read(`trouble-${way}`).catch(() => {});
        assert.deepEqual(await node.ended, [null, 'SIGKILL']);
        assert.deepEqual(
          node.fatal().map(({ msg, err }) => [msg, err!.message, err!.code]),
          [['the control thread has ended', reason.message, reason.code]],
        );
        await assert.rejects(node.get('/health/live'));
      }, flags));
  }
});
