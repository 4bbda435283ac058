/** Zones by the places that they list. */
import type { PincodeRow, Zone } from '../../model/documents.js';

/** Of several zones that list a place, the lowest id claims it. */
export class PlaceZones {
  readonly #byArea = new Map<number, number>();
  readonly #byCity = new Map<number, number>();
  readonly #byState = new Map<number, number>();

  constructor(zones: readonly Zone[]) {
    // the lowest id is set last
    const active = zones.filter(({ status }) => status).sort((a, b) => b.id - a.id);
    for (const { id, geographical } of active) {
      for (const area of geographical.areas) this.#byArea.set(area, id);
      for (const city of geographical.cities) this.#byCity.set(city, id);
      for (const state of geographical.states) this.#byState.set(state, id);
    }
  }

  /** The zone of a pincode without an entry of its own: by an area, else by its city, else by its state. */
  zoneOf({ areaIds, cityId, stateId }: Pick<PincodeRow, 'areaIds' | 'cityId' | 'stateId'>): number | undefined {
    const ofAreas = areaIds.flatMap((area) => this.#byArea.get(area) ?? []);
    if (ofAreas.length > 0) return Math.min(...ofAreas);
    return this.#byCity.get(cityId) ?? this.#byState.get(stateId);
  }
}
