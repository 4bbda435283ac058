/** GET /api/v1 and GET /debug/partner-info: who the caller is, what it may do and what it has requested. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Activity } from '../../../src/http/activity.js';
import { openApiDocument } from '../../../src/contract/openapi/documents.js';
import { API_VERSION } from '../../../src/envelope.js';
import { PACKAGE_VERSION } from '../../../src/package-root.js';
import type { Credential } from '../../../src/model/documents.js';
import { fullWorld } from '../questions/fixture.js';
import { NOON } from '../../reference/fixture.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { createConformance } from '../../support/conformance.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ROOT = '/api/v1';
const DEBUG = '/api/v1/debug/partner-info';

const world = fullWorld();
// the partner's tier is UNLIMITED: requests are limited by the tier of the credential
const acmeCredential = world.credentials.find(({ id }) => id === 'acme')!;
acmeCredential.tier = 'TIER_1';
acmeCredential.requireBodyHash = false;
world.credentials = world.credentials.filter(({ id }) => id !== 'bolt');

const conformance = createConformance();
let app: TestApp;
before(async () => {
  app = await TestApp.start(world, { now: NOON });
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

async function ask(path: string, credential: ClientCredential = MAIN): Promise<Reply> {
  const reply = await app.get(path, credential);
  const [route] = path.split('?') as [string];
  assert.deepEqual(
    conformance.check('GET', route === `${ROOT}/` ? ROOT : route, reply.status, reply.headers, reply.json),
    [],
    path,
  );
  return reply;
}

const ACME = partnerCredential('acme');
const IDLE = partnerCredential('idle');
const refusal = ({ status, json }: Reply): unknown => [status, json.error.code];
const write = (document: Credential) => app.store.write([{ kind: 'put', collection: 'credentials', document }]);
const stored = async (): Promise<Credential> => (await app.store.get('credentials', 'partner/acme'))!;

describe('GET /api/v1', () => {
  it('shows a partner its own data and limit, with or without a trailing slash', async () => {
    const { json, headers } = await ask(ROOT, ACME);
    assert.deepEqual(json.partner, { partnerId: 'acme', name: 'acme Express', status: 'ACTIVE', apiAccess: true });
    assert.deepEqual(json.rateLimit, { tier: 'TIER_1', requestsPerMinute: 1_000, remaining: 999 });
    assert.equal(headers['x-ratelimit-remaining'], '999');
    const again = (await ask(`${ROOT}/`, ACME)).json;
    assert.deepEqual([again.partner, again.endpoints, again.rateLimit.remaining], [json.partner, json.endpoints, 998]);
    assert.deepEqual((await ask(`${ROOT}?partnerId=acme`, ACME)).json.partner, json.partner);
  });

  it('shows a service no partner, or the one that it names', async () => {
    const { json } = await ask(ROOT);
    assert.deepEqual(
      [json.partner, json.rateLimit],
      [null, { tier: 'UNLIMITED', requestsPerMinute: null, remaining: null }],
    );
    assert.deepEqual((await ask(`${ROOT}?partnerId=bolt`)).json.partner, {
      partnerId: 'bolt',
      name: 'bolt Express',
      status: 'ACTIVE',
      apiAccess: false,
    });
    assert.deepEqual((await ask(`${ROOT}?partnerId=idle`)).json.partner, {
      partnerId: 'idle',
      name: 'idle Express',
      status: 'INACTIVE',
      apiAccess: true,
    });
  });

  it('lists only routes that exist', async () => {
    const { endpoints } = (await ask(ROOT)).json as { endpoints: Record<string, string> };
    for (const name of [
      'health',
      'zones',
      'packages',
      'services',
      'charges',
      'discounts',
      'shipments',
      'partners',
      'pincodes',
      'comprehensive',
    ])
      assert.ok(name in endpoints, name);
    for (const path of Object.values(endpoints).filter((one) => one.startsWith(ROOT)))
      assert.notEqual((await app.get(path)).json.error?.code, 'NOT_FOUND', path);
    const documented = Object.keys((openApiDocument() as { paths: object }).paths);
    for (const [name, path] of Object.entries(endpoints))
      assert.ok(path === '/docs' || documented.some((known) => known === path || known.startsWith(`${path}/`)), name);
  });

  it('refuses what every partner route refuses', async () => {
    assert.deepEqual(refusal(await ask(`${ROOT}?partnerId=bolt`, ACME)), [403, 'FORBIDDEN']);
    assert.deepEqual(refusal(await ask(`${ROOT}?partnerId=nobody-here`)), [404, 'PARTNER_NOT_FOUND']);
    assert.deepEqual(refusal(await ask(`${ROOT}?partnerId=x`)), [400, 'VALIDATION_ERROR']);
  });

  it('reports no access for a partner whose secrets have expired or whose credential is inactive', async () => {
    const apiAccess = async (): Promise<boolean> => (await ask(`${ROOT}?partnerId=acme`)).json.partner.apiAccess;
    const credential = await stored();
    const [secret] = credential.secrets as [Credential['secrets'][number]];
    const endsAt = (moment: number): Credential => ({
      ...credential,
      secrets: [{ ...secret, notAfter: new Date(moment).toISOString() }],
    });
    for (const [document, wanted] of [
      [endsAt(app.clock.nowMs - 1), false],
      [endsAt(app.clock.nowMs), true],
      [{ ...credential, status: 'INACTIVE' }, false],
      [{ ...credential, status: false }, false],
      [{ ...credential, status: true }, true],
    ] as const) {
      await write(document);
      assert.equal(await apiAccess(), wanted, JSON.stringify(document.status));
    }
    await write(credential);
  });
});

describe('GET /debug/partner-info', () => {
  it('shows the configuration of a partner', async () => {
    const { json } = await ask(`${DEBUG}?includeMetrics=false`, ACME);
    assert.equal(json.debug, true);
    const { lastActivity, ...partner } = json.data.partner;
    assert.deepEqual(partner, {
      partnerId: 'acme',
      name: 'acme Express',
      status: 'ACTIVE',
      tier: 'TIER_1',
      apiAccess: true,
    });
    assert.equal(lastActivity, NOON.toISOString());
    assert.deepEqual(json.data.configuration, {
      rateLimits: { tier: 'TIER_1', requestsPerMinute: 1_000, burstLimit: 50 },
      features: ['B2B', 'B2C', 'COD', 'DELIVERY', 'EXPRESS', 'ODA', 'PICKUP', 'PREPAID'],
      integrations: { trackingUrl: 'https://acme.example/p/{trackingNumber}?src=qr', requireBodyHash: false },
    });
    const { indexGeneration, indexBuiltAt, ...system } = json.data.systemStatus;
    assert.deepEqual(system, {
      status: 'OPERATIONAL',
      version: PACKAGE_VERSION,
      pinrateVersion: PACKAGE_VERSION,
      apiVersion: API_VERSION,
    });
    assert.ok(Number.isInteger(indexGeneration) && indexBuiltAt === NOON.toISOString());
    assert.equal(json.data.metrics, undefined);
  });

  it('derives the features from available services of active zones and from the partner', async () => {
    const zones = world.zones.filter(({ partnerId }) => partnerId === 'acme');
    const acme = world.partners.find(({ partnerId }) => partnerId === 'acme')!;
    const services = zones[1]!.services.map((service) =>
      service.serviceTypeId === 'EXPRESS' ? { ...service, isAvailable: false } : service,
    );
    await app.store.write([
      { kind: 'put', collection: 'zones', document: { ...zones[0]!, status: false } },
      { kind: 'put', collection: 'zones', document: { ...zones[1]!, services } },
      {
        kind: 'put',
        collection: 'partners',
        document: { ...acme, sameDay: true, weekendDelivery: true, paymentTypes: ['PREPAID'], shipmentTypes: ['B2B'] },
      },
    ]);
    assert.deepEqual((await ask(DEBUG, ACME)).json.data.configuration.features, [
      'B2B',
      'COD',
      'DELIVERY',
      'ODA',
      'PREPAID',
      'SAME_DAY',
      'WEEKEND_DELIVERY',
    ]);
    await app.store.write([
      ...zones.map((document) => ({ kind: 'put', collection: 'zones', document }) as const),
      { kind: 'put', collection: 'partners', document: acme },
    ]);
  });

  it('describes the partner that a service names, by its own tier, or without limits if it has none', async () => {
    const { json } = await ask(`${DEBUG}?partnerId=bolt`);
    assert.deepEqual(
      [json.data.partner.tier, json.data.partner.apiAccess, json.data.partner.lastActivity],
      ['UNLIMITED', false, null],
    );
    assert.deepEqual(json.data.configuration.rateLimits, {
      tier: 'UNLIMITED',
      requestsPerMinute: null,
      burstLimit: null,
    });
    assert.deepEqual(json.data.metrics, {
      last24Hours: { requests: 0, succeeded: 0, failed: 0, averageResponseTimeMs: null },
      popularEndpoints: [],
    });
    const bare = (await ask(`${DEBUG}?partnerId=bolt&includeConfig=false&includeMetrics=false`)).json.data;
    assert.deepEqual(Object.keys(bare), ['partner', 'systemStatus']);
  });

  it('counts the partner’s earlier requests, without the current one', async () => {
    app.clock.nowMs += HOUR_MS;
    for (const path of [
      '/zones',
      '/zones?limit=1',
      '/discounts?partnerId=bolt',
      '/partner-zones/idle',
      '/zones?page=0',
    ])
      await app.get(path, IDLE);
    app.clock.nowMs += MINUTE_MS;
    const { partner, metrics } = (await ask(DEBUG, IDLE)).json.data;
    assert.equal(partner.lastActivity, new Date(app.clock.nowMs - MINUTE_MS).toISOString());
    const { averageResponseTimeMs, ...counts } = metrics.last24Hours;
    assert.deepEqual(counts, { requests: 5, succeeded: 3, failed: 2 });
    assert.ok(averageResponseTimeMs > 0 && averageResponseTimeMs < performance.now());
    assert.deepEqual(metrics.popularEndpoints, [
      { endpoint: 'GET /api/v1/zones', requests: 3 },
      { endpoint: 'GET /api/v1/discounts', requests: 1 },
      { endpoint: 'GET /api/v1/partner-zones/{partnerId}', requests: 1 },
    ]);
    const again = (await ask(`${DEBUG}?partnerId=idle`)).json.data.metrics;
    assert.deepEqual(
      [again.last24Hours.requests, again.popularEndpoints.length],
      [6, 4],
      'requests of a service do not count as the partner’s',
    );
  });

  it('refuses what every partner route refuses', async () => {
    const unnamed = await ask(DEBUG);
    assert.deepEqual(
      [...(refusal(unnamed) as unknown[]), unnamed.json.error.details[0].field],
      [401, 'VALIDATION_ERROR', 'partnerId'],
    );
    assert.deepEqual(refusal(await ask(`${DEBUG}?partnerId=bolt`, ACME)), [403, 'FORBIDDEN']);
    assert.deepEqual(refusal(await ask(`${DEBUG}?partnerId=nobody-here`)), [404, 'PARTNER_NOT_FOUND']);
    const wrong = await ask(`${DEBUG}?partnerId=acme&includeConfig=1&includeMetrics=no`);
    assert.deepEqual((wrong.json.error.details as { field: string }[]).map(({ field }) => field).sort(), [
      'includeConfig',
      'includeMetrics',
    ]);
  });
});

describe('Activity', () => {
  const at = (hours: number): number => NOON.getTime() + hours * HOUR_MS;
  const note = (activity: Activity, hours: number, route = 'GET /a', status = 200, elapsedMs = 2): void =>
    activity.record('partner', 'acme', route, status, elapsedMs, at(hours));

  it('keeps the current hour and the 23 before it', () => {
    const activity = new Activity();
    for (let hour = 0; hour < 60; hour++) note(activity, hour);
    assert.equal(activity.of('partner', 'acme', at(59)).requests, 24);
    assert.equal(activity.of('partner', 'acme', at(60)).requests, 23);
    assert.equal(activity.of('partner', 'acme', at(82)).requests, 1);
    assert.deepEqual(activity.of('partner', 'acme', at(83)), {
      lastAtMs: at(59),
      requests: 0,
      succeeded: 0,
      failed: 0,
      averageMs: null,
      routes: [],
    });
  });

  it('keeps callers apart by kind and id', () => {
    const activity = new Activity();
    activity.record('service', 'acme', 'GET /a', 200, 1, at(0));
    activity.record('partner', 'bolt', 'GET /a', 200, 1, at(0));
    assert.deepEqual(activity.of('partner', 'acme', at(0)), {
      lastAtMs: null,
      requests: 0,
      succeeded: 0,
      failed: 0,
      averageMs: null,
      routes: [],
    });
  });

  it('sums the hours: failures, mean duration, and the ten most used routes', () => {
    const activity = new Activity();
    note(activity, 0, 'GET /b', 399, 1);
    note(activity, 1, 'GET /b', 400, 2);
    note(activity, 2, 'GET /z', 503, 6);
    const { routes, ...counts } = activity.of('partner', 'acme', at(2));
    assert.deepEqual(counts, { lastAtMs: at(2), requests: 3, succeeded: 1, failed: 2, averageMs: 3 });
    assert.deepEqual(routes, [
      { route: 'GET /b', requests: 2 },
      { route: 'GET /z', requests: 1 },
    ]);
    for (let route = 0; route < 12; route++) note(activity, 2, `GET /${String(route).padStart(2, '0')}`);
    assert.deepEqual(
      activity.of('partner', 'acme', at(2)).routes.map(({ route }) => route),
      ['GET /b', ...Array.from({ length: 9 }, (_, route) => `GET /0${route}`)],
    );
  });

  it('does not lose an hour when a clock is set back', () => {
    const activity = new Activity();
    for (let hour = 0; hour < 24; hour++) note(activity, hour);
    note(activity, 22);
    note(activity, 23);
    assert.equal(activity.of('partner', 'acme', at(23)).requests, 26);
    assert.equal(activity.of('partner', 'acme', at(23)).lastAtMs, at(23));
  });
});

describe('the caller of GET /api/v1', () => {
  it('is the credential, with its tier and what it may do, in the order of the documentation', async () => {
    const { tier } = acmeCredential;
    const callerOf = async (credential: ClientCredential) => (await ask(ROOT, credential)).json.caller;
    const scopes = ['quote', 'assign', 'read', 'write'];
    assert.deepEqual(await callerOf(ACME), { kind: 'partner', id: 'acme', tier, scopes });
    assert.deepEqual(await callerOf(MAIN), { kind: 'service', id: MAIN.id, tier: 'UNLIMITED', scopes });
    await write({ ...(await stored()), scopes: ['read', 'quote'] });
    assert.deepEqual((await callerOf(ACME)).scopes, ['quote', 'read']);
    await write({ ...(await stored()), scopes: null });
  });
});
