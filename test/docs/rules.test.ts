/**
 * The examples of docs/rules.md: each block in json has the rows that it adds to a small card, what is asked in addition to the
 * plain shipment, and what the answer of a running server says of it.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CollectionName } from '../../src/model/documents.js';
import { SCOPES } from '../../src/model/scopes.js';
import { plainWorld } from '../reference/card-fixture.js';
import type { CardWorld } from '../reference/documents.js';
import { NOON, packageRow, workedShipment } from '../reference/fixture.js';
import { MAIN, TestApp } from '../support/app.js';
import { blocksOf, readPage } from './markdown.js';

type Row = Record<string, unknown>;

interface Example {
  /** Members of the partner. */
  partner?: Row;
  /** By id of the zone, its members. */
  zones?: Record<string, Row>;
  /** By collection, the rows in place of the card's; what a row does not say is as in the card. */
  rows?: Partial<Record<CollectionName, Row[]>>;
  ask?: Row;
  /** By collection and key, members of documents that are changed once the question is answered. */
  then?: Record<string, Row>;
  /** The preferences of an assignment that books by the answer's token; `answer` is the assignment's. */
  book?: Row;
  answer: Row;
}

const PAGE = 'docs/rules.md';
const CREATED_AT = '2026-01-01T00:00:00.000Z';
const examples = blocksOf(PAGE)
  .filter(({ language }) => language === 'json')
  .map(({ text }) => ({ heading: headingBefore(text), example: JSON.parse(text) as Example }));

function headingBefore(text: string): string {
  const page = readPage(PAGE);
  return page
    .slice(0, page.indexOf(text))
    .match(/^##+ .+$/gm)!
    .at(-1)!
    .replace(/^#+ /, '');
}

function rowOf(collection: string, row: Row, index: number): Row {
  const plain = { id: index + 1, partnerId: 'acme', status: true, createdAt: CREATED_AT };
  switch (collection) {
    case 'packages':
      return { ...packageRow({ id: index + 1 }), ...row };
    case 'distance-charges':
      return { id: index + 1, partnerId: 'acme', status: true, ...row };
    case 'holidays':
    case 'road-distances':
      return { id: index + 1, partnerId: 'acme', createdAt: CREATED_AT, ...row };
    case 'zone-pincodes':
      return { partnerId: 'acme', assignedAt: CREATED_AT, ...row };
    default:
      return { ...plain, ...row };
  }
}

function worldOf({ partner, zones = {}, rows = {} }: Example): CardWorld {
  return plainWorld((world) => {
    const contact = {
      name: 'Desk',
      phone: '1',
      email: 'desk@acme.example',
      trackingUrl: 'https://acme.example/{trackingNumber}',
    };
    Object.assign(world.partners[0]!, { contact, ...partner });
    for (const zone of world.zones) Object.assign(zone, zones[zone.id]);
    for (const [collection, added] of Object.entries(rows))
      Object.assign(world, { [collection]: added.map((row, index) => rowOf(collection, row, index)) });
    const secrets = [{ version: 1, secret: MAIN.secret }];
    const scopes = [...SCOPES];
    world.credentials = [{ id: MAIN.id, kind: 'service', tier: 'UNLIMITED', status: 'ACTIVE', secrets, scopes }];
  });
}

function bodyOf({ ask = {} }: Example): Row {
  const { services, ...shipment } = workedShipment;
  const body: Row = { partnerId: 'acme', ...shipment, serviceRequirements: services, ...ask };
  // null: the request does without the member
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** `data` of the answer that an example is about. */
async function answerTo(app: TestApp, example: Example): Promise<unknown> {
  const { then = {}, book } = example;
  const body = bodyOf(example);
  const { status, text, json } = await app.ask('charges', { ...body, includeQuoteToken: book !== undefined });
  assert.equal(status, 200, text);
  if (book === undefined) return json.data;
  for (const [path, members] of Object.entries(then)) {
    const changed = await app.send('PATCH', `/documents/${path}`, members);
    assert.equal(changed.status, 200, changed.text);
  }
  const { partnerId: _, serviceRequirements: serviceTypes, ...parcel } = body;
  const booked = await app.ask('assignment', {
    shipmentDetails: { shipmentId: 'S-1', ...parcel, serviceTypes },
    assignmentPreferences: { quoteToken: json.data.quoteToken, ...book },
  });
  assert.equal(booked.status, 200, booked.text);
  return booked.json.data;
}

/** Objects may have more members than expected, lists must have as many. */
function assertSays(actual: unknown, expected: unknown, path: string): void {
  if (typeof expected !== 'object' || expected === null) {
    assert.deepEqual(actual, expected, path);
    return;
  }
  assert.ok(typeof actual === 'object' && actual !== null, `${path}: ${JSON.stringify(actual)}`);
  if (Array.isArray(expected)) assert.equal((actual as unknown[]).length, expected.length, path);
  for (const [name, value] of Object.entries(expected)) assertSays((actual as Row)[name], value, `${path}.${name}`);
}

describe('the examples of docs/rules.md', () => {
  it('are there', () => assert.ok(examples.length > 0));

  for (const { heading, example } of examples) {
    it(`${heading}: ${JSON.stringify(example.answer)}`.slice(0, 100), async () => {
      const app = await TestApp.start(worldOf(example), { now: NOON });
      try {
        assertSays(await answerTo(app, example), example.answer, 'data');
      } finally {
        await app.close();
      }
    });
  }
});
