/** The constant parts of a partner's answers as JSON text, made when first needed and kept as long as its card is in use. */
import type { ReasonCode } from '../domain/reasons.js';
import { EXPRESS, PICKUP, servicesOf, URGENCY_LEVELS } from '../domain/vocabulary.js';
import type { PartnerView } from '../index/view.js';
import { type Json, toJson } from './json.js';
import { capabilities } from './parts.js';

/** What one zone contributes to the answers of routes that start or end in it. */
export interface ZoneFragments {
  /** `{"id":"12","name":"Metro North"}` */
  zone: Json;
  name: Json;
  serviceType: Json;
  attributes: Json;
  /** What can be asked for where the zone is the delivery zone. */
  urgencyLevels: Json;
  /** At this end: the services offered there, and `"SERVICE":"text"` members of cutoff times and delivery windows. */
  pickup: EndFragments;
  delivery: EndFragments;
}

export interface EndFragments {
  /** Items of a list: `"COD","EXPRESS"`. */
  services: string;
  cutoffs: string;
  windows: string;
}

/** The members of each group of restrictions, without its braces. */
export interface RestrictionFragments {
  weight: string;
  value: string;
  area: string;
  time: string;
}

export class PartnerFragments {
  readonly partner: Json;
  readonly id: Json;
  readonly name: Json;
  /** `"default":"18:00"`: a member of the cutoff times. */
  readonly defaultCutoff: string;
  readonly rateCardVersion: Json;
  readonly capabilities: Json;
  readonly uncovered: Json;
  readonly #partner: PartnerView;
  readonly #zones: ZoneFragments[] = [];
  #restrictions: RestrictionFragments | null = null;

  constructor(partner: PartnerView) {
    const { partnerId, names } = partner;
    this.#partner = partner;
    this.partner = toJson({ partnerId, name: names.partner.name, isActive: true });
    this.id = toJson(partnerId);
    this.name = toJson(names.partner.name);
    this.defaultCutoff = `"default":${toJson(names.partner.cutoffTime)}`;
    this.rateCardVersion = toJson(names.rateCardVersion);
    this.capabilities = toJson(capabilities(partner));
    this.uncovered = toJson({ partnerId, reasons: [NOT_COVERED] });
  }

  /** The members of each group of restrictions that hold for every route, and those of the route's zones. */
  forRestrictions(fromZone: number, toZone: number): { restrictions: RestrictionFragments; zone: string } {
    this.#restrictions ??= restrictionFragments(this.#partner);
    return { restrictions: this.#restrictions, zone: `"pickup":${this.zone(fromZone).attributes},"delivery":${this.zone(toZone).attributes}` };
  }

  zone(number: number): ZoneFragments {
    return (this.#zones[number] ??= zoneFragments(this.#partner, number));
  }
}

const NOT_COVERED: ReasonCode = 'INSUFFICIENT_COVERAGE';

// by the names object: it stays the same from generation to generation until the partner's card changes
const known = new WeakMap<PartnerView['names'], PartnerFragments>();

export function fragmentsOf(partner: PartnerView): PartnerFragments {
  let fragments = known.get(partner.names);
  if (fragments === undefined) known.set(partner.names, (fragments = new PartnerFragments(partner)));
  return fragments;
}

function restrictionFragments({ names: { partner } }: PartnerView): RestrictionFragments {
  const { limits, paymentTypes, shipmentTypes, cutoffTime, weekendDelivery } = partner;
  const membersOf = (value: object) => toJson(value).slice(1, -1);
  return {
    weight: membersOf({ maxWeight: limits.maxWeight, maxDimensions: limits.maxDimensions }),
    value: membersOf({ maxDeclaredValue: limits.maxDeclaredValue, maxCodAmount: limits.maxCodAmount, paymentTypes }),
    area: membersOf({ shipmentTypes }),
    time: membersOf({ cutoffTime, weekendDelivery }),
  };
}

function zoneFragments({ card, names }: PartnerView, number: number): ZoneFragments {
  const zone = names.zones[number - 1]!;
  const available = card.zones.services[number]!;
  const end = (mask: number): EndFragments => {
    const services = servicesOf(available & mask);
    const members = (field: 'cutoffTime' | 'deliveryWindow') =>
      zone.services
        .filter(({ serviceTypeId, isAvailable, additionalInfo }) => isAvailable && services.includes(serviceTypeId) && additionalInfo?.[field])
        .map(({ serviceTypeId, additionalInfo }) => `${toJson(serviceTypeId)}:${toJson(additionalInfo![field])}`)
        .join(',');
    return { services: services.map(toJson).join(','), cutoffs: members('cutoffTime'), windows: members('deliveryWindow') };
  };
  return {
    zone: toJson({ id: String(zone.id), name: zone.name }),
    name: toJson(zone.name),
    serviceType: toJson(zone.attributes.length === 0 ? 'STANDARD' : zone.attributes.join('+')),
    attributes: toJson(zone.attributes),
    urgencyLevels: toJson(URGENCY_LEVELS.filter((level) => level === 'STANDARD' || (available & EXPRESS) !== 0)),
    pickup: end(PICKUP),
    delivery: end(~PICKUP),
  };
}
