/** Random policies: whatever a policy may say comes up, what holds for every policy does, and shares keep their promise. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { contender, decide } from './allocation-fixture.js';
import type { Allocation, Policy, Rule, Share, ShareCount } from './allocation-types.js';
import { allocate, policyFor } from './allocation.js';
import { type RandomAllocation, randomAllocation, randomPercents } from './random-policies.js';
import { seededRng } from './random.js';
import { seedOf } from '../support/depth.js';

const SEED = seedOf(20_261_130);
const ROUNDS = 2_000;
const ACTIONS = ['exclude', 'only', 'adjust', 'rank', 'order', 'share', 'refuse'] as const;
/** Members of `when`, in the order in which they are looked at. */
const MEMBERS =
  'customerIds customerTypes paymentTypes shipmentTypes urgencies strategies services attributes fromGroups toGroups '
  + 'fromStates toStates fromPincodes toPincodes sameCity sameState kmFrom kmTo kgFrom kgTo valueFrom valueTo codFrom '
  + 'codTo weekdays timeFrom timeTo not';

const actionOf = (rule: Rule): string => ACTIONS.find((action) => rule[action])!;

/** The policy with one rule replaced. */
const withRule = (policy: Policy, rule: Rule): Policy => ({
  ...policy,
  rules: policy.rules.map((other) => (other.ruleId === rule.ruleId ? rule : other)),
});

const withoutBounds = ({ of, ...share }: Share, bound: 'min' | 'max'): Share => ({
  ...share,
  of: of.map((member) => ({ ...member, [bound]: null })),
});

/** What of the share or order that decided was needed for what it decided. */
function* reasonsOf(round: RandomAllocation, policy: Policy, found: Allocation): Generator<string> {
  const { groups, asked, parcel, contenders, counts } = round;
  const again = (changed: Policy, shareCounts = counts[policy.policyId]): Allocation =>
    allocate(changed, groups, asked, parcel, contenders, shareCounts);
  const memberWith = (rule: Rule, share: Share): number | undefined =>
    again(withRule(policy, { ...rule, share })).share?.member;
  const decided = policy.rules.find(
    ({ ruleId, order, share }) =>
      (order || share) && found.rules.some((other) => other.ruleId === ruleId && other.result === 'ACTED'),
  );
  if (decided?.share) {
    const { share } = decided;
    const { member } = found.share!;
    if (memberWith(decided, withoutBounds(share, 'min')) !== member) yield 'share by min';
    if (memberWith(decided, withoutBounds(share, 'max')) !== member) yield 'share by max';
    if (memberWith(decided, { ...share, atMostAbove: null }) !== member) yield 'share by atMostAbove';
    if (again(policy, {}).share?.member !== member) yield 'share by due and done';
    if (share.of[member].partner.startsWith('group:')) yield 'share by group';
  }
  if (decided?.order) {
    const { order } = decided;
    const chosenWith = (changed: Rule['order']): string | null =>
      again(withRule(policy, { ...decided, order: changed })).chosen;
    const named = order.partners.filter((name) => !name.startsWith('group:'));
    if (chosenWith({ ...order, partners: named }) !== found.chosen) yield 'order by group';
    if (chosenWith({ ...order, atMostAbove: null }) !== found.chosen) yield 'order by atMostAbove';
  }
}

/** All that came about in a round. */
function* eventsOf(round: RandomAllocation, policy: Policy, found: Allocation): Generator<string> {
  const { asked, contenders } = round;
  for (const { ruleId, result, failed } of found.rules) {
    const rule = policy.rules.find((other) => other.ruleId === ruleId)!;
    yield failed ? `NO ${failed}` : `${result} ${actionOf(rule)}`;
    if (result !== 'NO' && rule.stop) yield 'stop';
  }
  if (found.refused) yield 'refused';
  if (found.policyExcluded !== null) yield 'binding left nobody';
  if (found.ranking.some(({ adjustments }) => adjustments.length > 1)) yield 'two adjustments';
  const softFull = contenders.find(({ partnerId }) => partnerId === found.chosen)?.isSoftFull;
  if (softFull) yield 'chosen though its SOFT capacity is full';
  if (asked.strategy !== 'MANUAL_SELECTION') {
    yield* reasonsOf(round, policy, found);
    return;
  }
  if (found.overridden.length > 0) yield 'overridden';
  if (found.chosen === asked.selected) yield 'selected';
  else yield found.chosen === null ? 'selected nobody' : 'gave way';
}

const EVENTS = [
  ...MEMBERS.split(' ').map((member) => `NO ${member}`),
  ...ACTIONS.map((action) => `ACTED ${action}`),
  ...ACTIONS.map((action) => `PASSED_OVER ${action}`),
  'RELAXED exclude',
  'RELAXED only',
  'stop',
  'refused',
  'binding left nobody',
  'two adjustments',
  'chosen though its SOFT capacity is full',
  'share by min',
  'share by max',
  'share by atMostAbove',
  'share by due and done',
  'share by group',
  'order by group',
  'order by atMostAbove',
  'overridden',
  'selected',
  'selected nobody',
  'gave way',
];

/** Each candidate is ranked or excluded, unless the parcel is refused; the first one is chosen, but by hand. */
function assertWhole({ asked, contenders }: RandomAllocation, found: Allocation, shown: string): void {
  const ranked = found.ranking.map(({ partnerId }) => partnerId);
  const all = contenders.map(({ partnerId }) => partnerId).sort();
  if (found.refused) assert.deepEqual([found.chosen, ranked], [null, []], shown);
  else assert.deepEqual([...ranked, ...Object.keys(found.excluded)].sort(), all, shown);
  if (asked.strategy !== 'MANUAL_SELECTION') assert.equal(found.chosen, ranked[0] ?? null, shown);
  else if (found.chosen === null || found.chosen === asked.selected) assert.equal(found.share, null, shown);
}

it(`random rounds have every result, and account for every candidate (PINRATE_TEST_SEED=${SEED})`, () => {
  const rng = seededRng(SEED);
  const counted = new Map<string, number>();
  const policies = { applied: 0, none: 0, notFound: 0 };
  for (let at = 0; at < ROUNDS; at += 1) {
    const round = randomAllocation(rng);
    const { groups, asked, parcel, contenders, counts } = round;
    const policy = policyFor(round.policies, groups, asked, parcel);
    if (policy === 'NOT_FOUND') policies.notFound += 1;
    else if (policy === null) policies.none += 1;
    else {
      policies.applied += 1;
      const found = allocate(policy, groups, asked, parcel, contenders, counts[policy.policyId]);
      const shuffled = rng.shuffled(contenders);
      assert.deepEqual(allocate(policy, groups, asked, parcel, shuffled, counts[policy.policyId]), found);
      assertWhole(round, found, `round ${at}`);
      for (const event of eventsOf(round, policy, found)) counted.set(event, (counted.get(event) ?? 0) + 1);
    }
  }
  const missing = EVENTS.filter((event) => !counted.has(event));
  assert.deepEqual(missing, []);
  assert.ok(policies.applied > ROUNDS / 2 && policies.none > 0 && policies.notFound > 0, JSON.stringify(policies));
});

it(`what members of a share have done stays near what they are due (PINRATE_TEST_SEED=${SEED})`, () => {
  const rng = seededRng(SEED);
  const farthest = (members: number): number => {
    const partners = Array.from({ length: members }, (_, at) => `p${at}`);
    const percents = randomPercents(rng, members);
    const of = partners.map((partner, at) => ({ partner, percent: percents[at] }));
    const contenders = partners.map((partner) => contender(partner, 100));
    let count: ShareCount = { due: partners.map(() => 0), done: partners.map(() => 0) };
    let most = 0;
    for (let parcel = 0; parcel < 400; parcel += 1) {
      count = decide([{ share: { of, per: 'MONTH' } }], { contenders, counts: { r1: count } }).share!;
      for (const [at, due] of count.due.entries()) most = Math.max(most, Math.abs(due - count.done[at] * 1_000_000));
    }
    return most;
  };
  for (let round = 0; round < 3; round += 1) {
    assert.ok(farthest(2) <= 1_000_000);
    assert.ok(farthest(3) <= 1_000_000);
    assert.ok(farthest(16) <= 2_400_000);
  }
});
