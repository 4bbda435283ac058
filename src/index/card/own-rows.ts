/**
 * The rows of a card without those that name a zone which is gone: no price depends on them, and a node that starts now
 * refuses them.
 */
import { derivedFrom } from '../../model/derived.js';
import type { LaneRule, Package, Surcharge, TransitLane, Zone } from '../../model/documents.js';

export const ownPackages = ownRows(({ fromZoneId, toZoneId }: Package) => [fromZoneId, toZoneId]);

export const ownTransitLanes = ownRows(({ fromZoneId, toZoneId }: TransitLane) => [fromZoneId, toZoneId]);

export const ownSurcharges = ownRows(({ when }: Surcharge) => when?.zones ?? []);

export const ownLaneRules = ownRows(({ when }: LaneRule) => [...(when.fromZones ?? []), ...(when.toZones ?? [])]);

/** The same array until one of the rows or zones changes. */
function ownRows<D extends object>(named: (row: D) => readonly (number | null | undefined)[]) {
  return derivedFrom((rows: readonly D[], zones: readonly Zone[]): readonly D[] => {
    const ids = new Set<number | null | undefined>(zones.map(({ id }) => id)).add(null).add(undefined);
    const own = rows.filter((row) => named(row).every((zoneId) => ids.has(zoneId)));
    // the same list where all are left: several partners may have it, and what is derived from it is found again
    return own.length === rows.length ? rows : own;
  });
}
