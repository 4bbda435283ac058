/** A partner's data, list by list, as GET /partners/comprehensive-data shows it. */
import type { Catalog } from '../../documents/catalog.js';
import type { ComprehensiveFormat, ComprehensiveParts, ServiceOffer } from '../../../contract/comprehensive.js';
import { MAX_COMPREHENSIVE_IDS, MAX_COMPREHENSIVE_ROWS } from '../../../limits/requests.js';
import type { CardDocuments } from '../../../index/card/documents.js';
import type { Discount, Package, Partner, Zone } from '../../../model/documents.js';
import { customerChargeResource, distanceChargeResource } from '../rates/charges.js';
import type { PartnerCoverage } from '../zones/coverage.js';
import { discountResource, discountsSummary } from '../rates/discounts.js';
import { packageResource } from '../rates/packages.js';
import { zoneResource } from '../zones/zones.js';
import { addTo } from '../../../model/members.js';

/** The parts of a partner to show, and their format. */
export interface View {
  format: ComprehensiveFormat;
  includeInactive: boolean;
  /** Milliseconds since the epoch: validity is that of this moment. */
  nowMs: number;
}

export function partsOf(
  documents: CardDocuments,
  coverage: PartnerCoverage,
  catalog: Catalog,
  view: View,
): ComprehensiveParts {
  const { partner, zones, packages, distanceCharges, customerCharges, discounts } = documents;
  return {
    zones: { success: true, ...listOf(zones, view, zoneIdOf, zoneShown(partner, coverage, catalog, view)) },
    packages: { success: true, ...listOf(packages, view, idOf, packageShown(catalog, view)) },
    services: servicesOf(zones, catalog, view),
    charges: {
      success: true,
      customerCharges: listOf(customerCharges, view, idOf, customerChargeResource),
      distanceCharges: listOf(distanceCharges, view, idOf, distanceChargeResource),
    },
    discounts: {
      success: true,
      ...listOf(discounts, view, idOf, (row: Discount) => discountResource(row, view.nowMs)),
      validDiscounts: discountsSummary(partner.partnerId, discounts, view.nowMs).validDiscounts,
    },
  };
}

const idOf = ({ id }: { id: number }) => id;
const zoneIdOf = ({ id }: Zone) => String(id);

/** The first rows; an answer with all of them could be tens of megabytes. */
function listOf<D extends { status: boolean }, I, R>(
  rows: readonly D[],
  { format, includeInactive }: View,
  minimal: (row: D) => I,
  whole: (row: D) => R,
) {
  const active = rows.filter(({ status }) => status);
  const shown = includeInactive ? rows : active;
  const data =
    format === 'minimal'
      ? shown.slice(0, MAX_COMPREHENSIVE_IDS).map(minimal)
      : shown.slice(0, MAX_COMPREHENSIVE_ROWS).map(whole);
  return { total: rows.length, active: active.length, data };
}

function zoneShown(partner: Partner, coverage: PartnerCoverage, catalog: Catalog, { format }: View) {
  const parts = { includeGeography: format === 'detailed', includeServices: format === 'detailed' };
  return (zone: Zone) => zoneResource(zone, partner, coverage, catalog, parts);
}

function packageShown(catalog: Catalog, { format }: View) {
  return (row: Package) => {
    const { zoneMapping, ...others } = packageResource(row, catalog);
    return format === 'detailed' ? { ...others, zoneMapping } : others;
  };
}

function servicesOf(
  zones: readonly Zone[],
  catalog: Catalog,
  { format, includeInactive }: View,
): ComprehensiveParts['services'] {
  const active = zones.filter(({ status }) => status);
  const listed = listedServices(zones);
  const shown = [...(includeInactive ? listed : listedServices(active))].sort();
  const charges = offeredServices(active);
  return {
    success: true,
    total: listed.size,
    active: charges.size,
    data:
      format === 'minimal'
        ? shown
        : shown.map((serviceTypeId) => serviceOffer(serviceTypeId, charges.get(serviceTypeId), catalog)),
  };
}

type ServiceTypeId = ServiceOffer['serviceTypeId'];

function listedServices(zones: readonly Zone[]): ReadonlySet<ServiceTypeId> {
  return new Set(zones.flatMap(({ services }) => services.map(({ serviceTypeId }) => serviceTypeId)));
}

/** The base charges of each service in the zones that offer it; a missing charge is 0. */
export function offeredServices(zones: readonly Zone[]): ReadonlyMap<ServiceTypeId, readonly number[]> {
  const offered = new Map<ServiceTypeId, number[]>();
  for (const { services } of zones) {
    for (const { serviceTypeId, isAvailable, baseCharge = 0 } of services) {
      if (isAvailable) addTo(offered, serviceTypeId, baseCharge);
    }
  }
  return offered;
}

function serviceOffer(
  serviceTypeId: ServiceTypeId,
  charges: readonly number[] | undefined,
  catalog: Catalog,
): ServiceOffer {
  const { serviceTypeName, displayName } = catalog.find('service-types', serviceTypeId) ?? {
    serviceTypeName: serviceTypeId,
    displayName: serviceTypeId,
  };
  const chargeRange = charges === undefined ? null : { min: Math.min(...charges), max: Math.max(...charges) };
  return {
    serviceTypeId,
    serviceTypeName,
    displayName,
    isAvailable: charges !== undefined,
    customCharge: chargeRange?.min ?? null,
    chargeRange,
  };
}
