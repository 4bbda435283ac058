/** The reference model of allocation, examples of the page by hand: scores, orders, shares, selections by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ABC, contender, decide, orderOf, resultsOf } from './allocation-fixture.js';
import { duesOf } from './allocation-shares.js';
import type { Allocation, Asked, Policy, Rule, Share } from './allocation-types.js';

describe('a score', () => {
  it('has adjustments, which sum over rules, in whole paise rounded half up', () => {
    const [a] = decide([{ adjust: { percent: -1 } }, { adjust: { rupees: 2.5 } }]).ranking;
    assert.deepEqual(a, {
      partnerId: 'a',
      score: 10_150,
      adjustments: [
        { ruleId: 'r1', paise: -100 },
        { ruleId: 'r2', paise: 250 },
      ],
    });
    const ofCost = (paise: number, percent: number): number => {
      const [only] = decide([{ adjust: { percent } }], { contenders: [contender('a', paise / 100)] }).ranking;
      assert.equal(only.score, paise + only.adjustments[0].paise);
      return only.adjustments[0].paise;
    };
    assert.deepEqual(
      [ofCost(50, -1), ofCost(51, -1), ofCost(150, -1), ofCost(50, 1), ofCost(49, 1)],
      [0, -1, -1, 1, 0],
    );
  });

  it('has the weights of the request, then of the first rank that matches, else of the policy', () => {
    const hoursOf = (
      rules: Partial<Rule>[],
      weights: Asked['weights'] = { failureCost: 0, coverageCost: 0 },
    ): number => {
      const policy = { rank: { weights: { hourValue: 1 } } };
      const { ranking } = decide(rules, { policy, asked: { weights } });
      return ranking.find(({ partnerId }) => partnerId === 'a')!.score - 10_000;
    };
    assert.equal(hoursOf([]), 4_800);
    const first = [{ rank: { weights: { hourValue: 2 } } }, { rank: { weights: { hourValue: 3 } } }];
    assert.equal(hoursOf(first), 9_600);
    assert.equal(resultsOf(decide(first)), 'ACTED PASSED_OVER');
    // it counts whole: the policy's weight does not fill it
    assert.equal(hoursOf([{ rank: { strategy: null } }]), 2_400);
    assert.equal(hoursOf(first, { hourValue: 0.1, failureCost: 0, coverageCost: 0 }), 480);
    // 0.5 × 48 + 30 × 0.1 + 50 × 0.2
    assert.equal(hoursOf([{ rank: { weights: { failureCost: 30 } } }], {}), 2_400 + 300 + 1_000);
  });

  it('is of the strategy of the rank: of CHEAPEST the cost, of FASTEST that of BEST_MATCH', () => {
    const asked: Partial<Asked> = { weights: { hourValue: 1 }, strategy: 'FASTEST' };
    const scoresOf = (policy: Partial<Policy>): number[] =>
      decide([], { policy: { governs: ['FASTEST'], ...policy }, asked }).ranking.map(({ score }) => score);
    assert.deepEqual(scoresOf({ rank: { strategy: 'CHEAPEST' } }), [10_000, 11_000, 12_000]);
    // cost + 1 an hour + 200 × 0.1 + 50 × 0.2
    assert.deepEqual(
      scoresOf({}),
      [10_000 + 7_800, 12_000 + 5_400, 11_000 + 7_800].toSorted((a, b) => a - b),
    );
  });

  it('of a strategy that is not governed is without adjustments, orders and shares', () => {
    const rules: Partial<Rule>[] = [
      { adjust: { rupees: -50, partners: ['c'] } },
      { rank: { strategy: 'CHEAPEST' } },
      { order: { partners: ['c'] } },
      {
        share: {
          of: [
            { partner: 'b', percent: 50 },
            { partner: 'c', percent: 50 },
          ],
          per: 'DAY',
        },
      },
      { exclude: { partners: ['a'] } },
    ];
    const found = decide(rules, { asked: { strategy: 'CHEAPEST' } });
    assert.equal(resultsOf(found), 'PASSED_OVER PASSED_OVER PASSED_OVER PASSED_OVER ACTED');
    assert.deepEqual(
      found.ranking.map(({ partnerId, adjustments }) => [partnerId, adjustments]),
      [
        ['b', []],
        ['c', []],
      ],
    );
    assert.equal(decide([], { asked: { strategy: 'FASTEST' } }).chosen, 'c');
    const soft = [{ ...ABC[0], isSoftFull: true }, ...ABC.slice(1)];
    assert.equal(orderOf(decide([], { asked: { strategy: 'CHEAPEST' }, contenders: soft })), 'b c a');
  });

  it('takes the landed cost for the price, without failures; cheaper is still the price', () => {
    const landed = ABC.map((each, index) => ({ ...each, landed: [30_000, 5_000, 5_000][index] }));
    assert.equal(
      orderOf(decide([{ rank: { cost: 'LANDED', strategy: 'CHEAPEST' } }], { contenders: landed })),
      'b c a',
    );
    const risky = landed.map((each) => ({ ...each, successRate: each.partnerId === 'b' ? 0 : 1 }));
    assert.equal(orderOf(decide([{ rank: { cost: 'LANDED' } }], { contenders: risky })), 'b c a');
    // the first rank that matches counts whole
    const ranks = [{ rank: { strategy: 'CHEAPEST' as const } }, { rank: { cost: 'LANDED' as const } }];
    assert.equal(orderOf(decide(ranks, { contenders: landed })), 'a b c');
    assert.equal(orderOf(decide([{ rank: { cost: 'LANDED' } }])), orderOf(decide([])), 'without terms the price');
  });

  it('breaks ties by cost, hours and partnerId, and a full SOFT capacity is behind all', () => {
    const even = [contender('d', 90), contender('b', 100), contender('a', 100), contender('c', 100, { hours: 24 })];
    assert.equal(orderOf(decide([{ adjust: { partners: ['d'], rupees: 10 } }], { contenders: even })), 'd c a b');
    const soft = [{ ...ABC[0], isSoftFull: true }, ...ABC.slice(1)];
    assert.equal(orderOf(decide([], { contenders: soft })), 'b c a');
    assert.equal(decide([], { contenders: [soft[0]] }).chosen, 'a');
  });
});

describe('an order', () => {
  it('puts its partners first, those of a group by score', () => {
    const order = { partners: ['group:SURFACE', 'a', 'b'] };
    assert.equal(orderOf(decide([{ order }])), 'b c a');
    assert.equal(orderOf(decide([{ adjust: { partners: ['b'], rupees: 11 } }, { order }])), 'c b a');
    assert.equal(orderOf(decide([{ order: { partners: ['c'] } }])), 'c a b');
  });

  it('leaves out who costs too much above the cheapest candidate left', () => {
    assert.equal(orderOf(decide([{ order: { partners: ['c', 'b'], atMostAbove: 10 } }])), 'b a c');
    assert.equal(
      orderOf(decide([{ exclude: { partners: ['a'] } }, { order: { partners: ['c'], atMostAbove: 10 } }])),
      'c b',
    );
    // a full SOFT capacity is none to it
    const soft = [{ ...ABC[0], isSoftFull: true }, ...ABC.slice(1)];
    assert.equal(
      orderOf(decide([{ order: { partners: ['a', 'c'], atMostAbove: 10 } }], { contenders: soft })),
      'c b a',
    );
  });

  it('counts only as the first that can place a candidate', () => {
    const found = decide([
      { order: { partners: ['x'] } },
      { order: { partners: ['b'] } },
      { order: { partners: ['c'] } },
    ]);
    assert.deepEqual([resultsOf(found), orderOf(found)], ['PASSED_OVER ACTED PASSED_OVER', 'b a c']);
  });

  it('looks at those that all rules left, later ones too', () => {
    assert.equal(orderOf(decide([{ order: { partners: ['c', 'b'] } }, { exclude: { partners: ['c'] } }])), 'b a');
  });
});

describe('a share', () => {
  const split: Share = {
    of: [
      { partner: 'a', percent: 50 },
      { partner: 'b', percent: 30 },
      { partner: 'c', percent: 20 },
    ],
    per: 'DAY',
  };
  const shared = (share: Share, due: number[], done: number[], contenders = ABC): Allocation =>
    decide([{ share }], { contenders, counts: { r1: { due, done } } });

  it('owes each member its percent of a parcel, in millionths', () => {
    assert.deepEqual(duesOf(split.of, [true, true, true]), [500_000, 300_000, 200_000]);
    assert.deepEqual(duesOf(split.of, [true, true, false]), [625_000, 375_000, 0]);
    // 714,285.7 and 285,714.3: the millionth that is left over goes to the first
    assert.deepEqual(duesOf(split.of, [true, false, true]), [714_286, 0, 285_714]);
    assert.deepEqual(duesOf(split.of, [false, true, true]), [0, 600_000, 400_000]);
  });

  it('gives a parcel to the greatest due − done, this parcel included', () => {
    const found = decide([{ share: split }]);
    assert.deepEqual(found.share, { ruleId: 'r1', member: 0, due: [500_000, 300_000, 200_000], done: [1, 0, 0] });
    // 1,000,000 − 1, 600,000 − 0, 400,000 − 0
    const second = shared(split, found.share!.due, found.share!.done);
    assert.deepEqual(second.share, { ruleId: 'r1', member: 1, due: [1_000_000, 600_000, 400_000], done: [1, 1, 0] });
    assert.deepEqual([second.chosen, orderOf(second)], ['b', 'b a c']);
    // 1,500,000 − 1, 900,000 − 1, 600,000: the third; then 2,000,000 − 1, 1,200,000 − 1, 800,000 − 1
    const third = shared(split, second.share!.due, second.share!.done);
    assert.equal(third.share!.member, 2);
    assert.equal(shared(split, third.share!.due, third.share!.done).share!.member, 0);
  });

  it('begins with noughts, whatever its rule is called', () => {
    assert.deepEqual(decide([{ ruleId: 'constructor', share: split }]).share?.due, [500_000, 300_000, 200_000]);
  });

  it('gives of equal ones the earlier in the list', () => {
    const even: Share = {
      of: [
        { partner: 'c', percent: 50 },
        { partner: 'a', percent: 50 },
      ],
      per: 'WEEK',
    };
    assert.equal(shared(even, [0, 0], [0, 0]).chosen, 'c');
  });

  it('gives first to members below their min, the smallest done ÷ min before all', () => {
    const [a, b, c] = split.of;
    const withMin: Share = { ...split, of: [a, { ...b, min: 3 }, { ...c, min: 4 }] };
    // 1 ÷ 3 and 2 ÷ 4
    assert.equal(shared(withMin, [9_000_000, 0, 0], [0, 1, 2]).chosen, 'b');
    assert.equal(shared(withMin, [9_000_000, 0, 0], [0, 2, 2]).chosen, 'c');
    assert.equal(shared(withMin, [9_000_000, 0, 0], [0, 3, 4]).chosen, 'a');
  });

  it('passes over members at their max and those that cost too much: due grows, done does not', () => {
    const [a, b, c] = split.of;
    const capped: Share = { ...split, of: [{ ...a, max: 2 }, b, c], atMostAbove: 19.99 };
    const found = shared(capped, [9_000_000, 0, 9_000_000], [2, 0, 0]);
    assert.deepEqual(found.share, { ruleId: 'r1', member: 1, due: [9_500_000, 300_000, 9_200_000], done: [2, 1, 0] });
    assert.equal(shared({ ...capped, atMostAbove: 20 }, [9_000_000, 0, 9_000_000], [2, 0, 0]).chosen, 'c');
    assert.equal(shared(capped, [9_000_000, 0, 9_000_000], [1, 0, 0]).chosen, 'a');
  });

  it('counts nothing where all are passed over, and the next order or share counts', () => {
    const full: Share = {
      of: [
        { partner: 'a', percent: 60, max: 0 },
        { partner: 'x', percent: 40 },
      ],
      per: 'MONTH',
    };
    const found = decide([{ share: full }, { share: split }, { order: { partners: ['c'] } }]);
    assert.deepEqual([resultsOf(found), found.share?.ruleId], ['PASSED_OVER ACTED PASSED_OVER', 'r2']);
    assert.deepEqual(decide([{ share: full }]).share, null);
  });

  it('owes nothing to a member that cannot carry the parcel, nor to one with a full SOFT capacity', () => {
    const without = [{ ...ABC[0], isSoftFull: true }, ABC[1]];
    const found = shared(split, [0, 0, 0], [0, 0, 0], without);
    assert.deepEqual(found.share, { ruleId: 'r1', member: 1, due: [0, 1_000_000, 0], done: [0, 1, 0] });
    assert.equal(orderOf(found), 'b a');
  });

  it('takes the best candidate of a group; a partner belongs to the first member that names it', () => {
    const groups: Share = {
      of: [
        { partner: 'group:SURFACE', percent: 70 },
        { partner: 'b', percent: 30 },
      ],
      per: 'DAY',
    };
    const found = shared(groups, [0, 0], [0, 0]);
    assert.deepEqual([found.chosen, found.share?.due, orderOf(found)], ['b', [1_000_000, 0], 'b a c']);
    const dearer = decide([{ adjust: { partners: ['b'], rupees: 20 } }, { share: groups }]);
    assert.equal(dearer.chosen, 'c');
  });
});

describe('a selection by hand', () => {
  const manual = (selected: string, changes: Partial<Asked> = {}): { asked: Partial<Asked> } => ({
    asked: { strategy: 'MANUAL_SELECTION', selected, ...changes },
  });
  const refuse = { code: 'NO_COD', message: 'No cash.' };

  it('is taken against rules that do not bind, which are named, and keeps its place in the ranking', () => {
    const rules: Partial<Rule>[] = [
      { refuse },
      { exclude: { partners: ['a'] } },
      { only: { partners: ['a'] } },
      { order: { partners: ['c'] } },
    ];
    const found = decide(rules, manual('b'));
    assert.deepEqual([found.chosen, found.overridden, orderOf(found)], ['b', ['r1'], 'c b']);
    assert.equal(resultsOf(found), 'PASSED_OVER ACTED RELAXED ACTED');
    const gone = decide(rules, manual('a'));
    assert.deepEqual([gone.chosen, gone.overridden, orderOf(gone)], ['a', ['r1', 'r2'], 'c b']);
  });

  it('counts in no share', () => {
    const of = [
      { partner: 'b', percent: 50 },
      { partner: 'c', percent: 50 },
    ];
    const found = decide([{ share: { of, per: 'DAY' } }, { order: { partners: ['b'] } }], manual('c'));
    assert.deepEqual([resultsOf(found), found.share, found.chosen], ['PASSED_OVER ACTED', null, 'c']);
  });

  it('is not taken against a rule that binds, although another has already removed it', () => {
    const rules: Partial<Rule>[] = [
      { exclude: { partners: ['a'] } },
      { only: { partners: ['b', 'c'] }, binding: true },
    ];
    const found = decide(rules, manual('a'));
    assert.deepEqual([resultsOf(found), found.chosen, found.overridden], ['ACTED PASSED_OVER', null, []]);
    assert.equal(found.policyExcluded, null);
    assert.equal(decide(rules, manual('a', { allowAlternatives: true })).chosen, 'b');
    assert.equal(decide(rules, manual('x')).chosen, null);
  });

  it('is taken where a rule that binds leaves nobody but is not against it', () => {
    const rules: Partial<Rule>[] = [
      { exclude: { partners: ['a'] } },
      { exclude: { partners: ['b', 'c'] }, binding: true },
    ];
    const found = decide(rules, manual('a'));
    assert.deepEqual([found.chosen, found.ranking, found.overridden, found.policyExcluded], ['a', [], ['r1'], null]);
    assert.deepEqual([decide(rules, manual('b')).chosen, decide(rules, manual('b')).policyExcluded], [null, 3]);
  });

  it('is refused by a refusal that binds', () => {
    const found = decide([{ refuse, binding: true }], manual('a', { allowAlternatives: true }));
    assert.deepEqual([found.chosen, found.refused], [null, { ruleId: 'r1', ...refuse }]);
  });

  it('that gives way to BEST_MATCH is refused by any refusal, and still asked for by hand', () => {
    const rules: Partial<Rule>[] = [
      { exclude: { partners: ['a'] }, binding: true },
      { when: { strategies: ['MANUAL_SELECTION'] }, refuse },
    ];
    assert.equal(decide(rules, manual('a', { allowAlternatives: true })).refused?.ruleId, 'r2');
    assert.equal(decide(rules, manual('b', { allowAlternatives: true })).chosen, 'b');
  });
});
