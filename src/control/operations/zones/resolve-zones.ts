/** Resolves a partner's zones over the place table, in steps. */
import { type Claims, claimsOf, type CoverageColumns, resolveEntries, resolvePlaces } from '../../../index/coverage.js';
import type { Zone } from '../../../contract/documents/documents.js';
import type { Steps } from '../../../steps.js';
import type { PlaceTable } from './place-table.js';

/** Slots between two checks of the clock. */
export const STEP_SLOTS = 256;

/** The zone of every slot by its places only. */
export function* resolveAllPlaces(table: PlaceTable, claims: Claims): Steps<CoverageColumns> {
  const columns = { zone: new Uint16Array(table.slots), level: new Uint8Array(table.slots) };
  for (let slot = 1; slot < table.slots; slot += STEP_SLOTS) {
    resolvePlaces(table, claims, columns, slot, Math.min(slot + STEP_SLOTS, table.slots));
    yield;
  }
  return columns;
}

/** The zone number of every slot; `assigned` as in {@link resolveEntries}. */
export function* resolveZones(table: PlaceTable, zones: readonly Zone[], assigned: Float64Array): Steps<Uint16Array> {
  const claims = claimsOf(zones);
  const columns = yield* resolveAllPlaces(table, claims);
  resolveEntries(table, claims, assigned, columns);
  yield;
  return columns.zone;
}
