/**
 * The card national-a-to-e as it has to be written without lanes: a zone for each city, a row for each pair of cities
 * with the letters A to C, two rows that name one zone for each city of E, and one row for the rest. The letters are
 * spelled out here once more, so that the lane rules are held to something other than themselves.
 */
import type { CardWorld, Package, Zone } from '../reference/documents.js';

type Letter = 'A' | 'B' | 'C' | 'D' | 'E';
type City = CardWorld['cities'][number];

const REGIONS = ['NORTH', 'SOUTH', 'EAST', 'WEST'];

interface Place {
  cityId: number;
  stateId: number;
  tags: string[];
}

const isSpecial = ({ tags }: Place): boolean => tags.includes('NE') || tags.includes('JK');

function letterOf(from: Place, to: Place): Letter {
  const areBoth = (tag: string): boolean => from.tags.includes(tag) && to.tags.includes(tag);
  if (from.cityId === to.cityId || areBoth('NCR') || areBoth('MMR')) return 'A';
  if (isSpecial(from) || isSpecial(to)) return 'E';
  if (areBoth('METRO')) return 'C';
  return from.stateId === to.stateId || REGIONS.some(areBoth) ? 'B' : 'D';
}

function zoneOfCity(zones: Zone[], { id, stateId }: City): Zone {
  const byCity = zones.find(({ geographical }) => geographical.cities.includes(id));
  return byCity ?? zones.find(({ geographical }) => geographical.states.includes(stateId))!;
}

/** The card with city zones and zone pairs in place of tags and lanes; a zone's id is its city's. */
export function intoZonePairs(card: CardWorld): CardWorld {
  const places = card.cities.map((city) => ({
    cityId: city.id,
    stateId: city.stateId,
    tags: zoneOfCity(card.zones, city).tags ?? [],
  }));
  const zones = card.cities.map((city) => ({
    ...zoneOfCity(card.zones, city),
    id: city.id,
    name: city.name,
    tags: null,
    geographical: { states: [], cities: [city.id], areas: [] },
  }));
  const packages: Package[] = [];
  const add = (letter: Letter, fromZoneId: number | null, toZoneId: number | null): void => {
    const row = card.packages.find(({ lane }) => lane === letter)!;
    packages.push({ ...row, id: packages.length + 1, lane: null, fromZoneId, toZoneId });
  };
  add('D', null, null);
  for (const from of places) {
    if (isSpecial(from)) {
      add('E', from.cityId, null);
      add('E', null, from.cityId);
    }
    for (const to of places) {
      const letter = letterOf(from, to);
      if (letter !== 'D' && letter !== 'E') add(letter, from.cityId, to.cityId);
    }
  }
  return { ...card, zones, packages, 'lane-rules': [] };
}
