// Only in npm run test:all.
/** kill -9 while many documents are applied: all of them are there afterwards or none, and the history agrees. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { PACKAGE_ROOT } from '../../../src/package-root.js';
import { MAIN } from '../../support/app.js';
import { request, sign, type Reply } from '../../support/client.js';
import { rounds } from '../../support/depth.js';
import { killMain, type MainProcess, startMain } from '../../support/main-process.js';

const DOCUMENTS = 20_000;
const ROUNDS = rounds(2, 5);
const PATH = '/api/v1/documents/apply';

function apply(port: number, version: number): Promise<Reply> {
  const lines = Array.from({ length: DOCUMENTS }, (_, index) =>
    JSON.stringify({ collection: 'areas', document: { id: 900_000 + index, name: `Version ${version}`, cityId: 1 } }),
  );
  const body = lines.join('\n');
  const contentSha256 = createHash('sha256').update(body).digest('hex');
  const headers = { 'content-type': 'application/x-ndjson', ...sign('POST', PATH, MAIN, { contentSha256 }) };
  return request({ port, method: 'POST', path: PATH, headers, body });
}

const get = (port: number, path: string, accept = 'application/json'): Promise<Reply> =>
  request({ port, path, headers: { accept, ...sign('GET', path, MAIN) } });

it('an apply that kill -9 interrupts is there as a whole or not at all', { timeout: 900_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pinrate-apply-crash-'));
  const settings = { DATA_DIR: folder, DATASET: join(PACKAGE_ROOT, 'data', 'demo') };
  let node: MainProcess | null = null;
  try {
    node = await startMain(settings);
    const began = performance.now();
    assert.equal((await apply(node.port, 0)).status, 200);
    const takesMs = performance.now() - began;
    let version = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      const answered = apply(node.port, round).catch(() => null);
      await pause((takesMs * round) / ROUNDS);
      await killMain(node);
      const reply = await answered;
      node = await startMain(settings);
      const { text } = await get(node.port, '/api/v1/documents/areas', 'application/x-ndjson');
      const names = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: number; name: string })
        .filter(({ id }) => id >= 900_000)
        .map(({ name }) => name);
      const kinds = [...new Set(names)];
      assert.deepEqual([names.length, kinds.length], [DOCUMENTS, 1], kinds.join());
      const isThere = kinds[0] === `Version ${round}`;
      assert.ok(isThere || kinds[0] === `Version ${version}`);
      if (reply?.status === 200) assert.ok(isThere, 'what was answered is there');
      if (isThere) version = round;
      const [newest] = (await get(node.port, '/api/v1/changes?limit=1')).json.data;
      const made: string[] = [];
      for (let next: number | null = 0; next !== null;) {
        const { json } = await get(node.port, `/api/v1/changes/${newest.id}?after=${next}`);
        made.push(...json.data.entries.map((entry: { after: { name: string } }) => entry.after.name));
        next = json.next;
      }
      assert.equal(made.length, DOCUMENTS);
      assert.deepEqual([...new Set(made)], kinds, 'the history agrees');
    }
  } finally {
    node?.child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
