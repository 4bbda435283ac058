/** Routes for those who run pinrate: health (API specification, 4.1), probes, system information and metrics. */
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { DATABASE_CHECK_TIMEOUT_MS } from '../../limits.js';
import { API_VERSION } from '../../envelope.js';
import type { Metrics } from '../../metrics.js';
import type { Exchange } from '../exchange.js';
import type { Responder } from '../respond.js';
import type { Route } from '../routes.js';

const MONITORING = { metricsEndpoint: '/metrics', livenessProbe: '/health/live', readinessProbe: '/health/ready', systemInfo: '/health/info' };

export interface Health {
  /** Whether questions can be answered. */
  ready(): boolean;
  /** Resolves when the store answers; rejects with the reason when it does not. */
  checkDatabase(): Promise<void>;
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
  const sendJson = (exchange: Exchange, status: number, body: object): void => respond.send(exchange, status, JSON.stringify(body));

  function later(answer: (exchange: Exchange) => Promise<void>): (exchange: Exchange) => void {
    return (exchange) => { answer(exchange).catch((error: unknown) => respond.crash(exchange, error)); };
  }

  async function health(exchange: Exchange): Promise<void> {
    const database = await checkDatabase(deps);
    const body = healthBody(deps, database, isReady(), performance.now() - exchange.startedAtMs);
    sendJson(exchange, body.success ? 200 : 503, body);
  }

  async function exposition(exchange: Exchange): Promise<void> {
    respond.send(exchange, 200, await metrics.registry.metrics(), metrics.registry.contentType);
  }

  function readiness(exchange: Exchange): void {
    const ready = isReady();
    sendJson(exchange, ready ? 200 : 503, { success: ready, status: ready ? 'ready' : 'not_ready', timestamp: isoTime(deps.now()) });
  }

  return [
    { method: 'GET', path: '/health', access: 'open', handle: later(health) },
    { method: 'GET', path: '/health/live', access: 'probe', handle: (exchange) => sendJson(exchange, 200, { success: true, status: 'alive', timestamp: isoTime(deps.now()) }) },
    { method: 'GET', path: '/health/ready', access: 'probe', handle: readiness },
    { method: 'GET', path: '/health/info', access: 'open', handle: (exchange) => sendJson(exchange, 200, systemInfo(deps)) },
    { method: 'GET', path: '/metrics', access: 'open', handle: later(exposition) },
  ];
}

interface DatabaseCheck {
  up: boolean;
  responseTimeMs: number;
  checkedAt: string;
}

/** A store that does not answer in time is as good as one that answers with an error; which of the two is for its own log. */
async function checkDatabase({ health, now }: OpsDeps): Promise<DatabaseCheck> {
  const startedAtMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => { timer = setTimeout(resolve, DATABASE_CHECK_TIMEOUT_MS, false); });
  const up = await Promise.race([health.checkDatabase().then(() => true, () => false), timeout]);
  clearTimeout(timer);
  return { up, responseTimeMs: roundToMicroseconds(performance.now() - startedAtMs), checkedAt: isoTime(now()) };
}

/** The fields of both shapes of API specification 4.1. */
function healthBody({ environment, now }: OpsDeps, database: DatabaseCheck, ready: boolean, elapsedMs: number) {
  const success = database.up && ready;
  const databaseStatus = database.up ? 'healthy' : 'unhealthy';
  const uptimeSeconds = Math.round(process.uptime() * 1000) / 1000;
  return {
    success,
    status: success ? 'healthy' : 'unhealthy',
    message: healthMessage(database.up, ready),
    timestamp: isoTime(now()),
    version: API_VERSION,
    environment,
    uptime: uptimeSeconds,
    buildInfo: buildInfo(),
    components: {
      database: {
        status: databaseStatus, lastCheck: database.checkedAt, responseTime: database.responseTimeMs,
        details: { status: databaseStatus, duration: database.responseTimeMs, timestamp: database.checkedAt },
      },
      // Nothing was asked, so nothing was measured: limits are counted on this node.
      redis: {
        status: 'not_configured', lastCheck: null, responseTime: null,
        details: { status: 'not_configured', duration: null, timestamp: null, connected: false },
      },
      memory: memoryUse(),
    },
    monitoring: MONITORING,
    services: { database: databaseStatus, redis: 'not_configured', api: ready ? 'healthy' : 'unhealthy' },
    performance: { responseTime: `${roundToMicroseconds(elapsedMs)}ms`, uptime: `${Math.floor(uptimeSeconds)}s` },
  };
}

function healthMessage(databaseUp: boolean, ready: boolean): string {
  if (!databaseUp) return 'The store does not answer';
  return ready ? 'Every component is healthy' : 'Not ready: starting or shutting down';
}

function systemInfo({ health, version, environment, now }: OpsDeps): object {
  return {
    success: true,
    timestamp: isoTime(now()),
    version,
    apiVersion: API_VERSION,
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
