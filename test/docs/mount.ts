/**
 * The documentation beside questions and a list, behind the same stages as in createFrontEnd, until that carries the routes
 * itself: then an app's own URL takes this one's place.
 */
import { pino } from 'pino';
import { Authenticator, type FindCredential } from '../../src/http/authenticate.js';
import { BodyReader } from '../../src/http/body.js';
import { Pipeline } from '../../src/http/pipeline.js';
import { AddressLimiter, CredentialLimiter } from '../../src/http/rate-limit.js';
import { Activity } from '../../src/activity.js';
import { Responder } from '../../src/http/respond.js';
import { RouteTable, type Route } from '../../src/http/routes.js';
import { docsRoutes } from '../../src/http/routes/docs.js';
import { questionRoutes, type Ask } from '../../src/http/routes/questions.js';
import { listen } from '../../src/http/uws.js';
import { BODY_TIMEOUT_MS } from '../../src/limits.js';
import { createMetrics } from '../../src/metrics.js';

export interface Mounted {
  port: number;
  close(): void;
}

/** @param openApi JSON text */
export async function mountDocs(openApi: string, { ask, findCredential, now = Date.now }: { ask: Ask; findCredential: FindCredential; now?: () => number }): Promise<Mounted> {
  const metrics = createMetrics();
  const respond = new Responder({ log: pino({ level: 'silent' }), metrics, activity: new Activity(), now });
  const bodies = new BodyReader(respond, BODY_TIMEOUT_MS);
  const cities: Route = { method: 'GET', path: '/api/v1/cities', access: 'signed', handle: (exchange) => respond.send(exchange, 200, '{"success":true}') };
  const routes = [...docsRoutes({ respond, openApi }), ...questionRoutes(ask, respond), cities];
  const pipeline = new Pipeline({
    routes: new RouteTable(routes, metrics.requestDuration),
    authenticator: new Authenticator(findCredential, 300),
    credentialLimiter: new CredentialLimiter(), strangerLimiter: new AddressLimiter(), openLimiter: new AddressLimiter(),
    bodies, respond, metrics, now,
  });
  const listener = await listen('127.0.0.1', 0, (res, req) => pipeline.take(res, req));
  bodies.start();
  return {
    port: listener.port,
    close: () => {
      bodies.stop();
      listener.closeAll();
    },
  };
}
