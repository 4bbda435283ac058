/** Entries of pincodes that say something else than their zone; see random.ts. */
import type { World } from './documents.js';
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
