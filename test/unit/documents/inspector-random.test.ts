/**
 * Whatever other programs write, in whatever order: an index can be built from what is in force, and at the end that is
 * what the store holds.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  Catalog,
  CATALOG_COLLECTIONS,
  type CatalogCollection,
  type CatalogDocuments,
} from '../../../src/control/documents/catalog.js';
import { differences } from '../../../src/control/documents/differences.js';
import { type Change, nameOf } from '../../../src/model/change.js';
import { published } from '../index/world.js';
import { seededRng } from '../../reference/random.js';
import type { Rng } from '../../reference/rng.js';
import { rounds, seedOf } from '../../support/depth.js';
import { contentsOf, dangling, Inspected, unsound } from './inspected.js';
import { locatedWorld, putsOfWorld, spoilt } from './mess.js';

const WORLDS = rounds(2, 8);
/** How many of the states between two calls are checked, and for how many an index is built. */
const LOOKS = 20;
const BUILDS = 3;
const SEED = seedOf(20_260_311);

/** The changes in random order, in calls of random size. */
function inCalls(rng: Rng, changes: readonly Change[]): Change[][] {
  const calls: Change[][] = [];
  const most = rng.pick([1, 3, 40, 100_000]);
  for (const change of rng.shuffled(changes)) {
    if (calls.length === 0 || calls.at(-1)!.length >= most || rng.chance(0.3 / most)) calls.push([]);
    calls.at(-1)!.push(change);
  }
  return calls;
}

/** Everything that a store holds, by collection. */
function documentsOf(store: ReadonlyMap<string, Change>): CatalogDocuments {
  const documents = nothing();
  for (const change of store.values())
    if (change.kind === 'put') (documents[change.collection as CatalogCollection] as unknown[]).push(change.document);
  return documents;
}

const nothing = (): CatalogDocuments =>
  Object.fromEntries(CATALOG_COLLECTIONS.map((collection) => [collection, []])) as unknown as CatalogDocuments;

describe(`random changes by other programs, seed ${SEED}`, () => {
  for (let run = 0; run < WORLDS; run++) {
    const seed = SEED + run;
    it(`keep valid documents in force and end with the content of the store, seed ${seed}`, async () => {
      const rng = seededRng(seed);
      const [from, by, to] = [locatedWorld(seed), locatedWorld(seed + 1), locatedWorld(seed + 2)];
      // a document without its key is identified by its former key, which a reload does not know
      const isReloading = rng.chance(0.5);
      const first = rng.chance(0.2) ? [] : putsOfWorld(from);
      const store = new Map(first.map((change) => [nameOf(change), change]));
      const inspected = new Inspected(documentsOf(structuredClone(store)));
      const take = async (changes: readonly Change[]) => {
        const calls = inCalls(rng, changes);
        for (const call of calls) {
          for (const change of call) {
            if (change.kind === 'delete') store.delete(nameOf(change));
            else store.set(nameOf(change), change);
          }
          const taken = inspected.take(...call);
          if (rng.chance(LOOKS / calls.length))
            assert.deepEqual([unsound(inspected.catalog), dangling(inspected.catalog, new Set(taken))], [[], []]);
          if (isReloading && rng.chance(1 / calls.length))
            inspected.takeEverything(...differences(inspected.catalog, documentsOf(store)));
          if (rng.chance(BUILDS / calls.length)) await published(inspected.catalog);
        }
        await published(inspected.catalog);
        assertTruthful(inspected, store);
      };

      // other programs make a mess: parts of another world, broken documents, deletions of anything
      const mess = rng
        .some([...putsOfWorld(by), ...putsOfWorld(from)], 0.2)
        .map((change) => (rng.chance(0.4) ? spoilt(rng, change, isReloading) : change));
      const gone = rng.some(first, 0.1).map(({ collection, key }): Change => ({ kind: 'delete', collection, key }));
      await take([...mess, ...gone]);

      // then they write a valid world, in any order
      const wanted = putsOfWorld(to);
      const names = new Set(wanted.map(nameOf));
      const leaving = [...store.values()]
        .filter((change) => !names.has(nameOf(change)))
        .map(({ collection, key }): Change => ({ kind: 'delete', collection, key }));
      await take([...wanted, ...leaving]);
      assert.deepEqual(inspected.refused, []);
      assert.deepEqual(sorted(contentsOf(inspected.catalog)), sorted(contentsOf(Catalog.of(to))));
      assert.deepEqual(dangling(inspected.catalog), []);
    });
  }
});

/**
 * Asserts that documents of the store that are not in force are refused, and that a refused one is not in force as
 * stored.
 */
function assertTruthful(inspected: Inspected, store: ReadonlyMap<string, Change>): void {
  const inForce = contentsOf(inspected.catalog);
  const valueOf = (change: Change | undefined) =>
    change?.kind !== 'put'
      ? undefined
      : change.collection === 'zone-pincodes'
        ? (change.document as { zoneId: number }).zoneId
        : change.document;
  const refused = new Set(inspected.refused);
  for (const name of new Set([...inForce.keys(), ...store.keys()])) {
    if (refused.has(name)) continue;
    assert.deepEqual(inForce.get(name), valueOf(store.get(name)), name);
  }
}

function sorted(contents: ReadonlyMap<string, unknown>): [string, unknown][] {
  return [...contents].sort(([a], [b]) => (a < b ? -1 : 1));
}
