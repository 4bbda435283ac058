/**
 * The demo of this machine, for a first quote without a profile. A node has the demo if it accepts the credential that
 * the demo makes public, which no node in production does.
 */
import { connect } from '../client/connect.js';
import { listZones } from '../client/operations.js';
import { DEMO_SERVICE } from '../demo-service.js';
import { type Access, credentialOf } from './access.js';
import type { World } from './world.js';

/** A node of this machine answers at once, or there is none. */
const PATIENCE_MS = 2_000;

/** null: there is no such node, or this is production. */
export async function findDemo({ env, demoUrl, err }: World): Promise<Access | null> {
  if (demoUrl === undefined || env['NODE_ENV'] === 'production') return null;
  const caller = { kind: 'service', ...DEMO_SERVICE } as const;
  const pinrate = connect({ url: demoUrl, ...credentialOf(caller), timeoutMs: PATIENCE_MS, retries: 0 });
  const isDemo = await listZones(pinrate, { limit: 1 }).then(
    () => true,
    () => false,
  );
  if (!isDemo) return null;
  err.write(`no profile: this asks the demo at ${demoUrl} as ${caller.id}, with the secret that everybody knows\n`);
  return { origin: demoUrl, caller };
}
