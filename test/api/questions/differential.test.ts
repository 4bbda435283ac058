/**
 * The running server against the reference model: random worlds, moments and shipments, every question, to the paisa.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { REASON_CODES } from '../../../src/domain/reasons.js';
import { DEFAULT_SETTINGS, referenceFindAll, referenceRank } from '../../reference/model.js';
import { randomShipDate } from '../../reference/random-dates.js';
import { withReported } from '../../reference/random-questions.js';
import { addReported } from '../../reference/random-reported.js';
import { addTimes } from '../../reference/random-times.js';
import { randomNow, randomShipment, randomWorld, REFERENCE_NOW, seededRng } from '../../reference/random.js';
import { REPORTED } from '../../reference/reported.js';
import type { Rng } from '../../reference/rng.js';
import { PRICE_AMOUNTS, type Settings, type Shipment, type World } from '../../reference/types.js';
import { TestApp } from '../../support/app.js';
import { isDeep, rounds, seedOf } from '../../support/depth.js';
import { Comparison, STRATEGIES } from './compare.js';
import { eased, searched } from './requests.js';
import { easyShipment, multiply } from './world.js';

const SEED = seedOf(20_260_311);
/** More worlds for a longer test: REFERENCE_WORLDS=200. */
const WORLDS = Number(process.env.REFERENCE_WORLDS ?? rounds(1, 8));
/** A case may be so rare that the first worlds of a seed do not have it. */
const MOST_WORLDS = 60;
const MOMENTS_A_WORLD = rounds(4, 9);
const SHIPMENTS_A_MOMENT = rounds(6, 7);
const MIN_COMPARISONS = rounds(0, 3_000);

const AT_ITS_END = ['DELIVERY', 'COD', 'PREPAID', 'ODA', 'HILL', 'EXPRESS', 'INSURANCE', 'TRACKING'];
const LANE_CONDITIONS = [
  ...['sameZone', 'sameCity', 'sameState', 'fromZones', 'toZones'],
  ...['fromTags', 'toTags', 'bothTags', 'anyTags', 'kmFrom', 'kmTo'],
];
const SURCHARGE_CONDITIONS = [
  ...['end', 'attributes', 'zones', 'tags', 'lanes', 'kgFrom', 'kgTo', 'kmFrom', 'kmTo', 'paymentTypes'],
  ...['shipmentTypes', 'customerTypes', 'directions', 'services', 'valueFrom', 'valueTo', 'weekdays', 'piece'],
];
const UNTIMED = REASON_CODES.filter((code) => code !== 'DELIVERY_TIME_EXCEEDED');
const EXPECTED = [
  ...UNTIMED.map((code) => `charges:${code}`),
  ...REASON_CODES.map((code) => `availability:${code}`),
  ...REASON_CODES.map((code) => `find-all:${code}`),
  ...UNTIMED.map((code) => `assignment:${code}`),
  ...['charges', 'availability', 'find-all'].map((question) => `${question}:PINCODE_NOT_FOUND`),
  'charges:PARTNER_NOT_FOUND',
  'availability:PARTNER_NOT_FOUND',
  'find-all:NO_PARTNERS_AVAILABLE',
  'find-all:available',
  'charges:available',
  'charges:express alternative',
  ...STRATEGIES.flatMap((strategy) => [`assignment:${strategy} of several`, `assignment:${strategy} nobody`]),
  ...['selected', 'alternative', 'nobody', 'nobody, others capable'].map(
    (outcome) => `assignment:MANUAL_SELECTION ${outcome}`,
  ),
  ...[...PRICE_AMOUNTS, 'volumetric', 'pieces', 'free'].map((name) => `price:${name}`),
  'price:PICKUP at pickup',
  'price:REVERSE at pickup',
  'price:ODA at pickup',
  'price:HILL at pickup',
  ...AT_ITS_END.map((service) => `price:${service} at delivery`),
  ...['pincode', 'area', 'city', 'state', 'none'].map((level) => `covered by ${level}`),
  'a lane',
  'no lane',
  ...LANE_CONDITIONS.map((name) => `lane by ${name}`),
  'charges:shipDate',
  'availability:shipDate',
  'charges:another partner',
  ...['FORWARD', 'RTO', 'REVERSE'].map((direction) => `price:${direction}`),
  'price:RTO by percent',
  ...['rto', 'no rto', 'reverse', 'no reverse'].map((name) => `returns: ${name}`),
  'price:discount of freight',
  'price:nonTaxable',
  ...['FLAT', 'PER_KG', 'PER_STARTED_KG', 'PER_PIECE', 'PERCENT'].map((basis) => `surcharge ${basis}`),
  ...['of no partner', 'of a partner', 'of a customer', 'of 0', 'of a group'].map((name) => `surcharge ${name}`),
  ...SURCHARGE_CONDITIONS.map((name) => `surcharge by ${name}`),
  ...['direction', 'of', 'above', 'min', 'max', 'always'].map((name) => `charge by ${name}`),
  'price:minWeight',
  'price:dated distance-charges',
  'price:dated customer-charges',
  ...['FORWARD', 'REVERSE_CHARGE', 'EXEMPT'].map((regime) => `price:tax ${regime}`),
  'price:recipientLiability',
  'price:sac',
  'price:own tax rate',
  'price:GSTIN within the state',
  'price:GSTIN of another state',
  'warning COD_AMOUNT_MISSING',
  'warning GSTIN_MISSING',
  'warning NOT_STORED',
  'warning SERVICES_NOT_PRICED',
  'warning WEIGHT_LOOKS_LIKE_KG',
  'assignment:chosen is not the best match',
];
/** Cases that only many partners show. */
const EXPECTED_OF_MANY = [
  'find-all:more than are ranked',
  'assignment:more than five alternatives',
  'assignment:chosen beyond the fifth',
];
const SHIPMENTS_OF_MANY = rounds(2, 25);
const MAX_SHIPMENTS_OF_MANY = rounds(2, 150);

const SETTINGS: readonly Settings[] = [DEFAULT_SETTINGS, DEFAULT_SETTINGS, { gstPercent: 5.2575, roadFactor: 1.4142 }];

/** A random shipment, one that is easy to carry, or one whose value has more digits than money has. */
function someShipment(rng: Rng, world: World, now = REFERENCE_NOW): Shipment {
  const shipment = shipmentAsBefore(rng, world, now);
  return REPORTED ? withReported(rng, world, shipment, now) : shipment;
}

function shipmentAsBefore(rng: Rng, world: World, now: Date): Shipment {
  const shipment = {
    ...randomShipment(rng, world),
    ...(rng.chance(0.3) && { shipDate: randomShipDate(rng, now) }),
    // what was meant in kilograms
    ...(rng.chance(0.04) && { weight: rng.pick([1, 2.5, 49.9]) }),
  };
  if (rng.chance(0.5)) return eased(rng, shipment);
  if (rng.chance(0.9)) return shipment;
  // a tiny fraction below half a paisa above a limit: within it, however near
  const limit = Math.min(50_000, rng.pick(world.partners).limits.maxDeclaredValue);
  return { ...shipment, declaredValue: Number(`${limit.toFixed(2)}499999999`) };
}

it(`the server and the reference model agree (PINRATE_TEST_SEED=${SEED})`, async (t) => {
  const rng = seededRng(SEED);
  const seen = new Map<string, number>();
  let compared = 0;
  const notReached = (): string[] => EXPECTED.filter((name) => !seen.has(name));
  const isEnough = (worlds: number): boolean =>
    worlds >= WORLDS && compared >= MIN_COMPARISONS && (!isDeep || worlds >= MOST_WORLDS || notReached().length === 0);
  for (let w = 0; !isEnough(w); w++) {
    const settings = SETTINGS[w % SETTINGS.length]!;
    const world = randomWorld(rng, REFERENCE_NOW, settings);
    addTimes(rng, world, REFERENCE_NOW);
    if (REPORTED) addReported(rng, world, REFERENCE_NOW);
    const app = await TestApp.start(world, { settings, answersInline: w % 2 === 0 });
    try {
      const comparison = new Comparison({ app, world, rng, label: `seed ${SEED} world ${w}`, seen });
      for (let m = 0; m < MOMENTS_A_WORLD; m++) {
        const now = randomNow(rng, world);
        app.clock.nowMs = now.getTime();
        await Promise.all(
          Array.from({ length: SHIPMENTS_A_MOMENT }, () => comparison.everything(someShipment(rng, world, now))),
        );
      }
      compared += comparison.compared;
      assert.deepEqual(app.errors, []);
    } finally {
      await app.close();
    }
  }
  t.diagnostic(
    `${compared} comparisons of a shipment and a partner; ${JSON.stringify(Object.fromEntries([...seen].sort((a, b) => a[1] - b[1])))}`,
  );
  if (isDeep) assert.deepEqual(notReached(), [], 'not reached');
});

it(`the same among seventy partners, more than one word of bits can hold (PINRATE_TEST_SEED=${SEED})`, async (t) => {
  const rng = seededRng(SEED);
  const world = randomWorld(rng);
  multiply(rng, world, 70);
  const app = await TestApp.start(world);
  t.after(() => app.close());
  const seen = new Map<string, number>();
  const comparison = new Comparison({ app, world, rng, label: `seed ${SEED} seventy`, seen });
  const missing = (): string[] => EXPECTED_OF_MANY.filter((name) => !seen.has(name));
  for (let n = 0; n < SHIPMENTS_OF_MANY || (missing().length > 0 && n < MAX_SHIPMENTS_OF_MANY); n++) {
    const shipment = someShipment(rng, world);
    const easy = easyShipment(rng, world);
    const found = referenceFindAll(world, easy, REFERENCE_NOW);
    const last = found.kind === 'SEARCHED' ? referenceRank('BEST_MATCH', found.candidates, easy).at(-1) : undefined;
    const selected = last?.partnerId ?? rng.pick(world.partners).partnerId;
    await Promise.all([
      comparison.findAll(searched(shipment, REFERENCE_NOW)),
      comparison.findAll(easy),
      comparison.partner(rng.pick(world.partners).partnerId, shipment),
      ...STRATEGIES.map((strategy) => comparison.assignment(easy, strategy)),
      comparison.assignment(easy, { selected, allowAlternatives: true }),
    ]);
  }
  assert.deepEqual(app.errors, []);
  if (isDeep) assert.deepEqual(missing(), [], 'not reached');
});
