/** GET /zones/{zoneId}/places: every place of a zone, page by page. */
import { listZonePlaces as contract } from '../../../contract/zone-places.js';
import { paginationOf } from '../lists/listing.js';
import { answer, implement } from '../operation.js';
import { coverageOf } from './coverage.js';
import { refuseZone, zoneOf } from './own-zone.js';
import { countPlaces, placesBetween } from './zone-geography.js';

export const listZonePlaces = implement(contract, (request, { catalog }) => {
  const found = zoneOf(request, catalog);
  if (found === null) return refuseZone(request);
  const coverage = coverageOf(catalog, found.partner);
  const { kind, page, limit } = request.query;
  const first = (page - 1) * limit;
  return answer({
    data: placesBetween(found.zone, coverage, catalog, kind, first, first + limit),
    pagination: paginationOf(countPlaces(found.zone, coverage, kind), { page, limit }),
  });
});
