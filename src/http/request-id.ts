import { randomBytes } from 'node:crypto';
import { MAX_REQUEST_ID_LENGTH } from '../limits.js';

const ACCEPTABLE = new RegExp(`^[A-Za-z0-9_-]{1,${MAX_REQUEST_ID_LENGTH}}$`);

// Random once a process, counted from there: unique across restarts and nodes without asking for randomness a request.
const processPrefix = `${randomBytes(9).toString('base64url')}-`;
let issued = 0;

/** The caller's `x-request-id` when it is acceptable, else a fresh one. */
export function requestIdFor(given: string): string {
  if (given !== '' && ACCEPTABLE.test(given)) return given;
  issued += 1;
  return processPrefix + issued.toString(36);
}
