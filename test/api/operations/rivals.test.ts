/** No answer to a partner's credential names another partner, or shows its prices or rank. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Contract } from '../../../src/contract/contract.js';
import { RESOURCE_COLLECTIONS } from '../../../src/contract/document-resource.js';
import type { Shipment } from '../../../src/contract/shipments.js';
import type { Partner } from '../../../src/model/documents.js';
import { assignShipment } from '../../../src/contract/questions.js';
import { CONTRACTS } from '../../../src/contract/contracts.js';
import { isForPartners, sendExample, type More } from '../../contract/example-request.js';
import { partnerOf } from '../../contract/recording.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';

/** The partner of the examples that name none. */
const OWN = 'dharaline-surface';
const RIVAL = 'nabhdoot-air';
const FOR_PARTNERS = CONTRACTS.filter((contract) => contract.access === 'signed' && isForPartners(contract));
/** What makes an answer longer. */
const LONGEST = { includeDetails: 'true', limit: '100', format: 'detailed' };

let app: TestApp;
let partners: Partner[];
/** The numbers of change sets of a service, by what they changed. */
let changes: Record<'ofBoth' | 'ofAll' | 'ofRival' | 'ofCredential', number>;

before(async () => {
  app = await TestApp.startDemo({ now: new Date('2026-11-23T05:30:00.000Z') });
  ({ partners } = await app.store.load(['partners']));
  await assign('SHIP-RIVALS');
  const note = encodeURIComponent(`${RIVAL} is cheaper by 3 %`);
  const charge = { type: 'docket', chargeType: 'flat', value: 41, status: true };
  const charges = [
    { ...charge, partnerId: OWN },
    { ...charge, partnerId: RIVAL },
  ];
  const ofBoth = await made('POST', `/customer-charges/bulk?note=${note}`, { charges });
  const holiday = (id: number, partnerId?: string) => ({
    collection: 'holidays',
    document: { id, ...(partnerId && { partnerId }), date: '2027-01-26', kind: 'BOTH', name: 'Republic Day' },
  });
  const lines = [holiday(9_001), holiday(9_002, RIVAL)];
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  changes = {
    ofBoth,
    ofAll: await made('POST', `/documents/apply?note=${note}`, text),
    ofRival: await made('PATCH', `/documents/partners/${RIVAL}?note=${note}`, { weekendDelivery: false }),
    ofCredential: await made('PATCH', `/credentials/partner/${RIVAL}?note=${note}`, { tier: 'TIER_2' }),
  };
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

/** Returns the number of the change set. */
async function made(method: string, path: string, body: unknown): Promise<number> {
  const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
  const { status, text, json } = await app.send(method, `/api/v1${path}`, body, MAIN, { 'content-type': type });
  assert.ok(status < 300, text);
  return json.changeId as number;
}

/** A service assigns a shipment to the partner, among others that could carry it. */
async function assign(shipmentId: string): Promise<void> {
  const { shipmentDetails } = assignShipment.example.body as { shipmentDetails: object };
  const { json, text } = await app.ask('assignment', {
    shipmentDetails: { ...shipmentDetails, shipmentId },
    assignmentPreferences: { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: OWN },
  });
  assert.ok(json.data?.success, text);
  assert.ok(json.data.assignment.alternatives.length > 1, text);
}

/** The partner that an example is about. */
async function callerOf(contract: Contract): Promise<string> {
  const { params, body } = contract.example;
  if (params?.['zoneId'] !== undefined) return (await app.store.get('zones', Number(params['zoneId'])))!.partnerId;
  return (body as { partnerId?: string } | undefined)?.partnerId ?? partnerOf(contract);
}

function assertNamesNoRival({ text }: Reply, caller: string): void {
  for (const { partnerId, name } of partners.filter((partner) => partner.partnerId !== caller))
    for (const word of [partnerId, name]) assert.ok(!text.includes(word), `${caller} reads ${word}: ${text}`);
}

/** A contract's example as it is, with the longest answer, as lines, and twice with a key. */
function waysOf({ schemas, creates }: Contract): More[] {
  const query = Object.fromEntries(Object.entries(LONGEST).filter(([name]) => name in schemas.query.properties));
  const once = { headers: { 'idempotency-key': 'rivals' } };
  return [...(creates ? [once, once] : [{}]), { query }, { headers: { accept: 'application/x-ndjson' } }];
}

describe('an answer to a partner names no other partner', () => {
  beforeEach(() => {
    // the credential may ask so many times a second
    app.clock.nowMs += 1_000;
  });

  for (const contract of FOR_PARTNERS) {
    it(contract.id, async () => {
      const caller = await callerOf(contract);
      for (const [index, more] of waysOf(contract).entries()) {
        const reply = await sendExample(app, contract, partnerCredential(caller), more);
        if (index === 0) assert.ok(reply.status < 300, reply.text);
        assertNamesNoRival(reply, caller);
      }
    });
  }

  const get = (path: string): Promise<Reply> => app.get(path, partnerCredential(OWN));

  it('of any collection', async () => {
    for (const collection of RESOURCE_COLLECTIONS) {
      const reply = await get(`/documents/${collection}?limit=100`);
      assert.equal(reply.status, 200, reply.text);
      assertNamesNoRival(reply, OWN);
    }
  });

  it('of its shipments, one of which others could have carried', async () => {
    const reply = await get('/shipments?includeDetails=true');
    assertNamesNoRival(reply, OWN);
    const [row] = (reply.json.data as Shipment[]).filter(({ shipmentId }) => shipmentId === 'SHIP-RIVALS');
    assert.equal(row!.assignment!.partnerId, OWN);
    assert.ok(!('alternatives' in row!.assignment!));
  });

  it('of any change', async () => {
    const { json } = await get('/changes?limit=1000');
    const shown = (json.data as { id: number }[]).map(({ id }) => id);
    assert.ok(shown.includes(changes.ofBoth) && shown.includes(changes.ofAll), shown.join());
    assert.ok(!shown.includes(changes.ofRival) && !shown.includes(changes.ofCredential), shown.join());
    for (const id of shown) {
      const reply = await get(`/changes/${id}`);
      assert.equal(reply.status, 200, reply.text);
      assertNamesNoRival(reply, OWN);
    }
  });
});
