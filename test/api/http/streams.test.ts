/** Answers that are sent line by line, as fast as the caller takes them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import { API_PREFIX, contract } from '../../../src/contract/contract.js';
import { answer, implement } from '../../../src/control/operations/operation.js';
import { Streams } from '../../../src/control/streams.js';
import {
  LONGEST_TURN_MS,
  MAX_STREAMS,
  MAX_STREAMS_OF_CALLER,
  STREAM_PART_CHARACTERS,
} from '../../../src/limits/control.js';
import { until } from '../../support/until.js';
import { type Operated, startOperated } from './operated.js';

const PATH = `${API_PREFIX}/rows`;
const TABLES = `${API_PREFIX}/tables`;
const CALLER = { kind: 'service', id: 'main-system' } as const;
const LINE = 'y'.repeat(99);
const PART_LINES = Math.ceil(STREAM_PART_CHARACTERS / 100);

/** How many answers and lines were made, and whether the rest was dropped. */
const made = { handled: 0, lines: 0, dropped: 0 };

function* rows(count: number, failsAt: number): Generator<string> {
  let isComplete = false;
  try {
    for (let row = 0; row < count; row++) {
      if (row === failsAt) throw new Error('a row cannot be read');
      made.lines += 1;
      yield row === 0 ? 'ü' : LINE;
    }
    isComplete = true;
  } finally {
    if (!isComplete) made.dropped += 1;
  }
}

const listRows = implement(
  contract({
    id: 'listRows',
    path: PATH,
    tag: 'Partners',
    summary: 'Rows',
    description: 'Rows.',
    query: Type.Object({ count: Type.Integer(), failsAt: Type.Integer({ default: -1 }) }),
    answer: Type.Object({ data: Type.Unknown() }),
    mediaType: 'application/x-ndjson',
    streams: ['text/csv'],
  }),
  ({ query: { count, failsAt } }) => {
    made.handled += 1;
    return { ok: true, lines: rows(count, failsAt) };
  },
);

const listTables = implement(
  contract({
    id: 'listTables',
    path: `${API_PREFIX}/tables`,
    tag: 'Partners',
    summary: 'Tables',
    description: 'Tables.',
    answer: Type.Object({ mediaType: Type.String() }),
    streams: ['application/x-ndjson', 'text/csv'],
  }),
  ({ mediaType }) => answer({ mediaType }),
);

let front: Operated;
before(async () => {
  front = await startOperated([listRows, listTables]);
});
after(() => front.frontEnd.close(0));

const bodyOf = (count: number): string =>
  Array.from({ length: count }, (_, row) => `${row === 0 ? 'ü' : LINE}\n`).join('');

/** Resolves with the answer when its head has arrived; nothing of its body is read before the test does. */
async function open(path: string): Promise<IncomingMessage> {
  const outgoing = get({ host: '127.0.0.1', port: front.port, path, headers: front.signed('GET', path), agent: false });
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return incoming;
}

describe('a streamed answer', () => {
  for (const count of [0, 1, PART_LINES, PART_LINES + 1, 100_000]) {
    it(`has all of ${count} lines`, async () => {
      const { status, headers, text } = await front.send('GET', `${PATH}?count=${count}`);
      assert.deepEqual([status, headers['content-type']], [200, 'application/x-ndjson']);
      assert.match(headers.vary!, /Accept/);
      assert.ok(text === bodyOf(count));
      assert.equal(front.operator.streams.size, 0);
    });
  }

  it('answers HEAD without the lines', async () => {
    const { status, text } = await front.send('HEAD', `${PATH}?count=100000`);
    assert.deepEqual([status, text], [200, '']);
    await until(() => front.operator.streams.size === 0);
  });

  it('is made no faster than it is read, and completely for a slow reader', async (t) => {
    made.lines = 0;
    const count = 400_000;
    const incoming = await open(`${PATH}?count=${count}`);
    t.after(() => incoming.destroy());
    // until nothing has been made for a while
    for (let soFar = -1; soFar !== made.lines; await sleep(200)) soFar = made.lines;
    assert.ok(made.lines < count / 2, `${made.lines} lines were made for a caller that reads nothing`);
    let bytes = 0;
    for await (const chunk of incoming) {
      bytes += (chunk as Buffer).length;
      await sleep(0);
    }
    assert.deepEqual([bytes, incoming.complete], [100 * (count - 1) + 3, true]);
  });

  it('is dropped when the caller goes away', async () => {
    made.dropped = 0;
    const incoming = await open(`${PATH}?count=1000000`);
    incoming.destroy();
    await until(() => made.dropped === 1 && front.operator.streams.size === 0);
    assert.equal(front.metrics.inFlight.count, 0);
  });

  it('is cut off, not completed, when a line cannot be made', async () => {
    const incoming = await open(`${PATH}?count=100000&failsAt=60000`);
    await assert.rejects(async () => {
      for await (const chunk of incoming) void chunk;
    });
    await until(() => front.operator.streams.size === 0);
    assert.deepEqual(
      front.errors.splice(0).map(({ msg }) => msg),
      ['an answer was not completed'],
    );
  });

  it('that fails with its first lines is an ordinary failure', async () => {
    const { status, json } = await front.send('GET', `${PATH}?count=10&failsAt=5`);
    assert.deepEqual([status, json.error.code], [500, 'INTERNAL_ERROR']);
    assert.deepEqual(
      front.errors.splice(0).map(({ msg }) => msg),
      ['request failed', 'request'],
    );
  });

  it('shares its connection with later requests', async () => {
    const socket = connect(front.port, '127.0.0.1');
    const path = `${PATH}?count=10000`;
    const headers = Object.entries({ host: 'x', ...front.signed('GET', path) }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    const request = `GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`;
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.write(request);
    await until(() => text.endsWith('\r\n0\r\n\r\n'));
    text = '';
    socket.write(request);
    await until(() => text.endsWith('\r\n0\r\n\r\n'));
    assert.ok(text.startsWith('HTTP/1.1 200 OK\r\n'));
    socket.destroy();
  });
});

describe('the media type of an answer', () => {
  for (const [accept, mediaType] of [
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['text/csv', 'text/csv'],
    ['text/*', 'text/csv'],
    ['Text/CSV; charset=utf-8', 'text/csv'],
    ['text/csv; header=present; q=0.5, application/json;v=1; q=0.4', 'text/csv'],
    ['application/x-ndjson, application/json;q=0.9', 'application/x-ndjson'],
    ['application/x-ndjson;q=0.1, text/csv;q=0.2', 'text/csv'],
    ['application/json, text/csv;q=0', 'application/json'],
    ['text/html', 'application/json'],
    [',;=', 'application/json'],
  ] as const)
    it(`is ${mediaType} for Accept: ${accept ?? '(none)'}`, async () => {
      const path = `${API_PREFIX}/tables`;
      const { json } = await front.send('GET', path, accept === undefined ? {} : { headers: { accept } });
      assert.equal(json.mediaType, mediaType);
    });
});

describe('a stream that nobody asks for', () => {
  it('is dropped after a while', async () => {
    made.dropped = 0;
    const streams = new Streams(20, 100);
    const { id, first } = await streams.start({ ok: true, lines: rows(10, -1) }, streams.reserve(CALLER)!);
    assert.equal(first.isLast, false);
    await until(() => streams.size === 0);
    assert.deepEqual([await streams.more(id), made.dropped], [null, 1]);
  });

  it('is dropped when it takes too long as a whole, although it is asked for', async () => {
    made.dropped = 0;
    const streams = new Streams(60_000, 100, 20);
    const { id } = await streams.start({ ok: true, lines: rows(1e9, -1) }, streams.reserve(CALLER)!);
    while ((await streams.more(id)) !== null);
    assert.deepEqual([streams.size, made.dropped], [0, 1]);
  });

  it('is dropped in the middle of a part', async () => {
    let isBegun = false;
    let isDropped = false;
    /** Looks for a line that there is not. */
    const endless = async function* (): AsyncGenerator<readonly string[]> {
      try {
        isBegun = true;
        for (;;) yield [];
      } finally {
        isDropped = true;
      }
    };
    const streams = new Streams();
    const started = streams.start({ ok: true, lines: endless() }, streams.reserve(CALLER)!);
    await until(() => isBegun);
    streams.cancel(1);
    await started;
    await until(() => isDropped && streams.size === 0);
  });
});

describe('parts that are made at the same time', () => {
  it('have their turns one after another', async () => {
    const streams = new Streams(60_000, 100_000_000);
    const working = new Set<number>();
    const turns: number[][] = [];
    /** Takes longer than a turn for each page. */
    const slow = async function* (which: number): AsyncGenerator<readonly string[]> {
      for (let line = 0; line < 3; line++) {
        for (const until = performance.now() + LONGEST_TURN_MS; performance.now() < until;);
        working.add(which);
        yield ['line'];
      }
    };
    const callers = ['a', 'b', 'c', 'd'];
    const all = callers.map((id, which) =>
      streams.start({ ok: true, lines: slow(which) }, streams.reserve({ kind: 'service', id })!),
    );
    let isOver = false;
    void Promise.all(all).then(() => (isOver = true));
    while (!isOver) {
      await turn();
      turns.push([...working]);
      working.clear();
    }
    assert.ok(
      turns.every((those) => those.length <= 1),
      JSON.stringify(turns),
    );
    assert.equal(turns.flat().length, 12);
  });
});

describe('the places of streams', () => {
  it('are at most two of one caller, and free when an answer has ended, failed or was refused', async () => {
    const path = `${PATH}?count=1000000`;
    const others = await Promise.all(Array.from({ length: MAX_STREAMS_OF_CALLER }, () => open(path)));
    made.handled = 0;
    const { status, headers, json } = await front.send('GET', path);
    assert.deepEqual([status, json.error.code, headers['retry-after']], [503, 'OVERLOADED', '1']);
    assert.equal(made.handled, 0, 'it is refused before any work');
    const streams = front.operator.streams;
    const another = streams.reserve({ kind: 'service', id: 'another' });
    another!.free();
    for (const each of others) each.destroy();
    await until(() => streams.size === 0);
    assert.equal((await front.send('GET', `${PATH}?count=1&failsAt=0`)).status, 500);
    assert.equal((await front.send('GET', TABLES, { headers: { accept: 'text/csv' } })).status, 200);
    assert.equal((await front.send('GET', `${PATH}?count=10`)).status, 200);
    assert.equal(streams.size, 0);
    front.errors.splice(0);
  });

  it('are as many as may be under way together', () => {
    const streams = new Streams();
    const places = Array.from({ length: MAX_STREAMS }, (_, id) => streams.reserve({ kind: 'partner', id: `${id}` }));
    assert.ok(places.every((place) => place !== null));
    assert.equal(streams.reserve(CALLER), null);
    places[3]!.free();
    places[3]!.free();
    assert.ok(streams.reserve(CALLER) !== null);
    assert.equal(streams.reserve({ kind: 'partner', id: 'one-more' }), null);
  });
});
