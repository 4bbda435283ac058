import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { sign } from '../../support/client.js';
import { CHARGES, SERVICE, startFrontEnd, type TestFrontEnd } from '../../support/front-end.js';
import { PARSER } from '../../support/parser.js';
import { RawConnection, rawRequest, responsesIn } from '../../support/raw.js';

describe('framing', () => {
  let server: TestFrontEnd;
  before(async () => {
    server = await startFrontEnd();
  });
  after(() => server.frontEnd.close(0));
  beforeEach(() => {
    server.jobs.length = 0;
  });

  const BODY = '{"weight":1}';
  const lines = (...extra: string[]): string[] => [
    'Host: pinrate',
    'Content-Type: application/json',
    ...Object.entries(sign('POST', CHARGES, SERVICE, server.signing())).map(([name, value]) => `${name}: ${value}`),
    ...extra,
  ];
  const withLength = (...extra: string[]): string[] => lines(`Content-Length: ${BODY.length}`, ...extra);

  async function exchange(...segments: (string | Buffer)[]): Promise<string> {
    const connection = await RawConnection.open(server.port);
    for (const segment of segments) await connection.send(segment);
    return connection.untilClosed();
  }

  it('answers a well-formed request and keeps the connection', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.send(rawRequest('POST', CHARGES, withLength(), BODY));
    const first = responsesIn(await connection.until(/\}$/))[0]!;
    assert.equal(first.status, 200);
    assert.equal(first.json!['body'], BODY);
    assert.doesNotMatch(first.head, /connection: close/i);
    await connection.send(rawRequest('POST', CHARGES, withLength(), BODY));
    await connection.until(/\}HTTP[^]*\}$/);
    assert.equal(server.jobs.length, 2);
    connection.destroy();
  });

  const TWO_HOSTS = { 'two Hosts': () => rawRequest('POST', CHARGES, withLength('Host: other'), BODY) };
  const refusals: Record<string, () => string> = {
    'two different Content-Lengths': () => rawRequest('POST', CHARGES, withLength('Content-Length: 3'), BODY),
    'two equal Content-Lengths': () => rawRequest('POST', CHARGES, withLength(`Content-Length: ${BODY.length}`), BODY),
    'an empty Content-Length': () => rawRequest('POST', CHARGES, lines('Content-Length:'), BODY),
    'a Transfer-Encoding other than chunked': () =>
      rawRequest('POST', CHARGES, lines('Transfer-Encoding: gzip'), '0\r\n\r\n'),
    'a list of Transfer-Encodings': () =>
      rawRequest('POST', CHARGES, lines('Transfer-Encoding: gzip, chunked'), '0\r\n\r\n'),
    'two Transfer-Encodings': () =>
      rawRequest('POST', CHARGES, lines('Transfer-Encoding: chunked', 'Transfer-Encoding: identity'), '0\r\n\r\n'),
    ...(!PARSER.refusesTwoHosts && TWO_HOSTS),
    'a POST without any length': () => rawRequest('POST', CHARGES, lines()),
    'a Content-Length that an empty header name hides': () =>
      rawRequest('POST', CHARGES, lines(': x', `Content-Length: ${BODY.length}`), BODY),
    ...Object.fromEntries(
      ['x-service-id', 'x-timestamp', 'x-signature'].map((name) => [
        `two ${name} headers`,
        () => rawRequest('POST', CHARGES, withLength(`${name}: other`), BODY),
      ]),
    ),
    'two x-partner-id headers': () => rawRequest('GET', '/health', ['Host: a', 'x-partner-id: a', 'x-partner-id: a']),
    'two x-content-sha256 headers': () =>
      rawRequest('GET', '/health', ['Host: a', 'x-content-sha256: a', 'X-Content-SHA256: a']),
  };
  for (const [name, text] of Object.entries(refusals)) {
    it(`refuses ${name} with MALFORMED_REQUEST and closes`, async () => {
      const responses = responsesIn(await exchange(text()));
      assert.equal(responses.length, 1);
      assert.equal(responses[0]!.status, 400);
      assert.match(responses[0]!.head, /connection: close/i);
      const { error } = responses[0]!.json as { error: { code: string; details: string } };
      assert.equal(error.code, 'MALFORMED_REQUEST');
      assert.equal(typeof error.details, 'string');
      assert.equal(server.jobs.length, 0);
    });
  }

  // uWS answers these by itself, before any handler, with a page of its own.
  const refusedByParser: Record<string, () => string | Buffer> = {
    'Content-Length with Transfer-Encoding': () =>
      rawRequest('POST', CHARGES, withLength('Transfer-Encoding: chunked'), '0\r\n\r\n'),
    'a negative Content-Length': () => rawRequest('POST', CHARGES, lines('Content-Length: -1')),
    'a Content-Length with a sign': () => rawRequest('POST', CHARGES, lines('Content-Length: +5')),
    'a Content-Length with a comma': () => rawRequest('POST', CHARGES, lines('Content-Length: 5, 5')),
    'a Content-Length beyond all integers': () =>
      rawRequest('POST', CHARGES, lines(`Content-Length: ${'9'.repeat(30)}`)),
    ...(PARSER.refusesTwoHosts && TWO_HOSTS),
    'no Host': () => rawRequest('GET', '/health', ['Accept: */*']),
    'bare line feeds': () => 'GET /health HTTP/1.1\nHost: a\n\n',
    'HTTP/1.0': () => 'GET /health HTTP/1.0\r\n\r\n',
    'an absolute target': () => rawRequest('GET', 'http://a/health', ['Host: a']),
    'an asterisk target': () => rawRequest('OPTIONS', '*', ['Host: a']),
    'a TLS hello': () => Buffer.from('16030100fa010000f60303aabbccdd0d0a0d0a', 'hex'),
    'headers over 4 kB': () => rawRequest('GET', '/health', ['Host: a', `X-A: ${'a'.repeat(9_000)}`]),
    'a hundred and fifty headers': () =>
      rawRequest('GET', '/health', ['Host: a', ...new Array<string>(150).fill('X-A: a')]),
    'a chunk size that is no number': () =>
      rawRequest('POST', CHARGES, lines('Transfer-Encoding: chunked'), 'zz\r\nhello\r\n0\r\n\r\n'),
  };
  for (const [name, text] of Object.entries(refusedByParser)) {
    it(`closes on ${name}`, async () => {
      const received = await exchange(text());
      assert.match(received, /^HTTP\/1\.1 (400|431|505) /);
      assert.equal(responsesIn(received).length, 1);
      assert.equal(server.jobs.length, 0);
    });
  }

  for (const [name, text] of Object.entries({ ...refusals, ...refusedByParser })) {
    it(`never runs a request smuggled behind ${name}`, async () => {
      const smuggled = rawRequest('POST', CHARGES, withLength(), BODY);
      const received = await exchange(Buffer.concat([Buffer.from(text()), Buffer.from(smuggled)]));
      assert.ok(responsesIn(received).length <= 1);
      assert.doesNotMatch(received, /HTTP\/1\.1 200/);
      assert.equal(server.jobs.length, 0);
    });
  }

  it('accepts chunked bodies, in any case and in pieces', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.send(rawRequest('POST', CHARGES, lines('Transfer-Encoding: Chunked')));
    await connection.send(`5\r\n${BODY.slice(0, 3)}`);
    await connection.send(`${BODY.slice(3, 5)}\r\n${(BODY.length - 5).toString(16)}\r\n${BODY.slice(5)}\r\n`);
    await connection.send('0\r\n\r\n');
    const [response] = responsesIn(await connection.until(/\}$/));
    assert.equal(response!.status, 200);
    assert.equal(response!.json!['body'], BODY);
    connection.destroy();
  });

  // Smuggling uses what one parser reads as a header and another does not: neither build runs any of it.
  const brokenHeaderLines: Record<string, string> = {
    'a space before the colon': 'X-A : a',
    "a space before Transfer-Encoding's colon": 'Transfer-Encoding : chunked',
    'no colon': 'X-A',
    'a folded value': 'X-A: a\r\n b',
    'a space before the name': ' X-A: a',
    'a space within the name': 'X A: a',
    'a name with a parenthesis': 'X(A): a',
    'a name that is not ASCII': 'X-\u00e9: a',
    'a NUL in a value': 'X-A: a\0b',
    'a control character in a value': 'X-A: a\u0001b',
    'a line feed alone': 'X-A: a\nX-B: b',
  };
  for (const [name, line] of Object.entries(brokenHeaderLines)) {
    it(`closes on a header line with ${name}, and runs nothing behind it`, async () => {
      const behind = rawRequest('POST', CHARGES, withLength(), BODY).repeat(20);
      const received = await exchange(
        Buffer.from(rawRequest('POST', CHARGES, withLength(line), BODY) + behind, 'latin1'),
      );
      assert.deepEqual(
        responsesIn(received).map(({ status }) => status),
        [PARSER.brokenHeaderStatus],
      );
      assert.equal(server.jobs.length, 0);
    });
  }

  it('survives a valid request split at every offset: an answer, or the known 505 of the older build', async () => {
    const text = rawRequest('POST', CHARGES, withLength(), BODY);
    const outcomes = { answered: 0, unsupported: 0 };
    const attempt = async (offset: number): Promise<void> => {
      const connection = await RawConnection.open(server.port);
      await connection.send(text.slice(0, offset));
      // one full turn of the server between the halves: it answers another connection meanwhile
      const other = await RawConnection.open(server.port);
      await other.send(rawRequest('GET', '/health/live', ['Host: a']));
      await other.until(/\}$/);
      other.destroy();
      await connection.send(text.slice(offset)).catch(() => {});
      const received = await connection.until(/\}$|<\/i>$/);
      if (received.startsWith('HTTP/1.1 505 ')) {
        outcomes.unsupported += 1;
        await connection.untilClosed();
      } else {
        assert.equal(responsesIn(received)[0]!.status, 200, `split at ${offset}`);
        outcomes.answered += 1;
      }
      connection.destroy();
    };
    const offsets = Array.from({ length: text.length - 1 }, (_, index) => index + 1);
    for (let i = 0; i < offsets.length; i += 16) await Promise.all(offsets.slice(i, i + 16).map(attempt));
    assert.equal(outcomes.answered + outcomes.unsupported, text.length - 1);
    assert.equal(outcomes.unsupported === 0, PARSER.joinsRequestLine);
    assert.ok(
      outcomes.unsupported <= 'HTTP/1.1'.length + CHARGES.length + 'POST '.length,
      `only within the request line: ${outcomes.unsupported}`,
    );
    assert.equal(server.metrics.inFlight.count, 0);
  });

  it('answers odd but legal requests without a crash', async () => {
    const connection = await RawConnection.open(server.port);
    await connection.send(
      rawRequest('GET', '/health/live', [
        'Host:  padded  ',
        'X-Empty:',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Key: x',
      ]),
    );
    assert.match(await connection.until(/\}$/), /^HTTP\/1\.1 200 /);
    connection.destroy();
  });
});
