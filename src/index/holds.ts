/** The holds of a partner, or of all partners: which slots each one holds, compiled into sets of rows. */
import { AT_DELIVERY_END, AT_PICKUP_END } from '../domain/holds.js';
import { bitOf, wordOf, wordsFor } from '../domain/lanes.js';
import type { HoldColumns } from '../domain/time-columns.js';
import { periodOfDocument } from '../domain/dates.js';
import type { Hold } from '../model/documents.js';
import { builderOf, columnsOf, packed, resolveAs, table, unpacked, valuesOf } from './columns.js';
import type { SlotPlaces } from './slot-places.js';
import type { Block } from './layout.js';

/** What a refusal says of a hold. */
type HoldName = Pick<Hold, 'reason'> & {
  from: string | null;
  to: string | null;
};

export interface Holds extends HoldColumns {
  nameOf(row: number): HoldName;
}

const ENDS = { PICKUP: AT_PICKUP_END, DELIVERY: AT_DELIVERY_END, BOTH: AT_PICKUP_END | AT_DELIVERY_END } as const;

const { f64, u8 } = columnsOf<Hold>();
const ROWS = {
  id: f64(({ id }) => id),
  from: f64((row) => periodOfDocument(row).fromMs),
  to: f64((row) => periodOfDocument(row).toMs),
  ends: u8(({ end }) => ENDS[end ?? 'BOTH']),
};

/** Of the holds that are active; those of other programs may have ended long ago. */
export function holdColumns(places: SlotPlaces, holds: readonly Hold[]) {
  const toOf = (row: Hold): number => periodOfDocument(row).toMs;
  const rows = holds
    .filter(({ status }) => status)
    .sort((a, b) => (toOf(a) === toOf(b) ? a.id - b.id : toOf(a) < toOf(b) ? 1 : -1));
  const { setOf, sets } = rows.length === 0 ? NO_SETS : setsOfSlots(places, rows);
  const names = rows.map(({ reason, from, to }): HoldName => ({ reason, from: from ?? null, to: to ?? null }));
  return {
    ...table(ROWS, rows),
    setOf: valuesOf('u16', setOf),
    sets: valuesOf('u32', sets),
    names: rows.length === 0 ? valuesOf('u8', []) : packed(names),
  };
}

const NO_SETS = { setOf: new Uint16Array(0), sets: [] as number[] };

/** By slot the number of its set of rows, which counts from 1; and the words of the sets. */
function setsOfSlots(places: SlotPlaces, rows: readonly Hold[]): { setOf: Uint16Array; sets: number[] } {
  const { slots, columns } = places;
  const words = wordsFor(rows.length);
  const held = new Uint32Array(slots * words);
  const [byState, byCity, byArea] = (['states', 'cities', 'areas'] as const).map((kind) => rowsByPlace(rows, kind));
  const add = (slot: number, row: number): void => {
    held[slot * words + wordOf(row)]! |= bitOf(row);
  };
  const everywhere = rows.flatMap(({ everywhere: isAll }, row) => (isAll === true ? [row] : []));
  for (let slot = 1; slot < slots; slot++) {
    for (const row of everywhere) add(slot, row);
    for (const row of byState!.get(columns.stateId[slot]!) ?? NO_ROWS) add(slot, row);
    for (const row of byCity!.get(columns.cityId[slot]!) ?? NO_ROWS) add(slot, row);
    if (byArea!.size > 0)
      for (let index = columns.areaStart[slot]!; index < columns.areaStart[slot + 1]!; index++)
        for (const row of byArea!.get(columns.areaId[index]!) ?? NO_ROWS) add(slot, row);
  }
  for (const [row, { pincodes }] of rows.entries())
    for (const pincode of pincodes ?? []) {
      const slot = places.slotOf(Number(pincode));
      // a pincode that is gone holds nothing
      if (slot !== 0) add(slot, row);
    }
  return numberedSets(held, slots, words);
}

const NO_ROWS: readonly number[] = [];

function rowsByPlace(rows: readonly Hold[], kind: 'states' | 'cities' | 'areas'): ReadonlyMap<number, number[]> {
  const byPlace = new Map<number, number[]>();
  for (const [row, hold] of rows.entries())
    for (const id of hold[kind] ?? []) {
      const known = byPlace.get(id);
      if (known === undefined) byPlace.set(id, [row]);
      else known.push(row);
    }
  return byPlace;
}

function numberedSets(held: Uint32Array, slots: number, words: number): { setOf: Uint16Array; sets: number[] } {
  const setOf = new Uint16Array(slots);
  const sets: number[] = [];
  const numbers = new Map<string, number>();
  for (let slot = 1; slot < slots; slot++) {
    const set = held.subarray(slot * words, (slot + 1) * words);
    if (set.every((word) => word === 0)) continue;
    const key = set.join();
    let number = numbers.get(key);
    if (number === undefined) {
      numbers.set(key, (number = numbers.size + 1));
      sets.push(...set);
    }
    setOf[slot] = number;
  }
  return { setOf, sets };
}

const columnsFor = ({ places, holds }: { places: SlotPlaces; holds: readonly Hold[] }) => holdColumns(places, holds);

/** The holds of no partner, as a block. */
export const buildHolds = builderOf(columnsFor);

export const resolveHolds = (block: Block): Holds => holdsIn(resolveAs<typeof columnsFor>(block));

/** Explanations alone need the names, so they are unpacked when they are first asked for. */
export function holdsIn({ names, ...columns }: HoldColumns & { names: Uint8Array }): Holds {
  if (columns.id.length === 0) return NO_HOLDS;
  let known: readonly HoldName[] | null = null;
  return { ...columns, nameOf: (row) => (known ??= unpacked<HoldName[]>(names))[row]! };
}

/** One object for all that have none, which a search among many partners then has in the processor's cache. */
const NO_HOLDS: Holds = {
  ...{ id: [], from: [], to: [], ends: [], setOf: [], sets: [] },
  nameOf: (row) => {
    throw new Error(`there is no hold ${row}`);
  },
};
