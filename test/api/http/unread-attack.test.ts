// Only in npm run test:all.
/** Clients that ask and read nothing, against a real node: what its memory grows by. Linux says that in /proc. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { UNSENT_BYTES } from '../../../src/limits/http.js';
import { type ClientCredential, request, sign } from '../../support/client.js';
import { freePort, LOADER, modulePath } from '../../support/programs.js';
import { rawRequest } from '../../support/raw.js';

/** A buffer of uWebSockets.js may have twice the room of what it holds; and a node takes some for itself meanwhile. */
const MAX_GROWTH_BYTES = 2 * UNSENT_BYTES + 10e6;
const ATTACK_MS = 4_000;
const CONNECTIONS = 120;
/** A limit counts each address: the attack comes from several. */
const ADDRESSES = 24;
const PIECE_REQUESTS = 500;
const START_TIMEOUT_MS = 300_000;

const SERVICE: ClientCredential = { kind: 'service', id: 'main-system', secret: 'demo-main-system-secret' };
const LIST = '/api/v1/partners/comprehensive-data/nabhdoot-air?format=detailed';

describe('clients that read nothing', { skip: process.platform !== 'linux' && 'needs /proc' }, () => {
  let node: ChildProcess;
  let port: number;
  let bundle: string;
  let folder: string;

  before(
    async () => {
      port = await freePort();
      folder = await mkdtemp(join(tmpdir(), 'pinrate-test-'));
      node = spawn(process.execPath, [...LOADER, modulePath('src/main')], {
        env: {
          PATH: process.env['PATH'],
          PORT: String(port),
          HOST: '127.0.0.1',
          WORKERS: '1',
          DATA_DIR: folder,
          LOG_LEVEL: 'warn',
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await untilReady(node, port);
      const page = await request({ port, path: '/docs', headers: { accept: 'text/html' } });
      bundle = /\/docs\/[0-9.]+\/swagger-ui-bundle\.js/.exec(page.text)![0];
      // what is made when it is first asked for is made
      for (const encoding of ['identity', 'br'])
        await request({ port, path: bundle, headers: { 'accept-encoding': encoding } });
      for (let i = 0; i < 5; i++)
        assert.equal((await request({ port, path: LIST, headers: sign('GET', LIST, SERVICE) })).status, 200);
    },
    { timeout: START_TIMEOUT_MS },
  );
  after(async () => {
    node.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const asking = (method: string, path: string, ...lines: string[]): string =>
    rawRequest(method, path, ['Host: a', ...lines]);
  const signedLines = (): string[] =>
    Object.entries(sign('GET', LIST, SERVICE)).map(([name, value]) => `${name}: ${value}`);

  /** @param requests of each connection; endless: again and again */
  async function growthUnder(requests: () => string, isEndless: boolean): Promise<number> {
    const startBytes = memoryOf(node.pid!, 'VmRSS');
    // from here on the peak is that of the attack
    writeFileSync(`/proc/${node.pid!}/clear_refs`, '5');
    const sockets = Array.from({ length: CONNECTIONS }, (_, i) =>
      unread(port, `127.0.0.${2 + (i % ADDRESSES)}`, requests(), isEndless),
    );
    await sleep(ATTACK_MS);
    const peakBytes = memoryOf(node.pid!, 'VmHWM');
    assert.equal((await request({ port, path: '/health/live', localAddress: '127.0.0.250' })).status, 200);
    for (const socket of sockets) socket.destroy();
    return peakBytes - startBytes;
  }

  const attacks: Record<string, { requests: () => string; isEndless: boolean }> = {
    'the bundle of the documentation, eight times': {
      requests: () => asking('GET', bundle).repeat(8),
      isEndless: false,
    },
    'the bundle of the documentation, compressed': {
      requests: () => asking('GET', bundle, 'Accept-Encoding: br').repeat(8),
      isEndless: false,
    },
    'a signed list, eight times': { requests: () => asking('GET', LIST, ...signedLines()).repeat(8), isEndless: false },
    'a small answer that no limit counts': {
      requests: () => asking('GET', '/health/live').repeat(PIECE_REQUESTS),
      isEndless: true,
    },
    'the head of an answer that no limit counts': {
      requests: () => asking('HEAD', '/health/live').repeat(PIECE_REQUESTS),
      isEndless: true,
    },
    'an unknown path': { requests: () => asking('GET', '/nowhere').repeat(PIECE_REQUESTS), isEndless: true },
    'the head of an unknown path': {
      requests: () => asking('HEAD', '/nowhere').repeat(PIECE_REQUESTS),
      isEndless: true,
    },
    'a list with a wrong signature': {
      requests: () => asking('GET', LIST, 'x-service-id: a', 'x-timestamp: 1', 'x-signature: b').repeat(PIECE_REQUESTS),
      isEndless: true,
    },
    'a request whose framing is wrong': {
      requests: () => asking('GET', '/health', 'Content-Length: 1', 'Content-Length: 2'),
      isEndless: true,
    },
  };
  for (const [name, { requests, isEndless }] of Object.entries(attacks)) {
    it(`does not grow by much when they ask for ${name}`, async (t) => {
      const bytes = await growthUnder(requests, isEndless);
      t.diagnostic(`grew by ${Math.round(bytes / 1e6)} MB`);
      assert.ok(bytes < MAX_GROWTH_BYTES, `grew by ${Math.round(bytes / 1e6)} MB`);
    });
  }
});

async function untilReady(node: ChildProcess, port: number): Promise<void> {
  while (node.exitCode === null && node.signalCode === null) {
    const reply = await request({ port, path: '/health/ready' }).catch(() => null);
    if (reply?.status === 200) return;
    await sleep(100);
  }
  assert.fail('the node ended');
}

/** A connection that sends and never reads. */
function unread(port: number, localAddress: string, text: string, isEndless: boolean): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  const send = (): void => {
    while (socket.write(text) && isEndless && !socket.destroyed);
  };
  socket.on('error', () => {});
  if (isEndless) socket.on('drain', send);
  socket.on('connect', send);
  return socket;
}

/** A line of /proc/<pid>/status, such as VmRSS. */
function memoryOf(pid: number, name: string): number {
  return (
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
  );
}
