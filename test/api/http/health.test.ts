import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { CONTROL_PATIENCE_MS, CONTROL_UNREADY_MS } from '../../../src/limits/control.js';
import { PACKAGE_VERSION } from '../../../src/package-root.js';
import { post, request } from '../../support/client.js';
import {
  CHARGES,
  HEALTHY,
  HEALTHY_CONTROL,
  SERVICE,
  startFrontEnd,
  type TestFrontEnd,
} from '../../support/front-end.js';

describe('health and metrics', () => {
  let server: TestFrontEnd;
  const health = { ...HEALTHY };
  before(async () => {
    server = await startFrontEnd({ health });
  });
  after(() => server.frontEnd.close(0));
  afterEach(() => {
    Object.assign(health, HEALTHY);
  });

  const get = (path: string): ReturnType<typeof request> => request({ port: server.port, path });

  it('lists the entry points at /', async () => {
    for (const accept of [
      undefined,
      '*/*',
      'application/json',
      'application/json, text/html',
      'text/html;q=0.5, */*',
      'text/plain',
      'text',
      ',;q=',
      '\u00ff',
    ]) {
      const { status, headers, json } = await request({
        port: server.port,
        path: '/',
        headers: accept === undefined ? {} : { accept },
      });
      assert.deepEqual(
        [status, headers['content-type'], headers.vary],
        [200, 'application/json', 'Accept, Accept-Encoding'],
        accept,
      );
      assert.deepEqual(json, {
        success: true,
        name: 'pinrate',
        version: PACKAGE_VERSION,
        apiVersion: '1.0.0',
        docs: '/docs',
        openapi: '/openapi.json',
        health: '/health',
        api: '/api/v1',
      });
    }
  });

  it('sends browsers from / to the documentation', async () => {
    const firefox = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const chromium = `${firefox.replace('*/*', 'image/avif,image/webp,*/*')},application/signed-exchange;v=b3;q=0.7`;
    for (const accept of [firefox, chromium, 'text/html', 'text/*', 'text/html, application/json;q=0.9']) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, text } = await request({ port: server.port, method, path: '/', headers: { accept } });
        assert.deepEqual([status, headers.location, headers.vary, text], [303, '/docs', 'Accept', ''], accept);
      }
    }
    assert.equal((await get('/docs')).status, 200);
  });

  it('answers at / with 304 to a caller that has the answer, and 405 to a POST', async () => {
    const { headers } = await get('/');
    const again = await request({ port: server.port, path: '/', headers: { 'if-none-match': headers.etag! } });
    assert.deepEqual([again.status, again.text], [304, '']);
    const posted = await request({ port: server.port, method: 'POST', path: '/', body: '{}' });
    assert.deepEqual([posted.status, posted.headers.allow], [405, 'GET, HEAD']);
  });

  it('has no favicon, and answers without a failure', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, text } = await request({ port: server.port, method, path: '/favicon.ico' });
      assert.deepEqual([status, text], [204, '']);
    }
  });

  it('answers /health with the fields of both shapes, and names both versions', async () => {
    const { status, json } = await get('/health');
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(json).sort(), [
      'apiVersion',
      'buildInfo',
      'components',
      'environment',
      'message',
      'monitoring',
      'performance',
      'pinrateVersion',
      'services',
      'status',
      'success',
      'timestamp',
      'uptime',
      'version',
    ]);
    assert.equal(json.success, true);
    assert.equal(json.status, 'healthy');
    assert.deepEqual([json.version, json.apiVersion, json.pinrateVersion], ['1.0.0', '1.0.0', PACKAGE_VERSION]);
    assert.equal(json.environment, 'test');
    assert.equal(json.timestamp, new Date(server.clock.nowMs).toISOString());
    assert.deepEqual(json.buildInfo, { nodeVersion: process.version, platform: process.platform, arch: process.arch });
    const { database, control, redis, memory } = json.components;
    assert.deepEqual(control, { status: 'healthy', busy: 0 });
    assert.deepEqual(Object.keys(database), ['status', 'lastCheck', 'responseTime', 'details', 'changes']);
    assert.equal(database.details.status, 'healthy');
    assert.equal(database.details.duration, database.responseTime);
    assert.equal(database.details.timestamp, database.lastCheck);
    assert.deepEqual(database.changes, {
      state: 'following',
      lag: 3.5,
      lastSign: '2026-11-21T00:00:00.000Z',
      resumes: 0,
      reloads: 0,
      refusedDocuments: 0,
      refusedWithoutGoodVersion: [],
      unopenedCredentials: 0,
    });
    assert.equal(redis.status, 'not_configured');
    assert.equal(redis.details.connected, false);
    for (const name of ['usage', 'percentage', 'heapTotal', 'heapUsed', 'external', 'rss'])
      assert.ok(memory[name] > 0, name);
    assert.ok(memory.percentage <= 100);
    assert.deepEqual(json.monitoring, {
      metricsEndpoint: '/metrics',
      livenessProbe: '/health/live',
      readinessProbe: '/health/ready',
      systemInfo: '/health/info',
    });
    assert.deepEqual(json.services, {
      database: 'healthy',
      control: 'healthy',
      redis: 'not_configured',
      api: 'healthy',
    });
    assert.match(json.performance.responseTime, /^[\d.]+ms$/);
    assert.match(json.performance.uptime, /^\d+s$/);
  });

  it('reports on /health that changes of the store do not arrive, without the reason', async () => {
    health.control = () =>
      Promise.resolve({
        ...HEALTHY_CONTROL,
        following: {
          state: 'reloading',
          resumes: 2,
          reloads: 1,
          lastSignMs: Date.UTC(2026, 10, 21),
          lagMs: 12_000,
          trouble: 'mongo-1.internal refused',
          refused: new Map([
            ['zones', 2],
            ['packages', 1],
          ]),
          withoutGoodVersion: ['packages/7'],
          unopenedCredentials: 1,
        },
      });
    const { status, json, text } = await get('/health');
    assert.deepEqual(
      [status, json.components.database.changes],
      [
        200,
        {
          state: 'reloading',
          lag: 12_000,
          lastSign: '2026-11-21T00:00:00.000Z',
          resumes: 2,
          reloads: 1,
          refusedDocuments: 3,
          refusedWithoutGoodVersion: ['packages/7'],
          unopenedCredentials: 1,
        },
      ],
    );
    assert.ok(!text.includes('mongo-1'));
  });

  it('is unhealthy when the store does not answer', async () => {
    const store = { isUp: false, tookMs: 2_000, atMs: Date.UTC(2026, 10, 22) };
    health.control = () => Promise.resolve({ ...HEALTHY_CONTROL, store });
    const { status, json } = await get('/health');
    assert.equal(status, 503);
    assert.equal(json.success, false);
    assert.equal(json.status, 'unhealthy');
    assert.deepEqual(json.components.database.details, {
      status: 'unhealthy',
      duration: 2_000,
      timestamp: '2026-11-22T00:00:00.000Z',
    });
    assert.equal(json.services.database, 'unhealthy');
    assert.equal(json.services.api, 'healthy');
    assert.equal((await get('/health/live')).status, 200);
  });

  it('reports whether Redis answers, and that limits are counted here when it does not', async () => {
    try {
      health.checkRedis = () => Promise.resolve(true);
      const up = (await get('/health')).json;
      assert.deepEqual(
        [up.components.redis.status, up.components.redis.details.connected, up.services.redis, up.message],
        ['healthy', true, 'healthy', 'Every component is healthy'],
      );
      assert.equal(up.components.redis.responseTime, up.components.redis.details.duration);
      health.checkRedis = () => Promise.resolve(false);
      const { status, json } = await get('/health');
      assert.equal(status, 200);
      assert.deepEqual(
        [json.components.redis.status, json.components.redis.details.connected, json.services.redis],
        ['unhealthy', false, 'unhealthy'],
      );
      assert.equal(json.message, 'Redis is away: rate limits are counted on this node');
    } finally {
      delete health.checkRedis;
    }
  });

  const busyFor: [number, number, string, RegExp][] = [
    [0, 200, 'healthy', /^Every component is healthy$/],
    [CONTROL_PATIENCE_MS - 1, 200, 'healthy', /^Every component is healthy$/],
    [CONTROL_PATIENCE_MS, 200, 'degraded', /^The control thread is busy/],
    [CONTROL_UNREADY_MS - 1, 200, 'degraded', /^The control thread is busy/],
    [CONTROL_UNREADY_MS, 503, 'unhealthy', /^Not ready: the control thread has been busy/],
  ];
  for (const [ms, expected, state, message] of busyFor) {
    it(`is ${state} with a control thread that has been busy for ${ms} ms, and alive`, async () => {
      health.controlBusyMs = () => ms;
      const { status, json } = await get('/health');
      assert.deepEqual([status, json.components.control], [expected, { status: state, busy: ms }]);
      assert.match(json.message, message);
      assert.equal((await get('/health/ready')).status, expected);
      assert.equal((await get('/health/live')).status, 200);
    });
  }

  it('exposes its own metrics without those of a busy control thread, and how long that has been busy', async () => {
    server.metrics.controlBusyMs = () => 12_500;
    health.controlMetrics = () => Promise.resolve(null);
    const { status, text } = await get('/metrics');
    assert.equal(status, 200);
    assert.match(text, /^pinrate_control_busy_seconds 12.5$/m);
    assert.doesNotMatch(text, /pinrate_of_control|null/);
  });

  it('is ready when the engine is', async () => {
    assert.equal((await get('/health/ready')).status, 200);
    health.ready = () => false;
    const { status, json } = await get('/health/ready');
    assert.equal(status, 503);
    assert.equal(json.status, 'not_ready');
    assert.equal((await get('/health')).json.services.api, 'unhealthy');
    assert.equal((await get('/health/live')).json.status, 'alive');
  });

  it('describes the system', async () => {
    const { status, json } = await get('/health/info');
    assert.equal(status, 200);
    assert.deepEqual([json.version, json.pinrateVersion], [PACKAGE_VERSION, PACKAGE_VERSION]);
    assert.equal(json.apiVersion, '1.0.0');
    assert.deepEqual(json.index, { generationId: 7, builtAt: '2026-11-21T00:00:00.000Z' });
    assert.ok(json.system.cpus >= 1);
  });

  it('answers 500 when a handler rejects', async () => {
    health.describe = () => {
      throw new Error('boom');
    };
    assert.equal((await get('/health/info')).status, 500);
    assert.equal(server.errors.length > 0, true);
  });

  it('exposes its metrics to Prometheus', async () => {
    await post(server.port, CHARGES, SERVICE, '{}', server.signing());
    await post(server.port, CHARGES, SERVICE, '', server.signing());
    await get('/nowhere-a');
    await get('/nowhere-b');
    const { status, text, headers } = await get('/metrics');
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
    const expected = [
      '# TYPE pinrate_http_request_duration_seconds histogram',
      `pinrate_http_request_duration_seconds_count{route="${CHARGES}",method="POST",status="200"} 1`,
      `pinrate_http_request_duration_seconds_bucket{le="+Inf",route="${CHARGES}",method="POST",status="200"} 1`,
      `pinrate_http_request_duration_seconds_count{route="${CHARGES}",method="POST",status="400"} 1`,
      'pinrate_http_request_duration_seconds_count{route="unknown",method="any",status="404"} 2',
      'pinrate_http_requests_in_flight 1',
      'pinrate_http_rejected_total{reason="MALFORMED_JSON"} 1',
      '# TYPE pinrate_rate_limited_total counter',
      '# TYPE pinrate_batch_size histogram',
      '# TYPE pinrate_inline_answers_total counter',
      '# TYPE pinrate_queue_wait_seconds histogram',
      '# TYPE pinrate_pool_utilization_ratio gauge',
      '# TYPE pinrate_pool_crashes_total counter',
      '# TYPE pinrate_index_generation gauge',
      '# TYPE pinrate_index_generation_timestamp_seconds gauge',
      '# TYPE pinrate_of_control gauge',
      '# TYPE nodejs_eventloop_lag_seconds gauge',
      '# TYPE process_cpu_seconds_total counter',
    ];
    const lines = text.split('\n');
    for (const line of expected) assert.ok(lines.includes(line), line);
    assert.doesNotMatch(text, /nowhere/);
  });
});

describe('request durations', () => {
  it('fill cumulative buckets, a bound belonging to its bucket', async () => {
    const { createMetrics } = await import('../../../src/metrics.js');
    const { registry, requestDuration } = createMetrics();
    const durations = requestDuration.forRoute('/r', 'GET');
    for (const seconds of [0.0001, 0.000_25, 0.0003, 10, 11]) durations.observe(200, seconds);
    const text = await registry.getSingleMetricAsString('pinrate_http_request_duration_seconds');
    const at = (le: string): number =>
      Number(new RegExp(`le="${le.replace(/[.+]/g, '\\$&')}",[^}]*\\} (\\d+)`).exec(text)![1]);
    assert.deepEqual([at('0.00025'), at('0.0005'), at('5'), at('10'), at('+Inf')], [2, 3, 3, 4, 5]);
    assert.match(text, /_sum\{[^}]*\} 21\.00065/);
  });
});
