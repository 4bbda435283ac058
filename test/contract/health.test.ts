/** The routes for operators keep their contracts, on healthy and unhealthy nodes: their answers are whole bodies. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { getHealth, getLiveness, getMetrics, getReadiness, getSystemInfo } from '../../src/contract/health.js';
import { CONTROL_PATIENCE_MS, CONTROL_UNREADY_MS } from '../../src/limits/control.js';
import { type Reply, request } from '../support/client.js';
import { HEALTHY, HEALTHY_CONTROL, startFrontEnd, type TestFrontEnd } from '../support/front-end.js';
import { StrictSchema } from '../support/strict-schema.js';

let server: TestFrontEnd;
const health = { ...HEALTHY };
before(async () => {
  server = await startFrontEnd({ health });
});
after(() => server.frontEnd.close(0));

const get = (path: string): Promise<Reply> => request({ port: server.port, path });

const { store, following } = HEALTHY_CONTROL;
const REFUSING = {
  ...following,
  refused: new Map([['packages', 1]] as const),
  withoutGoodVersion: ['packages/1017'],
  unopenedCredentials: 1,
};

/**
 * The statuses of a route: all healthy, with refused documents, without the store, not ready, with and
 * without Redis, and with a control thread that is busy for some time and for long.
 */
async function statusesOf({ path, schemas }: { path: string; schemas: { answer: object } }): Promise<number[]> {
  const schema = new StrictSchema(schemas.answer);
  const statuses: number[] = [];
  for (const state of [
    {},
    { control: () => Promise.resolve({ store, following: REFUSING }) },
    { control: () => Promise.resolve({ store: { ...store, isUp: false }, following }) },
    { ready: () => false },
    { checkRedis: () => Promise.resolve(true) },
    { checkRedis: () => Promise.resolve(false) },
    { controlBusyMs: () => CONTROL_PATIENCE_MS },
    { controlBusyMs: () => CONTROL_UNREADY_MS },
  ]) {
    Object.assign(health, HEALTHY, { checkRedis: undefined }, state);
    const reply = await get(path);
    assert.match(reply.headers['content-type']!, /^application\/json/);
    schema.assert(reply.json, path);
    statuses.push(reply.status);
  }
  assert.deepEqual(schema.unseen(), [], 'everything documented has occurred');
  return statuses;
}

it('health', async () => {
  assert.deepEqual(await statusesOf(getHealth), [200, 200, 503, 503, 200, 200, 200, 503]);
});

it('the probes', async () => {
  assert.deepEqual(
    [await statusesOf(getLiveness), await statusesOf(getReadiness)],
    [
      [200, 200, 200, 200, 200, 200, 200, 200],
      [200, 200, 200, 503, 200, 200, 200, 503],
    ],
  );
});

it('system information', async () => {
  assert.deepEqual(await statusesOf(getSystemInfo), [200, 200, 200, 200, 200, 200, 200, 200]);
});

it('metrics are text', async () => {
  const { status, headers, text } = await get(getMetrics.path);
  assert.equal(status, 200);
  assert.match(headers['content-type']!, /^text\/plain; version=0\.0\.4/);
  new StrictSchema(getMetrics.schemas.answer).assert(text, 'metrics');
});
