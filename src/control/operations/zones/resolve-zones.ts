/** Resolves a partner's zones over the place table. */
import { type Claims, claimsOf, type CoverageColumns, resolveEntries, resolvePlaces } from '../../../index/coverage.js';
import type { Zone } from '../../../contract/documents/documents.js';
import type { PlaceTable } from './place-table.js';

/** The zone of every slot by its places only. */
export function resolveAllPlaces(table: PlaceTable, claims: Claims): CoverageColumns {
  const columns = { zone: new Uint16Array(table.slots), level: new Uint8Array(table.slots) };
  resolvePlaces(table, claims, columns, 1, table.slots);
  return columns;
}

/** The zone number of every slot; `assigned` as in {@link resolveEntries}. */
export function resolveZones(table: PlaceTable, zones: readonly Zone[], assigned: Float64Array): Uint16Array {
  const claims = claimsOf(zones);
  const columns = resolveAllPlaces(table, claims);
  resolveEntries(table, claims, assigned, columns);
  return columns.zone;
}
