/** The requests that the servers get: signed, over real pincodes, of several sizes and routes. */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { DEMO_SERVICE } from '../../src/demo-service.js';

export const CHARGES_PATH = '/api/v1/shipments/calculate-charges';
export const AVAILABILITY_PATH = '/api/v1/partners/availability/check';
export const ASSIGNMENT_PATH = '/api/v1/shipment-assignment/assign';
const CITIES_PATH = '/api/v1/cities';

/** Bodies that are sent in turn to one route; a new identifier replaces `[<id>]` in each. */
export interface Questions {
  path: string;
  bodies: readonly string[];
}

/** Bodies that are sent in turn, each to its own route. */
export interface Mix {
  requests: readonly { path: string; body: string }[];
}

/** Pages that are read in turn. */
export interface Reads {
  paths: readonly string[];
}

/** New headers: a signature is valid for five minutes, a round takes seconds. */
export function signedHeaders(path: string, method: 'GET' | 'POST' = 'POST', bodyHash = ''): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', DEMO_SERVICE.secret).update(`${method}${path}${timestamp}${bodyHash}`);
  return {
    'content-type': 'application/json',
    'x-service-id': DEMO_SERVICE.id,
    'x-timestamp': timestamp,
    'x-signature': signature.digest('base64'),
    ...(bodyHash !== '' && { 'x-content-sha256': bodyHash }),
  };
}

export interface Reply {
  status: number;
  text: string;
}

const CONNECTIONS = new Agent({ keepAlive: true });

/**
 * One request. Not by `fetch`, which costs four times the processor time: companions ask during a measurement, on the
 * same cores.
 */
export function ask(
  url: string,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = signedHeaders(path),
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url + path,
      { agent: CONNECTIONS, method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (some: string) => (text += some));
        response.on('end', () => resolve({ status: response.statusCode!, text }));
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** One read, outside any measurement. */
export async function read(url: string, path: string): Promise<Reply> {
  const response = await fetch(url + path, { headers: signedHeaders(path, 'GET') });
  return { status: response.status, text: await response.text() };
}

/** Pages of 50 cities as people browse them: by name, by state, by the beginning of a name. */
export function cityPages(): Reads {
  const pages = Array.from({ length: 12 }, (_, i) => `page=${i + 1}`);
  const sorts = ['name', 'stateId', 'createdAt'].flatMap((sortBy) =>
    ['asc', 'desc'].map((sortOrder) => `sortBy=${sortBy}&sortOrder=${sortOrder}&page=2`),
  );
  const states = ['15,22', '21,30', '9,12,22,30'].map((stateIds) => `stateIds=${stateIds}`);
  const searches = ['pur', 'an', 'ar', 'na'].map((search) => `search=${search}`);
  return { paths: [...pages, ...sorts, ...states, ...searches].map((query) => `${CITIES_PATH}?limit=50&${query}`) };
}

const STATES = 36;
const FRESH_PAGES = 4_000;

/**
 * As many different pages as the node cannot keep: when one is read again, it is no longer kept. Each is of all states
 * but those whose bits are set in its number.
 */
export function freshCityPages(): Reads {
  const states = Array.from({ length: STATES }, (_, index) => index);
  const paths = Array.from({ length: FRESH_PAGES }, (_, number) => {
    const stateIds = states.filter((index) => (number & (1 << (index % 12))) === 0 || index >= 12);
    return `${CITIES_PATH}?limit=50&stateIds=${stateIds.map((index) => index + 1).join(',')}`;
  });
  return { paths };
}

const CITIES = [
  '110001',
  '400001',
  '560001',
  '600001',
  '700001',
  '500001',
  '411001',
  '380001',
  '302001',
  '226001',
  '682001',
  '641001',
  '751001',
  '781001',
  '160017',
  '800001',
] as const;
const VARIANTS = 32;
const DELIVERY_STEP = 5;
const DELIVERY_OFFSET = 3;
const LEAST_GRAMS = 250;
const GRAMS_STEP = 370;

interface Shipment {
  pickupPincode: string;
  deliveryPincode: string;
  weight: number;
  shipmentType: 'B2C';
  paymentType: 'COD' | 'PREPAID';
  declaredValue: number;
  codAmount?: number;
  dimensions?: { length: number; width: number; height: number };
}

/** The courier's fee, which is added to the amount to collect where the buyer pays it too. */
const SHIPPING_FEE_RUPEES = 49;

/**
 * Parcels of 250 g to 12 kg between large cities, a quarter of them with dimensions. Half of them are COD: of these
 * half collect the declared value, half another amount.
 */
function shipments(): Shipment[] {
  return Array.from({ length: VARIANTS }, (_, i) => {
    const declaredValue = 499.5 + i * 150;
    return {
      pickupPincode: CITIES[i % CITIES.length]!,
      deliveryPincode: CITIES[(i * DELIVERY_STEP + DELIVERY_OFFSET) % CITIES.length]!,
      weight: LEAST_GRAMS + i * GRAMS_STEP,
      shipmentType: 'B2C',
      paymentType: i % 2 === 0 ? 'COD' : 'PREPAID',
      declaredValue,
      ...(i % 4 === 2 && { codAmount: declaredValue + SHIPPING_FEE_RUPEES }),
      ...(i % 4 === 3 && { dimensions: { length: 20 + i, width: 20, height: 10 } }),
    };
  });
}

const SERVICES = { serviceRequirements: ['PICKUP', 'DELIVERY'] };

export function findAllQuestions(): Questions {
  return {
    path: AVAILABILITY_PATH,
    bodies: shipments().map((shipment) => JSON.stringify({ ...shipment, ...SERVICES })),
  };
}

/** The same shipments, each checked with the partner that suits it best. */
export async function specificQuestions(url: string): Promise<Questions> {
  const partners = await bestPartners(url);
  return {
    path: AVAILABILITY_PATH,
    bodies: shipments().map((shipment, i) => JSON.stringify({ partnerId: partners[i], ...shipment, ...SERVICES })),
  };
}

/** The same shipments, each priced by the partner that suits it best, including pickup. */
export async function chargeQuestions(url: string): Promise<Questions> {
  const partners = await bestPartners(url);
  return {
    path: CHARGES_PATH,
    bodies: shipments().map((shipment, i) => JSON.stringify({ partnerId: partners[i], ...shipment, ...SERVICES })),
  };
}

export function assignmentQuestions(): Questions {
  const bodies = shipments().map(({ pickupPincode, deliveryPincode, ...shipment }) =>
    JSON.stringify({
      shipmentDetails: {
        shipmentId: 'bench-[<id>]',
        fromPincode: pickupPincode,
        toPincode: deliveryPincode,
        serviceTypes: ['PICKUP', 'DELIVERY'],
        ...shipment,
      },
      assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
    }),
  );
  return { path: ASSIGNMENT_PATH, bodies };
}

/** Of every twenty requests of a checkout. */
const SPECIFIC_CHECKS = 12;
const FIND_ALLS = 2;
const CHARGES = 5;
const ASSIGNMENTS = 1;
/** How often the twenty are sent with other bodies before they repeat. */
const MIX_TURNS = 8;

/**
 * The requests of a checkout, the kinds spread evenly: 70 % availability, while an address is typed, mostly of the
 * planned partner (60 %), else of all (10 %); 25 % charges, as a cart changes; 5 % assignments, by those who buy.
 */
export async function mixQuestions(url: string): Promise<Mix> {
  const kinds = [
    { questions: await specificQuestions(url), share: SPECIFIC_CHECKS },
    { questions: findAllQuestions(), share: FIND_ALLS },
    { questions: await chargeQuestions(url), share: CHARGES },
    { questions: assignmentQuestions(), share: ASSIGNMENTS },
  ];
  const placed = kinds.flatMap(({ questions: { path, bodies }, share }) =>
    Array.from({ length: share * MIX_TURNS }, (_, i) => ({
      path,
      body: bodies[i % bodies.length]!,
      place: (i + 0.5) / share,
    })),
  );
  return { requests: placed.sort((a, b) => a.place - b.place).map(({ path, body }) => ({ path, body })) };
}

async function bestPartners(url: string): Promise<string[]> {
  const { path, bodies } = findAllQuestions();
  return Promise.all(
    bodies.map(async (body) => {
      const { status, text } = await ask(url, path, body);
      if (status !== 200) throw new Error(`nobody carries ${body}: ${status} ${text}`);
      return (JSON.parse(text) as { data: { summary: { bestOption: string } } }).data.summary.bestOption;
    }),
  );
}
