/** Zones: empty ones, ones without a price, ones whose names do not fit, and tags that none has. */
import { derived } from '../../model/derived.js';
import type { Zone } from '../../model/documents.js';
import { isOver } from '../../domain/dates.js';
import { reasonCodes } from '../../domain/eligibility.js';
import type { ServiceTypeId } from '../../domain/vocabulary.js';
import type { Geography } from '../../index/geography.js';
import { ask, questionOf } from './ask.js';
import { type RawFinding, type LintedCard, zonesByNumber, zoneText } from './card.js';
import { lanesOf } from './rows.js';
import type { Coverage } from './routes.js';
import type { ShipmentCase, WeightDecision } from './decisions.js';

export function emptyZones(card: LintedCard, { counts }: Coverage): RawFinding[] {
  const found: RawFinding[] = [];
  for (const [number, zone] of zonesByNumber(card).entries()) {
    if (zone === undefined || counts[number]! > 0) continue;
    found.push({
      code: 'ZONE_EMPTY',
      message: `no pincode lies in ${zoneText(zone)}`,
      documents: [`zones/${zone.id}`],
      examples: [],
    });
  }
  return found;
}

/** SERVICE_MISSING: services that shipments imply and that a zone does not list as available. */
export function missingServices(card: LintedCard): RawFinding[] {
  // a payment type implies the service of its name
  const implied: ServiceTypeId[] = ['DELIVERY', ...new Set(card.documents.partner.paymentTypes)];
  return zonesByNumber(card).flatMap((zone) => {
    if (zone === undefined) return [];
    const missing = implied.filter(
      (id) => !zone.services.some((service) => service.serviceTypeId === id && service.isAvailable),
    );
    if (missing.length === 0) return [];
    const needing = missing.length === 1 ? 'needs it' : 'needs one of them';
    const message = `${zoneText(zone)} offers no ${missing.join(', ')}: a delivery there that ${needing} is refused`;
    return [{ code: 'SERVICE_MISSING', message, documents: [`zones/${zone.id}`], examples: [] }];
  });
}

/** Zones that no row prices a route from or to. */
export function unpricedZones(card: LintedCard, decisions: readonly WeightDecision[]): RawFinding[] {
  const found: RawFinding[] = [];
  const priced = new Set<number>();
  const unpriced = new Map<number, ShipmentCase>();
  for (const { rows, zones } of decisions)
    for (const [zone, each] of zones) {
      if (rows.length > 0) priced.add(zone);
      else if (!unpriced.has(zone)) unpriced.set(zone, each);
    }
  const zones = zonesByNumber(card);
  for (const [number, each] of [...unpriced].sort(([a], [b]) => a - b)) {
    if (priced.has(number)) continue;
    const question = questionOf(card, each.served, { ...each, grams: 1 });
    if (!reasonCodes(ask(card, question).eligibility.reasons).includes('NO_RATE')) continue;
    found.push({
      code: 'ZONE_UNPRICED',
      message: `no row prices a route from or to ${zoneText(zones[number]!)}`,
      documents: [`zones/${zones[number]!.id}`],
      examples: [question],
    });
  }
  return found;
}

/** Tags that no active zone has, zones without pincodes, lanes without a rule: which rules and surcharges ask for. */
export function unusedTags(card: LintedCard, { counts }: Coverage): RawFinding[] {
  const found: RawFinding[] = [];
  const { documents, atMs } = card;
  const numbered = zonesByNumber(card);
  const had = new Set(numbered.flatMap((zone) => zone?.tags ?? []));
  const inUse = new Set(
    numbered.flatMap((zone, number) => (zone !== undefined && counts[number]! > 0 ? [zone.id] : [])),
  );
  const isAbsent = (names: readonly string[] | null | undefined) => (names ?? []).filter((tag) => !had.has(tag));
  const isEmpty = (ids: readonly number[] | null | undefined) => (ids ?? []).filter((id) => !inUse.has(id));
  const { given } = lanesOf(card);
  /** Of a surcharge that counts on others: without any of its lanes it never counts. */
  const unknownLanes = (lanes: readonly string[]) =>
    lanes.some((lane) => given.has(lane)) ? lanes.filter((lane) => !given.has(lane)) : [];
  const rows = [
    ...documents.laneRules
      .filter((rule) => !isOver(rule, atMs))
      .map(({ id, when }) => ({
        name: `lane-rules/${id}`,
        tags: [when.fromTags, when.toTags, when.bothTags, when.anyTags].flatMap(isAbsent),
        zones: [when.fromZones, when.toZones].flatMap(isEmpty),
        lanes: [],
      })),
    ...documents.surcharges
      .filter((row) => row.partnerId && !isOver(row, atMs))
      .map(({ id, when }) => ({
        name: `surcharges/${id}`,
        tags: isAbsent(when?.tags),
        zones: isEmpty(when?.zones),
        lanes: unknownLanes(when?.lanes ?? []),
      })),
  ];
  for (const { name, tags, zones, lanes } of rows) {
    const reported = [
      ...new Set(tags.map((tag) => `the tag ${tag}, which no active zone has`)),
      ...new Set(zones.map((id) => `zone ${id}, in which no pincode lies`)),
      ...lanes.map((lane) => `the lane ${lane}, which no lane rule gives`),
    ];
    if (reported.length > 0)
      found.push({
        code: 'TAG_UNUSED',
        message: `${name} names ${reported.join(' and ')}`,
        documents: [name],
        examples: [],
      });
  }
  return found;
}

/** Zones whose names have the name of a state or a city in which none of their places lies. */
export function mismatchedNames(card: LintedCard, { zoneOf, counts }: Coverage): RawFinding[] {
  const found: RawFinding[] = [];
  const { geography } = card.view;
  const { cityId, stateId } = geography.columns;
  const zones = zonesByNumber(card);
  /** By zone, the places of its name in which no pincode of it was found so far. */
  const missing = zones.map((zone, number) => (zone && counts[number]! > 0 ? placesIn(zone, geography) : NO_PLACES));
  for (let slot = 1; slot < zoneOf.length; slot++) {
    const zone = zoneOf[slot]!;
    if (missing[zone]!.length === 0) continue;
    const isElsewhere = ({ cities, states }: PlacesOfName) =>
      !cities.includes(cityId[slot]!) && !states.includes(stateId[slot]!);
    if (!missing[zone]!.every(isElsewhere)) missing[zone] = missing[zone]!.filter(isElsewhere);
  }
  for (const [number, places] of missing.entries()) {
    if (places.length === 0) continue;
    const zone = zones[number]!;
    found.push({
      code: 'NAME_MISMATCH',
      message: `none of the pincodes of ${zoneText(zone)} lies in ${places.map(({ name }) => name).join(' or ')}`,
      documents: [`zones/${zone.id}`],
      examples: [],
    });
  }
  return found;
}

const NO_PLACES: readonly PlacesOfName[] = [];

/** The states and cities of a name. */
interface PlacesOfName {
  name: string;
  states: number[];
  cities: number[];
}

interface Gazetteer {
  places: ReadonlyMap<string, PlacesOfName>;
  /** The most words of a name. */
  mostWords: number;
}

const gazetteerOf = derived((geography: Geography): Gazetteer => {
  const places = new Map<string, PlacesOfName>();
  let mostWords = 0;
  const placesOf = (name: string): PlacesOfName => {
    const words = wordsOf(name);
    mostWords = Math.max(mostWords, words.length);
    const key = words.join(' ');
    let found = places.get(key);
    if (found === undefined) places.set(key, (found = { name, states: [], cities: [] }));
    return found;
  };
  const seen = new Set<string>();
  for (let slot = 1; slot < geography.slots; slot++) {
    const [state, city] = [geography.state(slot), geography.city(slot)];
    if (!seen.has(`state ${state.id}`)) placesOf(state.name).states.push(state.id);
    if (!seen.has(`city ${city.id}`)) placesOf(city.name).cities.push(city.id);
    seen.add(`state ${state.id}`).add(`city ${city.id}`);
  }
  places.delete('');
  return { places, mostWords };
});

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The places that a zone's name has as whole words, of each the longest name. */
function placesIn({ name }: Zone, geography: Geography): PlacesOfName[] {
  const { places, mostWords } = gazetteerOf(geography);
  const words = wordsOf(name);
  const found: PlacesOfName[] = [];
  for (let first = 0; first < words.length; first++) {
    for (let count = Math.min(mostWords, words.length - first); count > 0; count--) {
      const place = places.get(words.slice(first, first + count).join(' '));
      if (place === undefined) continue;
      found.push(place);
      first += count - 1;
      break;
    }
  }
  return found;
}
