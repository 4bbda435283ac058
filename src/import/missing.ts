/** Pincodes that a list names and nobody knows: where they lie, and why. */
import { districtOf, nearestPincode } from '../domain/nearest-pincode.js';
import { OTHER_STATE_CODES, OTHER_STATE_NAMES } from '../domain/state-names.js';
import type { City, PincodeRow as Pincode, State } from '../model/documents.js';
import { plainText } from '../sheets/cells/text.js';
import type { Faults, SourcePosition } from '../sheets/tables/faults.js';
import type { TableRow } from '../sheets/tables/table.js';
import type { PincodeRow } from '../sheets/serviceability/rows.js';

/** A pincode that an import makes. */
export interface MadePincode {
  pincode: string;
  document: Pincode;
  /** Names, for people. */
  city: string;
  state: string;
  reason: string;
  position: SourcePosition;
}

/** What is known of places. */
export interface Places {
  /** Ascending. */
  pincodes: readonly Pincode[];
  cities: readonly City[];
  states: readonly State[];
}

/**
 * A new pincode lies
 * 1. in the city that its row names, in the state that it names, unless the known pincodes with these three digits are
 *    those of other states;
 * 2. in the city of the nearest pincode with these three digits;
 * 3. in the city of the nearest pincode of the state that its row names;
 * 4. nowhere, which is a fault.
 *
 * @param rows of the list @param known whether a pincode is
 */
export function missingPincodes(
  rows: readonly PincodeRow[],
  places: Places,
  partnerId: string,
  faults: Faults,
): MadePincode[] {
  const known = new Set(places.pincodes.map(({ pincode }) => pincode));
  const finder = new PlaceFinder(places);
  const made = new Map<string, MadePincode>();
  for (const { row, ranges } of rows)
    for (const { from: pincode, to } of ranges) {
      // a range stands for the pincodes within that are known
      if (pincode !== to || known.has(pincode) || made.has(pincode)) continue;
      const place = finder.find(pincode, row);
      const position = row.position('pincode');
      if (place === null) {
        const message = `the node knows no pincode that begins with ${districtOf(pincode)}: nothing says where ${pincode} lies`;
        faults.add(position, `${message}; name its city and state, or leave it out by --skip-unknown`);
        continue;
      }
      const { city, state, reason } = place;
      const where = { cityId: city.id, stateId: state.id, areaIds: [], latitude: null, longitude: null };
      const document: Pincode = { pincode, ...where, source: 'sheet', sourcePartnerId: partnerId };
      made.set(pincode, { pincode, document, city: city.name, state: state.name, reason, position });
    }
  return [...made.values()];
}

interface Place {
  city: City;
  state: State;
  reason: string;
}

class PlaceFinder {
  readonly #cities = new Map<string, City[]>();
  readonly #cityById: ReadonlyMap<number, City>;
  readonly #states = new Map<string, State>();
  readonly #stateById: ReadonlyMap<number, State>;
  /** The states of the pincodes that begin with three digits. */
  readonly #ofDistrict = new Map<string, Set<number>>();

  constructor(private readonly places: Places) {
    this.#cityById = new Map(places.cities.map((city) => [city.id, city]));
    this.#stateById = new Map(places.states.map((state) => [state.id, state]));
    for (const city of places.cities)
      for (const name of new Set([city.name, ...(city.aliases ?? [])].map(plainText)))
        this.#cities.set(name, [...(this.#cities.get(name) ?? []), city]);
    const otherCodes = Object.entries(OTHER_STATE_CODES);
    for (const state of places.states) {
      const codes = otherCodes.filter(([, code]) => code === state.code).map(([other]) => other);
      for (const name of [state.name, state.code, ...(OTHER_STATE_NAMES[state.code] ?? []), ...codes])
        this.#states.set(stateKey(name), state);
    }
    for (const { pincode, stateId } of places.pincodes) {
      const states = this.#ofDistrict.get(districtOf(pincode)) ?? new Set();
      this.#ofDistrict.set(districtOf(pincode), states.add(stateId));
    }
  }

  find(pincode: string, row: TableRow): Place | null {
    const state = this.#stateOf(row);
    const inState = (): Place | null => {
      const near = this.places.pincodes.filter(({ stateId }) => stateId === state?.id);
      return near.length === 0 ? null : this.#near(pincode, nearestOf(near, pincode));
    };
    return this.#named(pincode, row) ?? this.#near(pincode, nearestPincode(this.places.pincodes, pincode)) ?? inState();
  }

  #stateOf(row: TableRow): State | undefined {
    return wordsOf(row)
      .map((word) => this.#states.get(stateKey(word)))
      .find((state) => state !== undefined);
  }

  #named(pincode: string, row: TableRow): Place | null {
    const states = this.#ofDistrict.get(districtOf(pincode));
    const words = wordsOf(row);
    const named = this.#stateOf(row);
    if (words.length > 0 && (named === undefined || states?.has(named.id) === false)) return null;
    const name = plainText(row.get('city'));
    const called = (this.#cities.get(name) ?? []).filter(({ stateId }) =>
      named === undefined ? states?.has(stateId) === true : stateId === named.id,
    );
    // a city's own name goes before another one's other name
    const own = called.filter((each) => plainText(each.name) === name);
    const [city, another] = own.length > 0 ? own : called;
    const state = city === undefined ? undefined : this.#stateById.get(city.stateId);
    if (city === undefined || another !== undefined || state === undefined) return null;
    return { city, state, reason: `the sheet says ${[row.get('city'), ...words].join(', ')}` };
  }

  #near(pincode: string, near: Pincode | null): Place | null {
    const [city, state] = near === null ? [] : [this.#cityById.get(near.cityId), this.#stateById.get(near.stateId)];
    return near === null || city === undefined || state === undefined
      ? null
      : {
          city,
          state,
          reason: `near ${near.pincode}${districtOf(near.pincode) === districtOf(pincode) ? '' : ', in the state that the sheet says'}`,
        };
  }
}

/** `Jammu & Kashmir` is `Jammu and Kashmir`. */
const stateKey = (name: string): string => plainText(name.replaceAll('&', ' and '));

const wordsOf = (row: TableRow): string[] => [row.get('state'), row.get('state_code')].filter((word) => word !== '');

/** @param rows at least one */
const nearestOf = (rows: readonly Pincode[], pincode: string): Pincode =>
  rows.reduce((best, each) => {
    const distance = (row: Pincode): number => Math.abs(Number(row.pincode) - Number(pincode));
    return distance(each) < distance(best) ? each : best;
  });
