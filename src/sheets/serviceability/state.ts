/** What the partner has before a list of pincodes is imported. */
import type { Zone, ZonePincode } from '../../model/documents.js';
import { ATTRIBUTES, type Attribute, type Service, SERVICES } from './form.js';

export type Entry = Omit<ZonePincode, 'assignedAt'>;

/** How a pincode is covered. */
export interface Coverage {
  zoneId: number;
  /** Of those that a list of pincodes may have. */
  services: ReadonlySet<string>;
  attributes: ReadonlySet<string>;
  isBlocked: boolean;
}

export interface PartnerCoverage {
  partnerId: string;
  zones: readonly Zone[];
  /** The partner's own entries, by pincode. */
  entries: ReadonlyMap<string, Entry>;
  /** By pincode: its own entry, or what the zones list of it. */
  covered: ReadonlyMap<string, Coverage>;
  /** All that the node knows. */
  pincodes: ReadonlySet<string>;
}

export const SERVICE_NAMES = Object.values(SERVICES) as Service[];
export const ATTRIBUTE_NAMES = Object.values(ATTRIBUTES) as Attribute[];

/** How an entry covers its pincode. */
export function coverageOf({ services, attributes, blocked }: Entry, zone: Zone): Coverage {
  const ofZone = new Set<string>(
    zone.services.filter(({ isAvailable }) => isAvailable).map(({ serviceTypeId }) => serviceTypeId),
  );
  const available = new Set(SERVICE_NAMES.filter((name) => services?.[name] ?? ofZone.has(name)));
  return {
    zoneId: zone.id,
    services: available,
    attributes: new Set(attributes ?? zone.attributes),
    isBlocked: (blocked ?? null) !== null,
  };
}
