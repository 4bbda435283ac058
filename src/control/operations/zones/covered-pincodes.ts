/**
 * The number of pincodes that one zone covers: those of its places, resolved once until a zone of its partner changes,
 * adjusted by the entries.
 */
import type { Catalog } from '../../documents/catalog.js';
import { claimsOf, type Claims } from '../../../index/coverage.js';
import type { Partner, Zone } from '../../../contract/documents/documents.js';
import { placeTable, type PlaceTable } from './place-table.js';
import { resolveAllPlaces } from './resolve-zones.js';

/** The zones of a partner as if no pincode had an entry. */
interface PlacedZones {
  numberOf: Claims['numberOf'];
  /** The zone's number, by slot. */
  zone: Uint16Array;
  /** By zone number. */
  pincodes: Uint32Array;
}

interface Remembered {
  /** The version of the table; the table itself is not kept alive. */
  version: number;
  placed: PlacedZones;
}

/** By the list of the partner's zones: the catalog makes a new list when a zone changes. */
const remembered = new WeakMap<readonly Zone[], Remembered>();

/**
 * The number of pincodes that zone `zoneId` covers, from what the catalog holds now and, on top of that, entries for
 * `added`, each given once; unknown pincodes do not count. An inactive zone, or a zone of an inactive partner, covers
 * nothing.
 */
export function coveredPincodes(catalog: Catalog, { partnerId, status }: Partner, zoneId: number, added: readonly string[] = []): number {
  if (status !== 'ACTIVE') return 0;
  const table = placeTable(catalog);
  const { slotOf } = table.columns;
  const { numberOf, zone, pincodes } = placedZones(table, catalog.of('zones', partnerId));
  const own = numberOf.get(zoneId);
  if (own === undefined) return 0;
  const assigned = catalog.assigned(partnerId);
  let count = pincodes[own]!;
  for (const [pincode, holder] of assigned) {
    const slot = slotOf[pincode]!;
    if (slot === 0) continue;
    const isPlaced = zone[slot] === own;
    if (holder === zoneId && !isPlaced) count++;
    if (holder !== zoneId && isPlaced && numberOf.has(holder)) count--;
  }
  for (const text of added) {
    const pincode = Number(text);
    const slot = slotOf[pincode]!;
    const number = numberOf.get(assigned.get(pincode) ?? Number.NaN) ?? zone[slot];
    if (slot !== 0 && number !== own) count++;
  }
  return count;
}

function placedZones(table: PlaceTable, zones: readonly Zone[]): PlacedZones {
  const known = remembered.get(zones);
  if (known?.version === table.version) return known.placed;
  const placed = placeZones(table, zones);
  remembered.set(zones, { version: table.version, placed });
  return placed;
}

function placeZones(table: PlaceTable, zones: readonly Zone[]): PlacedZones {
  const claims = claimsOf(zones);
  const { zone } = resolveAllPlaces(table, claims);
  const pincodes = new Uint32Array(claims.numberOf.size + 1);
  for (const number of zone) pincodes[number]!++;
  return { numberOf: claims.numberOf, zone, pincodes };
}
