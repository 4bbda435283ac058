/** A thread's read-only view of a generation: blocks resolved and names unpacked once. */
import { unpack } from 'msgpackr';
import type { PricingSettings } from '../domain/pricing.js';
import type { ChargeColumns, RateCard } from '../domain/rate-card.js';
import type { CardLayout, CardNames, ChargesLayout } from './card.js';
import type { CoverageLayout } from './coverage.js';
import { type GenerationHandle, PARTNERS_PER_WORD, type WordLayout } from './generation.js';
import { Geography } from './geography.js';
import { type Block, type Columns, resolve } from './layout.js';

/** One partner in one generation. */
export interface PartnerView {
  partnerId: string;
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
    const once = <V>(block: Block, make: () => V): V => {
      const known = (former.get(block.version) as V | undefined) ?? make();
      this.#resolved.set(block.version, known);
      return known;
    };
    const words = handle.coverageWords.map((block) => once(block, () => resolve<WordLayout>(block).bits));
    const partners = handle.partners.map((partner) => {
      const { card, names } = once(partner.card, () => resolveCard(partner.card));
      const { zone, level } = once(partner.coverage, () => resolve<CoverageLayout>(partner.coverage));
      return { partnerId: partner.partnerId, card, names, zone, level };
    });
    const geography = once(handle.geography, () => new Geography(handle.geography));
    const defaultCharges = once(handle.defaultCharges, () => resolveCharges(resolve<ChargesLayout>(handle.defaultCharges)));
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

/** Exported for tests of the layout; threads go through {@link Viewer}. */
export function resolveCard(block: Block): { card: RateCard; names: CardNames } {
  const columns = resolve<CardLayout>(block);
  const names = unpack(Buffer.from(columns.names)) as CardNames;
  const card: RateCard = {
    zoneCount: columns.zoneId.length - 1,
    limits: names.limits,
    zones: { id: columns.zoneId, services: columns.zoneServices, attributes: columns.zoneAttributes, servicePaise: columns.zoneServicePaise },
    packages: {
      id: columns.packageId, baseGrams: columns.packageBaseGrams, basePaise: columns.packageBasePaise, addonGrams: columns.packageAddonGrams,
      addonPaise: columns.packageAddonPaise, maxGrams: columns.packageMaxGrams, shipmentType: columns.packageShipmentType,
      validFrom: columns.packageValidFrom, validTo: columns.packageValidTo, start: columns.packageStart,
    },
    distances: {
      id: columns.distanceId, isPercentage: columns.distanceIsPercentage, value: columns.distanceValue, fromKm: columns.distanceFromKm, toKm: columns.distanceToKm,
    },
    charges: resolveCharges(columns),
    discounts: {
      id: columns.discountId, isPercentage: columns.discountIsPercentage, value: columns.discountValue, fromGrams: columns.discountFromGrams,
      toGrams: columns.discountToGrams, validFrom: columns.discountValidFrom, validTo: columns.discountValidTo,
    },
    transit: { fromKm: columns.transitFromKm, toKm: columns.transitToKm, hours: columns.transitHours },
    customers: new Map(names.customers.map((customer, index) => [customer, index + 1])),
  };
  return { card, names };
}

function resolveCharges(columns: Columns<ChargesLayout>): ChargeColumns {
  return {
    id: columns.chargeId, isPercentage: columns.chargeIsPercentage, value: columns.chargeValue, minGrams: columns.chargeMinGrams,
    maxGrams: columns.chargeMaxGrams, start: columns.chargeStart,
  };
}
