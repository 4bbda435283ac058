/** Policies that are valid and probably wrong: each code where it is meant, and next to that where it is not. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { policyFindings } from '../../../../src/analysis/lint/policies/policies.js';
import type { RuleUse } from '../../../../src/analysis/lint/policies/rules.js';
import type { AnyLintCode } from '../../../../src/model/lint-codes.js';
import type { AllocationPolicy, Capacity } from '../../../../src/model/documents.js';
import { partner, workedWorld } from '../../../reference/fixture.js';
import { viewOf } from '../../index/world.js';

const AT = Date.parse('2026-03-11T12:00:00+05:30');
const CREATED = '2025-01-01T00:00:00.000Z';
const YESTERDAY = '2026-03-10T00:00:00.000Z';
const TOMORROW = '2026-03-12T00:00:00.000Z';

type Rule = AllocationPolicy['rules'][number];
const rule = (ruleId: string, members: Partial<Rule>): Rule => ({
  ruleId,
  label: ruleId,
  when: {},
  status: true,
  ...members,
});
const placing = (...partners: string[]) => ({ order: { partners } });
const REFUSE = { refuse: { code: 'NO_WAY', message: 'No way' } };
const CHEAP = { rank: { strategy: 'CHEAPEST' } } as const;
const COD = { paymentTypes: ['COD' as const] };

interface House {
  policy?: Partial<AllocationPolicy>;
  capacities?: Partial<Capacity>[];
  /** Under the present version of the policy. */
  uses?: Pick<RuleUse, 'assignments' | 'rules'>;
}

/** The findings about a policy of these rules, of a house with acme and bolt (AIR) active and crow inactive. */
async function lint(rules: Rule[], { policy, capacities = [], uses }: House = {}) {
  const world = workedWorld((changed) => {
    changed.partners.push({ ...partner('bolt'), groups: ['AIR'] }, { ...partner('crow'), status: 'INACTIVE' });
    const dated = { createdAt: CREATED, updatedAt: CREATED };
    const named = { policyId: 'season', name: 'Season', priority: 10, status: true };
    changed['allocation-policies'] = [{ ...named, rules, ...dated, ...policy }];
    changed['place-groups'] = [
      { groupId: 'METRO', name: 'Metro', cities: [11, 21], status: true, createdAt: CREATED },
      { groupId: 'NORTH', name: 'North', states: [2], status: true, createdAt: CREATED },
      { groupId: 'OLD', name: 'Old', states: [1], status: false, createdAt: CREATED },
    ];
    changed.capacities = capacities.map((row, index) => ({
      ...{ id: index + 1, partnerId: 'acme', name: 'Vans', limit: 100, unit: 'PARCELS', per: 'DAY', status: true },
      createdAt: CREATED,
      ...row,
    })) as Capacity[];
  });
  const groupsOf = new Map<string, readonly string[]>([
    ['acme', []],
    ['bolt', ['AIR']],
  ]);
  const view = await viewOf(world);
  const [active] = view.general.policies;
  const known = uses && active ? [{ ...uses, policyId: active.policyId, version: active.version }] : [];
  return policyFindings({ view, groupsOf, atMs: AT, uses: known }).found;
}

/** The rules with a finding of the code. */
const ofCode = async (code: AnyLintCode, rules: Rule[], house?: House): Promise<(string | undefined)[]> =>
  (await lint(rules, house)).filter((each) => each.code === code).map(({ about }) => about?.ruleId);

describe('rules that have done nothing', () => {
  const rules = [rule('busy', { exclude: { costFrom: 900 } }), rule('idle', { ...COD, exclude: { costFrom: 901 } })];
  const busy = { acted: 3, relaxed: 9, passedOver: 0 };
  const findings = async (assignments: number, of: object, house: House = {}) =>
    (await lint(rules, { ...house, uses: { assignments, rules: { busy, ...of } } })).map(({ code, message }) => [
      code,
      message,
    ]);

  it('are found after more than 1,000 assignments', async () => {
    assert.deepEqual(await findings(1_001, {}), [
      [
        'RULE_NEVER_ACTED',
        'rule idle of policy season has done nothing in 30 days, for none of 1001 assignments under its policy',
      ],
    ]);
    assert.deepEqual(await findings(1_000, {}), []);
    assert.deepEqual(
      (await findings(1_001, { idle: { acted: 0, relaxed: 1, passedOver: 1 } }))[0]![0],
      'RULE_NEVER_ACTED',
    );
    assert.deepEqual(await findings(1_001, { idle: { acted: 1, relaxed: 0, passedOver: 0 } }), []);
    assert.deepEqual(await ofCode('RULE_NEVER_ACTED', rules), [], 'nothing is known');
  });

  it('are found where they would always have left nobody', async () => {
    assert.deepEqual(await findings(5, { idle: { acted: 0, relaxed: 2, passedOver: 0 } }), [
      [
        'RULE_ALWAYS_RELAXED',
        'rule idle of policy season has never been applied in 30 days: each of 2 times it would have left nobody',
      ],
    ]);
  });

  it('are not those that began lately', async () => {
    const validFrom = new Date(AT - 29 * 86_400_000).toISOString();
    const [first, second] = rules;
    const found = await lint([first!, { ...second!, validFrom }], { uses: { assignments: 5_000, rules: { busy } } });
    assert.deepEqual(found, []);
  });
});

describe('partners that policies name', () => {
  const missing = (...rules: Rule[]) => ofCode('PARTNER_MISSING', rules);

  it('are missing when they are inactive, and as groups of nobody', async () => {
    assert.deepEqual(
      await lint([rule('r1', placing('acme', 'crow')), rule('r2', { ...COD, exclude: { partners: ['group:SEA'] } })]),
      [
        {
          code: 'PARTNER_MISSING',
          message: 'rule r1 of policy season names crow, which is not active',
          documents: ['allocation-policies/season', 'partners/crow'],
          examples: [],
          about: { policyId: 'season', ruleId: 'r1', action: 'Activate the partner, or take it out of the rule' },
        },
        {
          code: 'PARTNER_MISSING',
          message: 'rule r2 of policy season names group:SEA, in which no active partner is',
          documents: ['allocation-policies/season'],
          examples: [],
          about: {
            policyId: 'season',
            ruleId: 'r2',
            action: 'Put a partner into the group, or take the group out of the rule',
          },
        },
      ],
    );
  });

  it('are missing in a share and an adjustment, and not where they are active', async () => {
    const shared = (one: string, other: string): Partial<Rule> => ({
      share: { per: 'DAY', of: [one, other].map((each) => ({ partner: each, percent: 50 })) },
    });
    assert.deepEqual(
      await missing(
        rule('r1', shared('acme', 'crow')),
        rule('r2', { adjust: { partners: ['crow'], rupees: -2 } }),
        rule('r3', shared('acme', 'group:AIR')),
        rule('r4', { only: { partners: ['bolt'] } }),
      ),
      ['r1', 'r2'],
    );
  });
});

describe('rules behind others', () => {
  const never = (rules: Rule[], house?: House) => ofCode('RULE_NEVER_REACHED', rules, house);

  it('are never reached behind one that stops or refuses every shipment', async () => {
    const [found] = await lint([rule('r1', { ...CHEAP, stop: true }), rule('r2', CHEAP)]);
    assert.equal(found?.message, 'rule r2 of policy season is never reached: rule r1 before it stops every shipment');
    assert.deepEqual(await never([rule('r1', { when: { not: null }, ...REFUSE }), rule('r2', CHEAP)]), ['r2']);
  });

  it('are reached behind one that has a condition, is inactive or over, or ends before they do', async () => {
    const behind = (first: Partial<Rule>, more: Partial<Rule> = {}) =>
      never([rule('r1', { ...REFUSE, ...first }), rule('r2', { ...CHEAP, ...more })]);
    assert.deepEqual(await behind({ when: COD }), []);
    assert.deepEqual(await behind({ status: false }), []);
    assert.deepEqual(await behind({ validTo: YESTERDAY }), []);
    assert.deepEqual(await behind({ validTo: TOMORROW }), []);
    assert.deepEqual(await behind({ validTo: TOMORROW }, { validTo: TOMORROW }), ['r2']);
    assert.deepEqual(await behind({}, { status: false }), []);
    assert.deepEqual(await behind({}, { validTo: YESTERDAY }), []);
  });

  it('for selections by hand are reached behind a refusal that is not binding', async () => {
    const byHand = rule('r2', { ...CHEAP, when: { strategies: ['MANUAL_SELECTION'] } });
    assert.deepEqual(await never([rule('r1', REFUSE), byHand]), []);
    assert.deepEqual(await never([rule('r1', { ...REFUSE, binding: true }), byHand]), ['r2']);
  });

  it('are not looked at in a policy that is inactive or over', async () => {
    const rules = [rule('r1', REFUSE), rule('r2', CHEAP)];
    assert.deepEqual(await never(rules, { policy: { status: false } }), []);
    assert.deepEqual(await never(rules, { policy: { validTo: YESTERDAY } }), []);
    assert.deepEqual(await never(rules, { policy: { validFrom: TOMORROW } }), ['r2']);
  });
});

describe('conditions', () => {
  const reasonFor = async (when: Rule['when'], policy: Partial<AllocationPolicy> = {}) =>
    (await lint([rule('r1', { ...CHEAP, when })], { policy })).map(
      ({ code, message }) => `${code} ${message.replace('rule r1 of policy season never holds: ', '')}`,
    );

  it('contradict themselves', async () => {
    for (const [when, reason] of [
      [{ sameCity: true, sameState: false }, 'sameCity is true and sameState is false, and a city lies in one state'],
      [
        { codFrom: 100, paymentTypes: ['PREPAID'] },
        'codFrom is above 0, and paymentTypes has PREPAID alone, which collects 0',
      ],
      [{ toPincodes: ['400001'], toStates: [2] }, 'no pincode lies in toStates and toPincodes'],
      [{ toPincodes: ['411001'], toGroups: ['METRO'] }, 'no pincode lies in toGroups and toPincodes'],
      [{ fromGroups: ['OLD'] }, 'no pincode lies in fromGroups'],
      [{ fromGroups: ['NORTH'], fromStates: [1] }, 'no pincode lies in fromGroups and fromStates'],
      [
        { fromPincodes: ['400001'], toPincodes: ['411001'], sameCity: true },
        'sameCity is true, and its places of pickup and of delivery share no city',
      ],
      [
        { fromStates: [2], toGroups: ['NORTH'], sameState: false },
        'sameState is false, and its places of pickup and of delivery lie in one state',
      ],
      [{ kgTo: 0 }, 'kgTo is 0, and nothing is less than that'],
      [{ timeTo: '00:00' }, 'timeTo is midnight, at which the day begins'],
    ] as const)
      assert.deepEqual(await reasonFor(when as unknown as Rule['when']), [`RULE_CONTRADICTS ${reason}`]);
  });

  it('contradict themselves where `not` holds whenever the rest does', async () => {
    const always = ['RULE_CONTRADICTS `not` holds whenever the rest of its condition does'];
    for (const when of [
      { paymentTypes: ['COD'], not: { paymentTypes: ['COD', 'PREPAID'] } },
      { codFrom: 500, not: { paymentTypes: ['COD'], codFrom: 100 } },
      { toPincodes: ['110001'], not: { toStates: [2] } },
      { sameCity: true, not: { sameState: true } },
      { attributes: { boxes: [2, 3] }, not: { attributes: { boxes: { from: 2, to: 4 } } } },
      { timeFrom: '10:00', timeTo: '12:00', not: { timeFrom: '09:00', timeTo: '12:00' } },
      { weekdays: [6], not: { weekdays: [6, 7] } },
      { kmTo: 50, not: { kmTo: 100, valueFrom: 0 } },
    ])
      assert.deepEqual(await reasonFor(when as Rule['when']), always, JSON.stringify(when));
  });

  it('that may hold are no finding', async () => {
    for (const when of [
      { sameCity: false, sameState: true },
      { codFrom: 100, paymentTypes: ['PREPAID', 'COD'] },
      { codFrom: 0, paymentTypes: ['PREPAID'] },
      { toPincodes: ['400001', '110001'], toStates: [2] },
      { fromGroups: ['METRO'], toGroups: ['NORTH'], sameCity: true },
      { timeFrom: '22:00', timeTo: '00:00' },
      { paymentTypes: ['COD', 'PREPAID'], not: { paymentTypes: ['COD'] } },
      { codFrom: 100, not: { codFrom: 500 } },
      { toStates: [1, 2], not: { toStates: [2] } },
      { sameState: true, not: { sameCity: true } },
      { attributes: { boxes: [2, 4] }, not: { attributes: { boxes: { from: 2, to: 4 } } } },
      { timeFrom: '08:59', timeTo: '12:00', not: { timeFrom: '09:00', timeTo: '12:00' } },
      { services: ['COD'], not: { services: ['EXPRESS'] } },
      { customerIds: ['c1', 'c2'], not: { customerIds: ['c1'] } },
    ])
      assert.deepEqual(await reasonFor(when as Rule['when']), [], JSON.stringify(when));
  });

  it('are looked at with those of the policy', async () => {
    const appliesTo = { customerIds: ['c1', 'c2'], fromGroups: ['NORTH'] };
    assert.deepEqual(await reasonFor({ customerIds: ['c3'] }, { appliesTo }), [
      'RULE_CONTRADICTS customerIds has none of the customers that appliesTo has',
    ]);
    assert.deepEqual(await reasonFor({ fromStates: [1] }, { appliesTo }), [
      'RULE_CONTRADICTS no pincode lies in fromStates and the groups of appliesTo',
    ]);
    assert.deepEqual(await reasonFor({ customerIds: ['c2', 'c3'], fromStates: [2] }, { appliesTo }), []);
  });
});

describe('shares and what partners take', () => {
  const shared = (
    min: number,
    partnerId = 'acme',
    members: Partial<Rule> = {},
    per: 'DAY' | 'WEEK' | 'MONTH' = 'DAY',
  ) =>
    rule('r1', {
      share: {
        per,
        of: [
          { partner: partnerId, percent: 50, min },
          { partner: 'crow', percent: 50 },
        ],
      },
      ...members,
    });
  const above = (one: Rule, ...capacities: Partial<Capacity>[]) =>
    ofCode('SHARE_ABOVE_CAPACITY', [one], { capacities });

  it('contradict each other where min is above the HARD limit of its window', async () => {
    const found = (await lint([shared(101)], { capacities: [{}] })).find(({ code }) => code === 'SHARE_ABOVE_CAPACITY');
    assert.deepEqual(found, {
      code: 'SHARE_ABOVE_CAPACITY',
      message: 'rule r1 of policy season wants at least 101 shipments a day for acme, and capacities/1 allows 100',
      documents: ['allocation-policies/season', 'capacities/1'],
      examples: [],
      about: {
        policyId: 'season',
        ruleId: 'r1',
        action: 'Lower min to 100 at most, or raise the limit of capacities/1',
      },
    });
    assert.deepEqual(await above(shared(100), {}), []);
  });

  it('agree within other windows, the least row counting', async () => {
    assert.deepEqual(await above(shared(701, 'acme', {}, 'WEEK'), {}), ['r1']);
    assert.deepEqual(await above(shared(700, 'acme', {}, 'WEEK'), {}), []);
    assert.deepEqual(await above(shared(3_101, 'acme', {}, 'MONTH'), {}), ['r1']);
    assert.deepEqual(await above(shared(51), {}, { per: 'MONTH', limit: 50 }), ['r1']);
    assert.deepEqual(await above(shared(101, 'acme', {}, 'WEEK'), { per: 'MONTH', limit: 50 }), ['r1']);
    assert.deepEqual(await above(shared(100, 'acme', {}, 'WEEK'), { per: 'MONTH', limit: 50 }), []);
  });

  it('agree where the row does not bound all that the rule is for', async () => {
    const row = { when: { paymentTypes: ['COD' as const] } };
    assert.deepEqual(await above(shared(101), row), []);
    assert.deepEqual(await above(shared(101, 'acme', { when: COD }), row), ['r1']);
    for (const other of [
      { kind: 'SOFT' },
      { unit: 'GRAMS' },
      { status: false },
      { validTo: TOMORROW },
      { when: { toGroups: ['METRO'] } },
    ] as Partial<Capacity>[])
      assert.deepEqual(await above(shared(101), other), [], JSON.stringify(other));
  });

  it('of a group count all of its active partners', async () => {
    assert.deepEqual(await above(shared(101, 'group:AIR'), { partnerId: 'bolt' }), ['r1']);
    assert.deepEqual(await above(shared(101, 'group:AIR'), {}), []);
  });
});

describe('orders and shares behind others', () => {
  const shadowed = (...rules: Rule[]) => ofCode('ORDER_SHADOWED', rules);
  const half = (partnerId: string, max: number | null = null) => ({ partner: partnerId, percent: 50, max });

  it('never decide when the first always places one of their partners', async () => {
    const [found] = await lint([rule('r1', placing('acme', 'bolt')), rule('r2', placing('bolt'))]);
    assert.equal(
      found?.message,
      'rule r2 of policy season never decides: rule r1 before it always places one of its partners first',
    );
    const all = rule('r1', { share: { per: 'DAY', of: [half('acme'), half('group:AIR')] } });
    assert.deepEqual(await shadowed(all, rule('r2', { when: COD, ...placing('bolt') })), ['r2']);
    const dear = rule('r2', { order: { partners: ['acme'], atMostAbove: 5 } });
    assert.deepEqual(await shadowed(rule('r1', placing('acme')), dear), ['r2']);
  });

  it('may decide when the first may place none of theirs', async () => {
    const second = rule('r2', placing('bolt'));
    assert.deepEqual(await shadowed(rule('r1', placing('acme')), second), []);
    assert.deepEqual(await shadowed(rule('r1', { when: COD, ...placing('bolt') }), second), []);
    assert.deepEqual(await shadowed(rule('r1', { order: { partners: ['bolt'], atMostAbove: 5 } }), second), []);
    assert.deepEqual(await shadowed(rule('r1', { validTo: TOMORROW, ...placing('bolt') }), second), []);
    const full = rule('r1', { share: { per: 'DAY', of: [half('acme'), half('bolt', 10)] } });
    assert.deepEqual(await shadowed(full, second), []);
    const group = rule('r1', { share: { per: 'DAY', of: [half('acme'), half('group:AIR')], atMostAbove: 5 } });
    assert.deepEqual(await shadowed(group, rule('r2', { order: { partners: ['bolt'], atMostAbove: 5 } })), []);
  });
});
