/**
 * A generation: one immutable state of the whole index, as handles to shared memory. A change builds the next one with
 * new blocks for what it touches; the two generations share all other blocks.
 */
import { strict as assert } from 'node:assert';
import type { PricingSettings } from '../domain/pricing.js';
import type { CardBlocks } from './card/parts.js';
import type { CoverageLayout } from './coverage.js';
import type { GeneralBlocks } from './general.js';
import { allocate, type Block, resolve, sizeOf } from './layout.js';

export interface PartnerHandle {
  partnerId: string;
  /** See card/version.ts. */
  rateCardVersion: string;
  card: CardBlocks;
  coverage: Block;
}

/** What the tokens of quotes say of the generation that priced, and what encrypts them. */
export interface TokenBasis {
  /** The number of the last change set whose documents the generation has; 0: of none. */
  changeId: number;
  /** 32 bytes; null: this generation makes no tokens. */
  key: Uint8Array | null;
}

export interface GenerationHandle {
  id: number;
  /** Milliseconds since the epoch. */
  builtAt: number;
  /** The highest version of all blocks so far: new blocks of later generations have higher ones. */
  newestVersion: number;
  settings: PricingSettings;
  tokens: TokenBasis;
  /** The memory of the node's CountBoard; null: nothing is counted. */
  counts: SharedArrayBuffer | null;
  geography: Block;
  general: GeneralBlocks;
  /** The figures of outcomes. */
  performance: Block;
  /** Active partners in the order of their ids; a partner's position is its bit in the coverage words. */
  partners: PartnerHandle[];
  /** The others, in the same order: they carry nothing more, but what they carried is still invoiced. */
  inactive: PartnerHandle[];
  /** One word for each 32 partners: by slot, the bits of the partners that cover it. */
  coverageWords: Block[];
}

export const PARTNERS_PER_WORD = 32;
const wordLayout = (slots: number) => ({ bits: ['u32', slots] }) as const;
export type WordLayout = ReturnType<typeof wordLayout>;

/**
 * The words of `partners`. Words of `previous` whose partners and coverage are unchanged are shared. In the others only
 * the bits of changed coverage are set again, so a moved pincode costs one pass over one partner's coverage instead of
 * 32 passes, which would block the main thread.
 */
export function buildCoverageWords(
  partners: readonly PartnerHandle[],
  slots: number,
  previous: GenerationHandle | null,
  nextVersion: () => number,
): Block[] {
  const words: Block[] = [];
  for (let first = 0; first < partners.length; first += PARTNERS_PER_WORD) {
    const word = previous?.coverageWords[words.length];
    // a word with another number of slots cannot be reused
    const former = word !== undefined && resolve<WordLayout>(word).bits.length === slots ? word : null;
    const changed: number[] = [];
    for (let bit = 0; bit < PARTNERS_PER_WORD; bit++) {
      const before = former === null ? undefined : previous?.partners[first + bit];
      if (partners[first + bit]?.coverage.version !== before?.coverage.version) changed.push(bit);
    }
    words.push(
      former !== null && changed.length === 0
        ? former
        : buildWord(partners.slice(first, first + PARTNERS_PER_WORD), changed, former, slots, nextVersion()),
    );
  }
  return words;
}

/** A word whose `changed` bits follow the coverage of `members`. Its other bits come from `former`, or are 0. */
function buildWord(
  members: readonly PartnerHandle[],
  changed: readonly number[],
  former: Block | null,
  slots: number,
  version: number,
): Block {
  const {
    block,
    columns: { bits },
  } = allocate(wordLayout(slots), version);
  if (former !== null) bits.set(resolve<WordLayout>(former).bits);
  for (const bit of changed) setBit(bits, bit, members[bit] ?? null);
  return block;
}

/**
 * Sets the bit at every slot that `member` covers at either end, and clears it at all others; null: the position is
 * empty now.
 */
function setBit(bits: Uint32Array, bit: number, member: PartnerHandle | null): void {
  const mask = 1 << bit;
  const places = member && resolve<CoverageLayout>(member.coverage);
  const covered = places && places.covered;
  assert(covered === null || covered.length === bits.length, 'a coverage block fits the geography of its generation');
  for (let slot = 0; slot < bits.length; slot++) {
    if (covered !== null && covered[slot] !== 0) bits[slot]! |= mask;
    else bits[slot]! &= ~mask;
  }
  // covered at the pickup alone: the quote says so
  for (const slot of places?.pickupSlot ?? []) bits[slot]! |= mask;
}

/** The shared memory of a generation, in bytes. */
export function memoryOf(generation: GenerationHandle): number {
  const blocks = [
    generation.geography,
    ...Object.values(generation.general),
    generation.performance,
    ...generation.coverageWords,
    ...[...generation.partners, ...generation.inactive].flatMap(({ coverage, card }) => [
      coverage,
      ...Object.values(card),
    ]),
  ];
  return blocks.reduce((sum, block) => sum + sizeOf(block), 0);
}
