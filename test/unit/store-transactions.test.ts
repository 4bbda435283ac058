/** A transaction that the server ends because it lasts too long is not repeated; one that it ends otherwise is. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { MongoServerError } from 'mongodb';
import { Transactions } from '../../src/store/mongo/transactions.js';
import { StoreUnavailable, TransactionTooLarge } from '../../src/store/port.js';

const DEADLINE_MS = 300;
const WORK_MS = 30;

function transactionsOf(lifetimeSeconds: number | Error): Transactions {
  const session = {
    startTransaction: () => {},
    inTransaction: () => false,
    endSession: async () => {},
  };
  const command = async () => {
    if (lifetimeSeconds instanceof Error) throw lifetimeSeconds;
    return { transactionLifetimeLimitSeconds: lifetimeSeconds };
  };
  const db = { admin: () => ({ command }) };
  return new Transactions({ startSession: () => session } as never, db as never, {} as never);
}

/** How often `work` ran, and the error in the end. */
async function outcomeOf(transactions: Transactions): Promise<{ runs: number; error: unknown }> {
  let runs = 0;
  const work = async () => {
    runs++;
    await pause(WORK_MS);
    throw new MongoServerError({ message: 'aborted', code: 251, errorLabels: ['TransientTransactionError'] });
  };
  const error = await transactions.run(performance.now() + DEADLINE_MS, work).catch((thrown: unknown) => thrown);
  return { runs, error };
}

it('a transaction that lasted longer than it may is not repeated', async () => {
  const { runs, error } = await outcomeOf(transactionsOf(0.001));
  assert.ok(error instanceof TransactionTooLarge, String(error));
  assert.equal(runs, 1);
});

it('another one is repeated until its deadline, also where nobody may ask for the limit', async () => {
  for (const lifetime of [60, new Error('not authorized')]) {
    const { runs, error } = await outcomeOf(transactionsOf(lifetime));
    assert.ok(error instanceof StoreUnavailable, String(error));
    assert.ok(runs > 1, `${runs} runs`);
  }
});
