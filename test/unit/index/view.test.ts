import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { GenerationHandle } from '../../../src/index/generation.js';
import { packGeneration, Unpacker } from '../../../src/index/packed.js';
import { Viewer } from '../../../src/index/view.js';
import { packageRow, partner, workedWorld, zone } from '../../reference/fixture.js';
import { collectGarbage } from '../../support/garbage.js';
import { catalogOf, published, SETTINGS } from './world.js';

async function twoPartners() {
  const catalog = await catalogOf(
    workedWorld((world) => {
      world.partners.push(partner('bravo'));
      world.zones.push(zone({ id: 9, partnerId: 'bravo', geographical: { states: [1], cities: [], areas: [] } }));
    }),
  );
  const { publisher, generations } = await published(catalog);
  const reprice = async (id: number, partnerId: string) => {
    catalog.apply(
      [{ kind: 'put', collection: 'packages', key: id, document: packageRow({ id, partnerId, baseCharge: 77 }) }],
      publisher.dirty,
    );
    publisher.refresh();
    await publisher.settled();
    return generations.at(-1)!;
  };
  return { first: generations[0]!, reprice };
}

/** Frames of other tests in the process may hold an object for a turn. */
const COLLECTIONS = 20;

describe('Viewer', () => {
  it('shows what the builder wrote', async () => {
    const { first } = await twoPartners();
    const view = new Viewer().view(first);
    assert.deepEqual(
      [view.id, view.settings, view.partners.map(({ partnerId }) => partnerId)],
      [1, SETTINGS, ['acme', 'bravo']],
    );
    const acme = view.partner('acme')!;
    assert.equal(acme.card.packages.basePaise[0], 4_000);
    assert.equal(acme.names.zones[acme.zone(view.geography.slot('110001')) - 1]!.id, 2);
    assert.equal(view.geography.city(view.geography.slot('110001')).name, 'Delhi');
  });

  it('resolves a block that two generations share once, and a new one again', async () => {
    const { first, reprice } = await twoPartners();
    const viewer = new Viewer();
    const former = viewer.view(first);
    const latter = viewer.view(await reprice(1, 'acme'));
    assert.equal(latter.id, 2);
    assert.equal(latter.geography, former.geography);
    assert.equal(latter.general.charges, former.general.charges);
    assert.equal(latter.partner('bravo')!.card, former.partner('bravo')!.card);
    assert.equal(latter.partner('bravo')!.names, former.partner('bravo')!.names);
    assert.notEqual(latter.partner('acme')!.names, former.partner('acme')!.names);
    assert.deepEqual(
      [former, latter].map((view) => view.partner('acme')!.card.packages.basePaise[0]),
      [4_000, 7_700],
    );
  });

  it('returns to a former generation when a late batch names it', async () => {
    const { first, reprice } = await twoPartners();
    const viewer = new Viewer();
    viewer.view(first);
    const second = await reprice(1, 'acme');
    viewer.view(second);
    assert.equal(viewer.view(first).partner('acme')!.card.packages.basePaise[0], 4_000);
    assert.equal(viewer.view(second).partner('acme')!.card.packages.basePaise[0], 7_700);
  });

  it('releases what only older generations used', async () => {
    const { first, reprice } = await twoPartners();
    const [unpacker, viewer] = [new Unpacker(), new Viewer()];
    // as in a thread, where nothing else holds a handle
    const viewAlone = (generation: GenerationHandle, former: GenerationHandle | null) =>
      viewer.view(unpacker.unpack(structuredClone(packGeneration(generation, former))));
    const references = (() => {
      const view = viewAlone(first, null);
      return { gone: new WeakRef(view.partner('acme')!.names), kept: new WeakRef(view.partner('bravo')!.names) };
    })();
    const held = viewAlone(await reprice(1, 'acme'), first);
    // a weak reference is kept alive until the end of the turn in which it was created, or last asked for
    for (let tries = 0; tries < COLLECTIONS && references.gone.deref() !== undefined; tries++) {
      await turn();
      collectGarbage();
    }
    assert.equal(references.gone.deref(), undefined);
    assert.equal(references.kept.deref(), held.partner('bravo')!.names);
  });
});
