/** The reference model of allocation, examples of the page by hand: which policy counts, and which rules hold. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ABC,
  ASKED,
  decide,
  DELHI,
  METRO,
  MONDAY,
  orderOf,
  PARCEL,
  policyOf,
  resultsOf,
} from './allocation-fixture.js';
import type { Asked, Contender, Parcel, PlaceGroup, Policy, Rule, When } from './allocation-types.js';
import { failedMember, isInGroup } from './allocation-when.js';
import { policyFor } from './allocation.js';

describe('a place group', () => {
  const holds = (place: Partial<typeof DELHI>, changes: Partial<PlaceGroup> = {}): boolean =>
    isInGroup({ ...METRO, ...changes }, { pincode: '999999', areaIds: [], cityId: 99, stateId: 9, ...place });

  it('holds pincodes, and those of its areas, cities and states', () => {
    assert.equal(holds({}), false);
    for (const place of [{ pincode: '560001' }, { areaIds: [1, 2101] }, { cityId: 11 }])
      assert.equal(holds(place), true);
    assert.equal(holds({ stateId: 7 }, { states: [7] }), true);
  });

  it('does not hold an excepted pincode, and nothing when inactive', () => {
    assert.equal(holds({ cityId: 11, pincode: '110009' }), false);
    assert.equal(holds({ cityId: 11 }, { status: false }), false);
  });
});

describe('the policy of a request', () => {
  const chosen = (policies: Partial<Policy>[], asked: Partial<Asked> = {}): string | null => {
    const found = policyFor(
      policies.map((changes) => policyOf([], changes)),
      [METRO],
      { ...ASKED, ...asked },
      PARCEL,
    );
    return found === null || found === 'NOT_FOUND' ? found : found.policyId;
  };

  it('has the lowest priority, then the lowest id', () => {
    assert.equal(chosen([{ policyId: 'c', priority: 2 }, { policyId: 'b' }, { policyId: 'a' }]), 'c');
    assert.equal(chosen([{ policyId: 'b' }, { policyId: 'a' }]), 'a');
    assert.equal(chosen([]), null);
  });

  it('is active and in force at the moment asked at, both bounds included', () => {
    const at = new Date(MONDAY).toISOString();
    assert.equal(chosen([{ validFrom: at, validTo: at }]), 'season');
    assert.equal(chosen([{ validFrom: at }], { at: MONDAY - 1 }), null);
    assert.equal(chosen([{ validTo: at }], { at: MONDAY + 1 }), null);
    assert.equal(chosen([{ status: false }]), null);
  });

  it('applies by customer, caller and group of the pickup, all that are given', () => {
    assert.equal(chosen([{ appliesTo: null }]), 'season');
    assert.equal(chosen([{ appliesTo: { customerIds: ['cust-2', 'cust-1'], callers: null } }]), 'season');
    assert.equal(chosen([{ appliesTo: { callers: ['service:main-system'], fromGroups: ['METRO'] } }]), 'season');
    assert.equal(chosen([{ appliesTo: { customerIds: ['cust-1'], fromGroups: ['RISKY_COD'] } }]), null);
    assert.equal(chosen([{ appliesTo: { callers: ['partner:main-system'] } }]), null);
  });

  it('is the one that the request names, whatever its priority, if it applies', () => {
    const two: Partial<Policy>[] = [{ policyId: 'first', priority: 1 }, { policyId: 'named' }];
    assert.equal(chosen(two, { policyId: 'named' }), 'named');
    assert.equal(chosen(two, { policyId: 'other' }), 'NOT_FOUND');
    assert.equal(chosen([{ policyId: 'named', status: false }], { policyId: 'named' }), 'NOT_FOUND');
    assert.equal(chosen(two, { policyId: 'NONE' }), null);
  });
});

describe('when', () => {
  const failed = (when: When, parcel: Partial<Parcel> = {}, asked: Partial<Asked> = {}): keyof When | null =>
    failedMember(when, [METRO], { ...ASKED, ...asked }, { ...PARCEL, ...parcel });

  it('holds when it is empty, and a null member is as absent', () => {
    assert.equal(failed({}), null);
    assert.equal(failed({ customerIds: null, attributes: null, kmFrom: null, timeTo: null, not: null }), null);
  });

  it('takes lists as "one of"', () => {
    const lists: [When, When][] = [
      [{ customerIds: ['x', 'cust-1'] }, { customerIds: ['x'] }],
      [{ customerTypes: ['SME', 'RETAIL'] }, { customerTypes: ['SME'] }],
      [{ paymentTypes: ['COD'] }, { paymentTypes: ['PREPAID'] }],
      [{ shipmentTypes: ['B2C'] }, { shipmentTypes: ['B2B'] }],
      [{ urgencies: ['STANDARD'] }, { urgencies: ['URGENT', 'EXPRESS'] }],
      [{ strategies: ['BEST_MATCH'] }, { strategies: ['MANUAL_SELECTION'] }],
      [{ services: ['EXPRESS', 'COD'] }, { services: ['EXPRESS'] }],
      [{ fromGroups: ['METRO'] }, { fromGroups: ['NOWHERE'] }],
      [{ fromStates: [1] }, { fromStates: [2] }],
      [{ toStates: [2] }, { toStates: [1] }],
      [{ fromPincodes: ['110001'] }, { fromPincodes: ['400001'] }],
      [{ toPincodes: ['400001'] }, { toPincodes: ['110001'] }],
      [{ weekdays: [1] }, { weekdays: [2, 3, 4, 5, 6, 7] }],
    ];
    for (const [holding, failing] of lists)
      assert.deepEqual([failed(holding), failed(failing)], [null, Object.keys(failing)[0]]);
    assert.equal(failed({ toGroups: ['METRO'] }), 'toGroups');
    assert.equal(failed({ toGroups: ['METRO'] }, { to: DELHI }), null);
    assert.equal(failed({ customerIds: ['cust-1'] }, { customerId: null }), 'customerIds');
  });

  it('includes from and excludes to', () => {
    const bounds = [
      ['km', 1_400.5, 0.1],
      ['kg', 2, 0.001],
      ['value', 2_499.5, 0.01],
      ['cod', 2_500, 0.01],
    ] as const;
    for (const [name, value, step] of bounds) {
      assert.equal(failed({ [`${name}From`]: value, [`${name}To`]: value + step }), null);
      assert.equal(failed({ [`${name}From`]: value + step }), `${name}From`);
      assert.equal(failed({ [`${name}To`]: value }), `${name}To`);
    }
    assert.equal(failed({ codFrom: 0, codTo: 0.01 }, { paymentType: 'PREPAID', codAmount: 0 }), null);
  });

  it('compares attributes with values of the same type, or integers with a range', () => {
    assert.equal(failed({ attributes: { brand: ['boond', 'anar'], fragile: [true], boxes: [3] } }), null);
    assert.equal(failed({ attributes: { boxes: { from: 3, to: 4 } } }), null);
    const failing: When['attributes'][] = [
      { brand: ['boond'] },
      { fragile: [false] },
      { boxes: ['3'] },
      { boxes: { from: 4 } },
      { boxes: { from: null, to: 3 } },
      { brand: { from: 0 } },
      { channel: ['web'] },
      { constructor: ['web'] },
    ];
    for (const attributes of failing) assert.equal(failed({ attributes }), 'attributes');
  });

  it('compares cities and states of both ends', () => {
    assert.equal(failed({ sameCity: false, sameState: false }), null);
    assert.equal(failed({ sameCity: true, sameState: true }), 'sameCity');
    assert.equal(failed({ sameState: true }), 'sameState');
    const within = { to: { ...DELHI, cityId: 12 } };
    assert.deepEqual([failed({ sameState: true }, within), failed({ sameState: false }, within)], [null, 'sameState']);
  });

  it('takes clocks of India, over midnight when from is later than to', () => {
    assert.equal(failed({ timeFrom: '14:30', timeTo: '14:31' }), null);
    assert.equal(failed({ timeFrom: '14:31' }), 'timeFrom');
    assert.equal(failed({ timeTo: '14:30' }), 'timeTo');
    assert.equal(failed({ timeFrom: '10:00', timeTo: '14:30' }), 'timeTo');
    const night: When = { timeFrom: '22:00', timeTo: '06:00' };
    const at = (clock: string): Partial<Asked> => ({ at: Date.parse(`2026-11-03T${clock}+05:30`) });
    for (const clock of ['22:00:00', '23:59:59', '00:00:00', '05:59:59.999'])
      assert.equal(failed(night, {}, at(clock)), null);
    for (const clock of ['06:00:00', '21:59:59']) assert.equal(failed(night, {}, at(clock)), 'timeFrom');
    // Tuesday 00:10 in India is Monday in UTC
    assert.equal(failed({ weekdays: [2] }, {}, at('00:10:00')), null);
  });

  it('fails at the first member in the order of the page, and where `not` holds', () => {
    assert.equal(failed({ kmTo: 1, toStates: [9], not: {}, weekdays: [7] }), 'toStates');
    assert.equal(failed({ not: { paymentTypes: ['COD'], kgFrom: 2 } }), 'not');
    assert.equal(failed({ not: { paymentTypes: ['COD'], kgFrom: 2.001 } }), null);
  });
});

describe('rules in their order', () => {
  it('let candidates go, and later rules see those that are left', () => {
    const found = decide([{ exclude: { partners: ['a'] } }, { only: { aboveCheapest: 9.99 } }]);
    assert.deepEqual([found.chosen, orderOf(found), found.excluded], ['c', 'c', { a: 'r1', b: 'r2' }]);
    // ₹10 above b is not strictly more than 10
    assert.equal(
      resultsOf(decide([{ exclude: { partners: ['a'] } }, { exclude: { aboveCheapest: 10 } }])),
      'ACTED PASSED_OVER',
    );
  });

  it('select by all members that are given', () => {
    const goes = (exclude: Rule['exclude']): string => Object.keys(decide([{ exclude }]).excluded).join(' ');
    assert.equal(goes({ partners: ['b', 'group:AIR'] }), 'a b');
    assert.equal(goes({ partners: ['group:SURFACE'], lanes: ['A'] }), 'b');
    assert.deepEqual([goes({ hoursFrom: 48 }), goes({ hoursTo: 48 }), goes({ hoursTo: 24 })], ['a b', 'c', '']);
    assert.deepEqual([goes({ costFrom: 110 }), goes({ costTo: 110 })], ['b c', 'a']);
  });

  it('select by outcomes, of which a partner without any has none', () => {
    const [a, b, c] = ABC as [Contender, Contender, Contender];
    const contenders = [
      { ...a, outcomes: { rto: 12.5, onTime: 90 } },
      { ...b, outcomes: { rto: 12.49, onTime: 89.99 } },
      c,
    ];
    const goes = (exclude: Rule['exclude']): string =>
      Object.keys(decide([{ exclude }], { contenders }).excluded).join(' ');
    assert.deepEqual([goes({ rtoFrom: 12.5 }), goes({ rtoFrom: 0 })], ['a', 'a b']);
    assert.deepEqual([goes({ onTimeTo: 90 }), goes({ onTimeTo: 90.01 })], ['b', 'a b']);
    assert.equal(goes({ rtoFrom: 12.5, onTimeTo: 90 }), '');
  });

  it('are skipped while inactive or out of date, and not noted', () => {
    const exclude = { partners: ['a'] };
    const over = new Date(MONDAY - 1).toISOString();
    assert.deepEqual(
      decide([
        { exclude, status: false },
        { exclude, validTo: over },
      ]).rules,
      [],
    );
  });

  it('are relaxed where they would leave nobody, unless they bind', () => {
    const relaxed = decide([
      { exclude: { lanes: ['A'] } },
      { only: { partners: ['b'] } },
      { adjust: { rupees: 1, partners: ['c'] } },
    ]);
    assert.deepEqual([resultsOf(relaxed), relaxed.chosen], ['ACTED RELAXED ACTED', 'c']);
    const bound = decide([
      { exclude: { lanes: ['A'] } },
      { only: { partners: ['b'] }, binding: true },
      { exclude: { partners: ['a'] } },
    ]);
    assert.deepEqual(
      [resultsOf(bound), bound.chosen, bound.policyExcluded, bound.ranking],
      ['ACTED ACTED', null, 3, []],
    );
    assert.deepEqual(bound.excluded, { a: 'r1', b: 'r1', c: 'r2' });
  });

  it('end with a refusal', () => {
    const refuse = { code: 'TOO_DEAR', message: 'Too dear.' };
    const found = decide([{ when: { codTo: 2_500 }, refuse }, { refuse }, { exclude: { partners: ['a'] } }]);
    assert.deepEqual(found.rules, [
      { ruleId: 'r1', result: 'NO', failed: 'codTo' },
      { ruleId: 'r2', result: 'ACTED' },
    ]);
    assert.deepEqual(found.refused, { ruleId: 'r2', ...refuse });
    assert.deepEqual([found.chosen, found.ranking, found.policyExcluded], [null, [], null]);
  });

  it('end with a stop whose when held, whatever became of it', () => {
    const next = { exclude: { partners: ['a'] } };
    assert.equal(resultsOf(decide([{ exclude: { partners: ['x'] }, stop: true }, next])), 'PASSED_OVER');
    assert.equal(resultsOf(decide([{ only: { partners: ['x'] }, stop: true }, next])), 'RELAXED');
    assert.equal(resultsOf(decide([{ ...next, when: { kmTo: 1 }, stop: true }, next])), 'NO ACTED');
  });

  it('are not looked at without candidates', () => {
    const found = decide([{ exclude: { partners: ['a'] }, binding: true }], { contenders: [] });
    assert.deepEqual([found.rules, found.chosen, found.policyExcluded], [[], null, null]);
  });
});
