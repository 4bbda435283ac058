/** Counters: what assignments add to them, and the limits that they keep. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WriteOp } from '../../src/model/change.js';
import type { Store } from '../../src/store/port.js';
import { fixtureAssignment, fixtureDocuments } from './fixtures.js';
import { insert, useStore } from './suite-support.js';

const LATER = '2025-03-02T12:00:00.000Z';
const MANY = 300;
const LIMIT = 120;

export function countersSuite(name: string, open: () => Promise<Store>): void {
  describe(`${name}: counters`, () => {
    const opened = useStore(async () => {
      const store = await open();
      await store.importAll(fixtureDocuments());
      return store;
    });
    const count = (key: string, add: number[], limit: number | null = null): WriteOp => ({
      kind: 'count',
      collection: 'counters',
      key,
      add,
      limit,
      expiresAt: LATER,
    });
    const valuesOf = async (key: string) => (await opened().get('counters', key))?.values;

    it('add up, value by value, and begin at nought', async () => {
      assert.deepEqual(await opened().write([count('share/a/1', [600_000, 400_000, 1, 0])]), {
        ok: true,
        changeId: null,
      });
      await opened().write([count('share/a/1', [600_000, 400_000, 0, 1]), count('share/a/2', [5])]);
      assert.deepEqual(await opened().get('counters', 'share/a/1'), {
        key: 'share/a/1',
        values: [1_200_000, 800_000, 1, 1],
        expiresAt: LATER,
      });
      assert.deepEqual(await valuesOf('share/a/2'), [5]);
    });

    it('refuse what exceeds the limit, together with its assignment', async () => {
      await opened().write([count('full', [9], 10)]);
      assert.deepEqual(await opened().write([insert('assignments', fixtureAssignment('C1')), count('full', [2], 10)]), {
        ok: false,
        conflict: { reason: 'FULL', collection: 'counters', key: 'full', values: [9] },
      });
      assert.equal(await opened().get('assignments', 'C1'), undefined);
      assert.deepEqual(await opened().write([insert('assignments', fixtureAssignment('C1')), count('full', [1], 10)]), {
        ok: true,
        changeId: null,
      });
      assert.deepEqual(await valuesOf('full'), [10]);
    });

    it('count nothing for an assignment whose key is taken', async () => {
      await opened().write([insert('assignments', fixtureAssignment('C2')), count('taken', [1])]);
      const again = await opened().write([insert('assignments', fixtureAssignment('C2')), count('taken', [1])]);
      assert.equal(again.ok, false);
      assert.deepEqual(await valuesOf('taken'), [1]);
    });

    it('give back, never below nought, also beyond the limit', async () => {
      await opened().write([count('back', [12, 3])]);
      assert.equal((await opened().write([count('back', [-1, -5], 10)])).ok, true);
      assert.deepEqual(await valuesOf('back'), [11, 0]);
    });

    it('keep the limit among writes that arrive together', async () => {
      const written = await Promise.all(
        Array.from({ length: MANY }, (_, number) =>
          opened().write([insert('assignments', fixtureAssignment(`M${number}`)), count('many', [1], LIMIT)]),
        ),
      );
      assert.equal(written.filter(({ ok }) => ok).length, LIMIT);
      assert.deepEqual(await valuesOf('many'), [LIMIT]);
      const page = await opened().assignments({ partnerId: null, fromMs: 0, toMs: Infinity, offset: 0, limit: 1_000 });
      assert.equal(page.assignments.filter(({ shipmentId }) => shipmentId.startsWith('M')).length, LIMIT);
    });
  });
}
