/** forceRefresh: differences between store and catalog are adopted, once for all waiting callers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Catalog, CATALOG_COLLECTIONS, type CatalogCollection } from '../../../src/control/documents/catalog.js';
import { Dirty } from '../../../src/index/build-generation.js';
import { Refresher } from '../../../src/control/documents/refresher.js';
import type { CollectionName } from '../../../src/model/documents.js';
import { type Change, keyOf } from '../../../src/model/change.js';
import { type Store } from '../../../src/store/port.js';
import { randomWorld, seededRng } from '../../reference/random.js';
import type { World } from '../../reference/types.js';

/** A store with only the methods that a refresh uses; a load waits until the test releases it. */
class FakeStore {
  loads: CollectionName[][] = [];
  #gate: Promise<void> = Promise.resolve();
  open: () => void = () => undefined;

  constructor(readonly world: World) {}

  close(): void {
    this.#gate = new Promise((resolve) => {
      this.open = resolve;
    });
  }

  async load(collections: readonly CollectionName[]): Promise<object> {
    this.loads.push([...collections]);
    const loaded = structuredClone(
      Object.fromEntries(collections.map((name) => [name, this.world[name as keyof World]])),
    );
    await this.#gate;
    return loaded;
  }

  caughtUp(): Promise<void> {
    return Promise.resolve();
  }
}

async function scene() {
  const world = randomWorld(seededRng(11));
  const store = new FakeStore(world);
  const catalog = Catalog.of(structuredClone(world));
  const applied: Change[] = [];
  const refresher = new Refresher(store as unknown as Store, catalog, (changes) => {
    applied.push(...changes);
    catalog.apply(changes, new Dirty());
  });
  return { world, store, catalog, applied, refresher };
}

const turn = () => new Promise((resume) => setImmediate(resume));

describe('a refresh', () => {
  it('changes nothing where nothing differs, whatever the collection', async () => {
    const { catalog, applied, refresher } = await scene();
    const cities = catalog.all('cities');
    await refresher.refresh(CATALOG_COLLECTIONS);
    assert.deepEqual(applied, []);
    assert.equal(catalog.all('cities'), cities, 'what is derived from the list stays');
  });

  it('adopts what was changed, added and deleted without the catalog, and nothing else', async () => {
    const { world, catalog, applied, refresher } = await scene();
    world.cities[0] = { ...world.cities[0]!, name: 'Renamed' };
    const [gone] = world.discounts.splice(0, 1);
    const entry = world['zone-pincodes'][0]!;
    const moved = {
      ...entry,
      zoneId: world.zones.find(({ id, partnerId }) => partnerId === entry.partnerId && id !== entry.zoneId)!.id,
    };
    world['zone-pincodes'][0] = moved;
    const removed = world['zone-pincodes'].pop()!;
    await refresher.refresh(['cities', 'discounts', 'zone-pincodes', 'states']);
    assert.deepEqual(
      applied.map(({ kind, collection, key }) => `${kind} ${collection} ${key}`).sort(),
      [
        `delete discounts ${gone!.id}`,
        `delete zone-pincodes ${keyOf('zone-pincodes', removed)}`,
        `put cities ${world.cities[0].id}`,
        `put zone-pincodes ${keyOf('zone-pincodes', moved)}`,
      ].sort(),
    );
    assert.equal(catalog.find('cities', world.cities[0].id)!.name, 'Renamed');
    assert.equal(catalog.assigned(entry.partnerId).get(Number(entry.pincode)), moved.zoneId);
  });

  it('keeps what was written while it read, because that is newer', async () => {
    const { world, store, catalog, refresher } = await scene();
    const document = { ...world.cities[0]!, name: 'Newer' };
    const change: Change = { kind: 'put', collection: 'cities', key: document.id, document };
    store.close();
    const refreshed = refresher.refresh(['cities']);
    await turn();
    refresher.noteChanges([change]);
    catalog.apply([change], new Dirty());
    store.open();
    await refreshed;
    assert.equal(catalog.find('cities', document.id)!.name, 'Newer');
  });

  it('keeps a reported change when the store, right after a failover, still reads an older state', async () => {
    const { world, store, catalog, refresher } = await scene();
    const citiesBefore = structuredClone(world.cities);
    const document = (world.cities[0] = { ...world.cities[0]!, name: 'Notified' });
    const change: Change = { kind: 'put', collection: 'cities', key: document.id, document };
    refresher.noteChanges([change]);
    catalog.apply([change], new Dirty());
    let isBehind = true;
    store.caughtUp = async () => {
      isBehind = false;
    };
    store.load = async () => structuredClone({ cities: isBehind ? citiesBefore : world.cities });
    await refresher.refresh(['cities']);
    assert.equal(catalog.find('cities', document.id)!.name, 'Notified');
  });

  it('reads a collection once for all waiting callers, and once more for later ones', async () => {
    const { world, store, catalog, refresher } = await scene();
    store.close();
    const first = refresher.refresh(['cities']);
    await turn();
    world.cities[0] = { ...world.cities[0]!, name: 'Too late for the first' };
    const later = Array.from({ length: 20 }, () => refresher.refresh(['cities', 'states']));
    store.open();
    await Promise.all([first, ...later]);
    assert.deepEqual(store.loads.map(String), ['cities', 'cities,states']);
    assert.equal(catalog.find('cities', world.cities[0].id)!.name, 'Too late for the first');
  });

  it('that fails fails its waiting callers, and the next one reads again', async () => {
    const { store, refresher } = await scene();
    const load = store.load.bind(store);
    store.load = () => Promise.reject(new Error('the disk is gone'));
    await assert.rejects(refresher.refresh(['cities' satisfies CatalogCollection]), /the disk is gone/);
    store.load = load;
    await refresher.refresh(['cities']);
  });
});
