/** What the linter and the impact of a change may cost, and that they say when they were cut. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Catalog } from '../../../src/control/documents/catalog.js';
import { ImpactMeter, type ImpactOptions } from '../../../src/control/impact.js';
import { Linter } from '../../../src/control/linter.js';
import type { IndexPublisher } from '../../../src/control/publisher.js';
import type { Change } from '../../../src/model/change.js';
import { randomWorld } from '../../reference/random.js';
import { Rng } from '../../reference/rng.js';
import { BUILT_AT, catalogOf, published } from '../index/world.js';

const SEED = 20_261_128;
/** Nothing may be done. */
const NONE = -1;

let catalog: Catalog;
let publisher: IndexPublisher;
let partnerId: string;
/** Takes away what prices everything, so that there are findings. */
let change: Change[];
before(async () => {
  const world = randomWorld(new Rng(SEED));
  catalog = await catalogOf(world);
  ({ publisher } = await published(catalog));
  const active = world.partners.filter(({ status }) => status === 'ACTIVE').map((partner) => partner.partnerId);
  partnerId = active.find((id) => world.packages.some((row) => row.partnerId === id))!;
  change = world.packages
    .filter((row) => row.partnerId === partnerId)
    .map(({ id }) => ({ kind: 'delete', collection: 'packages', key: id }));
});

const linter = (budgets: { budgetMs?: number; strictBudgetMs?: number } = {}): Linter =>
  new Linter({ catalog, publisher, now: () => BUILT_AT, onFailure: assert.ifError, ...budgets });

describe('the linter', () => {
  it('says what a change brings, within its budget', async () => {
    const { brings, clears, cut } = await linter().difference([partnerId], change, false);
    assert.ok(brings.length + clears.length > 0, `seed ${SEED}`);
    assert.equal(cut, 0);
    assert.ok(!('cut' in (await linter().report(partnerId, null))));
  });

  it('tells nothing of a partner whose check was cut, and counts it', async () => {
    const cut = await linter({ budgetMs: NONE }).difference([partnerId], change, false);
    assert.deepEqual(cut, { brings: [], clears: [], errors: [], cut: 1 });
  });

  it('has another budget for a change that is refused if it brings errors', async () => {
    const generous = await linter({ budgetMs: NONE }).difference([partnerId], change, true);
    assert.equal(generous.cut, 0);
    const none = await linter({ strictBudgetMs: NONE }).difference([partnerId], change, true);
    assert.equal(none.cut, 1);
  });

  it('reports what it has found until it was cut', async () => {
    const report = await linter({ budgetMs: NONE }).report(partnerId, null);
    assert.deepEqual([report.cut, report.findings, report.partnerId], [true, [], partnerId]);
  });
});

describe('the impact of a change', () => {
  const asked = {
    pickupPincode: '110001',
    deliveryPincode: '560001',
    weight: 500,
    shipmentType: 'B2C',
    paymentType: 'PREPAID',
    services: [],
  };
  const store: ImpactOptions['store'] = {
    async latestAsked(limit, take) {
      for (let count = 0; count < Math.min(limit, 50); count++) await take({ partnerId, asked } as never);
    },
  };
  const measured = (budgetMs?: number) =>
    new ImpactMeter({
      catalog,
      publisher,
      store,
      now: () => BUILT_AT,
      ...(budgetMs !== undefined && { budgetMs }),
    }).measure(change);

  it('is of the whole sample within its budget', async () => {
    const whole = await measured();
    assert.deepEqual([whole.sampled, 'cut' in whole], [50, false]);
  });

  it('is of the first part of the sample when it was cut, and says so', async () => {
    const part = await measured(NONE);
    assert.deepEqual([part.sampled, part.cut], [0, true]);
  });
});
