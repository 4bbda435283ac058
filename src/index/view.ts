/** A thread's read-only view of a generation: blocks resolved and names unpacked once. */
import type { PricingSettings } from '../domain/pricing.js';
import type { OverrideColumns, RateCard } from '../domain/rate-card.js';
import { lowestBit } from '../domain/search.js';
import { type CardNames, resolveCard } from './card/parts.js';
import { type CoverageLayout, levelIn, overrideAt, pickupAt, zoneAt, zoneIn } from './coverage.js';
import { type GeneralView, resolveGeneral } from './general.js';
import {
  type GenerationHandle,
  PARTNERS_PER_WORD,
  type PartnerHandle,
  type TokenBasis,
  type WordLayout,
} from './generation.js';
import { Geography } from './geography.js';
import { type Holds, holdsIn } from './holds.js';
import { type Block, resolve } from './layout.js';
import { blocksIn, type PincodeBlock } from './overrides.js';
import { type Performance, resolvePerformance } from './performance.js';

/** One partner in one generation. */
export interface PartnerView {
  partnerId: string;
  /** See card/version.ts. */
  rateCardVersion: string;
  card: RateCard;
  names: CardNames;
  /** The number of the partner's zone that the slot lies in; 0: none. */
  zone(slot: number): number;
  /** The slot's position in COVERAGE_LEVELS. */
  level(slot: number): number;
  /** Both at the pickup, where a zone may list the pincode. */
  pickupZone(slot: number): number;
  pickupLevel(slot: number): number;
  /** The slot's number in `overrides`; 0: no override. */
  override(slot: number): number;
  overrides: OverrideColumns;
  holds: Holds;
  /** What the above are read from: for who asks for several of them at once. */
  coverage: CoverageView;
  /** The block that an override says; null: none. */
  block(override: number): PincodeBlock | null;
}

export interface GenerationView {
  id: number;
  settings: PricingSettings;
  tokens: TokenBasis;
  geography: Geography;
  general: GeneralView;
  performance: Performance;
  partners: readonly PartnerView[];
  /** The active partner of this id. */
  partner(partnerId: string): PartnerView | undefined;
  /** The partner of this id, active or not. */
  anyPartner(partnerId: string): PartnerView | undefined;
  /** The positions of the partners that cover both slots, ascending. */
  covering(pickupSlot: number, deliverySlot: number): number[];
}

/** Resolves generations. Parts that several of them share are resolved once, and released with the last of them. */
export class Viewer {
  readonly #resolved = new WeakMap<object, unknown>();

  view(handle: GenerationHandle): GenerationView {
    const words = handle.coverageWords.map((block) => this.#once(block, resolve<WordLayout>).bits);
    const viewed = (partner: PartnerHandle): PartnerView =>
      this.#once(partner, () => new Partner(partner, () => this.#resolve(partner)));
    const partners = handle.partners.map(viewed);
    const inactive = handle.inactive.map(viewed);
    const geography = this.#once(handle.geography, (block) => new Geography(block));
    const general = resolveGeneral(handle.general, (block, make) => this.#once(block, make));
    const performance = this.#once(handle.performance, resolvePerformance);
    return viewOf(handle, { geography, general, performance, partners }, inactive, words);
  }

  #resolve({ card: blocks, coverage }: PartnerHandle): ResolvedPartner {
    const { card, names } = this.#once(blocks, () => resolveCard(blocks, (block, make) => this.#once(block, make)));
    return { card, names, coverage: this.#once(coverage, resolveCoverageBlock) };
  }

  #once<K extends object, V>(key: K, make: (key: K) => V): V {
    let known = this.#resolved.get(key) as V | undefined;
    if (known === undefined) this.#resolved.set(key, (known = make(key)));
    return known;
  }
}

type ResolvedPartner = Pick<PartnerView, 'card' | 'names' | 'coverage'>;

type CoverageView = ReturnType<typeof resolveCoverageBlock>;

function resolveCoverageBlock(block: Block) {
  const { overrides, names, holds, ...places } = resolve<CoverageLayout>(block);
  return { ...places, overrides, blocks: blocksIn(names), holds: holdsIn(holds) };
}

/** Resolved when it is first asked for: of a thousand partners a thread mostly needs some, and a change one. */
class Partner implements PartnerView {
  readonly partnerId: string;
  readonly rateCardVersion: string;
  #resolved: ResolvedPartner | null = null;

  constructor(
    { partnerId, rateCardVersion }: PartnerHandle,
    private readonly resolve: () => ResolvedPartner,
  ) {
    this.partnerId = partnerId;
    this.rateCardVersion = rateCardVersion;
  }

  get card(): RateCard {
    return this.#parts.card;
  }

  get names(): CardNames {
    return this.#parts.names;
  }

  zone(slot: number): number {
    return zoneAt(this.#parts.coverage, slot);
  }

  pickupZone(slot: number): number {
    return zoneIn(this.#pickupAt(slot));
  }

  pickupLevel(slot: number): number {
    return levelIn(this.#pickupAt(slot));
  }

  level(slot: number): number {
    return levelIn(this.#parts.coverage.covered[slot]!);
  }

  override(slot: number): number {
    return overrideAt(this.#parts.coverage, slot);
  }

  get overrides(): OverrideColumns {
    return this.#parts.coverage.overrides;
  }

  get coverage(): CoverageView {
    return this.#parts.coverage;
  }

  get holds(): Holds {
    return this.#parts.coverage.holds;
  }

  block(override: number): PincodeBlock | null {
    return this.#parts.coverage.blocks()[override]!;
  }

  #pickupAt(slot: number): number {
    const { coverage, names } = this.#parts;
    return pickupAt(coverage, slot, names.partner.pickupOnlyFrom === true);
  }

  get #parts(): ResolvedPartner {
    return (this.#resolved ??= this.resolve());
  }
}

/** Outside {@link Viewer.view}: closures made there would keep the previous generation alive. */
function viewOf(
  { id, settings, tokens }: GenerationHandle,
  resolved: Pick<GenerationView, 'geography' | 'general' | 'performance' | 'partners'>,
  inactive: readonly PartnerView[],
  words: readonly Uint32Array[],
): GenerationView {
  const byId = new Map(resolved.partners.map((partner) => [partner.partnerId, partner]));
  const inactiveById = new Map(inactive.map((partner) => [partner.partnerId, partner]));
  return {
    id,
    settings,
    tokens,
    ...resolved,
    partner: (partnerId) => byId.get(partnerId),
    anyPartner: (partnerId) => byId.get(partnerId) ?? inactiveById.get(partnerId),
    covering: (pickupSlot, deliverySlot) => placesOf(words, pickupSlot, deliverySlot),
  };
}

function placesOf(words: readonly Uint32Array[], pickupSlot: number, deliverySlot: number): number[] {
  const places: number[] = [];
  for (let word = 0; word < words.length; word++) {
    let bits = words[word]![pickupSlot]! & words[word]![deliverySlot]!;
    while (bits !== 0) {
      places.push(word * PARTNERS_PER_WORD + lowestBit(bits));
      bits &= bits - 1;
    }
  }
  return places;
}
