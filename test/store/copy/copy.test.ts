/**
 * Copying between a dataset folder, the embedded store and, where available, MongoDB: complete, resumable, verified.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { copyAll, type CopyOptions } from '../../../src/copy/copy.js';
import { DatasetSource, DatasetTarget } from '../../../src/copy/dataset-endpoint.js';
import type { Source, Target } from '../../../src/copy/endpoint.js';
import { Progress } from '../../../src/copy/progress.js';
import { StoreEndpoint } from '../../../src/copy/store-endpoint.js';
import { COPY_PAGE_DOCUMENTS } from '../../../src/limits/store.js';
import { COLLECTION_NAMES, type CollectionName, DATASET_COLLECTIONS, type Zone } from '../../../src/model/documents.js';
import { openLmdbStore } from '../../../src/store/lmdb/store.js';
import { openMongoStore } from '../../../src/store/mongo/store.js';
import { keyOf } from '../../../src/model/change.js';
import { type Store } from '../../../src/store/port.js';
import { openSecrets } from '../../../src/store/secrets.js';
import { randomWorld, seededRng } from '../../reference/random.js';
import { versionWrite } from '../outcome-versions.js';
import { fixtureAssignment, withFolder, writeDataset } from '../fixtures.js';
import { describeWithMongo, freshDatabase } from '../../support/mongo.js';

const KEY = createHash('sha256').update('a key for copies').digest();
/** All callers use the same shipmentIds; every fourth assignment has no caller and a unique shipmentId. */
const CALLERS = ['service:main-system', 'service:a/b:c', 'partner:swift-air'];
const NO_GEOGRAPHY = join('nowhere');

/** A store with what one collects over time: more than two pages of assignments and of remembered answers. */
async function filled(path: string): Promise<Store> {
  const store = await openLmdbStore({ path });
  const world = randomWorld(seededRng(5));
  await store.importAll(world);
  const { partnerId } = world.partners[0]!;
  await store.write(
    Array.from(
      { length: 2 * COPY_PAGE_DOCUMENTS + 7 },
      (_, index) =>
        ({
          kind: 'insert',
          collection: 'assignments',
          document: {
            ...fixtureAssignment(index % 4 === 3 ? `OLD-${index}` : `S-${index >> 2}`, CALLERS[index % 4]),
            partnerId,
          },
        }) as const,
    ),
  );
  await store.write([
    {
      kind: 'insert',
      collection: 'idempotency-keys',
      document: {
        key: 'a',
        requestHash: 'a'.repeat(64),
        status: 201,
        answer: '{}',
        expiresAt: '2030-01-01T00:00:00.000Z',
      },
    },
  ]);
  // outcomes with their sums
  await store.writeOutcomes(await versionWrite(store, 1));
  return store;
}

/** A dataset has what a store may leave out: charges of 0, and the scopes of a credential. */
const inFull = (collection: CollectionName, document: object): unknown =>
  collection === 'credentials'
    ? { ...document, scopes: (document as { scopes?: string[] }).scopes ?? ['quote', 'assign', 'read', 'write'] }
    : withCharges(document);

async function contentsOf(place: Source, collections: readonly CollectionName[]): Promise<Map<string, unknown>> {
  const contents = new Map<string, unknown>();
  for (const collection of collections) {
    for (const document of await place.page(collection, null, 1e9))
      contents.set(`${collection}/${keyOf(collection, document)}`, inFull(collection, document));
  }
  return contents;
}

/** Reading a dataset gives a service without a charge the charge 0. */
function withCharges(document: object): object {
  if (!('geographical' in document)) return document;
  const { services } = document as Zone;
  return { ...document, services: services.map((service) => ({ ...service, baseCharge: service.baseCharge ?? 0 })) };
}

interface Scene {
  source: StoreEndpoint;
  folder: string;
  copy(target: Target, more?: Partial<CopyOptions>): ReturnType<typeof copyAll>;
}

function withSource(use: (scene: Scene) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const source = new StoreEndpoint(await filled(join(folder, 'source')));
    const progressFile = join(folder, 'progress.json');
    try {
      await use({
        source,
        folder,
        copy: async (target, more) =>
          copyAll({
            source,
            target,
            progress: await Progress.open(progressFile, 'here', 'there'),
            secretsKeys: [],
            onProgress: () => undefined,
            ...more,
          }),
      });
    } finally {
      await source.close();
    }
  });
}

/** A target that fails, as if its process had ended, after writing the given number of pages. */
function mortal(target: Target, pages: number): Target & { written: CollectionName[] } {
  const written: CollectionName[] = [];
  return {
    written,
    collections: target.collections,
    keepsPages: target.keepsPages,
    page: (...given) => target.page(...given),
    isTaken: () => target.isTaken(),
    begin: (collection) => target.begin(collection),
    write: async (collection, documents) => {
      if (written.length === pages) throw new Error('killed');
      await target.write(collection, documents);
      written.push(collection);
    },
    complete: () => target.complete(),
    close: () => target.close(),
  };
}

describe('a copy', () => {
  it('from store to store holds every document of every collection, and reports how many', () =>
    withSource(async ({ source, folder, copy }) => {
      const target = new StoreEndpoint(await openLmdbStore({ path: join(folder, 'target') }));
      const copied = await copy(target);
      assert.deepEqual([...copied.keys()], COLLECTION_NAMES);
      assert.equal(copied.get('assignments')!.count, 2 * COPY_PAGE_DOCUMENTS + 7);
      assert.ok(copied.get('outcomes')!.count > 0 && copied.get('outcome-sums')!.count > 0);
      assert.deepEqual(await contentsOf(target, COLLECTION_NAMES), await contentsOf(source, COLLECTION_NAMES));
      assert.equal(await target.isTaken(), true);
      await target.close();
    }));

  it('to a dataset folder and back is the same, without the remembered answers', () =>
    withSource(async ({ source, folder, copy }) => {
      await copy(new DatasetTarget(join(folder, 'dataset'), NO_GEOGRAPHY));
      const target = new StoreEndpoint(await openLmdbStore({ path: join(folder, 'target') }));
      await copy(target, { source: await DatasetSource.open(join(folder, 'dataset'), NO_GEOGRAPHY, []) });
      assert.deepEqual(await contentsOf(target, DATASET_COLLECTIONS), await contentsOf(source, DATASET_COLLECTIONS));
      assert.deepEqual(await target.page('idempotency-keys', null, 10), []);
      await target.close();
    }));

  it('of a dataset encrypts its secrets', () =>
    withFolder(async (folder) => {
      const world = randomWorld(seededRng(6));
      await writeDataset(join(folder, 'dataset'), world);
      const source = await DatasetSource.open(join(folder, 'dataset'), NO_GEOGRAPHY, [KEY]);
      const target = new StoreEndpoint(await openLmdbStore({ path: join(folder, 'target') }));
      await copyAll({
        source,
        target,
        secretsKeys: [KEY],
        progress: await Progress.open(join(folder, 'p'), 'a', 'b'),
        onProgress: () => undefined,
      });
      const [credential] = await target.page('credentials', null, 1);
      assert.equal(credential!.secrets[0]!.secret, undefined);
      assert.match(openSecrets(credential!, [KEY])[0]!.secret, /^demo-/);
      await target.close();
    }));

  it('that was interrupted at any point continues there, and repeats no writes without need', () =>
    withSource(async ({ source, folder, copy }) => {
      const target = new StoreEndpoint(await openLmdbStore({ path: join(folder, 'target') }));
      const wanted = await contentsOf(source, COLLECTION_NAMES);
      const pages: CollectionName[] = [];
      for (let round = 0; ; round++) {
        const dying = mortal(target, 2);
        const ended = await copy(dying).then(
          () => true,
          (error: Error) => {
            assert.equal(error.message, 'killed');
            return false;
          },
        );
        pages.push(...dying.written);
        if (ended) break;
        assert.ok(round < 50);
        assert.equal(await target.isTaken(), false, 'a node would not start with half a copy');
      }
      assert.deepEqual(await contentsOf(target, COLLECTION_NAMES), wanted);
      assert.equal(pages.filter((collection) => collection === 'assignments').length, 3);
      await assert.rejects(copy(target), /the target is not empty/, 'the progress is deleted at the end');
      await target.close();
    }));

  it('to a dataset folder that was interrupted is complete in the end', () =>
    withSource(async ({ source, folder, copy }) => {
      const path = join(folder, 'dataset');
      for (let pages = 1; ; pages++) {
        const ended = await copy(mortal(new DatasetTarget(path, NO_GEOGRAPHY), pages)).then(
          () => true,
          () => false,
        );
        if (ended) break;
        assert.ok(pages < 50);
      }
      assert.deepEqual(
        await contentsOf(await DatasetSource.open(path, NO_GEOGRAPHY, []), DATASET_COLLECTIONS),
        await contentsOf(source, DATASET_COLLECTIONS),
      );
    }));

  it('refuses a target that holds something, and the progress of another copy', () =>
    withSource(async ({ folder, source, copy }) => {
      const target = new StoreEndpoint(await filled(join(folder, 'target')));
      await assert.rejects(copy(target), /the target is not empty/);
      await target.close();
      await writeDataset(join(folder, 'taken'), randomWorld(seededRng(1)));
      await assert.rejects(copy(new DatasetTarget(join(folder, 'taken'), NO_GEOGRAPHY)), /the target is not empty/);
      const file = join(folder, 'other.json');
      const fresh = new StoreEndpoint(await openLmdbStore({ path: join(folder, 'fresh') }));
      await assert.rejects(
        copyAll({
          source,
          target: mortal(fresh, 1),
          secretsKeys: [],
          progress: await Progress.open(file, 'mongodb://u:hunter2@h', 'x'),
          onProgress: () => undefined,
        }),
        /killed/,
      );
      await assert.rejects(Progress.open(file, 'mongodb://u:hunter2@h', 'y'), /is the progress of another copy/);
      assert.doesNotMatch(await readFile(file, 'utf8'), /hunter2/);
      await fresh.close();
    }));

  it('refuses an empty source before it marks the target as complete', () =>
    withFolder(async (folder) => {
      const [source, target] = [
        new StoreEndpoint(await openLmdbStore({ path: join(folder, 'empty') })),
        new StoreEndpoint(await openLmdbStore({ path: join(folder, 'target') })),
      ];
      const progress = await Progress.open(join(folder, 'progress.json'), 'here', 'there');
      await assert.rejects(
        copyAll({ source, target, progress, secretsKeys: [], onProgress: () => undefined }),
        /the source holds nothing/,
      );
      assert.equal(await target.isTaken(), false);
      await Promise.all([source.close(), target.close()]);
    }));

  it('detects a target that lost, gained or changed a document', () =>
    withSource(async ({ folder, copy }) => {
      const spoil: Record<string, (place: Target, store: Store) => Promise<unknown>> = {
        'discounts: the source holds \\d+ documents, the target \\d+': async (_, store) => {
          const [row] = await store.page('discounts', null, 1);
          return store.write([{ kind: 'delete', collection: 'discounts', key: row!.id }]);
        },
        "assignments: the target's \\d+ documents are not the source's": async (_, store) => {
          const [row] = await store.page('assignments', null, 1);
          return store.write([
            { kind: 'put', collection: 'assignments', document: { ...row!, requestHash: 'f'.repeat(64) } },
          ]);
        },
      };
      for (const [index, [message, change]] of Object.entries(spoil).entries()) {
        const store = await openLmdbStore({ path: join(folder, `target-${index}`) });
        const place = new StoreEndpoint(store);
        place.complete = async () => {
          await change(place, store);
        };
        await assert.rejects(
          copy(place, { progress: await Progress.open(join(folder, `p-${index}`), 'a', 'b') }),
          new RegExp(message),
        );
        await place.close();
      }
    }));

  it('refuses a progress file that it did not write', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'p'), 'not json');
      await assert.rejects(Progress.open(join(folder, 'p'), 'a', 'b'), SyntaxError);
    }));
});

describeWithMongo('a copy', (uri) => {
  it('to MongoDB and back is the same, interrupted after every second page', () =>
    withSource(async ({ source, folder, copy }) => {
      const mongo = new StoreEndpoint(await openMongoStore({ uri, database: freshDatabase(), report: assert.ifError }));
      const back = new StoreEndpoint(await openLmdbStore({ path: join(folder, 'back') }));
      try {
        const copyTwoPages = () =>
          copy(mortal(mongo, 2)).then(
            () => true,
            (error: Error) => {
              assert.match(error.message, /killed/);
              return false;
            },
          );
        let isDone = false;
        while (!isDone) isDone = await copyTwoPages();
        await copy(back, { source: mongo });
        assert.deepEqual(await contentsOf(back, COLLECTION_NAMES), await contentsOf(source, COLLECTION_NAMES));
      } finally {
        await mongo.close();
        await back.close();
      }
    }));
});
