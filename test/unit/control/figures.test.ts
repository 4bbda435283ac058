import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Figures } from '../../../src/control/performance/figures.js';
import type { OutcomeSums } from '../../../src/domain/outcomes/sums.js';
import { TemporaryError } from '../../../src/errors.js';
import { workedWorld } from '../../reference/fixture.js';
import { catalogOf } from '../index/world.js';

const NOW = Date.parse('2026-11-29T12:00:00+05:30');
/** The Monday of the latest week that counts then: 26 October to 1 November 2026. */
const LATEST = Date.UTC(2026, 9, 26) / 86_400_000;
const WEEK = 7;

const sums = (fields: Partial<OutcomeSums> = {}): OutcomeSums => ({
  ...{ week: LATEST, partnerId: 'acme', pincode: '400001', paymentType: 'COD' },
  ...{ n: 100, delivered: 80, rto: 20, lost: 0, attempted: 100, firstAttempt: 70, promised: 0, onTime: 0 },
  hours: [],
  ...fields,
});

async function fixture(all: OutcomeSums[] = [sums()]) {
  const state = {
    all,
    now: NOW,
    isAway: false,
    /** Called with each page that is asked for. */
    onPage: () => {},
    asked: [] as [number, number][],
    changes: 0,
    computed: 0,
    failures: [] as unknown[],
  };
  const away = (): void => {
    if (state.isAway) throw new TemporaryError('the store is away');
  };
  const store = {
    async *outcomeSums({ fromWeek, toWeek }: { fromWeek: number; toWeek: number }) {
      state.asked.push([fromWeek, toWeek]);
      for (const each of state.all) {
        away();
        state.onPage();
        if (each.week >= fromWeek && each.week <= toWeek) yield [each];
      }
    },
    async page() {
      away();
      return [{ partnerId: 'acme', lastLineAt: '2026-11-20T00:00:00.000Z' }];
    },
  } as unknown as Parameters<Figures['start']>[0];
  const figures = new Figures({
    catalog: await catalogOf(workedWorld()),
    now: () => state.now,
    onChange: () => (state.changes += 1),
    onComputed: () => (state.computed += 1),
    onFailure: (error) => state.failures.push(error),
  });
  return { state, store, figures };
}

/** Of 100 parcels so many return. */
const returned = (week: number, rto: number, fields: Partial<OutcomeSums> = {}): OutcomeSums =>
  sums({ week, rto, delivered: 100 - rto, ...fields });

/** The weeks that count, the latest first: four of one rate, then others of another. */
const months = (recent: number, before: number, fields: Partial<OutcomeSums> = {}): OutcomeSums[] =>
  Array.from({ length: 26 }, (_, index) => returned(LATEST - index * WEEK, index < 4 ? recent : before, fields));

describe('the figures of outcomes', () => {
  it('count the 26 latest weeks that ended at least 21 days ago', async (t) => {
    const { state, store, figures } = await fixture();
    t.after(() => figures.stop());
    await figures.start(store);
    assert.deepEqual(state.asked, [[LATEST - 25 * WEEK, LATEST]]);
    assert.deepEqual([figures.totals[0]!.partnerId, [...figures.totals[0]!.counts]], ['acme', [100, 20, 0, 0]]);

    state.now = Date.parse('2026-11-30T00:00:00+05:30') - 1;
    await figures.refresh();
    assert.equal(state.asked.at(-1)![1], LATEST + WEEK - WEEK, 'the next week ends 21 days ago a moment later');
    state.now += 1;
    await figures.refresh();
    assert.equal(state.asked.at(-1)![1], LATEST + WEEK);
  });

  it('are announced when they are others', async (t) => {
    const { state, store, figures } = await fixture();
    t.after(() => figures.stop());
    await figures.start(store);
    await figures.refresh();
    assert.deepEqual([state.changes, state.computed], [1, 2]);
    state.all = [sums({ rto: 21 })];
    await figures.refresh();
    assert.deepEqual([state.changes, state.computed], [2, 3]);
  });

  it('are computed again for an import that comes while they are computed', async (t) => {
    const { state, store, figures } = await fixture();
    t.after(() => figures.stop());
    await figures.start(store);
    state.all = [sums(), sums({ pincode: '400002' })];
    let imported: Promise<unknown> = Promise.resolve();
    state.onPage = () => {
      state.onPage = () => {};
      state.all = [sums({ rto: 50, delivered: 50 })];
      imported = Promise.all([figures.refresh(), figures.refresh()]);
    };
    await figures.refresh();
    await imported;
    assert.deepEqual([state.computed, [...figures.totals[0]!.counts]], [3, [100, 50, 0, 0]]);
  });

  it('stay while the store is away, and are computed when it is back', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { state, store, figures } = await fixture();
    await figures.start(store);
    const { totals, computedAtMs } = figures;
    state.isAway = true;
    state.now += 3_600_000;
    t.mock.timers.tick(60_000);
    await figures.refresh();
    assert.deepEqual([figures.totals, figures.computedAtMs, state.failures.length > 0], [totals, computedAtMs, true]);
    state.isAway = false;
    t.mock.timers.tick(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(figures.computedAtMs, state.now);
    await figures.stop();
  });

  it('are there for a node that starts without its store', async (t) => {
    const { state, store, figures } = await fixture();
    t.after(() => figures.stop());
    state.isAway = true;
    await figures.start(store);
    assert.deepEqual([figures.totals, figures.computedAtMs, state.failures.length], [[], null, 1]);
  });
});

describe('a change of returns', () => {
  const shiftsOf = async (all: OutcomeSums[]) => {
    const { store, figures } = await fixture(all);
    await figures.start(store);
    await figures.stop();
    return figures.outcomesOf('acme').shifts;
  };

  it('is a rate of the last four weeks outside of the bounds of the weeks before', async () => {
    const [shift, ...others] = await shiftsOf(months(30, 20));
    assert.deepEqual(others, []);
    assert.deepEqual(shift, {
      stateId: 1,
      state: 'Maharashtra',
      paymentType: 'COD',
      before: { k: 440, n: 2_200, rate: 0.2, low: 0.1838, high: 0.2172 },
      recent: { k: 120, n: 400, rate: 0.3, low: 0.2572, high: 0.3466 },
    });
    assert.equal((await shiftsOf(months(10, 20))).length, 1, 'a fall is one too');
    assert.deepEqual(await shiftsOf(months(21, 20)), []);
  });

  it('is one of a state and payment type', async () => {
    const all = [
      ...months(30, 20),
      ...months(5, 20, { paymentType: 'PREPAID' }),
      ...months(40, 20, { pincode: '110001' }),
    ];
    assert.deepEqual(
      (await shiftsOf(all)).map(({ state, paymentType }) => `${state} ${paymentType}`),
      ['Maharashtra COD', 'Maharashtra PREPAID', 'Delhi COD'],
    );
    assert.deepEqual(await shiftsOf(months(30, 20, { pincode: '999999' })), [], 'a pincode that is gone has no state');
  });

  it('is none of fewer than 50 parcels', async () => {
    const recent = (n: number) => sums({ n, rto: n, delivered: 0 });
    const earlier = sums({ week: LATEST - 4 * WEEK, n: 100, rto: 0, delivered: 100 });
    assert.deepEqual(
      [(await shiftsOf([recent(49), earlier])).length, (await shiftsOf([recent(50), earlier])).length],
      [0, 1],
    );
    const few = sums({ week: LATEST - 4 * WEEK, n: 49, rto: 0, delivered: 49 });
    assert.deepEqual(await shiftsOf([recent(50), few]), []);
  });
});
