import { areaName, isFacility } from './area-names.js';
import { cityName } from './city-names.js';
import type { Position, PositionSource } from './coordinates.js';
import type { Membership } from './membership.js';
import type { RawOffice } from './sources.js';
import type { StateDocument } from './states.js';
import { compareText } from './tally.js';

/** A city as it is written to `cities.ndjson.gz`. */
export interface CityDocument {
  readonly id: number;
  readonly name: string;
  readonly stateId: number;
  readonly createdAt: string;
  /** Other names that people search for; absent until they have been determined. */
  readonly aliases?: readonly string[];
}

/** An area, the place of one post office, as it is written to `areas.ndjson.gz`. */
export interface AreaDocument {
  readonly id: number;
  readonly name: string;
  readonly cityId: number;
  readonly createdAt: string;
}

/** A pincode as it is written to `pincodes.ndjson.gz`; coordinates in degrees, 4 decimals. */
export interface PincodeDocument {
  readonly pincode: string;
  readonly cityId: number;
  readonly stateId: number;
  readonly areaIds: readonly number[];
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Where the position is from; `couriers`: the directory does not have the pincode. */
  readonly source: PositionSource | 'couriers';
}

/** A constant that replaces the moment of import, so that the files are the same bytes on every run. */
const CREATED_AT = '2025-01-01T00:00:00.000Z';

/** Cities that came later, as `state|name`. Their ids follow those that datasets and stores already refer to. */
const ADDED_LATER: readonly string[] = ['Puducherry|Yanam'];

/** The cities that the memberships name, by state and name, those that came later at the end, and a lookup. */
export function makeCities(
  memberships: Map<string, Membership>,
  findState: (sourceName: string) => StateDocument,
): { cities: CityDocument[]; cityOf: (membership: Membership) => CityDocument } {
  const namesByState = new Map<number, Set<string>>();
  const nameOf = (membership: Membership) => cityName(findState(membership.state).name, membership.district);
  for (const membership of memberships.values()) {
    const { id } = findState(membership.state);
    namesByState.set(id, (namesByState.get(id) ?? new Set()).add(nameOf(membership)));
  }
  const cities: CityDocument[] = [];
  const add = (stateId: number, name: string) =>
    cities.push({ id: cities.length + 1, name, stateId, createdAt: CREATED_AT });
  const later = ADDED_LATER.map((ref) => ref.split('|') as [state: string, name: string]).map(
    ([state, name]) => [findState(state).id, name] as const,
  );
  for (const [stateId, names] of [...namesByState].sort(([left], [right]) => left - right)) {
    const isLater = (name: string) => later.some(([id, each]) => id === stateId && each === name);
    for (const name of [...names].sort(compareText)) if (!isLater(name)) add(stateId, name);
  }
  for (const [stateId, name] of later) add(stateId, name);
  const byKey = new Map(cities.map((city) => [`${city.stateId}|${city.name}`, city]));
  const cityOf = (membership: Membership) => {
    const city = byKey.get(`${findState(membership.state).id}|${nameOf(membership)}`);
    if (!city) throw new Error(`no city for ${membership.district}, ${membership.state}`);
    return city;
  };
  return { cities, cityOf };
}

const KIND_ORDER = { HO: 0, PO: 1, BO: 2 } as const;

/** Head office before sub office before branch office, delivering ones first, postal facilities last. */
function namingOrder(left: RawOffice, right: RawOffice): number {
  return (
    Number(isFacility(left.name)) - Number(isFacility(right.name))
    || KIND_ORDER[left.kind] - KIND_ORDER[right.kind]
    || Number(right.delivers) - Number(left.delivers)
    || compareText(areaName(left.name), areaName(right.name))
  );
}

/** The names of a pincode's areas, each once; the first one names the pincode. */
export function areaNames(offices: readonly RawOffice[]): string[] {
  const names = new Map<string, string>();
  for (const office of [...offices].sort(namingOrder)) {
    const name = areaName(office.name);
    const key = name.toLowerCase();
    if (name !== '' && !names.has(key)) names.set(key, name);
  }
  return [...names.values()];
}

export const roundDegrees = (degrees: number) => Math.round(degrees * 1e4) / 1e4;

/** Areas and pincodes, sorted by pincode. */
export function makePincodes(
  byPincode: Map<string, RawOffice[]>,
  cityOf: (pincode: string) => CityDocument,
  positions: Map<string, Position>,
): { areas: AreaDocument[]; pincodes: PincodeDocument[] } {
  const areas: AreaDocument[] = [];
  const pincodes: PincodeDocument[] = [];
  for (const [pincode, offices] of [...byPincode].sort(([left], [right]) => compareText(left, right))) {
    const city = cityOf(pincode);
    const areaIds: number[] = [];
    for (const name of areaNames(offices)) {
      areas.push({ id: areas.length + 1, name, cityId: city.id, createdAt: CREATED_AT });
      areaIds.push(areas.length);
    }
    const position = positions.get(pincode);
    pincodes.push({
      pincode,
      cityId: city.id,
      stateId: city.stateId,
      areaIds,
      latitude: position ? roundDegrees(position.point.latitude) : null,
      longitude: position ? roundDegrees(position.point.longitude) : null,
      source: position?.source ?? 'prefix',
    });
  }
  return { areas, pincodes };
}
