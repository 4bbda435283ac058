/** A test's own routes behind the stages of the front end. */
import { pino } from 'pino';
import { Authenticator } from '../../../src/http/authenticate.js';
import { BodyReader } from '../../../src/http/body.js';
import { Pipeline } from '../../../src/http/pipeline.js';
import { AddressLimiter, CredentialLimiter } from '../../../src/rate-limits/limiters.js';
import { Activity } from '../../../src/http/activity.js';
import { Responder } from '../../../src/http/respond.js';
import { RouteTable, type Route } from '../../../src/http/route-table.js';
import { listen } from '../../../src/http/uws.js';
import { BODY_TIMEOUT_MS } from '../../../src/limits/http.js';
import { createMetrics, type Metrics } from '../../../src/metrics.js';
import { activeCredential, PARTNER, SERVICE } from '../../support/front-end.js';
import { sign, type ClientCredential } from '../../support/client.js';
import type { UnsentLimits } from '../../../src/http/unsent.js';
import type { Cors } from '../../../src/http/cors.js';

export const NOW_MS = 1_790_000_000_500;

export interface Mounted {
  port: number;
  respond: Responder;
  metrics: Metrics;
  /** What was logged at `error` and above. */
  errors: Record<string, unknown>[];
  signed(method: string, path: string, credential?: ClientCredential): Record<string, string>;
  close(): void;
}

/** `SERVICE` has a limited tier here, `PARTNER` none. */
export async function mount(
  routesOf: (respond: Responder) => Route[],
  cors?: Cors,
  unsentLimits?: UnsentLimits,
): Promise<Mounted> {
  const metrics = createMetrics();
  const errors: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'error' },
    {
      write: (line: string) => {
        errors.push(JSON.parse(line) as Record<string, unknown>);
      },
    },
  );
  const respond = new Responder({ log, metrics, activity: new Activity(), now: () => NOW_MS, unsentLimits });
  const bodies = new BodyReader(respond, BODY_TIMEOUT_MS);
  const credentials = [activeCredential(SERVICE, { tier: 'TIER_1' }), activeCredential(PARTNER)];
  const pipeline = new Pipeline({
    routes: new RouteTable(routesOf(respond), metrics.requestDuration),
    authenticator: new Authenticator(
      (kind, id) => credentials.find((each) => each.kind === kind && each.id === id),
      300,
    ),
    credentialLimiter: new CredentialLimiter(() => NOW_MS),
    strangerLimiter: new AddressLimiter(),
    openLimiter: new AddressLimiter(),
    cors,
    bodies,
    respond,
    metrics,
    now: () => NOW_MS,
  });
  const listener = await listen('127.0.0.1', 0, (res, req) => pipeline.handle(res, req));
  bodies.start();
  return {
    port: listener.port,
    respond,
    metrics,
    errors,
    signed: (method, path, credential = PARTNER) =>
      sign(method, path, credential, { nowSeconds: Math.floor(NOW_MS / 1_000) }),
    close: () => {
      bodies.stop();
      listener.closeAll();
    },
  };
}
