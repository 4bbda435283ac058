/** Routes for operators: health (docs/operate.md#health), probes, system information and metrics. */
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { DATABASE_CHECK_TIMEOUT_MS } from '../../limits/http.js';
import { API_PREFIX } from '../../contract/contract.js';
import { API_VERSION } from '../../envelope.js';
import type { FollowingReport } from '../../control/messages.js';
import type { Metrics } from '../../metrics.js';
import type { Exchange } from '../exchange.js';
import { DOCS_PATH } from '../nearest-route.js';
import { etagOf } from '../../etag.js';
import { prefersPage } from '../representation.js';
import type { Responder } from '../respond.js';
import type { Route } from '../route-table.js';

const REVALIDATE = 'public, no-cache';
const MONITORING = {
  metricsEndpoint: '/metrics',
  livenessProbe: '/health/live',
  readinessProbe: '/health/ready',
  systemInfo: '/health/info',
};

export interface Health {
  /** Whether questions can be answered. */
  ready(): boolean;
  /** Resolves when the store answers; rejects with the reason when it does not. */
  checkDatabase(): Promise<void>;
  /** Resolves with whether the shared counters answer; absent: each node counts by itself. */
  checkRedis?(): Promise<boolean>;
  /** The state of following the store's changes. */
  following(): Promise<FollowingReport>;
  /** The metrics of the control thread, in the text format of Prometheus. */
  controlMetrics(): Promise<string>;
  /** The index generation in use. */
  describe(): { generationId: number; /** ISO 8601 */ builtAt: string };
}

export interface HealthDeps {
  respond: Responder;
  metrics: Metrics;
  health: Health;
  environment: string;
  /** The package's version. */
  version: string;
  /** Milliseconds since the epoch. */
  now(): number;
}

export function healthRoutes(deps: HealthDeps): Route[] {
  const { respond, metrics } = deps;
  const isReady = (): boolean => deps.health.ready() && !respond.draining;
  const entryPoint = JSON.stringify({
    success: true,
    name: 'pinrate',
    version: deps.version,
    apiVersion: API_VERSION,
    docs: DOCS_PATH,
    openapi: '/openapi.json',
    health: '/health',
    api: API_PREFIX,
  });
  const entryPointTag = etagOf(entryPoint);
  const sendJson = (exchange: Exchange, status: number, body: object): void =>
    respond.send(exchange, status, JSON.stringify(body));

  function later(answer: (exchange: Exchange) => Promise<void>): (exchange: Exchange) => void {
    return (exchange) => {
      answer(exchange).catch((error: unknown) => respond.crash(exchange, error));
    };
  }

  async function health(exchange: Exchange): Promise<void> {
    const { checkDatabase, checkRedis } = deps.health;
    const [database, redis, following] = await Promise.all([
      check(
        checkDatabase().then(() => true),
        deps.now,
      ),
      checkRedis === undefined ? null : check(checkRedis(), deps.now),
      deps.health.following(),
    ]);
    const body = healthBody(deps, database, redis, following, isReady(), performance.now() - exchange.startedAtMs);
    sendJson(exchange, body.success ? 200 : 503, body);
  }

  async function exposition(exchange: Exchange): Promise<void> {
    const texts = await Promise.all([metrics.registry.metrics(), deps.health.controlMetrics()]);
    respond.send(exchange, 200, texts.join('\n'), metrics.registry.contentType);
  }

  /** The first address that a newcomer opens. */
  function root(exchange: Exchange): void {
    if (prefersPage(exchange.conventions.accept)) respond.redirect(exchange, DOCS_PATH, 'Accept');
    else
      respond.represent(exchange, { body: entryPoint, etag: entryPointTag, cacheControl: REVALIDATE, vary: 'Accept' });
  }

  function readiness(exchange: Exchange): void {
    const ready = isReady();
    sendJson(exchange, ready ? 200 : 503, {
      success: ready,
      status: ready ? 'ready' : 'not_ready',
      timestamp: isoTime(deps.now()),
    });
  }

  return [
    { method: 'GET', path: '/', access: 'open', handle: root },
    // browsers request it with any page
    { method: 'GET', path: '/favicon.ico', access: 'open', handle: (exchange) => respond.sendNothing(exchange) },
    { method: 'GET', path: '/health', access: 'open', handle: later(health) },
    {
      method: 'GET',
      path: '/health/live',
      access: 'probe',
      handle: (exchange) => sendJson(exchange, 200, { success: true, status: 'alive', timestamp: isoTime(deps.now()) }),
    },
    { method: 'GET', path: '/health/ready', access: 'probe', handle: readiness },
    {
      method: 'GET',
      path: '/health/info',
      access: 'open',
      handle: (exchange) => sendJson(exchange, 200, systemInfo(deps)),
    },
    { method: 'GET', path: '/metrics', access: 'open', handle: later(exposition) },
  ];
}

interface Check {
  up: boolean;
  responseTimeMs: number;
  checkedAt: string;
}

/** A check that times out fails like one that answers with an error; the component's own log says which it was. */
async function check(asked: Promise<boolean>, now: () => number): Promise<Check> {
  const startedAtMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, DATABASE_CHECK_TIMEOUT_MS, false);
  });
  const up = await Promise.race([asked.catch(() => false), timeout]);
  clearTimeout(timer);
  return { up, responseTimeMs: roundToMicroseconds(performance.now() - startedAtMs), checkedAt: isoTime(now()) };
}

/** The fields of both shapes of the contract: in detail, and as short texts. */
function healthBody(
  { environment, version, now }: HealthDeps,
  database: Check,
  redis: Check | null,
  following: FollowingReport,
  ready: boolean,
  elapsedMs: number,
) {
  const success = database.up && ready;
  const uptimeSeconds = Math.round(process.uptime() * 1000) / 1000;
  return {
    success,
    status: success ? 'healthy' : 'unhealthy',
    message: healthMessage(database.up, redis?.up ?? true, ready),
    timestamp: isoTime(now()),
    // the API's version, as in API_VERSION
    version: API_VERSION,
    apiVersion: API_VERSION,
    pinrateVersion: version,
    environment,
    uptime: uptimeSeconds,
    buildInfo: buildInfo(),
    components: {
      database: { ...componentOf(database), changes: changesOf(following) },
      redis: redisComponent(redis),
      memory: memoryUse(),
    },
    monitoring: MONITORING,
    services: {
      database: stateOf(database),
      redis: redis === null ? 'not_configured' : stateOf(redis),
      api: ready ? 'healthy' : 'unhealthy',
    },
    performance: { responseTime: `${roundToMicroseconds(elapsedMs)}ms`, uptime: `${Math.floor(uptimeSeconds)}s` },
  };
}

/** Omits the reason for an outage: it may contain host names, and anyone may call this. */
function changesOf({ state, lagMs, lastSignMs, resumes, reloads, refused, withoutGoodVersion }: FollowingReport) {
  const refusedDocuments = [...refused.values()].reduce((sum, count) => sum + count, 0);
  return {
    state,
    lag: roundToMicroseconds(lagMs),
    lastSign: isoTime(lastSignMs),
    resumes,
    reloads,
    refusedDocuments,
    refusedWithoutGoodVersion: withoutGoodVersion,
  };
}

function stateOf({ up }: Check): 'healthy' | 'unhealthy' {
  return up ? 'healthy' : 'unhealthy';
}

function componentOf(checked: Check) {
  const { responseTimeMs, checkedAt } = checked;
  const status = stateOf(checked);
  return {
    status,
    lastCheck: checkedAt,
    responseTime: responseTimeMs,
    details: { status, duration: responseTimeMs, timestamp: checkedAt },
  };
}

/** null: not checked, so not measured. */
function redisComponent(checked: Check | null) {
  if (checked === null) {
    const status = 'not_configured';
    return {
      status,
      lastCheck: null,
      responseTime: null,
      details: { status, duration: null, timestamp: null, connected: false },
    };
  }
  const component = componentOf(checked);
  return { ...component, details: { ...component.details, connected: checked.up } };
}

/** Questions are answered without Redis too, so its absence makes only itself unhealthy. */
function healthMessage(databaseUp: boolean, redisUp: boolean, ready: boolean): string {
  if (!databaseUp) return 'The store does not answer';
  if (!ready) return 'Not ready: starting or shutting down';
  return redisUp ? 'Every component is healthy' : 'Redis is away: rate limits are counted on this node';
}

function systemInfo({ health, version, environment, now }: HealthDeps): object {
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

/** In bytes; `usage` is what the process uses of the machine, `percentage` its share of what it may use. */
function memoryUse(): Record<string, number> {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
  // without a container limit this is 0, or larger than the machine
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
