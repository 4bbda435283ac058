/**
 * A backtest against a model that knows nothing of it: shipment by shipment it asks who would get the shipment by the
 * policy, by the policy without each rule that acted, and without any, and sums that up.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Decision } from '../../../src/contract/allocation.js';
import type { BacktestFigures, ParcelMove } from '../../../src/contract/allocation-figures.js';
import { MAX_BACKTEST_GROUPS } from '../../../src/limits/backtest.js';
import { rounds, seedOf } from '../../support/depth.js';
import { TestApp } from '../../support/app.js';
import { removeDemoRules } from '../../support/demo-rules.js';
import { seededRng } from '../../reference/random.js';
import type { Rng } from '../../reference/rng.js';

const SEED = seedOf(20_261_201);
const SHIPMENTS = 40;
const POLICIES = rounds(6, 60);
const MINUTE_MS = 60_000;
const PINCODES = ['110001', '400001', '560001', '600001', '700001', '302001'];

type Body = ReturnType<typeof bodyOf>;
type Rule = { ruleId: string; refuse?: object; order?: object } & Record<string, unknown>;

let app: TestApp;
/** In the order in which they were assigned. */
const assigned: { shipmentId: string; body: Body; partnerId: string }[] = [];
let partnerIds: string[];

before(async () => {
  app = await TestApp.startDemo({ now: new Date('2026-11-23T20:00:00+05:30') });
  await removeDemoRules(app);
  const rng = seededRng(SEED);
  for (let index = 0; index < SHIPMENTS; index++) {
    const body = bodyOf(`M-${index}`, rng);
    const { json, text } = await app.ask('assignment', body);
    assert.ok(json.data?.assignment, text);
    const { partnerId } = json.data.assignment;
    assigned.push({ shipmentId: `M-${index}`, body, partnerId });
    app.clock.nowMs += rng.int(1, 120) * MINUTE_MS;
  }
  partnerIds = [...new Set(assigned.map(({ partnerId }) => partnerId)), 'kachhua-cargo', 'haatwala-ecom'];
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const bodyOf = (shipmentId: string, rng: Rng) => ({
  shipmentDetails: {
    ...{ shipmentId, serviceTypes: ['PICKUP', 'DELIVERY'], shipmentType: 'B2C' },
    fromPincode: rng.pick(PINCODES.slice(0, 2)),
    toPincode: rng.pick(PINCODES),
    weight: rng.pick([300, 700, 1_500, 4_000]),
    paymentType: rng.pick(['COD', 'PREPAID']),
    declaredValue: rng.int(200, 6_000),
  },
  assignmentPreferences: { assignmentStrategy: rng.pick(['BEST_MATCH', 'BEST_MATCH', 'CHEAPEST', 'FASTEST']) },
});

/** Rules that need no counts, which explain reads as they are now. */
function randomRules(rng: Rng): Rule[] {
  const when = () =>
    rng.pick([
      {},
      { paymentTypes: ['COD'] },
      { kgFrom: 1 },
      { toPincodes: ['560001', '700001'] },
      { strategies: ['BEST_MATCH'] },
      { timeFrom: '21:00', timeTo: '09:00' },
      { weekdays: [2, 3] },
    ]);
  const some = () => ({ partners: [rng.pick(partnerIds)] });
  const action = () =>
    rng.pick([
      { exclude: some() },
      { exclude: { aboveCheapest: rng.int(1, 60) } },
      { only: { hoursTo: rng.pick([48, 72, 96]) }, binding: rng.pick([true, false]) },
      { adjust: { ...some(), rupees: rng.int(-40, 40) } },
      { adjust: { aboveCheapest: 5, percent: rng.int(1, 30) } },
      { rank: { strategy: 'CHEAPEST' } },
      { order: { partners: [rng.pick(partnerIds)], atMostAbove: rng.pick([null, 20]) } },
      { refuse: { code: 'NO', message: 'No' }, when: { kgFrom: 3.9, paymentTypes: ['COD'] } },
    ]);
  return Array.from({ length: rng.int(1, 7) }, (_, index) => ({
    ...{ ruleId: `r${index}`, label: 'Rule', when: when(), status: true, stop: rng.int(0, 9) === 0 },
    ...action(),
  }));
}
const policyOf = (rules: Rule[]) => ({
  ...{ policyId: 'model', name: 'Model', priority: 1, status: true, governs: ['BEST_MATCH', 'CHEAPEST'] },
  rules,
});

interface Chosen {
  partnerId: string;
  paise: number;
  hours: number;
}
const candidateIn = (decision: Decision, partnerId: string | undefined): Chosen | null => {
  const found = decision.candidates.find((each) => each.partnerId === partnerId);
  return found?.cost === undefined
    ? null
    : { partnerId: found.partnerId, paise: Math.round(found.cost * 100), hours: found.hours! };
};
const chosenIn = (decision: Decision): Chosen | null =>
  candidateIn(decision, decision.candidates.find(({ result }) => result === 'CHOSEN')?.partnerId);

/** Asked at its own time; rates do not change in between. */
async function decide(index: number, rules: Rule[] | null, startMs: readonly number[]): Promise<Decision> {
  app.clock.nowMs = startMs[index]!;
  const { body } = assigned[index]!;
  const asked = rules === null || rules.length === 0 ? body : { ...body, policy: policyOf(rules) };
  const { json, text } = await app.send('POST', '/allocation/explain', asked);
  assert.ok(json.data, text);
  return json.data as Decision;
}

type Expected = Pick<BacktestFigures, 'parcels' | 'moved' | 'refused' | 'cost' | 'rules' | 'never'> & {
  moves: ParcelMove[];
  shares: Record<string, [number, number]>;
};

async function expected(rules: Rule[], startMs: readonly number[]): Promise<Expected> {
  const sums = { moved: 0, refused: 0, before: 0, after: 0, both: 0 };
  const byRule = new Map(rules.map(({ ruleId }) => [ruleId, { acted: 0, relaxed: 0, paise: 0 }]));
  const shares: Record<string, [number, number]> = {};
  const moves: ParcelMove[] = [];
  for (const [index, { shipmentId, partnerId }] of assigned.entries()) {
    const former = candidateIn(await decide(index, null, startMs), partnerId)!;
    const decision = await decide(index, rules, startMs);
    const later = chosenIn(decision);
    (shares[partnerId] ??= [0, 0])[0]++;
    if (later !== null) (shares[later.partnerId] ??= [0, 0])[1]++;
    else sums.refused++;
    const otherwise: [ruleId: string, other: Chosen][] = [];
    for (const { ruleId, result } of decision.rules) {
      const rule = byRule.get(ruleId)!;
      if (result === 'RELAXED') rule.relaxed++;
      if (result !== 'ACTED') continue;
      rule.acted++;
      const without = chosenIn(
        await decide(
          index,
          rules.filter((each) => each.ruleId !== ruleId),
          startMs,
        ),
      );
      if (later === null || without === null || rules.some((each) => each.ruleId === ruleId && each.refuse)) continue;
      rule.paise += later.paise - without.paise;
      otherwise.push([ruleId, without]);
    }
    if (later === null) continue;
    sums.both++;
    sums.before += former.paise;
    sums.after += later.paise;
    if (later.partnerId === partnerId) continue;
    sums.moved++;
    const placing = decision.rules.find(
      ({ ruleId, result }) => result === 'ACTED' && rules.some((rule) => rule.ruleId === ruleId && rule.order),
    );
    moves.push({
      ...{ shipmentId, from: partnerId, to: later.partnerId, difference: (later.paise - former.paise) / 100 },
      ruleId:
        otherwise.find(([, other]) => other.partnerId === partnerId)?.[0]
        ?? otherwise.find(([, other]) => other.partnerId !== later.partnerId)?.[0]
        ?? placing?.ruleId
        ?? null,
    });
  }
  const difference = sums.after - sums.before;
  return {
    parcels: SHIPMENTS,
    moved: sums.moved,
    refused: sums.refused,
    cost: {
      ...{ before: sums.before / 100, after: sums.after / 100, difference: difference / 100 },
      perParcel: sums.both === 0 ? null : Math.floor(difference / sums.both + 0.5) / 100,
    },
    rules: rules.map(({ ruleId, refuse }) => {
      const { acted, relaxed, paise } = byRule.get(ruleId)!;
      return { ruleId, acted, relaxed, premium: refuse ? null : paise / 100 };
    }),
    never: rules.filter(({ ruleId }) => byRule.get(ruleId)!.acted === 0).map(({ ruleId }) => ruleId),
    shares,
    moves: moves.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference)),
  };
}

async function backtest(rules: Rule[]): Promise<BacktestFigures> {
  const body = { policy: policyOf(rules), from: '2026-11-23', to: '2026-12-31' };
  const { status, text } = await app.send('POST', '/allocation/backtest', body);
  assert.equal(status, 200, text);
  return JSON.parse(text.trimEnd().split('\n').at(-1)!) as BacktestFigures;
}

describe(`a backtest and its model (seed ${SEED})`, () => {
  it('say the same of random policies', async () => {
    const rng = seededRng(SEED + 1);
    const starts = await startsOf();
    const endMs = app.clock.nowMs;
    for (let round = 0; round < POLICIES; round++) {
      const rules = randomRules(rng);
      const want = await expected(rules, starts);
      app.clock.nowMs = endMs;
      const {
        parcels,
        moved,
        refused,
        unpriced,
        cost,
        rules: found,
        never,
        shares,
        moves,
        groups,
      } = await backtest(rules);
      const why = `round ${round}: ${JSON.stringify(rules)}`;
      assert.equal(unpriced, 0);
      assert.deepEqual({ parcels, moved, refused, cost, rules: found, never }, omit(want), why);
      assert.deepEqual(
        Object.fromEntries(shares.map((each) => [each.partnerId, [each.before, each.after]])),
        want.shares,
      );
      assert.deepEqual(moves, want.moves.slice(0, 50), why);
      // of more groups only the largest are listed
      if (groups.length < MAX_BACKTEST_GROUPS)
        assert.equal(
          groups.reduce((sum, group) => sum + Math.round(group.difference * 100), 0),
          Math.round(cost.difference * 100),
        );
    }
  });

  it('have a premium that is the difference of two runs, with a rule and without it', async () => {
    const others = [{ ruleId: 'dear', label: 'Dear', when: {}, status: true, exclude: { aboveCheapest: 100 } }];
    const rule = {
      ruleId: 'fast',
      label: 'Fast',
      when: { paymentTypes: ['COD'] },
      status: true,
      only: { hoursTo: 72 },
    };
    const [withIt, without] = [await backtest([...others, rule]), await backtest(others)];
    assert.equal(withIt.refused + without.refused, 0);
    const premium = withIt.rules.find(({ ruleId }) => ruleId === 'fast')!.premium!;
    assert.equal(Math.round(premium * 100), Math.round((withIt.cost.after - without.cost.after) * 100));
    assert.ok(withIt.rules[1]!.acted > 0);
  });
});

function omit(all: Expected) {
  const { shares: _, moves: __, ...want } = all;
  return want;
}

/** When each was assigned. */
async function startsOf(): Promise<number[]> {
  return Promise.all(
    assigned.map(async ({ shipmentId }) =>
      Date.parse((await app.get(`/shipments/${shipmentId}`)).json.data.assignedAt),
    ),
  );
}
