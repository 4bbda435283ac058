/** The documents that a rate card is built from. */
import type { CardRows } from '../../model/card-rows.js';
import { derivedFrom } from '../../model/derived.js';
import type { LaneRule, Package, Partner, Surcharge, TransitLane, Zone } from '../../model/documents.js';

/**
 * All documents of a partner's prices, except the rows that belong to no partner and have a block. A list is the same
 * array until it changes.
 */
export interface CardDocuments extends CardRows {
  partner: Partner;
  /** Identifies what entries of active zones override, which is part of no block of the card; '': nothing. */
  overrides: string;
}

/**
 * The documents of a card without the rows that name a zone which is gone: no price depends on them, and a node that
 * starts now refuses them.
 */
export function ownDocuments(documents: CardDocuments): CardDocuments {
  const { zones, packages, transitLanes, surcharges, laneRules } = documents;
  return {
    ...documents,
    packages: ownPackages(packages, zones),
    transitLanes: ownTransitLanes(transitLanes, zones),
    surcharges: ownSurcharges(surcharges, zones),
    laneRules: ownLaneRules(laneRules, zones),
  };
}

const ownPackages = ownRows(({ fromZoneId, toZoneId }: Package) => [fromZoneId, toZoneId]);
const ownTransitLanes = ownRows(({ fromZoneId, toZoneId }: TransitLane) => [fromZoneId, toZoneId]);
const ownSurcharges = ownRows(({ when }: Surcharge) => when?.zones ?? []);
const ownLaneRules = ownRows(({ when }: LaneRule) => [...(when.fromZones ?? []), ...(when.toZones ?? [])]);

/** The same array until one of the rows or zones changes. */
function ownRows<D extends object>(named: (row: D) => readonly (number | null | undefined)[]) {
  return derivedFrom((rows: readonly D[], zones: readonly Zone[]): readonly D[] => {
    const ids = new Set<number | null | undefined>(zones.map(({ id }) => id)).add(null).add(undefined);
    const own = rows.filter((row) => named(row).every((zoneId) => ids.has(zoneId)));
    // the same list if nothing was removed: several partners may share it and the values derived from it
    return own.length === rows.length ? rows : own;
  });
}
