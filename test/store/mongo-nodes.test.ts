// Only in npm run test:all.
/**
 * What only a store of several nodes has: rivals in other processes, documents of other programs, a database to
 * prepare.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type CommandStartedEvent, type Db, type Document, MongoClient, ObjectId } from 'mongodb';
import { DATASET_COLLECTIONS } from '../../src/model/documents.js';
import { assertReplicaSet, CLIENT_OPTIONS, connect } from '../../src/store/mongo/connection.js';
import { storedOf } from '../../src/store/mongo/documents.js';
import { openMongoStore, openOn } from '../../src/store/mongo/store.js';
import { type Conflict, keyOf } from '../../src/model/change.js';
import { type Store, type WriteResult } from '../../src/store/port.js';
import { describeWithMongo, freshDatabase } from '../support/mongo.js';
import {
  fixtureAssignment,
  fixtureDiscount,
  fixtureDocuments,
  fixtureIdempotencyRecord,
  fixturePartner,
  fixtureZonePincode,
} from './fixtures.js';
import { insert, put } from './suite-support.js';
import { linesOf, versionWrite } from './outcome-versions.js';
import { inReferenceForm, referenceSums } from '../reference/outcome-lines.js';

const report = (error: Error, message: string): void => console.error(message, error);
const DUPLICATE_KEY = /E11000|two documents of the key/;

/** Two nodes on one database, and the database itself. */
function useNodes(uri: string, isFilled = true): { first: Store; second: Store; db: Db } {
  const nodes = {} as { first: Store; second: Store; db: Db };
  let client: MongoClient;
  before(async () => {
    const database = freshDatabase();
    client = await new MongoClient(uri).connect();
    // both nodes would create this collection: the Windows build of MongoDB 7.0 crashes under wine when two clients
    // create a collection at once
    await client.db(database).createCollection('_pinrate');
    [nodes.first, nodes.second] = await Promise.all([
      openMongoStore({ uri, database, report }),
      openMongoStore({ uri, database, report }),
    ]);
    nodes.db = client.db(database);
    if (isFilled) await nodes.first.importAll(fixtureDocuments());
  });
  after(() => Promise.all([nodes.first.close(), nodes.second.close(), client.close()]));
  return nodes;
}

const reasons = (results: readonly WriteResult[]): (true | Conflict['reason'])[] =>
  results.map((result) => result.ok || result.conflict.reason);

describeWithMongo('MongoDB: several nodes', (uri) => {
  const nodes = useNodes(uri);

  it('count each import of outcomes once, also long ones at the same time', async () => {
    const { first, second } = nodes;
    const imported = async (node: Store, version: number): Promise<void> => {
      while (!(await node.writeOutcomes(await versionWrite(node, version))));
    };
    await imported(first, 0);
    await Promise.all([imported(first, 1), imported(second, 2), imported(second, 1)]);
    const found = [];
    for await (const page of first.outcomeSums({ partnerId: null, fromWeek: 0, toWeek: 99_999 })) found.push(...page);
    const [line] = await second.page('outcomes', null, 1);
    const expected = [1, 2].map(linesOf).find(([other]) => other!.attempts === line!.attempts)!;
    assert.deepEqual(inReferenceForm(found), referenceSums(expected));
  });

  it('let one of two concurrent assignments of a shipment win', async () => {
    for (let round = 0; round < 20; round++) {
      const caller = round % 2 === 0 ? 'service:main-system' : undefined;
      const document = fixtureAssignment(`race-${round}`, caller);
      const rivals = [nodes.first, nodes.second].map((node) => node.write([insert('assignments', document)]));
      assert.deepEqual(reasons(await Promise.all(rivals)).sort(), ['KEY_TAKEN', true]);
      // refused callers find the winning record at once
      for (const node of [nodes.first, nodes.second])
        assert.deepEqual(await node.get('assignments', keyOf('assignments', document)), document);
    }
  });

  it('let one of two overlapping discounts win, though their keys differ', async () => {
    for (let round = 0; round < 10; round++) {
      const rivals = [nodes.first, nodes.second].map((node, index) =>
        node.write([insert('discounts', fixtureDiscount(1_000 + 2 * round + index, 100 + round, 101 + round))]),
      );
      assert.deepEqual(reasons(await Promise.all(rivals)).sort(), ['DISCOUNT_OVERLAP', true]);
    }
  });

  it('keep a pincode in one zone of a partner, whichever node writes it', async () => {
    const rivals = [nodes.first, nodes.second].map((node, index) =>
      node.write([insert('zone-pincodes', fixtureZonePincode(1 + index, '110002'))]),
    );
    assert.deepEqual(reasons(await Promise.all(rivals)).sort(), ['KEY_TAKEN', true]);
    await Promise.all(
      [nodes.first, nodes.second].map((node, index) =>
        node.write([put('zone-pincodes', fixtureZonePincode(1 + index, '411001'))]),
      ),
    );
    assert.equal(
      await nodes.db.collection('zone-pincodes').countDocuments({ partnerId: 'swift-air', pincode: '411001' }),
      1,
    );
  });

  it('forget expired records together', async () => {
    await nodes.first.write(
      Array.from({ length: 300 }, (_, index) =>
        insert('idempotency-keys', fixtureIdempotencyRecord(`old-${index}`, '2025-01-01T00:00:00+05:30')),
      ),
    );
    const forgotten = await Promise.all(
      [nodes.first, nodes.second].map((node) => node.forgetExpired(Date.parse('2025-02-01T00:00:00Z'))),
    );
    assert.equal(forgotten[0]! + forgotten[1]!, 300);
  });
});

describeWithMongo('MongoDB: documents of other programs', (uri) => {
  const nodes = useNodes(uri);

  it('are found, replaced and removed by their key, and keep their _id, whatever it is', async () => {
    const _id = new ObjectId();
    await nodes.db.collection('partners').insertOne({ _id, ...fixturePartner('stranger') });
    assert.deepEqual(await nodes.first.get('partners', 'stranger'), fixturePartner('stranger'));
    assert.equal(reasons([await nodes.first.write([insert('partners', fixturePartner('stranger'))])])[0], 'KEY_TAKEN');
    assert.deepEqual(await nodes.first.write([put('partners', { ...fixturePartner('stranger'), name: 'Renamed' })]), {
      ok: true,
      changeId: null,
    });
    assert.deepEqual(await nodes.db.collection('partners').findOne({ partnerId: 'stranger' }), {
      _id,
      ...fixturePartner('stranger'),
      name: 'Renamed',
    });
    assert.deepEqual(await nodes.first.write([{ kind: 'delete', collection: 'partners', key: 'stranger' }]), {
      ok: true,
      changeId: null,
    });
    assert.equal(await nodes.db.collection('partners').countDocuments({ partnerId: 'stranger' }), 0);
  });

  it('may have the _id that another document’s key would give', async () => {
    await nodes.db
      .collection<Document>('assignments')
      .insertOne({ ...fixtureAssignment('sits'), _id: 'seat' as unknown as ObjectId });
    assert.deepEqual(await nodes.first.write([insert('assignments', fixtureAssignment('seat'))]), {
      ok: true,
      changeId: null,
    });
    assert.deepEqual(await nodes.first.get('assignments', 'seat'), fixtureAssignment('seat'));
    assert.deepEqual(await nodes.first.get('assignments', 'sits'), fixtureAssignment('sits'));
  });

  it('are listed by their date although they have no hidden moment', async () => {
    await nodes.db
      .collection('assignments')
      .insertOne({ ...fixtureAssignment('listed'), createdAt: '2030-01-01T05:30:00.001+05:30' });
    const at = Date.parse('2030-01-01T00:00:00.001Z');
    const query = { partnerId: 'swift-air', offset: 0, limit: 10 };
    const { total, assignments } = await nodes.first.assignments({ ...query, fromMs: at, toMs: at + 1 });
    assert.deepEqual(
      [total, assignments],
      [1, [{ ...fixtureAssignment('listed'), createdAt: '2030-01-01T05:30:00.001+05:30' }]],
    );
    assert.equal((await nodes.first.assignments({ ...query, fromMs: at + 1, toMs: at + 2 })).total, 0);
  });

  it('cannot have the key of another document, nor break their schema', async () => {
    await assert.rejects(
      nodes.db.collection('zone-pincodes').insertOne(fixtureZonePincode(2, '110001')),
      DUPLICATE_KEY,
    );
    await assert.rejects(
      nodes.db.collection('partners').updateOne({ partnerId: 'swift-air' }, { $set: { tier: 'GOLD' } }),
      /failed validation/,
    );
    await assert.rejects(
      nodes.db.collection('partners').updateOne({ partnerId: 'swift-air' }, { $set: { nickname: 'Swift' } }),
      /failed validation/,
    );
  });
});

describeWithMongo('MongoDB: the database', (uri) => {
  const nodes = useNodes(uri, false);

  it('is filled by one of two nodes that start at once', async () => {
    assert.deepEqual(await Promise.all([nodes.first.isEmpty(), nodes.second.isEmpty()]), [true, true]);
    const rival = { ...fixtureDocuments(), discounts: [fixtureDiscount(9, 1, 2)] };
    await Promise.all([nodes.first.importAll(fixtureDocuments()), nodes.second.importAll(rival)]);
    assert.equal(await nodes.first.isEmpty(), false);
    const discounts = (await nodes.second.load(['discounts'])).discounts;
    assert.ok([1, 2].includes(discounts.length));
    const loaded = await nodes.first.load(DATASET_COLLECTIONS);
    for (const collection of DATASET_COLLECTIONS) {
      if (collection !== 'discounts')
        assert.equal(loaded[collection].length, fixtureDocuments()[collection].length, collection);
    }
  });

  it('counts as empty while an import is unfinished, and is filled again', async () => {
    const state = nodes.db.collection<Document>('_pinrate');
    // the state that a killed process leaves; the lease's document may be there, left by the node that came second
    await state.deleteOne({ _id: 'imported' as unknown as ObjectId });
    await state.replaceOne(
      { _id: 'import' as unknown as ObjectId },
      { node: 'gone', until: new Date(Date.now() - 1) },
      { upsert: true },
    );
    assert.equal(await nodes.first.isEmpty(), true);
    await nodes.first.importAll({ ...fixtureDocuments(), discounts: [fixtureDiscount(9, 1, 2)] });
    assert.equal(await nodes.second.isEmpty(), false);
    assert.deepEqual((await nodes.second.load(['discounts'])).discounts, [fixtureDiscount(9, 1, 2)]);
  });

  it('is not empty when another program has filled it', async () => {
    const database = freshDatabase();
    const db = nodes.db.client.db(database);
    await db.collection<Document>('states').insertMany(fixtureDocuments().states.map((state) => ({ ...state })));
    const store = await openMongoStore({ uri, database, report });
    assert.equal(await store.isEmpty(), false);
    assert.equal((await store.load(['states'])).states.length, 2);
    await store.close();
  });

  it('is not changed by a node that finds everything in order, and is corrected where it is not', async () => {
    const { db } = nodes;
    const commands: string[] = [];
    const watched = new MongoClient(uri, { ...CLIENT_OPTIONS, monitorCommands: true });
    watched.on('commandStarted', ({ commandName }) => commands.push(commandName));
    await (await openOn(await watched.connect(), db.databaseName, report)).close();
    assert.deepEqual(
      commands.filter((name) => /^(create|collMod|drop)/.test(name) && name !== 'createIndexes'),
      [],
    );
    await db.command({ collMod: 'zones', validator: {}, changeStreamPreAndPostImages: { enabled: false } });
    await db.collection('zones').dropIndex('key');
    await (await openMongoStore({ uri, database: db.databaseName, report })).close();
    const [zones] = await db.listCollections({ name: 'zones' }).toArray();
    const options = (zones as { options: Document }).options;
    assert.deepEqual(options.changeStreamPreAndPostImages, { enabled: true });
    assert.ok('$jsonSchema' in (options.validator as Document));
    assert.ok((await db.collection('zones').indexes()).some(({ name, unique }) => name === 'key' && unique === true));
  });

  it('gets new assignment indexes when an earlier release made it, and keeps its documents', async () => {
    const database = freshDatabase();
    await nodes.db.client.db(database).createCollection('_pinrate');
    const assignments = nodes.db.client.db(database).collection<Document>('assignments');
    await assignments.insertOne({ _id: 'former' as never, ...storedOf('assignments', fixtureAssignment('former')) });
    await assignments.createIndexes([
      { name: 'key', key: { shipmentId: 1 }, unique: true },
      { name: 'moment', key: { createdAtMs: -1, shipmentId: -1 } },
      { name: 'partner-moment', key: { partnerId: 1, createdAtMs: -1, shipmentId: -1 } },
      { name: 'somebody-else', key: { assignmentId: 1 } },
    ]);
    const stores = await Promise.all([1, 2].map(() => openMongoStore({ uri, database, report })));
    const names = (await assignments.indexes()).map(({ name }) => name).sort();
    assert.deepEqual(names, [
      '_id_',
      'moment-shipment-caller',
      'partner-awb',
      'partner-moment-shipment-caller',
      'shipment-caller',
      'somebody-else',
    ]);
    const [store] = stores as [Store, Store];
    await store.write([put('states', fixtureDocuments().states[0]!), put('partners', fixturePartner('swift-air'))]);
    const conflict = { reason: 'KEY_TAKEN', collection: 'assignments', key: 'former' };
    assert.deepEqual(await store.write([insert('assignments', fixtureAssignment('former', 'service:a'))]), {
      ok: false,
      conflict,
    });
    for (const caller of ['service:a', 'service:b']) {
      assert.deepEqual(
        await store.write([insert('assignments', fixtureAssignment('new', caller))]),
        { ok: true, changeId: null },
        caller,
      );
    }
    const listed = await store.assignments({ partnerId: null, fromMs: 0, toMs: Date.now(), offset: 0, limit: 10 });
    assert.deepEqual(listed.assignments, [
      fixtureAssignment('new', 'service:b'),
      fixtureAssignment('new', 'service:a'),
      fixtureAssignment('former'),
    ]);
    await assert.rejects(assignments.insertOne(storedOf('assignments', fixtureAssignment('new', 'service:a'))), {
      code: 11_000,
    });
    for (const open of stores) await open.close();
  });

  it('is refused with a clear message when it has two documents with one key', async () => {
    const database = freshDatabase();
    await nodes.db.client
      .db(database)
      .collection<Document>('states')
      .insertMany([1, 2].map(() => ({ ...fixtureDocuments().states[0]! })));
    await assert.rejects(
      openMongoStore({ uri, database, report }),
      /collection states .* two documents with the key \{"id":1\}/,
    );
  });

  it('does not get a dropped collection back by a write or by a starting node', async () => {
    const { db, first } = nodes;
    const [former] = await db.listCollections({ name: 'assignments' }).toArray();
    await db.collection('assignments').drop();
    await assert.rejects(first.write([insert('assignments', fixtureAssignment('after-drop'))]), {
      name: 'Error',
      message: /assignments is missing/,
    });
    assert.equal(await db.listCollections({ name: 'assignments' }).hasNext(), false);
    await assert.rejects(
      openMongoStore({ uri, database: db.databaseName, report }),
      /has lost assignments: restore what was dropped/,
    );
    assert.equal(await db.listCollections({ name: 'assignments' }).hasNext(), false);
    await db.createCollection('assignments', (former as { options: Document }).options);
    assert.deepEqual(await first.write([insert('assignments', fixtureAssignment('restored'))]), {
      ok: true,
      changeId: null,
    });
    assert.deepEqual(
      (await db.collection('assignments').indexes()).filter(({ unique }) => unique === true).map(({ name }) => name),
      ['shipment-caller'],
    );
  });
});

describeWithMongo('MongoDB: assignments that arrive together', (uri) => {
  it('share transactions', async () => {
    const events: CommandStartedEvent[] = [];
    const client = new MongoClient(uri, { ...CLIENT_OPTIONS, monitorCommands: true });
    client.on('commandStarted', (event) => events.push(event));
    const store = await openOn(await client.connect(), freshDatabase(), report);
    await store.importAll(fixtureDocuments());
    events.length = 0;
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        store.write([insert('assignments', fixtureAssignment(`together-${index}`, 'service:main-system'))]),
      ),
    );
    assert.ok(results.every(({ ok }) => ok));
    const count = (name: string) => events.filter(({ commandName }) => commandName === name).length;
    assert.ok(count('commitTransaction') <= 2, `${count('commitTransaction')} transactions`);
    assert.ok(
      events.length <= 2 * 4,
      `${events.length} commands: ${events.map(({ commandName }) => commandName).join(' ')}`,
    );
    await store.close();
  });
});

describeWithMongo('MongoDB: a transaction that a killed process left open', (uri) => {
  it('delays the write that it blocks, but no write that came with it', async () => {
    const database = freshDatabase();
    const store = await openMongoStore({ uri, database, report });
    await store.importAll(fixtureDocuments());
    const foreign = await MongoClient.connect(uri);
    const session = foreign.startSession();
    session.startTransaction();
    await foreign
      .db(database)
      .collection<Document>('assignments')
      .insertOne({ ...fixtureAssignment('held') }, { session });

    const ended: string[] = [];
    const write = (shipmentId: string) =>
      store.write([insert('assignments', fixtureAssignment(shipmentId))]).then((result) => {
        ended.push(shipmentId);
        return result;
      });
    const held = write('held');
    const others = await Promise.all(['one', 'two', 'three'].map(write));
    assert.ok(others.every(({ ok }) => ok));
    assert.deepEqual(await write('later'), { ok: true, changeId: null });
    assert.deepEqual(
      ended.filter((shipmentId) => shipmentId === 'held'),
      [],
    );
    await session.abortTransaction();
    assert.deepEqual(await held, { ok: true, changeId: null });
    await session.endSession();
    await foreign.close();
    await store.close();
  });
});

describeWithMongo('MongoDB: the connection', (uri) => {
  it('requires a replica set', () => {
    assertReplicaSet({ setName: 'rs0', maxWireVersion: 21 });
    assertReplicaSet({ msg: 'isdbgrid', maxWireVersion: 21 });
    assert.throws(() => assertReplicaSet({ maxWireVersion: 21 }), /not a member of a replica set/);
    assert.throws(() => assertReplicaSet({ setName: 'rs0', maxWireVersion: 13 }), /older than MongoDB 6.0/);
  });

  it('fails with one line that does not contain the password', async () => {
    const wrong = [
      'mongodb://user:pass-word@127.0.0.1:1/?replicaSet=rs0&serverSelectionTimeoutMS=1',
      'mongodb://user:pass-word@',
    ];
    for (const address of wrong) {
      await assert.rejects(
        connect(address, { serverSelectionTimeoutMS: 50 }),
        (error: Error) => /^MONGODB_URI[^\n]*$/.test(error.message) && !error.message.includes('pass-word'),
      );
    }
    assert.notEqual(uri, '');
  });
});
