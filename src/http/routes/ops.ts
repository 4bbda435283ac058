/** Routes for those who run pinrate: health (API specification, 4.1), probes, system information and metrics. */
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { DATABASE_CHECK_TIMEOUT_MS } from '../../limits.js';
import { API_PREFIX } from '../../contract/contract.js';
import { API_VERSION } from '../../envelope.js';
import type { Metrics, StoreFollowing } from '../../metrics.js';
import type { Exchange } from '../exchange.js';
import { DOCS_PATH } from '../nearest-route.js';
import { etagOf, prefersPage } from '../representation.js';
import type { Responder } from '../respond.js';
import type { Route } from '../routes.js';

const REVALIDATE = 'public, no-cache';
const MONITORING = { metricsEndpoint: '/metrics', livenessProbe: '/health/live', readinessProbe: '/health/ready', systemInfo: '/health/info' };

export interface Health {
  /** Whether questions can be answered. */
  ready(): boolean;
  /** Resolves when the store answers; rejects with the reason when it does not. */
  checkDatabase(): Promise<void>;
  /** Resolves with whether the counters that nodes share answer; absent: each node counts by itself. */
  checkRedis?(): Promise<boolean>;
  /** How the store's changes are followed. */
  following(): StoreFollowing;
  /** What the engine computes on. */
  describe(): { generationId: number; /** ISO 8601 */ builtAt: string };
}

export interface OpsDeps {
  respond: Responder;
  metrics: Metrics;
  health: Health;
  environment: string;
  /** The package's version. */
  version: string;
  /** Milliseconds since the epoch. */
  now(): number;
}

export function opsRoutes(deps: OpsDeps): Route[] {
  const { respond, metrics } = deps;
  const isReady = (): boolean => deps.health.ready() && !respond.draining;
  const entryPoint = JSON.stringify({
    success: true, name: 'pinrate', version: deps.version, apiVersion: API_VERSION,
    docs: DOCS_PATH, openapi: '/openapi.json', health: '/health', api: API_PREFIX,
  });
  const entryPointTag = etagOf(entryPoint);
  const sendJson = (exchange: Exchange, status: number, body: object): void => respond.send(exchange, status, JSON.stringify(body));

  function later(answer: (exchange: Exchange) => Promise<void>): (exchange: Exchange) => void {
    return (exchange) => { answer(exchange).catch((error: unknown) => respond.crash(exchange, error)); };
  }

  async function health(exchange: Exchange): Promise<void> {
    const { checkDatabase, checkRedis } = deps.health;
    const [database, redis] = await Promise.all([
      check(checkDatabase().then(() => true), deps.now),
      checkRedis === undefined ? null : check(checkRedis(), deps.now),
    ]);
    const body = healthBody(deps, database, redis, isReady(), performance.now() - exchange.startedAtMs);
    sendJson(exchange, body.success ? 200 : 503, body);
  }

  async function exposition(exchange: Exchange): Promise<void> {
    respond.send(exchange, 200, await metrics.render(), metrics.registry.contentType);
  }

  /** The first address that a newcomer opens. */
  function root(exchange: Exchange): void {
    if (prefersPage(exchange.conventions.accept)) respond.redirect(exchange, DOCS_PATH, 'Accept');
    else respond.represent(exchange, { body: entryPoint, etag: entryPointTag, cacheControl: REVALIDATE, vary: 'Accept' });
  }

  function readiness(exchange: Exchange): void {
    const ready = isReady();
    sendJson(exchange, ready ? 200 : 503, { success: ready, status: ready ? 'ready' : 'not_ready', timestamp: isoTime(deps.now()) });
  }

  return [
    { method: 'GET', path: '/', access: 'open', handle: root },
    // browsers ask for it wherever they are sent
    { method: 'GET', path: '/favicon.ico', access: 'open', handle: (exchange) => respond.sendNothing(exchange) },
    { method: 'GET', path: '/health', access: 'open', handle: later(health) },
    { method: 'GET', path: '/health/live', access: 'probe', handle: (exchange) => sendJson(exchange, 200, { success: true, status: 'alive', timestamp: isoTime(deps.now()) }) },
    { method: 'GET', path: '/health/ready', access: 'probe', handle: readiness },
    { method: 'GET', path: '/health/info', access: 'open', handle: (exchange) => sendJson(exchange, 200, systemInfo(deps)) },
    { method: 'GET', path: '/metrics', access: 'open', handle: later(exposition) },
  ];
}

interface Check {
  up: boolean;
  responseTimeMs: number;
  checkedAt: string;
}

/** What does not answer in time is as good as what answers with an error; which of the two is for its own log. */
async function check(asked: Promise<boolean>, now: () => number): Promise<Check> {
  const startedAtMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => { timer = setTimeout(resolve, DATABASE_CHECK_TIMEOUT_MS, false); });
  const up = await Promise.race([asked.catch(() => false), timeout]);
  clearTimeout(timer);
  return { up, responseTimeMs: roundToMicroseconds(performance.now() - startedAtMs), checkedAt: isoTime(now()) };
}

/** The fields of both shapes of API specification 4.1. */
function healthBody({ environment, version, now, health }: OpsDeps, database: Check, redis: Check | null, ready: boolean, elapsedMs: number) {
  const success = database.up && ready;
  const uptimeSeconds = Math.round(process.uptime() * 1000) / 1000;
  return {
    success,
    status: success ? 'healthy' : 'unhealthy',
    message: healthMessage(database.up, redis?.up ?? true, ready),
    timestamp: isoTime(now()),
    // by the specification the API's
    version: API_VERSION,
    apiVersion: API_VERSION,
    pinrateVersion: version,
    environment,
    uptime: uptimeSeconds,
    buildInfo: buildInfo(),
    components: {
      database: { ...componentOf(database), changes: changesOf(health.following()) },
      redis: redisComponent(redis),
      memory: memoryUse(),
    },
    monitoring: MONITORING,
    services: { database: stateOf(database), redis: redis === null ? 'not_configured' : stateOf(redis), api: ready ? 'healthy' : 'unhealthy' },
    performance: { responseTime: `${roundToMicroseconds(elapsedMs)}ms`, uptime: `${Math.floor(uptimeSeconds)}s` },
  };
}

/** Without what is in the way: that may name hosts, and anyone may ask. */
function changesOf({ state, lagMs, lastSignMs, resumes, reloads, refused }: StoreFollowing) {
  const refusedDocuments = [...refused.values()].reduce((sum, count) => sum + count, 0);
  return { state, lag: roundToMicroseconds(lagMs), lastSign: isoTime(lastSignMs), resumes, reloads, refusedDocuments };
}

function stateOf({ up }: Check): 'healthy' | 'unhealthy' {
  return up ? 'healthy' : 'unhealthy';
}

function componentOf(checked: Check) {
  const { responseTimeMs, checkedAt } = checked;
  const status = stateOf(checked);
  return { status, lastCheck: checkedAt, responseTime: responseTimeMs, details: { status, duration: responseTimeMs, timestamp: checkedAt } };
}

/** null: nothing was asked, so nothing was measured. */
function redisComponent(checked: Check | null) {
  if (checked === null) {
    const status = 'not_configured';
    return { status, lastCheck: null, responseTime: null, details: { status, duration: null, timestamp: null, connected: false } };
  }
  const component = componentOf(checked);
  return { ...component, details: { ...component.details, connected: checked.up } };
}

/** Without Redis questions are answered all the same, so it makes nothing unhealthy but itself. */
function healthMessage(databaseUp: boolean, redisUp: boolean, ready: boolean): string {
  if (!databaseUp) return 'The store does not answer';
  if (!ready) return 'Not ready: starting or shutting down';
  return redisUp ? 'Every component is healthy' : 'Redis is away: rate limits are counted on this node';
}

function systemInfo({ health, version, environment, now }: OpsDeps): object {
  return {
    success: true,
    timestamp: isoTime(now()),
    version,
    apiVersion: API_VERSION,
    pinrateVersion: version,
    environment,
    uptime: process.uptime(),
    buildInfo: buildInfo(),
    system: { cpus: availableParallelism(), loadAverage: loadavg(), totalMemory: totalmem(), pid: process.pid },
    memory: memoryUse(),
    index: health.describe(),
  };
}

function buildInfo(): { nodeVersion: string; platform: string; arch: string } {
  return { nodeVersion: process.version, platform: process.platform, arch: process.arch };
}

/** Bytes; `usage` is what the process holds of the machine, `percentage` its share of what the process may hold. */
function memoryUse(): Record<string, number> {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  // Without a limit of the container this is 0, or larger than the machine.
  const constrained = process.constrainedMemory();
  const available = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return { usage: rss, percentage: Math.round((rss / available) * 10_000) / 100, heapTotal, heapUsed, external, rss };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

function roundToMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
