/**
 * The peer that queries its store for each request, written as most teams would write such a service: Fastify, an HMAC
 * and a schema per request, queries over ordinary indexes (independent ones in parallel), plain rules over the rows,
 * and an object that Fastify serializes. Only the callers' secrets and the settings are cached between requests. `node
 * per-request.js lmdb <folder> <dataset>`, `node per-request.js mongo <uri> <database that a node of pinrate has
 * filled>`
 */
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Fastify, { type FastifyReply } from 'fastify';
import { readConfig } from '../../src/config.js';
import type { ServiceTypeId, UrgencyLevel } from '../../src/domain/vocabulary.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { AssignmentRequest, AvailabilityRequest, ChargesRequest } from '../../src/contract/requests.js';
import { endsOf } from '../../src/engine/route.js';
import { readDataset } from '../../src/store/dataset/dataset.js';
import { ASSIGNMENT_PATH, AVAILABILITY_PATH, CHARGES_PATH } from '../support/questions.js';
import { requireSignature, secretsOf } from '../support/signatures.js';
import { assignmentOf, charges, findAll, NO_WARNINGS, specific } from './per-request/answers.js';
import { fillLmdb } from './per-request/lmdb-rows.js';
import { findQuotes, isOffer } from './per-request/lookup.js';
import { openMongo } from './per-request/mongo-rows.js';
import type { OwnedAssignment, Rows } from './per-request/rows.js';
import { requiredServices, type Shipment } from './per-request/rules.js';
import { ranked } from './per-request/scores.js';

const DEFAULT_WEIGHT_GRAMS = 500;

/** Of the two names of each end, the questions of the benches have one. */
const pincodesOf = (named: Parameters<typeof endsOf>[0]): [string, string] => {
  const { pickupPincode, deliveryPincode } = endsOf(named);
  return [pickupPincode, deliveryPincode];
};

const read = readConfig({});
if (!read.ok) throw new Error(read.problems.join('\n'));
const { config } = read;
const rows = await openRows(...(process.argv.slice(2) as [string, string, string]));
const secrets = secretsOf(await rows.credentials());
// the schemas of requests have keywords of ours, which a strict Ajv refuses
const app = Fastify({ ajv: { customOptions: { strict: false } } });

requireSignature(app, secrets, config.clockSkewSeconds);

app.post<{ Body: ChargesRequest }>(CHARGES_PATH, { schema: { body: ChargesRequest } }, async ({ body, id }, reply) => {
  const named = [...(body.serviceRequirements ?? []), ...(body.additionalServices ?? [])];
  // the questions of the benches have no pieces
  const parcel = { weight: body.weight!, dimensions: body.packageDimensions ?? body.dimensions };
  const shipment = shipmentOf({ ...body, ...parcel }, named);
  const found = await findQuotes(rows, config, pincodesOf(body), body.partnerId!, shipment, Date.now());
  const offer = found?.quotes.find(isOffer);
  if (found === null || offer === undefined) return refuse(reply, 'NOT_AVAILABLE');
  const data = charges(offer, found.route, body, shipment, `CALC-${randomUUID()}`);
  return reply.send({ success: true, data, execution_time_ms: Math.round(reply.elapsedTime), request_id: id });
});

app.post<{ Body: AvailabilityRequest }>(
  AVAILABILITY_PATH,
  { schema: { body: AvailabilityRequest } },
  async ({ body, id }, reply) => {
    const { partnerId = null, excludePartners = [] } = body;
    const shipment = shipmentOf({ ...body, weight: body.weight! }, body.serviceRequirements ?? []);
    const found = await findQuotes(rows, config, pincodesOf(body), partnerId, shipment, Date.now());
    if (found === null) return refuse(reply, 'NOT_FOUND');
    const { route } = found;
    if (partnerId === null) {
      const quotes = found.quotes.filter(({ partner }) => !excludePartners.includes(partner.partnerId));
      const uncovered = found.uncovered.filter((partner) => !excludePartners.includes(partner.partnerId));
      const offers = quotes.filter(isOffer);
      if (offers.length === 0) return refuse(reply, 'NO_PARTNERS_AVAILABLE');
      const data = findAll({ route, quotes, uncovered }, offers, body, shipment);
      return reply.send({ success: true, data, check_id: `CHK-${randomUUID()}`, request_id: id });
    }
    const answer = found.quotes[0];
    if (answer === undefined) return refuse(reply, 'INSUFFICIENT_COVERAGE');
    const ends = [route.pickup, route.delivery];
    const [cities, areas] = await Promise.all([
      rows.cities(ends.map(({ cityId }) => cityId)),
      rows.areas(ends.flatMap(({ areaIds }) => areaIds.slice(0, 1))),
    ]);
    const data = specific(answer, route, body, shipment, { cities, areas });
    return reply.send({ success: true, data, check_id: `CHK-${randomUUID()}`, request_id: id });
  },
);

/** Every member identifies a request: unlike pinrate, this service hashes all of them. */
app.post<{ Body: AssignmentRequest }>(ASSIGNMENT_PATH, { schema: { body: AssignmentRequest } }, async (req, reply) => {
  const { body, id, headers } = req;
  const {
    shipmentDetails: details,
    assignmentPreferences: { assignmentStrategy: strategy, weights },
    options,
  } = body;
  const isSupported = strategy !== 'MANUAL_SELECTION' && options?.createAssignmentRecord !== false;
  if (!isSupported || strategy === undefined) return refuse(reply, 'NOT_SUPPORTED');
  const { serviceTypes = [], serviceRequirements = [], additionalServices = [] } = details;
  const named = [...serviceTypes, ...serviceRequirements, ...additionalServices];
  const { weight = DEFAULT_WEIGHT_GRAMS, shipmentType = 'B2C' } = details;
  const paymentType = details.paymentType ?? (named.includes('COD') ? 'COD' : 'PREPAID');
  const shipment = shipmentOf({ ...details, weight, shipmentType, paymentType }, named);
  const found = await findQuotes(rows, config, pincodesOf(details), null, shipment, Date.now());
  const offers = found?.quotes.filter(isOffer) ?? [];
  if (offers.length === 0) return refuse(reply, 'NO_CAPABLE_PARTNERS');
  const [assignmentId, createdAt, { shipmentId }] = [`ASG-${randomUUID()}`, new Date().toISOString(), details];
  const bestFirst = ranked(strategy, offers, details.urgency, weights);
  const assigned = { assignmentId, shipmentId, assignedAt: createdAt, assignmentType: strategy };
  const assignment = assignmentOf(bestFirst, assigned);
  const { partnerId } = assignment;
  const requestHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const caller = { kind: 'service', id: String(headers['x-service-id']) } as const;
  const record: OwnedAssignment = { assignmentId, caller, shipmentId, requestHash, partnerId, createdAt, assignment };
  const kept = (await rows.insertAssignment(record)) ? record : (await rows.assignment(caller, shipmentId))!;
  if (kept.requestHash !== requestHash) return refuse(reply, 'SHIPMENT_ALREADY_ASSIGNED');
  const data = { success: true, assignment: kept.assignment, error: null, warnings: NO_WARNINGS };
  return reply.send({ success: true, data, request_id: id });
});

console.log(`per-request listens on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);

async function openRows(kind: string, where: string, what: string): Promise<Rows> {
  if (kind === 'mongo') return openMongo(where, what);
  const dataset = await readDataset(what, { geographyFolder: join(PACKAGE_ROOT, 'data', 'geography') });
  if (!dataset.ok) throw new Error(`${what} holds no dataset`);
  return fillLmdb(where, dataset.documents);
}

type RequiredMember = 'weight' | 'dimensions' | 'shipmentType' | 'paymentType';
type ShipmentDescription = Pick<Shipment, RequiredMember>
  & Partial<Pick<Shipment, 'declaredValue' | 'codAmount' | 'customerType'>> & {
    urgency?: UrgencyLevel;
    customerId?: string;
    customerGstin?: string;
    maxDeliveryTime?: number;
  };

function shipmentOf(described: ShipmentDescription, named: readonly ServiceTypeId[]): Shipment {
  const { weight, dimensions, shipmentType, paymentType, declaredValue = 0, urgency } = described;
  const { customerType = 'RETAIL', customerId = null, customerGstin = null, maxDeliveryTime = null } = described;
  return {
    weight,
    dimensions,
    shipmentType,
    paymentType,
    declaredValue,
    customerType,
    customerId,
    customerGstin,
    maxDeliveryTime,
    codAmount: paymentType === 'COD' ? (described.codAmount ?? declaredValue) : 0,
    services: requiredServices(named, paymentType, urgency),
  };
}

function refuse(reply: FastifyReply, code: string): FastifyReply {
  return reply.code(422).send({ success: false, error: { code } });
}
