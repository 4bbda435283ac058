/** The ranking of partners, and the partners that can carry what another refuses (docs/rules.md#strategies). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packageRow, partner, workedWorld, zone } from '../../reference/fixture.js';
import { type AnyJson, type Ask, askWorld, assignment, AVAILABILITY, CHARGES } from './ask.js';

/** Partners in addition to acme, each with its base charge in Rupees and its transit hours; all cover both states. */
const askCompany = (company: Record<string, [baseCharge: number, hours: number]>): Promise<Ask> =>
  askWorld(
    workedWorld((world) => {
      Object.entries(company).forEach(([partnerId, [baseCharge, hours]], index) => {
        world.partners.push({
          ...partner(partnerId),
          name: `The ${partnerId}`,
          transit: [{ distanceFrom: 0, distanceTo: 2_000, hours }],
        });
        world.zones.push(
          zone({
            id: 11 + index,
            partnerId,
            geographical: { states: [1, 2], cities: [], areas: [] },
            services: (['PICKUP', 'DELIVERY', 'COD', 'PREPAID'] as const).map((serviceTypeId) => ({
              serviceTypeId,
              isAvailable: true,
            })),
          }),
        );
        world.packages.push(packageRow({ id: 11 + index, partnerId, baseCharge, addonCharge: 0 }));
      });
    }),
  );

/** acme: 222.65 Rupees, 48 hours. The others: 1.18 times their base charge, success rate 0.95, coverage by state. */
const COMPANY: Record<string, [number, number]> = {
  fast: [300, 6],
  slow: [100, 90],
  mid: [150, 60],
  dear: [500, 20],
  dearer: [600, 20],
  dearest: [700, 5],
};
const SEARCH = { ...AVAILABILITY, partnerId: undefined };

describe('a search', () => {
  it('is cheapest first, and gives each partner’s rank by BEST_MATCH, in Rupees', async () => {
    const ask = await askCompany(COMPANY);
    const { availablePartners, summary } = ask('availability', SEARCH).json.data;
    const rows = availablePartners.map(({ partnerId, estimatedCost, transitHours, score, parts, rank }: AnyJson) => [
      partnerId,
      estimatedCost,
      transitHours,
      score,
      Object.values(parts),
      rank,
    ]);
    // 10 Rupees for a failure of 5 %, 10 for a coverage of 80 %, half a Rupee an hour
    assert.deepEqual(rows, [
      ['slow', 118, 90, 183, [118, 45, 10, 10], 1],
      ['mid', 177, 60, 227, [177, 30, 10, 10], 2],
      ['acme', 222.65, 48, 266.65, [222.65, 24, 10, 10], 3],
      ['fast', 354, 6, 377, [354, 3, 10, 10], 4],
      ['dear', 590, 20, 620, [590, 10, 10, 10], 5],
      ['dearer', 708, 20, 738, [708, 10, 10, 10], 6],
      ['dearest', 826, 5, 848.5, [826, 2.5, 10, 10], 7],
    ]);
    assert.deepEqual(summary.ranking, ['slow', 'mid', 'acme', 'fast', 'dear', 'dearer', 'dearest']);
    assert.equal(summary.bestOption, 'slow');
  });

  it('ranks by urgency', async () => {
    const ask = await askWorld(
      workedWorld((world) => {
        for (const [id, partnerId, baseCharge, hours] of [
          [11, 'fast', 300, 10],
          [12, 'slow', 100, 90],
        ] as const) {
          world.partners.push({ ...partner(partnerId), transit: [{ distanceFrom: 0, distanceTo: 2_000, hours }] });
          world.zones.push(
            zone({
              id,
              partnerId,
              geographical: { states: [1, 2], cities: [], areas: [] },
              services: (['PICKUP', 'DELIVERY', 'COD', 'EXPRESS'] as const).map((serviceTypeId) => ({
                serviceTypeId,
                isAvailable: true,
              })),
            }),
          );
          world.packages.push(packageRow({ id, partnerId, baseCharge, addonCharge: 0 }));
        }
      }),
    );
    const rankingOf = (urgency: string) =>
      ask('availability', { ...SEARCH, urgency, excludePartners: ['acme'] }).json.data;
    // EXPRESS takes 0.6 of 90 and of 10 hours: 54 and 6.
    // At 2 Rupees an hour 118 + 108 beat 354 + 12; at 5 Rupees 354 + 30 beat 118 + 270
    assert.deepEqual(
      [rankingOf('EXPRESS').summary.ranking, rankingOf('URGENT').summary.ranking],
      [
        ['slow', 'fast'],
        ['fast', 'slow'],
      ],
    );
    assert.deepEqual(
      rankingOf('URGENT').availablePartners.map(({ partnerId, rank }: AnyJson) => [partnerId, rank]),
      [
        ['slow', 2],
        ['fast', 1],
      ],
    );
  });

  it('names at most ten in its ranking', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`p-${String.fromCharCode(97 + index)}`, [100 + index, 48]]),
    );
    const { availablePartners, summary } = (await askCompany(many as typeof COMPANY))('availability', SEARCH).json.data;
    assert.deepEqual(
      [availablePartners.length, summary.ranking.length, summary.ranking[9], availablePartners[12].rank],
      [13, 10, 'p-j', 13],
    );
  });

  it('has the same best option without a losing partner', async () => {
    const ask = await askCompany(COMPANY);
    for (const loser of ['mid', 'acme', 'fast', 'dear', 'dearer', 'dearest']) {
      assert.equal(
        ask('availability', { ...SEARCH, excludePartners: [loser] }).json.data.summary.bestOption,
        'slow',
        loser,
      );
    }
  });
});

describe('the alternatives of an assignment', () => {
  const names = (data: AnyJson) => data.assignment.alternatives.map(({ partnerId }: AnyJson) => partnerId);

  it('are the best five by the strategy, with the scores of BALANCED or, otherwise, of BEST_MATCH', async () => {
    const ask = await askCompany(COMPANY);
    const by = (assignmentStrategy: string, more: object = {}) =>
      ask('assignment', assignment({}, { assignmentStrategy, ...more })).json.data;
    assert.deepEqual(names(by('BEST_MATCH')), ['slow', 'mid', 'acme', 'fast', 'dear']);
    assert.deepEqual(names(by('CHEAPEST')), ['slow', 'mid', 'acme', 'fast', 'dear']);
    assert.deepEqual(names(by('FASTEST')), ['dearest', 'fast', 'dear', 'dearer', 'acme']);
    assert.deepEqual(by('FASTEST').assignment.alternatives[0], {
      partnerId: 'dearest',
      totalCost: 826,
      hours: 5,
      score: 848.5,
      parts: { cost: 826, time: 2.5, failure: 10, coverage: 10 },
    });
    assert.deepEqual(by('BALANCED').assignment.alternatives[0], {
      partnerId: 'slow',
      totalCost: 118,
      hours: 90,
      score: 218,
      parts: { cost: 118, time: 90, failure: 10, coverage: 0 },
    });
    assert.equal(by('FASTEST').assignment.partnerId, 'dearest');
  });

  it('follow the weights of the request, which only affect BALANCED and BEST_MATCH', async () => {
    const ask = await askCompany(COMPANY);
    const by = (assignmentStrategy: string, weights: object) =>
      ask('assignment', assignment({}, { assignmentStrategy, weights })).json.data.assignment;
    const dear = by('BEST_MATCH', { hourValue: 20, failureCost: 0, coverageCost: 100 });
    assert.deepEqual(
      [dear.partnerId, dear.alternatives[0].score, Object.values(dear.alternatives[0].parts)],
      ['fast', 494, [354, 120, 0, 20]],
    );
    assert.equal(by('BALANCED', { hourValue: 20 }).partnerId, 'fast');
    const cheapest = by('CHEAPEST', { hourValue: 20 });
    assert.deepEqual([cheapest.partnerId, cheapest.alternatives[0].parts.time], ['slow', 1_800]);
  });

  it('of MANUAL_SELECTION are in BEST_MATCH order; a chosen one beyond the fifth is shown fifth', async () => {
    const ask = await askCompany(COMPANY);
    const manual = (selectedPartner: string, more: object = {}) =>
      ask('assignment', assignment({}, { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner, ...more })).json.data;
    assert.deepEqual(names(manual('acme')), ['slow', 'mid', 'acme', 'fast', 'dear']);
    assert.deepEqual(
      [names(manual('dearest')), manual('dearest').assignment.partnerId],
      [['slow', 'mid', 'acme', 'fast', 'dearest'], 'dearest'],
    );
    assert.deepEqual(names(manual('nobody', { allowAlternatives: true })), ['slow', 'mid', 'acme', 'fast', 'dear']);
  });

  it('refuse weights beyond their bounds', async () => {
    const ask = await askCompany({});
    const faults = (weights: unknown) =>
      ask('assignment', assignment({}, { weights })).json.error?.details.map(
        ({ field, code }: AnyJson) => `${field} ${code}`,
      );
    assert.equal(faults({ hourValue: 0, failureCost: 10_000, coverageCost: 0.01 }), undefined);
    assert.deepEqual(faults({ hourValue: -0.01, failureCost: 10_000.01, coverageCost: 0.005 }), [
      'assignmentPreferences.weights.hourValue OUT_OF_RANGE',
      'assignmentPreferences.weights.failureCost OUT_OF_RANGE',
      'assignmentPreferences.weights.coverageCost INVALID_VALUE',
    ]);
    assert.deepEqual(faults({ hourValue: '1' }), ['assignmentPreferences.weights.hourValue INVALID_TYPE']);
    assert.deepEqual(faults(5), ['assignmentPreferences.weights INVALID_TYPE']);
  });
});

describe('charges that a partner refuses', () => {
  it('name up to three partners that can carry the shipment, the cheapest first, and what to change', async () => {
    const ask = await askCompany(COMPANY);
    const { alternatives } = ask('charges', { ...CHARGES, urgency: 'STANDARD', weight: 31_000, partnerId: 'acme' }).json
      .data;
    assert.deepEqual(
      alternatives.map(({ suggestion }: AnyJson) => suggestion),
      ['WEIGHT_EXCEEDED'],
      'the others have the same limit',
    );

    const back = { ...CHARGES, pickupPincode: '110001', deliveryPincode: '400001' };
    const found = ask('charges', back).json.data.alternatives;
    assert.deepEqual(found, [
      {
        suggestion: 'CHOOSE_PARTNER',
        action: 'Choose The slow: INR 118.00, 90 hours',
        partnerId: 'slow',
        partnerName: 'The slow',
        totalCost: 118,
        hours: 90,
      },
      {
        suggestion: 'CHOOSE_PARTNER',
        action: 'Choose The mid: INR 177.00, 60 hours',
        partnerId: 'mid',
        partnerName: 'The mid',
        totalCost: 177,
        hours: 60,
      },
      {
        suggestion: 'CHOOSE_PARTNER',
        action: 'Choose The fast: INR 354.00, 6 hours',
        partnerId: 'fast',
        partnerName: 'The fast',
        totalCost: 354,
        hours: 6,
      },
      {
        suggestion: 'SERVICE_UNAVAILABLE',
        action:
          'Do without the services that are not available (for COD or PREPAID, use the other payment type), '
          + 'or choose another partner',
      },
    ]);
    assert.equal(
      ask('charges', { ...back, partnerId: 'slow' }).json.data.charges.totalAmount,
      118,
      'the price that was named',
    );
  });

  it('name no other partner to a partner', async () => {
    const ask = await askCompany(COMPANY);
    const own = ask('charges', { ...CHARGES, pickupPincode: '110001', deliveryPincode: '400001' }, { partner: 'acme' })
      .json.data;
    assert.deepEqual(
      own.alternatives.map(({ suggestion }: AnyJson) => suggestion),
      ['SERVICE_UNAVAILABLE'],
    );
  });
});

describe('a check', () => {
  it('has no confidence when nothing is available, and describes each end separately', async () => {
    const ask = await askCompany({});
    const refused = ask('availability', { ...AVAILABILITY, maxDeliveryTime: 1 }).json.data;
    assert.deepEqual(
      [
        refused.isAvailable,
        refused.confidence,
        refused.coverage.pickup.isServiced,
        refused.coverage.delivery.isServiced,
      ],
      [false, 0, true, true],
    );
    assert.equal(ask('availability', AVAILABILITY).json.data.confidence, 0.76);
  });
});
