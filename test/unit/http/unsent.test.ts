/** Long answers leave in parts, one in each turn of the event loop, and hold no memory that there is no room for. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate as turnEnd } from 'node:timers/promises';
import { Exchange } from '../../../src/http/exchange.js';
import { UNSENT_LIMITS, UnsentAnswers, type UnsentLimits } from '../../../src/http/unsent.js';
import type { HttpResponse } from '../../../src/http/uws.js';
import { ANSWER_TURN_BYTES, UWS_CORK_BYTES } from '../../../src/limits/http.js';
import type { Metrics } from '../../../src/metrics.js';

/** A connection that takes whatever it is offered, up to `room` bytes in all. */
class Connection {
  readonly taken: number[] = [];
  offset = 0;
  isClosed = false;

  constructor(private readonly room = Number.POSITIVE_INFINITY) {}

  getWriteOffset = (): number => this.offset;
  cork = (write: () => void): void => write();
  onWritable = (): void => undefined;
  getRemoteAddress = (): ArrayBuffer => new Uint8Array([127, 0, 0, 1]).buffer;
  close = (): void => {
    this.isClosed = true;
  };

  tryEnd = (bytes: Uint8Array, total: number): [boolean, boolean] => {
    const taken = Math.min(bytes.length, this.room - this.offset);
    this.taken.push(taken);
    this.offset += taken;
    return [taken === bytes.length, this.offset === total];
  };
}

function held(connection: Connection, bodyBytes: number, limits: Partial<UnsentLimits> = {}) {
  const metrics = { unsent: { count: 0, bytes: 0 }, unsentDropped: { inc: () => undefined } };
  const unsent = new UnsentAnswers(metrics as unknown as Metrics, { ...UNSENT_LIMITS, ...limits }, () => undefined);
  const exchange = new Exchange(connection as unknown as HttpResponse, 0, 0);
  const body = new Uint8Array(bodyBytes);
  const [tookAll] = connection.tryEnd(body.subarray(0, ANSWER_TURN_BYTES), bodyBytes);
  unsent.hold(exchange, body, 'own', tookAll);
  after(() => unsent.forget(exchange));
  return unsent;
}

test('a connection that takes everything gets one part in each turn, until the answer has left', async () => {
  const connection = new Connection();
  const unsent = held(connection, 3 * ANSWER_TURN_BYTES + UWS_CORK_BYTES + 5);
  for (let turn = 1; turn <= 3; turn++) {
    assert.equal(connection.taken.length, turn, `the turn ${turn} wrote its own part alone`);
    await turnEnd();
  }
  await turnEnd();
  assert.ok(Math.max(...connection.taken) <= ANSWER_TURN_BYTES);
  assert.equal(connection.offset, 3 * ANSWER_TURN_BYTES + UWS_CORK_BYTES + 5);
  assert.equal(unsent.size, 0);
});

test('a connection that takes no more is not offered the rest in each turn', async () => {
  const connection = new Connection(ANSWER_TURN_BYTES + 10);
  const unsent = held(connection, 4 * ANSWER_TURN_BYTES);
  for (let turn = 0; turn < 5; turn++) await turnEnd();
  assert.deepEqual(connection.taken, [ANSWER_TURN_BYTES, 10]);
  assert.equal(unsent.size, 1);
});

test('without room a reader gets the rest at once, and only one that does not take it is cut', () => {
  // one held answer may always be as large as it is, so there is no room only behind another
  const limits = { bytes: -1, bytesPerAddress: -1 };
  const reader = new Connection();
  assert.equal(heldBehindAnother(reader, limits).size, 1);
  assert.equal(reader.offset, 4 * ANSWER_TURN_BYTES);
  assert.equal(reader.isClosed, false);
  const stalled = new Connection(ANSWER_TURN_BYTES);
  heldBehindAnother(stalled, limits);
  assert.equal(stalled.isClosed, true);
});

/** The answer of `connection` comes while another one is held. */
function heldBehindAnother(connection: Connection, limits: Partial<UnsentLimits>) {
  const unsent = held(new Connection(0), 4 * ANSWER_TURN_BYTES, limits);
  const exchange = new Exchange(connection as unknown as HttpResponse, 0, 0);
  const body = new Uint8Array(4 * ANSWER_TURN_BYTES);
  const [tookAll] = connection.tryEnd(body.subarray(0, ANSWER_TURN_BYTES), body.length);
  unsent.hold(exchange, body, 'own', tookAll);
  return unsent;
}
