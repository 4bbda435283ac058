import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CARD_PARTS } from '../../../src/index/card/parts.js';
import { GENERAL_COLLECTIONS } from '../../../src/index/general.js';
import type { GenerationHandle } from '../../../src/index/generation.js';
import { packGeneration, Unpacker } from '../../../src/index/packed.js';
import { packageRow, partner, workedWorld, zone } from '../../reference/fixture.js';
import { catalogOf, published } from './world.js';

/** Generations of two partners: the first, one with a dearer package, one without a partner, and one with it again. */
async function generations(): Promise<GenerationHandle[]> {
  const catalog = await catalogOf(
    workedWorld((world) => {
      world.partners.push(partner('bravo'));
      world.zones.push(zone({ id: 9, partnerId: 'bravo', geographical: { states: [1], cities: [], areas: [] } }));
    }),
  );
  const { publisher, generations: made } = await published(catalog);
  const change = async (...changes: Parameters<typeof catalog.apply>[0]) => {
    catalog.apply(changes, publisher.dirty);
    publisher.refresh();
    await publisher.settled();
  };
  await change({ kind: 'put', collection: 'packages', key: 1, document: packageRow({ id: 1, baseCharge: 77 }) });
  await change({
    kind: 'put',
    collection: 'partners',
    key: 'bravo',
    document: { ...partner('bravo'), status: 'INACTIVE' },
  });
  await change({ kind: 'put', collection: 'partners', key: 'bravo', document: partner('bravo') });
  return made;
}

describe('a packed generation', () => {
  it('is complete for a thread that has none', async () => {
    for (const generation of await generations())
      assert.deepEqual(new Unpacker().unpack(packGeneration(generation, null)), generation);
  });

  /** The blocks of a partner: its coverage, and the parts of its card. */
  const BLOCKS = 1 + CARD_PARTS.length;

  it('holds only what is new for a thread that has the one before', async () => {
    const all = await generations();
    assert.equal(all.length, 4);
    const unpacker = new Unpacker();
    let former: GenerationHandle | null = null;
    const brought = all.map((generation) => {
      const packed = packGeneration(generation, former);
      former = generation;
      assert.deepEqual(unpacker.unpack(structuredClone(packed)), generation, 'as a message of another thread');
      assert.equal(unpacker.current!.id, generation.id);
      return packed.blocks.length;
    });
    assert.deepEqual(
      brought,
      [3 + GENERAL_COLLECTIONS.length + 2 * BLOCKS, 1, 2, 2],
      'two partners with their blocks, the geography, the general rows, the figures of outcomes and a word; '
        + 'a package list; the terms of a partner and a word, when it ends and when it is back',
    );
  });

  it('holds what is new for a thread that has missed some', async () => {
    const all = await generations();
    for (const [held, next] of [
      [0, 2],
      [0, 3],
      [1, 3],
    ] as const) {
      const unpacker = new Unpacker();
      unpacker.unpack(packGeneration(all[held]!, null));
      assert.deepEqual(unpacker.unpack(packGeneration(all[next]!, all[held]!)), all[next]);
    }
  });

  it('is refused by a thread that has an older one than it was packed for', async () => {
    const [first, second] = await generations();
    assert.throws(() => new Unpacker().unpack(packGeneration(second!, first!)), /is here/);
  });
});
