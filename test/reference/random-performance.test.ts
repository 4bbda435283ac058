/** The figures of outcomes are those of the reference model, to the ten-thousandth, on random sums. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hourRanks } from '../../src/domain/outcomes/hours.js';
import { boundedRate } from '../../src/domain/outcomes/rates.js';
import { TotalsCollector } from '../../src/domain/outcomes/totals.js';
import { countedWeeks } from '../../src/domain/outcomes/weeks.js';
import { Viewer } from '../../src/index/view.js';
import { rounds, seedOf } from '../support/depth.js';
import { catalogOf, published } from '../unit/index/world.js';
import { partner, workedWorld } from './fixture.js';
import * as book from './performance.js';
import { randomGeography } from './random-geography.js';
import { randomSums } from './random-sums.js';
import { seededRng } from './random.js';

const SEED = seedOf(20_261_201);
const WORLDS = rounds(24, 240);
const PARTNERS = ['alpha', 'bravo', 'carol', 'delta'];
/** It has no pincode of the geography. */
const GONE = '999999';

/** How many sums a world has, one after the other. */
const SIZES = [0, 1, 12, 150, 600];

it(`of every partner, pincode and payment type (PINRATE_TEST_SEED=${SEED})`, async () => {
  const rng = seededRng(SEED);
  const levels = new Map<string, number>();
  let sums = 0;
  for (let round = 0; round < WORLDS; round += 1) {
    const atMs = Date.parse('2026-11-29T00:00:00+05:30') + rng.int(0, 14 * 24) * 3_600_000;
    const geography = randomGeography(rng);
    const pincodes = geography.pincodes.map(({ pincode }) => pincode);
    const world = workedWorld((changed) => {
      Object.assign(changed, geography, { 'partners': PARTNERS.map(partner), 'zones': [], 'zone-pincodes': [] });
      Object.assign(changed, { 'packages': [], 'distance-charges': [], 'discounts': [], 'customer-charges': [] });
    });
    const at = { partnerIds: PARTNERS.slice(0, 3), pincodes: [...rng.shuffled(pincodes).slice(0, 25), GONE], atMs };
    const given = randomSums(rng, SIZES[round % SIZES.length]!, at);
    sums += given.length;

    const { fromWeek, toWeek } = countedWeeks(atMs);
    const collector = new TotalsCollector();
    for (const each of given) if (each.week >= fromWeek && each.week <= toWeek) collector.add(each);
    const totals = collector.totals();
    const { generations } = await published(await catalogOf(world), { totals: () => totals });
    const view = new Viewer().view(generations[0]!);

    for (const partnerId of PARTNERS)
      for (const pincode of pincodes)
        for (const paymentType of ['COD', 'PREPAID'] as const) {
          const risk = view.performance.riskAt(partnerId, view.geography.slot(pincode), paymentType);
          const expected = book.riskOf(given, geography.pincodes, { partnerId, pincode, paymentType, atMs });
          assert.deepEqual(risk, expected, `round ${round}: ${partnerId} ${pincode} ${paymentType}`);
          levels.set(risk.level, (levels.get(risk.level) ?? 0) + 1);
        }
  }
  assert.ok(sums > 3_000, `${sums} sums`);
  assert.deepEqual([...levels.keys()].sort(), ['ALL', 'CITY', 'NONE', 'PARTNER', 'PINCODE', 'STATE']);
});

it(`bounds and hours (PINRATE_TEST_SEED=${SEED})`, () => {
  const rng = seededRng(SEED);
  for (let round = 0; round < 3_000; round += 1) {
    const n = rng.int(0, rng.pick([3, 60, 2_000, 400_000]));
    const k = rng.pick([0, n, rng.int(0, n)]);
    assert.deepEqual(boundedRate(k, n), book.shareOf(k, n));
    const steps = Array.from({ length: 16 }, () => (rng.chance(0.5) ? 0 : rng.int(0, 9)));
    const expected = { p50: book.hoursAt(50, steps), p85: book.hoursAt(85, steps), p95: book.hoursAt(95, steps) };
    assert.deepEqual(hourRanks(steps), expected, steps.join());
  }
});
