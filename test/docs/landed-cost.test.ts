/**
 * The example of docs/landed-cost.md: two couriers that differ in price, time, payout and figures alone are asked, and
 * answer as a calculator does. Its policy then chooses between them.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Performance } from '../../src/index/performance.js';
import { noContractRows, type LandedTerms } from '../reference/documents.js';
import { plainWorld } from '../reference/card-fixture.js';
import { packageRow, partner } from '../reference/fixture.js';
import type { World } from '../reference/types.js';
import { type AnyJson, type Ask, asking, assignment, AVAILABILITY, contextOf } from '../unit/engine/ask.js';
import { viewOf } from '../unit/index/world.js';
import { blockWith } from './markdown.js';

interface Courier {
  price: number;
  return: number;
  hours: number;
  codRemittanceDays: number;
  rto: number;
  onTime: number;
}

interface Example {
  terms: Pick<LandedTerms, 'taxCredit' | 'returnHandling' | 'valueLossPercent' | 'annualRatePercent' | 'lateCost'>;
  parcel: Record<string, unknown>;
  couriers: Record<string, Courier>;
  landed: Record<string, Record<string, number>>;
  sentence: string;
}

const PAGE = 'docs/landed-cost.md';
const blockOf = (part: string): unknown => JSON.parse(blockWith(PAGE, 'json', part));
const example = blockOf('"couriers"') as Example;
const CREATED_AT = '2026-01-01T00:00:00.000Z';
const ROW = { status: true, createdAt: CREATED_AT };

/** Both couriers serve the same places; a row of each is of the parcel, and one of its return. */
function worldOf({ terms, couriers }: Example): World {
  const names = Object.keys(couriers);
  return plainWorld((world) => {
    const { zones } = world;
    world.partners = names.map((partnerId) => {
      const { hours, codRemittanceDays } = couriers[partnerId]!;
      return { ...partner(partnerId), codRemittanceDays, transit: [{ distanceFrom: 0, distanceTo: 2_000, hours }] };
    });
    world.zones = names.flatMap((partnerId, index) =>
      zones.map((zone) => ({ ...zone, partnerId, id: zone.id + index * 10 })),
    );
    world.packages = names.flatMap((partnerId, index) => {
      const { price, return: back } = couriers[partnerId]!;
      const row = { partnerId, baseWeight: 1_000 };
      return [
        packageRow({ ...row, id: 2 * index + 1, baseCharge: price, direction: 'FORWARD' }),
        packageRow({ ...row, id: 2 * index + 2, baseCharge: back, direction: 'RTO' }),
      ];
    });
    Object.assign(world, {
      ...noContractRows(),
      'landed-terms': [{ ...ROW, ...terms, id: 1 }],
      'allocation-policies': [{ ...(blockOf('"policyId"') as object), createdAt: CREATED_AT, updatedAt: CREATED_AT }],
    });
  }) as World;
}

/** As if outcomes had been imported. */
const performanceOf = ({ couriers }: Example): Performance => ({
  riskAt: (partnerId) => {
    const { rto, onTime } = couriers[partnerId]!;
    const rates = { rto: Math.round(rto * 10_000), onTime: Math.round(onTime * 10_000) };
    return { ...rates, level: 'PINCODE', n: 400, hasOutcomes: true };
  },
});

describe('the example of docs/landed-cost.md', () => {
  let ask: Ask;
  before(async () => {
    const view = await viewOf(worldOf(example));
    ask = asking(contextOf({ ...view, performance: performanceOf(example) }));
  });

  it('is what calculate-charges and a search answer', () => {
    const body = { ...AVAILABILITY, ...example.parcel, partnerId: undefined, includeLanded: true };
    const evidence = { level: 'PINCODE', n: 400 };
    const { availablePartners } = ask('availability', body).json.data;
    assert.deepEqual(
      Object.fromEntries(availablePartners.map(({ partnerId, landed }: AnyJson) => [partnerId, landed])),
      Object.fromEntries(Object.entries(example.landed).map(([name, landed]) => [name, { ...landed, evidence }])),
    );
    for (const partnerId of Object.keys(example.landed)) {
      const { data } = ask('charges', { ...body, partnerId }).json;
      assert.deepEqual(data.landed, { ...example.landed[partnerId], evidence });
    }
  });

  it('is what its policy decides by', () => {
    const options = { createAssignmentRecord: false, includeDecision: true };
    const { data } = ask('assignment', assignment(example.parcel, {}, { options })).json;
    assert.equal(data.decision.sentence, example.sentence);
  });
});
