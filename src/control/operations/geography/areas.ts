import { type Area as AreaResource, listAreas as contract } from '../../../contract/areas.js';
import type { Area } from '../../../model/documents.js';
import { cityIdsWhere, cityNames, stateNames } from './cities.js';
import { idsIn, pageOf, searched, sorted } from '../lists/listing.js';
import { answer, type Api, implement } from '../operation.js';

const SORT_KEYS = {
  name: (area: Area) => area.name,
  cityId: (area: Area) => area.cityId,
  createdAt: (area: Area) => Date.parse(area.createdAt),
};

export const listAreas = implement(contract, ({ query }, { catalog }) => {
  const cityIds = idsIn(query.cityIds);
  const stateIds = idsIn(query.stateIds);
  const wanted =
    stateIds === null
      ? cityIds
      : cityIdsWhere(catalog, ({ id, stateId }) => stateIds.has(stateId) && (cityIds?.has(id) ?? true));
  const all = catalog.all('areas');
  let order = sorted(all, SORT_KEYS, query.sortBy, query.sortOrder);
  if (query.search !== undefined) {
    // one text for all orders: there are many areas
    const found = new Set(searched(all, query.search));
    order = order.filter((area) => found.has(area));
  }
  if (wanted !== null) order = order.filter(({ cityId }) => wanted.has(cityId));
  const { rows, pagination } = pageOf(order, query);
  return answer({
    data: rows.map((area) => areaResource(area, query, catalog)),
    pagination,
    filters: {
      cityIds: [...(cityIds ?? [])],
      cities: cityNames(cityIds, catalog),
      stateIds: [...(stateIds ?? [])],
      states: stateNames(stateIds, catalog),
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
      includeCity: query.includeCity,
      includeState: query.includeState,
      includeCoordinates: false,
      includeMetadata: false,
      includePincodes: false,
      fields: null,
    },
  });
});

function areaResource(
  { id, name, cityId, createdAt }: Area,
  { includeCity, includeState }: { includeCity: boolean; includeState: boolean },
  catalog: Api['catalog'],
): AreaResource {
  const resource: AreaResource = { id, name, cityId, createdAt };
  const city = catalog.find('cities', cityId);
  // another program may have deleted it
  if (city === undefined) return resource;
  if (includeCity) resource.cityName = city.name;
  const state = includeState ? catalog.find('states', city.stateId) : undefined;
  if (state !== undefined) {
    resource.stateId = state.id;
    resource.stateName = state.name;
    resource.stateCode = state.code;
  }
  return resource;
}
