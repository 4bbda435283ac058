/** The constant parts of a partner's answers as JSON text, made when first needed and kept as long as its card is in use. */
import type { ChargeColumns } from '../domain/rate-card.js';
import type { ReasonCode } from '../domain/reasons.js';
import { EXPRESS, PICKUP, servicesOf, URGENCY_LEVELS } from '../domain/vocabulary.js';
import type { PartnerView } from '../index/view.js';
import { CardEntries, type Detail } from './explain-entries.js';
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
  /** In a search's list of refusals, with the comma before it: a partner that does not cover the route. */
  readonly uncovered: string;
  /** In a search's list of offers, with the comma before it: up to the confidence. */
  readonly offerStart: string;
  /** From behind the service match up to the breakdown. */
  readonly offerEnd: string;
  /** The breakdown entries of the card's rows. */
  readonly entries: Readonly<Record<Detail, CardEntries>> = { full: new CardEntries('full'), brief: new CardEntries('brief') };
  // not the whole view: its coverage may be replaced long before its card
  readonly #card: PartnerCard;
  readonly #zones: ZoneFragments[] = [];
  #restrictions: RestrictionFragments | null = null;

  constructor(partner: PartnerView) {
    const { partnerId, card, names } = partner;
    this.#card = { card, names };
    this.partner = toJson({ partnerId, name: names.partner.name, isActive: true });
    this.id = toJson(partnerId);
    this.name = toJson(names.partner.name);
    this.defaultCutoff = `"default":${toJson(names.partner.cutoffTime)}`;
    this.rateCardVersion = toJson(names.rateCardVersion);
    this.capabilities = toJson(capabilities(partner));
    this.uncovered = `,${toJson({ partnerId, reasons: [NOT_COVERED] })}`;
    this.offerStart = `,${toJson({ partnerId, partnerName: names.partner.name }).slice(0, -1)},"confidence":`;
    this.offerEnd = `,"capabilities":${this.capabilities},"breakdown":`;
  }

  /** The members of each group of restrictions that hold for every route, and those of the route's zones. */
  forRestrictions(fromZone: number, toZone: number): { restrictions: RestrictionFragments; zone: string } {
    this.#restrictions ??= restrictionFragments(this.#card);
    return { restrictions: this.#restrictions, zone: `"pickup":${this.zone(fromZone).attributes},"delivery":${this.zone(toZone).attributes}` };
  }

  zone(number: number): ZoneFragments {
    return (this.#zones[number] ??= zoneFragments(this.#card, number));
  }
}

type PartnerCard = Pick<PartnerView, 'card' | 'names'>;

const NOT_COVERED: ReasonCode = 'INSUFFICIENT_COVERAGE';

// by the names object: it stays the same from generation to generation until the partner's card changes
const known = new WeakMap<PartnerView['names'], PartnerFragments>();

export function fragmentsOf(partner: PartnerView): PartnerFragments {
  let fragments = known.get(partner.names);
  if (fragments === undefined) known.set(partner.names, (fragments = new PartnerFragments(partner)));
  return fragments;
}

function restrictionFragments({ names: { partner } }: PartnerCard): RestrictionFragments {
  const { limits, paymentTypes, shipmentTypes, cutoffTime, weekendDelivery } = partner;
  const membersOf = (value: object) => toJson(value).slice(1, -1);
  return {
    weight: membersOf({ maxWeight: limits.maxWeight, maxDimensions: limits.maxDimensions }),
    value: membersOf({ maxDeclaredValue: limits.maxDeclaredValue, maxCodAmount: limits.maxCodAmount, paymentTypes }),
    area: membersOf({ shipmentTypes }),
    time: membersOf({ cutoffTime, weekendDelivery }),
  };
}

function zoneFragments({ card, names }: PartnerCard, number: number): ZoneFragments {
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

// the default charges belong to no partner: their entries hang on their rows
const sharedEntries = { full: new WeakMap<object, CardEntries>(), brief: new WeakMap<object, CardEntries>() };

/** The breakdown entries of the default charges. */
export function defaultEntriesOf(rows: ChargeColumns, detail: Detail): CardEntries {
  let entries = sharedEntries[detail].get(rows);
  if (entries === undefined) sharedEntries[detail].set(rows, (entries = new CardEntries(detail)));
  return entries;
}
