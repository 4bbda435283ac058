/** Entries of pincodes that say something else than their zone; see random.ts. */
import type { CardWorld, World } from './documents.js';
import { SERVICES } from './random-partner.js';
import type { Rng } from './rng.js';

const HOUR_MS = 3_600_000;

/** Half of them stay as they are. */
export function extendPincodes(rng: Rng, world: World, now: Date): void {
  const at = (hours: number): string => new Date(now.getTime() + hours * HOUR_MS).toISOString();
  for (const entry of world['zone-pincodes']) {
    if (rng.chance(0.5)) continue;
    const zone = world.zones.find(({ id }) => id === entry.zoneId)!;
    const listed = (['ODA', 'HILL'] as const).filter((attribute) =>
      zone.services.some(({ serviceTypeId }) => serviceTypeId === attribute),
    );
    const services = rng.some(SERVICES, 0.2);
    if (rng.chance(0.3)) entry.services = Object.fromEntries(services.map((service) => [service, rng.chance(0.7)]));
    if (rng.chance(0.3)) entry.attributes = rng.some(listed, 0.5);
    if (rng.chance(0.15))
      entry.blocked = {
        from: at(rng.pick([-100, 0, 10])),
        to: rng.pick([null, at(0), at(100), at(200)]),
        reason: 'FLOOD',
      };
    if (entry.blocked?.to && entry.blocked.to < entry.blocked.from) entry.blocked.to = null;
    if (rng.chance(0.3)) entry.maxCodAmount = rng.pick([0, 500.5, 2_499.5, 5_000]);
  }
}

const EDL_BOUNDS = [0, 5.5, 20, 60, 1_000];

/** Pincodes beyond the town, with transit times of their own, and places of pickup. */
export function extendEnds(rng: Rng, world: CardWorld): void {
  for (const entry of world['zone-pincodes']) {
    if (rng.chance(0.3)) entry.edlKm = rng.pick(EDL_BOUNDS);
    if (rng.chance(0.2))
      Object.assign(entry, rng.pick([{ transitDays: rng.int(1, 6) }, { transitHours: rng.pick([7.5, 24, 100]) }]));
  }
  for (const row of world.surcharges ?? []) {
    if (rng.chance(0.7)) continue;
    const at = rng.int(0, EDL_BOUNDS.length - 2);
    const [edlKmFrom, edlKmTo] = [EDL_BOUNDS[at], rng.pick(EDL_BOUNDS.slice(at + 1))];
    row.when = { ...row.when, ...rng.pick([{ edlKmFrom }, { edlKmTo }, { edlKmFrom, edlKmTo }]) };
  }
  for (const zone of world.zones)
    if (rng.chance(0.2)) zone.pickupPincodes = rng.some(world.pincodes, 0.2).map(({ pincode }) => pincode);
  for (const partner of world.partners) if (rng.chance(0.2)) partner.pickupOnlyFrom = rng.chance(0.7);
}
