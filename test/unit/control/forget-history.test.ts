/** The entries of old change sets go, and nothing else. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { forgetHistory } from '../../../src/control/forget-history.js';
import { entriesOf } from '../../../src/control/operations/history/entries.js';
import { openLmdbStore } from '../../../src/store/lmdb/store.js';
import { openMongoStore } from '../../../src/store/mongo/store.js';
import type { ChangeNote, Store } from '../../../src/store/port.js';
import { describeWithMongo, freshDatabase } from '../../support/mongo.js';

const NOW = Date.parse('2026-03-11T06:30:00.000Z');
const DAY_MS = 86_400_000;
const CHANGES = 50;

async function check(store: Store): Promise<void> {
  await store.completeImport();
  const first = (await store.changes({ ...ALL, limit: 1 }))[0]?.id ?? 0;
  const ids: number[] = [];
  // one a day, today's last
  for (let day = CHANGES - 1; day >= 0; day--) {
    const document = { id: 1, name: `Day ${day}`, code: 'MH', gstCode: '27' };
    const written = await store.write([{ kind: 'put', collection: 'states', document }], noteAt(NOW - day * DAY_MS));
    assert.ok(written.ok && written.changeId !== null && written.changeId > first);
    ids.push(written.changeId);
  }
  assert.equal(await forgetHistory(store, CHANGES, NOW), 0);
  assert.equal(await forgetHistory(store, 10, NOW), CHANGES - 11);
  assert.equal(await forgetHistory(store, 10, NOW), 0);
  for (const [index, id] of ids.entries()) {
    const day = CHANGES - 1 - index;
    assert.equal((await entriesOf(store, id)).length, day > 10 ? 0 : 1, `day ${day}`);
    assert.equal((await store.get('changes', id))!.counts.updated + (index === 0 ? 1 : 0), 1);
  }
}

const ALL = { partnerId: null, collection: null, by: null, sinceMs: null, before: null, after: null };
const noteAt = (ms: number): ChangeNote => ({
  at: new Date(ms).toISOString(),
  by: { kind: 'service', id: 'main-system' },
  requestId: 'r',
  route: 'PUT /',
  note: null,
  sealed: (_, document) => document,
});

it('old entries go from the embedded store, and their change sets stay', async () => {
  const path = mkdtempSync(join(tmpdir(), 'pinrate-forget-'));
  const store = await openLmdbStore({ path });
  try {
    await check(store);
  } finally {
    await store.close();
    rmSync(path, { recursive: true });
  }
});

describeWithMongo('the history on MongoDB', (uri) => {
  it('loses old entries, and their change sets stay', async () => {
    const store = await openMongoStore({ uri, database: freshDatabase(), report: () => {} });
    try {
      await check(store);
    } finally {
      await store.close();
    }
  });
});
