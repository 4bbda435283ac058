/** The places and pincodes of a new zone: the assigned ones, and why the others are not. */
import { emptySetFault, expandSets } from '../../../domain/pincode-sets.js';
import type { Catalog } from '../../documents/catalog.js';
import type { CreatedZone, NewZone } from '../../../contract/zone-create.js';
import type { Zone } from '../../../model/documents.js';

type PlaceFailure = CreatedZone['assignmentResults']['failures'][number];

export interface TakenPlaces {
  geographical: Zone['geographical'];
  pincodes: string[];
  failures: PlaceFailure[];
  results: CreatedZone['assignmentResults']['geographical'];
}

const PLACES = [
  ['states', 'state'],
  ['cities', 'city'],
  ['areas', 'area'],
] as const;

/** Each place counts once, however often it is listed; a set without pincodes fails once. */
export function takePlaces(
  given: NonNullable<NewZone['geographical']>,
  partnerId: string,
  catalog: Catalog,
): TakenPlaces {
  const failures: PlaceFailure[] = [];
  const geographical: Zone['geographical'] = { states: [], cities: [], areas: [] };
  const results = {} as TakenPlaces['results'];
  for (const [collection, kind] of PLACES) {
    const ids = new Set((given[collection] ?? []).map(Number));
    for (const id of ids) {
      if (catalog.find(collection, id) !== undefined) geographical[collection].push(id);
      else failures.push({ kind, id: String(id), reason: 'NOT_FOUND', details: `There is no ${kind} ${id}` });
    }
    results[collection] = {
      assigned: geographical[collection].length,
      failed: ids.size - geographical[collection].length,
    };
  }
  const expanded = expandSets(given.pincodes ?? [], catalog.all('pincodes'));
  const listed = new Set(expanded.pincodes);
  const pincodes: string[] = [];
  for (const id of expanded.empty)
    failures.push({ kind: 'pincode', id, reason: 'INVALID_PINCODE', details: emptySetFault(id)! });
  for (const pincode of listed) {
    const failure = pincodeFailure(pincode, partnerId, catalog);
    if (failure === null) pincodes.push(pincode);
    else failures.push(failure);
  }
  results.pincodes = {
    assigned: pincodes.length,
    failed: listed.size + expanded.empty.length - pincodes.length,
  };
  return { geographical, pincodes, failures, results };
}

function pincodeFailure(pincode: string, partnerId: string, catalog: Catalog): PlaceFailure | null {
  if (catalog.find('pincodes', pincode) === undefined) {
    return { kind: 'pincode', id: pincode, reason: 'INVALID_PINCODE', details: `${pincode} is not a known pincode` };
  }
  const holder = catalog.assigned(partnerId).get(Number(pincode));
  if (holder === undefined) return null;
  return {
    kind: 'pincode',
    id: pincode,
    reason: 'ALREADY_ASSIGNED',
    details: `${pincode} is assigned to zone ${holder}`,
  };
}

/**
 * Whether one of the places lies within another that the zone names too. A place that was deleted meanwhile lies in
 * none.
 */
export function isNested({ geographical, pincodes }: TakenPlaces, catalog: Catalog): boolean {
  const states = new Set(geographical.states);
  const cities = new Set(geographical.cities);
  const areas = new Set(geographical.areas);
  const isInStates = (cityId: number) => {
    const city = catalog.find('cities', cityId);
    return city !== undefined && states.has(city.stateId);
  };
  for (const id of cities) {
    if (isInStates(id)) return true;
  }
  for (const id of areas) {
    const area = catalog.find('areas', id);
    if (area !== undefined && (cities.has(area.cityId) || isInStates(area.cityId))) return true;
  }
  for (const pincode of pincodes) {
    const row = catalog.find('pincodes', pincode);
    if (row !== undefined) {
      if (states.has(row.stateId) || cities.has(row.cityId) || row.areaIds.some((id) => areas.has(id))) return true;
    }
  }
  return false;
}
