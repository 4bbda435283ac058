/** Records that are forgotten after a time, other than remembered answers, which have a suite of their own. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DecisionRecord } from '../../src/model/documents.js';
import type { Store } from '../../src/store/port.js';
import { fixtureAssignment, fixtureDocuments, fixtureIdempotencyRecord } from './fixtures.js';
import { insert, put, useStore } from './suite-support.js';

const NOON = '2025-03-01T12:00:00.000Z';
const NOON_MS = Date.parse(NOON);
const DAY_MS = 86_400_000;

const decision = (key: string, expiresAt: string | null): DecisionRecord => ({ key, decision: '{"at":1}', expiresAt });

export function decisionsSuite(name: string, open: () => Promise<Store>): void {
  describe(`${name}: decisions`, () => {
    const opened = useStore(async () => {
      const store = await open();
      await store.importAll(fixtureDocuments());
      return store;
    });
    const keysOf = async (collection: 'decisions' | 'counters') =>
      (await opened().load([collection]))[collection].map(({ key }) => key).sort();

    it('are written together with their assignment, or not at all', async () => {
      const store = opened();
      const kept = decision('D1/1', NOON);
      assert.equal(
        (await store.write([insert('assignments', fixtureAssignment('D1')), put('decisions', kept)])).ok,
        true,
      );
      assert.deepEqual(await store.get('decisions', 'D1/1'), kept);
      const again = [insert('assignments', fixtureAssignment('D1')), put('decisions', decision('D1/1', null))];
      assert.equal((await store.write(again)).ok, false);
      assert.deepEqual(await store.get('decisions', 'D1/1'), kept);
    });

    it('expire with counters and remembered answers, each at its moment; without one they stay', async () => {
      const store = opened();
      const counter = (key: string, expiresAt: string) => ({ key, values: [1], expiresAt });
      await store.write([
        put('decisions', decision('ever/1', null)),
        put('decisions', decision('soon/1', '2025-03-01T17:30:00+05:30')),
        put('decisions', decision('later/1', '2025-03-02T12:00:00Z')),
        put('decisions', decision('renewed/1', NOON)),
        insert('counters', counter('soon/20000', NOON)),
        insert('counters', counter('later/20001', '2025-03-02T12:00:00Z')),
        insert('idempotency-keys', fixtureIdempotencyRecord('soon', NOON)),
      ]);
      await store.write([put('decisions', decision('renewed/1', null))]);
      assert.equal(await store.forgetExpired(NOON_MS), 0);
      // with D1/1
      assert.equal(await store.forgetExpired(NOON_MS + 1), 4);
      assert.deepEqual(await keysOf('decisions'), ['ever/1', 'later/1', 'renewed/1']);
      assert.deepEqual(await keysOf('counters'), ['later/20001']);
      assert.equal(await store.get('idempotency-keys', 'soon'), undefined);
      assert.equal(await store.forgetExpired(NOON_MS + DAY_MS + 1), 2);
      assert.deepEqual([await keysOf('decisions'), await keysOf('counters')], [['ever/1', 'renewed/1'], []]);
    });

    it('are removed by the hundred', async () => {
      const many = Array.from({ length: 450 }, (_, index) => put('decisions', decision(`many-${index}/1`, NOON)));
      await opened().write(many);
      assert.equal(await opened().forgetExpired(NOON_MS + 1), many.length);
    });
  });
}
