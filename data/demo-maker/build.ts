import {
  type CollectionName,
  CONTRACT_COLLECTIONS,
  type Documents,
  type Package,
  type Partner,
  type Zone,
  type ZonePincode,
} from '../../src/model/documents.js';
import { SERVICE_TYPE_IDS } from '../../src/domain/vocabulary.js';
import type { Operations, PartnerSpec, ServiceCharges, Slab, ZoneSpec } from './card.js';
import type { PackageRow } from './tiling.js';
import {
  CARD_CREATED,
  customerCharge,
  DEFAULT_CHARGES,
  partnerCredential,
  rateOf,
  SERVICE_TYPES,
  serviceCredential,
} from './common.js';
import { laneRule, rtoTerms, surcharge, transitLanes, weightTerms, zonePincode } from './contract-rows.js';
import { kilometresBetween, type Geography } from './geography.js';
import { pairRowsOf, type PairRow } from './zone-pairs.js';

/** The documents of a dataset folder over the shipped geography. */
export const DATASET_COLLECTIONS = [
  'service-types',
  'partners',
  'zones',
  'zone-pincodes',
  'packages',
  'distance-charges',
  'customer-charges',
  'discounts',
  ...CONTRACT_COLLECTIONS,
  'holds',
  'place-groups',
  'allocation-policies',
  'capacities',
  'landed-terms',
  'credentials',
] as const satisfies readonly CollectionName[];
export type Dataset = { [C in (typeof DATASET_COLLECTIONS)[number]]: Documents[C][] };

// Each partner has its own block of ids, so that a changed card moves no id of another partner.
const ZONES_PER_BLOCK = 100;
const ROWS_PER_BLOCK = 1_000;
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/**
 * The documents of these partners, the default charges, the service types and the credentials. General rows of other
 * collections are left to the caller.
 * @param arranged what becomes of a partner's package rows
 * @throws on a name that the geography does not contain and on a spec that contradicts itself.
 */
export function buildDataset(
  specs: readonly PartnerSpec[],
  geography: Geography,
  arranged: (rows: readonly PackageRow[]) => readonly PackageRow[] = (rows) => rows,
): Dataset {
  const dataset: Dataset = {
    'service-types': [...SERVICE_TYPES],
    'partners': [],
    'zones': [],
    'zone-pincodes': [],
    'packages': [],
    'distance-charges': [],
    'customer-charges': DEFAULT_CHARGES.map((charge, i) => customerCharge(i + 1, null, charge)),
    'discounts': [],
    'lane-rules': [],
    'surcharges': [],
    'transit-lanes': [],
    'rto-terms': [],
    'weight-terms': [],
    'holds': [],
    'place-groups': [],
    'allocation-policies': [],
    'capacities': [],
    'landed-terms': [],
    'holidays': [],
    'road-distances': [],
    'credentials': [serviceCredential()],
  };
  specs.forEach((spec, i) => addPartner(dataset, spec, i + 1, geography, arranged));
  return dataset;
}

function addPartner(
  dataset: Dataset,
  spec: PartnerSpec,
  number: number,
  geography: Geography,
  arranged: (rows: readonly PackageRow[]) => readonly PackageRow[],
): void {
  const { partnerId } = spec;
  const rowId = (i: number): number => blockId(number, i, ROWS_PER_BLOCK);
  const zones = spec.zones.map((zone, i) => zoneDocument(zone, spec, blockId(number, i, ZONES_PER_BLOCK), geography));
  refuseSharedPlaces(zones);
  const zoneIds = new Map(spec.zones.map((zone, i) => [zone.code, zones[i]!.id]));

  dataset.partners.push(partnerDocument(spec, number, geography));
  dataset.zones.push(...zones);
  dataset['zone-pincodes'].push(...zonePincodes(spec, zoneIds, geography));
  dataset.packages.push(
    ...arranged(packageRows(spec)).map((row, i) => packageDocument(row, spec, zoneIds, rowId(i), i)),
  );
  const idOf = (code: string): number => {
    const id = zoneIds.get(code);
    if (id === undefined) throw new Error(`${partnerId}: no zone ${code}`);
    return id;
  };
  dataset['lane-rules'].push(...(spec.laneRules ?? []).map((row, i) => laneRule(row, partnerId, idOf, rowId(i), i)));
  dataset['transit-lanes'].push(...transitLanes(spec, idOf, rowId));
  dataset.surcharges.push(...(spec.surcharges ?? []).map((row, i) => surcharge(row, partnerId, rowId(i))));
  dataset['weight-terms'].push(...(spec.weightTerms ?? []).map((row, i) => weightTerms(row, partnerId, rowId(i))));
  dataset['rto-terms'].push(...(spec.rtoTerms ?? []).map((row, i) => rtoTerms(row, partnerId, rowId(i))));
  dataset['distance-charges'].push(
    ...(spec.distance ?? []).map((row, i) => {
      const { chargeType, value } = rateOf(row);
      return {
        id: rowId(i),
        partnerId,
        distanceFrom: row.fromKm,
        distanceTo: row.toKm,
        charge: value,
        chargeType,
        status: row.status ?? true,
      };
    }),
  );
  dataset['customer-charges'].push(...spec.charges.map((row, i) => customerCharge(rowId(i), partnerId, row)));
  dataset.discounts.push(
    ...spec.discounts.map((row, i) => {
      const { chargeType, value } = rateOf(row);
      return {
        id: rowId(i),
        partnerId,
        fromWeight: row.fromKg,
        toWeight: row.toKg,
        discountType: chargeType,
        discountValue: value,
        ...(row.appliesTo && { appliesTo: row.appliesTo }),
        description: row.description,
        validFrom: row.validity?.validFrom ?? null,
        validTo: row.validity?.validTo ?? null,
        status: row.status ?? true,
        createdAt: CARD_CREATED,
      };
    }),
  );
  dataset.credentials.push(partnerCredential(partnerId));
}

function blockId(number: number, index: number, size: number): number {
  if (index >= size - 1) throw new Error(`partner ${number} has over ${size - 1} rows of one kind`);
  return number * size + index + 1;
}

function partnerDocument(spec: PartnerSpec, number: number, geography: Geography): Partner {
  const host = `${spec.partnerId}.example`;
  return {
    partnerId: spec.partnerId,
    name: spec.name,
    status: spec.status ?? 'ACTIVE',
    tier: 'TIER_1',
    joinedDate: spec.joinedDate,
    gstStateCode: geography.state(spec.gstState).gstCode,
    contact: {
      name: spec.contactName,
      // no Indian number begins with 00000, and .example never resolves
      phone: `+91-00000-${String(10_000 + number)}`,
      email: `care@${host}`,
      trackingUrl: `https://track.${host}/{trackingNumber}`,
    },
    limits: spec.limits,
    paymentTypes: spec.paymentTypes,
    shipmentTypes: spec.shipmentTypes,
    cutoffTime: spec.cutoffTime,
    ...(spec.deliveryWindow && { deliveryWindow: spec.deliveryWindow }),
    ...(spec.cutoffTimes && { cutoffTimes: spec.cutoffTimes }),
    ...(spec.deliveryDays && { deliveryDays: spec.deliveryDays }),
    weekendDelivery: spec.weekendDelivery,
    sameDay: spec.sameDay,
    ...(spec.accepted && { accepted: spec.accepted }),
    ...(spec.volumetricDivisor !== undefined && { volumetricDivisor: spec.volumetricDivisor }),
    ...(spec.cft !== undefined && { cft: spec.cft }),
    ...(spec.amounts && { amounts: spec.amounts }),
    ...(spec.pickupOnlyFrom && { pickupOnlyFrom: spec.pickupOnlyFrom }),
    ...(spec.tax && { tax: spec.tax }),
    transit: spec.transit.map(([distanceTo, time], i) => ({
      distanceFrom: i === 0 ? 0 : spec.transit[i - 1]![0],
      distanceTo,
      [spec.transitIn ?? 'hours']: time,
    })),
    performance: {
      ...spec.performance,
      topRoutes: spec.topRoutes.map(([from, to, shipments]) => ({
        route: `${geography.city(from).name} - ${geography.city(to).name}`,
        shipments,
      })),
    },
  };
}

function zoneDocument(zone: ZoneSpec, spec: PartnerSpec, id: number, geography: Geography): Zone {
  for (const attribute of zone.attributes ?? []) {
    if (zone.services[attribute] === undefined)
      throw new Error(`${spec.partnerId} ${zone.code}: no ${attribute} service`);
  }
  return {
    id,
    partnerId: spec.partnerId,
    name: zone.name,
    description: zone.description,
    status: zone.status ?? true,
    attributes: [...(zone.attributes ?? [])],
    ...(zone.tags && { tags: [...zone.tags] }),
    ...(zone.pickupPincodes && {
      pickupPincodes: zone.pickupPincodes.map((code) => geography.pincode(code).pincode),
    }),
    geographical: {
      states: (zone.states ?? []).map((code) => geography.state(code).id),
      cities: (zone.cities ?? []).map((ref) => geography.city(ref).id),
      areas: (zone.areas ?? []).map((ref) => geography.area(ref).id),
    },
    services: serviceEntries(zone.services),
    operationalDetails: operationalDetails(zone, spec.operations),
    createdAt: CARD_CREATED,
    updatedAt: CARD_CREATED,
  };
}

function serviceEntries(charges: ServiceCharges): Zone['services'] {
  return SERVICE_TYPE_IDS.map((serviceTypeId) => {
    const charge = charges[serviceTypeId];
    if (charge === undefined) return { serviceTypeId, isAvailable: false };
    if (typeof charge === 'number') return { serviceTypeId, isAvailable: true, baseCharge: charge };
    return {
      serviceTypeId,
      isAvailable: true,
      baseCharge: charge.base,
      ...(charge.custom && { customCharges: { ...charge.custom } }),
      ...(charge.info && { additionalInfo: charge.info }),
    };
  });
}

function operationalDetails(zone: ZoneSpec, operations: Operations): NonNullable<Zone['operationalDetails']> {
  const shipments = operations.dailyShipments[zone.kind];
  if (shipments === undefined) throw new Error(`zone ${zone.code}: no daily shipments for a ${zone.kind} zone`);
  return {
    operatingHours: {
      ...Object.fromEntries(WEEKDAYS.map((day) => [day, operations.weekday])),
      sunday: operations.sunday,
    },
    capacity: { maxDailyShipments: shipments, maxWeightPerDay: shipments * operations.averageGrams },
    specialHandling: [...operations.handling],
  };
}

/** If two zones of a partner listed the same place, the lower id would win: that is a mistake in a card. */
function refuseSharedPlaces(zones: readonly Zone[]): void {
  const owner = new Map<string, Zone>();
  for (const zone of zones.filter((each) => each.status)) {
    for (const [level, ids] of Object.entries(zone.geographical)) {
      for (const id of ids) {
        const other = owner.get(`${level} ${id}`);
        if (other !== undefined)
          throw new Error(`${zone.partnerId}: ${other.name} and ${zone.name} both list ${level} ${id}`);
        owner.set(`${level} ${id}`, zone);
      }
    }
  }
}

function zonePincodes(spec: PartnerSpec, zoneIds: ReadonlyMap<string, number>, geography: Geography): ZonePincode[] {
  const { partnerId, exceptions = [] } = spec;
  const entries = new Map<string, ZonePincode>();
  for (const zone of spec.zones) {
    for (const pincode of pincodesOf(zone, geography)) {
      if (entries.has(pincode)) throw new Error(`${partnerId}: pincode ${pincode} in two zones`);
      entries.set(pincode, zonePincode({ pincode }, partnerId, zoneIds.get(zone.code)!));
    }
  }
  for (const { zone, ...exception } of exceptions) {
    const { pincode } = geography.pincode(exception.pincode);
    const listed = entries.get(pincode);
    const zoneId = zoneIds.get(zone);
    if (zoneId === undefined || (listed !== undefined && listed.zoneId !== zoneId))
      throw new Error(`${partnerId}: pincode ${pincode} is not in ${zone}`);
    entries.set(pincode, zonePincode(exception, partnerId, zoneId));
  }
  return [...entries.values()];
}

function pincodesOf(zone: ZoneSpec, geography: Geography): string[] {
  const listed = (zone.pincodes ?? []).map((code) => geography.pincode(code).pincode);
  if (zone.ring === undefined) return listed;
  const { centre, fromKm, toKm, cities } = zone.ring;
  const cityIds = new Set(cities.map((ref) => geography.city(ref).id));
  const middle = geography.pincode(centre);
  const inRing = geography.located.filter((row) => {
    const km = kilometresBetween(middle, row);
    return cityIds.has(row.cityId) && km >= fromKm && km < toKm;
  });
  return [...listed, ...inRing.map((row) => row.pincode)];
}

function packageRows(spec: PartnerSpec): PackageRow[] {
  const pairs = pairRowsOf(spec.zones.filter((zone) => zone.status ?? true));
  return spec.slabs.flatMap((slab) => [
    ...pairs.flatMap((pair) => {
      const rate = slab.rates?.[pair.rateClass];
      return rate === undefined || !isBetween(slab, pair) ? [] : [{ ...pair, lane: null, slab, rate }];
    }),
    ...Object.entries(slab.lanes ?? {}).map(([lane, rate]) => ({ slab, rate, lane, from: null, to: null })),
  ]);
}

function isBetween(slab: Slab, { from, to }: PairRow): boolean {
  return (
    slab.between === undefined || slab.between.some(([a, b]) => (from === a && to === b) || (from === b && to === a))
  );
}

function packageDocument(
  row: PackageRow,
  spec: PartnerSpec,
  zoneIds: ReadonlyMap<string, number>,
  id: number,
  index: number,
): Package {
  const {
    slab,
    lane,
    from,
    to,
    rate: [baseCharge, addonCharge],
  } = row;
  const minGrams = row.minGrams ?? slab.minGrams;
  const zoneName = (code: string | null): string => spec.zones.find((zone) => zone.code === code)?.name ?? 'anywhere';
  return {
    id,
    packageId: [
      spec.prefix,
      slab.code,
      ...(lane === null ? [from ?? 'ANY', to ?? 'ANY'] : [lane]),
      ...(row.validFrom === undefined ? [] : ['LATER']),
    ].join('-'),
    partnerId: spec.partnerId,
    packageName: `${slab.name}: ${lane === null ? `${zoneName(from)} to ${zoneName(to)}` : `lane ${lane}`}`,
    baseWeight: slab.baseGrams,
    baseCharge,
    addonWeight: slab.addonGrams,
    addonCharge,
    ...(slab.minCharge !== undefined && { minCharge: slab.minCharge }),
    ...(minGrams !== undefined && { minWeight: minGrams }),
    maxWeight: row.maxGrams ?? slab.maxGrams ?? null,
    shipmentType: slab.shipmentType,
    ...(slab.paymentType && { paymentType: slab.paymentType }),
    ...(slab.direction && { direction: slab.direction }),
    ...(lane === null
      ? {
          fromZoneId: from === null ? null : zoneIds.get(from)!,
          toZoneId: to === null ? null : zoneIds.get(to)!,
        }
      : { lane }),
    status: slab.status ?? true,
    validFrom: row.validFrom ?? slab.validity?.validFrom ?? null,
    validTo: row.validTo ?? slab.validity?.validTo ?? null,
    // a second apart, so that sorting by createdAt is unambiguous
    createdAt: new Date(Date.parse(CARD_CREATED) + index * 1_000).toISOString(),
  };
}
