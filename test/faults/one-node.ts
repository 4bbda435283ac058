/**
 * One node on a new database that it has filled with a small dataset, and one quote that depends on many collections.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type CollectionInfo, type Db, type Document, MongoClient } from 'mongodb';
import { COLLECTION_NAMES } from '../../src/model/documents.js';
import { REFERENCE_NOW } from '../reference/random.js';
import { fixtureDocuments, withoutContracts, writeDataset } from '../store/fixtures.js';
import { MAIN } from '../support/app.js';
import { freshDatabase } from '../support/mongo.js';
import { Node, type NodeOptions } from './node.js';

const SHIPMENT = {
  partnerId: 'swift-air',
  pickupPincode: '110001',
  deliveryPincode: '400001',
  weight: 500,
  shipmentType: 'B2C',
  paymentType: 'PREPAID',
  declaredValue: 100,
};

/** A collection as it was: its options and its documents. */
interface Dumped {
  name: string;
  options: Document;
  documents: Document[];
}

export interface OneNode {
  node: Node;
  options: NodeOptions;
  db: Db;
  /** What the quote has for the weight; undefined: it is not available. */
  weightCharge(): Promise<number | undefined>;
  dump(): Promise<Dumped[]>;
}

/** The node and the connection end with the test. */
export async function oneNode(uri: string, t: TestContext): Promise<OneNode> {
  const folder = await mkdtemp(join(tmpdir(), 'pinrate-one-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const documents = fixtureDocuments();
  documents.credentials[0]!.secrets = [{ version: 1, secret: MAIN.secret }];
  for (const { services } of documents.zones)
    services.push({ serviceTypeId: 'PREPAID', isAvailable: true, baseCharge: 0 });
  await writeDataset(folder, withoutContracts(documents));
  const client = await MongoClient.connect(uri);
  t.after(() => client.close());
  const db = client.db(freshDatabase());
  const options = {
    name: 'running',
    uri,
    database: db.databaseName,
    dataset: folder,
    clock: { nowMs: REFERENCE_NOW.getTime() },
  };
  const node = await Node.start(options);
  t.after(() => node.stop());
  return {
    node,
    options,
    db,
    async weightCharge() {
      const { status, text, json } = await node.ask('charges', SHIPMENT);
      if (status !== 200) throw new Error(`${status} ${text}`);
      return json.data.charges?.weightCharge as number | undefined;
    },
    async dump() {
      const infos = (await db
        .listCollections({ name: { $in: COLLECTION_NAMES } }, { nameOnly: false })
        .toArray()) as CollectionInfo[];
      return Promise.all(
        infos.map(async ({ name, options }) => ({
          name,
          options: options!,
          documents: await db.collection(name).find().toArray(),
        })),
      );
    },
  };
}
