/** Answers in parts whose connection takes nothing. */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { StreamPart } from '../../../src/messages.js';
import { AnswerStream } from '../../../src/http/answer-stream.js';
import { Exchange } from '../../../src/http/exchange.js';
import { JSON_HEAD } from '../../../src/http/head.js';
import { UNSENT_SWEEP_MS } from '../../../src/limits/http.js';

const PATIENCE_MS = 3 * UNSENT_SWEEP_MS;
const part = (text: string, isLast = false): StreamPart => ({ bytes: Buffer.from(text), isLast }) as StreamPart;
const turn = (): Promise<void> => new Promise((resume) => setImmediate(resume));

/** A stream to a connection that has room for so many bytes, and holds what is more. */
function started(t: TestContext, rest: StreamPart[]) {
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  t.mock.timers.enable({ apis: ['setInterval'] });
  const state = { room: 0, text: '', events: [] as string[] };
  const res = {
    cork: (write: () => void) => write(),
    onWritable: () => {},
    writeHeader: () => {},
    write: (bytes: Uint8Array) => {
      state.text += Buffer.from(bytes).toString();
      state.room -= bytes.length;
      return state.room >= 0;
    },
    end: () => state.events.push('closed'),
  };
  const exchange = new Exchange(res as never, 0, 0);
  const stream = new AnswerStream(exchange, { more: async () => rest.shift()!, cancel: () => {} }, PATIENCE_MS, {
    onEnd: () => {
      state.events.push('end');
      exchange.done = true;
    },
    onFailure: () => state.events.push('failure'),
    onStall: () => state.events.push('stall'),
  });
  /** One look at the connection. */
  const look = async (): Promise<void> => {
    nowMs += UNSENT_SWEEP_MS;
    t.mock.timers.tick(UNSENT_SWEEP_MS);
    await turn();
  };
  return { stream, state, look };
}

it('an answer whose connection has taken nothing for too long is stalled', async (t) => {
  const { stream, state, look } = started(t, [part('second', true)]);
  stream.start(JSON_HEAD, false, part('first'));
  await turn();
  for (let looks = 0; looks < 3; looks++) await look();
  assert.deepEqual([state.events, state.text], [[], 'firstseco'], 'each look tries one byte');
  await look();
  assert.deepEqual(state.events, ['stall']);
});

it('one that takes its bytes in time ends, however long that takes altogether', async (t) => {
  const parts = ['the second part ', 'the third part ', 'the last part'];
  const { stream, state, look } = started(
    t,
    parts.map((text, at) => part(text, at === 2)),
  );
  stream.start(JSON_HEAD, false, part('the first part '));
  await turn();
  for (const _ of parts) {
    for (let looks = 0; looks < 3; looks++) await look();
    assert.deepEqual(state.events, []);
    state.room = 1;
    await look();
  }
  assert.deepEqual([state.events, state.text], [['end', 'closed'], `the first part ${parts.join('')}`]);
});
