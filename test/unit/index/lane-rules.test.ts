import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DistanceCharge, LaneRule, Surcharge, Zone } from '../../../src/model/documents.js';
import { laneRule, SAME_CITY, SAME_STATE, SAME_ZONE } from '../../../src/domain/lanes.js';
import { NO_ROW } from '../../../src/domain/rates.js';
import { buildLaneRules, resolveLaneRules } from '../../../src/index/card/lane-rules.js';
import { haveSameLanes, laneNumbers, tagMask, tagNumbers } from '../../../src/index/card/lanes.js';
import { numberedZones } from '../../../src/index/coverage.js';
import { Fraction } from '../../reference/exact.js';
import { zone } from '../../reference/fixture.js';
import { chooseLaneRule } from '../../reference/lanes.js';
import { randomNow, randomWorld, seededRng } from '../../reference/random.js';
import { seedOf } from '../../support/depth.js';

const SEED = seedOf(20_260_601);
const NOON = Date.parse('2026-03-11T06:30:00.000Z');
const CREATED_AT = '2026-01-01T00:00:00.000Z';

const rule = (fields: Partial<LaneRule>): LaneRule => ({
  id: 1,
  partnerId: 'acme',
  priority: 1,
  lane: 'A',
  when: {},
  status: true,
  createdAt: CREATED_AT,
  ...fields,
});

interface Asked {
  from?: number;
  to?: number;
  common?: number;
  km?: number;
  at?: number;
}

const ZONES: Zone[] = [
  zone({ id: 10, tags: ['METRO', 'NORTH'] }),
  zone({ id: 20, tags: ['METRO'] }),
  zone({ id: 30, status: false, tags: ['NE'] }),
  zone({ id: 40 }),
  zone({ id: 50, tags: null }),
];

/** The id of the rule that gives a route between two zones its lane, and the lane; null: it has none. */
function chosen(rules: LaneRule[], { from = 10, to = 20, common = 0, km = 100, at = NOON }: Asked = {}): string | null {
  const { rows, names } = resolveLaneRules(buildLaneRules({ laneRules: rules, zones: ZONES }, 1));
  const numberOf = (id: number): number => numberedZones(ZONES).findIndex((each) => each.id === id) + 1;
  const row = laneRule(rows, numberOf(from), numberOf(to), common | (from === to ? SAME_ZONE : 0), km, at);
  return row === NO_ROW ? null : `${rows.id[row]!} ${names[rows.lane[row]! - 1]!}`;
}

const holds = (when: LaneRule['when'], asked: Asked): boolean => chosen([rule({ when })], asked) !== null;

describe('a lane rule', () => {
  it('holds for every route without conditions, null ones included', () => {
    assert.equal(holds({}, {}), true);
    assert.equal(holds({ sameZone: null, fromZones: null, anyTags: null, kmTo: null }, { from: 40, to: 50 }), true);
  });

  it('compares what both ends have in common with the fact', () => {
    for (const [name, bit] of [
      ['sameCity', SAME_CITY],
      ['sameState', SAME_STATE],
    ] as const) {
      assert.deepEqual(
        [true, false].map((wanted) => [bit, 0].map((common) => holds({ [name]: wanted }, { common }))),
        [
          [true, false],
          [false, true],
        ],
        name,
      );
    }
    assert.equal(holds({ sameZone: true }, { from: 10, to: 10 }), true);
    assert.equal(holds({ sameZone: true }, { from: 10, to: 20 }), false);
    assert.equal(holds({ sameZone: false }, { from: 10, to: 20 }), true);
    assert.equal(holds({ sameCity: true, sameState: false }, { common: SAME_CITY | SAME_STATE }), false, 'all of them');
  });

  it('looks for each end among its zones, and never in an inactive one', () => {
    assert.equal(holds({ fromZones: [10, 40] }, { from: 40 }), true);
    assert.equal(holds({ fromZones: [10, 40] }, { from: 20, to: 10 }), false);
    assert.equal(holds({ toZones: [20] }, { to: 20 }), true);
    assert.equal(holds({ toZones: [20] }, { from: 20, to: 10 }), false);
    for (const from of [10, 20, 40, 50]) assert.equal(holds({ fromZones: [30] }, { from }), false);
    assert.equal(holds({ fromZones: [999] }, {}), false, 'a deleted zone');
  });

  it('asks for one of its tags at the end that it names', () => {
    assert.equal(holds({ fromTags: ['NORTH', 'NE'] }, { from: 10, to: 40 }), true);
    assert.equal(holds({ fromTags: ['NORTH'] }, { from: 20, to: 10 }), false);
    assert.equal(holds({ toTags: ['NORTH'] }, { from: 40, to: 10 }), true);
    assert.equal(holds({ toTags: ['NORTH'] }, { from: 10, to: 20 }), false);
    assert.equal(holds({ bothTags: ['METRO'] }, { from: 10, to: 20 }), true);
    assert.equal(holds({ bothTags: ['NORTH', 'METRO'] }, { from: 10, to: 20 }), true, 'each end one of them');
    assert.equal(holds({ bothTags: ['METRO'] }, { from: 10, to: 40 }), false);
    assert.equal(holds({ bothTags: ['METRO'] }, { from: 50, to: 20 }), false);
    assert.equal(holds({ anyTags: ['NORTH'] }, { from: 10, to: 40 }), true);
    assert.equal(holds({ anyTags: ['NORTH'] }, { from: 40, to: 10 }), true);
    assert.equal(holds({ anyTags: ['NORTH'] }, { from: 20, to: 40 }), false);
    for (const name of ['fromTags', 'toTags', 'bothTags', 'anyTags'])
      assert.equal(holds({ [name]: ['NE'] }, {}), false, `${name}: only an inactive zone has it`);
  });

  it('holds from kmFrom to before kmTo', () => {
    const when = { kmFrom: 100, kmTo: 500.5 };
    assert.deepEqual(
      [99.9, 100, 500.4, 500.5].map((km) => holds(when, { km })),
      [false, true, true, false],
    );
  });

  it('is in force at both of its bounds', () => {
    const dated = rule({ validFrom: '2026-03-01T00:00:00+05:30', validTo: '2026-03-11T06:30:00.000Z' });
    const from = Date.parse('2026-02-28T18:30:00.000Z');
    assert.deepEqual(
      [from - 1, from, NOON, NOON + 1].map((at) => chosen([dated], { at })),
      [null, '1 A', '1 A', null],
    );
  });

  it('is tried by its priority, then by its id; an inactive one never', () => {
    const rules = [
      rule({ id: 7, priority: 2, lane: 'C' }),
      rule({ id: 9, priority: 1, lane: 'B' }),
      rule({ id: 8, priority: 1, lane: 'A' }),
      rule({ id: 1, priority: -5, lane: 'Z', status: false }),
    ];
    assert.equal(chosen(rules), '8 A');
    assert.equal(chosen([rules[0]!, rules[1]!]), '9 B');
    assert.equal(chosen([rules[3]!]), null);
    const first = rule({ id: 50, priority: -1_000, lane: 'B', when: { kmTo: 50 } });
    assert.equal(chosen([...rules, first], { km: 49.9 }), '50 B');
    assert.equal(chosen([...rules, first], { km: 50 }), '8 A');
  });

  it('may be the last of 64', () => {
    const rules = Array.from({ length: 64 }, (_, i) => rule({ id: i + 1, lane: `L${i + 1}`, when: { kmTo: i + 1 } }));
    assert.deepEqual(
      [0, 31, 32, 62, 63, 64].map((km) => chosen(rules, { km })),
      ['1 L1', '32 L32', '33 L33', '63 L63', '64 L64', null],
    );
  });
});

describe('random lane rules', () => {
  it(`give every pair of pincodes the lane of the reference model (PINRATE_TEST_SEED=${SEED})`, () => {
    const rng = seededRng(SEED);
    let given = 0;
    for (let w = 0; w < 12; w++) {
      const world = randomWorld(rng);
      for (const { partnerId } of world.partners) {
        const zones = world.zones.filter((each) => each.partnerId === partnerId);
        const rules = world['lane-rules'].filter((each) => each.partnerId === partnerId);
        const active = numberedZones(zones);
        const { rows } = resolveLaneRules(buildLaneRules({ laneRules: rules, zones }, 1));
        for (let i = 0; i < 40 && active.length > 0; i++) {
          const [from, to] = [rng.pick(active), rng.pick(active)];
          const [fromPlace, toPlace] = [rng.pick(world.pincodes), rng.pick(world.pincodes)];
          const tenths = rng.int(0, 25_000);
          const at = randomNow(rng, world);
          const ends = {
            pickup: { zone: from, place: fromPlace, entry: null },
            delivery: { zone: to, place: toPlace, entry: null },
          };
          const expected = chooseLaneRule(world, partnerId, { ends, km: new Fraction(BigInt(tenths), 10n) }, at);
          const common =
            (from === to ? SAME_ZONE : 0)
            | (fromPlace.cityId === toPlace.cityId ? SAME_CITY : 0)
            | (fromPlace.stateId === toPlace.stateId ? SAME_STATE : 0);
          const number = (each: Zone) => active.indexOf(each) + 1;
          const row = laneRule(rows, number(from), number(to), common, tenths / 10, at.getTime());
          assert.equal(row === NO_ROW ? null : rows.id[row], expected?.id ?? null, `${partnerId} of world ${w}`);
          if (row !== NO_ROW) given++;
        }
      }
    }
    assert.ok(given > 500, `${given} routes have a lane`);
  });
});

describe('the numbers of lanes and tags', () => {
  it('count the names of active rules in their order, then those of others', () => {
    const rules = [rule({ id: 1, lane: 'C' }), rule({ id: 2, lane: 'A' }), rule({ id: 3, lane: 'C' })];
    const inactive = rule({ id: 4, lane: 'B', status: false });
    assert.deepEqual(
      [...laneNumbers({ laneRules: [...rules, inactive] })],
      [
        ['A', 1],
        ['C', 2],
        ['B', 3],
      ],
    );
    const same = (others: LaneRule[]): boolean => haveSameLanes({ laneRules: rules }, { laneRules: others });
    assert.equal(same([rule({ id: 9, lane: 'A' }), rule({ id: 8, lane: 'C' })]), true);
    assert.equal(same([...rules, rule({ id: 4, lane: 'B' })]), false);
    assert.equal(same([rule({ lane: 'A' }), rule({ lane: 'B' })]), false);
  });

  it('go on with the lanes that only rows name', () => {
    const laneRules = [rule({ id: 1, lane: 'M' })];
    const distanceCharges = [{ lane: 'Z' }, { lane: null }, {}] as DistanceCharge[];
    const surcharges = [{ when: { lanes: ['A', 'M'] } }, {}] as Surcharge[];
    assert.deepEqual(
      [...laneNumbers({ laneRules, distanceCharges, surcharges })],
      [
        ['M', 1],
        ['A', 2],
        ['Z', 3],
      ],
    );
  });

  it('make a mask of those tags that a zone has', () => {
    const numbers = tagNumbers(ZONES);
    assert.deepEqual([...numbers.keys()], ['METRO', 'NE', 'NORTH']);
    assert.deepEqual(
      [['METRO'], ['NORTH', 'METRO', 'NOWHERE'], [], null].map((tags) => tagMask(numbers, tags)),
      [0b001, 0b101, 0, 0],
    );
  });
});
