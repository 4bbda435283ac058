/** What the linter and the impact of a change may cost, and that they say when they were cut. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { previewOf, type PreviewSource } from '../../../src/control/analyst/change-preview.js';
import { ImpactMeter, type ImpactOptions } from '../../../src/control/analyst/impact.js';
import { Linter } from '../../../src/control/analyst/linter.js';
import type { Change } from '../../../src/model/change.js';
import { randomWorld } from '../../reference/random.js';
import { Rng } from '../../reference/rng.js';
import { BUILT_AT, catalogOf, NO_FIGURES, published } from '../index/world.js';
import { analystHere } from './analyst-here.js';

const SEED = 20_261_128;
/** Nothing may be done. */
const NONE = -1;

let present: PreviewSource;
let partnerId: string;
/** Takes away what prices everything, so that there are findings. */
let change: Change[];
before(async () => {
  const world = randomWorld(new Rng(SEED));
  const catalog = await catalogOf(world);
  const { publisher } = await published(catalog);
  present = { catalog, publisher, figures: NO_FIGURES };
  const active = world.partners.filter(({ status }) => status === 'ACTIVE').map((partner) => partner.partnerId);
  partnerId = active.find((id) => world.packages.some((row) => row.partnerId === id))!;
  change = world.packages
    .filter((row) => row.partnerId === partnerId)
    .map(({ id }) => ({ kind: 'delete', collection: 'packages', key: id }));
});

const linter = (budgets: { budgetMs?: number; strictBudgetMs?: number } = {}): Linter =>
  new Linter({ present, analyst: analystHere(), now: () => BUILT_AT, onFailure: assert.ifError, ...budgets });
const aside = () => previewOf({ changes: change, partnerIds: [partnerId] }, present);

describe('the linter', () => {
  it('says what a change brings, within its budget', async () => {
    const { brings, clears, cut } = await linter().difference(aside(), false);
    assert.ok(brings.length + clears.length > 0, `seed ${SEED}`);
    assert.equal(cut, 0);
    assert.ok(!('cut' in (await linter().report(partnerId, null))));
  });

  it('tells nothing of a partner whose check was cut, and counts it', async () => {
    const cut = await linter({ budgetMs: NONE }).difference(aside(), false);
    assert.deepEqual(cut, { brings: [], clears: [], errors: [], cut: 1 });
  });

  it('has another budget for a change that is refused if it brings errors', async () => {
    const generous = await linter({ budgetMs: NONE }).difference(aside(), true);
    assert.equal(generous.cut, 0);
    const none = await linter({ strictBudgetMs: NONE }).difference(aside(), true);
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
    async latestRequests(limit, take) {
      for (let count = 0; count < Math.min(limit, 50); count++) take({ partnerId, asked } as never);
    },
  };
  const measured = (budgetMs?: number) =>
    new ImpactMeter({
      analyst: analystHere(),
      store,
      now: () => BUILT_AT,
      ...(budgetMs !== undefined && { budgetMs }),
    }).measure(aside());

  it('is of the whole sample within its budget', async () => {
    const whole = await measured();
    assert.deepEqual([whole.sampled, 'cut' in whole], [50, false]);
  });

  it('is of the first part of the sample when it was cut, and says so', async () => {
    const part = await measured(NONE);
    assert.deepEqual([part.sampled, part.cut], [0, true]);
  });
});
