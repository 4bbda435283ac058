/** Zones as resources, and the lists of them. */
import type { Catalog } from '../../mirror/catalog.js';
import { listPartnerZones as partnerContract, listZones as listContract, type Zone as ZoneResource } from '../../contract/zones.js';
import type { Partner, Zone } from '../../schemas/documents.js';
import { coverageOf, type PartnerCoverage } from './coverage.js';
import { pageOf, searched, sorted } from '../lists/listing.js';
import { answer, implement } from '../operation.js';
import { partnerFilterOf, partnerOf } from '../scope.js';

const SORT_KEYS = {
  id: (zone: Zone) => zone.id,
  name: (zone: Zone) => zone.name,
  createdAt: (zone: Zone) => Date.parse(zone.createdAt),
};

export const listPartnerZones = implement(partnerContract, async ({ caller, params, query }, api) => {
  const scoped = partnerOf(caller, params.partnerId, api);
  if (!scoped.ok) return scoped;
  const { catalog } = api;
  const partner = scoped.value;
  const { partnerId, performance } = partner;
  const zones = catalog.of('zones', partnerId);
  const { rows, pagination } = pageOf(query.includeInactive ? zones : zones.filter(({ status }) => status), query);
  const coverage = await coverageOf(catalog, partner);
  return answer({
    data: {
      partnerId, partnerName: partner.name,
      zones: rows.map((zone) => zoneResource(zone, partner, coverage, catalog, query)),
      summary: {
        totalZones: zones.length, activeZones: zones.filter(({ status }) => status).length,
        totalCoverage: coverage.total,
        serviceMetrics: {
          averageDeliveryTime: performance.averageDeliveryTime, overallSuccessRate: performance.successRate, customerSatisfaction: performance.customerSatisfaction,
        },
      },
    },
    pagination,
  });
});

export const listZones = implement(listContract, async ({ caller, query }, api) => {
  const scoped = partnerFilterOf(caller, query.partnerId, api);
  if (!scoped.ok) return scoped;
  const { catalog } = api;
  // a partner that another program deletes leaves its zones behind: they are nobody's
  const zones = scoped.value === null ? catalog.all('zones').filter(({ partnerId }) => catalog.find('partners', partnerId) !== undefined) : catalog.of('zones', scoped.value);
  let rows = sorted(zones, SORT_KEYS, query.sortBy, query.sortOrder);
  if (query.search !== undefined) rows = searched(rows, query.search);
  if (query.status !== undefined) rows = rows.filter(({ status }) => status === query.status);
  const page = pageOf(rows, query);
  const data: ZoneResource[] = [];
  for (const zone of page.rows) {
    const partner = catalog.find('partners', zone.partnerId);
    if (partner === undefined) continue;
    data.push(zoneResource(zone, partner, await coverageOf(catalog, partner), catalog, query));
  }
  return answer({ data, pagination: page.pagination });
});

export interface ZoneParts {
  includeGeography: boolean;
  includeServices: boolean;
}

/** The Zone of the contract; `coverage` is its partner's. */
export function zoneResource(zone: Zone, { performance }: Partner, coverage: PartnerCoverage, catalog: Catalog, { includeGeography, includeServices }: ZoneParts): ZoneResource {
  const { id, partnerId, name, description, status, attributes, services, createdAt, updatedAt } = zone;
  return {
    id: String(id), partnerId, name, description, status, attributes,
    ...(includeGeography && { geography: geographyOf(zone, coverage, catalog) }),
    ...(includeServices && { services }),
    operationalDetails: zone.operationalDetails ?? null,
    coverage: coverage.of(id),
    performance: {
      averageDeliveryTime: performance.averageDeliveryTime, successRate: performance.successRate, customerSatisfaction: performance.customerSatisfaction, basis: 'partner',
    },
    createdAt, updatedAt,
  };
}

function geographyOf({ id, geographical }: Zone, coverage: PartnerCoverage, catalog: Catalog): NonNullable<ZoneResource['geography']> {
  return {
    states: geographical.states.map((stateId) => {
      const { name, code } = catalog.find('states', stateId)!;
      return { id: String(stateId), name, code };
    }),
    cities: geographical.cities.map((cityId) => {
      const { name, stateId } = catalog.find('cities', cityId)!;
      return { id: String(cityId), name, stateId: String(stateId) };
    }),
    areas: geographical.areas.map((areaId) => {
      const { name, cityId } = catalog.find('areas', areaId)!;
      return { id: String(areaId), name, cityId: String(cityId) };
    }),
    pincodes: [...coverage.entries(id)],
  };
}
