/** Sets of pincodes in the writes that name pincodes: `400001-400002`, `11*`. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createZone } from '../../../src/contract/zone-create.js';
import { assignPincodes } from '../../../src/contract/zone-pincodes.js';
import { Failures, Held } from '../../contract/held.js';
import { SCOPES } from '../../../src/model/scopes.js';
import { MAIN, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { partner, workedWorld, zone } from '../../reference/fixture.js';
import { addCredentials } from '../questions/fixture.js';

const NOW = '2026-03-11T06:30:00.000Z';
const failures = new Failures();
const heldZone = new Held(createZone, failures);
const heldAssignment = new Held(assignPincodes, failures);

describe('sets of pincodes', () => {
  let app: TestApp;
  /** The world knows 110001, 110002, 400001, 400002 and 411001; 400002 is in zone 2. */
  before(async () => {
    app = await TestApp.start(
      workedWorld((made) => {
        const contact = { name: 'Desk', phone: '1', email: 'a@b.example', trackingUrl: 'https://acme.example/' };
        made.partners = [{ ...partner('acme'), contact }];
        made.zones = [zone({ id: 1 }), zone({ id: 2 })];
        made['zone-pincodes'] = [{ partnerId: 'acme', zoneId: 2, pincode: '400002', assignedAt: NOW }];
        addCredentials(made);
        made.credentials[0]!.scopes = [...SCOPES];
      }),
    );
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  const create = async (pincodes: unknown): Promise<Reply> => {
    const reply = await app.post('/zones', { partnerId: 'acme', name: 'Z', geographical: { pincodes } }, MAIN);
    heldZone.assert(reply, 'service', JSON.stringify(pincodes));
    return reply;
  };
  const assign = async (pincodes: readonly string[], options: object = {}): Promise<Reply> => {
    const reply = await app.post('/zones/1/assign/pincodes', { pincodes, options }, MAIN);
    heldAssignment.assert(reply, 'service', pincodes.join());
    return reply;
  };
  const pincodesOf = async (zoneId: string): Promise<string[]> =>
    (await app.store.load(['zone-pincodes']))['zone-pincodes']
      .filter((entry) => String(entry.zoneId) === zoneId)
      .map(({ pincode }) => pincode)
      .sort();

  it('of a new zone are the pincodes within that are known; others of the partner’s are left out', async () => {
    const { status, json } = await create(['400001-400009', '110001', '11*', '41100*']);
    assert.equal(status, 201);
    assert.deepEqual(await pincodesOf(json.data.id), ['110001', '110002', '400001', '411001']);
    const { geographical, failures: leftOut } = json.data.assignmentResults;
    assert.deepEqual(geographical.pincodes, { assigned: 4, failed: 1 });
    assert.deepEqual(leftOut, [
      { kind: 'pincode', id: '400002', reason: 'ALREADY_ASSIGNED', details: '400002 is assigned to zone 2' },
    ]);
    await app.store.write(
      (await pincodesOf(json.data.id)).map((pincode) => ({
        kind: 'delete',
        collection: 'zone-pincodes',
        key: `acme/${pincode}`,
      })),
    );
  });

  it('without a known pincode are left out by themselves', async () => {
    const { json } = await create(['999*', '400005-400001', '999*']);
    assert.deepEqual(json.data.assignmentResults.geographical.pincodes, { assigned: 0, failed: 2 });
    assert.deepEqual(json.data.assignmentResults.failures, [
      { kind: 'pincode', id: '999*', reason: 'INVALID_PINCODE', details: 'no known pincode lies within 999*' },
      {
        kind: 'pincode',
        id: '400005-400001',
        reason: 'INVALID_PINCODE',
        details: '400005-400001 ends before it begins',
      },
    ]);
  });

  it('that are not written so are 400, by field', async () => {
    const { status, json } = await create(['793*', '*', '793001*', '793001-79300', '793 001']);
    assert.equal(status, 400);
    assert.deepEqual(
      json.error.details.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
      [1, 2, 3, 4].map((index) => `geographical.pincodes[${index}] INVALID_FORMAT`),
    );
    assert.equal(
      json.error.details[0].message,
      'must be a pincode such as "110001", or a set of them such as "793001-793005" or "793*"',
    );
  });

  it('are assigned to a zone with those that are given alone, each counted', async () => {
    const { json } = await assign(['110001', '1100*', '400001-400002', '999*', 'x'], { autoCreateMissing: true });
    const { results, successful, failed } = json.data;
    assert.deepEqual(
      successful.map(({ pincode }: { pincode: string }) => pincode),
      ['110001', '110002', '400001', '400002'],
      'only known ones: a set creates none',
    );
    assert.deepEqual(
      failed.map(({ pincode, details }: { pincode: string; details: string }) => `${pincode}: ${details}`),
      ['x: "x" is not a pincode of six digits', '999*: no known pincode lies within 999*'],
    );
    assert.deepEqual([results.total, results.successful, results.failed, results.breakdown.invalid], [6, 4, 2, 2]);
    assert.deepEqual(await pincodesOf('1'), ['110001', '110002', '400001', '400002']);
  });

  describe('of a place group', () => {
    const group = (groupId: string, more: object) => ({ groupId, name: groupId, status: true, ...more });
    const put = (groupId: string, more: object) =>
      app.send('PUT', `/documents/place-groups/${groupId}`, group(groupId, more));

    it('are the pincodes within that are known, in both of its lists', async () => {
      const { status, json } = await put('SOUTH', {
        pincodes: ['411001', '11*', '400001-400009'],
        exceptPincodes: ['4000*'],
      });
      assert.equal(status, 201, JSON.stringify(json));
      assert.deepEqual(json.data.pincodes, ['411001', '110001', '110002', '400001', '400002']);
      assert.deepEqual(json.data.exceptPincodes, ['400001', '400002']);
      const patched = await app.send('PATCH', '/documents/place-groups/SOUTH', { pincodes: ['4000*', '400001'] });
      assert.deepEqual(patched.json.data.pincodes, ['400001', '400002']);
    });

    it('have the pincodes that come and go in the same change', async () => {
      const { cityId, stateId } = (await app.get('/pincodes/110001')).json.data;
      const place = { cityId, stateId, areaIds: [], latitude: null, longitude: null };
      const lines = [
        { collection: 'place-groups', document: group('NEW', { pincodes: ['11*'] }) },
        { collection: 'pincodes', document: { ...place, pincode: '110009' } },
      ];
      const body = lines.map((line) => JSON.stringify(line)).join('\n');
      const { status, json } = await app.send('POST', '/documents/apply', body, MAIN, {
        'content-type': 'application/x-ndjson',
      });
      assert.equal(status, 200, JSON.stringify(json));
      const { pincodes } = (await app.get('/documents/place-groups/NEW')).json.data;
      assert.deepEqual(pincodes, ['110001', '110002', '110009']);
    });

    it('without a known pincode are faults, and so is what is no set', async () => {
      const { status, json } = await put('WRONG', { pincodes: ['110001', '999*', '400002-400001', '11*', '400 *', 7] });
      assert.equal(status, 400);
      assert.deepEqual(
        json.error.details.map(({ field, message }: { field: string; message: string }) => `${field} ${message}`),
        [
          'pincodes[1] no known pincode lies within 999*',
          'pincodes[2] 400002-400001 ends before it begins',
          'pincodes[4] must be six digits, such as "110001"',
          'pincodes[5] must be text',
        ],
      );
    });
  });
});
