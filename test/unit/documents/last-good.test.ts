/**
 * What is in force in place of refused documents is the same on every node, whenever it started: the nodes that refuse
 * keep it in the store, and those that start read it there.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AllDocuments } from '../../../src/store/dataset/dataset.js';
import { type Change, nameOf } from '../../../src/model/change.js';
import { seededRng } from '../../reference/random.js';
import { fixtureDiscount, fixtureDocuments } from '../../store/fixtures.js';
import { rounds, seedOf } from '../../support/depth.js';
import { Cluster, type ClusterNode, quiet } from './cluster.js';
import { broken, everything, put, remove } from './inspected.js';
import { locatedWorld, putsOfWorld, spoilt } from './mess.js';

const SEED = seedOf(20_260_311);
const RUNS = rounds(1, 12);

async function alike(nodes: readonly ClusterNode[], cluster: Cluster): Promise<void> {
  const [first, ...others] = nodes.map((node) => node.state());
  for (const other of others) assert.deepEqual(other, first);
  assert.deepEqual((await cluster.start()).state(), first, 'a node that starts now');
}

describe('a document that is refused on a running node', () => {
  const withLast = (): AllDocuments => {
    const documents = fixtureDocuments();
    documents.discounts.push(fixtureDiscount(9, 7, 9));
    return documents;
  };
  const documents = withLast();
  const row = documents.packages[0]!;
  const cases: Record<string, Change[]> = {
    'a package with three decimals': [put('packages', { ...row, baseCharge: 12.345 })],
    'a package of a zone that does not exist': [put('packages', { ...row, toZoneId: 77 })],
    'a new package of a zone that does not exist': [put('packages', { ...row, id: 900, toZoneId: 77 })],
    'a discount that is widened over the next': [put('discounts', fixtureDiscount(1, 0.5, 4))],
    'a new discount with the lowest id': [put('discounts', fixtureDiscount(3, 6, 8))],
    'a city deleted that is still named': [remove('cities', 1)],
    'a pincode of another city’s areas': [put('pincodes', { ...documents.pincodes[0]!, areaIds: [2] })],
    'an entry of a zone that does not exist': [put('zone-pincodes', { ...documents['zone-pincodes'][0]!, zoneId: 99 })],
    'a credential without secrets': [broken('credentials', documents.credentials[0]!, { secrets: [] })],
    'several at once': [
      put('packages', { ...row, baseCharge: 12.345 }),
      put('discounts', fixtureDiscount(1, 0.5, 4)),
      put('discounts', fixtureDiscount(2, 0.5, 4)),
      remove('areas', 2),
      remove('states', 2),
    ],
  };
  for (const [name, changes] of Object.entries(cases)) {
    it(`has the same last good version on a node that starts: ${name}`, async () => {
      const cluster = new Cluster(everything(withLast()));
      const ran = await cluster.start();
      for (const change of changes) cluster.write(change);
      await quiet([ran]);
      assert.notEqual(cluster.records.size, 0);
      await alike([ran], cluster);
      // and once everything is mended
      for (const change of everything(withLast())) cluster.write(change);
      for (const change of changes)
        if (!everything(withLast()).some((each) => nameOf(each) === nameOf(change)))
          cluster.write(remove(change.collection, change.key));
      const started = await cluster.start();
      await quiet([ran, started]);
      await alike([ran, started], cluster);
      assert.deepEqual(
        [[...cluster.records.keys()], [...ran.mirror.refused()].filter(([, count]) => count > 0)],
        [[], []],
      );
    });
  }

  it('is known by its last good version to a node that started before that was kept', async () => {
    const cluster = new Cluster(everything(withLast()));
    const ran = await cluster.start();
    cluster.write(put('packages', { ...row, baseCharge: 12.345 }));
    await ran.follow();
    const early = await cluster.start();
    assert.equal(early.catalog.find('packages', 1), undefined);
    // it is the first to write a record, which says that there was nothing
    await early.keep();
    assert.equal(cluster.records.get('packages/1')!.document, null);
    await quiet([ran, early]);
    assert.deepEqual(
      [ran.catalog.find('packages', 1)!.baseCharge, early.catalog.find('packages', 1)!.baseCharge],
      [40, 40],
    );
    await alike([ran, early], cluster);
  });

  it('is accepted at the start when it was mended while no node ran', async () => {
    const cluster = new Cluster(everything(withLast()));
    await (async () => {
      const ran = await cluster.start();
      cluster.write(put('packages', { ...row, baseCharge: 12.345 }));
      await quiet([ran]);
    })();
    cluster.write(put('packages', { ...row, baseCharge: 12.34 }));
    const started = await cluster.start();
    assert.equal(started.catalog.find('packages', 1)!.baseCharge, 12.34);
    await quiet([started]);
    assert.equal(cluster.records.size, 0);
  });

  it('does not make nodes that judge differently write without end', async () => {
    const cluster = new Cluster(everything(withLast()));
    const ran = await cluster.start();
    cluster.write(put('packages', { ...row, baseCharge: 12.345 }));
    await quiet([ran]);
    for (let round = 0; round < 20; round++) {
      // another release accepts it
      const { revision } = cluster.records.get('packages/1') ?? {};
      if (revision !== undefined) await cluster.keep([{ collection: 'packages', key: 1, was: revision, record: null }]);
      await quiet([ran]);
    }
    assert.ok(cluster.recordWrites < 20, `${cluster.recordWrites} writes`);
    assert.equal(ran.catalog.find('packages', 1)!.baseCharge, 40);
  });

  it('is named when nothing is in force in its place', async () => {
    const cluster = new Cluster(everything(withLast()));
    const ran = await cluster.start();
    cluster.write(put('packages', { ...row, baseCharge: 12.345 }));
    cluster.write(put('packages', { ...row, id: 900, toZoneId: 77 }));
    await quiet([ran]);
    const nodes = [ran, await cluster.start()];
    for (const { mirror } of nodes) assert.deepEqual(mirror.refusedWithoutGoodVersion(), ['packages/900']);
  });
});

describe(`nodes that run, start and read everything again while other programs make a mess, seed ${SEED}`, () => {
  for (let seed = SEED; seed < SEED + RUNS; seed++) {
    it(`agree in the end, and no record is left once everything is valid, seed ${seed}`, async () => {
      const rng = seededRng(seed);
      const first = putsOfWorld(locatedWorld(seed));
      const cluster = new Cluster(rng.chance(0.2) ? [] : first);
      const nodes = [await cluster.start(), await cluster.start()];
      const others = putsOfWorld(locatedWorld(seed + 1));
      const mess = rng.shuffled([
        ...rng.some([...others, ...first], 0.1).map((change) => (rng.chance(0.5) ? spoilt(rng, change, true) : change)),
        ...rng.some(first, 0.05).map(({ collection, key }): Change => ({ kind: 'delete', collection, key })),
      ]);
      const act = async (changes: readonly Change[]) => {
        for (const change of changes) {
          cluster.write(change);
          for (const node of nodes) {
            if (rng.chance(0.3)) await node.follow(rng.int(1, 20));
            if (rng.chance(0.2)) await node.keep();
          }
          if (rng.chance(2 / changes.length)) nodes.push(await cluster.start());
          if (rng.chance(2 / changes.length)) await rng.pick(nodes).reset();
        }
        await quiet(nodes);
        await alike(nodes, cluster);
        const started = await cluster.start();
        assert.equal(await started.keep(), false, 'a node that starts has nothing to add');
      };
      await act(mess);
      await act(rng.some(mess, 0.3));

      const wanted = putsOfWorld(locatedWorld(seed + 2));
      const names = new Set(wanted.map(nameOf));
      const leaving = [...cluster.documents.values()]
        .filter((change) => !names.has(nameOf(change)))
        .map(({ collection, key }): Change => ({ kind: 'delete', collection, key }));
      await act(rng.shuffled([...wanted, ...leaving]));
      assert.deepEqual([...cluster.records.keys()], []);
    });
  }
});
