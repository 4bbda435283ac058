import { listCities as contract } from '../../contract/cities.js';
import type { City, State } from '../../schemas/documents.js';
import { idsIn, pageOf, searched, sorted } from '../lists/listing.js';
import { answer, type Api, implement } from '../operation.js';

const SORT_KEYS = {
  name: (city: City) => city.name,
  stateId: (city: City) => city.stateId,
  createdAt: (city: City) => Date.parse(city.createdAt),
};

export const listCities = implement(contract, ({ query }, { catalog }) => {
  const stateIds = idsIn(query.stateIds);
  let rows = sorted(catalog.all('cities'), SORT_KEYS, query.sortBy, query.sortOrder);
  if (query.search !== undefined) rows = searched(rows, query.search);
  if (stateIds !== null) rows = rows.filter((city) => stateIds.has(city.stateId));
  const { rows: cities, pagination } = pageOf(rows, query);
  return answer({
    data: cities.map((city) => cityResource(city, query.includeState ? catalog.find('states', city.stateId)! : null)),
    pagination,
    filters: {
      stateIds: [...stateIds ?? []], states: stateNames(stateIds, catalog), search: query.search ?? null,
      name: null, populationRange: null, coordinates: null, searchMode: 'partial',
    },
    options: { includeAreaCount: false, includeState: query.includeState, includeCoordinates: false, includeMetadata: false, fields: null },
  });
});

/** Members one by one: spread together, a page of rows costs sixty times as much. */
function cityResource({ id, name, stateId, createdAt }: City, state: State | null) {
  return state === null ? { id, name, stateId, createdAt } : { id, name, stateId, createdAt, stateName: state.name, stateCode: state.code };
}

/** The names of the states that there are of `ids`. */
export function stateNames(ids: ReadonlySet<number> | null, catalog: Api['catalog']): string[] {
  return [...ids ?? []].flatMap((id) => catalog.find('states', id)?.name ?? []);
}

/** The names of the cities that there are of `ids`. */
export function cityNames(ids: ReadonlySet<number> | null, catalog: Api['catalog']): string[] {
  return [...ids ?? []].flatMap((id) => catalog.find('cities', id)?.name ?? []);
}

export function cityIdsWhere(catalog: Api['catalog'], isWanted: (city: City) => boolean): ReadonlySet<number> {
  return new Set(catalog.all('cities').filter(isWanted).map(({ id }) => id));
}
