import type { FindCredential } from '../caller.js';
import { setImmediate as turnEnd, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { BODY_TIMEOUT_MS, LAST_REQUESTS_MS, UNSENT_LAST_PATIENCE_MS } from '../limits/http.js';
import { TrustedProxies } from './address.js';
import { Authenticator } from './authenticate.js';
import { BodyReader } from './body.js';
import { Cors } from './cors.js';
import { DescriptorGuard, ownDescriptors } from './descriptors.js';
import type { PageCache } from './page-cache.js';
import { Pipeline } from './pipeline.js';
import { AddressLimiter, CredentialLimiter, type SharedCounters } from '../rate-limits/limiters.js';
import { Responder } from './respond.js';
import { RouteTable } from './route-table.js';
import { DOCS_PATH } from './nearest-route.js';
import { type AdmitMore, bulkRoutes, type Bulks } from './routes/bulks.js';
import { CONSOLE_PATH, consoleRoutes } from './routes/console.js';
import { type DemoCredential, docsRoutes, type OpenApiSource } from './routes/docs.js';
import { operationRoutes, type Operate, type Streams } from './routes/operations.js';
import { healthRoutes, type Health } from './routes/health.js';
import { questionRoutes, type Ask } from './routes/questions.js';
import type { UnsentLimits } from './unsent.js';
import { listen, type Listener } from './uws.js';
import type { Activity } from './activity.js';
import type { Contract } from '../contract/contract.js';
import type { Config } from '../config.js';
import type { Metrics } from '../metrics.js';

export interface FrontEndDeps {
  config: Pick<
    Config,
    'host' | 'port' | 'clockSkewSeconds' | 'console' | 'environment' | 'corsOrigins' | 'trustedProxies'
  >;
  log: Logger;
  metrics: Metrics;
  activity: Activity;
  /** Milliseconds since the epoch, with fractions where they are known. */
  now(): number;
  ask: Ask;
  /** Whether `ask` would refuse a question now. */
  isFull(): boolean;
  bulks: Bulks;
  /** Active credentials only; see {@link ActiveCredential} for what their identity means. */
  findCredential: FindCredential;
  /** The operations other than the three questions, and how to have one carried out. */
  contracts: readonly Contract[];
  operate: Operate;
  streams: Streams;
  /** Answers of operations; they are cleared when a document changes. */
  pages: PageCache;
  openApi: OpenApiSource;
  /** The public credential of the demo while it is valid here; null: it is not, or this is production. */
  findDemoCredential(): DemoCredential | null;
  health: Health;
  /** The counters of signed traffic that nodes share; absent: each node counts by itself. */
  sharedCounters?: SharedCounters;
  /** The package's version. */
  version: string;
  /** The time limit of a body; BODY_TIMEOUT_MS by default. */
  bodyTimeoutMs?: number;
  /** UNSENT_LIMITS unless given. */
  unsentLimits?: UnsentLimits;
}

export interface FrontEnd {
  /**
   * Resolves with the bound address and the package whose build of uWebSockets.js serves. Rejects when the address
   * cannot be bound.
   */
  listen(): Promise<{ host: string; port: number; build: string }>;
  /** Accepts no more connections, lets open requests finish for at most `graceMs`, then closes every connection. */
  close(graceMs: number): Promise<void>;
}

/** The HTTP side of pinrate: everything about a request except the computation. */
export function createFrontEnd(deps: FrontEndDeps): FrontEnd {
  const { config, log, metrics, now, ask, health, version } = deps;
  const respond = new Responder({ log, metrics, activity: deps.activity, now, unsentLimits: deps.unsentLimits });
  respond.unsent.onRoom = () => deps.bulks.advance();
  const bodies = new BodyReader(respond, deps.bodyTimeoutMs ?? BODY_TIMEOUT_MS, () => {
    metrics.authenticationFailures.inc({ reason: 'BODY_HASH_MISMATCH' });
  });
  const credentialLimiter = new CredentialLimiter(now, deps.sharedCounters);
  metrics.allowances.list = () => credentialLimiter.used(now());
  const admitMore: AdmitMore = (...counted) => credentialLimiter.admitMore(...counted);
  const { findDemoCredential } = deps;
  const page = config.console ? CONSOLE_PATH : DOCS_PATH;
  const routes = [
    ...healthRoutes({ respond, metrics, health, environment: config.environment, page, version, now }),
    ...questionRoutes(ask, deps.isFull, respond),
    ...bulkRoutes({ bulks: deps.bulks, admitMore, respond, metrics, now }),
    ...docsRoutes({ respond, openApi: deps.openApi, findDemoCredential }),
    ...(config.console ? consoleRoutes({ respond, findDemoCredential }) : []),
    ...operationRoutes(deps.contracts, deps.operate, deps.streams, deps.pages, respond),
  ];
  const pipeline = new Pipeline({
    routes: new RouteTable(routes, metrics.requestDuration),
    authenticator: new Authenticator(deps.findCredential, config.clockSkewSeconds),
    credentialLimiter,
    strangerLimiter: new AddressLimiter(),
    openLimiter: new AddressLimiter(),
    cors: config.corsOrigins ? new Cors(config.corsOrigins) : undefined,
    proxies: config.trustedProxies ? new TrustedProxies(config.trustedProxies) : undefined,
    bodies,
    respond,
    metrics,
    now,
  });
  let listener: Listener | null = null;
  let guard: DescriptorGuard | null = null;

  return {
    async listen() {
      listener = await listen(config.host, config.port, (res, req) => pipeline.handle(res, req));
      bodies.start();
      const descriptors = ownDescriptors();
      if (descriptors !== null) guard = new DescriptorGuard(listener, descriptors, log);
      guard?.start();
      return { host: config.host, port: listener.port, build: listener.build };
    },

    async close(graceMs) {
      if (listener === null) return;
      respond.draining = true;
      respond.unsent.patienceMs = UNSENT_LAST_PATIENCE_MS;
      guard?.stop();
      listener.stopAccepting();
      await drained(respond, graceMs);
      bodies.stop();
      listener.closeAll();
      listener = null;
    },
  };
}

/**
 * Resolves when every answer has left, or after `graceMs`. It does not count connections: uWS's callback for that would
 * run promise reactions while another connection is corked, whose answer then gets lost.
 */
async function drained(respond: Responder, graceMs: number): Promise<void> {
  let idleSinceMs = performance.now();
  const deadlineMs = idleSinceMs + graceMs;
  for (;;) {
    const { isIdle } = respond;
    // requests that callers sent after their last answer are not read yet
    const leftMs = (isIdle ? Math.min(deadlineMs, idleSinceMs + LAST_REQUESTS_MS) : deadlineMs) - performance.now();
    if (leftMs <= 0) return;
    if (isIdle) {
      await sleep(leftMs);
      // timers come before sockets: after a pause of the process, a request may have been waiting all that time
      await turnEnd();
    } else {
      await idleWithin(respond, leftMs);
      idleSinceMs = performance.now();
    }
  }
}

function idleWithin(respond: Responder, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    respond.onIdle = () => {
      clearTimeout(timer);
      // in a later turn than the last answer, so that the answer leaves before its connection is closed
      setImmediate(resolve);
    };
  });
}
