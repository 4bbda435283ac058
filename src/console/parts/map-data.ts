/**
 * Every pincode with its place, and what couriers serve there, as columns: read once, kept by the browser by its ETag.
 */
import type { Pinrate } from '../../client/connect.js';
import { all } from '../../client/lists.js';
import { getMapPincodes, listPartners } from '../../client/operations.js';
import { MAP_FLAGS } from '../../contract/map-flags.js';
import { askAtOnce } from './at-once.js';
import { unpacked } from './msgpack.js';

const NOT_SERVED = MAP_FLAGS.BLOCKED | MAP_FLAGS.DELIVERY_HELD;

export interface MapPlaces {
  count: number;
  /** Ascending. */
  pincodes: Uint32Array;
  /** Degrees; NaN: not known. */
  latitude: Float32Array;
  longitude: Float32Array;
  /** Indexes into the lists. */
  state: Uint8Array;
  city: Uint16Array;
  states: readonly { id: number; name: string; code: string }[];
  cities: readonly { id: number; name: string; stateId: number }[];
}

/** What a courier serves at the pincodes of {@link MapPlaces}. */
export interface MapCourier {
  id: string;
  name: string;
  /** One more than an index into `zones`; 0: the courier does not cover it. */
  zone: Uint16Array;
  flags: Uint16Array;
  zones: readonly { id: number; name: string }[];
}

type PackedColumns<T> = { [M in keyof T]: T[M] extends ArrayBufferView ? ArrayBuffer : T[M] };

export async function readPlaces(pinrate: Pinrate, signal: AbortSignal): Promise<MapPlaces> {
  const found = unpacked(await getMapPincodes(pinrate, {}, { signal })) as PackedColumns<MapPlaces>;
  return {
    ...found,
    pincodes: new Uint32Array(found.pincodes),
    latitude: new Float32Array(found.latitude),
    longitude: new Float32Array(found.longitude),
    state: new Uint8Array(found.state),
    city: new Uint16Array(found.city),
  };
}

/** Questions under way at once. */
const AT_ONCE = 4;

/** All active couriers, by name. @param onRead how many of how many are there */
export async function readCouriers(
  pinrate: Pinrate,
  signal: AbortSignal,
  onRead: (done: number, of: number) => void = () => undefined,
): Promise<MapCourier[]> {
  const couriers: { id: string; name: string }[] = [];
  for await (const { partnerId, name, status } of all(pinrate, listPartners, { limit: 100 }, { signal }))
    if (status === 'ACTIVE') couriers.push({ id: partnerId, name });
  const found = await askAtOnce(
    couriers,
    AT_ONCE,
    async (courier): Promise<MapCourier> => {
      const answer = await getMapPincodes(pinrate, { partnerId: courier.id }, { signal });
      const { zone, flags, zones } = unpacked(answer) as PackedColumns<MapCourier>;
      return { ...courier, zone: new Uint16Array(zone), flags: new Uint16Array(flags), zones };
    },
    (done) => onRead(done, couriers.length),
  );
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

/** Whether the courier delivers there now: it covers the place, which is neither blocked nor held. */
export const delivers = ({ zone, flags }: MapCourier, at: number): boolean =>
  zone[at] !== 0 && (flags[at]! & (MAP_FLAGS.DELIVERY | NOT_SERVED)) === MAP_FLAGS.DELIVERY;

export const has = ({ flags }: MapCourier, at: number, flag: number): boolean => (flags[at]! & flag) !== 0;

/** `Pune, Maharashtra`. */
export const placeAt = ({ city, cities, state, states }: MapPlaces, at: number): string =>
  `${cities[city[at]!]!.name}, ${states[state[at]!]!.name}`;

/** Where a pincode is among the places; -1: nowhere. */
export function indexOf({ pincodes }: MapPlaces, pincode: number): number {
  let [low, high] = [0, pincodes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (pincodes[middle]! < pincode) low = middle + 1;
    else high = middle;
  }
  return pincodes[low] === pincode ? low : -1;
}
