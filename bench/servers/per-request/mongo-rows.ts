/**
 * The service's rows in MongoDB, in the collections that pinrate imports, with the ordinary indexes of such a service.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Document, type Filter, MongoClient } from 'mongodb';
import type { CollectionName, Documents, PincodeRow } from '../../../src/model/documents.js';
import type { Rows } from './rows.js';

const DUPLICATE_KEY = 11_000;
/** Indexes in addition to the database's own. */
const INDEXES: [CollectionName, Record<string, 1>][] = [
  ['zones', { 'geographical.areas': 1 }],
  ['zones', { 'geographical.cities': 1 }],
  ['zones', { 'geographical.states': 1 }],
  ['zone-pincodes', { pincode: 1, partnerId: 1 }],
  ['packages', { partnerId: 1, fromZoneId: 1, toZoneId: 1 }],
  ['distance-charges', { partnerId: 1 }],
  ['customer-charges', { partnerId: 1 }],
  ['discounts', { partnerId: 1 }],
];

/** For a database that a node of pinrate has filled and indexed by the documents' keys. */
export async function openMongo(uri: string, database: string): Promise<Rows> {
  const db = (await MongoClient.connect(uri, { writeConcern: { w: 'majority' } })).db(database);
  for (const [name, key] of INDEXES) {
    const collection = db.collection(name);
    if (!(await collection.indexes()).some((index) => isDeepStrictEqual(index.key, key)))
      await collection.createIndex(key);
  }
  const find = <C extends CollectionName>(collection: C, filter: Document): Promise<Documents[C][]> =>
    db
      .collection<Documents[C]>(collection)
      .find(filter as Filter<Documents[C]>, { projection: { _id: 0 } })
      .toArray() as unknown as Promise<Documents[C][]>;
  const ofPartner = (partnerId: string | null) => (partnerId === null ? {} : { partnerId });

  return {
    credentials: () => find('credentials', {}),
    pincodes: (pincodes) => find('pincodes', { pincode: { $in: pincodes } }),
    cities: (ids) => find('cities', { id: { $in: ids } }),
    areas: (ids) => find('areas', { id: { $in: ids } }),
    state: async (id) => (await find('states', { id }))[0],
    partner: async (partnerId) => (await find('partners', { partnerId }))[0],
    activePartners: async () =>
      (await find('partners', { status: 'ACTIVE' })).sort((a, b) => (a.partnerId < b.partnerId ? -1 : 1)),
    zonePincodes: (pincodes, partnerId) =>
      find('zone-pincodes', { pincode: { $in: pincodes }, ...ofPartner(partnerId) }),
    zonesAround: (pincodes, partnerId) => find('zones', { ...ofPartner(partnerId), $or: placesAround(pincodes) }),
    zones: (ids) => (ids.length === 0 ? Promise.resolve([]) : find('zones', { id: { $in: ids } })),
    packages: (lanes) =>
      find('packages', {
        status: true,
        $or: lanes.map(({ partnerId, fromZoneId, toZoneId }) => ({
          partnerId,
          fromZoneId: { $in: [fromZoneId, null] },
          toZoneId: { $in: [toZoneId, null] },
        })),
      }),
    distanceCharges: (partnerIds) => find('distance-charges', { partnerId: { $in: partnerIds } }),
    customerCharges: (partnerIds) => find('customer-charges', { partnerId: { $in: [...partnerIds, null] } }),
    discounts: (partnerIds) => find('discounts', { partnerId: { $in: partnerIds } }),
    assignment: async ({ kind, id }, shipmentId) =>
      (await find('assignments', { 'caller.kind': kind, 'caller.id': id, shipmentId }))[0],
    insertAssignment: async (record) => {
      try {
        // pinrate's validator requires the date in addition to its text
        await db.collection('assignments').insertOne({ ...record, createdAtMs: Date.parse(record.createdAt) });
        return true;
      } catch (error) {
        if ((error as { code?: unknown }).code === DUPLICATE_KEY) return false;
        throw error;
      }
    },
  };
}

function placesAround(pincodes: readonly PincodeRow[]): Document[] {
  return [
    { 'geographical.areas': { $in: pincodes.flatMap(({ areaIds }) => areaIds) } },
    { 'geographical.cities': { $in: pincodes.map(({ cityId }) => cityId) } },
    { 'geographical.states': { $in: pincodes.map(({ stateId }) => stateId) } },
  ];
}
