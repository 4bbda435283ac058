import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildGeography, Geography, type GeographyDocuments } from '../../../src/index/geography.js';
import { sizeOf } from '../../../src/index/layout.js';

const CREATED_AT = '2024-04-01T00:00:00.000Z';
const pincode = (digits: string, fields: Partial<GeographyDocuments['pincodes'][number]> = {}) => ({
  pincode: digits,
  cityId: 11,
  stateId: 1,
  areaIds: [],
  latitude: null,
  longitude: null,
  ...fields,
});

const documents = (pincodes: GeographyDocuments['pincodes']): GeographyDocuments => ({
  states: [
    { id: 2, name: 'दिल्ली', code: 'DL', gstCode: '07' },
    { id: 1, name: 'Maharashtra', code: 'MH', gstCode: '27' },
  ],
  cities: [
    { id: 12, name: 'Pune', stateId: 1, createdAt: CREATED_AT },
    { id: 11, name: 'मुंबई', stateId: 1, createdAt: CREATED_AT },
    { id: 21, name: 'Delhi', stateId: 2, createdAt: CREATED_AT },
  ],
  areas: [
    { id: 5, name: 'Fort', cityId: 11, createdAt: CREATED_AT },
    { id: 9_007_199_254_740_991, name: 'करोल बाग "🏙"', cityId: 21, createdAt: CREATED_AT },
  ],
  pincodes,
});
const geographyOf = (...pincodes: GeographyDocuments['pincodes'][number][]): Geography =>
  new Geography(buildGeography(documents(pincodes), 1));
const pointOf = ({ columns }: Geography, slot: number) => [columns.latitude[slot], columns.longitude[slot]];

describe('the geography block', () => {
  it('gives pincodes slots in ascending order from 1, whatever their order was', () => {
    const geography = geographyOf(
      pincode('400002', { latitude: 1, longitude: 1 }),
      pincode('110001', { cityId: 21, stateId: 2, latitude: 2, longitude: 2 }),
      pincode('999999'),
    );
    assert.equal(geography.slots, 4);
    assert.deepEqual(
      ['110001', '400002', '999999'].map((digits) => geography.slot(digits)),
      [1, 2, 3],
    );
    assert.deepEqual(
      [1, 2, 3].map((slot) => geography.pincode(slot)),
      ['110001', '400002', '999999'],
    );
  });

  it('takes 10 kB for two pincodes: each price that is asked for again has a block of its own', () => {
    const ends = [pincode('110001', { latitude: 1, longitude: 1 }), pincode('855101')];
    assert.ok(sizeOf(buildGeography(documents(ends), 1)) < 12_000);
  });

  it('contains no other pincode, not even at the ends of the table', () => {
    const geography = geographyOf(pincode('400001', { latitude: 1, longitude: 1 }));
    assert.deepEqual(
      ['000000', '000001', '399001', '400000', '400002', '999999'].map((digits) => geography.slot(digits)),
      [0, 0, 0, 0, 0, 0],
    );
  });

  it('keeps leading zeroes', () => {
    const geography = geographyOf(pincode('000001', { latitude: 1, longitude: 1 }));
    assert.deepEqual([geography.slot('000001'), geography.pincode(1)], [1, '000001']);
  });

  it('has city, state and the first area by name, in any script', () => {
    const geography = geographyOf(
      pincode('110001', { cityId: 21, stateId: 2, areaIds: [9_007_199_254_740_991, 5], latitude: 1, longitude: 1 }),
      pincode('400001', { areaIds: [5], latitude: 1, longitude: 1 }),
      pincode('400002'),
    );
    assert.deepEqual(
      [1, 2, 3].map((slot) => geography.areaName(slot)),
      ['करोल बाग "🏙"', 'Fort', ''],
    );
    assert.deepEqual(
      [1, 2, 3].map((slot) => geography.city(slot)),
      [
        { id: 21, name: 'Delhi' },
        { id: 11, name: 'मुंबई' },
        { id: 11, name: 'मुंबई' },
      ],
    );
    assert.deepEqual(geography.state(1), { id: 2, name: 'दिल्ली', code: 'DL', gstCode: '07' });
    const { areaStart, areaId } = geography.columns;
    assert.deepEqual([...areaId.subarray(areaStart[1], areaStart[2])], [9_007_199_254_740_991, 5]);
    assert.deepEqual([areaStart[2], areaStart[3], areaStart[4]], [2, 3, 3]);
  });

  it('replaces missing coordinates by the mean of the city, then of the state', () => {
    const geography = geographyOf(
      pincode('400001', { latitude: 10, longitude: 70 }),
      pincode('400002', { latitude: 12, longitude: 74 }),
      pincode('400003'),
      pincode('411001', { cityId: 12 }),
      pincode('110001', { cityId: 21, stateId: 2, latitude: 0, longitude: 0 }),
    );
    assert.deepEqual(pointOf(geography, geography.slot('400001')), [10, 70], 'its own');
    assert.deepEqual(pointOf(geography, geography.slot('400003')), [11, 72], 'its city');
    assert.deepEqual(pointOf(geography, geography.slot('411001')), [11, 72], 'of its state, not of the other one');
    assert.deepEqual(pointOf(geography, geography.slot('110001')), [0, 0], 'zero is a coordinate');
  });

  it('prefers the city to the state', () => {
    const geography = geographyOf(
      pincode('400001', { latitude: 10, longitude: 70 }),
      pincode('411001', { cityId: 12, latitude: 20, longitude: 80 }),
      pincode('411002', { cityId: 12 }),
    );
    assert.deepEqual(pointOf(geography, geography.slot('411002')), [20, 80]);
  });

  it('refuses a state without coordinates and a reference to a missing document', () => {
    assert.throws(() => geographyOf(pincode('400001')), /no pincode of state 1 has coordinates/);
    const located = { latitude: 1, longitude: 1 };
    assert.throws(() => geographyOf(pincode('400001', { cityId: 99, ...located })), /unknown reference 99/);
    assert.throws(() => geographyOf(pincode('400001', { stateId: 98, ...located })), /unknown reference 98/);
    assert.throws(() => geographyOf(pincode('400001', { areaIds: [97], ...located })), /unknown reference 97/);
  });

  it('numbers as many states and cities as its columns can hold, and no more', () => {
    const states = Array.from({ length: 257 }, (_, index) => ({
      id: index + 1,
      name: `S${index}`,
      code: 'XX',
      gstCode: '00',
    }));
    const cities = Array.from({ length: 65_537 }, (_, index) => ({
      id: index + 1,
      name: 'C',
      stateId: 1,
      createdAt: CREATED_AT,
    }));
    const of = (stateCount: number, cityCount: number) =>
      buildGeography(
        {
          states: states.slice(0, stateCount),
          cities: cities.slice(0, cityCount),
          areas: [],
          pincodes: [pincode('110001', { stateId: stateCount, cityId: cityCount, latitude: 1, longitude: 1 })],
        },
        1,
      );
    const geography = new Geography(of(256, 65_536));
    assert.deepEqual([geography.state(1).id, geography.city(1).id], [256, 65_536]);
    assert.throws(() => of(257, 1), /at most 256 states/);
    assert.throws(() => of(1, 65_537), /at most 65536 cities/);
  });

  it('may be empty', () => {
    const geography = geographyOf();
    assert.deepEqual([geography.slots, geography.slot('110001')], [1, 0]);
  });
});
