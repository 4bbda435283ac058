/** GET /zones/{zoneId}/places: pages that begin and end among places of any kind. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Catalog } from '../../../src/control/documents/catalog.js';
import type { listZonePlaces as contract } from '../../../src/contract/zone-places.js';
import type { AnswerOf } from '../../../src/contract/contract.js';
import type { Api, ApiRequest } from '../../../src/control/operations/operation.js';
import { listZonePlaces } from '../../../src/control/operations/zones/zone-geography.js';
import { workedWorld } from '../../reference/fixture.js';

type Page = AnswerOf<(typeof contract)['schemas']>;

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
  const caller = { kind: 'service', id: 'main-system' };
  const pageOf = (page: number, limit: number) => {
    const request = { params: { zoneId: String(zone!.id) }, query: { page, limit }, caller } as unknown as ApiRequest;
    const { answer } = listZonePlaces.handle(request, { catalog } as Api) as { answer: Page };
    return { total: answer.pagination.total, named: answer.data.map(({ kind, id }) => `${kind} ${id}`) };
  };
  const all = [
    ...states.map((id) => `state ${id}`),
    ...cities.map((id) => `city ${id}`),
    ...areas.map((id) => `area ${id}`),
    ...world['zone-pincodes'].map(({ pincode }) => `pincode ${pincode}`).sort(),
  ];
  assert.ok([states, cities, areas, world['zone-pincodes']].every(({ length }) => length > 0));
  for (let limit = 1; limit <= all.length + 1; limit++)
    for (let page = 1; (page - 2) * limit < all.length; page++) {
      const named = all.slice((page - 1) * limit, page * limit);
      assert.deepEqual(pageOf(page, limit), { total: all.length, named });
    }
});
