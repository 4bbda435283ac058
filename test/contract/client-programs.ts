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
