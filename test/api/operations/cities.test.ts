import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listCities } from '../../../src/contract/cities.js';
import { MAIN, TestApp } from '../../support/app.js';
import {
  byId,
  expectedPage,
  geographyWorld,
  hasWord,
  holds,
  isCalled,
  isIn,
  ListClient,
  maybeFlags,
  maybeSearch,
  namesOf,
  numbersIn,
  partnerOfWorld,
  type Query,
  randomQueries,
} from './geography.js';

const world = geographyWorld(11);

/**
 * The matching member of a row whose name does not contain the text: the alias that equals it, else one that begins
 * with it, else one with a word that does.
 */
function matchedAlias(
  name: string,
  aliases: readonly string[] = [],
  text: string | undefined,
): { matchedAlias?: string } {
  if (text === undefined || holds(name, text)) return {};
  const wanted = text.toLowerCase();
  const found =
    aliases.find((alias) => alias.toLowerCase() === wanted)
    ?? aliases.find((alias) => alias.toLowerCase().startsWith(wanted))
    ?? aliases.find((alias) => hasWord(alias, text));
  return { matchedAlias: found! };
}

function expected(query: Query) {
  const rows = world.cities.filter((city) => isIn(query.stateIds, city.stateId) && isCalled(city, query.search));
  const values = {
    name: (city: (typeof rows)[number]) => city.name,
    stateId: (city: (typeof rows)[number]) => city.stateId,
    createdAt: (city: (typeof rows)[number]) => Date.parse(city.createdAt),
  };
  const { data, pagination } = expectedPage(
    rows,
    query,
    values[(query.sortBy ?? 'name') as keyof typeof values],
    ({ id }) => id,
    50,
    ({ name }) => !holds(name, query.search),
  );
  const includeState = query.includeState !== 'false';
  return {
    success: true,
    pagination,
    data: data.map(({ aliases, ...city }) => {
      const { name: stateName, code: stateCode } = byId(world.states, city.stateId);
      return {
        ...city,
        ...matchedAlias(city.name, aliases, query.search),
        ...(includeState && { stateName, stateCode }),
      };
    }),
    filters: {
      stateIds: numbersIn(query.stateIds),
      states: namesOf(world.states, query.stateIds),
      search: query.search ?? null,
      name: null,
      populationRange: null,
      coordinates: null,
      searchMode: 'partial',
    },
    options: { includeAreaCount: false, includeState, includeCoordinates: false, includeMetadata: false, fields: null },
    from_cache: query.forceRefresh !== 'true',
  };
}

describe('GET /cities', () => {
  let app: TestApp;
  let cities: ListClient;
  before(async () => {
    app = await TestApp.start(world);
    cities = new ListClient(app, listCities);
  });
  after(() => app.close());

  async function holdsTrue(query: Query, credential = MAIN): Promise<void> {
    assert.deepEqual(await cities.content(query, credential), expected(query), JSON.stringify(query));
  }

  it('lists fifty by name, with their states, without parameters', async () => {
    await holdsTrue({});
    assert.equal((await cities.get({})).json.data.length, 50);
  });

  it('answers a partner and a service alike', () =>
    holdsTrue({ search: 'pu', sortBy: 'stateId' }, partnerOfWorld(world)));

  it('agrees with a naive computation for every combination of parameters', async () => {
    const queries = randomQueries(1, 150, world, ['name', 'stateId', 'createdAt'], (rng) => ({
      ...maybeSearch(rng),
      ...maybeFlags(rng, 'includeState'),
    }));
    await Promise.all(queries.map((query) => holdsTrue(query)));
  });

  it('finds cities by their other names, and says which one matched', async () => {
    const [first, second, third] = world.cities.slice(-3);
    Object.assign(first!, { name: 'Ernakulam', aliases: ['Edakochi', 'Kochi', 'Kochi Fort'] });
    Object.assign(second!, { name: 'Kochipuram', aliases: ['Kochi'] });
    Object.assign(third!, { name: 'Nilgiris', aliases: ['Edakochi', 'Kochi Hills'] });
    await app.store.write(
      [first, second, third].map((document) => ({ kind: 'put', collection: 'cities', document: document! })),
    );
    const found = async (search: string) => {
      await holdsTrue({ search });
      return ((await cities.get({ search })).json.data as { name: string; matchedAlias?: string }[]).map((row) => [
        row.name,
        row.matchedAlias,
      ]);
    };
    assert.deepEqual(
      await found('kochI'),
      [
        ['Kochipuram', undefined],
        ['Ernakulam', 'Kochi'],
        ['Nilgiris', 'Kochi Hills'],
      ],
      'by its own name first, then each by name',
    );
    assert.deepEqual(await found('chipur'), [['Kochipuram', undefined]], 'anywhere in a name');
    assert.deepEqual(await found('dakoch'), [], 'another name from the beginning of a word alone');
    assert.deepEqual(await found('kochi f'), [['Ernakulam', 'Kochi Fort']]);
    assert.deepEqual(await found('hills'), [['Nilgiris', 'Kochi Hills']]);
    assert.deepEqual(await found('i kochi'), [], 'no match spans two names');
    assert.deepEqual(
      (await cities.get({})).json.data.filter((row: object) => 'matchedAlias' in row || 'aliases' in row),
      [],
    );
  });

  it('reads the store again with forceRefresh', () => holdsTrue({ forceRefresh: 'true', limit: '3' }));

  it('is empty beyond the last page, and says which page it is', () => holdsTrue({ page: '1000000000', limit: '100' }));

  it('matches nothing for state ids that do not exist, however large', async () => {
    await holdsTrue({ stateIds: '999999,0' });
    const { json } = await cities.get({ stateIds: `${'9'.repeat(400)},9007199254740993` });
    assert.deepEqual([json.data, json.pagination.total, json.filters.stateIds], [[], 0, []]);
  });

  it('accepts each limit at its bound and names the parameter beyond it', async () => {
    await holdsTrue({ limit: '100', search: 'pu' });
    await holdsTrue({ search: 'x'.repeat(100) });
    const refused: [Query, string[]][] = [
      [{ limit: '101' }, ['limit OUT_OF_RANGE']],
      [{ limit: '0' }, ['limit OUT_OF_RANGE']],
      [{ page: '0' }, ['page OUT_OF_RANGE']],
      [{ page: '1.5' }, ['page INVALID_TYPE']],
      [{ page: 'x' }, ['page INVALID_TYPE']],
      [{ search: 'a' }, ['search TOO_SHORT']],
      [{ search: 'x'.repeat(101) }, ['search TOO_LONG']],
      [{ stateIds: '1,' }, ['stateIds INVALID_FORMAT']],
      [{ stateIds: '' }, ['stateIds INVALID_FORMAT']],
      [{ stateIds: '1, 2' }, ['stateIds INVALID_FORMAT']],
      [{ sortBy: 'id' }, ['sortBy INVALID_VALUE']],
      [{ sortOrder: 'up' }, ['sortOrder INVALID_VALUE']],
      [{ includeState: 'yes' }, ['includeState INVALID_TYPE']],
      [{ forceRefresh: '1' }, ['forceRefresh INVALID_TYPE']],
      [{ limit: '101', search: 'a', sortBy: 'id' }, ['search TOO_SHORT', 'limit OUT_OF_RANGE', 'sortBy INVALID_VALUE']],
    ];
    for (const [query, faults] of refused)
      assert.deepEqual((await cities.faultsOf(query)).sort(), [...faults].sort(), JSON.stringify(query));
  });
});
