/** The place groups of the house: by slot a bit for each group that it is in. */
import { type GroupSet, groupSetOf, NO_GROUPS } from '../domain/allocation/parcel.js';
import type { PlaceGroup } from '../model/documents.js';
import { builderOf, packed, resolveAs, unpacked, valuesOf } from './columns.js';
import type { Block } from './layout.js';
import type { SlotPlaces } from './slot-places.js';

export interface PlaceGroups {
  /** The groups by number, which is the bit. */
  names: readonly string[];
  /** The groups of a slot. */
  of(slot: number): GroupSet;
}

/** Of the groups that are active. */
function columnsFor({ places, groups }: { places: SlotPlaces; groups: readonly PlaceGroup[] }) {
  const active = groups.filter(({ status }) => status);
  if (active.length === 0) return { low: valuesOf('u32', []), high: valuesOf('u32', []), names: valuesOf('u8', []) };
  const [low, high] = [new Uint32Array(places.slots), new Uint32Array(places.slots)];
  for (const [number, group] of active.entries()) {
    const [ofLow, ofHigh] = groupSetOf([number]);
    for (const slot of slotsOf(places, group)) {
      low[slot]! |= ofLow;
      high[slot]! |= ofHigh;
    }
  }
  return {
    low: valuesOf('u32', low),
    high: valuesOf('u32', high),
    names: packed(active.map(({ groupId }) => groupId)),
  };
}

/**
 * The slots of a group: in one of its states, cities or areas, or one of its pincodes, and none of those excepted. A
 * pincode that is gone is in no group.
 */
function slotsOf(places: SlotPlaces, group: PlaceGroup): Set<number> {
  const { slots, columns } = places;
  const [states, cities, areas] = [group.states, group.cities, group.areas].map((ids) => new Set(ids ?? []));
  const found = new Set<number>();
  for (let slot = 1; slot < slots; slot++) {
    const isIn = states!.has(columns.stateId[slot]!) || cities!.has(columns.cityId[slot]!) || isInArea(slot);
    if (isIn) found.add(slot);
  }
  function isInArea(slot: number): boolean {
    if (areas!.size === 0) return false;
    for (let index = columns.areaStart[slot]!; index < columns.areaStart[slot + 1]!; index++)
      if (areas!.has(columns.areaId[index]!)) return true;
    return false;
  }
  for (const pincode of group.pincodes ?? []) found.add(places.slotOf(Number(pincode)));
  for (const pincode of group.exceptPincodes ?? []) found.delete(places.slotOf(Number(pincode)));
  found.delete(0);
  return found;
}

export const buildPlaceGroups = builderOf(columnsFor);

export function resolvePlaceGroups(block: Block): PlaceGroups {
  const { low, high, names } = resolveAs<typeof columnsFor>(block);
  if (low.length === 0) return { names: [], of: () => NO_GROUPS };
  return { names: unpacked<string[]>(names), of: (slot) => [low[slot]!, high[slot]!] };
}

/** The groups of these ids. An inactive group has no number, and no place is in it. */
export const groupsIn = (ids: readonly string[], { names }: PlaceGroups): GroupSet =>
  groupSetOf(ids.map((id) => names.indexOf(id)).filter((number) => number >= 0));
