import { randomBytes } from 'node:crypto';
import { MAX_REQUEST_ID_LENGTH } from '../limits/http.js';

const ACCEPTABLE = new RegExp(`^[A-Za-z0-9_-]{1,${MAX_REQUEST_ID_LENGTH}}$`);

// Random once per process, then a counter: unique across restarts and nodes without random bytes for each request.
const processPrefix = `${randomBytes(9).toString('base64url')}-`;
let issued = 0;

/** The caller's `x-request-id` when it is acceptable, otherwise a new one. */
export function requestIdFor(given: string): string {
  if (given !== '' && ACCEPTABLE.test(given)) return given;
  issued += 1;
  return processPrefix + issued.toString(36);
}
