/** Serviceability by pincode: what a zone-pincodes entry says otherwise than its zone. */
import type { PincodeRow } from '../../src/model/documents.js';
import type { Attribute, CardWorld, Partner, ServiceId, Zone, ZonePincode } from './documents.js';
import { paise, smaller } from './exact.js';

/** One end of a covered route. */
export interface RouteEnd {
  zone: Zone;
  place: PincodeRow;
  /** The pincode's entry, if it is in force: its zone is active. */
  entry: ZonePincode | null;
}

/** The partner's entry of a pincode; one whose zone is inactive or another partner's counts for nothing. */
export function entryInForce(world: CardWorld, partnerId: string, pincode: string): ZonePincode | null {
  const entry = world['zone-pincodes'].find((row) => row.partnerId === partnerId && row.pincode === pincode);
  const zone = world.zones.find((row) => row.id === entry?.zoneId && row.partnerId === partnerId);
  return entry && zone?.status ? entry : null;
}

/** Whether a service is available at an end: the entry's word before the zone's. */
export function offers({ zone, entry }: RouteEnd, service: ServiceId): boolean {
  const overridden = entry?.services?.[service];
  if (overridden !== undefined) return overridden;
  return zone.services.some((row) => row.serviceTypeId === service && row.isAvailable);
}

/** The entry's attributes, also when they are none, before the zone's. */
export function attributesAt({ zone, entry }: RouteEnd): Attribute[] {
  return entry?.attributes ?? zone.attributes;
}

/** Whether the pincode is covered and serves nothing at that moment; both bounds are included. */
export function isBlocked({ entry }: RouteEnd, at: Date): boolean {
  const blocked = entry?.blocked;
  if (!blocked || at.getTime() < Date.parse(blocked.from)) return false;
  return blocked.to === null || at.getTime() <= Date.parse(blocked.to);
}

/** Paise: the lower one of the partner's limit and that of the pincode of the delivery. */
export function maxCodAmount(partner: Partner, { entry }: RouteEnd): bigint {
  const limit = paise(partner.limits.maxCodAmount);
  const here = entry?.maxCodAmount ?? null;
  return here === null ? limit : smaller(limit, paise(here));
}
