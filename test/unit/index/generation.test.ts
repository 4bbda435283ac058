import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { CARD_PARTS, type CardBlocks } from '../../../src/index/card/parts.js';
import {
  buildCoverageWords,
  type GenerationHandle,
  PARTNERS_PER_WORD,
  type PartnerHandle,
  type WordLayout,
} from '../../../src/index/generation.js';
import { allocate, type Block, resolve } from '../../../src/index/layout.js';
import { Viewer } from '../../../src/index/view.js';
import { partner, workedWorld } from '../../reference/fixture.js';
import { generationOf } from './world.js';

const SLOTS = 5;
let version = 0;
const nextVersion = (): number => ++version;

const card = () =>
  Object.fromEntries(CARD_PARTS.map((part) => [part, allocate({}, nextVersion()).block])) as CardBlocks;

/** A partner that covers these slots. */
function handle(partnerId: string, ...covered: number[]): PartnerHandle {
  const { block, columns } = allocate({ covered: ['u16', SLOTS] } as const, nextVersion());
  for (const slot of covered) columns.covered[slot] = 1;
  return { partnerId, rateCardVersion: '', coverage: block, card: card() };
}

const many = (count: number): PartnerHandle[] =>
  Array.from({ length: count }, (_, index) => handle(`p${String(index).padStart(3, '0')}`, 1 + (index % 4)));
const build = (partners: PartnerHandle[], previous: GenerationHandle | null = null): Block[] =>
  buildCoverageWords(partners, SLOTS, previous, nextVersion);
const asPrevious = (partners: PartnerHandle[], coverageWords: Block[]) =>
  ({ partners, coverageWords }) as unknown as GenerationHandle;
const bitsOf = (words: readonly Block[]): number[][] => words.map((word) => [...resolve<WordLayout>(word).bits]);
const placesAt = (words: readonly Block[], slot: number): number[] =>
  words.flatMap((word, index) =>
    Array.from({ length: PARTNERS_PER_WORD }, (_, bit) => bit)
      .filter((bit) => resolve<WordLayout>(word).bits[slot]! & (1 << bit))
      .map((bit) => index * PARTNERS_PER_WORD + bit),
  );

describe('buildCoverageWords', () => {
  it('has a bit per partner, up to the sign bit and beyond the first word', () => {
    for (const count of [0, 1, 31, 32, 33, 64, 65]) {
      const words = build(many(count));
      assert.equal(words.length, Math.ceil(count / PARTNERS_PER_WORD));
      for (let slot = 0; slot < SLOTS; slot++) {
        const expected = Array.from({ length: count }, (_, index) => index).filter((index) => 1 + (index % 4) === slot);
        assert.deepEqual(placesAt(words, slot), expected, `${count} partners, slot ${slot}`);
      }
    }
  });

  it('shares every word with the same coverage, by identity', () => {
    const partners = many(70);
    const words = build(partners);
    const same = build(
      partners.map((member) => ({ ...member, card: card() })),
      asPrevious(partners, words),
    );
    same.forEach((word, index) => assert.equal(word, words[index], 'cards do not matter'));
  });

  it('rebuilds one word when one of its partners changes', () => {
    const partners = many(70);
    const words = build(partners);
    const changed = partners.with(40, handle('p040', 2, 3));
    const next = build(changed, asPrevious(partners, words));
    assert.deepEqual(
      next.map((word, index) => word === words[index]),
      [true, false, true],
    );
    assert.equal(placesAt(next, 2).includes(40) && placesAt(next, 3).includes(40), true);
    assert.equal(placesAt(words, 3).includes(40), false, 'the previous word is unchanged');
  });

  it('follows partners that come and go', () => {
    const partners = many(33);
    const words = build(partners);
    const fewer = build(partners.slice(0, 32), asPrevious(partners, words));
    assert.deepEqual([fewer.length, fewer[0] === words[0]], [1, true]);
    const added = [...partners, handle('p999', 1)];
    const more = build(added, asPrevious(partners, words));
    assert.deepEqual([more[0] === words[0], more[1] === words[1], placesAt(more, 1).at(-1)], [true, false, 33]);
    const without = partners.slice(1);
    const shifted = build(without, asPrevious(partners, words));
    assert.deepEqual([shifted.length, shifted[0] === words[0]], [1, false]);
    assert.deepEqual(
      placesAt(shifted, 1),
      placesAt(words, 1)
        .slice(1)
        .map((place) => place - 1),
      'each position moves with its partner',
    );
    assert.deepEqual(build([], asPrevious(partners, words)), []);
  });

  it('keeps the bits of all others when the coverage of one shrinks or grows', () => {
    const partners = many(PARTNERS_PER_WORD);
    const words = build(partners);
    for (const covered of [[], [1], [1, 2, 3, 4]]) {
      for (const bit of [0, 17, 31]) {
        const changed = partners.with(bit, handle(partners[bit]!.partnerId, ...covered));
        assert.deepEqual(
          bitsOf(build(changed, asPrevious(partners, words))),
          bitsOf(build(changed)),
          `${bit} covers ${String(covered)}`,
        );
      }
    }
  });

  it('builds the same words incrementally as from scratch, for any sequence of changes', () => {
    const member = fc.record({ id: fc.integer({ min: 0, max: 69 }), covered: fc.subarray([1, 2, 3, 4]) });
    const change = fc.record({
      set: fc.array(member, { maxLength: 6 }),
      gone: fc.array(fc.integer({ min: 0, max: 69 }), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        let partners = many(66);
        let words = build(partners);
        for (const { set, gone } of changes) {
          const byId = new Map(partners.map((one) => [one.partnerId, one]));
          const idOf = (id: number) => `p${String(id).padStart(3, '0')}`;
          for (const { id, covered } of set) byId.set(idOf(id), handle(idOf(id), ...covered));
          for (const id of gone) byId.delete(idOf(id));
          const next = [...byId.values()].sort((a, b) => (a.partnerId < b.partnerId ? -1 : 1));
          const bitsBefore = bitsOf(words);
          const made = build(next, asPrevious(partners, words));
          assert.deepEqual(bitsOf(made), bitsOf(build(next)));
          assert.deepEqual(bitsOf(words), bitsBefore, 'the previous ones are unchanged');
          [partners, words] = [next, made];
        }
      }),
      { numRuns: 200 },
    );
  });

  it('reuses nothing for another number of slots', () => {
    const partners = many(3);
    const short = allocate({ bits: ['u32', SLOTS - 1] } as const, nextVersion()).block;
    assert.deepEqual(bitsOf(build(partners, asPrevious(partners, [short]))), bitsOf(build(partners)));
  });

  it('refuses coverage of another geography', () => {
    assert.throws(() => buildCoverageWords(many(1), SLOTS + 1, null, nextVersion), /fits the geography/);
    const partners = many(2);
    assert.throws(
      () => buildCoverageWords(partners, SLOTS + 1, asPrevious(partners, build(partners)), nextVersion),
      /fits the geography/,
    );
  });
});

describe('the partners that cover a route', () => {
  it('are those that cover both ends, in order, across words', async () => {
    const ids = Array.from({ length: 67 }, (_, index) => `p${String(index).padStart(3, '0')}`);
    const world = workedWorld((all) => {
      all.partners = ids.map(partner);
      all.zones = ids.map((partnerId, index) => ({
        ...all.zones[0]!,
        id: index + 1,
        partnerId,
        geographical: { states: [[1], [2], [1, 2]][index % 3]!, cities: [], areas: [] },
      }));
      for (const collection of ['packages', 'distance-charges', 'customer-charges', 'discounts'] as const)
        all[collection] = [];
    });
    const view = new Viewer().view(await generationOf(world));
    const slot = (pincode: string) => view.geography.slot(pincode);
    const places = (covers: (index: number) => boolean) => ids.flatMap((_, index) => (covers(index) ? [index] : []));
    assert.deepEqual(
      view.covering(slot('400001'), slot('110001')),
      places((index) => index % 3 === 2),
    );
    assert.deepEqual(
      view.covering(slot('110001'), slot('400001')),
      places((index) => index % 3 === 2),
    );
    assert.deepEqual(
      view.covering(slot('400001'), slot('400001')),
      places((index) => index % 3 !== 1),
    );
    assert.deepEqual(view.covering(0, slot('400001')), []);
    assert.deepEqual(
      view.partners.map(({ partnerId }) => partnerId),
      ids,
    );
    assert.equal(view.partner('p066'), view.partners[66]);
    assert.equal(view.partner('nobody'), undefined);
  });
});
