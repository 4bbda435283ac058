/** Which pincodes of a partner are on hold (docs/rules.md#holds). */
import { isInForce } from '../../../domain/dates.js';
import type { Documents, Hold } from '../../../model/documents.js';
import type { Catalog } from '../../documents/catalog.js';

/**
 * Whether a hold of the partner, or of all partners, is in force at a known pincode.
 * @param end the end of a route that would be there
 * @param nowMs milliseconds since the epoch
 */
export function heldPincodes(
  catalog: Catalog,
  partnerId: string,
  end: 'PICKUP' | 'DELIVERY',
  nowMs: number,
): (pincode: string) => boolean {
  const holds = [partnerId, ''].flatMap((owner) =>
    catalog.of('holds', owner).filter((hold) => isInForce(hold, nowMs) && [end, 'BOTH'].includes(hold.end ?? 'BOTH')),
  );
  if (holds.length === 0) return () => false;
  return (pincode) => {
    const place = catalog.find('pincodes', pincode);
    return place !== undefined && holds.some((hold) => holdsPlace(hold, place));
  };
}

const holdsPlace = ({ everywhere, states, cities, areas, pincodes }: Hold, place: Documents['pincodes']): boolean =>
  everywhere === true
  || (states?.includes(place.stateId) ?? false)
  || (cities?.includes(place.cityId) ?? false)
  || (pincodes?.includes(place.pincode) ?? false)
  || place.areaIds.some((areaId) => areas?.includes(areaId) ?? false);
