import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getHeapSpaceStatistics } from 'node:v8';
import { Bag, NOWHERE } from '../../src/bag.js';
import { seededRng } from '../reference/random.js';
import { collectGarbage } from '../support/garbage.js';

const MEMBERS = 50;
const STEPS = 20_000;
const PASSING = 400_000;
const LITTLE_BYTES = 2_000_000;

const member = () => ({ place: NOWHERE });

describe('a bag', () => {
  it('holds what was added and not deleted, each once', () => {
    const all = Array.from({ length: MEMBERS }, member);
    const bag = new Bag<(typeof all)[number]>();
    const model = new Set<(typeof all)[number]>();
    const rng = seededRng(1);
    for (let step = 0; step < STEPS; step++) {
      const one = rng.pick(all);
      const action = rng.pick(['add', 'delete'] as const);
      bag[action](one);
      model[action](one);
      if (step % 100 === 0)
        assert.deepEqual(
          [...bag].map((found) => all.indexOf(found)).sort(),
          [...model].map((found) => all.indexOf(found)).sort(),
        );
      assert.equal(bag.size, model.size);
    }
    assert.ok(model.size > 0);
  });

  it('may lose the member at hand while it is gone through, and comes to every other', () => {
    for (const isDeleted of [() => true, (index: number) => index % 2 === 0, (index: number) => index % 3 === 0]) {
      const all = Array.from({ length: MEMBERS }, member);
      const bag = new Bag<(typeof all)[number]>();
      for (const one of all) bag.add(one);
      const seen: number[] = [];
      for (const one of bag) {
        seen.push(all.indexOf(one));
        if (isDeleted(all.indexOf(one))) bag.delete(one);
      }
      assert.deepEqual(
        seen.sort((a, b) => a - b),
        [...all.keys()],
      );
      assert.deepEqual(
        [...bag].map((one) => all.indexOf(one)).sort((a, b) => a - b),
        [...all.keys()].filter((index) => !isDeleted(index)),
      );
    }
  });

  it('leaves nothing of those that passed through it to a look at the whole heap', () => {
    const bag = new Bag<{ place: number; holds: number[] }>();
    const pass = (count: number): void => {
      let before: { place: number; holds: number[] } | null = null;
      for (let passed = 0; passed < count; passed++) {
        const one = { place: NOWHERE, holds: [passed, passed + 0.5, passed + 1] };
        bag.add(one);
        if (before !== null) bag.delete(before);
        before = one;
      }
      bag.delete(before!);
    };
    pass(PASSING / 10);
    // with one of them inside, which is old after it
    bag.add({ place: NOWHERE, holds: [] });
    collectGarbage();
    const before = oldBytes();
    pass(PASSING);
    const kept = oldBytes() - before;
    assert.ok(kept < LITTLE_BYTES, `${PASSING} that passed left ${kept} bytes`);
  });
});

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')!.space_used_size;
}
