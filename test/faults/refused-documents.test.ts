// Only in npm run test:all.
/**
 * While documents are refused, a node that ran when they were written and one that starts afterwards answer the same
 * questions alike, with the same versions of rate cards; and all of them again when everything is mended.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type Db, MongoClient } from 'mongodb';
import { DATASET_COLLECTIONS } from '../../src/model/documents.js';
import { availabilityBody, chargesBody } from '../api/questions/requests.js';
import { REFERENCE_NOW, seededRng } from '../reference/random.js';
import { writeDataset } from '../store/fixtures.js';
import { partnerCredential } from '../support/app.js';
import { Node } from './node.js';
import { KINDS, PLACE_KINDS, refusedWorld, Restorable, shipmentOf, victimOf } from './refused-kinds.js';
import { describeWithControl, ReplicaSet } from './replica-set.js';
import { until } from './until.js';

const QUESTIONS = 504;
const EVERYBODY = 'every partner';
const FOLLOWED_TIMEOUT_MS = 30_000;
const RATES = DATASET_COLLECTIONS.filter((collection) => collection !== 'assignments');

/** Fields that say which node answered, not what it knows. */
const OF_THE_NODE = ['.data.metadata.generationId', '.error.requestId'];

function pathsThatDiffer(one: unknown, other: unknown, path = ''): string[] {
  if (isDeepStrictEqual(one, other) || OF_THE_NODE.includes(path)) return [];
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null)
    return [`${path} ${JSON.stringify(one)} ${JSON.stringify(other)}`];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
    pathsThatDiffer(
      (one as Record<string, unknown>)[name],
      (other as Record<string, unknown>)[name],
      `${path}.${name}`,
    ),
  );
}

describeWithControl('documents that are refused', () => {
  const clock = { nowMs: REFERENCE_NOW.getTime() };
  let set: ReplicaSet;
  let client: MongoClient;
  let db: Db;
  let folder: string;
  let ran: Node;
  let valid: Restorable;
  let atFirst: Map<string, unknown>;
  const started: Node[] = [];

  const start = async (name: string): Promise<Node> => {
    const node = await Node.start({
      name,
      uri: set.uri,
      database: db.databaseName,
      dataset: join(folder, 'dataset'),
      clock,
    });
    started.push(node);
    return node;
  };
  const end = async (node: Node): Promise<void> => {
    started.splice(started.indexOf(node), 1);
    await node.stop();
  };

  before(async () => {
    set = await ReplicaSet.start(1);
    folder = await mkdtemp(join(tmpdir(), 'pinrate-refused-'));
    await writeDataset(join(folder, 'dataset'), refusedWorld());
    client = await MongoClient.connect(set.uri);
    db = client.db(`pinrate-refused-${randomUUID()}`);
    ran = await start('ran');
    valid = await Restorable.of(db, RATES);
    atFirst = await answers(ran);
  });
  after(async () => {
    const ends = await Promise.allSettled(started.splice(0).map((node) => node.stop()));
    await client?.close();
    await set?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    for (const result of ends) if (result.status === 'rejected') throw result.reason;
  });

  /** Answers by question; each partner asks some itself. */
  async function answers(node: Node): Promise<Map<string, unknown>> {
    const partners = Object.keys(KINDS).map((_, kind) => victimOf(kind, db).partnerId);
    const found = new Map<string, unknown>();
    const ask = async (n: number): Promise<void> => {
      const partnerId = partners[n % partners.length]!;
      const shipment = shipmentOf(Math.floor(n / partners.length) * 7 + n);
      const rng = seededRng(n);
      const isSearch = n % 12 === 11;
      const asks = isSearch
        ? node.ask('availability', availabilityBody(rng, shipment))
        : node.ask(
            'charges',
            chargesBody(rng, shipment, partnerId),
            n % 3 === 1 ? partnerCredential(partnerId) : undefined,
          );
      const { status, json } = await asks;
      found.set(`${n} of ${isSearch ? EVERYBODY : partnerId}`, {
        status,
        ...(json.data === undefined ? { error: json.error } : { data: { ...json.data, calculationId: null } }),
      });
    };
    for (let n = 0; n < QUESTIONS; n += 12) await Promise.all(Array.from({ length: 12 }, (_, index) => ask(n + index)));
    return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The questions that two nodes answer differently, each with the first fields that differ. */
  const differing = (one: Map<string, unknown>, other: Map<string, unknown>): string[] =>
    [...one]
      .map(([question, answer]) => [question, pathsThatDiffer(answer, other.get(question))] as const)
      .filter(([, paths]) => paths.length > 0)
      .map(([question, paths]) => `${question}: ${paths.slice(0, 3).join(', ')}`);

  const kept = () => db.collection('_pinrate').countDocuments({ _id: { $gte: 'kept/', $lt: 'kept0' } as never });

  /** Waits until this many documents are refused by every node, and kept. */
  async function refusedByAll(nodes: readonly Node[], count: number): Promise<void> {
    await until(async () => (await kept()) === count, `${count} records`, FOLLOWED_TIMEOUT_MS);
    for (const node of nodes)
      await until(
        async () => (await node.changes()).refusedDocuments === count,
        `${count} refused by ${node.name}`,
        FOLLOWED_TIMEOUT_MS,
      );
  }

  async function assertAlike(nodes: readonly Node[], count: number): Promise<Map<string, unknown>> {
    await refusedByAll(nodes, count);
    const [first, ...others] = (await Promise.all(nodes.map(answers))) as [
      Map<string, unknown>,
      ...Map<string, unknown>[],
    ];
    for (const other of others) assert.deepEqual(differing(first, other), []);
    for (const node of nodes)
      assert.deepEqual(
        node.errors.filter(({ msg }) => !/document refused|more documents/.test(msg)),
        [],
      );
    return first;
  }

  async function mendAndCompare(nodes: readonly Node[]): Promise<void> {
    await valid.restore();
    assert.deepEqual(differing(atFirst, await assertAlike(nodes, 0)), [], 'all is as before');
  }

  it(`${Object.keys(KINDS).length} kinds of partners’ documents change nothing that was in force, on any node`, async (t) => {
    for (const [kind, fault] of Object.values(KINDS).entries()) await fault(victimOf(kind, db));
    // of the two new discounts one fits
    const refused = Object.keys(KINDS).length;
    await refusedByAll([ran], refused);
    const starting = await start('started');
    const first = await assertAlike([ran, starting], refused);
    const changed = differing(atFirst, first).map((line) => line.split(':')[0]!.split(' of ')[1]!);
    const ofNewDiscount = victimOf(
      Object.keys(KINDS).indexOf('two new discounts that overlap, the second with the lower id'),
      db,
    ).partnerId;
    assert.deepEqual(
      changed.filter((partnerId) => partnerId !== ofNewDiscount && partnerId !== EVERYBODY),
      [],
    );
    t.diagnostic(
      `${refused} kinds, ${first.size} questions, ${[...first.values()].filter((answer) => JSON.stringify(answer).includes('rateCardVersion')).length} with the version of a rate card`,
    );

    // nor when every node starts again
    for (const node of [ran, starting]) await end(node);
    ran = await start('ran again');
    assert.deepEqual(differing(first, await assertAlike([ran], refused)), []);

    // a document that has lost its key is known by it on the node that started, too
    const id = victimOf(Object.keys(KINDS).indexOf('a package that has lost its id'), db).id;
    const late = await start('late');
    await db.collection('packages').deleteOne({ packageId: `PKG-${id}` });
    await assertAlike([ran, late], refused - 1);
    await mendAndCompare([ran, late]);
    await end(late);
  });

  it(`${Object.keys(PLACE_KINDS).length} kinds of places change nothing either`, async () => {
    // with two nodes running, which both refuse them
    const second = await start('second');
    for (const fault of Object.values(PLACE_KINDS)) await fault(db);
    const refused = Object.keys(PLACE_KINDS).length;
    await refusedByAll([ran, second], refused);
    const nodes = [ran, second, await start('started')];
    assert.deepEqual(differing(atFirst, await assertAlike(nodes, refused)), []);
    await mendAndCompare(nodes);
    for (const node of nodes.slice(1)) await end(node);
  });

  it('writes through the API are answered in words around them', async (t) => {
    const { partnerId } = victimOf(0, db);
    const createdAt = '2024-04-01T00:00:00.000Z';
    const discount = { partnerId, discountType: 'percentage', discountValue: 5, status: true };
    await db.collection('discounts').insertOne({ ...discount, id: 5_001, fromWeight: 100, toWeight: 120, createdAt });
    await db.collection('discounts').insertOne({ ...discount, id: 5_002, fromWeight: 110, toWeight: 140, createdAt });
    // the ids that come next
    const charge = { partnerId, type: 'fsc', chargeType: 'flat', value: -1, status: true, createdAt };
    const [{ id: last }] = (await db
      .collection('customer-charges')
      .find()
      .sort({ id: -1 })
      .limit(1)
      .toArray()) as unknown as [{ id: number }];
    await db.collection('customer-charges').insertMany(
      Array.from({ length: 40 }, (_, n) => ({ ...charge, id: last + 1 + n })),
      { bypassDocumentValidation: true },
    );
    await db.collection('cities').deleteOne({ id: 20 });
    const refused = 42;
    await refusedByAll([ran], refused);
    const starting = await start('started');
    for (const node of [ran, starting]) {
      const overlap = await node.post('/api/v1/discounts', {
        partnerId,
        fromWeight: 130,
        toWeight: 135,
        discountType: 'percentage',
        discountValue: 5,
      });
      assert.deepEqual(
        [overlap.status, overlap.json.error?.code, overlap.json.error?.details],
        [409, 'DISCOUNT_OVERLAP', { overlaps: { id: 5_002 } }],
        overlap.text,
      );
      assert.match(overlap.json.error.message as string, /Discount 5002 .* log/);
      const charges = await node.post('/api/v1/customer-charges/bulk', {
        charges: [{ partnerId, type: 'docket', chargeType: 'flat', value: 30, minKg: 20 }],
      });
      assert.equal(charges.status, 201, charges.text);
      const zone = await node.post('/api/v1/zones', {
        partnerId,
        name: 'Delhi',
        description: 'Delhi',
        geographical: { cities: ['20'] },
        services: [{ serviceTypeId: 'PICKUP', isAvailable: true }],
      });
      assert.deepEqual([zone.status, zone.json.error?.code], [422, 'BUSINESS_VALIDATION_FAILED'], zone.text);
      assert.match(zone.json.error.message as string, /there is no city 20.* log/);
      t.diagnostic(zone.json.error.message as string);
      const { refusedWithoutGoodVersion } = await node.changes();
      assert.deepEqual(refusedWithoutGoodVersion.length, 20, 'some are named');
      assert.ok(
        refusedWithoutGoodVersion.every((name) => /^(customer-charges|discounts)\/\d+$/.test(name)),
        JSON.stringify(refusedWithoutGoodVersion),
      );
    }
    await mendAndCompare([ran, starting]);
    await end(starting);
  });

  it('documents that were written while no node ran are judged alike by all that start', async () => {
    await end(ran);
    for (const [kind, fault] of Object.values(KINDS).entries()) await fault(victimOf(kind, db));
    const [one, other] = await Promise.all([start('one'), start('other')]);
    const refused = (await one.changes()).refusedDocuments;
    const first = await assertAlike([one, other], refused);
    const third = await start('third');
    assert.deepEqual(differing(first, await assertAlike([one, other, third], refused)), []);
    await mendAndCompare([one, other, third]);
  });
});
