/**
 * The constant parts of a partner's answers as JSON text. They are made when first needed, and cached while their
 * sources are in use.
 */
import { toRupees } from '../../domain/money.js';
import type { PartnerRoute, RateCard, ZoneColumns } from '../../domain/rate-card.js';
import type { ReasonCode } from '../../domain/reasons.js';
import { AT_PICKUP, EXPRESS, servicesOf, URGENCY_LEVELS } from '../../domain/vocabulary.js';
import type { CardNames } from '../../index/card/parts.js';
import type { PartnerView } from '../../index/view.js';
import { CardEntries, type Detail } from './explain-entries.js';
import { inOnePiece, type Json, membersJson, membersOf, toJson } from '../../json.js';
import { capabilities } from './parts.js';
import { derived } from '../../model/derived.js';

/** The parts that one zone contributes to the answers of routes that start or end in it. */
export interface ZoneFragments {
  /** `{"id":"12","name":"Metro North"}` */
  zone: Json;
  name: Json;
  serviceType: Json;
  attributes: Json;
  /** The urgency levels that are available when the zone is the delivery zone. */
  urgencyLevels: Json;
  /** At this end: the services offered, and `"SERVICE":"text"` members of cutoff times and delivery windows. */
  pickup: EndFragments;
  delivery: EndFragments;
}

interface EndFragments {
  /** Items of a list: `"COD","EXPRESS"`. */
  services: string;
  cutoffs: string;
  windows: string;
}

/** The members that one pair of zones contributes to charges. */
interface RouteFragments {
  services: string;
  serviceDetails: string;
  /** Up to the lane. */
  zones: string;
}

/** The members of each group of restrictions, without its braces. */
interface RestrictionFragments {
  weight: string;
  value: string;
  area: string;
  time: string;
}

class PartnerFragments {
  readonly partner: Json;
  readonly id: Json;
  readonly name: Json;
  readonly capabilities: Json;
  /** In a search's list of refusals, with the comma before it: a partner that does not cover the route. */
  readonly uncovered: string;
  /** In a search's list of offers, with the comma before it: up to the confidence. */
  readonly offerStart: string;
  /** From after the service match up to the breakdown. */
  readonly offerEnd: string;
  // not the whole view: its coverage and rates may be replaced long before its terms
  readonly #terms: PartnerTerms;
  readonly #zones: ZoneFragments[] = [];
  /** By zone, services and attributes: of single pincodes. */
  readonly #special = new Map<string, ZoneFragments>();
  readonly #routes: RouteFragments[] = [];
  #restrictions: RestrictionFragments | null = null;

  constructor(partner: PartnerView) {
    const {
      partnerId,
      card: { zones, limits },
      names,
    } = partner;
    this.#terms = { zones, partner: names.partner, maxCodPaise: limits.maxCodPaise, zoneNames: names.zones };
    this.partner = toJson(partnerMember(partner));
    this.id = toJson(partnerId);
    this.name = toJson(names.partner.name);
    this.capabilities = toJson(capabilities(partner));
    this.uncovered = inOnePiece(`,${toJson({ partnerId, reasons: [NOT_COVERED] })}`);
    this.offerStart = inOnePiece(`,{${membersOf({ partnerId, partnerName: names.partner.name })},"confidence":`);
    this.offerEnd = inOnePiece(`,"capabilities":${this.capabilities},"breakdown":`);
  }

  /** The members of each group of restrictions: for every route, and for the route's zones. */
  forRestrictions(route: PartnerRoute): { restrictions: RestrictionFragments; zone: string } {
    this.#restrictions ??= restrictionFragments(this.#terms, this.#terms.partner.limits.maxCodAmount);
    const { maxCodPaise } = route;
    return {
      restrictions:
        maxCodPaise < this.#terms.maxCodPaise
          ? restrictionFragments(this.#terms, toRupees(maxCodPaise))
          : this.#restrictions,
      zone: `"pickup":${this.from(route).attributes},"delivery":${this.to(route).attributes}`,
    };
  }

  from({ fromZone, fromServices, fromAttributes }: PartnerRoute): ZoneFragments {
    return this.#end(fromZone, fromServices, fromAttributes);
  }

  to({ toZone, toServices, toAttributes }: PartnerRoute): ZoneFragments {
    return this.#end(toZone, toServices, toAttributes);
  }

  /** Of a zone, or of its pincodes with other services or attributes. */
  #end(number: number, services: number, attributes: number): ZoneFragments {
    const { zones } = this.#terms;
    if (services === zones.services[number] && attributes === zones.attributes[number])
      return (this.#zones[number] ??= zoneFragments(this.#terms, number, services, attributes));
    const key = `${number} ${services} ${attributes}`;
    let known = this.#special.get(key);
    if (known === undefined) this.#special.set(key, (known = zoneFragments(this.#terms, number, services, attributes)));
    return known;
  }

  /** The members of charges that every shipment between these zones shares. */
  route(route: PartnerRoute): RouteFragments {
    const { fromZone, toZone } = route;
    if (route.fromOverride !== 0 || route.toOverride !== 0)
      return this.#routeFragments(this.from(route), this.to(route));
    return (this.#routes[fromZone * (this.#terms.zoneNames.length + 1) + toZone] ??= this.#routeFragments(
      this.from(route),
      this.to(route),
    ));
  }

  #routeFragments(from: ZoneFragments, to: ZoneFragments): RouteFragments {
    const cutoffs = membersJson([
      `"default":${toJson(this.#terms.partner.cutoffTime)}`,
      from.pickup.cutoffs,
      to.delivery.cutoffs,
    ]);
    return {
      services: inOnePiece(`"availableServices":[${membersJson([from.pickup.services, to.delivery.services])}]`),
      serviceDetails:
        inOnePiece(`"serviceDetails":{"availableUrgencyLevels":${to.urgencyLevels},"cutoffTimes":{${cutoffs}},\
"deliveryWindows":{${membersJson([from.pickup.windows, to.delivery.windows])}}}`),
      zones: inOnePiece(`"applicableZones":{"from":${from.zone},"to":${to.zone},`),
    };
  }
}

/** The partner of an answer. One that is not active answers for a parcel that it is assumed to have carried. */
export const partnerMember = ({ partnerId, names: { partner } }: PartnerView) => ({
  partnerId,
  name: partner.name,
  isActive: partner.status === 'ACTIVE',
});

interface PartnerTerms {
  zones: ZoneColumns;
  partner: CardNames['partner'];
  maxCodPaise: number;
  zoneNames: CardNames['zones'];
}

const NOT_COVERED: ReasonCode = 'INSUFFICIENT_COVERAGE';

// by the columns of the terms: they stay the same object across generations until the partner or its zones change
const fragments = derived((_: ZoneColumns, partner: PartnerView) => new PartnerFragments(partner));

export const fragmentsOf = (partner: PartnerView): PartnerFragments => fragments(partner.card.zones, partner);

function restrictionFragments({ partner }: PartnerTerms, maxCodAmount: number): RestrictionFragments {
  const { limits, paymentTypes, shipmentTypes, cutoffTime, weekendDelivery } = partner;
  return {
    weight: membersOf({ maxWeight: limits.maxWeight, maxDimensions: limits.maxDimensions }),
    value: membersOf({ maxDeclaredValue: limits.maxDeclaredValue, maxCodAmount, paymentTypes }),
    area: membersOf({ shipmentTypes }),
    time: membersOf({ cutoffTime, weekendDelivery }),
  };
}

function zoneFragments(
  { zones, zoneNames }: PartnerTerms,
  number: number,
  available: number,
  attributeMask: number,
): ZoneFragments {
  const zone = zoneNames[number - 1];
  if (zone === undefined) return NO_ZONE;
  const attributes = attributeMask === zones.attributes[number] ? zone.attributes : servicesOf(attributeMask);
  const end = (mask: number): EndFragments => {
    const services = servicesOf(available & mask);
    const members = (field: 'cutoffTime' | 'deliveryWindow') =>
      zone.services
        .filter(({ serviceTypeId, additionalInfo }) => services.includes(serviceTypeId) && additionalInfo?.[field])
        .map(({ serviceTypeId, additionalInfo }) => `${toJson(serviceTypeId)}:${toJson(additionalInfo![field])}`)
        .join(',');
    return {
      services: services.map(toJson).join(','),
      cutoffs: members('cutoffTime'),
      windows: members('deliveryWindow'),
    };
  };
  return {
    zone: toJson({ id: String(zone.id), name: zone.name }),
    name: toJson(zone.name),
    serviceType: toJson(attributes.length === 0 ? 'STANDARD' : attributes.join('+')),
    attributes: toJson(attributes),
    urgencyLevels: toJson(URGENCY_LEVELS.filter((level) => level === 'STANDARD' || (available & EXPRESS) !== 0)),
    pickup: end(AT_PICKUP),
    delivery: end(~AT_PICKUP),
  };
}

/** Of an end that is assumed and lies in no zone. */
const NOWHERE = { services: '', cutoffs: '', windows: '' };
const NO_ZONE: ZoneFragments = {
  zone: toJson(null),
  name: toJson(null),
  serviceType: toJson(null),
  attributes: toJson([]),
  urgencyLevels: toJson(['STANDARD']),
  pickup: NOWHERE,
  delivery: NOWHERE,
};

/** The breakdown entries of a card's rows. */
export const cardEntriesOf: Record<Detail, (card: RateCard) => CardEntries> = {
  full: derived((card: RateCard) => new CardEntries('full', card)),
  brief: derived((card: RateCard) => new CardEntries('brief', card)),
};
