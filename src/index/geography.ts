/**
 * The geography block: a direct-address table from six digits to a dense slot, and by slot the coordinates for
 * distances, the city, the state, and the areas. Slot 0 means "unknown pincode".
 */
import { pack, unpack } from 'msgpackr';
import { strict as assert } from 'node:assert';
import { MAX_CITIES, MAX_PINCODE_SLOTS, MAX_STATES } from '../limits/documents.js';
import type { Area, City, PincodeRow, State } from '../model/documents.js';
import { allocate, type Block, type Columns, resolve } from './layout.js';

const PINCODES = 1_000_000;

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

const layoutFor = (slots: number, areas: number, areaNameBytes: number, nameBytes: number) =>
  ({
    slotOf: ['u16', PINCODES],
    pincode: ['u32', slots],
    latitude: ['f64', slots],
    longitude: ['f64', slots],
    city: ['u16', slots],
    state: ['u8', slots],
    cityId: ['f64', slots],
    stateId: ['f64', slots],
    areaStart: ['u32', slots + 1],
    areaId: ['f64', areas],
    areaNameStart: ['u32', slots + 1],
    areaNames: ['u8', areaNameBytes],
    names: ['u8', nameBytes],
  }) as const;
type GeographyLayout = ReturnType<typeof layoutFor>;

/** Builds the block. Throws when a reference is broken: the import has checked all of them. */
export function buildGeography(documents: GeographyDocuments, version: number): Block {
  const rows = [...documents.pincodes].sort((a, b) => (a.pincode < b.pincode ? -1 : 1));
  assert(rows.length <= MAX_PINCODE_SLOTS, `at most ${MAX_PINCODE_SLOTS} pincodes`);
  assert(documents.cities.length <= MAX_CITIES, `at most ${MAX_CITIES} cities`);
  assert(documents.states.length <= MAX_STATES, `at most ${MAX_STATES} states`);
  const cityNumber = numbering(documents.cities);
  const stateNumber = numbering(documents.states);
  const areaName = new Map(documents.areas.map((area) => [area.id, area.name]));
  const coordinates = new CoordinateFallback(rows);
  const firstAreaNames = rows.map((row) =>
    Buffer.from(row.areaIds.length === 0 ? '' : known(areaName, row.areaIds[0]!)),
  );
  const names = pack({
    cities: documents.cities.map(({ id, name }) => ({ id, name })),
    states: documents.states.map(({ id, name, code, gstCode }) => ({ id, name, code, gstCode })),
  } satisfies GeographyNames);

  const areaCount = rows.reduce((sum, row) => sum + row.areaIds.length, 0);
  const nameBytes = firstAreaNames.reduce((sum, name) => sum + name.length, 0);
  const { block, columns } = allocate(layoutFor(rows.length + 1, areaCount, nameBytes, names.length), version);
  columns.names.set(names);
  let area = 0;
  let nameAt = 0;
  rows.forEach((row, index) => {
    const slot = index + 1;
    const point = coordinates.of(row);
    columns.slotOf[Number(row.pincode)] = slot;
    columns.pincode[slot] = Number(row.pincode);
    columns.latitude[slot] = point.latitude;
    columns.longitude[slot] = point.longitude;
    columns.city[slot] = known(cityNumber, row.cityId);
    columns.state[slot] = known(stateNumber, row.stateId);
    columns.cityId[slot] = row.cityId;
    columns.stateId[slot] = row.stateId;
    columns.areaStart[slot] = area;
    for (const id of row.areaIds) columns.areaId[area++] = id;
    columns.areaNameStart[slot] = nameAt;
    columns.areaNames.set(firstAreaNames[index]!, nameAt);
    nameAt += firstAreaNames[index]!.length;
  });
  columns.areaStart[rows.length + 1] = area;
  columns.areaNameStart[rows.length + 1] = nameAt;
  return block;
}

/** Slots of a geography block, including the unused slot 0. */
export const slotsOf = (block: Block): number => resolve<GeographyLayout>(block).pincode.length;

/** A thread's view of the geography block; slots come from {@link Geography.slot}. */
export class Geography {
  readonly columns: Columns<GeographyLayout>;
  readonly #names: GeographyNames;
  readonly #areaNames: Buffer;

  constructor(block: Block) {
    this.columns = resolve<GeographyLayout>(block);
    // unpack reads a Buffer over the shared bytes; its result belongs to this thread
    this.#names = unpack(Buffer.from(this.columns.names)) as GeographyNames;
    const { areaNames } = this.columns;
    this.#areaNames = Buffer.from(areaNames.buffer, areaNames.byteOffset, areaNames.length);
  }

  /** Slots, including the unused slot 0. */
  get slots(): number {
    return this.columns.pincode.length;
  }

  /** The slot of six digits, 0 when the pincode is unknown. */
  slot(pincode: string): number {
    return this.columns.slotOf[Number(pincode)]!;
  }

  pincode(slot: number): string {
    return String(this.columns.pincode[slot]).padStart(6, '0');
  }

  /** The area that people would call the pincode by; empty if it has none. */
  areaName(slot: number): string {
    return this.#areaNames.toString('utf8', this.columns.areaNameStart[slot], this.columns.areaNameStart[slot + 1]);
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
