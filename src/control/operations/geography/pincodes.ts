import {
  listPincodes as pincodesContract,
  listStates as statesContract,
  type NAME_MATCHES,
  searchPincodes as searchContract,
} from '../../../contract/pincodes.js';
import type { City, PincodeRow, State } from '../../../model/documents.js';
import { cityIdsWhere, cityNames, stateNames } from './cities.js';
import { idsIn, pageOf, searched, sorted } from '../lists/listing.js';
import { answer, type Api, implement } from '../operation.js';

const STATE_KEYS = { name: (state: State) => state.name };

const PINCODE_KEYS = {
  pincode: ({ pincode }: PincodeRow) => pincode,
  cityId: ({ cityId }: PincodeRow) => cityId,
  stateId: ({ stateId }: PincodeRow) => stateId,
};

export const listStates = implement(statesContract, ({ query: { includeCount, ...query } }, { catalog }) => {
  const { rows, pagination } = pageOf(sorted(catalog.all('states'), STATE_KEYS, 'name'), query);
  const counts = includeCount ? pincodesByState(catalog) : null;
  return answer({
    data: rows.map((state) => ({ ...state, ...(counts !== null && { pincodeCount: counts.get(state.id) ?? 0 }) })),
    pagination,
    options: { includeCount },
  });
});

function pincodesByState(catalog: Api['catalog']): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { stateId } of catalog.all('pincodes')) counts.set(stateId, (counts.get(stateId) ?? 0) + 1);
  return counts;
}

type Comparison = (name: string, text: string) => boolean;

/** Null: as in every search. The others find fewer. */
const COMPARISONS: Readonly<Record<(typeof NAME_MATCHES)[number], Comparison | null>> = {
  all: null,
  partial: null,
  prefix: (name, text) => name.startsWith(text),
  exact: (name, text) => name === text,
};

export const searchPincodes = implement(searchContract, ({ query }, { catalog }) => {
  const cityIds = citiesNamed(query.city, COMPARISONS[query.type], catalog);
  const { rows, pagination } = pageOf(
    catalog.all('pincodes').filter(({ cityId }) => cityIds.has(cityId)),
    query,
  );
  const data = rows.flatMap((row) => pincodeResource(row, catalog) ?? []);
  return answer({ data, pagination, filters: { city: query.city, type: query.type } });
});

export const listPincodes = implement(pincodesContract, ({ query }, { catalog }) => {
  const cityIds = idsIn(query.cityIds);
  const stateIds = idsIn(query.stateIds);
  const cityNamed = query.city === undefined ? null : citiesNamed(query.city, null, catalog);
  const { prefix } = query;
  let rows = sorted(catalog.all('pincodes'), PINCODE_KEYS, query.sortBy, query.sortOrder);
  const cityTests = [
    ...(cityIds === null ? [] : [({ id }: City) => cityIds.has(id)]),
    ...(stateIds === null ? [] : [({ stateId }: City) => stateIds.has(stateId)]),
    ...(cityNamed === null ? [] : [({ id }: City) => cityNamed.has(id)]),
    ...(query.state === undefined ? [] : [inState(query.state, catalog)]),
  ];
  if (cityTests.length > 0) {
    const wanted = cityIdsWhere(catalog, (city) => cityTests.every((test) => test(city)));
    rows = rows.filter(({ cityId }) => wanted.has(cityId));
  }
  if (prefix !== undefined) rows = rows.filter(({ pincode }) => pincode.startsWith(prefix));
  const { rows: pincodes, pagination } = pageOf(rows, query);
  return answer({
    data: pincodes.flatMap((row) => pincodeResource(row, catalog) ?? []),
    pagination,
    filters: {
      state: query.state ?? null,
      city: query.city ?? null,
      stateIds: [...(stateIds ?? [])],
      states: stateNames(stateIds, catalog),
      cityIds: [...(cityIds ?? [])],
      cities: cityNames(cityIds, catalog),
      prefix: prefix ?? null,
      searchMode: 'partial',
    },
  });
});

/** The cities that a search for `text` finds, and of them those with a name that fits. */
function citiesNamed(text: string, fits: Comparison | null, catalog: Api['catalog']): ReadonlySet<number> {
  const found = searched(catalog.all('cities'), text);
  if (fits === null) return new Set(found.map(({ id }) => id));
  const wanted = text.toLowerCase();
  const isMeant = ({ name, aliases = [] }: City) => [name, ...aliases].some((each) => fits(each.toLowerCase(), wanted));
  return new Set(found.filter(isMeant).map(({ id }) => id));
}

function inState(codeOrName: string, catalog: Api['catalog']): (city: City) => boolean {
  const wanted = codeOrName.toLowerCase();
  const ids = new Set(
    catalog
      .all('states')
      .filter(({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted)
      .map(({ id }) => id),
  );
  return ({ stateId }) => ids.has(stateId);
}

/** Null when its city or its state has been deleted: it has no location then. */
export function pincodeResource(
  { pincode, cityId, stateId, areaIds, latitude, longitude, source = null }: PincodeRow,
  catalog: Api['catalog'],
) {
  const city = catalog.find('cities', cityId);
  const state = catalog.find('states', stateId);
  if (city === undefined || state === undefined) return null;
  return {
    pincode,
    cityId,
    cityName: city.name,
    stateId,
    stateName: state.name,
    stateCode: state.code,
    areaCount: areaIds.length,
    latitude,
    longitude,
    source,
  };
}
