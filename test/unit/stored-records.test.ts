import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RATE_TIERS } from '../../src/limits/rate-limits.js';
import { StoredRecords } from '../../src/control/stored-records.js';

const NOON_MS = Date.parse('2026-03-11T12:00:00.000Z');
const HALF_DAY_MS = 43_200_000;
const MOST = RATE_TIERS.TIER_1.recordsPerDay;
const ACME = { kind: 'partner', id: 'acme' } as const;

describe('stored records', () => {
  it('are counted by credential until midnight UTC', () => {
    const records = new StoredRecords(() => 'TIER_1');
    assert.equal(records.take(ACME, MOST - 1, NOON_MS), null);
    const reached = {
      tier: 'TIER_1',
      limit: MOST,
      windowSeconds: 86_400,
      resetSeconds: Date.parse('2026-03-12T00:00:00Z') / 1_000,
      retryAfterSeconds: 43_200,
    };
    assert.deepEqual(records.take(ACME, 2, NOON_MS), reached);
    assert.equal(records.take(ACME, 1, NOON_MS), null, 'a refused one was not counted');
    assert.deepEqual(records.take(ACME, 1, NOON_MS + 0.5), reached);
    assert.deepEqual(records.take(ACME, 1, NOON_MS + HALF_DAY_MS - 1)?.retryAfterSeconds, 1);
    assert.equal(records.take({ kind: 'service', id: 'acme' }, MOST, NOON_MS), null, 'another credential');
    assert.equal(records.take(ACME, MOST, NOON_MS + HALF_DAY_MS), null, 'the next day');
  });

  it('are given back when they were not stored', () => {
    const records = new StoredRecords(() => 'TIER_1');
    records.take(ACME, MOST, NOON_MS);
    records.giveBack(ACME, 2);
    assert.equal(records.take(ACME, 2, NOON_MS), null);
    assert.notEqual(records.take(ACME, 1, NOON_MS), null);
    records.take(ACME, 1, NOON_MS + HALF_DAY_MS);
    records.giveBack(ACME, 5);
    assert.equal(records.take(ACME, MOST, NOON_MS + HALF_DAY_MS), null, 'never below nothing');
  });

  it('have no limit without a tier', () => {
    for (const tier of ['UNLIMITED', undefined] as const)
      assert.equal(new StoredRecords(() => tier).take(ACME, 1e9, NOON_MS), null);
  });
});
