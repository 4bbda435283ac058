/**
 * The rows of a card without those that name a zone which is gone: no price depends on them, and a node that starts now
 * refuses them.
 */
import type { LaneRule, Package, Surcharge, TransitLane, Zone } from '../../model/documents.js';

interface Own<D> {
  zones: readonly Zone[];
  rows: readonly D[];
}

const ownKept = new WeakMap<readonly object[], Own<object>>();

export const ownPackages = (packages: readonly Package[], zones: readonly Zone[]): readonly Package[] =>
  ownRows(packages, zones, ({ fromZoneId, toZoneId }) => [fromZoneId, toZoneId]);

export const ownTransitLanes = (rows: readonly TransitLane[], zones: readonly Zone[]): readonly TransitLane[] =>
  ownRows(rows, zones, ({ fromZoneId, toZoneId }) => [fromZoneId, toZoneId]);

export const ownSurcharges = (rows: readonly Surcharge[], zones: readonly Zone[]): readonly Surcharge[] =>
  ownRows(rows, zones, ({ when }) => when?.zones ?? []);

export const ownLaneRules = (rules: readonly LaneRule[], zones: readonly Zone[]): readonly LaneRule[] =>
  ownRows(rules, zones, ({ when }) => [...(when.fromZones ?? []), ...(when.toZones ?? [])]);

/** The same array until one of the rows or zones changes. */
function ownRows<D extends object>(
  rows: readonly D[],
  zones: readonly Zone[],
  named: (row: D) => readonly (number | null | undefined)[],
): readonly D[] {
  let known = ownKept.get(rows) as Own<D> | undefined;
  if (known?.zones !== zones) {
    const ids = new Set<number | null | undefined>(zones.map(({ id }) => id)).add(null).add(undefined);
    const own = rows.filter((row) => named(row).every((zoneId) => ids.has(zoneId)));
    // the same list where all are left: several partners may have it, and what is kept of it is found again
    known = { zones, rows: own.length === rows.length ? rows : own };
    ownKept.set(rows, known);
  }
  return known.rows;
}
