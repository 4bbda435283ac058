/** Notes, names and labels are one line of text that steers no terminal; what a store has already stays. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isWrite } from '../../../src/contract/contract.js';
import { OPERATION_CONTRACTS } from '../../../src/contract/contracts.js';
import type { Zone } from '../../../src/model/documents.js';
import { readDataset } from '../../../src/store/dataset/dataset.js';
import { sendExample } from '../../contract/example-request.js';
import { fixtureDocuments, withFolder, writeDataset } from '../../store/fixtures.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';

const STEERING = [
  '\u0000',
  '\t',
  '\n',
  '\r',
  '\u001b[2J',
  '\u007f',
  '\u009b',
  '\u2028',
  '\u2029',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
];
/** Joiners make letters of Indian scripts; marks that turn nothing stay too. */
const KEPT = 'क्‍ष क्‌ष ✓ \u200b';
const PARTNER = 'dharaline-surface';
const partner = partnerCredential(PARTNER);
const shown = (text: string): string => JSON.stringify(text).slice(1, -1);

let app: TestApp;
before(async () => {
  app = await TestApp.startDemo();
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

function refused(reply: Reply, field: string): void {
  const { status, json, text } = reply;
  assert.equal(status, 400, text);
  const { details } = json.error as { details: { validationErrors?: object[] } & object[] };
  const [fault] = (details.validationErrors ?? details) as { field: string; message?: string; issue?: string }[];
  assert.equal(fault!.field, field);
  assert.match(fault!.message ?? fault!.issue!, /^must be (one line|text) without control characters/);
}

describe('a note', () => {
  const withNotes = OPERATION_CONTRACTS.filter(({ schemas }) => 'note' in schemas.query.properties);
  it('is taken by every operation that changes documents', () => {
    assert.deepEqual(
      withNotes.map(({ id }) => id),
      OPERATION_CONTRACTS.filter((contract) => isWrite(contract) && contract.changes).map(({ id }) => id),
    );
  });
  for (const contract of withNotes) {
    it(`of ${contract.id} steers nothing`, async () => {
      for (const text of STEERING)
        refused(await sendExample(app, contract, MAIN, { query: { note: `a${text}b` } }), 'note');
    });
  }
  it('keeps joiners', async () => {
    const charges = [{ partnerId: PARTNER, type: 'docket', chargeType: 'flat', value: 1 }];
    const made = await app.post(`/customer-charges/bulk?note=${encodeURIComponent(KEPT)}`, { charges });
    assert.equal(made.status, 201, made.text);
    assert.equal((await app.get(`/changes/${made.json.changeId}`)).json.data.note, KEPT);
  });
});

describe('a new zone, discount and charge', () => {
  for (const text of STEERING) {
    it(`has no ${shown(text)} in its texts`, async () => {
      const odd = `a${text}b`;
      refused(await app.post('/zones', { name: odd }, partner), 'name');
      const services = [{ serviceTypeId: 'PICKUP', isAvailable: true, additionalInfo: { deliveryWindow: odd } }];
      refused(await app.post('/zones', { name: 'a', services }, partner), 'services[0].additionalInfo.deliveryWindow');
      const charges = [{ partnerId: PARTNER, customerId: odd, type: 'docket', chargeType: 'flat', value: 1 }];
      refused(await app.post('/customer-charges/bulk', { charges }), 'charges[0].customerId');
    });
  }

  it('may have lines in a description, and nothing else that steers', async () => {
    const description = `Line\r\n\tand line\u2028${KEPT}`;
    const discount = { fromWeight: 90, toWeight: 91, discountType: 'flat', discountValue: 1 };
    assert.equal((await app.post('/discounts', { ...discount, description }, partner)).status, 201);
    for (const text of ['\u0000', '\u001b', '\u007f', '\u009b', '\u202e', '\u2066'])
      refused(await app.post('/discounts', { ...discount, description: `a${text}b` }, partner), 'description');
  });
});

describe('a document', () => {
  const holiday = (name: string) => ({ date: '2027-01-26', kind: 'NO_DELIVERY', name });

  for (const text of STEERING) {
    it(`has no ${shown(text)} in its names, however it is written`, async () => {
      const odd = `a${text}b`;
      refused(await app.send('POST', '/documents/holidays', holiday(odd)), 'name');
      refused(await app.send('PUT', '/documents/holidays/90001', holiday(odd)), 'name');
      refused(await app.send('PATCH', '/documents/surcharges/4001', { label: odd }), 'label');
      refused(
        await app.send('PATCH', '/documents/partners/dharaline-surface', { contact: { name: odd } }),
        'contact.name',
      );
      refused(await app.apply([{ collection: 'holidays', document: { id: 90_001, ...holiday(odd) } }]), 'name');
    });
  }

  it('keeps joiners', async () => {
    assert.equal((await app.send('POST', '/documents/holidays', holiday(KEPT))).status, 201);
  });

  it('of a store that is older than the rule keeps its name until that changes', async () => {
    const { zones } = await app.store.load(['zones']);
    const zone = zones.find(({ partnerId }) => partnerId === PARTNER)!;
    const old: Zone = { ...zone, name: 'old\u001b[2J\nname' };
    await app.store.write([{ kind: 'put', collection: 'zones', document: old }]);
    const path = `/documents/zones/${zone.id}`;
    const stored = async (): Promise<Zone> => (await app.get(path)).json.data;
    assert.equal((await stored()).name, old.name, 'it is read as before');

    const patched = await app.send('PATCH', path, { description: 'new' });
    assert.equal(patched.status, 200, patched.text);
    assert.deepEqual([(await stored()).name, (await stored()).description], [old.name, 'new']);
    const put = await app.send('PUT', path, { ...(await stored()), description: 'newer' });
    assert.equal(put.status, 200, put.text);
    refused(await app.send('PATCH', path, { name: `${old.name}!` }), 'name');
    const renamed = await app.send('PATCH', path, { name: 'good' });
    assert.equal(renamed.status, 200, renamed.text);
    const reverted = await app.send('POST', `/changes/${renamed.json.changeId}/revert`);
    assert.equal(reverted.status, 200, reverted.text);
    assert.equal((await stored()).name, old.name, 'a revert brings back what was there');
  });
});

describe('a dataset', () => {
  it('has no such names, and the copy of a store may have them', () =>
    withFolder(async (folder) => {
      const documents = fixtureDocuments();
      documents.zones[0]!.name = 'a\u001b[2Jb';
      documents.zones[0]!.description = 'two\nlines';
      await writeDataset(folder, documents);
      const read = await readDataset(folder, { geographyFolder: folder });
      assert.ok(!read.ok);
      assert.deepEqual(
        read.errors.map(({ file, line, field, message }) => [file, line, field, message]),
        [['zones.ndjson', 1, 'name', 'must be one line without control characters or marks of direction']],
      );
      assert.ok((await readDataset(folder, { geographyFolder: folder, isCopy: true })).ok);
    }));
});
