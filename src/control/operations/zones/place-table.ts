/** The place of every pincode, as columns, derived from the catalog's geography. */
import type { Catalog } from '../../documents/catalog.js';
import { pincodeTable, slotIn } from '../../../index/pincode-table.js';
import type { SlotPlaces } from '../../../index/slot-places.js';
import { derivedFrom } from '../../../model/derived.js';
import type { Area, City, PincodeRow, State } from '../../../model/documents.js';

/**
 * Slots are numbered from 1 in the order of the pincodes. The other numbers are positions in the catalog's lists of
 * states, cities and areas; a deleted place has the number after the last.
 */
export interface PlaceTable extends SlotPlaces {
  /** Differs from that of every other table. */
  version: symbol;
  columns: SlotPlaces['columns'] & { cityNumber: Uint32Array; stateNumber: Uint32Array; areaNumber: Uint32Array };
  /** The pincode of slot n is at n - 1. */
  pincodes: readonly PincodeRow[];
  states: number;
  cities: number;
  areas: number;
}

/** The table of the present catalog. */
export function placeTable(catalog: Catalog): PlaceTable {
  const { states, cities, areas, pincodes } = catalog.geographyDocuments();
  return tableOf(pincodes, areas, cities, states);
}

const tableOf = derivedFrom(buildTable);

function buildTable(
  pincodes: readonly PincodeRow[],
  areas: readonly Area[],
  cities: readonly City[],
  states: readonly State[],
): PlaceTable {
  const slots = pincodes.length + 1;
  const areaCount = pincodes.reduce((sum, { areaIds }) => sum + areaIds.length, 0);
  const columns = {
    areaStart: new Uint32Array(slots + 1),
    areaId: new Float64Array(areaCount),
    areaNumber: new Uint32Array(areaCount),
    cityId: new Float64Array(slots),
    cityNumber: new Uint32Array(slots),
    stateId: new Float64Array(slots),
    stateNumber: new Uint32Array(slots),
  };
  const byPincode = pincodeTable(pincodes);
  let area = 0;
  for (const [index, { cityId, stateId, areaIds }] of pincodes.entries()) {
    const slot = index + 1;
    columns.cityId[slot] = cityId;
    columns.cityNumber[slot] = positionOf(cities, cityId);
    columns.stateId[slot] = stateId;
    columns.stateNumber[slot] = positionOf(states, stateId);
    columns.areaStart[slot] = area;
    for (const id of areaIds) {
      columns.areaId[area] = id;
      columns.areaNumber[area++] = positionOf(areas, id);
    }
  }
  columns.areaStart[slots] = area;
  return {
    version: Symbol('version'),
    slots,
    slotOf: (pincode) => slotIn(byPincode, pincode),
    columns,
    pincodes,
    states: states.length,
    cities: cities.length,
    areas: areas.length,
  };
}

/** The position of an id in `rows`, which are in the order of their ids; after the last when it is missing. */
function positionOf(rows: readonly { id: number }[], id: number): number {
  // ids have few gaps, so guessing is much faster than building a map of all areas
  const guess = id - (rows[0]?.id ?? id);
  if (rows[guess]?.id === id) return guess;
  let low = 0;
  let high = rows.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (rows[middle]!.id <= id) low = middle;
    else high = middle;
  }
  return rows[low]?.id === id ? low : rows.length;
}
