/**
 * What the store reports reaches the catalog, the credentials and the publisher: one change after another, each as a
 * whole.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Logger } from 'pino';
import { Dirty } from '../../../src/index/build-generation.js';
import type { IndexPublisher } from '../../../src/control/publisher.js';
import { MAX_REFUSALS_LOGGED } from '../../../src/limits/control.js';
import { Catalog, type CatalogDocuments } from '../../../src/control/documents/catalog.js';
import { Credentials } from '../../../src/control/documents/credentials.js';
import { Mirror } from '../../../src/control/documents/mirror.js';
import type { CollectionName } from '../../../src/model/documents.js';
import type { AllDocuments } from '../../../src/store/dataset/dataset.js';
import { type Change, type Key, keyOf, nameOf, type PutChange } from '../../../src/model/change.js';
import { type Store } from '../../../src/store/port.js';
import { sealCredential } from '../../../src/store/secrets.js';
import { collectGarbage } from '../../support/garbage.js';
import { fixtureDocuments, fixtureZone, fixtureZonePincode } from '../../store/fixtures.js';
import { broken, contentsOf, put, remove } from './inspected.js';

const SECRETS_KEY = randomBytes(32);
const turn = () => new Promise((resume) => setImmediate(resume));

/** A store with only the methods that the mirror uses; loads wait while the gate is closed. */
class FakeStore {
  documents: AllDocuments = fixtureDocuments();
  #gate: Promise<void> = Promise.resolve();
  open: () => void = () => undefined;
  isLoading = false;

  constructor(readonly isShared: boolean) {}

  close(): void {
    this.#gate = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  async load(collections: readonly CollectionName[]): Promise<object> {
    const loaded = structuredClone(
      Object.fromEntries(collections.map((name) => [name, this.documents[name as 'zones']])),
    );
    this.isLoading = true;
    await this.#gate;
    return loaded;
  }

  /** How many documents were read alone. */
  reads = 0;

  get(collection: CollectionName, key: Key): Promise<unknown> {
    this.reads += 1;
    return Promise.resolve(
      structuredClone(
        (this.documents[collection as 'pincodes'] as unknown[]).find(
          (each) => keyOf(collection, each as never) === key,
        ),
      ),
    );
  }

  caughtUp(): Promise<void> {
    return Promise.resolve();
  }
}

function emptyScene(isShared: boolean) {
  const store = new FakeStore(isShared);
  const catalog = new Catalog();
  const credentials = new Credentials([SECRETS_KEY]);
  /** What the publisher was asked to build, one entry per call; and how often the catalog was notified. */
  const builds: Dirty[] = [];
  const applied: string[][] = [];
  const publisher = {
    dirty: new Dirty(),
    refresh() {
      builds.push(this.dirty);
      this.dirty = new Dirty();
    },
  };
  const apply = catalog.apply.bind(catalog);
  catalog.apply = (changes, dirty) => {
    applied.push(changes.map(nameOf));
    apply(changes, dirty);
  };
  const logged: { fields: Record<string, unknown>; message: string }[] = [];
  const note = (fields: Record<string, unknown>, message: string) => logged.push({ fields, message });
  const log = { error: note, warn: note } as unknown as Logger;
  const refusals: string[] = [];
  const mirror = new Mirror({
    store: store as unknown as Store,
    catalog,
    credentials,
    publisher: publisher as unknown as IndexPublisher,
    log,
    onRefused: (refusal) => refusals.push(nameOf(refusal)),
  });
  const reset = (documents: AllDocuments) =>
    mirror.reset(
      structuredClone(documents) as unknown as {
        [C in keyof CatalogDocuments]: CatalogDocuments[C][number][];
      } as never,
    );
  return { store, catalog, credentials, builds, applied, logged, refusals, mirror, reset };
}

async function filled(isShared: boolean) {
  const scene = emptyScene(isShared);
  await scene.reset(scene.store.documents);
  for (const list of [scene.builds, scene.applied]) list.length = 0;
  return scene;
}

/** The fixture with changes in many collections that are valid only together. */
function elsewhere(): AllDocuments {
  const documents = fixtureDocuments();
  documents.partners.push({ ...documents.partners[0]!, partnerId: 'newcomer' });
  documents.zones = [
    ...documents.zones.filter(({ id }) => id !== 2),
    fixtureZone(4, 'newcomer', { states: [1], cities: [], areas: [] }),
  ];
  documents['zone-pincodes'] = [
    documents['zone-pincodes'][0]!,
    documents['zone-pincodes'][2]!,
    { ...fixtureZonePincode(4, '110002'), partnerId: 'newcomer' },
  ];
  documents.packages[0]!.toZoneId = null;
  documents.discounts[0]!.discountValue = 8;
  return documents;
}

for (const isShared of [true, false]) {
  describe(`a mirror of a store that ${isShared ? 'others write to as well' : 'nobody else writes to'}`, () => {
    it('is filled by the first reset', async () => {
      const scene = emptyScene(isShared);
      await scene.reset(scene.store.documents);
      assert.deepEqual(contentsOf(scene.catalog), contentsOf(Catalog.of(scene.store.documents)));
      assert.equal(scene.credentials.find('partner', 'swift-air')?.tier, 'TIER_1');
      assert.deepEqual([scene.refusals, scene.logged, [...scene.mirror.refused()]], [[], [], []]);
    });

    it('adopts exactly the differences of a second reset, in one turn', async () => {
      const scene = await filled(isShared);
      await scene.reset(elsewhere());
      assert.deepEqual(contentsOf(scene.catalog), contentsOf(Catalog.of(elsewhere())));
      assert.deepEqual(
        scene.applied.map((names) => names.sort()),
        [
          [
            'discounts/1',
            'packages/1',
            'partners/newcomer',
            'zone-pincodes/newcomer/110002',
            'zone-pincodes/swift-air/400001',
            'zones/2',
            'zones/4',
          ],
        ],
      );
      assert.equal(scene.builds.length, 1);
      assert.deepEqual(
        [[...scene.builds[0]!.cards].sort(), [...scene.builds[0]!.coverage].sort(), scene.builds[0]!.geography],
        [['newcomer', 'swift-air'], ['newcomer', 'swift-air'], false],
      );
      await scene.reset(elsewhere());
      assert.deepEqual(scene.applied.slice(1), [[]], 'a third finds nothing');
    });

    it('publishes the changes of one call in one turn', async () => {
      const scene = await filled(isShared);
      const changes = [
        put('discounts', { ...scene.store.documents.discounts[0]!, discountValue: 9 }),
        remove('packages', 2),
      ];
      scene.mirror.change(changes);
      assert.deepEqual(
        [scene.applied.map((names) => names.sort()), scene.builds.length],
        [[['discounts/1', 'packages/2']], 1],
      );
    });

    it('keeps a change that arrives during a refresh, because it is newer', async () => {
      const scene = await filled(isShared);
      const discount = scene.store.documents.discounts[0]!;
      scene.store.documents.discounts[0] = { ...discount, discountValue: 1 };
      scene.store.documents.discounts[1] = { ...scene.store.documents.discounts[1]!, discountValue: 2 };
      scene.store.close();
      const refreshed = scene.mirror.refresh(['discounts']);
      while (!scene.store.isLoading) await turn();
      scene.mirror.change([put('discounts', { ...discount, discountValue: 50 })]);
      scene.store.open();
      await refreshed;
      assert.deepEqual(
        scene.catalog.all('discounts').map(({ discountValue }) => discountValue),
        [50, 2],
      );
    });

    it('fails the start with a credential that it cannot decrypt, and later keeps its last version', async () => {
      const foreign = (documents: AllDocuments) => sealCredential(documents.credentials[1]!, [randomBytes(32)]);
      const unable = emptyScene(isShared);
      const documents = fixtureDocuments();
      documents.credentials[1] = foreign(documents);
      await assert.rejects(unable.reset(documents), /partner credential swift-air/);
      const scene = await filled(isShared);
      const held = scene.credentials.find('partner', 'swift-air');
      scene.mirror.change([
        put('credentials', foreign(scene.store.documents)),
        put('credentials', { ...scene.store.documents.credentials[0]!, tier: 'TIER_1' }),
      ]);
      assert.equal(scene.credentials.find('partner', 'swift-air'), held);
      assert.equal(scene.credentials.find('service', 'main-system')?.tier, 'TIER_1');
      assert.match(scene.logged[0]!.message, /credential was refused/);
      assert.deepEqual([...scene.mirror.refused()], [['credentials', 1]]);
      assert.equal(scene.mirror.unopenedCredentials, 1);
      assert.deepEqual(scene.mirror.refusedWithoutGoodVersion(), []);
    });
  });
}

describe('a mirror of a store that others write to as well', () => {
  it('applies a change that follows a reset in the same turn after the reset', async () => {
    const scene = emptyScene(true);
    const documents = fixtureDocuments();
    await scene.reset(documents);
    documents.discounts[0]!.discountValue = 3;
    scene.applied.length = 0;
    const reset = scene.reset(documents);
    scene.mirror.change([put('discounts', { ...documents.discounts[0]!, discountValue: 4 })]);
    await reset;
    assert.deepEqual(
      [scene.applied, scene.catalog.find('discounts', 1)!.discountValue],
      [[['discounts/1'], ['discounts/1']], 4],
    );
  });

  it('applies nothing of a refresh that began before a reset, because the reset is newer', async () => {
    const scene = await filled(true);
    const { discounts } = scene.store.documents;
    scene.store.documents.discounts = [{ ...discounts[0]!, discountValue: 1 }, discounts[1]!];
    scene.store.close();
    const refreshed = scene.mirror.refresh(['discounts']);
    while (!scene.store.isLoading) await turn();
    scene.store.documents.discounts = discounts;
    await scene.reset(scene.store.documents);
    scene.store.open();
    await refreshed;
    assert.deepEqual(
      scene.catalog.all('discounts').map(({ discountValue }) => discountValue),
      [7.5, 7.5],
    );
  });

  it('refuses broken documents, names them in a log line and counts them by collection', async () => {
    const scene = emptyScene(true);
    const documents = fixtureDocuments();
    documents.discounts[0]!.discountValue = -1;
    await scene.reset(documents);
    assert.deepEqual(
      [scene.refusals, [...scene.mirror.refused()], scene.catalog.count('discounts')],
      [['discounts/1'], [['discounts', 1]], 1],
    );
    assert.equal(scene.logged.length, 1);
    assert.deepEqual([scene.logged[0]!.fields['collection'], scene.logged[0]!.fields['key']], ['discounts', 1]);
    scene.mirror.change([
      broken('zones', documents.zones[0]!, { name: 1 }),
      broken('zones', documents.zones[1]!, { name: 1 }),
      put('discounts', { ...documents.discounts[0]!, discountValue: 1 }),
    ]);
    assert.deepEqual(
      [scene.refusals, [...scene.mirror.refused()]],
      [['discounts/1', 'zones/1', 'zones/2'], [['zones', 2]]],
    );
    assert.equal(scene.catalog.find('zones', 1)!.name, 'Zone 1');
  });

  it('does not log again what a second reset brings again, and forgets what it no longer brings', async () => {
    const scene = emptyScene(true);
    const documents = fixtureDocuments();
    documents.discounts[0]!.discountValue = -1;
    documents['zone-pincodes'].push(
      { ...fixtureZonePincode(1, '110002'), assignedAt: 'once' },
      fixtureZonePincode(99, '411001'),
    );
    await scene.reset(documents);
    assert.deepEqual([...scene.mirror.refused()].sort(), [
      ['discounts', 1],
      ['zone-pincodes', 1],
    ]);
    await scene.reset(documents);
    assert.deepEqual(
      [scene.refusals.length, scene.logged.length, [...scene.mirror.refused()].sort()],
      [
        2,
        3,
        [
          ['discounts', 1],
          ['zone-pincodes', 1],
        ],
      ],
    );
    await scene.reset(fixtureDocuments());
    assert.deepEqual([...scene.mirror.refused()], []);
    assert.deepEqual(contentsOf(scene.catalog), contentsOf(Catalog.of(fixtureDocuments())));
  });

  it('admits documents with missing references at first and logs them, except for places', async () => {
    const scene = emptyScene(true);
    const documents = fixtureDocuments();
    const [orphan] = documents.packages.map((row) => ({ ...row, id: 900, toZoneId: 77 }));
    documents.packages.push(orphan!);
    documents.partners[0]!.gstStateCode = '99';
    documents.pincodes[0]!.cityId = 4711;
    await scene.reset(documents);
    assert.deepEqual(
      [
        scene.catalog.find('packages', 900)?.toZoneId,
        scene.catalog.find('partners', documents.partners[0]!.partnerId)?.gstStateCode,
        scene.catalog.find('pincodes', '110001'),
      ],
      [77, '99', undefined],
    );
    assert.deepEqual(scene.refusals, ['pincodes/110001']);
    const dangling = scene.logged
      .filter(({ message }) => /references missing documents/.test(message))
      .map(({ fields }) => `${String(fields['collection'])}/${String(fields['key'])}`);
    // the entries of the missing pincode, too
    assert.deepEqual(
      dangling.filter((name) => !name.startsWith('zone-pincodes/')),
      ['partners/swift-air', 'packages/900', 'place-groups/METRO'],
    );
    scene.mirror.change([
      put('cities', { id: 4711, name: 'Came late', stateId: 1, createdAt: '2025-01-01T00:00:00.000Z' }),
    ]);
    assert.equal(scene.catalog.find('pincodes', '110001'), undefined, 'its area is of another city');
    scene.mirror.change([put('pincodes', { ...documents.pincodes[0]!, areaIds: [] })]);
    assert.equal(scene.catalog.find('pincodes', '110001')?.cityId, 4711);
    assert.deepEqual([...scene.mirror.refused()], []);
  });

  it('forgets a refused deletion once the document exists again', async () => {
    const scene = await filled(true);
    scene.mirror.change([remove('areas', 2)]);
    assert.deepEqual([...scene.mirror.refused()], [['areas', 1]]);
    await scene.reset(scene.store.documents);
    scene.mirror.change([put('pincodes', { ...scene.store.documents.pincodes[2]!, areaIds: [] })]);
    assert.deepEqual([[...scene.mirror.refused()], scene.catalog.find('areas', 2)?.name], [[], 'Fort']);
  });

  it('reports an entry with an invalid pincode, also if another entry reads the same', async () => {
    const scene = await filled(true);
    const documents = fixtureDocuments();
    documents['zone-pincodes'][0] = { ...documents['zone-pincodes'][0]!, pincode: '0110001' };
    documents['zone-pincodes'].push({ ...documents['zone-pincodes'][1]!, pincode: 400001 as unknown as string });
    await scene.reset(documents);
    assert.deepEqual(scene.refusals.sort(), ['zone-pincodes/swift-air/0110001', 'zone-pincodes/swift-air/400001']);
    assert.deepEqual([...scene.catalog.assigned('swift-air')], [[400001, 2]]);
  });

  it('logs a limited number of refused documents', async () => {
    for (const [count, lines] of [
      [MAX_REFUSALS_LOGGED, MAX_REFUSALS_LOGGED],
      [MAX_REFUSALS_LOGGED + 1, MAX_REFUSALS_LOGGED + 1],
      [500, MAX_REFUSALS_LOGGED + 1],
    ] as const) {
      const scene = await filled(true);
      scene.mirror.change(
        Array.from({ length: count }, (_, index): Change =>
          put('zone-pincodes', fixtureZonePincode(99, String(500_000 + index))),
        ),
      );
      assert.deepEqual([scene.refusals.length, scene.logged.length], [count, lines]);
      assert.equal(scene.logged.at(-1)!.fields['refused'], lines > MAX_REFUSALS_LOGGED ? count : undefined);
    }
  });

  it('logs some of the faults of a document that has a hundred thousand, and a part of a long text', async () => {
    const scene = await filled(true);
    const pincode = scene.store.documents.pincodes[0]!;
    const many = Array.from({ length: 100_000 }, (_, n) => 1_000 + n);
    scene.mirror.change([
      put('pincodes', { ...pincode, areaIds: many }),
      broken('zones', scene.store.documents.zones[0]!, { ['x'.repeat(1_000_000)]: 1 }),
      broken('packages', { ...scene.store.documents.packages[0]!, id: 'y'.repeat(1_000_000) as unknown as number }, {}),
    ]);
    assert.equal(scene.logged.length, 3);
    for (const { fields } of scene.logged)
      assert.ok(JSON.stringify(fields).length < 8_000, `${JSON.stringify(fields).length} characters`);
    assert.match(JSON.stringify(scene.logged.map(({ fields }) => fields['faults'])), /and 99980 more faults/);
    const orphan = structuredClone(scene.store.documents);
    orphan.zones[0]!.geographical.areas = many.slice(0, 40_000);
    const started = emptyScene(true);
    await started.reset(orphan);
    assert.match(started.logged[0]!.message, /references missing documents/);
    assert.ok(JSON.stringify(started.logged[0]!.fields).length < 8_000);
  });

  it('does not hold a document that is faulty by itself, however large it is', async () => {
    const scene = await filled(true);
    const large = (id: number): Change =>
      broken('packages', { ...scene.store.documents.packages[0]!, id }, { packageName: [`large ${id}`] });
    const documents = await (async () => {
      const changes = Array.from({ length: 30 }, (_, n) => large(1_000 + n));
      scene.mirror.change(changes);
      return changes.map((change) => new WeakRef((change as PutChange).document));
    })();
    assert.deepEqual([...scene.mirror.refused()], [['packages', 30]]);
    const held = (): number => documents.filter((document) => document.deref() !== undefined).length;
    // what a register still holds goes with the next turn; what is held by an object stays
    for (let attempt = 0; attempt < 10 && held() > 0; attempt++) {
      await turn();
      collectGarbage();
    }
    assert.equal(held(), 0);
    // and it is known as the same when it is reported again
    scene.mirror.change([large(1_000)]);
    assert.equal(scene.refusals.length, 30);
  });

  it('reads a large document again that waits for another, when that comes', async () => {
    const scene = await filled(true);
    const areaIds = [1, ...Array.from({ length: 5_000 }, (_, n) => 1_000 + n)];
    const pincode = { ...scene.store.documents.pincodes[0]!, areaIds };
    scene.store.documents.pincodes[0] = pincode;
    scene.mirror.change([put('pincodes', pincode)]);
    const areas = areaIds.slice(1).map((id) => put('areas', { ...scene.store.documents.areas[0]!, id }));
    scene.mirror.change(areas.slice(1));
    while (scene.store.reads === 0) await turn();
    await turn();
    await scene.mirror.settled();
    assert.deepEqual(
      [[...scene.mirror.refused()], scene.catalog.find('pincodes', '110001')!.areaIds],
      [[['pincodes', 1]], [1]],
    );
    scene.mirror.change(areas.slice(0, 1));
    while (scene.catalog.find('pincodes', '110001')!.areaIds.length === 1) await turn();
    assert.deepEqual(scene.catalog.find('pincodes', '110001')!.areaIds, areaIds);
    assert.equal(scene.refusals.length, 1);
  });

  it('does not read two large documents that wait for each other without end', async () => {
    const scene = await filled(true);
    const { zones } = scene.store.documents;
    const states = Array.from({ length: 30_000 }, () => 1);
    for (const id of [10, 11])
      zones.push({ ...zones[0]!, id, geographical: { states: [...states, ...states], cities: [], areas: [] } });
    scene.mirror.change(zones.slice(-2).map((zone) => put('zones', zone)));
    assert.deepEqual([...scene.mirror.refused()], [['zones', 2]]);
    scene.mirror.change([put('zones', { ...zones[0]!, name: 'Another name' })]);
    for (let round = 0; round < 50; round++) {
      await turn();
      await scene.mirror.settled();
    }
    assert.deepEqual([scene.store.reads, [...scene.mirror.refused()]], [2, [['zones', 2]]]);
  });

  it('does not take a document without its key for deleted when everything is read again or refreshed', async () => {
    const scene = emptyScene(true);
    const documents = fixtureDocuments();
    const [row] = documents.packages.splice(0, 1);
    const { id, ...lost } = { ...row!, baseCharge: 99 };
    const keyless = [
      { kind: 'put', collection: 'packages', key: id, document: lost, storedId: 'x' },
    ] as unknown as PutChange[];
    const records = [{ collection: 'packages', key: id, document: row!, refused: 'former', revision: '1' }] as const;
    const read = () =>
      scene.mirror.reset(structuredClone(documents) as never, { records: structuredClone([...records]), keyless });
    await read();
    assert.deepEqual([scene.refusals, scene.catalog.find('packages', id)?.baseCharge], [['packages/1'], 40]);
    scene.store.documents = { ...documents, packages: [...documents.packages, lost as never] };
    await scene.mirror.refresh(['packages']);
    assert.deepEqual(
      [[...scene.mirror.refused()], scene.catalog.find('packages', id)?.baseCharge],
      [[['packages', 1]], 40],
    );
    await read();
    assert.deepEqual([scene.refusals, scene.catalog.find('packages', id)?.baseCharge], [['packages/1'], 40]);
  });

  it('continues after a change that could not be applied', async () => {
    const scene = await filled(true);
    const apply = scene.catalog.apply;
    scene.catalog.apply = () => {
      throw new Error('a defect');
    };
    const change = put('discounts', { ...scene.store.documents.discounts[0]!, discountValue: 5 });
    await assert.rejects(async () => scene.mirror.change([change]), /a defect/);
    scene.catalog.apply = apply;
    scene.mirror.change([change]);
    assert.equal(scene.catalog.find('discounts', 1)!.discountValue, 5);
  });
});
