/**
 * What a question takes for granted in place of what the rules say, so that the claims of an invoice can be priced as
 * if they were so (docs/rules.md#assumptions).
 */
import type { BulkAssumption } from '../contract/bulk-request.js';
import { NO_LANE } from '../domain/rate-card.js';
import type { PartnerView } from '../index/view.js';
import type { RequestFault } from '../model/schema-faults.js';

/** In the numbers of one partner's card. */
export interface Assumption {
  /** The parcel was carried: only an end without a zone and the lack of a rate refuse it. */
  isCarried: boolean;
  /** The lane's number; NO_LANE: what the rules say. */
  lane: number;
  /** Numbers of zones; 0: that of the pincode. */
  fromZone: number;
  toZone: number;
}

/** Whether what is assumed of the route does without one of its ends. */
export const isPlaced = ({ lane, fromZone, toZone }: Assumption): boolean =>
  lane !== NO_LANE || fromZone !== 0 || toZone !== 0;

/** The same of what a question assumes, before its partner is known. */
export const placesRoute = ({ lane, fromZoneId, toZoneId }: BulkAssumption): boolean =>
  lane !== undefined || fromZoneId !== undefined || toZoneId !== undefined;

/** The assumption in the partner's numbers; `faults`: what the partner does not have. */
export function assumptionOf(
  { carried, lane, fromZoneId, toZoneId }: BulkAssumption,
  { card, names }: PartnerView,
): { assumption: Assumption; faults: readonly RequestFault[] } {
  const faults: RequestFault[] = [];
  const numberOf = (name: string, value: unknown, position: number, what: string): number => {
    if (position >= 0) return position;
    const message = `is no ${what} of the partner`;
    faults.push({ field: `assume.${name}`, code: 'INVALID_VALUE', message, value });
    return 0;
  };
  const zoneOf = (name: string, id: number | undefined): number =>
    id === undefined ? 0 : numberOf(name, id, Array.from(card.zones.id).indexOf(id, 1), 'zone');
  const assumption = {
    isCarried: carried === true,
    lane: lane === undefined ? NO_LANE : numberOf('lane', lane, names.lanes.indexOf(lane) + 1 || -1, 'lane'),
    fromZone: zoneOf('fromZoneId', fromZoneId),
    toZone: zoneOf('toZoneId', toZoneId),
  };
  return { assumption, faults };
}
