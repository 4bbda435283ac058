/**
 * The peer that works inline: the three questions in Fastify on one thread, with an HMAC per request, Fastify's own
 * parsing and schema validation, and the engine's own rules over the same index. It looks for unknown members, as
 * pinrate does. Charges are a plain object that Fastify serializes, as most teams would write it. Availability and
 * assignment are sent as the text that the engine produces, which makes the peer faster than most would be. `node
 * fastify.js <folder of a filled store>`
 */
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { Catalog, CATALOG_COLLECTIONS } from '../../src/control/documents/catalog.js';
import { readConfig } from '../../src/config.js';
import { Ledger } from '../../src/control/allocation/ledger.js';
import { toRate } from '../../src/domain/money.js';
import { assignShipment } from '../../src/engine/assignment.js';
import { checkAvailability } from '../../src/engine/availability.js';
import type { Asker, QuestionResult, EngineContext } from '../../src/engine/context.js';
import { renderSuccess } from '../../src/envelope.js';
import { createIds } from '../../src/engine/ids.js';
import { toJson } from '../../src/json.js';
import { settleAssignment } from '../../src/control/assignments.js';
import { StoredRecords } from '../../src/control/stored-records.js';
import type { GenerationHandle } from '../../src/index/generation.js';
import { IndexPublisher } from '../../src/control/publisher.js';
import { Viewer } from '../../src/index/view.js';
import { OFFERED } from '../../src/engine/outcomes.js';
import { AssignmentRequest, AvailabilityRequest, ChargesRequest } from '../../src/contract/requests.js';
import { KnownFields } from '../../src/model/unknown-fields.js';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { plainCharges } from '../support/plain-charges.js';
import { ASSIGNMENT_PATH, AVAILABILITY_PATH, CHARGES_PATH } from '../support/questions.js';
import { requireSignature, secretsOf } from '../support/signatures.js';

const read = readConfig({});
if (!read.ok) throw new Error(read.problems.join('\n'));
const { config } = read;
const store = await openLmdbStore({ path: process.argv[2]! });
const catalog = Catalog.of(await store.load(CATALOG_COLLECTIONS));
const secrets = secretsOf(catalog.credentials());
const ledger: Ledger = new Ledger(() => generation);
const generation = await firstGeneration();
const view = new Viewer().view(generation);
const nextId = createIds();
const [knownOfCharges, knownOfAvailability, knownOfAssignment] = [
  new KnownFields(ChargesRequest),
  new KnownFields(AvailabilityRequest),
  new KnownFields(AssignmentRequest),
];
// the schemas of requests have keywords of ours, which a strict Ajv refuses
const app = Fastify({ ajv: { customOptions: { strict: false } } });

requireSignature(app, secrets, config.clockSkewSeconds);

app.post<{ Body: ChargesRequest }>(CHARGES_PATH, { schema: { body: ChargesRequest } }, async (request, reply) => {
  const data = plainCharges({ view, nextId }, request.body, knownOfCharges.unknownIn(request.body), Date.now());
  if (data === null) return reply.code(422).send({ success: false, error: { code: 'NOT_AVAILABLE' } });
  return reply.send({
    success: true,
    data,
    execution_time_ms: Math.round(reply.elapsedTime),
    from_cache: true,
    request_id: request.id,
  });
});

app.post<{ Body: AvailabilityRequest }>(
  AVAILABILITY_PATH,
  { schema: { body: AvailabilityRequest } },
  async (request, reply) => {
    const unknown = knownOfAvailability.unknownIn(request.body);
    const outcome = checkAvailability(context(), callerOf(request), request.body, unknown);
    return outcome.ok ? sendJson(reply, textOf(outcome, request, reply)) : refuse(reply, outcome);
  },
);

app.post<{ Body: AssignmentRequest }>(
  ASSIGNMENT_PATH,
  { schema: { body: AssignmentRequest } },
  async (request, reply) => {
    const caller = callerOf(request);
    const outcome = assignShipment(context(), caller, request.body, knownOfAssignment.unknownIn(request.body));
    if (!outcome.ok) return refuse(reply, outcome);
    const answer = { status: 200, body: textOf(outcome, request, reply), outcomeCode: OFFERED };
    // createAssignmentRecord false: there is nothing to store
    if (outcome.assignment === undefined) return sendJson(reply, answer.body);
    const { kind: callerKind, id: callerId, requestId, receivedAt } = caller;
    const job = { question: 'assignment', callerKind, callerId, requestId, receivedAt, body: '' } as const;
    const settled = await settleAssignment(
      store,
      { job, pending: outcome.assignment },
      { now: Date.now, records: new StoredRecords(() => undefined), ledger, decisionsDays: 30 },
    );
    const { status, body } = settled.answer ?? answer;
    return sendJson(reply.code(status), body);
  },
);

console.log(`fastify listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);

function context(): EngineContext {
  const now = Date.now();
  return { view, now, nowJson: toJson(new Date(now)), clock: Date.now, nextId, counters: ledger.board };
}

function callerOf(request: FastifyRequest): Asker {
  return {
    kind: 'service',
    id: String(request.headers['x-service-id']),
    requestId: request.id,
    receivedAt: Date.now(),
    isManager: false,
  };
}

function textOf(
  { data, envelope }: Extract<QuestionResult, { ok: true }>,
  request: FastifyRequest,
  reply: FastifyReply,
): string {
  return renderSuccess(`"data":${data}`, envelope, request.id, reply.elapsedTime);
}

function sendJson(reply: FastifyReply, body: string | Uint8Array): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}

function refuse(reply: FastifyReply, { failure: { code } }: Extract<QuestionResult, { ok: false }>): FastifyReply {
  return reply.code(422).send({ success: false, error: { code } });
}

/** The store's index, made by the same code as pinrate's, with the counts of capacities. */
async function firstGeneration(): Promise<GenerationHandle> {
  const settings = { gstRate: toRate(config.gstPercent), roadFactor: config.roadFactor };
  const counts = ledger.board.shared;
  return new Promise((publish, onFailure) => {
    new IndexPublisher({ source: catalog, settings, counts, publish, onFailure, now: Date.now }).start();
  });
}
