// Only in npm run test:all.
/**
 * kill -9 right after an answer: what was answered exists when the server starts again, and so does the answer itself.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { writeDataset } from '../../store/fixtures.js';
import { MAIN } from '../../support/app.js';
import { request, sign } from '../../support/client.js';
import { LOADER, modulePath } from '../../support/programs.js';
import { ratesWorld } from './rates.js';

const PATH = '/api/v1/discounts';
const BODY = JSON.stringify({ partnerId: 'bare', fromWeight: 1, toWeight: 2, discountType: 'flat', discountValue: 5 });

interface Server {
  child: ChildProcess;
  port: number;
}

async function start(folder: string): Promise<Server> {
  const child = spawn(process.execPath, [...LOADER, modulePath('src/main')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: '0',
      WORKERS: '1',
      DATA_DIR: join(folder, 'data'),
      DATASET: join(folder, 'dataset'),
      LOG_LEVEL: 'info',
    },
  });
  for await (const line of createInterface({ input: child.stdout! })) {
    const url = /"url":"([^"]+)"/.exec(line)?.[1];
    if (url !== undefined) return { child, port: Number(new URL(url).port) };
  }
  throw new Error('the server ended before it listened');
}

async function kill({ child }: Server): Promise<void> {
  const closed = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  child.kill('SIGKILL');
  assert.deepEqual(await closed, [null, 'SIGKILL'], 'the server ended before it was killed');
}

const create = ({ port }: Server) =>
  request({
    port,
    method: 'POST',
    path: PATH,
    body: BODY,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'before-the-crash', ...sign('POST', PATH, MAIN) },
  });

describe('a discount whose creation was answered', () => {
  it('exists exactly once after kill -9, and the same request gets the same answer', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pinrate-crash-'));
    let server: Server | null = null;
    try {
      await writeDataset(join(folder, 'dataset'), ratesWorld(12));
      server = await start(folder);
      const first = await create(server);
      await kill(server);
      assert.equal(first.status, 201, first.text);

      server = await start(folder);
      const path = `${PATH}?partnerId=bare`;
      const { json } = await request({ port: server.port, path, headers: sign('GET', path, MAIN) });
      assert.deepEqual(json.data, [first.json.data]);
      const again = await create(server);
      assert.deepEqual(
        [again.status, again.headers['idempotency-replayed'], again.json.data],
        [201, 'true', first.json.data],
      );
    } finally {
      server?.child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});
