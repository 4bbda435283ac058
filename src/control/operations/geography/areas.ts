import { listAreas as contract } from '../../../contract/areas.js';
import type { Area } from '../../../contract/documents/documents.js';
import { cityIdsWhere, cityNames, stateNames } from './cities.js';
import { idsIn } from '../lists/listing.js';
import { longList } from '../lists/long-list.js';
import { answer, type Api, implement } from '../operation.js';

const KEYS = {
  sort: {
    name: (area: Area) => area.name,
    cityId: (area: Area) => area.cityId,
    createdAt: (area: Area) => Date.parse(area.createdAt),
  },
  group: (area: Area) => area.cityId,
};

export const listAreas = implement(contract, async ({ query }, { catalog }) => {
  const cityIds = idsIn(query.cityIds);
  const stateIds = idsIn(query.stateIds);
  const groups = stateIds === null ? cityIds : cityIdsWhere(catalog, ({ id, stateId }) => stateIds.has(stateId) && (cityIds?.has(id) ?? true));
  const { rows, pagination } = await longList(catalog.all('areas'), KEYS).page({ ...query, groups });
  return answer({
    data: rows.map((area) => areaResource(area, query, catalog)),
    pagination,
    filters: {
      cityIds: [...cityIds ?? []], cities: cityNames(cityIds, catalog), stateIds: [...stateIds ?? []], states: stateNames(stateIds, catalog),
      search: query.search ?? null, name: null, type: 'all', zone: null, pincodeCountRange: null, coordinates: null, searchMode: 'partial',
    },
    options: {
      includePincodeCount: false, includeCity: query.includeCity, includeState: query.includeState,
      includeCoordinates: false, includeMetadata: false, includePincodes: false, fields: null,
    },
  });
});

type AreaResource = Area & { cityName?: string; stateId?: number; stateName?: string; stateCode?: string };

function areaResource({ id, name, cityId, createdAt }: Area, { includeCity, includeState }: { includeCity: boolean; includeState: boolean }, catalog: Api['catalog']): AreaResource {
  const resource: AreaResource = { id, name, cityId, createdAt };
  const city = catalog.find('cities', cityId);
  // the rows are from the moment of the request: their city may have been removed while they were sorted
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
