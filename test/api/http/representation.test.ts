import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { after, afterEach, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import {
  MAX_COMPRESSIONS_AT_ONCE,
  MIN_COMPRESSED_ANSWER_BYTES,
  MIN_COMPRESSED_BYTES,
} from '../../../src/limits/http.js';
import { chooseEncoding, Compressor, type Representation } from '../../../src/http/representation.js';
import { sign } from '../../support/client.js';
import { CHARGES, SERVICE, startFrontEnd, type TestFrontEnd } from '../../support/front-end.js';
import { RawConnection, rawRequest, responsesIn } from '../../support/raw.js';
import { mount, type Mounted } from './mount.js';
import type { Exchange } from '../../../src/http/exchange.js';

interface BinaryReply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** The body decoded according to its Content-Encoding. */
function fetchFrom(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<BinaryReply> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...(body === '' ? {} : { 'content-length': String(body.length) }), ...headers },
        agent: false,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const encoding = incoming.headers['content-encoding'];
          const plain =
            encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
          resolve({ status: incoming.statusCode!, headers: incoming.headers, bytes, text: plain.toString('utf8') });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const ETAG = 'W/"abc"';
const textOf = (bytes: number): string =>
  JSON.stringify({ success: true, city: 'Kōchi', list: 'pincode 682001, '.repeat(bytes) })
    .slice(0, bytes - 2)
    .concat('"}');
const SMALL = textOf(200);
const LARGE = textOf(20_000);
// takes tens of milliseconds to compress
const HUGE = textOf(8_000_000);

async function until(condition: () => boolean): Promise<void> {
  while (!condition())
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
}

describe('the choice of an encoding', () => {
  it('prefers brotli to gzip, unless the caller weighs them differently', () => {
    const cases: Record<string, string | null> = {
      '': null,
      'gzip, deflate, br, zstd': 'br',
      'br': 'br',
      'gzip': 'gzip',
      'GZIP': 'gzip',
      '*': 'br',
      'br;q=0.5, gzip': 'gzip',
      'br;q=0, *': 'gzip',
      'br;q=0, gzip;q=0': null,
      'identity': null,
      'identity, gzip;q=0.1': null,
      'gzip, identity': 'gzip',
      'deflate': null,
      'zstd, compress': null,
      'gzip;q=0.001': 'gzip',
      '*;q=0': null,
      ',,,': null,
      'gzip;q=x': null,
      ';q=1': null,
      'gzip;;;;': 'gzip',
      '\u00ff': null,
    };
    for (const [sent, chosen] of Object.entries(cases)) assert.equal(chooseEncoding(sent), chosen, sent);
  });

  it('considers only available encodings', () => {
    assert.equal(chooseEncoding('br, gzip', ['gzip']), 'gzip');
    assert.equal(chooseEncoding('br', ['gzip']), null);
    assert.equal(chooseEncoding('br, gzip', []), null);
  });
});

describe('the compressor', () => {
  it('limits concurrent compressions, and leaves further bodies uncompressed', async () => {
    const compressor = new Compressor();
    const begun = Array.from({ length: MAX_COMPRESSIONS_AT_ONCE }, () => compressor.begin('br', LARGE, false));
    assert.ok(begun.every((each) => each !== null));
    assert.equal(compressor.begin('br', LARGE, false), null);
    for (const each of begun) assert.equal(brotliDecompressSync(await each!.bytes).toString('utf8'), LARGE);
    assert.equal((await compressor.begin('gzip', LARGE, false)!.bytes).length < LARGE.length, true);
  });
});

describe('representations', () => {
  let server: Mounted;
  let shown: Representation;
  let extraHeaders: readonly string[] | null = null;
  before(async () => {
    server = await mount((respond) => {
      const show = (exchange: Exchange): void => {
        exchange.extraHeaders = extraHeaders;
        respond.represent(exchange, shown);
      };
      return [
        { method: 'GET', path: '/open', access: 'probe', handle: show },
        { method: 'GET', path: '/signed', access: 'signed', handle: show },
        {
          method: 'GET',
          path: '/later',
          access: 'probe',
          handle: (exchange) => {
            setImmediate(show, exchange);
          },
        },
        {
          method: 'GET',
          path: '/twice',
          access: 'probe',
          handle: (exchange) => {
            show(exchange);
            show(exchange);
          },
        },
        { method: 'GET', path: '/created', access: 'probe', handle: (exchange) => respond.send(exchange, 201, '{}') },
        { method: 'GET', path: '/nothing', access: 'probe', handle: (exchange) => respond.sendNothing(exchange) },
      ];
    });
    show(SMALL);
  });
  after(() => server.close());
  afterEach(() => {
    assert.deepEqual(server.errors, []);
    assert.equal(server.metrics.inFlight.count, 0);
    server.respond.draining = false;
    extraHeaders = null;
    show(SMALL);
  });
  const show = (body: string | Uint8Array, changes: Partial<Representation> = {}): void => {
    shown = { body, etag: ETAG, cacheControl: 'private, no-cache', ...changes };
  };
  const get = (path: string, headers: Record<string, string> = {}): Promise<BinaryReply> =>
    fetchFrom(server.port, path, headers);

  it('have headers that describe them and how long they may be kept', async () => {
    extraHeaders = ['X-Extra', 'yes'];
    const { status, headers, text } = await get('/open');
    assert.deepEqual([status, text], [200, SMALL]);
    assert.deepEqual(
      [headers.etag, headers['cache-control'], headers.vary, headers['content-type'], headers['x-extra']],
      [ETAG, 'private, no-cache', 'Accept-Encoding', 'application/json', 'yes'],
    );
    show(SMALL, { vary: 'X-Service-Id, X-Partner-Id', contentType: 'text/html' });
    const other = await get('/open');
    assert.deepEqual(
      [other.headers.vary, other.headers['content-type']],
      ['X-Service-Id, X-Partner-Id, Accept-Encoding', 'text/html'],
    );
  });

  it('are a 304 without a body for a caller that has them', async () => {
    for (const sent of [ETAG, '"abc"', '*', '"x", W/"abc" , "y"', '"x","abc"']) {
      const { status, headers, bytes } = await get('/signed', {
        'if-none-match': sent,
        'accept-encoding': 'br',
        'x-request-id': 'mine',
        ...server.signed('GET', '/signed', SERVICE),
      });
      assert.equal(status, 304, sent);
      assert.equal(bytes.length, 0);
      assert.deepEqual(
        [headers.etag, headers['cache-control'], headers.vary, headers['x-request-id']],
        [ETAG, 'private, no-cache', 'Accept-Encoding', 'mine'],
      );
      assert.equal(headers['x-ratelimit-limit'], '1000');
      for (const absent of ['content-type', 'content-length', 'content-encoding', 'transfer-encoding'])
        assert.equal(headers[absent], undefined, absent);
    }
  });

  it('are complete for a caller that has others, or wants them again', async () => {
    const others: Record<string, string>[] = [
      { 'if-none-match': '"abd"' },
      { 'if-none-match': 'abc' },
      { 'if-none-match': '' },
      { 'if-none-match': 'W/"ABC"' },
      { 'if-none-match': '"abc' },
      { 'if-modified-since': new Date().toUTCString() },
    ];
    for (const headers of others) {
      const { status, text } = await get('/open', headers);
      assert.deepEqual([status, text], [200, SMALL], JSON.stringify(headers));
    }
  });

  it('keep the connection in step after a 304, also when requests are pipelined', async () => {
    const connection = await RawConnection.open(server.port);
    const matching = rawRequest('GET', '/open', ['Host: a', `If-None-Match: ${ETAG}`]);
    const whole = rawRequest('GET', '/open', ['Host: a']);
    const end = /HTTP\/1\.1 304 Not Modified\r\n(?:[^\r]+\r\n)+\r\n$/;
    await connection.send(matching);
    const first = await connection.until(end);
    await connection.send(matching);
    const second = await connection.until(new RegExp(`304 [^]*${end.source}`));
    assert.ok(second.length > first.length);
    await connection.send(matching + whole + matching + matching + whole);
    const received = await connection.until(/(?:\{[^]*\}[^]*){2}$/);
    assert.deepEqual(
      [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['304', '304', '304', '200', '304', '304', '200'],
    );
    connection.destroy();
  });

  it('keep it in step after a 304 in a later turn', async () => {
    const connection = await RawConnection.open(server.port);
    for (let round = 1; round <= 3; round++) {
      await connection.send(rawRequest('GET', '/later', ['Host: a', 'If-None-Match: *']));
      await connection.until(new RegExp(`(?:HTTP/1\\.1 304 Not Modified\\r\\n(?:[^\\r]+\\r\\n)+\\r\\n){${round}}$`));
    }
    await connection.send(rawRequest('GET', '/later', ['Host: a']));
    assert.match(await connection.until(/\}$/), /HTTP\/1\.1 200 /);
    connection.destroy();
  });

  it('close the connection after a 304 when the caller asks for that', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.send(rawRequest('GET', '/open', ['Host: a', 'If-None-Match: *', 'Connection: close']));
    assert.match(await connection.untilClosed(), /^HTTP\/1\.1 304 [^]*\r\n\r\n$/);
  });

  it('are complete while shutting down, and close the connection', async () => {
    for (const path of ['/open', '/later']) {
      const connection = await RawConnection.open(server.port);
      server.respond.draining = true;
      await connection.send(rawRequest('GET', path, ['Host: a', 'If-None-Match: *']));
      const received = await connection.untilClosed();
      assert.match(received, /^HTTP\/1\.1 200 [^]*connection: close/i);
      assert.equal(responsesIn(received).length, 1);
    }
  });

  it('are compressed as the caller prefers, with one ETag for all encodings', async () => {
    for (const body of [LARGE, Buffer.from(LARGE)]) {
      show(body, { vary: 'Origin' });
      for (const [accepted, encoding] of [
        ['gzip, br', 'br'],
        ['gzip', 'gzip'],
        ['identity', undefined],
        ['', undefined],
      ] as const) {
        const { status, headers, bytes, text } = await get(
          '/open',
          accepted === '' ? {} : { 'accept-encoding': accepted },
        );
        assert.deepEqual(
          [status, headers['content-encoding'], headers.etag, headers.vary, headers['content-type']],
          [200, encoding, ETAG, 'Origin, Accept-Encoding', 'application/json'],
        );
        assert.equal(text, LARGE);
        assert.equal(Number(headers['content-length']), bytes.length);
        if (encoding !== undefined) assert.ok(bytes.length < Buffer.byteLength(LARGE) / 4);
      }
    }
  });

  it('are compressed above a size, in bytes', async () => {
    for (const [body, encoding] of [
      ['x'.repeat(MIN_COMPRESSED_BYTES - 1), undefined],
      ['x'.repeat(MIN_COMPRESSED_BYTES), 'br'],
      ['é'.repeat(MIN_COMPRESSED_BYTES / 2), 'br'],
    ] as const) {
      show(body);
      const { headers, text } = await get('/open', { 'accept-encoding': 'br' });
      assert.deepEqual([headers['content-encoding'], text], [encoding, body]);
      assert.equal(headers.vary, 'Accept-Encoding');
    }
  });

  it('use their precompressed form, and are not compressed otherwise', async () => {
    const gzip = gzipSync(SMALL);
    show(SMALL, { encoded: { gzip } });
    const compressed = await get('/open', { 'accept-encoding': 'br, gzip' });
    assert.deepEqual(
      [compressed.headers['content-encoding'], compressed.bytes, compressed.text],
      ['gzip', gzip, SMALL],
    );
    assert.equal((await get('/open', { 'accept-encoding': 'br' })).headers['content-encoding'], undefined);
    show(LARGE, { encoded: {} });
    const plain = await get('/open', { 'accept-encoding': 'br, gzip' });
    assert.deepEqual(
      [plain.headers['content-encoding'], plain.text, plain.headers.vary],
      [undefined, LARGE, 'Accept-Encoding'],
    );
  });

  it('keep the connection in step after they were compressed', async () => {
    show('x'.repeat(50_000));
    const connection = await RawConnection.open(server.port);
    for (let round = 1; round <= 3; round++) {
      await connection.send(rawRequest('GET', '/open', ['Host: a', 'Accept-Encoding: br']));
      const received = await connection.until(new RegExp(`(?:HTTP/1\\.1 200 [^]*?\r\n\r\n[^]+?){${round}}$`));
      assert.equal(responsesIn(received).length, round);
    }
    connection.destroy();
  });

  it('close the connection when the server begins to shut down while they are compressed', async () => {
    show(HUGE);
    const connection = await RawConnection.open(server.port);
    await connection.send(rawRequest('GET', '/open', ['Host: a', 'Accept-Encoding: br']));
    await until(() => server.metrics.inFlight.count === 1);
    server.respond.draining = true;
    assert.match(await connection.untilClosed(), /^HTTP\/1\.1 200 [^]*content-encoding: br[^]*connection: close/i);
  });

  it('are dropped when the client disconnects while they are compressed', async () => {
    show(HUGE);
    const connection = await RawConnection.open(server.port);
    await connection.send(rawRequest('GET', '/open', ['Host: a', 'Accept-Encoding: br']));
    await until(() => server.metrics.inFlight.count === 1);
    connection.destroy();
    await until(() => server.metrics.inFlight.count === 0);
    const { values } = await server.metrics.rejected.get();
    assert.equal(values.find(({ labels }) => labels.reason === 'CLIENT_ABORTED')?.value, 1);
    show(LARGE);
    assert.equal((await get('/open', { 'accept-encoding': 'br' })).text, LARGE);
  });

  it('are answered once', async () => {
    for (const ifNoneMatch of ['', '*']) await get('/twice', { 'if-none-match': ifNoneMatch });
    show(LARGE);
    assert.equal((await get('/twice', { 'accept-encoding': 'br' })).text, LARGE);
  });

  it('do not affect created or empty answers', async () => {
    const created = await RawConnection.open(server.port);
    await created.send(rawRequest('GET', '/created', ['Host: a']));
    assert.match(await created.until(/\}$/), /^HTTP\/1\.1 201 Created\r\n/);
    await created.send(rawRequest('GET', '/nothing', ['Host: a']));
    const nothing = (await created.until(/204[^]*\r\n\r\n$/)).split('{}')[1]!;
    assert.match(nothing, /^HTTP\/1\.1 204 No Content\r\n/);
    assert.doesNotMatch(nothing, /content-length|content-type|transfer-encoding/i);
    await created.send(rawRequest('GET', '/open', ['Host: a']));
    await created.until(/\}$/);
    server.respond.draining = true;
    await created.send(rawRequest('GET', '/nothing', ['Host: a']));
    assert.match((await created.untilClosed()).split('}').at(-1)!, /^HTTP\/1\.1 200 OK\r\n[^]*content-length: 0/i);
  });
});

describe('answers that are not representations', () => {
  let server: TestFrontEnd;
  before(async () => {
    server = await startFrontEnd();
  });
  after(() => server.frontEnd.close(0));
  const ask = (headers: Record<string, string> = {}): Promise<BinaryReply> =>
    fetchFrom(
      server.port,
      CHARGES,
      { 'content-type': 'application/json', ...sign('POST', CHARGES, SERVICE, server.signing()), ...headers },
      'POST',
      '{}',
    );

  it('always have no-store', async () => {
    for (const path of ['/health', '/health/live', '/health/ready', '/health/info', '/metrics', '/nowhere', CHARGES]) {
      const { headers } = await fetchFrom(server.port, path);
      assert.deepEqual(
        [headers['cache-control'], headers.etag, headers.vary],
        ['no-store', undefined, undefined],
        path,
      );
    }
    const { status, headers } = await ask({ 'if-none-match': '*' });
    assert.deepEqual(
      [status, headers['cache-control'], headers.vary, headers['content-encoding']],
      [200, 'no-store', undefined, undefined],
    );
    const connection = await RawConnection.open(server.port);
    await connection.send(rawRequest('POST', CHARGES, ['Host: a', 'Content-Length: 2', 'Content-Length: 2'], '{}'));
    assert.match(await connection.untilClosed(), /^HTTP\/1\.1 400 [^]*cache-control: no-store/i);
  });

  it('of the pool are compressed when large, from a copy of the bytes that are only lent', async () => {
    const { ask: echo } = server.pool;
    const answered = async (length: number): Promise<BinaryReply> => {
      server.pool.ask = ({ answer }) => {
        const lent = new Uint8Array(new SharedArrayBuffer(length)).fill(0x61);
        answer({ status: 200, body: lent });
        lent.fill(0x62);
        return true;
      };
      return ask({ 'accept-encoding': 'gzip' });
    };
    const large = await answered(MIN_COMPRESSED_ANSWER_BYTES);
    assert.deepEqual(
      [large.headers['content-encoding'], large.headers.vary, large.headers['cache-control']],
      ['gzip', 'Accept-Encoding', 'no-store'],
    );
    assert.equal(large.text, 'a'.repeat(MIN_COMPRESSED_ANSWER_BYTES));
    const small = await answered(MIN_COMPRESSED_ANSWER_BYTES - 1);
    assert.deepEqual(
      [small.headers['content-encoding'], small.text],
      [undefined, 'a'.repeat(MIN_COMPRESSED_ANSWER_BYTES - 1)],
    );
    server.pool.ask = echo;
  });

  it('of the pool are not compressed, however large, for a caller that accepts no encoding', async () => {
    const { ask: echo } = server.pool;
    const body = 'x'.repeat(100_000);
    server.pool.ask = ({ answer }) => {
      answer({ status: 200, body: Buffer.from(body) });
      return true;
    };
    const { headers, text } = await ask();
    assert.deepEqual([headers['content-encoding'], headers.vary, text], [undefined, 'Accept-Encoding', body]);
    server.pool.ask = echo;
  });
});
