/** What the engine makes of a policy is what the reference model makes of it: choice, notes, scores and counts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allocate, type Allocation } from '../../src/domain/allocation/allocate.js';
import { groupSetOf, type PolicyParcel } from '../../src/domain/allocation/parcel.js';
import { type Policy, policyFor } from '../../src/domain/allocation/policy.js';
import type { PolicyCandidate } from '../../src/domain/allocation/selector.js';
import type { LandedCost } from '../../src/domain/landed.js';
import { toPaise } from '../../src/domain/money.js';
import type { DeliveryRisk } from '../../src/domain/outcomes/risk.js';
import { ASKED_STRATEGIES } from '../../src/domain/strategies.js';
import {
  CUSTOMER_TYPES,
  PAYMENT_TYPES,
  serviceMask,
  type ServiceTypeId,
  SHIPMENT_TYPES,
  URGENCY_LEVELS,
} from '../../src/domain/vocabulary.js';
import type { PlaceGroups } from '../../src/index/place-groups.js';
import { policyOf } from '../../src/index/policies.js';
import type { AllocationPolicy } from '../../src/model/documents.js';
import { rounds, seedOf } from '../support/depth.js';
import type * as model from './allocation-types.js';
import { allocate as modelAllocate, policyFor as modelPolicyFor } from './allocation.js';
import { isInGroup } from './allocation-when.js';
import { type RandomAllocation, randomAllocation } from './random-policies.js';
import { seededRng } from './random.js';

const SEED = seedOf(20_261_131);
const ROUNDS = rounds(300, 20_000);

type Found = Omit<model.Allocation, 'policyExcluded'> & { policyExcluded: number | null };

describe(`policies (seed ${SEED})`, () => {
  it('decide as the reference model does', () => {
    let policed = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const world = randomAllocation(seededRng(SEED + round));
      const { policies, groups, asked, parcel, contenders, counts } = world;
      const compiled = compiledOf(world);
      const known = modelPolicyFor(policies, groups, asked, parcel);
      const asWanted = parcelOf(world);
      const own = asked.policyId === 'NONE' ? null : policyFor(compiled, asWanted, asked.policyId);
      const expected = known === 'NOT_FOUND' ? null : known;
      assert.equal(own?.policyId ?? null, expected?.policyId ?? null, `round ${round}`);
      if (own === null || expected === null) continue;
      policed++;
      const shareCounts = counts[own.policyId] ?? {};
      const found = resultOf(own, world, asWanted, shareCounts);
      assert.deepEqual(
        found,
        modelAllocate(expected, groups, asked, parcel, contenders, shareCounts),
        `round ${round}: ${JSON.stringify({ policy: expected, asked, parcel, contenders, shareCounts })}`,
      );
    }
    assert.ok(policed > ROUNDS / 4, `${policed} of ${ROUNDS} have a policy`);
  });
});

const namesOf = ({ groups }: RandomAllocation): PlaceGroups => ({
  names: groups.filter(({ status }) => status).map(({ groupId }) => groupId),
  of: () => [0, 0],
});

/** In the order in which the index has them. */
function compiledOf(world: RandomAllocation): Policy[] {
  return world.policies
    .filter(({ status }) => status)
    .sort((a, b) => a.priority - b.priority || (a.policyId < b.policyId ? -1 : 1))
    .map((policy) => compiled(policy, namesOf(world)));
}

function compiled(policy: model.Policy, groups: PlaceGroups): Policy {
  const rules = policy.rules.map((rule) => ({ ...rule, when: rule.when ?? {} }));
  return policyOf({ ...policy, rules } as unknown as AllocationPolicy, groups);
}

function parcelOf(world: RandomAllocation): PolicyParcel {
  const { parcel, asked, groups, contenders } = world;
  const endOf = (place: model.Place) => {
    const active = groups.filter(({ status }) => status);
    const numbers = active.flatMap((group, number) => (isInGroup(group, place) ? [number] : []));
    const { pincode, cityId, stateId } = place;
    return { pincode: Number(pincode), cityId, stateId, groups: groupSetOf(numbers) };
  };
  return {
    caller: asked.caller,
    customerId: parcel.customerId,
    customerType: CUSTOMER_TYPES.indexOf(parcel.customerType),
    paymentType: PAYMENT_TYPES.indexOf(parcel.paymentType),
    shipmentType: SHIPMENT_TYPES.indexOf(parcel.shipmentType),
    urgency: URGENCY_LEVELS.indexOf(parcel.urgency),
    strategy: ASKED_STRATEGIES.indexOf(asked.strategy),
    services: serviceMask(parcel.services as ServiceTypeId[]),
    attributes: parcel.attributes,
    from: endOf(parcel.from),
    to: endOf(parcel.to),
    km: parcel.km,
    grams: parcel.grams,
    declaredPaise: toPaise(parcel.declaredValue),
    codPaise: toPaise(parcel.codAmount),
    askedAt: asked.at,
    assignedAt: asked.at,
    riskOf: (partnerId) => riskOf(contenders.find((contender) => contender.partnerId === partnerId)!),
  };
}

/** Only the sum is looked at. */
const landedOf = ({ landed }: PolicyCandidate & Pick<model.Contender, 'landed'>): LandedCost => ({
  ...{ forwardPaise: landed!, returnPaise: 0, cashPaise: 0, latePaise: 0, totalPaise: landed! },
  ...{ evidence: { level: 'NONE', n: 0 }, isReturnAssumed: false },
});

const riskOf = ({ outcomes }: model.Contender): DeliveryRisk => ({
  rto: Math.round((outcomes?.rto ?? 10) * 100),
  onTime: Math.round((outcomes?.onTime ?? 90) * 100),
  level: outcomes === null ? 'ALL' : 'PARTNER',
  n: 10,
  hasOutcomes: outcomes !== null,
});

const candidateOf = ({ coverageScore, cost, ...contender }: model.Contender) => ({
  ...contender,
  costPaise: cost,
  coverageHundredths: Math.round(coverageScore * 100),
});

/** The engine's decision in the words of the model. */
function resultOf(
  policy: Policy,
  { asked, contenders }: RandomAllocation,
  parcel: PolicyParcel,
  counts: model.ShareCounts,
): Found {
  const { strategy, urgency, weights, selected, allowAlternatives = false } = asked;
  const found = allocate(policy, {
    ...{ parcel, strategy, urgency, weights, selected, allowAlternatives },
    candidates: contenders.map(candidateOf),
    landedCosts: () => (contenders.some(({ landed }) => landed === null) ? null : landedOf),
    countsOf: (ruleId, { members }) => counts[ruleId] ?? { due: members.map(() => 0), done: members.map(() => 0) },
  });
  const { chosen, notes, excludedBy, refused, emptied, ranking, share, overridden } = found;
  return {
    chosen: chosen?.partnerId ?? null,
    rules: notes as model.RuleOutcome[],
    excluded: Object.fromEntries([...excludedBy].map(([{ partnerId }, ruleId]) => [partnerId, ruleId])),
    refused,
    policyExcluded: chosen === null ? emptied : null,
    ranking: ranking.map(({ candidate: { partnerId }, score, adjustments }) => ({
      partnerId,
      score: score.sumPaise,
      adjustments: [...(adjustments ?? [])],
    })),
    share: share && shareResult(share),
    overridden: [...overridden],
  };
}

const shareResult = ({ ruleId, member, after }: NonNullable<Allocation<PolicyCandidate>['share']>) => ({
  ruleId,
  member,
  due: [...after.due],
  done: [...after.done],
});
