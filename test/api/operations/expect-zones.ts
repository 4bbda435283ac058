/** Zones and what they cover, looked up in the documents of a world pincode by pincode. */
import { coverage } from '../../reference/coverage.js';
import type { World } from '../../reference/types.js';
import type { Zone } from '../../../src/model/documents.js';

interface Counts {
  states: number;
  cities: number;
  areas: number;
  pincodes: number;
}

/** What is covered at the pincodes whose zone `isMeant`. */
function countsWhere(world: World, partnerId: string, isMeant: (zoneId: number) => boolean): Counts {
  const covered = world.pincodes.filter(({ pincode }) => {
    const found = coverage(world, partnerId, pincode);
    return found !== null && isMeant(found.zoneId);
  });
  return {
    states: new Set(covered.map(({ stateId }) => stateId)).size,
    cities: new Set(covered.map(({ cityId }) => cityId)).size,
    areas: new Set(covered.flatMap(({ areaIds }) => areaIds)).size,
    pincodes: covered.length,
  };
}

export const zoneCounts = (world: World, { id, partnerId }: Pick<Zone, 'id' | 'partnerId'>): Counts =>
  countsWhere(world, partnerId, (zoneId) => zoneId === id);
export const partnerCounts = (world: World, partnerId: string): Counts => countsWhere(world, partnerId, () => true);

function geographyOf(world: World, { id, partnerId, geographical }: Zone) {
  const pincodes = world['zone-pincodes']
    .filter((entry) => entry.partnerId === partnerId && entry.zoneId === id)
    .map(({ pincode }) => pincode)
    .sort();
  const byId = <D extends { id: number }>(rows: D[], wanted: number): D => rows.find((row) => row.id === wanted)!;
  return {
    states: geographical.states
      .map((wanted) => byId(world.states, wanted))
      .map((row) => ({ id: `${row.id}`, name: row.name, code: row.code })),
    cities: geographical.cities
      .map((wanted) => byId(world.cities, wanted))
      .map((row) => ({ id: `${row.id}`, name: row.name, stateId: `${row.stateId}` })),
    areas: geographical.areas
      .map((wanted) => byId(world.areas, wanted))
      .map((row) => ({ id: `${row.id}`, name: row.name, cityId: `${row.cityId}` })),
    pincodes,
    counts: {
      states: geographical.states.length,
      cities: geographical.cities.length,
      areas: geographical.areas.length,
      pincodes: pincodes.length,
    },
  };
}

/** As an import stores it: an available service without a base charge gets the base charge 0. */
const imported = (service: Zone['services'][number]) =>
  service.isAvailable ? { ...service, baseCharge: service.baseCharge ?? 0 } : service;

export function zoneAnswer(world: World, zone: Zone, parts: { includeGeography: boolean; includeServices: boolean }) {
  const { partnerId, name, description, status, attributes, tags, createdAt, updatedAt } = zone;
  const { averageDeliveryTime, successRate, customerSatisfaction } = world.partners.find(
    (partner) => partner.partnerId === partnerId,
  )!.performance;
  return {
    id: `${zone.id}`,
    partnerId,
    name,
    description,
    status,
    attributes,
    tags: tags ?? [],
    pickupPincodes: zone.pickupPincodes ?? null,
    ...(parts.includeGeography ? { geography: geographyOf(world, zone) } : {}),
    ...(parts.includeServices ? { services: zone.services.map(imported) } : {}),
    operationalDetails: zone.operationalDetails ?? null,
    coverage: zoneCounts(world, zone),
    performance: { averageDeliveryTime, successRate, customerSatisfaction, basis: 'partner' },
    createdAt,
    updatedAt,
  };
}

export function paginationOf(total: number, page: number, limit: number) {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 };
}
