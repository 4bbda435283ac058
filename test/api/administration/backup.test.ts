/** POST /admin/backup: a copy of a running node starts as another one. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { MAIN, TestApp } from '../../support/app.js';
import { needs } from '../../support/needs.js';

const PACKAGES = [1_001, 1_002, 1_003, 1_004, 1_005, 1_006, 1_007, 1_008];
/** Of each writer, between its changes: together they make some 200 a second, on a machine that is not slow. */
const PAUSE_MS = 30;
const FIRST_CHANGES = 20;
const OWNER_ONLY = 0o600;

describe('a backup', () => {
  it('that is taken under many changes a second starts as another node, as of one moment', async (t) => {
    const app = await TestApp.startDemo({ isOnMongo: false });
    const folder = mkdtempSync(join(tmpdir(), 'pinrate-backup-'));
    try {
      const lastChange = async (of: TestApp): Promise<number> => (await of.get('/changes?limit=1')).json.data[0].id;
      let isOver = false;
      let made = 0;
      const beganAt = performance.now();
      const writers = PACKAGES.map(async (id) => {
        for (let charge = 1; !isOver; charge++) {
          const reply = await app.send('PATCH', `/documents/packages/${id}`, { baseCharge: charge });
          assert.equal(reply.status, 200, reply.text);
          made = Math.max(made, reply.json.changeId);
          await pause(PAUSE_MS);
        }
      });
      while (made < FIRST_CHANGES) await pause(PAUSE_MS);
      const least = made;
      const reply = await app.send('POST', '/admin/backup');
      const most = await lastChange(app);
      assert.equal(reply.status, 200, reply.text);
      assert.ok(!('changeId' in reply.json));
      const { path, bytes, sha256 } = reply.json.data;
      await pause(200);
      isOver = true;
      await Promise.all(writers);
      t.diagnostic(`${Math.round((made * 1_000) / (performance.now() - beganAt))} changes a second`);

      const file = join(app.dataDir, path, 'data.mdb');
      const { size, mode } = statSync(file);
      assert.deepEqual([size, mode & 0o777], [bytes, OWNER_ONLY]);
      assert.equal(createHash('sha256').update(readFileSync(file)).digest('hex'), sha256);

      const dataDir = join(folder, 'data');
      cpSync(join(app.dataDir, path), dataDir, { recursive: true });
      const other = await TestApp.startDemo({ dataDir, isOnMongo: false });
      try {
        const newest = await lastChange(other);
        assert.ok(least <= newest && newest <= most, `${least} <= ${newest} <= ${most}`);
        const { entries } = (await other.get(`/changes/${newest}`)).json.data;
        const { baseCharge } = (await other.get(`/documents/packages/${entries[0].key}`)).json.data;
        assert.equal(entries[0].after.baseCharge, baseCharge, 'documents and history agree');
        // the original has gone on, and answers of that moment what the copy answers
        assert.deepEqual(
          (await app.get(`/changes/${newest}`)).json.data,
          (await other.get(`/changes/${newest}`)).json.data,
        );
        assert.deepEqual(other.errors, []);
      } finally {
        await other.close();
      }
      assert.deepEqual(app.errors, []);
    } finally {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('is made one at a time, and the newest stay', async () => {
    const app = await TestApp.startFixture({ isOnMongo: false });
    try {
      const two = await Promise.all([app.send('POST', '/admin/backup'), app.send('POST', '/admin/backup')]);
      assert.deepEqual(two.map(({ status }) => status).sort(), [200, 409]);
      assert.equal(two.find(({ status }) => status === 409)!.json.error.code, 'BACKUP_RUNNING');
      const paths = [two.find(({ status }) => status === 200)!.json.data.path];
      for (let round = 0; round < 2; round++) {
        app.clock.nowMs += 1_000;
        paths.push((await app.send('POST', '/admin/backup', '', MAIN)).json.data.path);
      }
      const kept = readdirSync(join(app.dataDir, 'backups')).map((name) => `backups/${name}`);
      assert.deepEqual(kept.sort(), paths.slice(-2).sort());
    } finally {
      await app.close();
    }
  });
});

it('of a store on MongoDB is refused, with what to use', { skip: needs('MongoDB') }, async () => {
  const app = await TestApp.startDemo({ isOnMongo: true });
  try {
    const reply = await app.send('POST', '/admin/backup');
    assert.deepEqual([reply.status, reply.json.error.code], [501, 'NOT_SUPPORTED']);
    assert.match(reply.json.error.details, /mongodump/);
  } finally {
    await app.close();
  }
});
