/** The chosen pincodes as a sheet: where they are, who delivers, and what they are coloured by. */
import { MAP_FLAGS } from '../../../contract/map-flags.js';
import { delivers, has, type MapCourier, type MapPlaces } from '../../parts/map-data.js';
import type { Colours } from './colours.js';

const SERVICES = ['PICKUP', 'DELIVERY', 'PREPAID', 'COD', 'REVERSE'] as const;

/** The headings first. @param courier null: all of them */
export function sheetOf(
  chosen: readonly number[],
  places: MapPlaces,
  couriers: readonly MapCourier[],
  courier: MapCourier | null,
  { what, colours }: { what: string; colours: Colours },
): string[][] {
  const { pincodes, city, cities, state, states, latitude, longitude } = places;
  const own = courier === null ? [] : ['zone', 'services', 'attributes'];
  return [
    ['pincode', 'city', 'state', 'latitude', 'longitude', 'couriers', 'delivered by', what, ...own],
    ...chosen.map((at) => {
      const there = couriers.filter((each) => delivers(each, at)).map(({ name }) => name);
      return [
        String(pincodes[at]!),
        cities[city[at]!]!.name,
        states[state[at]!]!.name,
        degrees(latitude[at]!),
        degrees(longitude[at]!),
        String(there.length),
        there.join('; '),
        colours.names[colours.of[at]!]!,
        ...(courier === null ? [] : ofCourier(courier, at)),
      ];
    }),
  ];
}

/** As they are stored, without what a shorter number of the map adds. */
const degrees = (value: number): string => (Number.isNaN(value) ? '' : String(Number(value.toFixed(4))));

function ofCourier(courier: MapCourier, at: number): string[] {
  const zone = courier.zones[courier.zone[at]! - 1];
  if (zone === undefined) return ['', '', ''];
  return [
    zone.name,
    SERVICES.filter((service) => has(courier, at, MAP_FLAGS[service])).join(' '),
    (['ODA', 'HILL'] as const).filter((attribute) => has(courier, at, MAP_FLAGS[attribute])).join(' '),
  ];
}
