/**
 * A generation as a message to a thread: the blocks that the generation before did not have, and the versions of all
 * blocks. Every thread gets these deltas in their order, the first one whole. Cloning the handles of all blocks with
 * every change would take all threads too long with many partners.
 */
import { strict as assert } from 'node:assert';
import type { PricingSettings } from '../domain/pricing.js';
import { CARD_PARTS, type CardBlocks } from './card/parts.js';
import { byGeneralCollection, GENERAL_COLLECTIONS } from './general.js';
import type { GenerationHandle, PartnerHandle, TokenBasis } from './generation.js';
import type { Block } from './layout.js';

export interface PackedGeneration {
  id: number;
  builtAt: number;
  newestVersion: number;
  settings: PricingSettings;
  tokens: TokenBasis;
  counts: SharedArrayBuffer | null;
  /** The active ones, then the others. */
  partnerIds: string[];
  activeCount: number;
  rateCardVersions: string[];
  /** The versions of the geography, the general blocks, the figures of outcomes, each partner's blocks and the coverage words. */
  versions: Float64Array;
  /** The blocks that the generation before did not have. */
  blocks: Block[];
}

const BLOCKS_PER_PARTNER = 1 + CARD_PARTS.length;

/** What a thread that has `before` lacks of `generation`; null: the whole generation. */
export function packGeneration(generation: GenerationHandle, before: GenerationHandle | null): PackedGeneration {
  const since = before?.newestVersion ?? 0;
  const { id, builtAt, newestVersion, settings, tokens, counts, geography, general, performance, coverageWords } =
    generation;
  const partners = [...generation.partners, ...generation.inactive];
  const versions = new Float64Array(
    1 + GENERAL_COLLECTIONS.length + 1 + partners.length * BLOCKS_PER_PARTNER + coverageWords.length,
  );
  const blocks: Block[] = [];
  let next = 0;
  const put = (block: Block): void => {
    versions[next++] = block.version;
    if (block.version > since) blocks.push(block);
  };
  put(geography);
  for (const collection of GENERAL_COLLECTIONS) put(general[collection]);
  put(performance);
  for (const { coverage, card } of partners) {
    put(coverage);
    for (const part of CARD_PARTS) put(card[part]);
  }
  coverageWords.forEach(put);
  return {
    id,
    builtAt,
    newestVersion,
    settings,
    tokens,
    counts,
    versions,
    blocks,
    partnerIds: partners.map(({ partnerId }) => partnerId),
    activeCount: generation.partners.length,
    rateCardVersions: partners.map(({ rateCardVersion }) => rateCardVersion),
  };
}

/**
 * Rebuilds one generation after another from their deltas, and keeps only the last. Unchanged parts are the same
 * objects as in the generation before.
 */
export class Unpacker {
  #current: GenerationHandle | null = null;

  get current(): GenerationHandle | null {
    return this.#current;
  }

  /** @throws AssertionError when the generation was packed for one that has more than the current one */
  unpack({
    id,
    builtAt,
    newestVersion,
    settings,
    tokens,
    counts,
    partnerIds,
    activeCount,
    rateCardVersions,
    versions,
    blocks,
  }: PackedGeneration): GenerationHandle {
    const fresh = new Map(blocks.map((block) => [block.version, block]));
    const former = this.#current;
    const formerPartners = new Map(
      former && [...former.partners, ...former.inactive].map((partner) => [partner.partnerId, partner]),
    );
    let next = 0;
    const take = (known: Block | undefined): Block => {
      const version = versions[next++]!;
      const block = known?.version === version ? known : fresh.get(version);
      assert(block !== undefined, `block ${version} of generation ${id} is here`);
      return block;
    };
    const geography = take(former?.geography);
    const general = byGeneralCollection((collection) => take(former?.general[collection]));
    const performance = take(former?.performance);
    const partners = partnerIds.map((partnerId, index): PartnerHandle => {
      const known = formerPartners.get(partnerId);
      const coverage = take(known?.coverage);
      const parts = CARD_PARTS.map((part) => take(known?.card[part]));
      const rateCardVersion = rateCardVersions[index]!;
      const isSameCard = known !== undefined && CARD_PARTS.every((part, at) => known.card[part] === parts[at]);
      if (isSameCard && known.coverage === coverage && known.rateCardVersion === rateCardVersion) return known;
      const card = isSameCard
        ? known.card
        : (Object.fromEntries(CARD_PARTS.map((part, at) => [part, parts[at]])) as CardBlocks);
      return { partnerId, rateCardVersion, coverage, card };
    });
    const words = versions.length - next;
    const coverageWords = Array.from({ length: words }, (_, index) => take(former?.coverageWords[index]));
    return (this.#current = {
      id,
      builtAt,
      newestVersion,
      settings,
      tokens,
      counts,
      geography,
      general,
      performance,
      partners: partners.slice(0, activeCount),
      inactive: partners.slice(activeCount),
      coverageWords,
    });
  }
}
