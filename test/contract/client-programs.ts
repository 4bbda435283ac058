/** Programs that newcomers may write with a generated client: the three questions and a list. */

/** A hook that signs each request before it is sent. */
export const SIGNING = `
import { createHmac } from 'node:crypto';

export function signed(request: Request, header: 'x-service-id' | 'x-partner-id'): Request {
  const { pathname, search } = new URL(request.url);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hmac = createHmac('sha256', process.env.PINRATE_SECRET!);
  request.headers.set(header, process.env.PINRATE_ID!);
  request.headers.set('x-timestamp', timestamp);
  request.headers.set('x-signature', hmac.update(request.method + pathname + search + timestamp).digest('base64'));
  return request;
}
`;

const BODIES = `
const route = { pickupPincode: '110001', deliveryPincode: '560001' };
const shipment = {
  ...route, weight: 1200, shipmentType: 'B2C', paymentType: 'COD', declaredValue: 2499.5,
  serviceRequirements: ['PICKUP', 'DELIVERY'],
} as const;
const check = { ...shipment, serviceRequirements: [...shipment.serviceRequirements] };
const price = { ...check, partnerId: 'dharaline-surface' };
`;

/** Written inside the call, so that the compiler checks each member. */
const ASSIGN = `{
  shipmentDetails: {
    shipmentId: 'SHIP-1', serviceTypes: ['PICKUP', 'DELIVERY'],
    fromPincode: '110001', toPincode: '560001', weight: 1200,
  },
  assignmentPreferences: { assignmentStrategy: 'CHEAPEST' },
  options: { createAssignmentRecord: false },
}`;

const REPORT = `
if (!checked || !priced || !assigned || !listed) throw new Error('refused');
const options: string = checked.data.checkType;
if (!priced.data.available) throw new Error(priced.data.coverage.reason);
const total: number = priced.data.charges.totalAmount;
if (!assigned.data.success) throw new Error(assigned.data.error.message);
const status: 'ASSIGNED' | 'PROPOSED' = assigned.data.assignment.status;
console.log(JSON.stringify({ options, total, status, cities: listed.data.map(({ name }) => name) }));
`;

const headerOf = (document: string): string => (document === 'partner' ? 'x-partner-id' : 'x-service-id');

/** Uses what only the document of this caller has. */
const ONLY: Readonly<Record<string, string>> = {
  all: '',
  service: `if (checked.data.checkType === 'find_all_available') checked.data.availablePartners[0]!.estimatedCost;`,
  partner: `checked.data.availability.overall; priced.data.charges.taxes.igst.toFixed(2);`,
};

/** openapi-typescript and openapi-fetch. */
export const callByFetch = (document: string): string => `
import createClient from 'openapi-fetch';
import { signed } from '../signing.js';
import type { paths } from './paths.js';
${BODIES}
const client = createClient<paths>({ baseUrl: process.env.PINRATE_URL! });
client.use({ onRequest: ({ request }) => signed(request, '${headerOf(document)}') });
const { data: checked } = await client.POST('/api/v1/partners/availability/check', { body: check });
const { data: priced } = await client.POST('/api/v1/shipments/calculate-charges', { body: price });
const { data: assigned } = await client.POST('/api/v1/shipment-assignment/assign', { body: ${ASSIGN} });
const { data: listed } = await client.GET('/api/v1/cities', { params: { query: { search: 'Pune' } } });
${REPORT}${ONLY[document]!}
`;

/** @hey-api/openapi-ts. */
export const callBySdk = (document: string): string => `
import { signed } from '../signing.js';
import { client } from './sdk/client.gen.js';
import { assignShipment, calculateCharges, checkAvailability, listCities } from './sdk/sdk.gen.js';
${BODIES}
client.setConfig({ baseUrl: process.env.PINRATE_URL! });
client.interceptors.request.use((request) => signed(request, '${headerOf(document)}'));
const { data: checked } = await checkAvailability({ body: check });
const { data: priced } = await calculateCharges({ body: price });
const { data: assigned } = await assignShipment({ body: ${ASSIGN} });
const { data: listed } = await listCities({ query: { search: 'Pune' } });
${REPORT}${ONLY[document]!}
`;

/** pinrate/client: unions by their discriminants, pages, lines, and mistakes that have to be complaints. */
export const CLIENT_PROGRAM = `
import {
  all, applyDocuments, assignShipment, calculateCharges, checkAvailability, connect, getChange, getDocument, getHealth,
  getMetrics, getPartnerCoverage, getPincode, lines, listChanges, listDocuments, listLaneRules, listPartnerZones,
  listZones, pages, patchDocument, PinrateError, responseOf, revertChange, signingFetch,
} from 'pinrate/client';

const pinrate = connect({ url: 'http://127.0.0.1:8080', service: 'main-system', secret: 'x' });
const route = { pickupPincode: '110001', deliveryPincode: '560001', shipmentType: 'B2C', paymentType: 'COD' } as const;
const texts: string[] = [];
const numbers: number[] = [];

const { data: price } = await calculateCharges(pinrate, { partnerId: 'a', ...route, weight: 1200 }, { timeoutMs: 5 });
// @ts-expect-error: no price before it is known that there is one
price.charges.totalAmount;
if (price.available) numbers.push(price.charges.totalAmount);
else texts.push(price.coverage.reason);

const { data: made } = await assignShipment(
  pinrate,
  { shipmentDetails: { shipmentId: 's' }, assignmentPreferences: { assignmentStrategy: 'CHEAPEST' } },
  { idempotencyKey: 'k' },
);
if (made.success) made.assignment.status satisfies 'ASSIGNED' | 'PROPOSED';
else made.error.code satisfies 'NO_CAPABLE_PARTNERS' | 'PRICE_CHANGED' | 'QUOTE_TOKEN_MISMATCH' | 'REFUSED_BY_POLICY';

const { data: found } = await checkAvailability(pinrate, { ...route, serviceRequirements: [] });
if (found.checkType === 'find_all_available') numbers.push(found.availablePartners[0]!.estimatedCost);

const pincode = await getPincode(pinrate, '411001');
texts.push(pincode.data.partners[0]!.zone, pincode.request_id, responseOf(pincode)!.headers.get('etag')!);
await patchDocument(pinrate, 'packages', '2003', { baseCharge: 99 }, { query: { note: 'x', dryRun: true } });
await revertChange(pinrate, 57, { dryRun: true, note: 'x' }, { signal: AbortSignal.timeout(5) });

for await (const page of pages(pinrate, listChanges, { partnerId: 'x' })) numbers.push(page.data[0]!.id, page.next!);
for await (const change of all(pinrate, listChanges)) texts.push(change.at);
for await (const entry of all(pinrate, getChange, 5)) texts.push(entry.collection);
for await (const zone of all(pinrate, listPartnerZones, 'x', { limit: 5 })) texts.push(zone.name);
for await (const zone of all(pinrate, listZones)) zone.status satisfies boolean;
for await (const rule of all(pinrate, listLaneRules)) texts.push(rule.lane);
for await (const document of lines(pinrate, listDocuments, 'packages', { partnerId: 'x' })) document satisfies object;
for await (const line of getPartnerCoverage(pinrate, 'x')) numbers.push(line.zoneId);
async function* made2() { yield { collection: 'zones', document: {} }; }
const applied = await applyDocuments(pinrate, made2(), { query: { dryRun: true, partnerId: 'x' } });
numbers.push(applied.data.counts.created, applied.changeId ?? 0);
(await getHealth(pinrate)).status satisfies 'healthy' | 'unhealthy';
(await getMetrics(pinrate)) satisfies string;
signingFetch({ partner: 'x', secret: 'y' }) satisfies typeof fetch;

try {
  await getPincode(pinrate, '411001');
} catch (error) {
  if (!(error instanceof PinrateError)) throw error;
  if (error.code === 'PINCODE_NOT_FOUND') texts.push(error.faults[0]!.field, error.requestId!);
  // @ts-expect-error: there is no such code
  if (error.code === 'PINCODE_UNKNOWN') texts.push(error.message);
}

// @ts-expect-error: no such collection
await getDocument(pinrate, 'package', '1');
// @ts-expect-error: no such member
await calculateCharges(pinrate, { ...route, wieght: 5 });
// @ts-expect-error: no such value
await calculateCharges(pinrate, { ...route, paymentType: 'CASH' });
// @ts-expect-error: no such parameter
await listZones(pinrate, { pageNumber: 5 });
// @ts-expect-error: no secret
connect({ url: 'http://127.0.0.1:8080', service: 'x' });
// @ts-expect-error: two callers
connect({ url: 'http://127.0.0.1:8080', service: 'x', partner: 'y', secret: 'z' });
// @ts-expect-error: it answers no lines
lines(pinrate, listZones);
// @ts-expect-error: it has no pages
pages(pinrate, getPincode, '411001');
// @ts-expect-error: it takes no key
await getPincode(pinrate, '411001', {}, { idempotencyKey: 'x' });
`;
