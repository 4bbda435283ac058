/** The service's rows in LMDB: one database per collection, under keys in the order in which they are read. */
import { type Database, type Key, open } from 'lmdb';
import type { PincodeRow, Zone } from '../../../src/model/documents.js';
import type { AllDocuments } from '../../../src/store/dataset/dataset.js';
import type { Caller, Lane, OwnedAssignment, Rows } from './rows.js';

type PlaceKey = [kind: 'area' | 'city' | 'state', id: number];
const NO_ZONE = 0;
const NOBODY = '';
/** Sorts after every text and number. */
const LAST = '\uffff';

/** Fills an environment in `folder` with the dataset. */
export async function fillLmdb(folder: string, documents: AllDocuments): Promise<Rows> {
  const root = open({ path: folder, maxDbs: 16, noSubdir: false });
  const table = <V>(name: string, rows: readonly V[], ...keysOf: ((row: V) => Key)[]): Database<V> => {
    // the names of fields once per database rather than in each row, which is faster to read
    const database = root.openDB<V>(name, { sharedStructuresKey: Symbol.for('structures') });
    root.transactionSync(() => {
      for (const row of rows) for (const keyOf of keysOf) database.putSync(keyOf(row), row);
    });
    return database;
  };
  const { partners, zones } = documents;
  const tables = {
    pincodes: table('pincodes', documents.pincodes, ({ pincode }) => pincode),
    cities: table('cities', documents.cities, ({ id }) => id),
    areas: table('areas', documents.areas, ({ id }) => id),
    states: table('states', documents.states, ({ id }) => id),
    partners: table('partners', partners, ({ partnerId }) => partnerId),
    zones: table('zones', zones, ({ id }) => id),
    zonesByPlace: table(
      'zones-by-place',
      zones.flatMap((zone) => placesOf(zone).map((place) => ({ place, partnerId: zone.partnerId, id: zone.id }))),
      ({ place, partnerId, id }) => [...place, partnerId, id],
    ),
    zonePincodes: table('zone-pincodes', documents['zone-pincodes'], ({ pincode, partnerId }) => [pincode, partnerId]),
    packages: table('packages', documents.packages, ({ partnerId, fromZoneId, toZoneId, id }) => [
      partnerId,
      fromZoneId ?? NO_ZONE,
      toZoneId ?? NO_ZONE,
      id,
    ]),
    distanceCharges: table('distance-charges', documents['distance-charges'], ({ partnerId, id }) => [partnerId, id]),
    customerCharges: table('customer-charges', documents['customer-charges'], ({ partnerId, id }) => [
      partnerId ?? NOBODY,
      id,
    ]),
    discounts: table('discounts', documents.discounts, ({ partnerId, id }) => [partnerId, id]),
    assignments: table<OwnedAssignment>('assignments', [], ({ caller, shipmentId }) => shipmentKey(caller, shipmentId)),
  };
  const { credentials } = documents;
  const under = <V>(database: Database<V>, ...start: (string | number)[]): V[] => [
    ...database.getRange({ start, end: [...start, LAST] }).map(({ value }) => value),
  ];
  const each = <V>(database: Database<V>, keys: readonly Key[]): V[] => keys.flatMap((key) => database.get(key) ?? []);

  return {
    credentials: async () => credentials,
    pincodes: async (pincodes) => each(tables.pincodes, pincodes),
    cities: async (ids) => each(tables.cities, ids),
    areas: async (ids) => each(tables.areas, ids),
    state: async (id) => tables.states.get(id),
    partner: async (partnerId) => tables.partners.get(partnerId),
    activePartners: async () =>
      [...tables.partners.getRange().map(({ value }) => value)].filter(({ status }) => status === 'ACTIVE'),
    zonePincodes: async (pincodes, partnerId) =>
      partnerId === null
        ? pincodes.flatMap((pincode) => under(tables.zonePincodes, pincode))
        : each(
            tables.zonePincodes,
            pincodes.map((pincode) => [pincode, partnerId]),
          ),
    zonesAround: async (pincodes, partnerId) => {
      const claims = pincodes.flatMap((row) =>
        placesAround(row).flatMap((place) =>
          under(tables.zonesByPlace, ...place, ...(partnerId === null ? [] : [partnerId])),
        ),
      );
      return each(tables.zones, [...new Set(claims.map(({ id }) => id))]);
    },
    zones: async (ids) => each(tables.zones, ids),
    packages: async (lanes) =>
      lanes
        .flatMap((lane) => pairsOf(lane).flatMap((pair) => under(tables.packages, lane.partnerId, ...pair)))
        .filter(({ status }) => status),
    distanceCharges: async (partnerIds) => partnerIds.flatMap((partnerId) => under(tables.distanceCharges, partnerId)),
    customerCharges: async (partnerIds) =>
      [...partnerIds, NOBODY].flatMap((partnerId) => under(tables.customerCharges, partnerId)),
    discounts: async (partnerIds) => partnerIds.flatMap((partnerId) => under(tables.discounts, partnerId)),
    assignment: async (caller, shipmentId) => tables.assignments.get(shipmentKey(caller, shipmentId)),
    insertAssignment: async (record) => {
      const key = shipmentKey(record.caller, record.shipmentId);
      const isNew = await tables.assignments.ifNoExists(key, () => void tables.assignments.put(key, record));
      await tables.assignments.flushed;
      return isNew;
    },
  };
}

function shipmentKey({ kind, id }: Caller, shipmentId: string): Key {
  return [kind, id, shipmentId];
}

function placesOf({ geographical: { areas, cities, states } }: Zone): PlaceKey[] {
  return [
    ...areas.map((id): PlaceKey => ['area', id]),
    ...cities.map((id): PlaceKey => ['city', id]),
    ...states.map((id): PlaceKey => ['state', id]),
  ];
}

function placesAround({ areaIds, cityId, stateId }: PincodeRow): PlaceKey[] {
  return [...areaIds.map((id): PlaceKey => ['area', id]), ['city', cityId], ['state', stateId]];
}

function pairsOf({ fromZoneId, toZoneId }: Lane): [number, number][] {
  return [
    [fromZoneId, toZoneId],
    [fromZoneId, NO_ZONE],
    [NO_ZONE, toZoneId],
    [NO_ZONE, NO_ZONE],
  ];
}
