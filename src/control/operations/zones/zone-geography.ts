/** The places that a zone names: the first of them for lists of zones, and any page of all. */
import type { Catalog } from '../../documents/catalog.js';
import { listZonePlaces as contract, PLACE_KINDS, type ZonePlace } from '../../../contract/zone-places.js';
import type { ZoneGeography } from '../../../contract/zones.js';
import { MAX_ZONE_PLACES_SHOWN } from '../../../limits/requests.js';
import type { Documents, Zone } from '../../../model/documents.js';
import { pageOf } from '../lists/listing.js';
import { answer, implement } from '../operation.js';
import { refuseZone, zoneOf } from '../owner.js';
import { coverageOf, type PartnerCoverage } from './coverage.js';

type PlaceKind = ZonePlace['kind'];

/** The ids of each kind of place that the zone names, and of its pincodes; an id's place may have been deleted. */
interface NamedPlaces {
  state: readonly number[];
  city: readonly number[];
  area: readonly number[];
  pincode: readonly string[];
}

function namedPlaces({ id, geographical: { states, cities, areas } }: Zone, coverage: PartnerCoverage): NamedPlaces {
  return { state: states, city: cities, area: areas, pincode: coverage.entries(id) };
}

/** The contract's ZoneGeography: at most {@link MAX_ZONE_PLACES_SHOWN} places, and how many there are. */
export function geographyOf(zone: Zone, coverage: PartnerCoverage, catalog: Catalog): ZoneGeography {
  const named = namedPlaces(zone, coverage);
  let room = MAX_ZONE_PLACES_SHOWN;
  const first = <I>(ids: readonly I[]): readonly I[] => {
    const shown = ids.slice(0, room);
    room -= shown.length;
    return shown;
  };
  return {
    states: there(catalog, 'states', first(named.state)).map(({ id, name, code }) => ({ id: String(id), name, code })),
    cities: there(catalog, 'cities', first(named.city)).map(({ id, name, stateId }) => ({
      id: String(id),
      name,
      stateId: String(stateId),
    })),
    areas: there(catalog, 'areas', first(named.area)).map(({ id, name, cityId }) => ({
      id: String(id),
      name,
      cityId: String(cityId),
    })),
    pincodes: [...first(named.pincode)],
    counts: {
      states: named.state.length,
      cities: named.city.length,
      areas: named.area.length,
      pincodes: named.pincode.length,
    },
  };
}

/** The existing places of these ids; ids that another program has deleted stay in the zone without effect. */
function there<C extends 'states' | 'cities' | 'areas'>(
  catalog: Catalog,
  collection: C,
  ids: readonly number[],
): Documents[C][] {
  return ids.flatMap((id) => catalog.find(collection, id) ?? []);
}

/** GET /zones/{zoneId}/places: states before cities before areas before pincodes. */
export const listZonePlaces = implement(contract, (request, { catalog }) => {
  const found = zoneOf(request, catalog);
  if (found === null) return refuseZone(request);
  const { kind, ...page } = request.query;
  const named = namedPlaces(found.zone, coverageOf(catalog, found.partner));
  const kinds: readonly PlaceKind[] = kind === undefined ? PLACE_KINDS : [kind];
  const places = kinds.flatMap((each) => named[each].map((id): [PlaceKind, number | string] => [each, id]));
  const { rows, pagination } = pageOf(places, page);
  return answer({
    data: rows.map(([each, id]) => ({ kind: each, id: String(id), ...placeOf(catalog, each, id) })),
    pagination,
  });
});

function placeOf(catalog: Catalog, kind: PlaceKind, id: number | string): Pick<ZonePlace, 'name' | 'within'> {
  if (kind === 'pincode') return { name: null, within: textOf(catalog.find('pincodes', id)?.cityId) };
  if (kind === 'state') return { name: catalog.find('states', id)?.name ?? null, within: null };
  if (kind === 'city') {
    const city = catalog.find('cities', id);
    return { name: city?.name ?? null, within: textOf(city?.stateId) };
  }
  const area = catalog.find('areas', id);
  return { name: area?.name ?? null, within: textOf(area?.cityId) };
}

function textOf(id: number | undefined): string | null {
  return id === undefined ? null : String(id);
}
