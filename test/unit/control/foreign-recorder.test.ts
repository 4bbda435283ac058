/** What other programs have changed is recorded until the process stops. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ForeignRecorder } from '../../../src/control/foreign-recorder.js';
import { StoreUnavailableError } from '../../../src/store/port.js';

const STATE = { id: 1, name: 'Kerala', code: 'KL', gstCode: '32' };
const changes = (second: number) => ({
  second,
  entries: [{ collection: 'states' as const, key: 1, before: null, after: STATE }],
});

it('a stop is not held up by changes that no attempt can record', async (t) => {
  // no pause ends by itself
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let attempts = 0;
  let tried!: () => void;
  const first = new Promise<void>((resolve) => {
    tried = resolve;
  });
  const errors: unknown[] = [];
  const recorder = new ForeignRecorder({
    store: {
      write: async () => {
        attempts++;
        tried();
        throw new StoreUnavailableError('nobody is there');
      },
    },
    sealed: (_, document) => document,
    report: (error) => errors.push(error),
  });
  for (const second of [1, 2, 3]) recorder.record(changes(second));
  await first;
  // the pause before the next attempt has begun then
  await new Promise((resume) => setImmediate(resume));
  recorder.stop();
  await recorder.settled();
  // the stop ended the pause, and the first was repeated once more; without it there would be 90 attempts
  assert.deepEqual([attempts, errors.length], [4, 3]);
});
