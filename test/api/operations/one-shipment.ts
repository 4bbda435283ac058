/** A server with a new shipment for each test, assigned to acme, which is cheaper than bolt. */
import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { assignment, fullWorld } from '../questions/fixture.js';
import { MAIN, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';

export const START = new Date('2026-03-10T06:00:00.000Z');

class OneShipment {
  app!: TestApp;
  /** Of the present test, which may set another one. */
  id = '';
  #count = 0;

  async start(): Promise<void> {
    this.app = await TestApp.start(fullWorld(), { now: START });
  }

  async assign(): Promise<void> {
    this.id = `SHIP-${++this.#count}`;
    const { json, text } = await this.app.ask('assignment', assignment(this.id));
    assert.equal(json.data?.assignment?.partnerId, 'acme', text);
  }

  async close(): Promise<void> {
    await this.app.close();
    assert.deepEqual(this.app.errors, []);
  }

  /** @param what `confirm`, `handover`, `cancel` or `reassign` */
  change(what: string, body: object, credential: ClientCredential = MAIN, headers = {}): Promise<Reply> {
    return this.app.send('POST', `/shipments/${this.id}/${what}`, body, credential, headers);
  }

  async read(): Promise<Reply['json']> {
    return (await this.app.get(`/shipments/${this.id}`)).json.data;
  }

  async history(): Promise<Reply['json']> {
    return (await this.app.get(`/shipments/${this.id}/history`)).json.data;
  }
}

/** For the tests of the file that calls it. */
export function useOneShipment(): OneShipment {
  const shipment = new OneShipment();
  before(() => shipment.start());
  after(() => shipment.close());
  beforeEach(() => shipment.assign());
  return shipment;
}
