/** Random days and moments of rows and requests. */
import type { Rng } from './rng.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const IST_OFFSET_MS = 5.5 * HOUR_MS;

/** YYYY-MM-DD in India, some days from the moment. */
export function dateNear(now: Date, days: number): string {
  return new Date(now.getTime() + IST_OFFSET_MS + days * DAY_MS).toISOString().slice(0, 10);
}

/** A day or a moment, up to twenty days before or after now. */
export function randomShipDate(rng: Rng, now: Date): string {
  const moment = new Date(now.getTime() + rng.int(-20 * 24, 20 * 24) * HOUR_MS + rng.pick([-1, 0, 0, 1]));
  return rng.chance(0.5) ? dateNear(moment, 0) : moment.toISOString();
}
