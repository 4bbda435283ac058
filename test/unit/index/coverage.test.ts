import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { COVERAGE_LEVELS } from '../../../src/domain/vocabulary.js';
import {
  buildCoverage,
  type CoverageLayout,
  levelIn,
  numberedZones,
  resolveCoverage,
  overrideAt,
  zoneAt,
  zoneIn,
} from '../../../src/index/coverage.js';
import { buildGeography, Geography } from '../../../src/index/geography.js';
import { resolve } from '../../../src/index/layout.js';
import type { Zone } from '../../../src/model/documents.js';
import { coverage as referenceCoverage } from '../../reference/coverage.js';
import { workedWorld, zone } from '../../reference/fixture.js';

const world = workedWorld();
const geography = new Geography(
  buildGeography({ states: world.states, cities: world.cities, areas: world.areas, pincodes: world.pincodes }, 1),
);
const geographical = (fields: Partial<Zone['geographical']>): Zone['geographical'] => ({
  states: [],
  cities: [],
  areas: [],
  ...fields,
});

/** A partner's coverage of a pincode by these zones and entries: `zone id level`. */
function coverageAt(pincode: string, zones: Zone[], assigned: [pincode: number, zoneId: number][] = []): string | null {
  const entries = { assigned: Float64Array.from(assigned.flat()), special: new Float64Array(), overrides: [] };
  const { covered } = resolve<CoverageLayout>(buildCoverage(geography, zones, entries, [], 1));
  const slot = geography.slot(pincode);
  assert.equal(covered[0], 0, 'unknown pincodes are never covered');
  const number = zoneIn(covered[slot]!);
  const level = COVERAGE_LEVELS[levelIn(covered[slot]!)]!;
  assert.equal(number === 0, level === 'none');
  return number === 0 ? null : `${numberedZones(zones)[number - 1]!.id} ${level}`;
}

describe('the coverage block', () => {
  const byState = zone({ id: 10, geographical: geographical({ states: [2] }) });
  const byCity = zone({ id: 20, geographical: geographical({ cities: [21] }) });
  const byArea = zone({ id: 30, geographical: geographical({ areas: [211] }) });
  const byEntry = zone({ id: 40 });

  it('goes by the entry, then the area, the city and the state, whatever the ids', () => {
    const all = [byState, byCity, byArea, byEntry];
    assert.equal(coverageAt('110001', all, [[110001, 40]]), '40 pincode');
    assert.equal(coverageAt('110001', all), '30 area');
    assert.equal(coverageAt('110001', [byState, byCity]), '20 city');
    assert.equal(coverageAt('110001', [byState]), '10 state');
    assert.equal(coverageAt('400001', all), null);
    assert.equal(coverageAt('110002', all, [[110001, 40]]), '20 city', 'the entry is of another pincode');
  });

  it('takes the lowest id of a level, whatever the order of zones and areas', () => {
    const other = zone({ id: 25, geographical: geographical({ areas: [212], cities: [21] }) });
    assert.equal(coverageAt('110001', [byArea, other]), '25 area');
    assert.equal(coverageAt('110001', [other, byArea]), '25 area');
    assert.equal(coverageAt('110002', [other, byCity]), '20 city');
    assert.equal(
      coverageAt('110002', [zone({ id: 9, geographical: geographical({ states: [2] }) }), byState]),
      '9 state',
    );
  });

  it('gives inactive zones nothing, not even their entries', () => {
    const inactive = { ...byEntry, status: false };
    assert.equal(coverageAt('110001', [{ ...byArea, status: false }, byState]), '10 state');
    assert.equal(coverageAt('110001', [inactive, byState], [[110001, 40]]), '10 state', 'as if there were no entry');
    assert.equal(coverageAt('110001', [inactive], [[110001, 40]]), null);
  });

  it('ignores entries of unknown zones and pincodes', () => {
    assert.equal(
      coverageAt(
        '110001',
        [byState],
        [
          [110001, 77],
          [560001, 10],
        ],
      ),
      '10 state',
    );
    assert.equal(coverageAt('110001', [], []), null);
  });

  it('numbers active zones by their ids, up to the maximum', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => zone({ id: 5_000 - index, status: index % 10 !== 0 }));
    const numbered = numberedZones(many);
    assert.equal(numbered.length, 900);
    assert.equal(coverageAt('110001', many, [[110001, numbered.at(-1)!.id]]), `${numbered.at(-1)!.id} pincode`);
  });

  it('distinguishes areas whose ids end alike, and ids beyond 32 bits', () => {
    const [like, large] = [211 + 4_096, 2 ** 40 + 211];
    const pincodes = world.pincodes.map((row) => (row.pincode === '110001' ? { ...row, areaIds: [like, large] } : row));
    const areas = [...world.areas, { ...world.areas[0]!, id: like }, { ...world.areas[0]!, id: large }];
    const places = new Geography(buildGeography({ states: world.states, cities: world.cities, areas, pincodes }, 1));
    const numberAt = (...claimed: number[]): number =>
      zoneIn(
        resolveCoverage(places, [zone({ id: 1, geographical: geographical({ areas: claimed }) })], new Float64Array())[
          places.slot('110001')
        ]!,
      );
    assert.deepEqual([numberAt(211), numberAt(like), numberAt(large), numberAt(212, large)], [0, 1, 1, 1]);
  });

  it('resolves neighbouring pincodes in other places', () => {
    const numbers = resolveCoverage(
      geography,
      [byCity, zone({ id: 50, geographical: geographical({ states: [1] }) })],
      new Float64Array(),
    ).map(zoneIn);
    assert.deepEqual(
      world.pincodes.map(({ pincode }) => [pincode, numbers[geography.slot(pincode)]]),
      world.pincodes.map(({ pincode, cityId, stateId }) => [pincode, cityId === 21 ? 1 : stateId === 1 ? 2 : 0]),
    );
    assert.deepEqual([...new Set(numbers)].sort(), [0, 1, 2]);
  });

  it('equals that of the reference model, for any zones', () => {
    const ids = world.areas.map(({ id }) => id);
    const random = fc.record({
      id: fc.integer({ min: 1, max: 100 }),
      status: fc.boolean(),
      geographical: fc.record({
        states: fc.subarray([1, 2]),
        cities: fc.subarray([11, 12, 21]),
        areas: fc.subarray(ids),
      }),
    });
    const zonesAndEntries = fc
      .uniqueArray(random, { selector: ({ id }) => id, minLength: 1, maxLength: 5 })
      .chain((rows) =>
        fc.tuple(
          fc.constant(rows),
          fc.uniqueArray(
            fc.record({
              pincode: fc.constantFrom(...world.pincodes.map(({ pincode }) => pincode)),
              zoneId: fc.constantFrom(...rows.map(({ id }) => id)),
            }),
            { selector: ({ pincode }) => pincode },
          ),
        ),
      );
    fc.assert(
      fc.property(zonesAndEntries, ([rows, entries]) => {
        const zones = rows.map(zone);
        const asWorld = {
          ...world,
          zones,
          'zone-pincodes': entries.map((entry) => ({
            ...entry,
            partnerId: 'acme',
            assignedAt: world.zones[0]!.createdAt,
          })),
        };
        for (const { pincode } of world.pincodes) {
          const expected = referenceCoverage(asWorld, 'acme', pincode);
          assert.equal(
            coverageAt(
              pincode,
              zones,
              entries.map((entry) => [Number(entry.pincode), entry.zoneId]),
            ),
            expected && `${expected.zoneId} ${expected.level}`,
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('overrides of single pincodes', () => {
  const zones = [{ ...world.zones[0]!, geographical: geographical({}) }];
  const [first, second] = world.pincodes.map(({ pincode }) => pincode) as [string, string];
  const id = zones[0]!.id;

  it('are places of their own, in their zone and with the level of an entry', () => {
    const entries = {
      assigned: Float64Array.of(Number(first), id, Number(second), id),
      special: Float64Array.of(Number(second), 0),
      overrides: [{ maxCodAmount: 12.5, attributes: [], services: { COD: false } }],
    };
    const columns = resolve<CoverageLayout>(buildCoverage(geography, zones, entries, [], 1));
    const [plain, special] = [geography.slot(first), geography.slot(second)];
    assert.deepEqual(
      [plain, special].map((slot) => [zoneAt(columns, slot), levelIn(columns.covered[slot]!)]),
      [
        [1, 1],
        [1, 1],
      ],
    );
    assert.deepEqual([overrideAt(columns, plain), overrideAt(columns, special)], [0, 1]);
    const { maxCodPaise, attributes, available } = columns.overrides;
    assert.deepEqual([maxCodPaise[1], attributes[1], available[1]], [1_250, 0, 0]);
  });

  it('share a place where zone and override are the same, and only there', () => {
    const others = [...zones, { ...zones[0]!, id: id + 1 }];
    const pincodes = world.pincodes.slice(0, 4).map(({ pincode }) => Number(pincode));
    const [a, b, c, d] = pincodes as [number, number, number, number];
    const entries = {
      assigned: Float64Array.of(a, id, b, id, c, id + 1, d, id),
      special: Float64Array.of(a, 0, b, 1, c, 1, d, 2),
      overrides: [{ maxCodAmount: 1 }, { maxCodAmount: 1 }, { maxCodAmount: 2 }],
    };
    const columns = resolve<CoverageLayout>(buildCoverage(geography, others, entries, [], 1));
    const said = pincodes.map((pincode) => {
      const slot = geography.slot(String(pincode));
      return [zoneAt(columns, slot), columns.overrides.maxCodPaise[overrideAt(columns, slot)]];
    });
    assert.deepEqual(said, [
      [1, 100],
      [1, 100],
      [2, 100],
      [1, 200],
    ]);
    assert.deepEqual([columns.specialZone.length, columns.overrides.maxCodPaise.length], [3, 3]);
  });

  it('cost a partner without them nothing, nor one whose zone is inactive', () => {
    const entries = {
      assigned: Float64Array.of(Number(first), id),
      special: Float64Array.of(Number(first), 0),
      overrides: [{ maxCodAmount: 1 }],
    };
    const inactive = zones.map((zone) => ({ ...zone, status: false }));
    const columns = resolve<CoverageLayout>(buildCoverage(geography, inactive, entries, [], 1));
    assert.deepEqual([columns.specialZone.length, columns.covered[geography.slot(first)]], [0, 0]);
  });
});
