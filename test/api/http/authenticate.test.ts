import assert from 'node:assert/strict';
import { createHash, createHmac, Hmac } from 'node:crypto';
import { after, afterEach, before, describe, it, type TestContext } from 'node:test';
import { VERIFIED_SIGNATURES_REMEMBERED } from '../../../src/limits/rate-limits.js';
import { Authenticator } from '../../../src/http/authenticate.js';
import type { RequestHeaders } from '../../../src/http/headers.js';
import { post, request, sign, type Reply } from '../../support/client.js';
import { mount, NOW_MS, type Mounted } from './mount.js';
import {
  CHARGES,
  PARTNER,
  SERVICE,
  activeCredential,
  secretOf,
  startFrontEnd,
  type TestFrontEnd,
} from '../../support/front-end.js';

const signingNow = { nowSeconds: Math.floor(NOW_MS / 1_000) };

/** A server with one signed GET; `read` has the query of every request that reached it. */
async function readable(t: TestContext): Promise<{ server: Mounted; read: string[] }> {
  const read: string[] = [];
  const server = await mount((respond) => [
    {
      method: 'GET',
      path: '/read',
      access: 'signed',
      handle: (exchange) => {
        read.push(exchange.query);
        respond.send(exchange, 200, '{}');
      },
    },
  ]);
  t.after(() => server.close());
  return { server, read };
}

/** What `details` has, by its reason. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  SIGNATURE_MISMATCH: ['reason', 'signedText', 'serverTime', 'clockDifferenceSeconds', 'signatureFormat', 'callerKind'],
  TIMESTAMP_OUT_OF_RANGE: ['reason', 'serverTime', 'clockDifferenceSeconds', 'acceptedSeconds'],
  BODY_HASH_REQUIRED: ['reason'],
  BODY_HASH_MISMATCH: ['reason'],
};

describe('authentication', () => {
  let server: TestFrontEnd;
  before(async () => {
    server = await startFrontEnd();
  });
  after(() => server.frontEnd.close(0));
  afterEach(() => {
    server.setCredential(activeCredential(SERVICE));
    server.setCredential(activeCredential(PARTNER));
    // a window of the unsigned limit each
    server.clock.nowMs += 60_000;
  });

  const BODY = '{"weight":1}';
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const send = (headers: Record<string, string>, path = CHARGES, body = BODY): Promise<Reply> =>
    request({
      port: server.port,
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const signed = (at = server.signing()): Record<string, string> => sign('POST', CHARGES, SERVICE, at);

  function assertFailed(reply: Reply, reason: string): void {
    assert.equal(reply.status, 401);
    assert.equal(reply.json.success, false);
    assert.equal(reply.json.error.code, 'AUTHENTICATION_FAILED');
    assert.equal(reply.json.error.details.reason, reason);
    assert.deepEqual(Object.keys(reply.json.error.details), MEMBERS[reason]);
    assert.equal(reply.json.error.timestamp, new Date(server.clock.nowMs).toISOString());
    assert.equal(reply.json.error.requestId, reply.json.request_id);
    assert.equal(reply.headers['x-request-id'], reply.json.request_id);
    assert.equal(reply.json.statusCode, 401);
    assert.ok(Number.isInteger(reply.json.execution_time_ms));
  }

  function assertAuthError(reply: Reply, details: string): void {
    assert.equal(reply.status, 401);
    assert.deepEqual(reply.json.error, { code: 'AUTH_ERROR', message: 'Authentication failed', details });
    assert.equal('statusCode' in reply.json, false);
  }

  it('matches a published vector: base64 HMAC-SHA256 of method, target and timestamp', () => {
    const headers = sign(
      'POST',
      CHARGES,
      { kind: 'service', id: 'main-system', secret: 'demo-main-system-secret' },
      { nowSeconds: 1_700_000_000 },
    );
    // printf 'POST/api/v1/shipments/calculate-charges1700000000' |
    //   openssl dgst -sha256 -hmac demo-main-system-secret -binary | base64
    assert.equal(headers['x-signature'], 'PMqVn5uctQ47qFbPcsupH/Sl4YeIdyBJrM5aSGEBw0w=');
  });

  it('accepts service and partner signatures, base64 and hex', async () => {
    for (const credential of [SERVICE, PARTNER]) {
      for (const encoding of ['base64', 'hex'] as const) {
        const reply = await post(server.port, CHARGES, credential, BODY, { ...server.signing(), encoding });
        assert.equal(reply.status, 200);
        assert.equal(reply.json.caller, `${credential.kind}/${credential.id}`);
      }
    }
    const upper = signed();
    upper['x-signature'] = Buffer.from(upper['x-signature']!, 'base64').toString('hex').toUpperCase();
    assert.equal((await send(upper)).status, 200);
  });

  it('refuses missing headers', async () => {
    for (const name of ['x-service-id', 'x-timestamp', 'x-signature']) {
      const headers = signed();
      delete headers[name];
      assertAuthError(await send(headers), 'Missing required authentication headers');
      assertAuthError(await send({ ...headers, [name]: '' }), 'Missing required authentication headers');
    }
    assertAuthError(await send({}), 'Missing required authentication headers');
  });

  it('refuses both ids at once', async () => {
    assertAuthError(
      await send({ ...signed(), 'x-partner-id': PARTNER.id }),
      'Give either x-service-id or x-partner-id, not both',
    );
  });

  it('refuses a signature that is wrong, malformed, of another request or of another credential', async () => {
    const good = signed()['x-signature']!;
    const flipped = Buffer.from(good, 'base64');
    flipped[31]! ^= 1;
    const wrong = [
      flipped.toString('base64'),
      flipped.toString('hex'),
      good.slice(0, -1),
      good.slice(0, -1) + 'A',
      good.replace(/=$/, ''),
      `${good.slice(0, 42)}==`,
      `${good} x`,
      'x',
      '='.repeat(44),
      Buffer.from(good, 'base64').toString('hex').slice(1),
      sign('GET', CHARGES, SERVICE, server.signing())['x-signature']!,
      sign('POST', `${CHARGES}?a=1`, SERVICE, server.signing())['x-signature']!,
      sign('POST', CHARGES, PARTNER, server.signing())['x-signature']!,
    ];
    for (const signature of wrong)
      assertFailed(await send({ ...signed(), 'x-signature': signature }), 'SIGNATURE_MISMATCH');
    assert.equal((await send(signed())).status, 200);
  });

  it('refuses base64 that is not canonical: the bits beyond the last byte must be zero', async () => {
    const good = signed()['x-signature']!;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const sibling = alphabet[alphabet.indexOf(good[42]!) + 1]!;
    const alias = `${good.slice(0, 42)}${sibling}=`;
    assert.deepEqual(Buffer.from(alias, 'base64'), Buffer.from(good, 'base64'));
    assertFailed(await send({ ...signed(), 'x-signature': alias }), 'SIGNATURE_MISMATCH');
  });

  it('refuses an unknown id, and an id of the other kind, like a wrong signature', async () => {
    assertFailed(
      await send(sign('POST', CHARGES, { ...SERVICE, id: 'nobody' }, server.signing())),
      'SIGNATURE_MISMATCH',
    );
    assertFailed(
      await send(sign('POST', CHARGES, { ...SERVICE, kind: 'partner' }, server.signing())),
      'SIGNATURE_MISMATCH',
    );
  });

  it('signs the target with its query exactly as sent, including a bare question mark', async () => {
    for (const target of [`${CHARGES}?`, `${CHARGES}?a=1&b=%20+x`, `${CHARGES}?a=1?b`]) {
      assert.equal((await send(sign('POST', target, SERVICE, server.signing()), target)).status, 200, target);
    }
    assertFailed(await send(signed(), `${CHARGES}?`), 'SIGNATURE_MISMATCH');
    assertFailed(await send(sign('POST', `${CHARGES}?`, SERVICE, server.signing())), 'SIGNATURE_MISMATCH');
  });

  it('accepts a timestamp within the skew in both directions, and refuses one a second beyond it', async () => {
    const { nowSeconds } = server.signing();
    for (const skew of [-300, 300]) assert.equal((await send(signed({ nowSeconds: nowSeconds + skew }))).status, 200);
    for (const skew of [-301, 301, -1_000_000])
      assertFailed(await send(signed({ nowSeconds: nowSeconds + skew })), 'TIMESTAMP_OUT_OF_RANGE');
  });

  it('accepts only digits as a timestamp', async () => {
    const { nowSeconds } = server.signing();
    for (const timestamp of [
      `${nowSeconds}.0`,
      `+${nowSeconds}`,
      `-${nowSeconds}`,
      `0x${nowSeconds.toString(16)}`,
      `${nowSeconds}e0`,
      `${nowSeconds}000`,
      `0${nowSeconds}`,
      'NaN',
      'Infinity',
      '9'.repeat(400),
    ]) {
      assertFailed(await send({ ...signed(), 'x-timestamp': timestamp }), 'TIMESTAMP_OUT_OF_RANGE');
    }
  });

  it('stops accepting a remembered signature when its timestamp has aged', async () => {
    const headers = signed();
    assert.equal((await send(headers)).status, 200);
    assert.equal((await send(headers)).status, 200);
    server.clock.nowMs += 301_000;
    assertFailed(await send(headers), 'TIMESTAMP_OUT_OF_RANGE');
  });

  it('never accepts a remembered signature for another request', async () => {
    const headers = signed();
    assert.equal((await send(headers)).status, 200);
    assertFailed(await send(headers, `${CHARGES}?a=1`), 'SIGNATURE_MISMATCH');
    assertFailed(await send(headers, '/api/v1/shipment-assignment/assign'), 'SIGNATURE_MISMATCH');
    assertFailed(
      await send({ ...headers, 'x-timestamp': String(server.signing().nowSeconds + 1) }),
      'SIGNATURE_MISMATCH',
    );
    assertFailed(await send({ ...headers, 'x-content-sha256': sha256(BODY) }), 'SIGNATURE_MISMATCH');
    const asPartner: Record<string, string> = { ...headers, 'x-partner-id': PARTNER.id };
    delete asPartner['x-service-id'];
    assertFailed(await send(asPartner), 'SIGNATURE_MISMATCH');
    assert.equal((await send(headers)).status, 200);
  });

  it('accepts either of two active secrets, and refuses a removed one at once', async () => {
    const [one, two] = [secretOf('one'), secretOf('two')];
    const by = (secret: string): Record<string, string> =>
      sign('POST', CHARGES, { ...SERVICE, secret }, server.signing());
    server.setCredential(activeCredential(SERVICE, { secrets: [one, two] }));
    for (const secret of ['one', 'two', 'one']) assert.equal((await send(by(secret))).status, 200);
    assertFailed(await send(by('three')), 'SIGNATURE_MISMATCH');

    server.setCredential(activeCredential(SERVICE, { secrets: [two] }));
    assertFailed(await send(by('one')), 'SIGNATURE_MISMATCH');
    assert.equal((await send(by('two'))).status, 200);

    server.credentials.delete('service/main-system');
    assertFailed(await send(by('two')), 'SIGNATURE_MISMATCH');
  });

  it('accepts a secret until its notAfter and no longer, remembered or not', async () => {
    server.setCredential(
      activeCredential(SERVICE, { secrets: [secretOf(SERVICE.secret, server.clock.nowMs + 1_000)] }),
    );
    const headers = signed();
    assert.equal((await send(headers)).status, 200);
    server.clock.nowMs += 1_000;
    assert.equal((await send(headers)).status, 200);
    server.clock.nowMs += 1;
    assertFailed(await send(headers), 'SIGNATURE_MISMATCH');
    assertFailed(await send(signed()), 'SIGNATURE_MISMATCH');
  });

  it('checks x-content-sha256 against the body and signs it', async () => {
    const withHash = (contentSha256: string): Record<string, string> =>
      sign('POST', CHARGES, SERVICE, { ...server.signing(), contentSha256 });
    assert.equal((await send(withHash(sha256(BODY)))).status, 200);
    assert.equal((await send(withHash(sha256(BODY).toUpperCase()))).status, 200);
    assertFailed(await send(withHash(sha256(`${BODY} `))), 'BODY_HASH_MISMATCH');
    assertFailed(await send(withHash('abc')), 'BODY_HASH_MISMATCH');
    assertFailed(await send(withHash(sha256(BODY)), CHARGES, '{"weight":2}'), 'BODY_HASH_MISMATCH');
    assertFailed(await send({ ...signed(), 'x-content-sha256': sha256(BODY) }), 'SIGNATURE_MISMATCH');
    assertFailed(await send(withHash(sha256(BODY)), CHARGES, ''), 'BODY_HASH_MISMATCH');
    assert.equal((await send(withHash(sha256('')), CHARGES, '')).json.error.code, 'MALFORMED_JSON');
  });

  it('gives a signed text one reading: no end of a query passes as the timestamp or the hash', async (t) => {
    const {
      server: { port },
      read,
    } = await readable(t);
    const reply = async (path: string, given: Record<string, string>) => request({ port, path, headers: given });
    const { nowSeconds } = signingNow;
    const at = (path: string): Record<string, string> => sign('GET', path, SERVICE, signingNow);
    assert.equal((await reply('/read?limit=100', at('/read?limit=100'))).status, 200);
    for (const [cut, timestamp] of [
      ['/read?limit=10', `0${nowSeconds}`],
      ['/read?limit=1', `00${nowSeconds}`],
    ] as const) {
      const { status, json } = await reply(cut, { ...at('/read?limit=100'), 'x-timestamp': timestamp });
      assert.deepEqual([status, json.error.details.reason], [401, 'TIMESTAMP_OUT_OF_RANGE']);
    }
    for (const end of ['abc', 'a'.repeat(64 - String(nowSeconds).length)]) {
      const { status, json } = await reply('/read?search=pun', {
        ...at(`/read?search=pun${nowSeconds}${end}`),
        'x-content-sha256': `${end}${nowSeconds}`,
      });
      assert.deepEqual([status, json.error.details], [401, { reason: 'BODY_HASH_MISMATCH' }]);
    }
    assert.deepEqual(read, ['limit=100']);
  });

  it('takes the hash of the empty body, in either case, of a GET or HEAD, and no other', async (t) => {
    const {
      server: { port },
    } = await readable(t);
    for (const method of ['GET', 'HEAD']) {
      const statusOf = async (contentSha256: string): Promise<number> =>
        (
          await request({
            port,
            method,
            path: '/read',
            headers: sign(method, '/read', SERVICE, { ...signingNow, contentSha256 }),
          })
        ).status;
      assert.equal(await statusOf(sha256('')), 200);
      assert.equal(await statusOf(sha256('').toUpperCase()), 200);
      for (const other of [sha256('x'), sha256('').slice(1), `${sha256('')}0`, 'abc'])
        assert.equal(await statusOf(other), 401, other);
    }
  });

  it('requires the body hash for a credential that demands it', async () => {
    server.setCredential(activeCredential(SERVICE, { requireBodyHash: true }));
    assertFailed(await send(signed()), 'BODY_HASH_REQUIRED');
    assertFailed(await send(signed()), 'BODY_HASH_REQUIRED');
    assert.equal(
      (await send(sign('POST', CHARGES, SERVICE, { ...server.signing(), contentSha256: sha256(BODY) }))).status,
      200,
    );
  });

  it('keeps its rules when there are more signatures than it remembers', () => {
    const credential = activeCredential(SERVICE);
    const authenticator = new Authenticator(() => credential, 300);
    const headersFor = (target: string): RequestHeaders => {
      const headers = sign('GET', target, SERVICE, server.signing());
      return {
        serviceId: SERVICE.id,
        partnerId: '',
        timestamp: headers['x-timestamp']!,
        signature: headers['x-signature']!,
        contentSha256: '',
        contentType: '',
        requestId: '',
        contentLength: -1,
        chunked: false,
        fault: null,
        conventions: { accept: '', ifMatch: '', ifNoneMatch: '', acceptEncoding: '', idempotencyKey: null, prefer: '' },
        origin: '',
        requestedMethod: '',
        contentEncoding: '',
        forwardedFor: '',
      };
    };
    const targets = Array.from({ length: VERIFIED_SIGNATURES_REMEMBERED + 10 }, (_, index) => `/${index}`);
    for (const target of [...targets, ...targets.slice(0, 10)]) {
      assert.equal(authenticator.authenticate('GET', target, headersFor(target), server.clock.nowMs).ok, true);
    }
    for (const target of targets.slice(-10)) {
      assert.equal(authenticator.authenticate('GET', '/other', headersFor(target), server.clock.nowMs).ok, false);
    }
  });

  it('says how far the timestamp is off, and how far it may be', async () => {
    const { nowSeconds } = server.signing();
    const detailsOf = async (timestamp: string) => {
      const reply = await send({ ...signed(), 'x-timestamp': timestamp });
      assertFailed(reply, 'TIMESTAMP_OUT_OF_RANGE');
      return reply.json.error.details;
    };
    const serverTime = new Date(server.clock.nowMs).toISOString();
    for (const clockDifferenceSeconds of [-301, 301, -600]) {
      assert.deepEqual(await detailsOf(String(nowSeconds + clockDifferenceSeconds)), {
        reason: 'TIMESTAMP_OUT_OF_RANGE',
        serverTime,
        clockDifferenceSeconds,
        acceptedSeconds: 300,
      });
    }
    const ofMilliseconds = await detailsOf(`${nowSeconds}000`);
    assert.equal(ofMilliseconds.clockDifferenceSeconds, nowSeconds * 999, 'milliseconds are a number too');
    for (const timestamp of [serverTime, `+${nowSeconds}`, `${nowSeconds}.0`, '9'.repeat(16)]) {
      assert.equal((await detailsOf(timestamp)).clockDifferenceSeconds, null, timestamp);
    }
    assert.equal((await detailsOf('9'.repeat(15))).clockDifferenceSeconds, 999_999_999_999_999 - nowSeconds);
  });

  it('answers a signature that does not match with the text that was signed, and the clock', async () => {
    const { nowSeconds } = server.signing();
    const contentSha256 = sha256(BODY);
    const headers = sign(
      'POST',
      `${CHARGES}?a=%20b`,
      { ...SERVICE, secret: 'another' },
      { nowSeconds: nowSeconds - 7, contentSha256 },
    );
    const reply = await send(headers, `${CHARGES}?a=%20b`);
    assertFailed(reply, 'SIGNATURE_MISMATCH');
    assert.deepEqual(reply.json.error.details, {
      reason: 'SIGNATURE_MISMATCH',
      signedText: `POST${CHARGES}?a=%20b${nowSeconds - 7}${contentSha256}`,
      serverTime: new Date(server.clock.nowMs).toISOString(),
      clockDifferenceSeconds: -7,
      signatureFormat: 'base64',
      callerKind: 'service',
    });
    const inHex = await send(
      sign('POST', CHARGES, { ...SERVICE, secret: 'another' }, { ...server.signing(), encoding: 'hex' }),
    );
    assert.equal(inHex.json.error.details.signatureFormat, 'hex');
  });

  describe('distinguishes the nine mistakes', () => {
    const TARGET = `${CHARGES}?note=a%20b`;
    const hmac = (text: string, encoding: 'base64' | 'base64url' = 'base64', secret = SERVICE.secret): string =>
      createHmac('sha256', secret).update(text).digest(encoding);

    /** What the answer says to a caller who signed `text`: `signature` is that of it unless given. */
    async function answeredTo(
      text: string,
      { signature = hmac(text), idHeader = 'x-service-id', id = SERVICE.id } = {},
    ) {
      const timestamp = String(server.signing().nowSeconds);
      const headers = { [idHeader]: id, 'x-timestamp': timestamp, 'x-signature': signature };
      const refused = await send(headers, TARGET);
      assertFailed(refused, 'SIGNATURE_MISMATCH');
      const { signedText, signatureFormat, callerKind } = refused.json.error.details;
      return { signedText: signedText as string, signatureFormat, callerKind, headers };
    }
    const right = (): string => `POST${TARGET}${server.signing().nowSeconds}`;

    const textMistakes: [
      mistake: string,
      text: () => string,
      whatShowsIt: (mine: string, theirs: string) => boolean,
    ][] = [
      [
        'the query is not signed',
        () => `POST${CHARGES}${server.signing().nowSeconds}`,
        (mine, theirs) => !mine.includes('?') && theirs.includes('?note=a%20b'),
      ],
      [
        'the decoded query is signed',
        () => decodeURIComponent(right()),
        (mine, theirs) => mine === decodeURIComponent(theirs),
      ],
      [
        'the full URL is signed',
        () => right().replace('/api', 'https://pinrate.example/api'),
        (mine, theirs) => mine.includes('://') && !theirs.includes('://'),
      ],
      [
        'the method is lower-case',
        () => right().replace('POST', 'post'),
        (mine, theirs) => mine.toUpperCase() === theirs.toUpperCase(),
      ],
      [
        'newlines stand between',
        () => ['POST', TARGET, server.signing().nowSeconds].join('\n'),
        (mine, theirs) => mine.replaceAll('\n', '') === theirs,
      ],
    ];
    for (const [mistake, text, whatShowsIt] of textMistakes) {
      it(mistake, async () => {
        const { signedText, signatureFormat, callerKind, headers } = await answeredTo(text());
        assert.equal(signedText, right());
        assert(whatShowsIt(text(), signedText), `${text()} and ${signedText}`);
        assert.deepEqual([signatureFormat, callerKind], ['base64', 'service']);
        assert.equal(
          (await send({ ...headers, 'x-signature': hmac(signedText) }, TARGET)).status,
          200,
          'what was shown is what has to be signed',
        );
      });
    }

    it('the id of a service is in x-partner-id', async () => {
      const { signedText, signatureFormat, callerKind } = await answeredTo(right(), { idHeader: 'x-partner-id' });
      assert.deepEqual(
        { signedText, signatureFormat, callerKind },
        { signedText: right(), signatureFormat: 'base64', callerKind: 'partner' },
      );
    });

    it('the signature is base64url, or base64 without its padding', async () => {
      for (const signature of [hmac(right(), 'base64url'), hmac(right()).slice(0, -1)]) {
        const { signedText, signatureFormat, callerKind } = await answeredTo(right(), { signature });
        assert.deepEqual(
          { signedText, signatureFormat, callerKind },
          { signedText: right(), signatureFormat: 'unreadable', callerKind: 'service' },
        );
      }
    });

    it('does not distinguish a wrong secret from an unknown id: both get the same answer', async () => {
      const ofWrongSecret = await answeredTo(right(), { signature: hmac(right(), 'base64', 'another') });
      const ofUnknownId = await answeredTo(right(), { id: 'nobody' });
      const said = ({ signedText, signatureFormat, callerKind }: typeof ofUnknownId) => ({
        signedText,
        signatureFormat,
        callerKind,
      });
      assert.deepEqual(said(ofUnknownId), said(ofWrongSecret));
      // both differ from every other mistake: the text, the format and the header are right
      assert.deepEqual(said(ofWrongSecret), { signedText: right(), signatureFormat: 'base64', callerKind: 'service' });
    });

    it('treats an expired secret as a wrong one', async () => {
      server.setCredential(activeCredential(SERVICE, { secrets: [secretOf(SERVICE.secret, server.clock.nowMs - 1)] }));
      const { signedText, signatureFormat, callerKind } = await answeredTo(right());
      assert.deepEqual(
        { signedText, signatureFormat, callerKind },
        { signedText: right(), signatureFormat: 'base64', callerKind: 'service' },
      );
    });
  });

  it('never answers with a secret', async () => {
    for (const headers of [
      { ...signed(), 'x-signature': 'x' },
      { ...signed(), 'x-timestamp': '1' },
      sign('POST', CHARGES, { ...SERVICE, id: 'nobody' }, server.signing()),
    ]) {
      const { text } = await send(headers);
      assert.equal(text.includes(SERVICE.secret), false);
    }
  });

  it('computes as much for an unknown id as for any credential, also in a rotation', (context) => {
    const secrets = (count: number) => Array.from({ length: count }, (_, i) => secretOf(`secret ${i}`));
    const known = new Map([
      ['one', activeCredential(SERVICE)],
      ['expired', activeCredential(SERVICE, { secrets: [secretOf('old', 0)] })],
      ['in rotation', activeCredential(SERVICE, { secrets: secrets(2) })],
      ['three', activeCredential(SERVICE, { secrets: secrets(3) })],
    ]);
    const authenticator = new Authenticator((_, id) => known.get(id), 300);
    const updates = context.mock.method(Hmac.prototype, 'update');
    const workFor = (id: string): number => {
      const callsBefore = updates.mock.callCount();
      const { nowSeconds } = server.signing();
      const { ok } = authenticator.authenticate(
        'GET',
        '/x',
        {
          serviceId: id,
          partnerId: '',
          timestamp: String(nowSeconds),
          signature: 'A'.repeat(43) + '=',
          contentSha256: '',
          contentType: '',
          requestId: '',
          contentLength: -1,
          chunked: false,
          fault: null,
          origin: '',
          requestedMethod: '',
          contentEncoding: '',
          forwardedFor: '',
          conventions: {
            accept: '',
            ifMatch: '',
            ifNoneMatch: '',
            acceptEncoding: '',
            idempotencyKey: null,
            prefer: '',
          },
        },
        server.clock.nowMs,
      );
      assert.equal(ok, false);
      return updates.mock.callCount() - callsBefore;
    };
    for (const id of ['nobody', 'one', 'expired', 'in rotation', 'nobody']) assert.equal(workFor(id), 2, id);
    // a credential with more secrets raises the work of all
    for (const id of ['three', 'nobody', 'one', 'in rotation']) assert.equal(workFor(id), 3, id);
  });
});
