// Only in npm run test:all.
/**
 * kill -9 right after an answer: what was answered exists when the server starts again, and so does the answer itself.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { writeDataset } from '../../store/fixtures.js';
import { MAIN } from '../../support/app.js';
import { request, sign } from '../../support/client.js';
import { killMain, type MainProcess, startMain } from '../../support/main-process.js';
import { ratesWorld } from './rates.js';

const PATH = '/api/v1/discounts';
const BODY = JSON.stringify({ partnerId: 'bare', fromWeight: 1, toWeight: 2, discountType: 'flat', discountValue: 5 });

const create = ({ port }: MainProcess) =>
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
    const settings = { DATA_DIR: join(folder, 'data'), DATASET: join(folder, 'dataset') };
    let server: MainProcess | null = null;
    try {
      await writeDataset(join(folder, 'dataset'), ratesWorld(12));
      server = await startMain(settings);
      const first = await create(server);
      await killMain(server);
      assert.equal(first.status, 201, first.text);

      server = await startMain(settings);
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
