/** By what the map is coloured: for each way the names of its colours, and the colour of every pincode. */
import { MAP_FLAGS } from '../../../contract/map-flags.js';
import { delivers, has, type MapCourier, type MapPlaces } from '../../parts/map-data.js';

export const COLOURINGS = [
  ['couriers', 'Couriers that deliver'],
  ['zones', 'Zones of a courier'],
  ['cod', 'COD'],
  ['oda', 'Out of delivery area (ODA)'],
  ['holds', 'Holds and blocks'],
] as const;
export type ColourWay = (typeof COLOURINGS)[number][0];

export interface Colours {
  /** `steps` grow from little to much, `kinds` have no order; the first of either is for nothing. */
  palette: 'steps' | 'kinds';
  /** In the order of the palette. */
  names: readonly string[];
  /** By the place of the pincode: an index into the names. */
  of: Uint8Array;
}

/** So many couriers, and more of them, share the last step. */
const MOST_STEPS = 6;
/** With those that further zones share. */
const MOST_KINDS = 11;

/** @param courier null: all of them */
export function coloursBy(
  colouring: ColourWay,
  places: MapPlaces,
  couriers: readonly MapCourier[],
  courier: MapCourier | null,
): Colours {
  if (colouring === 'zones') {
    const one = courier ?? couriers[0];
    return one === undefined ? counts(places, couriers, delivers) : zonesOf(one);
  }
  if (colouring === 'holds') return courier === null ? counts(places, couriers, isStopped) : stopsOf(courier);
  const { is, no, yes } = SERVICES[colouring];
  if (courier === null) return counts(places, couriers, is);
  return kindsOf(courier, ['Not covered', no, yes], (at) => (is(courier, at) ? 2 : 1));
}

type Test = (courier: MapCourier, at: number) => boolean;

const SERVICES: Readonly<Record<'couriers' | 'cod' | 'oda', { is: Test; no: string; yes: string }>> = {
  couriers: { is: delivers, no: 'No delivery', yes: 'Delivery' },
  cod: { is: (courier, at) => delivers(courier, at) && has(courier, at, MAP_FLAGS.COD), no: 'No COD', yes: 'COD' },
  oda: { is: (courier, at) => has(courier, at, MAP_FLAGS.ODA), no: 'Not ODA', yes: 'ODA' },
};

const isStopped: Test = (courier, at) =>
  has(courier, at, MAP_FLAGS.BLOCKED | MAP_FLAGS.PICKUP_HELD | MAP_FLAGS.DELIVERY_HELD);

const kindsOf = ({ zone }: MapCourier, names: string[], kindAt: (at: number) => number): Colours => ({
  palette: 'kinds',
  names,
  of: Uint8Array.from(zone, (number, at) => (number === 0 ? 0 : kindAt(at))),
});

const stopsOf = (courier: MapCourier): Colours =>
  kindsOf(
    courier,
    ['Not covered', 'Served', 'Blocked', 'Pickup on hold', 'Delivery on hold', 'Both ends on hold'],
    (at) => {
      const [isPickup, isDelivery] = [
        has(courier, at, MAP_FLAGS.PICKUP_HELD),
        has(courier, at, MAP_FLAGS.DELIVERY_HELD),
      ];
      if (has(courier, at, MAP_FLAGS.BLOCKED)) return 2;
      if (isPickup && isDelivery) return 5;
      return isDelivery ? 4 : isPickup ? 3 : 1;
    },
  );

/** The zones with the most pincodes have a colour each. */
function zonesOf(courier: MapCourier): Colours {
  const sizes = courier.zones.map(() => 0);
  for (const zone of courier.zone) if (zone !== 0) sizes[zone - 1]!++;
  const largest = [...courier.zones.keys()].sort((a, b) => sizes[b]! - sizes[a]!);
  const own = largest.slice(0, largest.length > MOST_KINDS ? MOST_KINDS - 1 : MOST_KINDS);
  const kindOf = Uint8Array.from(courier.zones, (_, zone) => own.indexOf(zone) + 1 || own.length + 1);
  const names = ['Not covered', ...own.map((zone) => courier.zones[zone]!.name)];
  if (own.length < largest.length) names.push('Other zones');
  return kindsOf(courier, names, (at) => kindOf[courier.zone[at]! - 1]!);
}

/** By how many couriers it is so. */
function counts({ count }: MapPlaces, couriers: readonly MapCourier[], is: Test): Colours {
  const of = new Uint8Array(count);
  for (const courier of couriers)
    for (let at = 0; at < count; at++) if (of[at]! < MOST_STEPS && is(courier, at)) of[at]!++;
  const steps = Math.min(MOST_STEPS, Math.max(1, couriers.length));
  const names = Array.from({ length: steps + 1 }, (_, step) => (step === 0 ? 'None' : String(step)));
  if (couriers.length > MOST_STEPS) names[MOST_STEPS] = `${MOST_STEPS} or more`;
  return { palette: 'steps', names, of };
}
