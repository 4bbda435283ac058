/** Leaving a partner out that loses anyway never changes who wins, nor the order and the scores of the others. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Partner } from '../../src/schemas/documents.js';
import { randomShipment, randomWorld, seededRng } from '../reference/random.js';
import type { Shipment, Strategy, World } from '../reference/types.js';
import { MAIN, TestApp } from '../support/app.js';
import { STRATEGIES } from './compare.js';
import { assignmentBody, availabilityBody, eased, untimed } from './requests.js';
import type { Json } from './scene.js';
import { multiply } from './world.js';

const SEED = Number(process.env.REFERENCE_SEED ?? 20_260_311);
const PARTNERS = 16;
const SEARCHES = 25;
const ASSIGNMENTS = 15;
const MIN_LOSERS = 40;
/** `summary.ranking` names so many, `assignment.alternatives` so many. */
const RANKED = 10;
const ALTERNATIVES = 5;

const rng = seededRng(SEED + 4);

function worldOfMany(): World {
  const world = randomWorld(rng);
  multiply(rng, world, PARTNERS);
  return world;
}

/** The partners of a search in their order of BEST_MATCH, with all that is said of their scores. */
async function search(app: TestApp, shipment: Shipment, excluded: readonly string[]): Promise<Json[]> {
  const { status, json } = await app.ask('availability', { ...availabilityBody(rng, shipment), excludePartners: excluded }, MAIN);
  if (status === 422) return [];
  assert.equal(status, 200);
  const { availablePartners, summary } = json.data;
  const byRank = [...availablePartners].sort((a: Json, b: Json) => a.rank - b.rank);
  assert.deepEqual(byRank.map(({ rank }) => rank), byRank.map((_, place) => place + 1));
  assert.deepEqual(summary.ranking, byRank.slice(0, RANKED).map(({ partnerId }) => partnerId));
  assert.equal(summary.bestOption, byRank[0].partnerId);
  return byRank.map(({ partnerId, score, parts, estimatedCost }) => ({ partnerId, score, parts, estimatedCost }));
}

it(`a search without a loser ranks the others as before (REFERENCE_SEED=${SEED})`, async (t) => {
  const world = worldOfMany();
  const app = await TestApp.start(world);
  t.after(() => app.close());
  let losers = 0;
  for (let n = 0; n < SEARCHES; n++) {
    const shipment = eased(rng, randomShipment(rng, world));
    const everybody = await search(app, shipment, []);
    for (const { partnerId } of everybody.slice(1)) {
      const others = await search(app, shipment, [partnerId]);
      const expected = everybody.filter((one) => one.partnerId !== partnerId);
      assert.deepEqual(others, expected, `without ${partnerId}: ${JSON.stringify(shipment)}`);
      losers++;
    }
    const [winner, ...rest] = everybody;
    if (winner) assert.deepEqual(await search(app, shipment, rest.map(({ partnerId }) => partnerId)), [winner]);
  }
  t.diagnostic(`${losers} losers left out`);
  assert.ok(losers >= MIN_LOSERS, `${losers} losers`);
  assert.deepEqual(app.errors, []);
});

/** What each strategy proposes: the five best, the chosen one first. */
async function proposals(app: TestApp, shipment: Shipment): Promise<Map<Strategy, Json[]>> {
  const all = await Promise.all(STRATEGIES.map(async (strategy) => {
    const body = { ...assignmentBody(rng, `LOSER-${strategy}`, shipment, strategy), options: { createAssignmentRecord: false } };
    const { status, json } = await app.ask('assignment', body, MAIN);
    assert.equal(status, 200);
    const { assignment } = json.data;
    if (assignment !== null) assert.equal(assignment.alternatives[0].partnerId, assignment.partnerId);
    return [strategy, assignment?.alternatives ?? []] as const;
  }));
  return new Map(all);
}

it(`every strategy chooses the same without a loser, and lists the others as before (REFERENCE_SEED=${SEED})`, async (t) => {
  const world = worldOfMany();
  const app = await TestApp.start(world);
  t.after(() => app.close());
  const put = async (partner: Partner): Promise<void> => {
    assert.deepEqual(await app.app.store.write([{ kind: 'put', collection: 'partners', document: partner }]), { ok: true });
    await app.app.settled();
  };
  const losers = new Map<Strategy, number>();
  for (let n = 0; n < ASSIGNMENTS; n++) {
    const shipment = untimed(eased(rng, randomShipment(rng, world)));
    const everybody = await proposals(app, shipment);
    const listed = [...new Set([...everybody.values()].flat().map(({ partnerId }: Json) => partnerId as string))];
    for (const partner of world.partners.filter(({ partnerId }) => listed.includes(partnerId))) {
      await put({ ...partner, status: 'INACTIVE' });
      const others = await proposals(app, shipment);
      await put(partner);
      for (const [strategy, before] of everybody) {
        const left = before.filter(({ partnerId }) => partnerId !== partner.partnerId);
        const said = `${strategy} without ${partner.partnerId}: ${JSON.stringify(shipment)}`;
        assert.deepEqual(others.get(strategy)!.slice(0, left.length), left, said);
        if (before.length < ALTERNATIVES) assert.equal(others.get(strategy)!.length, left.length, said);
        if (left.length > 0 && left[0] === before[0]) losers.set(strategy, (losers.get(strategy) ?? 0) + 1);
      }
    }
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(losers)));
  for (const strategy of STRATEGIES) assert.ok((losers.get(strategy) ?? 0) >= MIN_LOSERS, `${strategy}: ${losers.get(strategy)} losers`);
  assert.deepEqual(app.errors, []);
});
