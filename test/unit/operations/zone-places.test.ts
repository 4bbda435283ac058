/** GET /zones/{zoneId}/places: pages that begin and end among places of any kind. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Catalog } from '../../../src/control/documents/catalog.js';
import { coverageOf } from '../../../src/control/operations/zones/coverage.js';
import { countPlaces, placesBetween } from '../../../src/control/operations/zones/zone-geography.js';
import { workedWorld } from '../../reference/fixture.js';

const AT = '2026-03-01T00:00:00.000Z';

it('the pages of a zone’s places have each place once, states before cities before areas before pincodes', () => {
  const world = workedWorld((each) => {
    const pincodes = each.pincodes.slice(0, 2).map(({ pincode }) => pincode);
    each.zones[0]!.geographical = {
      states: each.states.slice(0, 2).map(({ id }) => id),
      cities: each.cities.slice(0, 2).map(({ id }) => id),
      areas: each.areas.slice(0, 2).map(({ id }) => id),
    };
    each['zone-pincodes'] = pincodes.map((pincode) => ({ partnerId: 'acme', zoneId: 1, pincode, assignedAt: AT }));
  });
  const catalog = Catalog.of(world);
  const [zone] = world.zones;
  const { states, cities, areas } = zone!.geographical;
  const coverage = coverageOf(catalog, world.partners[0]!);
  const named = (first: number, end: number): string[] =>
    placesBetween(zone!, coverage, catalog, undefined, first, end).map(({ kind, id }) => `${kind} ${id}`);
  const all = [
    ...states.map((id) => `state ${id}`),
    ...cities.map((id) => `city ${id}`),
    ...areas.map((id) => `area ${id}`),
    ...world['zone-pincodes'].map(({ pincode }) => `pincode ${pincode}`).sort(),
  ];
  assert.ok([states, cities, areas, world['zone-pincodes']].every(({ length }) => length > 0));
  assert.equal(countPlaces(zone!, coverage, undefined), all.length);
  for (let first = 0; first <= all.length; first++)
    for (let end = first; end <= all.length + 1; end++) assert.deepEqual(named(first, end), all.slice(first, end));
});
