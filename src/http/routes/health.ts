/** Routes for operators: health (docs/operate.md#health), probes, system information and metrics. */
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { check, type Check } from '../../check.js';
import { CONTROL_PATIENCE_MS, CONTROL_UNREADY_MS } from '../../limits/control.js';
import { API_PREFIX } from '../../contract/contract.js';
import { API_VERSION } from '../../envelope.js';
import type { ControlHealth, FollowingReport } from '../../messages.js';
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

/** degraded: /health and /metrics do not wait for the control thread; unhealthy: in addition, the node is not ready. */
type ControlState = 'healthy' | 'degraded' | 'unhealthy';

export interface Health {
  /** Whether questions can be answered. */
  ready(): boolean;
  /** The least time for which the control thread's event loop has not turned, in milliseconds; 0: it turns. */
  controlBusyMs(): number;
  /** The state of the store by the control thread; while that is busy, by its last answer. */
  control(): Promise<ControlHealth>;
  /** Resolves with whether the shared counters answer; absent: each node counts by itself. */
  checkRedis?(): Promise<boolean>;
  /** The metrics of the control thread, in the text format of Prometheus; null: it is busy. */
  controlMetrics(): Promise<string | null>;
  /** The index generation in use. */
  describe(): { generationId: number; /** ISO 8601 */ builtAt: string };
}

interface HealthDeps {
  respond: Responder;
  metrics: Metrics;
  health: Health;
  environment: string;
  /** Where a browser that opens the address goes. */
  page: string;
  /** The package's version. */
  version: string;
  /** Milliseconds since the epoch. */
  now(): number;
}

export function healthRoutes(deps: HealthDeps): Route[] {
  const { respond, metrics } = deps;
  const isReady = (): boolean =>
    deps.health.ready() && !respond.draining && deps.health.controlBusyMs() < CONTROL_UNREADY_MS;
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
    const { control, checkRedis } = deps.health;
    const [{ store, following }, redis] = await Promise.all([
      control(),
      checkRedis === undefined ? null : check(checkRedis(), deps.now),
    ]);
    const body = healthBody(deps, store, redis, following, isReady(), performance.now() - exchange.startedAtMs);
    sendJson(exchange, body.success ? 200 : 503, body);
  }

  async function exposition(exchange: Exchange): Promise<void> {
    // First, because this may wait. The last known metrics of a busy thread would look like present ones.
    const ofControl = (await deps.health.controlMetrics()) ?? '';
    const own = await metrics.registry.metrics();
    respond.send(exchange, 200, `${own}\n${ofControl}`, metrics.registry.contentType);
  }

  /** The first address that a newcomer opens. */
  function root(exchange: Exchange): void {
    if (prefersPage(exchange.conventions.accept)) respond.redirect(exchange, deps.page, 'Accept');
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

/** The fields of both shapes of the contract: in detail, and as short texts. */
function healthBody(
  { health, environment, version, now }: HealthDeps,
  database: Check,
  redis: Check | null,
  following: FollowingReport,
  ready: boolean,
  elapsedMs: number,
) {
  const success = database.isUp && ready;
  const uptimeSeconds = Math.round(process.uptime() * 1000) / 1000;
  const busyMs = health.controlBusyMs();
  const control = controlState(busyMs);
  return {
    success,
    status: success ? 'healthy' : 'unhealthy',
    message: healthMessage(database.isUp, redis?.isUp ?? true, ready, control),
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
      control: { status: control, busy: roundToMicroseconds(busyMs) },
      redis: redisComponent(redis),
      memory: memoryUse(),
    },
    monitoring: MONITORING,
    services: {
      database: stateOf(database),
      control,
      redis: redis === null ? 'not_configured' : stateOf(redis),
      api: ready ? 'healthy' : 'unhealthy',
    },
    performance: { responseTime: `${roundToMicroseconds(elapsedMs)}ms`, uptime: `${Math.floor(uptimeSeconds)}s` },
  };
}

function controlState(busyMs: number): ControlState {
  if (busyMs < CONTROL_PATIENCE_MS) return 'healthy';
  return busyMs < CONTROL_UNREADY_MS ? 'degraded' : 'unhealthy';
}

/** Omits the reason for an outage: it may contain host names, and anyone may call this. */
function changesOf(report: FollowingReport) {
  const { state, lagMs, lastSignMs, resumes, reloads, refused, withoutGoodVersion, unopenedCredentials } = report;
  const refusedDocuments = [...refused.values()].reduce((sum, count) => sum + count, 0);
  return {
    state,
    lag: roundToMicroseconds(lagMs),
    lastSign: isoTime(lastSignMs),
    resumes,
    reloads,
    refusedDocuments,
    refusedWithoutGoodVersion: withoutGoodVersion,
    unopenedCredentials,
  };
}

function stateOf({ isUp }: Check): 'healthy' | 'unhealthy' {
  return isUp ? 'healthy' : 'unhealthy';
}

function componentOf(checked: Check) {
  const status = stateOf(checked);
  const lastCheck = isoTime(checked.atMs);
  const responseTime = roundToMicroseconds(checked.tookMs);
  return { status, lastCheck, responseTime, details: { status, duration: responseTime, timestamp: lastCheck } };
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
  return { ...component, details: { ...component.details, connected: checked.isUp } };
}

/** Questions need neither Redis nor the control thread: without them, the node as a whole is healthy at first. */
function healthMessage(databaseUp: boolean, redisUp: boolean, ready: boolean, control: ControlState): string {
  if (control === 'unhealthy') return 'Not ready: the control thread has been busy for too long';
  if (!databaseUp) return 'The store does not answer';
  if (!ready) return 'Not ready: starting or shutting down';
  if (control === 'degraded') return 'The control thread is busy: quotes continue, everything else waits for it';
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

/** In bytes; `usage` is the memory of the process, `percentage` its share of the memory that it may use. */
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
