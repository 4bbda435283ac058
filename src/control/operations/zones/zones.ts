/** Zones as resources, and the lists of them. */
import type { Catalog } from '../../documents/catalog.js';
import {
  listPartnerZones as partnerContract,
  listZones as listContract,
  Zone as ZoneResource,
} from '../../../contract/zones.js';
import type { Partner, Zone } from '../../../model/documents.js';
import { coverageOf, type PartnerCoverage } from './coverage.js';
import { pageOf, searched, sorted } from '../lists/listing.js';
import { type ApiRequest, answer, implement } from '../operation.js';
import { geographyOf } from './zone-geography.js';
import { partnerFilterOf, partnerOf } from '../owner.js';

const SORT_KEYS = {
  id: (zone: Zone) => zone.id,
  name: (zone: Zone) => zone.name,
  createdAt: (zone: Zone) => Date.parse(zone.createdAt),
};

export const listPartnerZones = implement(partnerContract, ({ caller, params, query }, api) => {
  const scoped = partnerOf(caller, params.partnerId, api);
  return scoped.ok ? partnerZones(scoped.value, api.catalog, query) : scoped;
});

type PartnerQuery = ApiRequest<(typeof partnerContract)['schemas']>['query'];

function partnerZones(partner: Partner, catalog: Catalog, query: PartnerQuery) {
  const coverage = coverageOf(catalog, partner);
  const { partnerId, performance } = partner;
  const zones = catalog.of('zones', partnerId);
  const { rows, pagination } = pageOf(query.includeInactive ? zones : zones.filter(({ status }) => status), query);
  return answer({
    data: {
      partnerId,
      partnerName: partner.name,
      zones: rows.map((zone) => zoneResource(zone, partner, coverage, catalog, query)),
      summary: {
        totalZones: zones.length,
        activeZones: zones.filter(({ status }) => status).length,
        totalCoverage: coverage.total,
        serviceMetrics: {
          averageDeliveryTime: performance.averageDeliveryTime,
          overallSuccessRate: performance.successRate,
          customerSatisfaction: performance.customerSatisfaction,
        },
      },
    },
    pagination,
  });
}

export const listZones = implement(listContract, ({ caller, query }, api) => {
  const scoped = partnerFilterOf(caller, query.partnerId, api);
  if (!scoped.ok) return scoped;
  const { catalog } = api;
  // a partner that another program deletes leaves its zones behind: they belong to nobody
  const zones =
    scoped.value === null
      ? catalog.all('zones').filter(({ partnerId }) => catalog.find('partners', partnerId) !== undefined)
      : catalog.of('zones', scoped.value);
  let rows = sorted(zones, SORT_KEYS, query.sortBy, query.sortOrder);
  if (query.search !== undefined) rows = searched(rows, query.search);
  if (query.status !== undefined) rows = rows.filter(({ status }) => status === query.status);
  const page = pageOf(rows, query);
  return answer({ data: page.rows.flatMap((zone) => listedZone(zone, catalog, query)), pagination: page.pagination });
});

/** The row of a zone; none when another program has deleted its partner. */
function listedZone(zone: Zone, catalog: Catalog, parts: ZoneParts): ReturnType<typeof zoneResource>[] {
  const partner = catalog.find('partners', zone.partnerId);
  return partner === undefined ? [] : [zoneResource(zone, partner, coverageOf(catalog, partner), catalog, parts)];
}

interface ZoneParts {
  includeGeography: boolean;
  includeServices: boolean;
}

/** The contract's Zone; `coverage` is its partner's. */
export function zoneResource(
  zone: Zone,
  { performance: { averageDeliveryTime, successRate, customerSatisfaction } }: Partner,
  coverage: PartnerCoverage,
  catalog: Catalog,
  { includeGeography, includeServices }: ZoneParts,
) {
  return ZoneResource.of(zone, {
    id: String(zone.id),
    ...(includeServices && { services: zone.services }),
    operationalDetails: zone.operationalDetails ?? null,
    ...(includeGeography && { geography: geographyOf(zone, coverage, catalog) }),
    coverage: coverage.of(zone.id),
    performance: { averageDeliveryTime, successRate, customerSatisfaction, basis: 'partner' },
  });
}
