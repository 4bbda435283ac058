import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listPincodes, listStates, searchPincodes } from '../../../src/contract/pincodes.js';
import type { City, PincodeRow, State } from '../../../src/model/documents.js';
import { MAIN, TestApp } from '../../support/app.js';
import {
  byId,
  expectedPage,
  geographyWorld,
  hasWord,
  isCalled,
  isIn,
  ListClient,
  maybeCity,
  maybeCityIds,
  namesOf,
  numbersIn,
  partnerOfWorld,
  type Query,
  randomQueries,
} from './geography.js';

const world = geographyWorld(13);
const SORT_KEYS = ['pincode', 'cityId', 'stateId'] as const;
type Match = (name: string, text: string) => boolean;
const contains: Match = (name, text) => name.includes(text);
const begins: Match = (name, text) => name.indexOf(text) === 0;
const equals: Match = (name, text) => name === text;
/** How a city's own name, and another of its names, is compared. */
const NAME_MATCHES: Record<string, [own: Match, other: Match]> = {
  all: [contains, hasWord],
  partial: [contains, hasWord],
  prefix: [begins, begins],
  exact: [equals, equals],
};

const cityOf = ({ cityId }: PincodeRow): City => byId(world.cities, cityId);

function resource(row: PincodeRow) {
  const { pincode, cityId, stateId, areaIds, latitude, longitude, source = null } = row;
  const { name: stateName, code: stateCode } = byId(world.states, stateId);
  return {
    pincode,
    cityId,
    cityName: cityOf(row).name,
    stateId,
    stateName,
    stateCode,
    areaCount: areaIds.length,
    latitude,
    longitude,
    source,
  };
}

function isOfState({ stateId }: PincodeRow, text: string | undefined): boolean {
  const { code, name } = byId(world.states, stateId);
  return text === undefined || [code, name].some((value) => value.toLowerCase() === text.toLowerCase());
}

function expectedList(query: Query) {
  const rows = world.pincodes.filter(
    (row) =>
      isIn(query.stateIds, row.stateId)
      && isIn(query.cityIds, row.cityId)
      && isCalled(cityOf(row), query.city)
      && isOfState(row, query.state)
      && row.pincode.startsWith(query.prefix ?? ''),
  );
  const { data, pagination } = expectedPage(
    rows,
    query,
    (row) => row[(query.sortBy ?? 'pincode') as (typeof SORT_KEYS)[number]],
    ({ pincode }) => pincode,
  );
  return {
    data: data.map(resource),
    pagination,
    filters: {
      state: query.state ?? null,
      city: query.city ?? null,
      stateIds: numbersIn(query.stateIds),
      states: namesOf(world.states, query.stateIds),
      cityIds: numbersIn(query.cityIds),
      cities: namesOf(world.cities, query.cityIds),
      prefix: query.prefix ?? null,
      searchMode: 'partial',
    },
  };
}

function expectedSearch(query: Query) {
  const [own, other] = NAME_MATCHES[query.type ?? 'all']!;
  const text = query.city!.toLowerCase();
  const isMeant = ({ name, aliases = [] }: City) =>
    own(name.toLowerCase(), text) || aliases.some((alias) => other(alias.toLowerCase(), text));
  const rows = world.pincodes.filter((row) => isMeant(cityOf(row)));
  const { data, pagination } = expectedPage(
    rows,
    query,
    ({ pincode }) => pincode,
    ({ pincode }) => pincode,
  );
  return { data: data.map(resource), pagination, filters: { city: query.city, type: query.type ?? 'all' } };
}

function expectedStates(query: Query) {
  const includeCount = query.includeCount === 'true';
  const { data, pagination } = expectedPage(
    world.states,
    query,
    ({ name }) => name,
    ({ id }) => id,
  );
  const countOf = (state: State) => world.pincodes.filter(({ stateId }) => stateId === state.id).length;
  return {
    data: data.map((state) => ({ ...state, ...(includeCount && { pincodeCount: countOf(state) }) })),
    pagination,
    options: { includeCount },
  };
}

describe('the lists of pincodes', () => {
  let app: TestApp;
  let states: ListClient;
  let search: ListClient;
  let pincodes: ListClient;
  before(async () => {
    world.states.push({ id: 5_000, name: 'A state without pincodes', code: 'ZZ', gstCode: '99' });
    app = await TestApp.start(world);
    states = new ListClient(app, listStates);
    search = new ListClient(app, searchPincodes);
    pincodes = new ListClient(app, listPincodes);
  });
  after(() => app.close());

  const held =
    (client: () => ListClient, expected: (query: Query) => object) =>
    async (query: Query, credential = MAIN): Promise<void> => {
      assert.deepEqual(
        await client().content(query, credential),
        { success: true, ...expected(query), from_cache: query.forceRefresh !== 'true' },
        JSON.stringify(query),
      );
    };

  describe('GET /pincodes/states', () => {
    const holdsTrue = held(() => states, expectedStates);

    it('lists all by name, with counts only on request', async () => {
      await holdsTrue({});
      await holdsTrue({ includeCount: 'false' }, partnerOfWorld(world));
    });

    it('counts the pincodes of each state, including states with none', () => holdsTrue({ includeCount: 'true' }));

    it('pages the list and reads the store again with forceRefresh', async () => {
      await holdsTrue({ page: '2', limit: '1', includeCount: 'true' });
      await holdsTrue({ forceRefresh: 'true' });
    });

    it('names the invalid parameter', async () => {
      assert.deepEqual(await states.faultsOf({ includeCount: '1' }), ['includeCount INVALID_TYPE']);
      assert.deepEqual(await states.faultsOf({ limit: '101', page: '0' }), ['page OUT_OF_RANGE', 'limit OUT_OF_RANGE']);
    });
  });

  describe('GET /pincodes/search', () => {
    const holdsTrue = held(() => search, expectedSearch);

    it('compares the name as the type says, in upper or lower case and character for character', async () => {
      for (const type of [undefined, ...Object.keys(NAME_MATCHES)]) {
        for (const city of ['pune', 'PU', 'nag.r', '.*', '(East)', 'sAÑ', 'no such city', '^Fort$', 'una'])
          await holdsTrue({ city, ...(type !== undefined && { type }) });
      }
    });

    it('distinguishes the four types', async () => {
      const totals = await Promise.all(
        ['all', 'partial', 'prefix', 'exact'].map(
          async (type) => (await search.get({ city: 'pu', type })).json.pagination.total as number,
        ),
      );
      assert.equal(totals[0], totals[1]);
      assert.ok(totals[1]! > totals[2]! && totals[2]! > totals[3]! && totals[3]! > 0, String(totals));
    });

    it('compares other names of a city like its own name', async () => {
      const [{ cityId }] = world.pincodes.slice(-1) as [PincodeRow];
      const city = Object.assign(byId(world.cities, cityId), { aliases: ['Benares', 'Kashi Cantt'] });
      await app.store.write([{ kind: 'put', collection: 'cities', document: city }]);
      const count = world.pincodes.filter((row) => row.cityId === cityId).length;
      const totals = async (text: string) =>
        Promise.all(
          Object.keys(NAME_MATCHES).map(async (type) => {
            await holdsTrue({ city: text, type });
            return (await search.get({ city: text, type })).json.pagination.total as number;
          }),
        );
      assert.deepEqual(await totals('BENARES'), [count, count, count, count]);
      assert.deepEqual(await totals('kashi'), [count, count, count, 0]);
      assert.deepEqual(await totals('cantt'), [count, count, 0, 0]);
      assert.deepEqual(await totals('res kas'), [0, 0, 0, 0]);
    });

    it('pages what it finds, for a partner too, and reads the store again with forceRefresh', async () => {
      await holdsTrue({ city: 'pu', page: '2', limit: '7' }, partnerOfWorld(world));
      await holdsTrue({ city: 'pu', page: '1000', forceRefresh: 'true' });
    });

    it('names the parameter that is invalid or missing', async () => {
      assert.deepEqual(await search.faultsOf({}), ['city REQUIRED']);
      assert.deepEqual(await search.faultsOf({ city: 'p' }), ['city TOO_SHORT']);
      assert.deepEqual(await search.faultsOf({ city: 'p'.repeat(101) }), ['city TOO_LONG']);
      assert.deepEqual(await search.faultsOf({ city: 'pune', type: 'regex' }), ['type INVALID_VALUE']);
    });
  });

  describe('GET /pincodes', () => {
    const holdsTrue = held(() => pincodes, expectedList);

    it('lists fifty in their order without parameters', () => holdsTrue({}));

    it('shows where a row is from', async () => {
      const [row] = world.pincodes.slice(-1) as [PincodeRow];
      for (const source of ['couriers', 'offices', null] as const) {
        await app.store.write([{ kind: 'put', collection: 'pincodes', document: Object.assign(row, { source }) }]);
        await holdsTrue({ prefix: row.pincode });
        const [listed] = (await pincodes.get({ prefix: row.pincode })).json.data as { source: string }[];
        assert.equal(listed!.source, source);
        assert.equal((await app.get(`/pincodes/${row.pincode}`)).json.data.source, source);
      }
    });

    it('accepts a state’s code or its whole name, in upper or lower case, but not a part of it', async () => {
      const { code, name } = world.states[0]!;
      for (const state of [code, code.toLowerCase(), name, name.toUpperCase()]) await holdsTrue({ state });
      assert.ok(expectedList({ state: code }).pagination.total > 0);
      await holdsTrue({ state: name.slice(0, 3) });
      await holdsTrue({ state: 'ZZ' });
    });

    it('accepts any prefix of a pincode', async () => {
      const { pincode } = world.pincodes.at(-1)!;
      for (let digits = 1; digits <= 6; digits++) await holdsTrue({ prefix: pincode.slice(0, digits) });
      await holdsTrue({ prefix: '999999' });
    });

    it('agrees with a naive computation for every combination of parameters', async () => {
      const queries = randomQueries(3, 200, world, SORT_KEYS, (rng) => ({
        ...maybeCity(rng),
        ...maybeCityIds(rng, world),
        ...(rng.chance(0.3) && {
          state: rng.pick([rng.pick(world.states).code, rng.pick(world.states).name.toLowerCase(), 'XX']),
        }),
        ...(rng.chance(0.3) && { prefix: rng.pick(world.pincodes).pincode.slice(0, rng.int(1, 4)) }),
      }));
      await Promise.all(queries.map((query) => holdsTrue(query)));
    });

    it('answers a partner and a service alike, and reads the store again with forceRefresh', async () => {
      await holdsTrue({ city: 'pu', sortBy: 'cityId', sortOrder: 'desc' }, partnerOfWorld(world));
      await holdsTrue({ forceRefresh: 'true', sortBy: 'stateId' });
    });

    it('names the invalid parameter', async () => {
      const refused: [Query, string[]][] = [
        [{ prefix: '0' }, ['prefix INVALID_FORMAT']],
        [{ prefix: '1234567' }, ['prefix INVALID_FORMAT']],
        [{ prefix: '' }, ['prefix INVALID_FORMAT']],
        [{ prefix: '4x' }, ['prefix INVALID_FORMAT']],
        [{ state: 'M' }, ['state TOO_SHORT']],
        [{ city: 'p' }, ['city TOO_SHORT']],
        [{ cityIds: '1;2' }, ['cityIds INVALID_FORMAT']],
        [{ stateIds: 'MH' }, ['stateIds INVALID_FORMAT']],
        [{ sortBy: 'name' }, ['sortBy INVALID_VALUE']],
        [{ limit: '101' }, ['limit OUT_OF_RANGE']],
      ];
      for (const [query, faults] of refused)
        assert.deepEqual(await pincodes.faultsOf(query), faults, JSON.stringify(query));
    });
  });
});
