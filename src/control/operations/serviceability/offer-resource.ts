/** What a partner offers at a pincode, as answers show it. */
import { servicesOf } from '../../../domain/vocabulary.js';
import { inUtc } from '../rates/in-utc.js';
import type { Offer } from './partner-places.js';

export function offerResource({ zone, level, services, attributes, blocked }: Offer) {
  return {
    zoneId: zone.id,
    zone: zone.name,
    level,
    services: servicesOf(services),
    attributes,
    blocked: blocked && { from: inUtc(blocked.from)!, to: inUtc(blocked.to), reason: blocked.reason },
  };
}
