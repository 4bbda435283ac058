/**
 * A generation: one immutable state of the whole index, as handles on shared memory. A change makes the next one out of
 * the blocks that it touches; all others are shared between the two.
 */
import { strict as assert } from 'node:assert';
import type { PricingSettings } from '../domain/pricing.js';
import type { CardBlocks } from './card/parts.js';
import type { CoverageLayout } from './coverage.js';
import { allocate, type Block, resolve, sizeOf } from './layout.js';

export interface PartnerHandle {
  partnerId: string;
  /** See card/version.ts. */
  rateCardVersion: string;
  card: CardBlocks;
  coverage: Block;
}

export interface GenerationHandle {
  id: number;
  /** Milliseconds since the epoch. */
  builtAt: number;
  /** Of all blocks that were built until now: whatever a later generation has besides is newer. */
  newestVersion: number;
  settings: PricingSettings;
  geography: Block;
  defaultCharges: Block;
  /** Active partners in the order of their ids; a partner's place is its bit in the coverage words. */
  partners: PartnerHandle[];
  /** A word of 32 partners each: by slot, the bits of those that cover it. */
  coverageWords: Block[];
}

export const PARTNERS_PER_WORD = 32;
const wordLayout = (slots: number) => ({ bits: ['u32', slots] }) as const;
export type WordLayout = ReturnType<typeof wordLayout>;

/**
 * The words of `partners`. Those of `previous` whose partners and coverage are unchanged are shared; of the others only the
 * bits of changed coverage are set anew, so that a moved pincode costs one bit of one word: a pass over one partner's
 * coverage, where one over that of 32 held the main thread 1.7 ms.
 */
export function buildCoverageWords(partners: readonly PartnerHandle[], slots: number, previous: GenerationHandle | null, nextVersion: () => number): Block[] {
  const words: Block[] = [];
  for (let first = 0; first < partners.length; first += PARTNERS_PER_WORD) {
    const word = previous?.coverageWords[words.length];
    // a word of another number of slots has nothing to take over
    const former = word !== undefined && resolve<WordLayout>(word).bits.length === slots ? word : null;
    const changed: number[] = [];
    for (let bit = 0; bit < PARTNERS_PER_WORD; bit++) {
      const before = former === null ? undefined : previous?.partners[first + bit];
      if (partners[first + bit]?.coverage.version !== before?.coverage.version) changed.push(bit);
    }
    words.push(former !== null && changed.length === 0 ? former : buildWord(partners.slice(first, first + PARTNERS_PER_WORD), changed, former, slots, nextVersion()));
  }
  return words;
}

/** The word that has `changed` bits as `members` cover now, and all others as in `former`; where that is null, none. */
function buildWord(members: readonly PartnerHandle[], changed: readonly number[], former: Block | null, slots: number, version: number): Block {
  const { block, columns: { bits } } = allocate(wordLayout(slots), version);
  if (former !== null) bits.set(resolve<WordLayout>(former).bits);
  for (const bit of changed) setBit(bits, bit, members[bit] ?? null);
  return block;
}

/** Sets the bit at every slot that `member` covers, and clears it at all others; null: nobody stands there any more. */
function setBit(bits: Uint32Array, bit: number, member: PartnerHandle | null): void {
  const mask = 1 << bit;
  const zone = member && resolve<CoverageLayout>(member.coverage).zone;
  assert(zone === null || zone.length === bits.length, 'a coverage block fits the geography it stands with');
  for (let slot = 0; slot < bits.length; slot++) {
    if (zone !== null && zone[slot] !== 0) bits[slot]! |= mask;
    else bits[slot]! &= ~mask;
  }
}

/** Shared memory of a generation in bytes. */
export function memoryOf(generation: GenerationHandle): number {
  const blocks = [generation.geography, generation.defaultCharges, ...generation.coverageWords, ...generation.partners.flatMap(({ coverage, card }) => [coverage, ...Object.values(card)])];
  return blocks.reduce((sum, block) => sum + sizeOf(block), 0);
}
