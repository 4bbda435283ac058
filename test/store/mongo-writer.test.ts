// Only in npm run test:all.
/** Which waiting writes run out of time while MongoDB does not respond. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MONGO_WRITE_DEADLINE_MS } from '../../src/limits/mongo.js';
import { StoreUnavailableError, type WriteResult } from '../../src/store/port.js';
import { MongoWriter } from '../../src/store/mongo/writer.js';
import { fixtureAssignment } from './fixtures.js';
import { insert } from './suite-support.js';

it('a new write is done even if earlier writes ran out of time', async (t) => {
  let nowMs = 1_000;
  t.mock.method(performance, 'now', () => nowMs);
  let goOn!: () => void;
  const stall = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const deadlines: number[] = [];
  const transactions = {
    run: async (deadline: number) => {
      if (deadlines.push(deadline) === 1) await stall;
      return {
        result: {
          results: [
            { ok: true, changeId: null },
            { ok: true, changeId: null },
          ],
          changed: [],
        },
        moment: null,
      };
    },
  };
  const writer = new MongoWriter({} as never, transactions as never, { delivered: () => Promise.resolve() } as never);
  const write = (name: string): Promise<WriteResult> => writer.write([insert('assignments', fixtureAssignment(name))]);

  const stalled = write('stalled');
  while (deadlines.length === 0) await new Promise((resume) => setImmediate(resume));
  const late = ['late', 'late too'].map((name) => assert.rejects(write(name), StoreUnavailableError));
  nowMs += MONGO_WRITE_DEADLINE_MS;
  const fresh = [write('fresh'), write('fresh too')];
  goOn();
  assert.deepEqual(await Promise.all([stalled, ...fresh]), [
    { ok: true, changeId: null },
    { ok: true, changeId: null },
    { ok: true, changeId: null },
  ]);
  await Promise.all(late);
  assert.deepEqual(
    deadlines.slice(1),
    [nowMs + MONGO_WRITE_DEADLINE_MS],
    'both in one transaction, which has all of its time',
  );
});
