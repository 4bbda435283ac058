/** All data of a partner, computed from the documents of a world row by row. */
import type { CustomerCharge, Discount, Package } from '../../../src/model/documents.js';
import type { World } from '../../reference/types.js';
import { zoneAnswer, zoneCounts } from './expect-zones.js';

export interface Wanted {
  format: 'minimal' | 'standard' | 'detailed';
  includeStatistics: boolean;
  includeMetadata: boolean;
  includeInactive: boolean;
}

const ascending = (a: { id: number }, b: { id: number }): number => a.id - b.id;
const isValid = ({ validFrom, validTo }: Package | Discount, now: Date): boolean =>
  (!validFrom || new Date(validFrom) <= now) && (!validTo || new Date(validTo) >= now);

const NO_FILTERS = {
  minCharge: null,
  minWeight: null,
  maxWeight: null,
  shipmentType: null,
  paymentType: null,
  service: null,
  customerId: null,
  direction: 'FORWARD',
  kmFrom: null,
  kmTo: null,
  lane: null,
  validFrom: null,
  validTo: null,
};

function packageAnswer(world: World, row: Package, isDetailed: boolean) {
  const nameOf = (id: number | null): string | null =>
    id === null ? null : world.zones.find((zone) => zone.id === id)!.name;
  const { fromZoneId = null, toZoneId = null } = row;
  const names =
    fromZoneId === null && toZoneId === null ? null : { fromZone: nameOf(fromZoneId), toZone: nameOf(toZoneId) };
  return {
    ...NO_FILTERS,
    ...row,
    fromZoneId,
    toZoneId,
    applicability: names === null ? 'general' : 'zone_specific',
    ...(isDetailed ? { zoneMapping: names } : {}),
  };
}

function chargeAnswer({ customerId = null, minKg, maxKg, validFrom = null, validTo = null, ...row }: CustomerCharge) {
  return {
    ...{ direction: 'FORWARD', of: null, above: null, min: null, max: null, codFrom: null, codTo: null, always: false },
    ...row,
    validFrom,
    validTo,
    customerId,
    ...(minKg === undefined || minKg === null ? {} : { minKg }),
    ...(maxKg === undefined || maxKg === null ? {} : { maxKg }),
    applicableFor: customerId === null ? 'partner_customers' : 'specific_customer',
  };
}

function discountAnswer(
  { customerId = null, description, appliesTo = 'SUBTOTAL', validFrom = null, validTo = null, ...row }: Discount,
  now: Date,
) {
  return {
    ...row,
    appliesTo,
    customerId,
    ...(description ? { description } : {}),
    validFrom,
    validTo,
    isCurrentlyValid: isValid({ validFrom, validTo } as Discount, now),
  };
}

/** Looks up every service in every zone. */
function servicesAnswer(world: World, partnerId: string, { format, includeInactive }: Wanted) {
  const zones = world.zones.filter((zone) => zone.partnerId === partnerId);
  const ids = [
    'COD',
    'DELIVERY',
    'EXPRESS',
    'HILL',
    'INSURANCE',
    'ODA',
    'PICKUP',
    'PREPAID',
    'REVERSE',
    'TRACKING',
  ] as const;
  const rows = ids.map((serviceTypeId) => {
    const entries = zones.flatMap((zone) =>
      zone.services
        .filter((service) => service.serviceTypeId === serviceTypeId)
        .map((service) => ({ ...service, ofActive: zone.status })),
    );
    const charges = entries
      .filter(({ ofActive, isAvailable }) => ofActive && isAvailable)
      .map(({ baseCharge }) => baseCharge ?? 0)
      .sort((a, b) => a - b);
    const [customCharge = null] = charges;
    const named = world['service-types'].find((type) => type.serviceTypeId === serviceTypeId);
    return {
      isListed: entries.length > 0,
      isShown: entries.some(({ ofActive }) => ofActive || includeInactive),
      offer: {
        serviceTypeId,
        serviceTypeName: named?.serviceTypeName ?? serviceTypeId,
        displayName: named?.displayName ?? serviceTypeId,
        isAvailable: charges.length > 0,
        customCharge,
        chargeRange: customCharge === null ? null : { min: customCharge, max: charges.at(-1)! },
      },
    };
  });
  const shown = rows.filter(({ isShown }) => isShown).map(({ offer }) => offer);
  return {
    success: true,
    total: rows.filter(({ isListed }) => isListed).length,
    active: rows.filter(({ offer }) => offer.isAvailable).length,
    data: format === 'minimal' ? shown.map(({ serviceTypeId }) => serviceTypeId) : shown,
  };
}

export function expectedParts(world: World, partnerId: string, wanted: Wanted, now: Date) {
  const { format, includeInactive } = wanted;
  const isDetailed = format === 'detailed';
  const list = <D extends { id: number; status: boolean; partnerId: string | null }>(
    all: D[],
    answer: (row: D) => object,
    idOf: (row: D) => unknown = ({ id }) => id,
  ) => {
    const own = all.filter((row) => row.partnerId === partnerId).sort(ascending);
    const shown = own.filter(({ status }) => status || includeInactive);
    return {
      total: own.length,
      active: own.filter(({ status }) => status).length,
      data: shown.map((row) => (format === 'minimal' ? idOf(row) : answer(row))),
    };
  };
  return {
    zones: {
      success: true,
      ...list(
        world.zones,
        (zone) => zoneAnswer(world, zone, { includeGeography: isDetailed, includeServices: isDetailed }),
        ({ id }) => `${id}`,
      ),
    },
    packages: { success: true, ...list(world.packages, (row) => packageAnswer(world, row, isDetailed)) },
    services: servicesAnswer(world, partnerId, wanted),
    charges: {
      success: true,
      customerCharges: list(world['customer-charges'], chargeAnswer),
      distanceCharges: list(
        world['distance-charges'],
        ({
          id,
          distanceFrom,
          distanceTo,
          charge,
          chargeType,
          lane = null,
          status,
          validFrom = null,
          validTo = null,
        }) => ({
          id,
          distanceFrom,
          distanceTo,
          charge,
          chargeType,
          lane,
          status,
          validFrom,
          validTo,
        }),
      ),
    },
    discounts: {
      success: true,
      ...list(world.discounts, (row) => discountAnswer(row, now)),
      validDiscounts: world.discounts.filter((row) => row.partnerId === partnerId && isValid(row, now)).length,
    },
  };
}

export function expectedLastUpdated(world: World, partnerId: string): string | null {
  const moments = [
    ...world.zones.filter((row) => row.partnerId === partnerId).map(({ updatedAt }) => updatedAt),
    ...[...world.packages, ...world['customer-charges'], ...world.discounts]
      .filter((row) => row.partnerId === partnerId)
      .map(({ createdAt }) => createdAt),
  ].sort((a, b) => Date.parse(a) - Date.parse(b));
  return moments.length === 0 ? null : new Date(moments.at(-1)!).toISOString();
}

export function expectedCompleteness(world: World, partnerId: string, now: Date) {
  const percent = (part: number, whole: number): string =>
    whole === 0 ? '0%' : `${Math.floor((part / whole) * 100 + 1e-9)}%`;
  const own = <D extends { partnerId: string | null }>(rows: D[]): D[] =>
    rows.filter((row) => row.partnerId === partnerId);
  const [zones, packages, discounts] = [own(world.zones), own(world.packages), own(world.discounts)];
  const isOffered = (id: string): boolean =>
    zones.some(
      (zone) => zone.status && zone.services.some((service) => service.serviceTypeId === id && service.isAvailable),
    );
  const charged = (['fsc', 'docket', 'cod', 'insurance'] as const).filter((type) =>
    world['customer-charges'].some(
      (row) =>
        row.type === type
        && row.status
        && (row.partnerId === partnerId || row.partnerId === null)
        && (row.customerId ?? null) === null,
    ),
  );
  return {
    zones: percent(zones.filter((zone) => zone.status && zoneCounts(world, zone).pincodes > 0).length, zones.length),
    packages: percent(packages.filter((row) => row.status && isValid(row, now)).length, packages.length),
    services: percent(
      world['service-types'].filter(({ serviceTypeId }) => isOffered(serviceTypeId)).length,
      world['service-types'].length,
    ),
    charges: percent(charged.length, 4),
    discounts: percent(discounts.filter((row) => row.status && isValid(row, now)).length, discounts.length),
  };
}
