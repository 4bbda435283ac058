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
    assert.equal(acme.names.zones[acme.zone[view.geography.slot('110001')]! - 1]!.id, 2);
    assert.equal(view.geography.city(view.geography.slot('110001')).name, 'Delhi');
  });

  it('resolves a block that two generations share once, and a new one again', async () => {
    const { first, reprice } = await twoPartners();
    const viewer = new Viewer();
    const before = viewer.view(first);
    const after = viewer.view(await reprice(1, 'acme'));
    assert.equal(after.id, 2);
    assert.equal(after.geography, before.geography);
    assert.equal(after.defaultCharges, before.defaultCharges);
    assert.equal(after.partner('bravo')!.card, before.partner('bravo')!.card);
    assert.equal(after.partner('bravo')!.names, before.partner('bravo')!.names);
    assert.equal(after.partner('acme')!.zone, before.partner('acme')!.zone);
    assert.notEqual(after.partner('acme')!.names, before.partner('acme')!.names);
    assert.deepEqual(
      [before, after].map((view) => view.partner('acme')!.card.packages.basePaise[0]),
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
    const viewAlone = (generation: GenerationHandle, before: GenerationHandle | null) =>
      viewer.view(unpacker.unpack(structuredClone(packGeneration(generation, before))));
    const references = (() => {
      const view = viewAlone(first, null);
      return { gone: new WeakRef(view.partner('acme')!.names), kept: new WeakRef(view.partner('bravo')!.names) };
    })();
    const held = viewAlone(await reprice(1, 'acme'), first);
    // a weak reference is kept alive until the end of the turn in which it was created
    await turn();
    collectGarbage();
    assert.equal(references.gone.deref(), undefined);
    assert.equal(references.kept.deref(), held.partner('bravo')!.names);
  });
});
