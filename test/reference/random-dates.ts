/** Random days and moments of rows and requests. */
import { dateOf } from './moments.js';
import type { Rng } from './rng.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** YYYY-MM-DD in India, some days from the moment. */
export function dateNear(now: Date, days: number): string {
  return dateOf(new Date(now.getTime() + days * DAY_MS));
}

/** A day or a moment, up to twenty days before or after now. */
export function randomShipDate(rng: Rng, now: Date): string {
  const moment = new Date(now.getTime() + rng.int(-20 * 24, 20 * 24) * HOUR_MS + rng.pick([-1, 0, 0, 1]));
  return rng.chance(0.5) ? dateNear(moment, 0) : moment.toISOString();
}
