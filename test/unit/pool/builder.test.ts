import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { buildGeography } from '../../../src/index/geography.js';
import type { BuildTask } from '../../../src/control/publisher.js';
import { BUILD_MESSAGE_TASKS } from '../../../src/limits.js';
import { type Builder, createBuilder } from '../../../src/pool/builder.js';
import type { CustomerCharge } from '../../../src/contract/documents/documents.js';
import { build } from '../../../workers/builder.js';
import { moduleUrl } from '../../support/programs.js';
import { ENDS_IT } from './ending-builder.js';

const geography = buildGeography({ states: [], cities: [], areas: [], pincodes: [] }, 1);

const task = (version: number, charges: readonly CustomerCharge[] = [charge(version)]): BuildTask => ({ geography, card: { charges: { documents: charges, version } }, coverage: null });
const charge = (value: number): CustomerCharge => ({ id: 1, partnerId: 'alpha', type: 'fsc', chargeType: 'flat', value, status: true, createdAt: '2024-04-01T00:00:00.000Z' });
/** A customer's charge of no partner cannot be laid out. */
const unsound = (version: number): BuildTask => task(version, [{ ...charge(version), partnerId: null, customerId: 'bob' }]);

describe('the builder', () => {
  let builder: Builder;
  beforeEach(() => { builder = createBuilder(moduleUrl('test/unit/pool/ending-builder')); });
  afterEach(() => builder.close());

  it('builds each of many tasks that are requested at once', async () => {
    const tasks = Array.from({ length: 3 * BUILD_MESSAGE_TASKS + 1 }, (_, index) => task(index + 1));
    assert.deepEqual(await Promise.all(tasks.map((one) => builder.build(one))), tasks.map(build));
  });

  it('fails only the task that cannot be laid out', async () => {
    const outcomes = await Promise.allSettled([task(1), unsound(2), task(3)].map((one) => builder.build(one)));
    assert.deepEqual(outcomes.map(({ status }) => status), ['fulfilled', 'rejected', 'fulfilled']);
    assert.match(String((outcomes[1] as PromiseRejectedResult).reason), /names? a partner/);
  });

  it('fails only the task that ends the thread', async () => {
    const outcomes = await Promise.allSettled([task(1), task(ENDS_IT), task(3)].map((one) => builder.build(one)));
    assert.deepEqual(outcomes.map(({ status }) => status), ['fulfilled', 'rejected', 'fulfilled']);
    assert.deepEqual(await builder.build(task(4)), build(task(4)), 'and there is a thread again');
  });

  it('rejects tasks that wait for a thread that cannot be started', { timeout: 20_000 }, async (t) => {
    const without = createBuilder(moduleUrl('test/unit/pool/no-such-builder'));
    t.after(() => without.close());
    for (let times = 0; times < 2; times++) {
      const outcomes = await Promise.allSettled(Array.from({ length: BUILD_MESSAGE_TASKS + 2 }, (_, index) => without.build(task(index + 1))));
      assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set(['rejected']));
    }
  });
});
