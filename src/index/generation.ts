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
 * The words of `partners`. Those of `previous` whose partners and coverage are unchanged are shared, so that a changed
 * zone costs one word.
 */
export function buildCoverageWords(partners: readonly PartnerHandle[], slots: number, previous: GenerationHandle | null, nextVersion: () => number): Block[] {
  const words: Block[] = [];
  for (let first = 0; first < partners.length; first += PARTNERS_PER_WORD) {
    const members = partners.slice(first, first + PARTNERS_PER_WORD);
    const former = previous?.partners.slice(first, first + PARTNERS_PER_WORD) ?? [];
    const word = previous?.coverageWords[words.length];
    const unchanged = word !== undefined && former.length === members.length && members.every((member, index) => member.coverage.version === former[index]!.coverage.version);
    words.push(unchanged ? word : buildWord(members, slots, nextVersion()));
  }
  return words;
}

function buildWord(members: readonly PartnerHandle[], slots: number, version: number): Block {
  const { block, columns } = allocate(wordLayout(slots), version);
  members.forEach((member, bit) => {
    const { zone } = resolve<CoverageLayout>(member.coverage);
    assert(zone.length === slots, 'a coverage block fits the geography it stands with');
    const mask = 1 << bit;
    for (let slot = 0; slot < slots; slot++) if (zone[slot] !== 0) columns.bits[slot]! |= mask;
  });
  return block;
}

/** Shared memory of a generation in bytes. */
export function memoryOf(generation: GenerationHandle): number {
  const blocks = [generation.geography, generation.defaultCharges, ...generation.coverageWords, ...generation.partners.flatMap(({ coverage, card }) => [coverage, ...Object.values(card)])];
  return blocks.reduce((sum, block) => sum + sizeOf(block), 0);
}
