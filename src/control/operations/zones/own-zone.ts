/** The zone that a path names, if it exists for the caller. */
import type { Catalog } from '../../documents/catalog.js';
import type { Partner, Zone } from '../../../model/documents.js';
import type { Caller } from '../../../caller.js';
import { refuse, type Refused } from '../operation.js';

const ZONE_ID = /^[1-9][0-9]{0,15}$/;
const SHOWN_ID_LENGTH = 100;

/** A request that names a zone in its path. */
interface Naming {
  params: { zoneId: string };
  caller: Caller;
}

/**
 * The named zone and its partner, as they are now; null when either does not exist. A partner's credential cannot find
 * out whether another partner has such a zone.
 */
export function zoneOf({ params, caller }: Naming, catalog: Catalog): { zone: Zone; partner: Partner } | null {
  const zone = ZONE_ID.test(params.zoneId) ? catalog.find('zones', Number(params.zoneId)) : undefined;
  const partner = zone && catalog.find('partners', zone.partnerId);
  // a zone whose partner another program has deleted belongs to nobody
  if (zone === undefined || partner === undefined) return null;
  return caller.kind === 'partner' && zone.partnerId !== caller.id ? null : { zone, partner };
}

export function refuseZone({ params }: Naming): Refused {
  return refuse('ZONE_NOT_FOUND', { details: `There is no zone ${params.zoneId.slice(0, SHOWN_ID_LENGTH)}` });
}
