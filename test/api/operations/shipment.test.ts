/** GET /shipments/{shipmentId}: one recorded assignment. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assignment, fullWorld } from '../questions/fixture.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';

const ACME = partnerCredential('acme');

let app: TestApp;
before(async () => {
  app = await TestApp.start(fullWorld());
  for (const shipmentId of ['SHIP-1', 'SHIP-2'])
    assert.equal((await app.ask('assignment', assignment(shipmentId))).json.data.success, true);
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

describe('assignments', () => {
  it('are read one by one, by the callers that made them', async () => {
    const { json } = await app.get('/shipments/SHIP-1');
    const [row] = (await app.get('/shipments?includeDetails=true&limit=100')).json.data.filter(
      ({ shipmentId }: { shipmentId: string }) => shipmentId === 'SHIP-1',
    );
    assert.deepEqual(json.data, row);
    assert.deepEqual((await app.get('/shipments/SHIP-1?caller=service:main-system')).json.data, row);
    const own = await app.ask('assignment', assignment('SHIP-1'), ACME);
    assert.equal(own.json.data.success, true, own.text);
    const ofAcme = await app.get('/shipments/SHIP-1', ACME);
    assert.equal(ofAcme.json.data.caller, 'partner:acme');
    assert.deepEqual((await app.get('/shipments/SHIP-1?caller=partner:acme')).json.data, ofAcme.json.data);
  });

  it('are not there for others', async () => {
    for (const [path, credential, status] of [
      ['/shipments/SHIP-2', ACME, 404],
      ['/shipments/SHIP-99', MAIN, 404],
      ['/shipments/SHIP-1?caller=partner:bolt', MAIN, 404],
      ['/shipments/SHIP-1?caller=service:main-system', ACME, 403],
      ['/shipments/SHIP-1?caller=main-system', MAIN, 400],
      ['/shipments/a%20b', MAIN, 400],
    ] as const)
      assert.equal((await app.get(path, credential)).status, status, path);
  });
});
