/**
 * The peer: the charge route in Fastify, computing inline, written as most would write it: an HMAC a request, Fastify's
 * own parsing and schema validation, the engine's pricing over the same index, and a plain object for Fastify to serialise.
 * `node fastify.js <folder for a store>`
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import Fastify from 'fastify';
import { Catalog, CATALOG_COLLECTIONS } from '../src/mirror/catalog.js';
import { readConfig } from '../src/config.js';
import { toRate } from '../src/domain/money.js';
import { createIds } from '../src/engine/ids.js';
import type { GenerationHandle } from '../src/index/generation.js';
import { IndexPublisher } from '../src/index/publisher.js';
import { Viewer } from '../src/index/view.js';
import { PACKAGE_ROOT } from '../src/package-root.js';
import { ChargesRequest } from '../src/schemas/requests.js';
import { importDataset } from '../src/store/bootstrap.js';
import { openLmdbStore } from '../src/store/lmdb/store.js';
import { openSecrets } from '../src/store/secrets.js';
import { buildWhole as build } from '../workers/builder.js';
import { type PlainContext, plainCharges } from './support/plain-charges.js';
import { CHARGES_PATH } from './support/questions.js';
import { DEMO_DATASET } from './support/servers.js';

const { context, secrets, clockSkewSeconds } = await loadDemo(process.argv[2]!);
const app = Fastify();

app.addHook('onRequest', async (request, reply) => {
  const timestamp = String(request.headers['x-timestamp']);
  const secret = secrets.get(String(request.headers['x-service-id']));
  const given = Buffer.from(String(request.headers['x-signature']), 'base64');
  const isTimely = Math.abs(Date.now() / 1000 - Number(timestamp)) <= clockSkewSeconds;
  const wanted = createHmac('sha256', secret ?? '').update(request.method + request.url + timestamp).digest();
  if (secret === undefined || !isTimely || given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
    await reply.code(401).send({ success: false, error: { code: 'AUTHENTICATION_FAILED' } });
  }
});

app.post<{ Body: ChargesRequest }>(CHARGES_PATH, { schema: { body: ChargesRequest } }, async (request, reply) => {
  const now = Date.now();
  const data = plainCharges(context, request.body, now);
  if (data === null) return reply.code(422).send({ success: false, error: { code: 'NOT_AVAILABLE' } });
  return reply.send({ success: true, data, execution_time_ms: Math.round(reply.elapsedTime), from_cache: true, request_id: request.id });
});

console.log(`fastify listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);

/** The demo dataset's index on this thread, from the same code that pinrate's threads get theirs from. */
async function loadDemo(dataDir: string): Promise<{ context: PlainContext; secrets: Map<string, string>; clockSkewSeconds: number }> {
  const read = readConfig({ DATASET: DEMO_DATASET });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const { config } = read;
  const store = await openLmdbStore({ path: dataDir });
  await importDataset(store, { config, geographyFolder: join(PACKAGE_ROOT, 'data', 'geography') });
  const catalog = Catalog.of(await store.load(CATALOG_COLLECTIONS));
  await store.close();

  const settings = { gstRate: toRate(config.gstPercent), roadFactor: config.roadFactor };
  const generation = await new Promise<GenerationHandle>((publish, onFailure) => {
    new IndexPublisher({ source: catalog, settings, build: async (task) => build(task), publish, onFailure, now: Date.now }).start().catch(onFailure);
  });
  const services = catalog.credentials().filter(({ kind }) => kind === 'service');
  return {
    clockSkewSeconds: config.clockSkewSeconds,
    context: { view: new Viewer().view(generation), nextId: createIds() },
    secrets: new Map(services.map((credential) => [credential.id, openSecrets(credential, null)[0]!.secret])),
  };
}
