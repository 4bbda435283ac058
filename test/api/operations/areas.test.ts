import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listAreas } from '../../../src/contract/areas.js';
import type { Area } from '../../../src/model/documents.js';
import { MAIN, TestApp } from '../../support/app.js';
import {
  byId,
  expectedPage,
  geographyWorld,
  holds,
  isIn,
  ListClient,
  maybeCityIds,
  maybeFlags,
  maybeSearch,
  namesOf,
  numbersIn,
  partnerOfWorld,
  type Query,
  randomQueries,
} from './geography.js';

const world = geographyWorld(12);
const SORT_KEYS = ['name', 'cityId', 'createdAt'] as const;

const stateOf = (cityId: number) => byId(world.states, byId(world.cities, cityId).stateId);
const valueOf = (area: Area, sortBy: (typeof SORT_KEYS)[number]) =>
  sortBy === 'createdAt' ? Date.parse(area.createdAt) : area[sortBy];

function expected(query: Query) {
  const rows = world.areas.filter(
    ({ name, cityId }) =>
      isIn(query.cityIds, cityId) && isIn(query.stateIds, stateOf(cityId).id) && holds(name, query.search),
  );
  const sortBy = (query.sortBy ?? 'name') as (typeof SORT_KEYS)[number];
  const { data, pagination } = expectedPage(
    rows,
    query,
    (area) => valueOf(area, sortBy),
    ({ id }) => id,
  );
  const includeCity = query.includeCity !== 'false';
  const includeState = query.includeState !== 'false';
  return {
    success: true,
    pagination,
    data: data.map((area) => {
      const { id: stateId, name: stateName, code: stateCode } = stateOf(area.cityId);
      return {
        ...area,
        ...(includeCity && { cityName: byId(world.cities, area.cityId).name }),
        ...(includeState && { stateId, stateName, stateCode }),
      };
    }),
    filters: {
      cityIds: numbersIn(query.cityIds),
      cities: namesOf(world.cities, query.cityIds),
      stateIds: numbersIn(query.stateIds),
      states: namesOf(world.states, query.stateIds),
      search: query.search ?? null,
      name: null,
      type: 'all',
      zone: null,
      pincodeCountRange: null,
      coordinates: null,
      searchMode: 'partial',
    },
    options: {
      includePincodeCount: false,
      includeCity,
      includeState,
      includeCoordinates: false,
      includeMetadata: false,
      includePincodes: false,
      fields: null,
    },
    from_cache: query.forceRefresh !== 'true',
  };
}

describe('GET /areas', () => {
  let app: TestApp;
  let areas: ListClient;
  before(async () => {
    app = await TestApp.start(world);
    areas = new ListClient(app, listAreas);
  });
  after(() => app.close());

  async function holdsTrue(query: Query, credential = MAIN): Promise<void> {
    assert.deepEqual(await areas.content(query, credential), expected(query), JSON.stringify(query));
  }

  it('answers concurrent first requests, before any order is cached, each with its own rows', async () => {
    const queries = SORT_KEYS.flatMap((sortBy) =>
      ['asc', 'desc'].flatMap((sortOrder) =>
        ['pu', 'nag'].map((search) => ({ sortBy, sortOrder, search, limit: '7' })),
      ),
    );
    await Promise.all([{}, ...queries, ...queries].map((query) => holdsTrue(query)));
  });

  it('shows page three of the areas of two states that match a search, latest first', async () => {
    const [one, two] = world.states;
    const query = {
      stateIds: `${one!.id},${two!.id}`,
      search: 'nag',
      sortBy: 'createdAt',
      sortOrder: 'desc',
      page: '3',
      limit: '5',
    };
    await holdsTrue(query);
    const { json } = await areas.get(query);
    assert.equal(json.data.length, 5);
    const times = json.data.map(({ createdAt }: Area) => Date.parse(createdAt));
    assert.deepEqual(
      times,
      [...times].sort((a, b) => b - a),
    );
  });

  it('lists the areas that are in both the given cities and the given states', async () => {
    const [city, other] = [
      world.areas.at(-1)!.cityId,
      world.cities.find(({ stateId }) => stateId !== stateOf(world.areas.at(-1)!.cityId).id)!.id,
    ];
    const query = { cityIds: `${city},${other}`, stateIds: String(stateOf(city).id) };
    await holdsTrue(query);
    const { json } = await areas.get(query);
    assert.ok(json.pagination.total > 0);
    assert.ok(json.data.every(({ cityId }: Area) => cityId === city));
  });

  it('orders equal rows by id in either direction', async () => {
    for (const sortOrder of ['asc', 'desc']) {
      const { json } = await areas.get({ search: 'pune', sortOrder, limit: '100' });
      const rows = json.data as Area[];
      const equal = rows.filter(({ name }) => name.toLowerCase() === 'pune');
      assert.ok(equal.length > 1);
      assert.deepEqual(
        equal.map(({ id }) => id),
        equal.map(({ id }) => id).sort((a, b) => a - b),
      );
    }
  });

  it('agrees with a naive computation for every combination of parameters', async () => {
    const queries = randomQueries(2, 200, world, SORT_KEYS, (rng) => ({
      ...maybeCityIds(rng, world),
      ...maybeSearch(rng),
      ...maybeFlags(rng, 'includeCity', 'includeState'),
    }));
    await Promise.all(queries.map((query) => holdsTrue(query)));
  });

  it('answers a partner and a service alike', () => holdsTrue({ search: '(e' }, partnerOfWorld(world)));

  it('reads the store again with forceRefresh', () => holdsTrue({ forceRefresh: 'true', limit: '3' }));

  it('is empty beyond the last page, with and without filters', async () => {
    await holdsTrue({ page: '1000000000' });
    await holdsTrue({ page: '1000000000', search: 'pu' });
  });

  it('matches nothing for ids that do not exist', async () => {
    await holdsTrue({ cityIds: '999999' });
    await holdsTrue({ stateIds: '999999,0' });
    await holdsTrue({ cityIds: String(world.cities[0]!.id), stateIds: '999999' });
    const { json } = await areas.get({ cityIds: '9'.repeat(400) });
    assert.deepEqual([json.data, json.pagination.total, json.filters.cityIds], [[], 0, []]);
  });

  it('names the invalid parameter', async () => {
    const refused: [Query, string[]][] = [
      [{ limit: '101' }, ['limit OUT_OF_RANGE']],
      [{ page: '0' }, ['page OUT_OF_RANGE']],
      [{ search: 'a' }, ['search TOO_SHORT']],
      [{ cityIds: 'x' }, ['cityIds INVALID_FORMAT']],
      [{ stateIds: '-1' }, ['stateIds INVALID_FORMAT']],
      [{ sortBy: 'stateId' }, ['sortBy INVALID_VALUE']],
      [{ sortOrder: 'ASC' }, ['sortOrder INVALID_VALUE']],
      [{ includeCity: '0' }, ['includeCity INVALID_TYPE']],
      [{ includeState: '' }, ['includeState INVALID_TYPE']],
      [{ cityIds: ',', stateIds: ',' }, ['cityIds INVALID_FORMAT', 'stateIds INVALID_FORMAT']],
    ];
    for (const [query, faults] of refused) assert.deepEqual(await areas.faultsOf(query), faults, JSON.stringify(query));
  });
});
