import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MANAGE_RECORDS_FACTOR, RATE_TIERS, STORED_RECORD_BYTES } from '../../src/limits/rate-limits.js';
import type { Scope } from '../../src/model/scopes.js';
import { Claim, StoredRecords } from '../../src/control/stored-records.js';

/** In India. */
const NOON_MS = Date.parse('2026-03-11T12:00:00.000+05:30');
const HALF_DAY_MS = 43_200_000;
const MOST = RATE_TIERS.TIER_1.recordsPerDay;
const tier1 = (...scopes: Scope[]) => new StoredRecords(() => ({ tier: 'TIER_1', scopes: new Set(scopes) }));
const ACME = { kind: 'partner', id: 'acme' } as const;

describe('stored records', () => {
  it('are counted by credential until midnight in India', () => {
    const records = tier1('write');
    assert.equal(records.take(ACME, MOST - 1, NOON_MS), null);
    const reached = {
      tier: 'TIER_1',
      limit: MOST,
      windowSeconds: 86_400,
      resetSeconds: Date.parse('2026-03-12T00:00:00+05:30') / 1_000,
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
    const records = tier1('write');
    records.take(ACME, MOST, NOON_MS);
    records.giveBack(ACME, 2);
    assert.equal(records.take(ACME, 2, NOON_MS), null);
    assert.notEqual(records.take(ACME, 1, NOON_MS), null);
    records.take(ACME, 1, NOON_MS + HALF_DAY_MS);
    records.giveBack(ACME, 5);
    assert.equal(records.take(ACME, MOST, NOON_MS + HALF_DAY_MS), null, 'never below nothing');
  });

  it('have no limit without a tier', () => {
    for (const credential of [{ tier: 'UNLIMITED', scopes: new Set<Scope>(['manage']) }, undefined] as const)
      assert.equal(new StoredRecords(() => credential).take(ACME, 1e9, NOON_MS), null);
  });

  it('may be ten times as many with the scope manage', () => {
    const records = tier1('write', 'manage');
    assert.equal(records.take(ACME, MOST * MANAGE_RECORDS_FACTOR, NOON_MS), null);
    assert.equal(records.take(ACME, 1, NOON_MS)?.limit, 100_000);
  });

  it('are one for each 8 KiB that a write begins, however often it is tried', () => {
    const records = tier1('write');
    assert.equal(records.take(ACME, MOST - 3, NOON_MS), null);
    const claim = new Claim(records, ACME, () => NOON_MS);
    for (const bytes of [1, STORED_RECORD_BYTES * 3, STORED_RECORD_BYTES * 2 + 1])
      assert.equal(claim.take(bytes), null);
    assert.equal(claim.take(STORED_RECORD_BYTES * 3 + 1)?.limit, MOST);
    assert.equal(records.take(ACME, 3, NOON_MS), null, 'what was refused takes nothing');
    assert.equal(claim.take(0), null);
  });
});
