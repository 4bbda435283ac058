/** Where the demo's couriers deliver, how much, and how well: what the node makes a year of outcomes of. */
import { type DeliveryHabit, GENERATED_OUTCOMES_FILE } from '../../src/store/dataset/generated-outcomes.js';
import type { PincodeRow, Zone } from '../../src/model/documents.js';
import type { Dataset } from './build.js';
import { DELIVERY_HABITS, hoursOf, returnsOf } from './delivery-habits.js';
import type { Geography } from './geography.js';
import { AHMEDABAD, BENGALURU, CHENNAI, DELHI_NCR, HYDERABAD, KOLKATA, MUMBAI, PUNE } from './regions.js';

/** Parcels a week and payment type of each kind of place; small ones show how figures borrow. */
const WEEKLY = { metro: 5, city: 1.6, town: 0.3 } as const;
type PlaceKind = keyof typeof WEEKLY;
/** Of a state, by size; the first pincode of a city is its head office's. */
const CITIES_A_STATE = 1;
const TOWNS_A_STATE = 1;
/** Against the others. */
const VOLUMES: Readonly<Record<string, number>> = {
  'haatwala-ecom': 1.6,
  'dharaline-surface': 1.3,
  'gajavahan-freight': 0.5,
  'himbrahma-hills': 0.8,
};
/** So few prepaid parcels that their rare returns never make a shift (PERFORMANCE_SHIFT) by chance. */
const OF_PAYMENT = { COD: 1.2, PREPAID: 0.36 } as const;
const LOST = 0.004;
const METROS = [DELHI_NCR, MUMBAI, PUNE, AHMEDABAD, BENGALURU, HYDERABAD, CHENNAI, KOLKATA].flat();

interface Place extends PincodeRow {
  state: string;
  kind: PlaceKind;
}

/** Ordered by courier, place and payment type; the same for the same demo. */
export function deliveryHabits(dataset: Dataset, geography: Geography): DeliveryHabit[] {
  const places = placesOf(geography);
  return DELIVERY_HABITS.flatMap((habits) => {
    const { partnerId, payments, firstAttempt, onTime } = habits;
    const zoneOf = zoneFinder(dataset, partnerId);
    return places.flatMap((place): DeliveryHabit[] => {
      const zone = zoneOf(place);
      if (zone === undefined || !serves(zone, 'DELIVERY')) return [];
      // towns are a little worse than the state that they are in, metros better
      const ease = { metro: 0.94, city: 1, town: 1.06 }[place.kind];
      const rto = (paid: 'COD' | 'PREPAID') =>
        returnsOf({ ...habits, returns: habits.returns * ease }, place.state, paid);
      return payments
        .filter((paid) => serves(zone, paid))
        .map((paid) => ({
          ...{ partnerId, pincode: place.pincode, state: place.state, paymentType: paid },
          weekly: rounded(WEEKLY[place.kind] * (VOLUMES[partnerId] ?? 1) * OF_PAYMENT[paid], 2),
          rto: rounded(rto(paid) / 100, 4),
          lost: LOST,
          firstAttempt: rounded((firstAttempt - (paid === 'COD' ? 4 : 0)) / 100 / ease ** 0.3, 3),
          onTime: rounded(Math.min(0.99, onTime / 100 / ease ** 0.5), 3),
          hours: rounded(hoursOf(habits, place.state) * ease, 1),
        }));
    });
  });
}

/** JSON, a line for each. */
export const habitsFile = (habits: readonly DeliveryHabit[]): [name: string, text: string] => [
  GENERATED_OUTCOMES_FILE,
  `[\n${habits.map((habit) => JSON.stringify(habit)).join(',\n')}\n]\n`,
];

function placesOf(geography: Geography): Place[] {
  const { states, cities, located } = geography;
  const ofCity = new Map<number, PincodeRow[]>();
  for (const row of located) ofCity.set(row.cityId, [...(ofCity.get(row.cityId) ?? []), row]);
  const metros = new Set(METROS.map((ref) => geography.city(ref).id));
  return states.flatMap(({ id, code }) => {
    const own = cities.filter(({ stateId }) => stateId === id).filter((city) => ofCity.has(city.id));
    const place = (row: PincodeRow, kind: PlaceKind): Place => ({ ...row, state: code, kind });
    const bySize = own
      .filter((city) => !metros.has(city.id))
      .sort((a, b) => ofCity.get(b.id)!.length - ofCity.get(a.id)!.length || a.id - b.id);
    return [
      ...own.filter((city) => metros.has(city.id)).map((city) => place(ofCity.get(city.id)![0]!, 'metro')),
      ...bySize.slice(0, CITIES_A_STATE).map((city) => place(ofCity.get(city.id)![0]!, 'city')),
      ...bySize.slice(-TOWNS_A_STATE).map((city) => place(ofCity.get(city.id)![0]!, 'town')),
    ].filter((each, at, all) => all.findIndex(({ pincode }) => pincode === each.pincode) === at);
  });
}

/** A partner's zone of a place: a single pincode, then its areas, its city, its state. */
function zoneFinder(dataset: Dataset, partnerId: string): (place: PincodeRow) => Zone | undefined {
  const zones = dataset.zones.filter((zone) => zone.partnerId === partnerId && zone.status);
  const single = new Map(
    dataset['zone-pincodes'].filter((row) => row.partnerId === partnerId).map((row) => [row.pincode, row.zoneId]),
  );
  return ({ pincode, areaIds, cityId, stateId }) =>
    zones.find(({ id }) => id === single.get(pincode))
    ?? zones.find(({ geographical }) => geographical.areas.some((id) => areaIds.includes(id)))
    ?? zones.find(({ geographical }) => geographical.cities.includes(cityId))
    ?? zones.find(({ geographical }) => geographical.states.includes(stateId));
}

const serves = ({ services }: Zone, service: string): boolean =>
  services.some(({ serviceTypeId, isAvailable }) => serviceTypeId === service && isAvailable);

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));
