/** A partner's offer at a pincode: the zone of the pincode, and the overrides of its own entry. */
import { derived } from '../../../model/derived.js';
import type { Zone } from '../../../model/documents.js';
import { inUtc, isWithin } from '../../../domain/dates.js';
import {
  COVERAGE_LEVELS,
  type CoverageLevel,
  serviceBit,
  serviceMask,
  servicesOf,
  type ServiceTypeId,
} from '../../../domain/vocabulary.js';
import { type Claims, claimsOf, coveredAt, levelIn, numberedZones, zoneIn } from '../../../index/coverage.js';
import { blockPeriod, type PincodeBlock, type PincodeOverrides } from '../../../index/overrides.js';
import type { Catalog } from '../../documents/catalog.js';
import { placeTable, type PlaceTable } from '../zones/place-table.js';

/** Places that are the same in all of this share one object. */
export interface Offer {
  zone: Zone;
  /** What assigns the pincode to the zone. */
  level: Exclude<CoverageLevel, 'none'>;
  /** Bit mask of the services that are available, as if the pincode were not blocked. */
  services: number;
  attributes: Zone['attributes'];
  /** The block in force; null: it is not blocked. */
  blocked: PincodeBlock | null;
}

interface ZoneNumbers {
  /** Zone number n is at n - 1. */
  zones: readonly Zone[];
  /** Bit masks of the services that are available in each. */
  services: readonly number[];
  claims: Claims;
}

const numbered = derived((zones: readonly Zone[]): ZoneNumbers => {
  const active = numberedZones(zones);
  return { zones: active, services: active.map(availableIn), claims: claimsOf(active) };
});

const availableIn = ({ services }: Zone): number =>
  serviceMask(services.filter(({ isAvailable }) => isAvailable).map(({ serviceTypeId }) => serviceTypeId));

/** The places of an active partner as the documents are now: not to be asked again after an await. */
export class PartnerPlaces {
  readonly #table: PlaceTable;
  readonly #numbered: ZoneNumbers;
  readonly #assigned: ReturnType<Catalog['assigned']>;
  /** Those without an override, by {@link positionOf}. */
  readonly #plain: Offer[] = [];
  readonly #special = new Map<PincodeOverrides, Offer>();

  /** @param nowMs when blocks are asked for, in milliseconds since the epoch */
  constructor(
    catalog: Catalog,
    partnerId: string,
    private readonly nowMs: number,
  ) {
    this.#table = placeTable(catalog);
    this.#numbered = numbered(catalog.of('zones', partnerId));
    this.#assigned = catalog.assigned(partnerId);
  }

  /** null: the partner does not cover the pincode of this slot of the {@link placeTable}. */
  at(slot: number, pincode: number): Offer | null {
    const { claims } = this.#numbered;
    const covered = coveredAt(this.#table, claims, slot, this.#assigned.get(pincode));
    if (covered === 0) return null;
    // the entry of an inactive zone counts for nothing, whatever it says
    const overrides = levelIn(covered) === OWN_ENTRY ? this.#assigned.overridesAt(pincode) : undefined;
    if (overrides === undefined) return (this.#plain[positionOf(covered)] ??= this.#offer(covered, {}));
    // entries that say the same share the object within one zone
    let offer = this.#special.get(overrides);
    if (offer === undefined) this.#special.set(overrides, (offer = this.#offer(covered, overrides)));
    return offer;
  }

  /** In order of precedence: the pincode's own entry, its zone (docs/rules.md#single-pincodes). */
  #offer(covered: number, { services, attributes, blocked }: PincodeOverrides): Offer {
    const index = zoneIn(covered) - 1;
    const zone = this.#numbered.zones[index]!;
    return {
      zone,
      level: COVERAGE_LEVELS[levelIn(covered)] as Offer['level'],
      services: withOverrides(this.#numbered.services[index]!, services),
      attributes: attributes ?? zone.attributes,
      blocked: blocked && isWithin(blockPeriod(blocked), this.nowMs) ? blocked : null,
    };
  }
}

const OWN_ENTRY = COVERAGE_LEVELS.indexOf('pincode');

/** A small number for each zone and level. */
const positionOf = (covered: number): number => zoneIn(covered) * COVERAGE_LEVELS.length + levelIn(covered);

function withOverrides(ofZone: number, overrides: PincodeOverrides['services']): number {
  let services = ofZone;
  for (const [service, isAvailable] of Object.entries(overrides ?? {})) {
    const bit = serviceBit(service as ServiceTypeId);
    services = isAvailable ? services | bit : services & ~bit;
  }
  return services;
}

/** The offer as answers show it. */
export function offerResource({ zone, level, services, attributes, blocked }: Offer) {
  return {
    zoneId: zone.id,
    zone: zone.name,
    level,
    services: servicesOf(services),
    attributes,
    blocked: blocked && { from: inUtc(blocked.from)!, to: inUtc(blocked.to), reason: blocked.reason },
  };
}
