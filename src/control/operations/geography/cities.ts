import { type City as CityResource, listCities as contract } from '../../../contract/cities.js';
import type { City, State } from '../../../model/documents.js';
import { idsIn, pageOf, searched, sorted } from '../lists/listing.js';
import { hasWordFrom } from '../lists/search-text.js';
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
  const stateOf = ({ stateId }: City) => (query.includeState ? (catalog.find('states', stateId) ?? null) : null);
  return answer({
    data: cities.map((city) => cityResource(city, stateOf(city), query.search ?? null)),
    pagination,
    filters: {
      stateIds: [...(stateIds ?? [])],
      states: stateNames(stateIds, catalog),
      search: query.search ?? null,
      name: null,
      populationRange: null,
      coordinates: null,
      searchMode: 'partial',
    },
    options: {
      includeAreaCount: false,
      includeState: query.includeState,
      includeCoordinates: false,
      includeMetadata: false,
      fields: null,
    },
  });
});

/** Members one by one: spreading costs far more for a page of rows. */
function cityResource(city: City, state: State | null, search: string | null): CityResource {
  const { id, name, stateId, createdAt } = city;
  const resource: CityResource = { id, name, stateId, createdAt };
  const alias = search === null ? null : matchedAlias(city, search);
  if (alias !== null) resource.matchedAlias = alias;
  if (state !== null) {
    resource.stateName = state.name;
    resource.stateCode = state.code;
  }
  return resource;
}

/**
 * The alias that `text` matches; null when the city's name contains the text:
 *
 * 1. the alias that equals the text, ignoring case;
 * 2. the first that starts with it;
 * 3. the first with a word that starts with it.
 */
function matchedAlias({ name, aliases = [] }: City, text: string): string | null {
  const wanted = text.toLowerCase();
  if (name.toLowerCase().includes(wanted)) return null;
  const first = (fits: (alias: string) => boolean) => aliases.find((alias) => fits(alias.toLowerCase()));
  return (
    first((alias) => alias === wanted)
    ?? first((alias) => alias.startsWith(wanted))
    ?? first((alias) => hasWordFrom(alias, wanted))
    ?? null
  );
}

/** The names of the existing states among `ids`. */
export function stateNames(ids: ReadonlySet<number> | null, catalog: Api['catalog']): string[] {
  return [...(ids ?? [])].flatMap((id) => catalog.find('states', id)?.name ?? []);
}

/** The names of the existing cities among `ids`. */
export function cityNames(ids: ReadonlySet<number> | null, catalog: Api['catalog']): string[] {
  return [...(ids ?? [])].flatMap((id) => catalog.find('cities', id)?.name ?? []);
}

export function cityIdsWhere(catalog: Api['catalog'], isWanted: (city: City) => boolean): ReadonlySet<number> {
  return new Set(
    catalog
      .all('cities')
      .filter(isWanted)
      .map(({ id }) => id),
  );
}
