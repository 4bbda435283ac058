/** The form of a rule: it has every member that a policy's schema has, and loses nothing of a rule that is changed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  ADJUSTMENT,
  MORE_CONDITIONS,
  PARTNERS,
  RANKING,
  SELECTORS,
  USUAL_CONDITIONS,
  WEIGHTS,
} from '../../../src/console/views/allocation/rule-members.js';
import {
  partnersIn,
  readRule,
  ruleLackWords,
  typedRule,
  withPartner,
} from '../../../src/console/views/allocation/rule-text.js';
import { type PolicyRule, ruleWords } from '../../../src/console/views/allocation/sentence.js';
import { AllocationPolicyDoc } from '../../../src/model/allocation.js';

const MEMBERS = ['courier-a', 'courier-b', 'group:AIR'];

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}
/** The members of an object somewhere below the rule; null may stand in place of it. */
function membersAt(...path: string[]): string[] {
  let schema: Schema = (AllocationPolicyDoc.properties.rules as Schema).items!;
  for (const name of path) {
    const found: Schema = schema.properties![name]!;
    schema = found.properties === undefined ? found.anyOf!.find((each) => each.properties !== undefined)! : found;
  }
  return Object.keys(schema.properties!);
}
const names = (...lists: (readonly { name: string }[])[]): string[] => lists.flat().map(({ name }) => name);
const CONDITIONS = names(USUAL_CONDITIONS, MORE_CONDITIONS);

const back = (rule: PolicyRule) => readRule(typedRule(rule), [rule], MEMBERS, rule);
const rule = (more: object): PolicyRule =>
  ({ ruleId: 'a', label: 'A rule', when: {}, status: true, ...more }) as PolicyRule;

describe('the form of a rule', () => {
  it('has a field for every member of the schema', () => {
    assert.deepEqual(new Set([...CONDITIONS, 'not']), new Set(membersAt('when')));
    assert.deepEqual(new Set(CONDITIONS), new Set(membersAt('when', 'not')));
    assert.deepEqual(new Set(names([PARTNERS], SELECTORS)), new Set(membersAt('exclude')));
    assert.deepEqual(new Set(names([PARTNERS], SELECTORS, ADJUSTMENT)), new Set(membersAt('adjust')));
    assert.deepEqual(new Set([...names(RANKING), 'weights']), new Set(membersAt('rank')));
    assert.deepEqual(new Set(names(WEIGHTS)), new Set(membersAt('rank', 'weights')));
    const ofForm = ['label', 'binding', 'stop', 'status', 'validFrom', 'validTo', 'ruleId', 'when'];
    const actions = ['exclude', 'only', 'adjust', 'rank', 'order', 'share', 'refuse'];
    assert.deepEqual(new Set([...ofForm, ...actions]), new Set(membersAt()));
  });

  it('adds a courier to those that are typed, in a share with the percent that the others leave', () => {
    assert.equal(withPartner('', 'courier-a', false), 'courier-a');
    assert.equal(withPartner('courier-a, group:AIR', 'courier-b', false), 'courier-a\ngroup:AIR\ncourier-b');
    assert.equal(withPartner('', 'courier-a', true), 'courier-a');
    assert.equal(withPartner('courier-a 60.5 min 10', 'courier-b', true), 'courier-a 60.5 min 10\ncourier-b 39.5');
    assert.equal(withPartner('courier-a 60\ncourier-b 40', 'group:AIR', true), 'courier-a 60\ncourier-b 40\ngroup:AIR');
    assert.deepEqual(partnersIn('courier-a 60 % max 9\ngroup:AIR: 40; courier-b'), [
      'courier-a',
      'group:AIR',
      'courier-b',
    ]);
  });

  it('reads back all that a rule says', () => {
    const conditions = {
      customerIds: ['arkaja', 'zen'],
      customerTypes: ['RETAIL'],
      paymentTypes: ['COD', 'PREPAID'],
      shipmentTypes: ['B2C'],
      urgencies: ['EXPRESS'],
      strategies: ['FASTEST', 'CHEAPEST'],
      services: ['ODA'],
      attributes: { brand: ['arkaja', '7'], fragile: [true], boxes: { from: 3, to: 8 }, age: [-1, 2], most: { to: 3 } },
      fromGroups: ['METRO'],
      toGroups: ['METRO', 'RISKY_COD'],
      fromStates: [27],
      toStates: [7, 29],
      fromPincodes: ['110001'],
      toPincodes: ['560001', '560002'],
      sameCity: false,
      sameState: true,
      ...{ kmFrom: 1.5, kmTo: 200, kgFrom: 0.5, kgTo: 2, valueFrom: 0, valueTo: 99.5, codFrom: 25_000, codTo: 30_000 },
      ...{ weekdays: [1, 7], timeFrom: '18:00', timeTo: '06:00' },
    };
    const selector = {
      partners: ['courier-a', 'group:AIR'],
      lanes: ['A', 'C1'],
      ...{ hoursFrom: 1, hoursTo: 96, costFrom: 10, costTo: 500.25, aboveCheapest: 0, rtoFrom: 20, onTimeTo: 82.5 },
    };
    const rules = [
      rule({ when: conditions, exclude: selector, binding: true, stop: true }),
      rule({ when: { not: conditions }, only: { rtoFrom: 25 }, status: false }),
      rule({ adjust: { ...selector, rupees: -12.5 }, validFrom: '2026-12-23T18:30:00.000Z' }),
      rule({ adjust: { partners: ['courier-b'], percent: 3 }, validTo: '2026-12-24T18:29:59.999Z' }),
      rule({ rank: { strategy: 'BALANCED', cost: 'LANDED', weights: { hourValue: 2, coverageCost: 0 } } }),
      rule({ rank: {}, validFrom: '2026-12-23T07:00:00+05:30' }),
      rule({ order: { partners: ['courier-b', 'courier-a'], atMostAbove: 15 } }),
      rule({
        share: {
          of: [
            { partner: 'courier-a', percent: 60.5, min: 10, max: 100 },
            { partner: 'group:AIR', percent: 39.5, max: 5 },
          ],
          per: 'WEEK',
          atMostAbove: 4.5,
        },
      }),
      rule({ refuse: { code: 'NO_CASH', message: 'Ask for payment, in advance' }, binding: true }),
    ];
    for (const each of rules) assert.deepEqual(back(each), { rule: each, faults: {} });
  });

  it('says what is wrong, and is no rule then', () => {
    const typed = { ...typedRule(null), label: 'New' };
    const faultsOf = (more: Record<string, string>) => readRule({ ...typed, ...more }, [], MEMBERS, null).faults;
    assert.deepEqual(faultsOf({ partners: 'courier-z' }), { partners: 'There is no courier or group courier-z' });
    assert.deepEqual(faultsOf({ kgFrom: '2', kgTo: '1', partners: 'courier-a' }), {
      kgTo: 'Must be above the weight from',
    });
    assert.deepEqual(faultsOf({ action: 'adjust', rupees: 'much' }), { rupees: 'Must be a number' });
    assert.deepEqual(faultsOf({ action: 'rank', validFrom: 'soon' }), { validFrom: 'A day, as 2026-12-24' });
    assert.equal(readRule(typed, [], MEMBERS, null).rule, null, 'an exclude of nobody is none');
  });

  it('names the fields that it lacks, and those that are wrong', () => {
    const lacks = (more: Record<string, string>): string => {
      const typed = { ...typedRule(null), ...more };
      return ruleLackWords(typed, readRule(typed, [], MEMBERS, null).faults);
    };
    assert.equal(lacks({}), 'Fill in “The rule in words” and “Couriers”.');
    assert.equal(lacks({ label: 'New', action: 'refuse' }), 'Fill in “Reason shown”.');
    assert.equal(lacks({ label: 'New', action: 'adjust', partners: 'courier-a' }), 'Fill in “Add to the score”.');
    assert.equal(lacks({ label: 'New', hoursFrom: 'long' }), 'Check “Transit from”.');
    assert.equal(
      lacks({ partners: 'courier-z', 'not kgFrom': 'much' }),
      'Fill in “The rule in words”. Check “Unless: Weight from” and “Couriers”.',
    );
    assert.equal(lacks({ label: 'New', action: 'rank' }), '');
  });

  it('is a sentence, with what the form does not usually show', () => {
    const words = (more: object) => ruleWords(rule(more));
    assert.equal(
      words({ rank: { cost: 'LANDED', weights: { hourValue: 2 } }, stop: true }),
      'Every parcel: ranked by what was asked and what it costs in the end, an hour at ₹2.00; '
        + 'then no later rule counts.',
    );
    assert.equal(
      words({ adjust: { partners: ['courier-a'], rupees: -5 }, validTo: '2026-12-24T18:29:59.999Z' }),
      'Every parcel: ₹5.00 less in the score of courier-a, until 24 Dec 2026, 23:59 IST.',
    );
  });
});
