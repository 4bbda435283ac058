/** Which zone covers a pincode that has no entry of its own. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PlaceZones } from '../../../src/sheets/serviceability/place-zones.js';
import { fixtureZone } from '../../store/fixtures.js';

describe('the zone of a place', () => {
  it('is that of an area, a city or a state, in this order, and of several the lowest id', () => {
    const zones = [
      fixtureZone(9, 'swift', { states: [1], cities: [10], areas: [] }),
      fixtureZone(4, 'swift', { states: [], cities: [10], areas: [101] }),
      fixtureZone(3, 'swift', { states: [], cities: [], areas: [100] }),
      { ...fixtureZone(2, 'swift', { states: [1, 2], cities: [], areas: [] }), status: false },
    ];
    const places = new PlaceZones(zones);
    assert.equal(places.zoneOf({ stateId: 1, cityId: 10, areaIds: [101, 100] }), 3);
    assert.equal(places.zoneOf({ stateId: 1, cityId: 10, areaIds: [102] }), 4);
    assert.equal(places.zoneOf({ stateId: 1, cityId: 11, areaIds: [] }), 9);
    assert.equal(places.zoneOf({ stateId: 2, cityId: 20, areaIds: [] }), undefined);
  });
});
