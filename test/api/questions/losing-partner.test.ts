/** Leaving out a partner that loses anyway never changes who wins, nor the order and the scores of the others. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Partner } from '../../../src/model/documents.js';
import { randomWorld, seededRng } from '../../reference/random.js';
import type { Shipment, Strategy, World } from '../../reference/types.js';
import { MAIN, TestApp } from '../../support/app.js';
import { rounds, seedOf } from '../../support/depth.js';
import { STRATEGIES } from './compare.js';
import { assignmentBody, availabilityBody } from './requests.js';
import type { Json } from './scene.js';
import { easyShipment, multiply } from './world.js';

const SEED = seedOf(20_260_311);
const PARTNERS = 16;
const SHIPMENTS_A_WORLD = rounds(2, 8);
const MAX_WORLDS = 12;
const MIN_LOSERS = rounds(2, 40);
/** The number of offers in `summary.ranking`, and of partners in `assignment.alternatives`. */
const RANKED = 10;
const ALTERNATIVES = 5;

const rng = seededRng(SEED + 4);

/** Runs `leaveOut` on random worlds of many partners until it has left out enough losers; returns their number. */
async function untilEnough(t: TestContext, leaveOut: (app: TestApp, world: World) => Promise<number>): Promise<void> {
  let losers = 0;
  for (let w = 0; w < MAX_WORLDS && losers < MIN_LOSERS; w++) {
    const world = randomWorld(rng);
    multiply(rng, world, PARTNERS);
    const app = await TestApp.start(world);
    try {
      losers += await leaveOut(app, world);
      assert.deepEqual(app.errors, []);
    } finally {
      await app.close();
    }
  }
  t.diagnostic(`${losers} losers left out`);
  assert.ok(losers >= MIN_LOSERS, `${losers} losers`);
}

/** The partners of a search in their order of BEST_MATCH, with all details of their scores. */
async function search(app: TestApp, shipment: Shipment, excluded: readonly string[]): Promise<Json[]> {
  const body = { ...availabilityBody(rng, shipment), excludePartners: excluded };
  const { status, json } = await app.ask('availability', body, MAIN);
  if (json.error?.code === 'NO_PARTNERS_AVAILABLE') return [];
  assert.equal(status, 200);
  const { availablePartners, summary } = json.data;
  const byRank = [...availablePartners].sort((a: Json, b: Json) => a.rank - b.rank);
  assert.deepEqual(
    byRank.map(({ rank }) => rank),
    byRank.map((_, place) => place + 1),
  );
  assert.deepEqual(
    summary.ranking,
    byRank.slice(0, RANKED).map(({ partnerId }) => partnerId),
  );
  assert.equal(summary.bestOption, byRank[0].partnerId);
  return byRank.map(({ partnerId, score, parts, estimatedCost }) => ({ partnerId, score, parts, estimatedCost }));
}

const ofSearches = `a search without a loser ranks the others as before (PINRATE_TEST_SEED=${SEED})`;
it(ofSearches, (t) =>
  untilEnough(t, async (app, world) => {
    let losers = 0;
    for (let n = 0; n < SHIPMENTS_A_WORLD; n++) {
      const shipment = easyShipment(rng, world);
      const everybody = await search(app, shipment, []);
      for (const { partnerId } of everybody.slice(1)) {
        const others = await search(app, shipment, [partnerId]);
        const expected = everybody.filter((one) => one.partnerId !== partnerId);
        assert.deepEqual(others, expected, `without ${partnerId}: ${JSON.stringify(shipment)}`);
        losers++;
      }
      const [winner, ...rest] = everybody;
      if (winner)
        assert.deepEqual(
          await search(
            app,
            shipment,
            rest.map(({ partnerId }) => partnerId),
          ),
          [winner],
        );
    }
    return losers;
  }),
);

/** The proposal of each strategy: the five best, the chosen one first. */
async function proposals(app: TestApp, shipment: Shipment): Promise<Map<Strategy, Json[]>> {
  const all = await Promise.all(
    STRATEGIES.map(async (strategy) => {
      const options = { createAssignmentRecord: false };
      const body = { ...assignmentBody(rng, `LOSER-${strategy}`, shipment, strategy), options };
      const { status, json } = await app.ask('assignment', body, MAIN);
      assert.equal(status, 200);
      const { assignment } = json.data;
      if (assignment !== null) assert.equal(assignment.alternatives[0].partnerId, assignment.partnerId);
      return [strategy, assignment?.alternatives ?? []] as const;
    }),
  );
  return new Map(all);
}

const ofStrategies = `every strategy chooses the same without a loser (PINRATE_TEST_SEED=${SEED})`;
it(ofStrategies, (t) =>
  untilEnough(t, async (app, world) => {
    const put = async (partner: Partner): Promise<void> => {
      const written = await app.store.write([{ kind: 'put', collection: 'partners', document: partner }]);
      assert.deepEqual(written, { ok: true, changeId: null });
      await app.app.settled();
    };
    const losers = new Map(STRATEGIES.map((strategy) => [strategy, 0]));
    for (let n = 0; n < SHIPMENTS_A_WORLD; n++) {
      const shipment = easyShipment(rng, world);
      const everybody = await proposals(app, shipment);
      const listed = new Set([...everybody.values()].flat().map(({ partnerId }: Json) => partnerId as string));
      for (const partner of world.partners.filter(({ partnerId }) => listed.has(partnerId))) {
        await put({ ...partner, status: 'INACTIVE' });
        const others = await proposals(app, shipment);
        await put(partner);
        for (const [strategy, proposed] of everybody) {
          const left = proposed.filter(({ partnerId }) => partnerId !== partner.partnerId);
          const said = `${strategy} without ${partner.partnerId}: ${JSON.stringify(shipment)}`;
          assert.deepEqual(others.get(strategy)!.slice(0, left.length), left, said);
          if (proposed.length < ALTERNATIVES) assert.equal(others.get(strategy)!.length, left.length, said);
          if (left.length > 0 && left[0] === proposed[0]) losers.set(strategy, losers.get(strategy)! + 1);
        }
      }
    }
    return Math.min(...losers.values());
  }),
);
