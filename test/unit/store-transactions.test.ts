/** What becomes of transactions that the server ends, and of those that the driver never ends. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { MongoServerError } from 'mongodb';
import { MONGO_LATE_MS } from '../../src/limits/mongo.js';
import { Transactions } from '../../src/store/mongo/transactions.js';
import { StoreUnavailableError, TransactionTooLargeError } from '../../src/store/port.js';

const DEADLINE_MS = 300;
const WORK_MS = 100;

function transactionsOf(lifetimeSeconds: number | Error): Transactions {
  const session = {
    startTransaction: () => {},
    inTransaction: () => false,
    hasEnded: false,
    endSession: async () => {
      session.hasEnded = true;
    },
  };
  const command = async () => {
    if (lifetimeSeconds instanceof Error) throw lifetimeSeconds;
    return { transactionLifetimeLimitSeconds: lifetimeSeconds };
  };
  const db = { admin: () => ({ command }) };
  return new Transactions({ startSession: () => session } as never, db as never, {} as never);
}

/** How often `work` ran, each time for WORK_MS of a clock that otherwise stands still, and the error in the end. */
async function outcomeOf(t: TestContext, transactions: Transactions): Promise<{ runs: number; error: unknown }> {
  let runs = 0;
  let nowMs = 1_000;
  const clock = t.mock.method(performance, 'now', () => nowMs);
  const work = async () => {
    runs++;
    nowMs += WORK_MS;
    throw new MongoServerError({ message: 'aborted', code: 251, errorLabels: ['TransientTransactionError'] });
  };
  const error = await transactions.run(nowMs + DEADLINE_MS, work).catch((thrown: unknown) => thrown);
  clock.mock.restore();
  return { runs, error };
}

it('a transaction that lasted longer than it may is not repeated', async (t: TestContext) => {
  const { runs, error } = await outcomeOf(t, transactionsOf(0.001));
  assert.ok(error instanceof TransactionTooLargeError, String(error));
  assert.equal(runs, 1);
});

it('another one is repeated until its deadline, also where nobody may ask for the limit', async (t: TestContext) => {
  for (const lifetime of [60, new Error('not authorized')]) {
    const { runs, error } = await outcomeOf(t, transactionsOf(lifetime));
    assert.ok(error instanceof StoreUnavailableError, String(error));
    assert.equal(runs, DEADLINE_MS / WORK_MS);
  }
});

it('one that the driver never ends is given up after its lifetime, and its session with it', async (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stuck = { session: null as { hasEnded: boolean } | null };
  const running = transactionsOf(90).run(performance.now() + DEADLINE_MS, ({ session }) => {
    stuck.session = session;
    return new Promise<never>(() => {});
  });
  const outcome = running.catch((thrown: unknown) => thrown);
  await pauses();
  t.mock.timers.tick(90_000 + MONGO_LATE_MS - 1);
  assert.equal(await Promise.race([outcome, pauses()]), undefined);
  assert.equal(stuck.session!.hasEnded, false);
  t.mock.timers.tick(1);
  const error = await outcome;
  assert.ok(error instanceof StoreUnavailableError, String(error));
  assert.match(error.message, /did not answer within 100000 ms/);
  assert.equal(stuck.session!.hasEnded, true);
});

/** So many turns that everything that waits for no timer has happened. */
async function pauses(): Promise<void> {
  for (let count = 0; count < 5; count++) await turn();
}
