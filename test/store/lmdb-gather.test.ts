/** When writes of the embedded store wait for each other, observed by its transactions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { closeEnvironment, openEnvironment } from '../../src/store/lmdb/environment.js';
import { LmdbWriter } from '../../src/store/lmdb/writer.js';
import { fixtureAssignment, fixtureDocuments, withFolder } from './fixtures.js';
import { insert } from './suite-support.js';

const ROUNDS = 50;

describe('a write of the LMDB store', () => {
  it('waits for others when several arrive close together', () =>
    withWriter(async (write, transactions) => {
      let shared = 0;
      // a machine that pauses for some milliseconds only keeps the writes apart
      for (let round = 0; round < ROUNDS && shared === 0; round++) {
        await Promise.all([write(), write()]);
        const transactionsBefore = transactions();
        const first = write();
        await turn();
        await turn();
        await Promise.all([first, write()]);
        if (transactions() - transactionsBefore === 1) shared++;
      }
      assert.equal(shared, 1);
    }));

  it('does not wait when writes arrive one by one', () =>
    withWriter(async (write, transactions) => {
      for (let round = 0; round < ROUNDS; round++) {
        await write();
        // later than the pair of the previous round
        await write();
        const transactionsBefore = transactions();
        const first = write();
        await turn();
        await turn();
        await Promise.all([first, write()]);
        assert.equal(transactions() - transactionsBefore, 2);
      }
    }));
});

async function withWriter(
  use: (write: () => Promise<unknown>, transactions: () => number) => Promise<void>,
): Promise<void> {
  await withFolder(async (path) => {
    const environment = await openEnvironment(path);
    const writer = new LmdbWriter(environment, path);
    await writer.importAll(fixtureDocuments());
    let written = 0;
    const write = () => writer.write([insert('assignments', fixtureAssignment(`S${written++}`))]);
    await use(write, () => (environment.root.getStats() as { lastTxnId: number }).lastTxnId);
    await closeEnvironment(environment);
  });
}
