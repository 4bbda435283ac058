/** The national card by twelve lane rules charges what the same card charges as zone pairs, on random routes. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { referencePrice } from '../reference/model.js';
import { seededRng } from '../reference/random.js';
import type { Rng } from '../reference/rng.js';
import type { Price, Shipment } from '../reference/types.js';
import { rounds, seedOf } from '../support/depth.js';
import { readCard } from './card.js';
import { NOON, PLAIN } from './invoice.js';
import { asking, contextOf } from '../unit/engine/ask.js';
import { viewOf } from '../unit/index/world.js';
import { intoZonePairs } from './zone-pairs.js';

const SEED = seedOf(20_251_001);
const ROUTES = rounds(50, 500);
/** Of 50 routes, one seed in fifty has none of the lane A: then there are more. */
const MOST_ROUTES = 500;
const LANES = ['A', 'B', 'C', 'D', 'E'];
const ROUTES_OF_ENGINE = rounds(500, 100_000);
const CITIES = 735;
const ROWS = 56_122;

const lanes = readCard('national-a-to-e');
const pairs = intoZonePairs(lanes);
const byState = new Map<number, typeof lanes.pincodes>();
for (const row of lanes.pincodes) {
  const others = byState.get(row.stateId);
  if (others === undefined) byState.set(row.stateId, [row]);
  else others.push(row);
}
const ofMetros = lanes.pincodes.filter(({ cityId }) => lanes.zones.slice(0, 5).some(hasCity(cityId)));

function hasCity(cityId: number): (zone: (typeof lanes.zones)[number]) => boolean {
  return ({ geographical }) => geographical.cities.includes(cityId);
}

/** Anywhere, within a state or between metros. */
function randomShipment(rng: Rng): Shipment {
  const anywhere = rng.pick(lanes.pincodes);
  const [from, to] = rng.pick([
    () => [anywhere, rng.pick(lanes.pincodes)],
    () => [anywhere, rng.pick(byState.get(anywhere.stateId)!)],
    () => [rng.pick(ofMetros), rng.pick(ofMetros)],
  ])();
  const payment: Partial<Shipment> = rng.chance(0.5) ? {} : { paymentType: 'COD', declaredValue: rng.int(0, 20_000) };
  return {
    ...PLAIN,
    ...payment,
    pickupPincode: from.pincode,
    deliveryPincode: to.pincode,
    weight: rng.pick([500, 501, 1_000, rng.int(1, 50_000)]),
  };
}

/** What both cards have in common: everything but the rows that they name. */
function withoutRows(price: Price): object {
  return {
    ...price,
    ...{ lane: null, laneRuleId: null, packageRowId: null },
    other: price.other.map(({ amount }) => amount),
    breakdown: price.breakdown.map(({ amount }) => amount),
  };
}

it(`twelve rules are ${ROWS} rows, on ${ROUTES} random routes (PINRATE_TEST_SEED=${SEED})`, (t) => {
  assert.deepEqual([pairs.zones.length, pairs.packages.length], [CITIES, ROWS]);
  assert.equal(lanes['lane-rules']!.length, 12);
  const rng = seededRng(SEED);
  const seen = new Map<string | null, number>();
  for (let i = 0; i < ROUTES || (i < MOST_ROUTES && seen.size < LANES.length); i += 1) {
    const shipment = randomShipment(rng);
    const [byLane, byPair] = [lanes, pairs].map(
      (world) => referencePrice(world, 'national', shipment, new Date(NOON)).price!,
    );
    assert.deepEqual(withoutRows(byLane), withoutRows(byPair), JSON.stringify(shipment));
    seen.set(byLane.lane, (seen.get(byLane.lane) ?? 0) + 1);
  }
  t.diagnostic(`seed ${SEED}: ${JSON.stringify(Object.fromEntries([...seen].sort()))}`);
  assert.deepEqual([...seen.keys()].sort(), LANES);
});

it(`the engine charges the same by both, on ${ROUTES_OF_ENGINE} random routes (PINRATE_TEST_SEED=${SEED})`, async () => {
  const [byLane, byPair] = await Promise.all(
    [lanes, pairs].map(async (world) => asking(contextOf(await viewOf(world), Date.parse(NOON)))),
  );
  const rng = seededRng(SEED + 1);
  const seen = new Set<string>();
  for (let i = 0; i < ROUTES_OF_ENGINE; i += 1) {
    const { services, ...shipment } = randomShipment(rng);
    const body = { partnerId: 'national', ...shipment, serviceRequirements: services };
    const [one, other] = [byLane!('charges', body), byPair!('charges', body)].map(({ json }) => json.data);
    assert.equal(one.available, true, JSON.stringify(body));
    assert.deepEqual(other.charges, one.charges, JSON.stringify(body));
    seen.add(one.calculationDetails.applicableZones.lane);
  }
  assert.deepEqual([...seen].sort(), LANES);
});
