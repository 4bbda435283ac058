/** Random states, cities, areas and about forty pincodes: the geography of a random world. */
import type { Area, City, PincodeRow, State } from '../../src/model/documents.js';
import type { Rng } from './rng.js';

export const CREATED_AT = '2024-04-01T00:00:00.000Z';
const PINCODES_ABOUT = 40;

const STATES = [
  { name: 'Delhi', code: 'DL', gstCode: '07', prefix: 110, latitude: 28.61, longitude: 77.21 },
  { name: 'Maharashtra', code: 'MH', gstCode: '27', prefix: 400, latitude: 19.08, longitude: 72.88 },
  { name: 'Karnataka', code: 'KA', gstCode: '29', prefix: 560, latitude: 12.97, longitude: 77.59 },
  { name: 'Tamil Nadu', code: 'TN', gstCode: '33', prefix: 600, latitude: 13.08, longitude: 80.27 },
  { name: 'West Bengal', code: 'WB', gstCode: '19', prefix: 700, latitude: 22.57, longitude: 88.36 },
  { name: 'Rajasthan', code: 'RJ', gstCode: '08', prefix: 302, latitude: 26.91, longitude: 75.79 },
  { name: 'Assam', code: 'AS', gstCode: '18', prefix: 781, latitude: 26.14, longitude: 91.74 },
  { name: 'Himachal Pradesh', code: 'HP', gstCode: '02', prefix: 171, latitude: 31.1, longitude: 77.17 },
] as const;

export interface Geography {
  states: State[];
  cities: City[];
  areas: Area[];
  pincodes: PincodeRow[];
}

/** Ids that neither follow the order of the documents nor are consecutive, so that no code can rely on either. */
export class Ids {
  readonly #free: number[];

  /** The ids are higher than `above`. */
  constructor(rng: Rng, howMany: number, above = 0) {
    this.#free = rng.shuffled(Array.from({ length: howMany }, (_, i) => above + 3 * i + 1));
  }

  take(): number {
    const id = this.#free.pop();
    if (id === undefined) throw new RangeError('no free id is left');
    return id;
  }
}

function degrees(rng: Rng, around: number, spread: number): number {
  return Math.round((around + (rng.next() * 2 - 1) * spread) * 10_000) / 10_000;
}

export function randomGeography(rng: Rng): Geography {
  const geography: Geography = { states: [], cities: [], areas: [], pincodes: [] };
  const stateIds = new Ids(rng, 10);
  const cityIds = new Ids(rng, 40);
  const areaIds = new Ids(rng, 120);
  const chosen = rng.shuffled(STATES).slice(0, rng.int(2, 4));
  for (const template of chosen) {
    const stateId = stateIds.take();
    geography.states.push({ id: stateId, name: template.name, code: template.code, gstCode: template.gstCode });
    const cityCount = rng.int(2, 4);
    const pincodesACity = Math.round(PINCODES_ABOUT / chosen.length / cityCount);
    let lastDigits = 0;
    for (let city = 0; city < cityCount; city += 1) {
      const cityId = cityIds.take();
      geography.cities.push({ id: cityId, name: `${template.name} City ${city + 1}`, stateId, createdAt: CREATED_AT });
      const areas = Array.from({ length: rng.int(0, 3) }, (_, i) => ({
        id: areaIds.take(),
        name: `Area ${city + 1}.${i + 1}`,
        cityId,
        createdAt: CREATED_AT,
      }));
      geography.areas.push(...areas);
      const centre = {
        latitude: degrees(rng, template.latitude, 1.5),
        longitude: degrees(rng, template.longitude, 1.5),
      };
      // The first pincode of a state always has coordinates: import requires one per state.
      const isLost = city > 0 && rng.chance(0.25);
      for (let i = 0; i < Math.max(2, pincodesACity); i += 1) {
        lastDigits += rng.int(1, 9);
        const isLocated = (city === 0 && i === 0) || (!isLost && rng.chance(0.75));
        geography.pincodes.push({
          pincode: String(template.prefix * 1000 + lastDigits),
          cityId,
          stateId,
          areaIds: rng.some(areas, 0.5).map((area) => area.id),
          latitude: isLocated ? degrees(rng, centre.latitude, 0.15) : null,
          longitude: isLocated ? degrees(rng, centre.longitude, 0.15) : null,
        });
      }
    }
  }
  return geography;
}
