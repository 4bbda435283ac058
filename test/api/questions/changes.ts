/** Random changes of a world's documents that a store accepts, or refuses for a documented reason. */
import type { Partner, PincodeRow, Zone } from '../../../src/model/documents.js';
import type { WriteOp } from '../../../src/model/change.js';
import { CREATED_AT } from '../../reference/random-geography.js';
import { SERVICES } from '../../reference/random-partner.js';
import type { Rng } from '../../reference/rng.js';
import type { World } from '../../reference/types.js';
import { copiedPartner } from './world.js';

type Change = (rng: Rng, world: World) => WriteOp[];

const HOUR_MS = 3_600_000;
const CUSTOMERS = ['CUST-1', 'CUST-2', 'CUST-3'];

function freshId(rng: Rng, rows: { id: number }[]): number {
  for (;;) {
    const id = rng.int(1, 5_000);
    if (!rows.some((row) => row.id === id)) return id;
  }
}

const put = <C extends WriteOp['collection']>(
  collection: C,
  document: Extract<WriteOp, { collection: C; kind: 'insert' | 'put' }>['document'],
): WriteOp => ({ kind: 'put', collection, document }) as WriteOp;

const remove = (collection: WriteOp['collection'], key: string | number): WriteOp => ({
  kind: 'delete',
  collection,
  key,
});

/** A change with no effect, for where nothing can change. */
const ofAny = <T>(rng: Rng, rows: readonly T[], change: (row: T) => WriteOp[]): WriteOp[] =>
  rows.length === 0 ? [] : change(rng.pick(rows));

function validity(rng: Rng, around: number): { validFrom: string | null; validTo: string | null } {
  const from = around + rng.int(-72, 24) * HOUR_MS;
  return rng.pick([
    { validFrom: null, validTo: null },
    { validFrom: new Date(from).toISOString(), validTo: new Date(from + rng.int(1, 96) * HOUR_MS).toISOString() },
  ]);
}

const zonesOf = (world: World, partnerId: string): Zone[] => world.zones.filter((zone) => zone.partnerId === partnerId);
const maybeZone = (rng: Rng, zones: Zone[]): number | null =>
  zones.length === 0 || rng.chance(0.4) ? null : rng.pick(zones).id;

const packages: Change[] = [
  (rng, world) =>
    ofAny(rng, world.packages, (row) => [
      put('packages', { ...row, baseCharge: rng.scaled(1_000, 12_000, 2), addonCharge: rng.scaled(0, 4_000, 2) }),
    ]),
  (rng, world) =>
    ofAny(rng, world.packages, (row) => [
      put('packages', {
        ...row,
        baseWeight: rng.int(1, 5_000),
        addonWeight: rng.pick([0, 100, 333]),
        maxWeight: rng.pick([null, 40_000]),
      }),
    ]),
  (rng, world) =>
    ofAny(rng, world.packages, (row) => [
      put('packages', {
        ...row,
        minWeight: rng.pick([null, 0, 499, 500, 999]),
        maxWeight: rng.pick([null, 1_000, 40_000]),
      }),
    ]),
  (rng, world) =>
    ofAny(rng, world.packages, (row) => [
      put('packages', { ...row, status: !row.status, shipmentType: rng.pick([null, 'B2B', 'B2C']) }),
    ]),
  (rng, world) =>
    ofAny(rng, world.packages, (row) => {
      const zones = zonesOf(world, row.partnerId);
      return [
        put('packages', {
          ...row,
          lane: null,
          fromZoneId: maybeZone(rng, zones),
          toZoneId: maybeZone(rng, zones),
          ...validity(rng, Date.parse('2026-03-11T06:30:00.000Z')),
        }),
      ];
    }),
  (rng, world) =>
    ofAny(rng, world.packages, (row) => [
      {
        kind: 'insert',
        collection: 'packages',
        document: { ...row, id: freshId(rng, world.packages), baseCharge: rng.scaled(500, 3_000, 2) },
      },
    ]),
  (rng, world) => ofAny(rng, world.packages, (row) => [remove('packages', row.id)]),
];

const charges: Change[] = [
  (rng, world) =>
    ofAny(rng, world['distance-charges'], (row) => [
      put('distance-charges', { ...row, chargeType: 'flat', charge: rng.scaled(0, 9_999, 2) }),
    ]),
  (rng, world) =>
    ofAny(rng, world['distance-charges'], (row) => [
      put('distance-charges', {
        ...row,
        chargeType: 'percentage',
        charge: rng.scaled(0, 999_999, 4),
        status: !row.status,
      }),
    ]),
  (rng, world) => ofAny(rng, world['distance-charges'], (row) => [remove('distance-charges', row.id)]),
  (rng, world) =>
    ofAny(rng, world['customer-charges'], (row) => [
      put('customer-charges', {
        ...row,
        ...{ chargeType: 'flat', value: rng.scaled(1, 8_000, 2), status: rng.chance(0.8) },
        // of and above belong to a percentage
        ...{ of: null, above: null },
      }),
    ]),
  (rng, world) =>
    ofAny(rng, world['customer-charges'], (row) => [
      put('customer-charges', {
        ...row,
        chargeType: 'percentage',
        value: rng.scaled(1, 300_000, 4),
        minKg: rng.pick([null, 0.5]),
        maxKg: rng.pick([null, 2.501]),
      }),
    ]),
  (rng, world) =>
    ofAny(rng, world['customer-charges'], (row) => {
      const partnerId = rng.pick([null, ...world.partners.map((partner) => partner.partnerId)]);
      return [
        put('customer-charges', {
          ...row,
          partnerId,
          customerId: partnerId === null ? null : rng.pick([null, ...CUSTOMERS]),
          type: rng.pick(['fsc', 'docket', 'cod', 'insurance']),
          // which depend on the type
          ...{ of: null, above: null, always: null, codFrom: null, codTo: null },
        }),
      ];
    }),
  (rng, world) => ofAny(rng, world['customer-charges'], (row) => [remove('customer-charges', row.id)]),
  (rng, world) => [
    put('customer-charges', {
      id: freshId(rng, world['customer-charges']),
      partnerId: null,
      customerId: null,
      type: rng.pick(['fsc', 'docket', 'cod', 'insurance']),
      chargeType: 'flat',
      value: rng.scaled(1, 8_000, 2),
      status: true,
      createdAt: CREATED_AT,
    }),
  ],
  (rng, world) =>
    ofAny(rng, world.discounts, (row) => [
      put('discounts', {
        ...row,
        discountType: 'flat',
        discountValue: rng.scaled(1, 9_999, 2),
        ...validity(rng, Date.parse('2026-03-11T06:30:00.000Z')),
      }),
    ]),
  (rng, world) =>
    ofAny(rng, world.discounts, (row) => [
      put('discounts', {
        ...row,
        discountType: 'percentage',
        discountValue: rng.scaled(100, 1_000_000, 4),
        status: !row.status,
      }),
    ]),
  (rng, world) =>
    ofAny(rng, world.discounts, (row) => [
      put('discounts', {
        ...row,
        appliesTo: rng.pick(['SUBTOTAL', 'FREIGHT']),
      }),
    ]),
  (rng, world) => ofAny(rng, world.discounts, (row) => [remove('discounts', row.id)]),
];

function withService(zone: Zone, service: Zone['services'][number]): Zone['services'] {
  return [...zone.services.filter(({ serviceTypeId }) => serviceTypeId !== service.serviceTypeId), service];
}

function geographical(rng: Rng, world: World): Zone['geographical'] {
  const some = (rows: { id: number }[]): number[] => rng.some(rows, 0.3).map(({ id }) => id);
  return { states: some(world.states), cities: some(world.cities), areas: some(world.areas) };
}

const zones: Change[] = [
  (rng, world) => ofAny(rng, world.zones, (zone) => [put('zones', { ...zone, status: !zone.status })]),
  (rng, world) =>
    ofAny(rng, world.zones, (zone) => [
      put('zones', { ...zone, geographical: geographical(rng, world), name: `Zone ${rng.int(1, 99)}` }),
    ]),
  (rng, world) =>
    ofAny(rng, world.zones, (zone) => {
      const serviceTypeId = rng.pick(SERVICES);
      const isAvailable = (zone.attributes as string[]).includes(serviceTypeId) || rng.chance(0.5);
      return [
        put('zones', {
          ...zone,
          services: withService(zone, {
            serviceTypeId,
            isAvailable,
            baseCharge: rng.scaled(0, 9_999, 2),
            customCharges: { B2C: rng.scaled(0, 999, 2) },
          }),
        }),
      ];
    }),
  (rng, world) =>
    ofAny(rng, world.zones, (zone) => {
      const attribute = rng.pick(['ODA', 'HILL'] as const);
      return [
        put('zones', {
          ...zone,
          attributes: [attribute],
          services: withService(zone, {
            serviceTypeId: attribute,
            isAvailable: true,
            baseCharge: rng.scaled(0, 9_999, 2),
          }),
        }),
      ];
    }),
  (rng, world) =>
    ofAny(rng, world.zones, (zone) => [
      {
        kind: 'insert',
        collection: 'zones',
        document: { ...zone, id: freshId(rng, world.zones), geographical: geographical(rng, world) },
      },
    ]),
  (rng, world) => ofAny(rng, world.zones, (zone) => [remove('zones', zone.id)]),
  // what names the zone is left behind: it no longer belongs to the former partner
  (rng, world) =>
    ofAny(rng, world.zones, (zone) => [put('zones', { ...zone, partnerId: rng.pick(world.partners).partnerId })]),
  (rng, world) =>
    ofAny(rng, world.zones, (zone) =>
      rng
        .some(world.pincodes, 0.15)
        .map(({ pincode }) =>
          put('zone-pincodes', { partnerId: zone.partnerId, zoneId: zone.id, pincode, assignedAt: CREATED_AT }),
        ),
    ),
  (rng, world) =>
    ofAny(rng, world['zone-pincodes'], (row) => [remove('zone-pincodes', `${row.partnerId}/${row.pincode}`)]),
];

const onPartner =
  (change: (rng: Rng, partner: Partner, world: World) => Partner): Change =>
  (rng, world) =>
    ofAny(rng, world.partners, (partner) => [put('partners', change(rng, partner, world))]);

const partners: Change[] = [
  onPartner((_, partner) => ({ ...partner, status: partner.status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE' })),
  onPartner((_, partner) => ({ ...partner, status: 'ACTIVE' })),
  onPartner((rng, partner) => ({
    ...partner,
    limits: { ...partner.limits, maxWeight: rng.int(500, 60_000), maxCodAmount: rng.scaled(0, 500_000, 2) },
    name: `Partner ${rng.int(1, 99)}`,
  })),
  onPartner((rng, partner) => ({
    ...partner,
    cutoffTime: rng.pick(['00:00', '12:00', '12:01', '23:59']),
    weekendDelivery: rng.chance(0.5),
  })),
  onPartner((rng, partner) => ({
    ...partner,
    deliveryWindow: rng.pick([
      { from: '10:00', to: '10:01' },
      { from: '00:00', to: '23:59' },
      { from: '17:01', to: '20:30' },
    ]),
  })),
  onPartner((_, partner) => {
    const usual = { ...partner };
    delete usual.deliveryWindow;
    return usual;
  }),
  onPartner((rng, partner, world) => ({
    ...partner,
    cft: null,
    volumetricDivisor: rng.pick([4_000, 5_500]),
    gstStateCode: rng.pick(world.states).gstCode,
  })),
  onPartner((rng, partner) => ({
    ...partner,
    transit: [{ distanceFrom: 0, distanceTo: rng.pick([500, 5_000]), hours: rng.pick([5, 24.5, 60]) }],
  })),
  onPartner((rng, partner) => ({
    ...partner,
    performance: { ...partner.performance, successRate: rng.scaled(50, 100, 2) },
  })),
  onPartner((rng, partner) => ({
    ...partner,
    paymentTypes: rng.pick([['COD'], ['COD', 'PREPAID']]),
    shipmentTypes: rng.pick([['B2C'], ['B2B', 'B2C']]),
  })),
  (rng, world) =>
    world.partners.length > 12
      ? []
      : ofAny(rng, world.partners, (partner) =>
          copiedPartner(world, partner, `new-${rng.int(1, 1_000)}`, 10_000 * rng.int(1, 10_000)),
        ),
  // its documents stay behind, and take effect again if it comes back
  (rng, world) =>
    world.partners.length < 5 ? [] : ofAny(rng, world.partners, (partner) => [remove('partners', partner.partnerId)]),
];

/** One pincode with coordinates is left in every state: without one, an index cannot be built. */
const canLoseCoordinates = (world: World, row: PincodeRow): boolean =>
  world.pincodes.some(
    (other) => other.stateId === row.stateId && other.pincode !== row.pincode && other.latitude !== null,
  );

const geography: Change[] = [
  (rng, world) =>
    ofAny(rng, world.pincodes, (row) => [
      put('pincodes', { ...row, latitude: rng.scaled(80_000, 330_000, 4), longitude: rng.scaled(700_000, 950_000, 4) }),
    ]),
  (rng, world) =>
    ofAny(rng, world.pincodes, (row) =>
      canLoseCoordinates(world, row) ? [put('pincodes', { ...row, latitude: null, longitude: null })] : [],
    ),
  (rng, world) =>
    ofAny(rng, world.pincodes, (row) => {
      const city = rng.pick(world.cities.filter(({ stateId }) => stateId === row.stateId));
      return [
        put('pincodes', {
          ...row,
          cityId: city.id,
          areaIds: rng
            .some(
              world.areas.filter(({ cityId }) => cityId === city.id),
              0.7,
            )
            .map(({ id }) => id),
        }),
      ];
    }),
  (rng, world) =>
    ofAny(rng, world.pincodes, (row) => {
      const pincode = String(rng.int(100_000, 999_999));
      return world.pincodes.some((other) => other.pincode === pincode) ? [] : [put('pincodes', { ...row, pincode })];
    }),
  (rng, world) =>
    ofAny(rng, world.pincodes, (row) => (canLoseCoordinates(world, row) ? [remove('pincodes', row.pincode)] : [])),
  (rng, world) => ofAny(rng, world.areas, (row) => [put('areas', { ...row, name: `Area ${rng.int(1, 99)}` })]),
  (rng, world) => ofAny(rng, world.cities, (row) => [put('cities', { ...row, name: `City ${rng.int(1, 99)}` })]),
  (rng, world) => ofAny(rng, world.states, (row) => [put('states', { ...row, gstCode: rng.pick(['31', '32', '34']) })]),
];

const KINDS = { packages, charges, zones, partners, geography };
export type ChangeKind = keyof typeof KINDS;
export const CHANGE_KINDS = Object.keys(KINDS) as ChangeKind[];

/** Changes of one kind; empty where nothing can change. */
export function randomChange(rng: Rng, world: World): { kind: ChangeKind; ops: WriteOp[] } {
  const kind = rng.pick(CHANGE_KINDS);
  return { kind, ops: rng.pick(KINDS[kind])(rng, world) };
}
