/** Commands that the driver never settles: nobody waits for them for ever. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClientSession, MongoServerError, MongoServerSelectionError, Timestamp } from 'mongodb';
import {
  MONGO_ABANDONED_MS,
  MONGO_ABORT_MS,
  MONGO_FOLLOW_WAIT_MS,
  MONGO_SILENT_MS,
  MONGO_STOP_MS,
} from '../../src/limits/mongo.js';
import { abandonedOf } from '../../src/store/mongo/abandoned.js';
import { Followers } from '../../src/store/mongo/followers.js';
import { Transactions } from '../../src/store/mongo/transactions.js';
import { PendingOperations } from '../../src/store/mongo/pending-operations.js';
import { StoreUnavailableError } from '../../src/store/port.js';

const never = <T>(): Promise<T> => new Promise<T>(() => {});
const turn = (): Promise<void> => new Promise((resume) => setImmediate(resume));

describe('a command that is never settled', () => {
  it('that ends a transaction does not keep the error of the transaction', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const asked: string[] = [];
    const session: Partial<ClientSession> = {
      startTransaction: () => {},
      inTransaction: () => true,
      abortTransaction: () => (asked.push('abort'), never()),
      endSession: () => (asked.push('end'), never()),
    };
    const db = { admin: () => ({ command: async () => ({ transactionLifetimeLimitSeconds: 60 }) }) };
    const transactions = new Transactions({ startSession: () => session } as never, db as never, {} as never);
    const refused = assert.rejects(
      transactions.run(Infinity, () => Promise.reject(new Error('no such document'))),
      /no such document/,
    );
    for (const what of ['abort', 'end']) {
      while (asked.at(-1) !== what) await turn();
      t.mock.timers.tick(MONGO_ABORT_MS);
    }
    await refused;
  });

  it('is none where the abort is answered: the next attempt has the same session', async () => {
    const asked: string[] = [];
    let isIn = false;
    const session: Partial<ClientSession> = {
      startTransaction: () => ((isIn = true), void asked.push('start')),
      inTransaction: () => isIn,
      abortTransaction: async () => ((isIn = false), void asked.push('abort')),
      commitTransaction: async () => ((isIn = false), void asked.push('commit')),
      endSession: async () => void asked.push('end'),
      operationTime: new Timestamp({ t: 1, i: 1 }),
    };
    const startSession = () => (asked.push('session'), session);
    const db = { admin: () => ({ command: async () => ({ transactionLifetimeLimitSeconds: 60 }) }) };
    const transactions = new Transactions({ startSession } as never, db as never, {} as never);
    const conflict = new MongoServerError({
      message: 'conflict',
      code: 112,
      errorLabels: ['TransientTransactionError'],
    });
    let runs = 0;
    const { result } = await transactions.run(Infinity, async () => {
      if (++runs === 1) throw conflict;
      return 'written';
    });
    assert.deepEqual([result, asked], ['written', ['session', 'start', 'abort', 'start', 'commit', 'end']]);
  });

  it('that ends a transaction leaves its session alone: the next attempt has another one', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const notPrimary = new MongoServerError({ message: 'not primary', code: 10_107 });
    let isAborting = false;
    const hanging: Partial<ClientSession> = {
      // as the driver answers while a transaction of the session has not ended
      startTransaction: () => assert(!isAborting, 'Transaction already in progress'),
      inTransaction: () => true,
      abortTransaction: () => ((isAborting = true), never()),
    };
    const operationTime = new Timestamp({ t: 1, i: 1 });
    const working: Partial<ClientSession> = {
      startTransaction: () => {},
      inTransaction: () => false,
      commitTransaction: async () => {},
      endSession: async () => {},
      operationTime,
    };
    const sessions = [hanging, working];
    const db = { admin: () => ({ command: async () => ({ transactionLifetimeLimitSeconds: 60 }) }) };
    const transactions = new Transactions({ startSession: () => sessions.shift()! } as never, db as never, {} as never);
    let isOver = false;
    const committed = transactions
      .run(Infinity, async ({ session }) => {
        if (session === hanging) throw notPrimary;
        return 'written';
      })
      .finally(() => (isOver = true));
    while (!isAborting) await turn();
    for (; !isOver; await turn()) t.mock.timers.tick(MONGO_ABORT_MS);
    assert.deepEqual(await committed, { result: 'written', moment: operationTime });
  });

  it('that marks a moment does not keep a write that waits for it', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let marks = 0;
    const followers = new Followers(
      () => (marks++, never()),
      () => {},
    );
    const feed = {
      start: async () => {},
      delivered: () => never<boolean>(),
      status: () => ({}) as never,
      stop: async () => {},
    };
    await followers.start(feed, ['states']);
    const refused = assert.rejects(followers.caughtUp(), StoreUnavailableError);
    while (marks === 0) await turn();
    t.mock.timers.tick(MONGO_FOLLOW_WAIT_MS);
    await refused;
  });

  it('is given up when the store closes, and what comes later is refused', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const underWay = new PendingOperations();
    const refused = assert.rejects(underWay.track(never), StoreUnavailableError);
    underWay.endWithin(MONGO_STOP_MS);
    assert.equal(await underWay.track(async () => 'in time'), 'in time');
    t.mock.timers.tick(MONGO_STOP_MS);
    await refused;
    await underWay.ended();
    await assert.rejects(
      underWay.track(async () => 'too late'),
      StoreUnavailableError,
    );
  });
});

it('a commit that may have been done is repeated alone until the server says what became of it', async () => {
  const notPrimary = new MongoServerError({ message: 'not primary', code: 10_107 });
  notPrimary.addErrorLabel('UnknownTransactionCommitResult');
  const unconfirmed = new MongoServerError({
    message: 'Given transaction number 48 does not match any in-progress transactions.',
    code: 251,
    writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' },
  });
  const unreachable = new MongoServerSelectionError('connection refused', {} as never);
  const answers = [notPrimary, unreachable, unconfirmed, null];
  const session: Partial<ClientSession> = {
    startTransaction: () => {},
    inTransaction: () => false,
    commitTransaction: async () => {
      const error = answers.shift()!;
      if (error !== null) throw error;
    },
    endSession: async () => {},
    operationTime: new Timestamp({ t: 1, i: 1 }),
  };
  const db = { admin: () => ({ command: async () => ({ transactionLifetimeLimitSeconds: 60 }) }) };
  const transactions = new Transactions({ startSession: () => session } as never, db as never, {} as never);
  let times = 0;
  await transactions.run(Infinity, async () => times++);
  assert.deepEqual([times, answers], [1, []]);
});

it('a transaction of ours is abandoned when its connection is gone or it has long been silent', () => {
  const connections = [{ type: 'op', connectionId: 1, appName: 'pinrate' }];
  const session = (name: string, connectionId: number, silentMs: number, appName = 'pinrate') => ({
    type: 'idleSession',
    appName,
    connectionId,
    lsid: { id: name as never },
    transaction: { timeInactiveMicros: silentMs * 1_000 },
  });
  const sessions = [
    session('works', 1, MONGO_SILENT_MS - 1),
    session('hangs', 1, MONGO_SILENT_MS),
    session('has just begun', 2, MONGO_ABANDONED_MS - 1),
    session('was killed', 2, MONGO_ABANDONED_MS),
    session('of another program', 2, MONGO_SILENT_MS, 'mongosh'),
    { ...session('without a transaction', 2, 0), transaction: undefined as never },
  ];
  assert.deepEqual(
    abandonedOf([...connections, ...sessions]).map(({ id }) => id as unknown),
    ['hangs', 'was killed'],
  );
});
