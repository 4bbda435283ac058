/** A thread's read-only view of a generation: blocks resolved and names unpacked once. */
import type { PricingSettings } from '../domain/pricing.js';
import type { ChargeColumns, RateCard } from '../domain/rate-card.js';
import { resolveCharges } from './card/charges.js';
import { CARD_PARTS, type CardNames, resolveCard } from './card/parts.js';
import type { CoverageLayout } from './coverage.js';
import { type GenerationHandle, PARTNERS_PER_WORD, type WordLayout } from './generation.js';
import { Geography } from './geography.js';
import { type Block, resolve } from './layout.js';

/** One partner in one generation. */
export interface PartnerView {
  partnerId: string;
  /** See card/version.ts. */
  rateCardVersion: string;
  card: RateCard;
  names: CardNames;
  /** By slot: the number of the partner's zone, 0 for none. */
  zone: Uint16Array;
  /** By slot: the position in COVERAGE_LEVELS. */
  level: Uint8Array;
}

export interface GenerationView {
  id: number;
  settings: PricingSettings;
  geography: Geography;
  defaultCharges: ChargeColumns;
  partners: readonly PartnerView[];
  /** The active partner of this id. */
  partner(partnerId: string): PartnerView | undefined;
  /** The places of the partners that cover both slots, ascending. */
  covering(pickupSlot: number, deliverySlot: number): number[];
}

/** Resolves generations; a block that two generations share is resolved once. */
export class Viewer {
  #resolved = new Map<number, unknown>();

  /** The view of `handle`. What only older generations used is let go. */
  view(handle: GenerationHandle): GenerationView {
    const former = this.#resolved;
    this.#resolved = new Map();
    const once = <V>(version: number, make: () => V): V => {
      const known = (former.get(version) as V | undefined) ?? make();
      this.#resolved.set(version, known);
      return known;
    };
    const resolved = <V>(block: Block, make: (block: Block) => V): V => once(block.version, () => make(block));
    const words = handle.coverageWords.map((block) => resolved(block, () => resolve<WordLayout>(block).bits));
    const partners = handle.partners.map(({ partnerId, rateCardVersion, card: blocks, coverage }) => {
      const made = resolveCard(blocks, resolved);
      // a card whose parts are those of before is the same object; no other block has the newest of its versions, negated
      const { card, names } = once(-Math.max(...CARD_PARTS.map((part) => blocks[part].version)), () => made);
      const { zone, level } = resolved(coverage, resolve<CoverageLayout>);
      return { partnerId, rateCardVersion, card, names, zone, level };
    });
    const geography = resolved(handle.geography, (block) => new Geography(block));
    const defaultCharges = resolved(handle.defaultCharges, resolveCharges).rows;
    return viewOf(handle, { geography, defaultCharges, partners }, words);
  }
}

/** Apart from {@link Viewer.view}: the functions of a view made there would hold on to the generation before it. */
function viewOf({ id, settings }: GenerationHandle, resolved: Pick<GenerationView, 'geography' | 'defaultCharges' | 'partners'>, words: readonly Uint32Array[]): GenerationView {
  const byId = new Map(resolved.partners.map((partner) => [partner.partnerId, partner]));
  return {
    id,
    settings,
    ...resolved,
    partner: (partnerId) => byId.get(partnerId),
    covering: (pickupSlot, deliverySlot) => placesOf(words, pickupSlot, deliverySlot),
  };
}

function placesOf(words: readonly Uint32Array[], pickupSlot: number, deliverySlot: number): number[] {
  const places: number[] = [];
  for (let word = 0; word < words.length; word++) {
    let bits = words[word]![pickupSlot]! & words[word]![deliverySlot]!;
    while (bits !== 0) {
      places.push(word * PARTNERS_PER_WORD + (31 - Math.clz32(bits & -bits)));
      bits &= bits - 1;
    }
  }
  return places;
}
