/** The credential of the demo dataset that the welcome and the documentation page offer: its secret is public. */
import type { FindCredential } from '../caller.js';
import { createSecretKey } from 'node:crypto';
import { DEMO_SERVICE } from '../demo-service.js';

const SECRET = Buffer.from(DEMO_SERVICE.secret);
const KEY = createSecretKey(SECRET);

/**
 * The credential while this node accepts it with its public secret. Null: it does not exist, or has another secret,
 * which is not to be printed.
 */
export function findDemoCredential(find: FindCredential): typeof DEMO_SERVICE | null {
  const credential = find('service', DEMO_SERVICE.id);
  const isAccepted = credential?.secrets.some(
    ({ key, notAfterMs }) => notAfterMs === null && (Buffer.isBuffer(key) ? SECRET.equals(key) : KEY.equals(key)),
  );
  return isAccepted === true ? DEMO_SERVICE : null;
}
