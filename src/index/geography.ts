/**
 * The geography block: a table from six digits to a dense slot, and by slot the coordinates for
 * distances, the city, the state, and the areas. Slot 0 means "unknown pincode".
 */
import { strict as assert } from 'node:assert';
import { MAX_CITIES, MAX_PINCODE_SLOTS, MAX_STATES } from '../limits/documents.js';
import type { Area, City, PincodeRow, State } from '../model/documents.js';
import { builderOf, columnsOf, packed, type Source, table, Texts, textsOf, unpacked, valuesOf } from './columns.js';
import { type Block, type Columns, resolve } from './layout.js';
import { pincodeTable, slotIn } from './pincode-table.js';
import type { SlotPlaces } from './slot-places.js';

export interface GeographyDocuments {
  states: readonly State[];
  cities: readonly City[];
  areas: readonly Area[];
  pincodes: readonly PincodeRow[];
}

/** Names by a slot's city and state numbers. */
interface GeographyNames {
  cities: { id: number; name: string }[];
  states: { id: number; name: string; code: string; gstCode: string }[];
}

const { u8, u16, u32, f64 } = columnsOf<PincodeRow>();

/** By slot. */
const slotColumns = ({ cities, states, pincodes }: GeographyDocuments) => {
  const cityNumber = numbering(cities);
  const stateNumber = numbering(states);
  const coordinates = new CoordinateFallback(pincodes);
  return {
    pincode: u32(({ pincode }) => Number(pincode)),
    latitude: f64((row) => coordinates.of(row).latitude),
    longitude: f64((row) => coordinates.of(row).longitude),
    city: u16(({ cityId }) => known(cityNumber, cityId)),
    state: u8(({ stateId }) => known(stateNumber, stateId)),
    cityId: f64(({ cityId }) => cityId),
    stateId: f64(({ stateId }) => stateId),
  };
};

function columnsFor(documents: GeographyDocuments) {
  const { states, cities, areas, pincodes } = documents;
  const rows = [...pincodes].sort((a, b) => (a.pincode < b.pincode ? -1 : 1));
  assert(rows.length <= MAX_PINCODE_SLOTS, `at most ${MAX_PINCODE_SLOTS} pincodes`);
  assert(cities.length <= MAX_CITIES, `at most ${MAX_CITIES} cities`);
  assert(states.length <= MAX_STATES, `at most ${MAX_STATES} states`);
  const areaName = new Map(areas.map((area) => [area.id, area.name]));
  const names: GeographyNames = {
    cities: cities.map(({ id, name }) => ({ id, name })),
    states: states.map(({ id, name, code, gstCode }) => ({ id, name, code, gstCode })),
  };
  const { pageOf, slotOf } = pincodeTable(rows);
  return {
    byPincode: { pageOf: valuesOf('u32', pageOf), slotOf: valuesOf('u16', slotOf) },
    ...table(slotColumns(documents), rows, 1),
    ...areasOf(rows),
    areaNames: textsOf(['', ...rows.map(({ areaIds: [id] }) => (id === undefined ? '' : known(areaName, id)))]),
    names: packed(names),
  };
}

/** The ids of the areas of all slots, and where those of each begin: a loop each, since there are many. */
const areasOf = (rows: readonly PincodeRow[]): { areaStart: Source<'u32'>; areaId: Source<'f64'> } => ({
  areaStart: [
    'u32',
    rows.length + 2,
    (start) => {
      for (const [index, { areaIds }] of rows.entries()) start[index + 2] = start[index + 1]! + areaIds.length;
    },
  ],
  areaId: [
    'f64',
    rows.reduce((sum, { areaIds }) => sum + areaIds.length, 0),
    (ids) => {
      let next = 0;
      for (const { areaIds } of rows) for (const id of areaIds) ids[next++] = id;
    },
  ],
});

type GeographyLayout = ReturnType<typeof columnsFor>;

/** Throws when a reference is broken: the import has checked all of them. */
export const buildGeography = builderOf(columnsFor);

/** Slots of a geography block, including the unused slot 0. */
export const slotsOf = (block: Block): number => resolve<GeographyLayout>(block).pincode.length;

/** A thread's view of the geography block; slots come from {@link Geography.slot}. */
export class Geography implements SlotPlaces {
  readonly columns: Columns<GeographyLayout>;
  readonly #names: GeographyNames;
  readonly #areaNames: Texts;

  constructor(block: Block) {
    this.columns = resolve<GeographyLayout>(block);
    // unpack reads a Buffer over the shared bytes; its result belongs to this thread
    this.#names = unpacked<GeographyNames>(this.columns.names);
    this.#areaNames = new Texts(this.columns.areaNames);
  }

  /** Slots, including the unused slot 0. */
  get slots(): number {
    return this.columns.pincode.length;
  }

  /** The slot of six digits, 0 when the pincode is unknown. */
  slot(pincode: string): number {
    return slotIn(this.columns.byPincode, Number(pincode));
  }

  slotOf(pincode: number): number {
    return slotIn(this.columns.byPincode, pincode);
  }

  pincode(slot: number): string {
    return String(this.columns.pincode[slot]).padStart(6, '0');
  }

  /** The area that people would call the pincode by; empty if it has none. */
  areaName(slot: number): string {
    return this.#areaNames.at(slot);
  }

  city(slot: number): { id: number; name: string } {
    return this.#names.cities[this.columns.city[slot]!]!;
  }

  state(slot: number): { id: number; name: string; code: string; gstCode: string } {
    return this.#names.states[this.columns.state[slot]!]!;
  }
}

/** A pincode without coordinates gets the mean of its city, or else of its state (docs/rules.md#distance). */
class CoordinateFallback {
  readonly #byCity = new Map<number, Mean>();
  readonly #byState = new Map<number, Mean>();

  constructor(rows: readonly PincodeRow[]) {
    for (const row of rows) {
      if (row.latitude === null || row.longitude === null) continue;
      meanOf(this.#byCity, row.cityId).add(row.latitude, row.longitude);
      meanOf(this.#byState, row.stateId).add(row.latitude, row.longitude);
    }
  }

  of(row: PincodeRow): { latitude: number; longitude: number } {
    if (row.latitude !== null && row.longitude !== null) return { latitude: row.latitude, longitude: row.longitude };
    const mean = this.#byCity.get(row.cityId) ?? this.#byState.get(row.stateId);
    assert(mean, `no pincode of state ${row.stateId} has coordinates`);
    return mean.point();
  }
}

class Mean {
  #latitude = 0;
  #longitude = 0;
  #count = 0;

  add(latitude: number, longitude: number): void {
    this.#latitude += latitude;
    this.#longitude += longitude;
    this.#count++;
  }

  point(): { latitude: number; longitude: number } {
    return { latitude: this.#latitude / this.#count, longitude: this.#longitude / this.#count };
  }
}

function meanOf(means: Map<number, Mean>, id: number): Mean {
  let mean = means.get(id);
  if (mean === undefined) means.set(id, (mean = new Mean()));
  return mean;
}

function numbering(documents: readonly { id: number }[]): Map<number, number> {
  return new Map(documents.map(({ id }, index) => [id, index]));
}

function known<V>(map: Map<number, V>, id: number): V {
  const value = map.get(id);
  assert(value !== undefined, `unknown reference ${id}`);
  return value;
}
