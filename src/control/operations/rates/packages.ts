/** Packages: a partner's rates by weight. */
import type { Catalog } from '../../documents/catalog.js';
import {
  listPackages as packagesContract,
  listPartnerPackages as partnerContract,
  Package as PackageResource,
  type PartnerPackage,
} from '../../../contract/packages.js';
import { toPaise, toRupees } from '../../../domain/money.js';
import { derived } from '../../../model/derived.js';
import type { Package, Partner } from '../../../model/documents.js';
import { pageOf, searched, sorted } from '../lists/listing.js';
import { answer, implement } from '../operation.js';
import { partnerFilterOf, partnerOf } from '../owner.js';

const SORT_KEYS = {
  packageId: (row: Package) => row.packageId,
  packageName: (row: Package) => row.packageName,
  createdAt: (row: Package) => Date.parse(row.createdAt),
};

interface PackageParts {
  includeCharges: boolean;
  includeWeightCharges: boolean;
  includeZoneMapping: boolean;
}

export const listPartnerPackages = implement(partnerContract, ({ caller, params, query }, api) => {
  const scoped = partnerOf(caller, params.partnerId, api);
  if (!scoped.ok) return scoped;
  const { catalog } = api;
  const { partnerId, name, status } = scoped.value;
  const all = catalog.of('packages', partnerId);
  const { rows, pagination } = pageOf(sorted(all, SORT_KEYS, query.sortBy, query.sortOrder), query);
  return answer({
    data: {
      partnerId,
      partnerName: name,
      packages: rows.map((row) => partnerPackage(packageResource(row, catalog), query)),
      summary: summaryOf(all, scoped.value),
      partnerCache: { partnerId, isActive: status === 'ACTIVE', lastUpdated: lastUpdatedOf(partnerId, catalog) },
    },
    pagination,
  });
});

function partnerPackage(
  resource: ReturnType<typeof packageResource>,
  { includeCharges, includeWeightCharges, includeZoneMapping }: PackageParts,
): PartnerPackage {
  const { baseCharge, addonWeight, addonCharge, minCharge, zoneMapping, ...others } = resource;
  return {
    ...others,
    ...(includeCharges && { baseCharge, minCharge }),
    ...(includeWeightCharges && { addonWeight }),
    ...(includeCharges && includeWeightCharges && { addonCharge }),
    ...(includeZoneMapping && { zoneMapping }),
  };
}

export const listPackages = implement(packagesContract, ({ caller, query }, api) => {
  const scoped = partnerFilterOf(caller, query.partnerId, api);
  if (!scoped.ok) return scoped;
  const { catalog } = api;
  let rows = scoped.value === null ? catalog.all('packages') : catalog.of('packages', scoped.value);
  if (query.search !== undefined) rows = searched(named(rows), query.search).map(({ row }) => row);
  const { status, shipmentType } = query;
  if (status !== undefined) rows = rows.filter((row) => row.status === status);
  if (shipmentType !== undefined) rows = rows.filter((row) => (row.shipmentType ?? shipmentType) === shipmentType);
  const page = pageOf(rows, query);
  return answer({ data: page.rows.map((row) => packageResource(row, catalog)), pagination: page.pagination });
});

/** The contract's Package. */
export function packageResource(row: Package, catalog: Catalog) {
  const fromZoneId = row.fromZoneId ?? null;
  const toZoneId = row.toZoneId ?? null;
  const isGeneral = fromZoneId === null && toZoneId === null;
  return PackageResource.of(row, {
    applicability: isGeneral ? 'general' : 'zone_specific',
    zoneMapping: isGeneral ? null : { fromZone: zoneName(fromZoneId, catalog), toZone: zoneName(toZoneId, catalog) },
  });
}

function zoneName(id: number | null, catalog: Catalog): string | null {
  // another program may have deleted the zone: the row matches nothing then
  return id === null ? null : (catalog.find('zones', id)?.name ?? null);
}

function summaryOf(rows: readonly Package[], partner: Partner) {
  const general = rows.filter(({ fromZoneId, toZoneId }) => (fromZoneId ?? toZoneId ?? null) === null).length;
  const basePaise = rows.reduce((sum, { baseCharge }) => sum + toPaise(baseCharge), 0);
  return {
    totalPackages: rows.length,
    activePackages: rows.filter(({ status }) => status).length,
    generalPackages: general,
    zoneSpecificPackages: rows.length - general,
    avgBaseCharge: rows.length === 0 ? null : toRupees(Math.floor((2 * basePaise + rows.length) / (2 * rows.length))),
    weightRangeSupported: weightRange(rows, partner.limits.maxWeight),
  };
}

/** From the least to the most weight that active rows carry (docs/rules.md#weight-charge) and the partner accepts. */
function weightRange(rows: readonly Package[], partnerMaxGrams: number): string {
  const carried = rows
    .filter(({ status }) => status)
    .map(({ baseWeight, addonWeight, minWeight, maxWeight }) => ({
      above: minWeight ?? 0,
      upTo: Math.min(maxWeight ?? Infinity, addonWeight === 0 ? baseWeight : Infinity, partnerMaxGrams),
    }))
    .filter(({ above, upTo }) => above < upTo);
  if (carried.length === 0) return 'none: no active package carries anything';
  const lightest = carried.reduce((least, { above }) => Math.min(least, above + 1), Infinity);
  const heaviest = carried.reduce((most, { upTo }) => Math.max(most, upTo), 0);
  return `${weightText(lightest)} to ${weightText(heaviest)}`;
}

function weightText(grams: number): string {
  return grams < 1_000 ? `${grams} g` : `${grams / 1_000} kg`;
}

/** The latest createdAt or updatedAt of a partner's documents; null: none has either. */
export function lastUpdatedOf(partnerId: string, catalog: Catalog): string | null {
  const moments = [
    ...catalog.of('zones', partnerId).map(({ updatedAt }) => updatedAt),
    ...(['packages', 'customer-charges', 'discounts'] as const).flatMap((collection) =>
      catalog.of(collection, partnerId).map(({ createdAt }) => createdAt),
    ),
  ];
  const latest = moments.reduce((most, moment) => Math.max(most, Date.parse(moment)), -Infinity);
  return latest === -Infinity ? null : new Date(latest).toISOString();
}

interface NamedPackage {
  name: string;
  row: Package;
}

/** Packages with the `name` that lists are searched by. */
const named = derived((rows: readonly Package[]): readonly NamedPackage[] =>
  rows.map((row) => ({ name: row.packageName, row })),
);
