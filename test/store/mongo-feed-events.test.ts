// Only in npm run test:all.
/** The translation of change stream events, and the recovery from failures; without a server. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Db, MongoNetworkError, MongoServerError, ObjectId, Timestamp, type Document } from 'mongodb';
import { FEED_CLOCK_MS, FEED_RETRY_MAX_MS, FEED_RETRY_MIN_MS, FEED_STEADY_MS } from '../../src/limits/mongo.js';
import { Condition } from '../../src/store/mongo/condition.js';
import {
  LostChangesError,
  keyIn,
  Translator,
  upheaval,
  wholeLength,
  type StreamEvent,
} from '../../src/store/mongo/events.js';
import { Backoff, severityOf } from '../../src/store/mongo/failures.js';
import { DeliveryProgress } from '../../src/store/mongo/delivery-progress.js';
import { DeadlineError } from '../../src/store/mongo/raw-cursor.js';
import { ServerClock } from '../../src/store/mongo/server-clock.js';
import { reaching } from '../../src/store/mongo/unavailable.js';
import { type PutChange } from '../../src/model/change.js';
import { StoreUnavailableError } from '../../src/store/port.js';

const ID = new ObjectId('0123456789abcdef01234567');

function event(operationType: string, fields: Partial<StreamEvent> = {}, time = 1): StreamEvent {
  return {
    _id: {},
    operationType,
    clusterTime: new Timestamp({ t: 100, i: time }),
    wallTime: new Date(0),
    ns: { coll: 'packages' },
    ...fields,
  };
}

const insert = (document: Document): StreamEvent => event('insert', { fullDocument: { _id: ID, ...document } });
const update = (former: Document, document: Document): StreamEvent =>
  event('update', { fullDocumentBeforeChange: { _id: ID, ...former }, fullDocument: { _id: ID, ...document } });
const remove = (former: Document): StreamEvent => event('delete', { fullDocumentBeforeChange: { _id: ID, ...former } });
const put = (key: unknown, document: Document): object => ({ kind: 'put', collection: 'packages', key, document });
/** Of a document without its key. */
const lost = (key: unknown, document: Document, _id: unknown = ID): object => ({
  ...put(key, document),
  storedId: idTextOf(_id),
});
const idTextOf = (_id: unknown): string => JSON.stringify(_id instanceof ObjectId ? { $oid: _id.toHexString() } : _id);
const gone = (key: unknown): object => ({ kind: 'delete', collection: 'packages', key });

describe('changes of an event', () => {
  it('are a put of the document after the event, without hidden fields', () => {
    assert.deepEqual(new Translator().changesOf(insert({ id: 1, rate: 2 })), [put(1, { id: 1, rate: 2 })]);
    assert.deepEqual(new Translator().changesOf(update({ id: 1 }, { id: 1, rate: 3 })), [put(1, { id: 1, rate: 3 })]);
    assert.deepEqual(
      new Translator().changesOf({ ...insert({ shipmentId: 's', createdAtMs: 5 }), ns: { coll: 'assignments' } }),
      [{ kind: 'put', collection: 'assignments', key: 's', document: { shipmentId: 's' } }],
    );
  });

  it('identify an assignment by its caller too, when it has a valid one', () => {
    const keyOfOne = (document: Document): unknown =>
      new Translator().changesOf({ ...insert(document), ns: { coll: 'assignments' } })[0]!.key;
    assert.equal(keyOfOne({ shipmentId: 's', caller: { kind: 'service', id: 'a/b' } }), 'service:a/b/s');
    assert.equal(keyOfOne({ shipmentId: 's', caller: null }), 's');
    for (const broken of [
      { shipmentId: 1 },
      { shipmentId: 's', caller: { kind: 'service' } },
      { shipmentId: 's', caller: 'me' },
    ]) {
      assert.equal(keyOfOne(broken), ID.toHexString(), JSON.stringify(broken));
    }
  });

  it('are a deletion of the key that the document had', () => {
    assert.deepEqual(new Translator().changesOf(remove({ id: 4 })), [gone(4)]);
  });

  it('delete the former key before they put the new one', () => {
    assert.deepEqual(new Translator().changesOf(update({ id: 1 }, { id: 2 })), [gone(1), put(2, { id: 2 })]);
  });

  for (const [what, broken] of [
    [
      'an update without the image after it',
      event('update', { fullDocumentBeforeChange: { id: 1 }, fullDocument: null }),
    ],
    ['a replacement without the image before it', event('replace', { fullDocument: { id: 1 } })],
    ['a deletion without the image before it', event('delete')],
  ] as const) {
    it(`cannot be derived from ${what}`, () => {
      assert.throws(() => new Translator().changesOf(broken), LostChangesError);
    });
  }

  it('identify a document that has lost its key by its last key, until it is deleted', () => {
    const translator = new Translator();
    assert.deepEqual(translator.changesOf(update({ id: 1 }, { rate: 1 })), [lost(1, { rate: 1 })]);
    assert.deepEqual(translator.changesOf(update({ rate: 1 }, { rate: 2 })), [lost(1, { rate: 2 })]);
    assert.deepEqual(translator.changesOf(remove({ rate: 2 })), [gone(1)]);
    assert.deepEqual(translator.changesOf(remove({ rate: 2 })), [gone(ID.toHexString())]);
  });

  it('identify it so also after everything was read again', () => {
    const translator = new Translator();
    translator.forget([
      { kind: 'put', collection: 'packages', key: 1, document: {}, storedId: idTextOf(ID) } as unknown as PutChange,
    ]);
    assert.deepEqual(translator.changesOf(remove({ rate: 1 })), [gone(1)]);
  });

  it('delete the last key when the document gets another', () => {
    const translator = new Translator();
    translator.changesOf(update({ id: 1 }, { id: null }));
    assert.deepEqual(translator.changesOf(update({ id: null }, { id: 2 })), [gone(1), put(2, { id: 2 })]);
    assert.deepEqual(translator.changesOf(remove({ id: 2 })), [gone(2)]);
  });

  it('leave a key to the document that has it now', () => {
    const translator = new Translator();
    translator.changesOf(update({ id: 1 }, { id: null }));
    assert.deepEqual(translator.changesOf({ ...insert({}), fullDocument: { _id: 5, id: 1 } }), [put(1, { id: 1 })]);
    assert.deepEqual(translator.changesOf(remove({ id: null })), [gone(ID.toHexString())]);
  });

  it('identify a document that never had a key by its _id, whatever its type', () => {
    for (const [_id, name] of [
      [ID, ID.toHexString()],
      ['text', 'text'],
      [7, '7'],
      [{ a: 1 }, '{"a":1}'],
    ] as const) {
      assert.deepEqual(new Translator().changesOf(event('insert', { fullDocument: { _id, rate: 1 } })), [
        lost(name, { rate: 1 }, _id),
      ]);
    }
  });
});

describe('key of a document', () => {
  for (const [collection, document, key] of [
    ['packages', { id: 5 }, 5],
    ['packages', { id: '5' }, null],
    ['packages', { id: 1.5 }, null],
    ['packages', {}, null],
    ['zone-pincodes', { partnerId: 'p', pincode: '110001' }, 'p/110001'],
    ['zone-pincodes', { partnerId: 'p', pincode: 110_001 }, null],
    ['zone-pincodes', { pincode: '110001' }, null],
    ['credentials', { kind: 'service', id: 'a' }, 'service/a'],
    ['service-types', { serviceTypeId: 'COD' }, 'COD'],
    ['partners', { partnerId: null }, null],
  ] as const) {
    it(`${collection} ${JSON.stringify(document)}: ${key}`, () => assert.equal(keyIn(collection, document), key));
  }
});

describe('the number of complete events', () => {
  const single = (time: number): StreamEvent => event('insert', {}, time);
  const part = (time: number): StreamEvent => event('insert', { txnNumber: 1 }, time);
  for (const [what, events, whole] of [
    ['none', [], 0],
    ['single ones', [single(1), single(2)], 2],
    ['those before a transaction at the end', [single(1), part(2), part(2)], 1],
    ['a transaction that is followed by something else', [part(1), part(1), single(2)], 3],
    ['a transaction that is followed by another', [part(1), part(1), part(2)], 2],
    ['only a transaction', [part(1), part(1)], 0],
  ] as const) {
    it(`${what}: ${whole}`, () => assert.equal(wholeLength(events), whole));
  }
});

describe('an upheaval', () => {
  it('is an event about a whole collection', () => {
    assert.equal(upheaval(event('update')), null);
    assert.equal(upheaval(event('drop')), 'drop of packages');
    assert.equal(upheaval(event('rename', { to: { coll: 'aside' } })), 'rename of packages to aside');
    assert.equal(upheaval(event('dropDatabase', { ns: {} })), 'dropDatabase');
    assert.equal(upheaval(event('invalidate', { ns: undefined })), 'invalidate');
  });
});

describe('failures of a feed', () => {
  for (const [error, severity] of [
    [new MongoNetworkError('cut'), 'passing'],
    [new DeadlineError('late'), 'passing'],
    [new MongoServerError({ code: 43 }), 'passing'],
    [new MongoServerError({ code: 10107 }), 'passing'],
    [new MongoServerError({ code: 999, errorLabels: ['ResumableChangeStreamError'] }), 'passing'],
    [new MongoServerError({ code: 13 }), 'refused'],
    [new MongoServerError({ code: 286 }), 'lost'],
    [new MongoServerError({ code: 280 }), 'lost'],
    [new MongoServerError({ code: 260 }), 'lost'],
    [new MongoServerError({ code: 10334 }), 'lost'],
    [new LostChangesError('gone'), 'lost'],
    [new TypeError('a follower that fails'), 'lost'],
    // as the driver passes it on when the server has closed its end
    [Object.assign(new Error('This socket has been ended'), { code: 'EPIPE' }), 'passing'],
  ] as const) {
    it(`${error.name} ${(error as MongoServerError).code ?? ''} ${error.message}: ${severity}`, () =>
      assert.equal(severityOf(error), severity));
  }

  it('of a socket mean that the store cannot be reached', async () => {
    const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
    await assert.rejects(
      reaching(() => Promise.reject(ended)),
      StoreUnavailableError,
    );
    const other = new TypeError('a fault of our own');
    await assert.rejects(
      reaching(() => Promise.reject(other)),
      (error) => error === other,
    );
  });

  it('are retried after random pauses that grow, and that start over after a steady time', () => {
    const backoff = new Backoff();
    assert.equal(backoff.nextMs(0, 1), FEED_RETRY_MIN_MS);
    assert.equal(backoff.nextMs(1, 0), 0);
    assert.equal(backoff.nextMs(2, 0.5), 2 * FEED_RETRY_MIN_MS);
    for (let attempt = 0; attempt < 2_000; attempt++) assert(backoff.nextMs(3) <= FEED_RETRY_MAX_MS);
    assert.equal(backoff.nextMs(2 + FEED_STEADY_MS, 1), FEED_RETRY_MAX_MS);
    assert.equal(backoff.nextMs(2 + 2 * FEED_STEADY_MS, 1), FEED_RETRY_MIN_MS);
  });

  it('are reported once for each kind, and so is their end', () => {
    const lines: string[] = [];
    const condition = new Condition(
      {
        trouble: (error) => lines.push(error.message),
        recovered: (message) => lines.push(message.replace(/\d+ ms/, 'n ms')),
      },
      Date.now,
    );
    condition.began();
    for (const message of ['a', 'b']) condition.failed('broken', new Error(message));
    assert.equal(condition.status.state, 'resuming');
    for (const message of ['c', 'd']) condition.failed('lost', new Error(message));
    assert.equal(condition.status.state, 'reloading');
    assert.match(condition.status.trouble!, /d$/);
    condition.reloaded();
    assert.deepEqual(
      { ...condition.status, lastSignMs: 0 },
      { state: 'following', resumes: 0, reloads: 1, lastSignMs: 0, lagMs: 0, trouble: null },
    );
    condition.failed('broken', new Error('e'));
    condition.resumed();
    assert.deepEqual(lines, [
      'a',
      'c',
      'everything was read again after n ms',
      'e',
      'the change stream was resumed after n ms',
    ]);
  });
});

describe('the lag of a feed', () => {
  /** A server whose clock shows `times`, one after the other. */
  const serverAt = (...times: number[]): Db =>
    ({ command: async () => ({ localTime: new Date(times.shift()!) }) }) as unknown as Db;

  it('grows from the writing of the oldest event that the follower lacks, and is 0 when it lacks none', () => {
    const now = { ms: 10_000 };
    const condition = new Condition({ trouble: () => {} }, () => now.ms);
    assert.equal(condition.status.lagMs, 0);
    condition.lacks(9_900);
    assert.equal(condition.status.lagMs, 100);
    now.ms = 15_000;
    assert.equal(condition.status.lagMs, 5_100);
    condition.lacks(null);
    assert.equal(condition.status.lagMs, 0);
    condition.lacks(15_500);
    assert.equal(condition.status.lagMs, 0, 'another member wrote the event by another clock');
  });

  for (const minutes of [-4, 0, 4]) {
    it(`follows the server's clock, ${minutes} minutes ahead of this machine's`, async () => {
      const elapsed = { ms: 1_000 };
      const clock = new ServerClock(() => elapsed.ms);
      const serverMs = Date.now() + minutes * 60_000;
      await clock.refresh(serverAt(serverMs), { deadlineMs: 60_000 });
      const condition = new Condition({ trouble: () => {} }, () => clock.nowMs());
      condition.lacks(serverMs - 300);
      elapsed.ms += 2_000;
      assert.equal(condition.status.lagMs, 2_300);
    });
  }

  it('follows a clock of the server that is adjusted', async () => {
    const elapsed = { ms: 0 };
    const clock = new ServerClock(() => elapsed.ms);
    const server = serverAt(1_000_000, 5_000_000);
    await clock.refresh(server, { deadlineMs: 60_000 });
    elapsed.ms = FEED_CLOCK_MS - 1;
    await clock.refresh(server, { deadlineMs: 60_000 });
    assert.equal(clock.nowMs(), 1_000_000 + FEED_CLOCK_MS - 1, 'it is not asked again so soon');
    elapsed.ms = FEED_CLOCK_MS;
    await clock.refresh(server, { deadlineMs: 60_000 });
    assert.equal(clock.nowMs(), 5_000_000);
  });
});

describe('what is delivered', () => {
  const moment = (i: number) => new Timestamp({ t: 1, i });

  it('releases callers that waited before, and those that wait after', async () => {
    const delivered = new DeliveryProgress();
    const waiting = [delivered.wait(moment(2)), delivered.wait(moment(2)), delivered.wait(moment(3))];
    delivered.upTo(moment(1));
    assert.equal(delivered.waiting.length, 3);
    delivered.upTo(moment(2));
    assert.deepEqual(
      await Promise.all([...waiting.slice(0, 2), delivered.wait(moment(1)), delivered.wait(moment(2))]),
      [true, true, true, true],
    );
    delivered.upTo(moment(1));
    assert.deepEqual(
      delivered.waiting.map((waits) => waits.moment),
      [moment(3)],
      'it never goes back',
    );
  });

  it('releases only the callers that are named', async () => {
    const delivered = new DeliveryProgress();
    const early = delivered.wait(moment(1));
    const { waiting } = delivered;
    const late = delivered.wait(moment(1));
    delivered.release(true, waiting);
    assert.equal(await early, true);
    delivered.release(false);
    assert.equal(await late, false);
  });
});
