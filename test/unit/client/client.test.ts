/** pinrate/client against a node that the test plays: errors, retries, clock, aborts, lines and bodies. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import { inspect } from 'node:util';
import createClient from 'openapi-fetch';
import {
  all,
  applyDocuments,
  calculateCharges,
  connect,
  createDiscount,
  createDocument,
  deleteDocument,
  getCardVersion,
  getDocument,
  getHealth,
  getOpenApiDocument,
  getPincode,
  lines,
  listChanges,
  listDocuments,
  makeBackup,
  pages,
  type Pinrate,
  PinrateError,
  responseOf,
  revertChange,
  signingFetch,
} from '../../../src/client/main.js';
import { sign } from '../../support/client.js';
import { gathered } from '../../support/gathered.js';
import { drop, failure, json, PlayedNode, silence, success } from './played-node.js';

const CALLER = { kind: 'service', id: 'billing', secret: 'hush-hush-secret' } as const;
const QUOTE = { pickupPincode: '110001', deliveryPincode: '560001', shipmentType: 'B2C', paymentType: 'COD' } as const;

const node = new PlayedNode();
let pinrate: Pinrate;
before(async () => {
  await node.start();
  pinrate = connected();
});
after(() => node.stop());

/** A fetch that gets no answer, and ends where its signal says so. */
const unanswered = mock.fn<typeof fetch>(
  (_, init) =>
    new Promise((_resolve, reject) => init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason))),
);
beforeEach(() => {
  node.asked.length = 0;
  unanswered.mock.resetCalls();
});

// waits are as short as they may be
before(() => void mock.method(Math, 'random', () => 0));
after(() => mock.restoreAll());

type Options = Partial<Parameters<typeof connect>[0]>;
const connected = (options: Options = {}): Pinrate =>
  connect({ url: node.url, service: CALLER.id, secret: CALLER.secret, ...options } as Parameters<typeof connect>[0]);

/** The error of a call that has to fail. */
const errorOf = (answer: Promise<unknown>): Promise<PinrateError> =>
  answer.then(
    () => assert.fail('it succeeded'),
    (error: unknown) => {
      assert.ok(error instanceof PinrateError, inspect(error));
      return error;
    },
  );

describe('a connection', () => {
  it('takes an address alone, and one credential that can sign', async () => {
    const good = { url: 'https://rates.example/', service: 'a', secret: 'b' };
    assert.equal(connect(good).url, 'https://rates.example');
    const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const wrong of [
      { url: 'rates.example' },
      { url: 'ftp://rates.example' },
      { url: 'https://rates.example/v2' },
      { url: 'https://rates.example?a=b' },
      { url: 'https://user@rates.example' },
      { service: undefined },
      { service: '' },
      { service: 'with\nline' },
      { partner: 'acme' },
      { secret: undefined },
      { secret: '' },
      { key },
      { secret: undefined, key },
    ])
      assert.throws(() => connect({ ...good, ...wrong } as never), TypeError, JSON.stringify(wrong));
  });

  it('signs with a secret and with a key that cannot be exported, as a service and as a partner', async () => {
    node.replies = [success({ pincode: '411001' })];
    const bytes = new TextEncoder().encode(CALLER.secret);
    const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    await getPincode(pinrate, '411001');
    await getPincode(connected({ secret: undefined, key }), '411001');
    await getPincode(connected({ service: undefined, partner: 'acme' }), '411001');
    const [bySecret, byKey, asPartner] = node.asked.map(({ method, target, headers }) => {
      const nowSeconds = Number(headers['x-timestamp']);
      const contentSha256 = headers['x-content-sha256'] as string;
      const kind = 'x-partner-id' in headers ? 'partner' : 'service';
      const id = (headers['x-partner-id'] ?? headers['x-service-id']) as string;
      const expected = sign(method, target, { kind, id, secret: CALLER.secret }, { nowSeconds, contentSha256 });
      for (const [name, value] of Object.entries(expected)) assert.equal(headers[name], value, name);
      return `${kind}:${id}`;
    });
    assert.deepEqual([bySecret, byKey, asPartner], ['service:billing', 'service:billing', 'partner:acme']);
  });

  it('shows its secret nowhere: not in itself, and in no error', async () => {
    const shown = [inspect(pinrate, { depth: 9, showHidden: true }), JSON.stringify(pinrate)];
    const replies = [failure(401, 'AUTHENTICATION_FAILED', {}, { reason: 'SIGNATURE_MISMATCH' }), drop, json(200, {})];
    for (const reply of replies) {
      node.replies = [reply];
      const error = await errorOf(getPincode(connected({ retries: 0 }), '411001'));
      shown.push(inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), error.stack!);
    }
    assert.throws(
      () => connect({ url: 'nonsense', service: 'a', secret: CALLER.secret }),
      (error) => shown.push(inspect(error)) > 0,
    );
    assert.ok(shown.length > 9);
    for (const text of shown) assert.doesNotMatch(text, /hush/);
  });

  it('sends the headers of a call over its own', async () => {
    node.replies = [success({})];
    await getPincode(pinrate, '411001', {}, { headers: { Prefer: 'handling=lenient', 'If-None-Match': '"1"' } });
    const { prefer, 'if-none-match': condition } = node.asked[0]!.headers;
    assert.deepEqual([prefer, condition], ['handling=lenient', '"1"']);
  });
});

it('a header that cannot be sent is a TypeError, and nothing is sent', async () => {
  for (const [name, value] of [
    ['x-request-id', 'two\nlines'],
    ['not a name', 'a'],
  ] as const)
    await assert.rejects(getPincode(pinrate, '411001', {}, { headers: { [name]: value } }), TypeError);
  await assert.rejects(createDiscount(pinrate, {} as never, { idempotencyKey: 'two\nlines' }), TypeError);
  assert.equal(node.asked.length, 0);
});

describe('an answer', () => {
  it('is whole, with status and headers of its response', async () => {
    node.replies = [json(201, { success: true, data: { id: 5 }, changeId: 7 }, { etag: '"x"', location: '/5' })];
    const answer = await createDocument(pinrate, 'holidays', { name: 'Holi' }, { query: { note: 'a b' } });
    assert.deepEqual(answer, { success: true, data: { id: 5 }, changeId: 7 });
    assert.equal(node.asked[0]!.target, '/api/v1/documents/holidays?note=a%20b');
    const { status, headers } = responseOf(answer)!;
    assert.deepEqual([status, headers.get('etag'), headers.get('location')], [201, '"x"', '/5']);
    assert.equal(responseOf({}), undefined);
  });

  it('is that of an unhealthy node, too', async () => {
    node.replies = [json(503, { success: false, status: 'unhealthy' })];
    const answer = await getHealth(pinrate);
    assert.deepEqual([answer.status, responseOf(answer)!.status, node.asked.length], ['unhealthy', 503, 1]);
    node.replies = [json(200, { openapi: '3.1.1' })];
    assert.equal((await getOpenApiDocument(pinrate, { as: 'service' })).openapi, '3.1.1');
  });

  it('is NOT_PINRATE where another server answers', async () => {
    const html = (status: number) => (response: ServerResponse) =>
      void response.writeHead(status, { 'content-type': 'text/html', location: '/elsewhere' }).end('<html>');
    const others = [
      html(200),
      html(302),
      html(404),
      html(502),
      json(200, {}),
      json(200, []),
      json(200, 'text'),
      json(200, null),
      json(200, { success: false, message: 'no' }),
      json(404, { success: true }),
      json(400, { error: 'no' }),
    ];
    for (const reply of others) {
      node.replies = [reply];
      const { code, status, message, retryable } = await errorOf(getPincode(pinrate, '411001'));
      assert.deepEqual([code, retryable], ['NOT_PINRATE', false]);
      assert.equal(message, `${node.url} answers ${status}, and not as pinrate does`);
    }
    assert.equal(node.asked.length, others.length, 'once each');
    for (const reply of [json(200, { status: 'UP' }), html(503), json(503, { status: 'DOWN' })]) {
      node.replies = [reply];
      assert.equal((await errorOf(getHealth(connected({ retries: 0 })))).code, 'NOT_PINRATE');
    }
  });

  it('is an error with code, message, details and the id of the request', async () => {
    const details = { partnerId: 'acme' };
    node.replies = [failure(404, 'PARTNER_NOT_FOUND', {}, details)];
    const error = await errorOf(getPincode(pinrate, '411001'));
    const { name, status, code, message, faults, faultCount, requestId, retryable } = error;
    assert.deepEqual(
      { name, status, code, message, details: error.details, faults, faultCount, requestId, retryable },
      {
        name: 'PinrateError',
        status: 404,
        code: 'PARTNER_NOT_FOUND',
        message: 'It is PARTNER_NOT_FOUND',
        details,
        faults: [],
        faultCount: 0,
        requestId: 'r-1',
        retryable: false,
      },
    );
    assert.equal(responseOf(error)!.status, 404);
  });
});

describe('a path', () => {
  it('has every value as it is', async () => {
    node.replies = [success({})];
    await getDocument(pinrate, 'zone-pincodes', `a/b:4110 01?#%é'`);
    const { target } = node.asked[0]!;
    assert.equal(target, "/api/v1/documents/zone-pincodes/a%2Fb%3A4110%2001%3F%23%25%C3%A9'");
    await getPincode(pinrate, 'half \ud83d');
    assert.equal(node.asked[1]!.target, '/api/v1/pincodes/half%20%EF%BF%BD');
  });

  it('is refused before it is sent, where it would become another one', async () => {
    for (const key of ['', '.', '..', undefined]) {
      const error = await errorOf(deleteDocument(pinrate, 'packages', key as string));
      assert.deepEqual([error.status, error.code, error.retryable], [0, 'VALIDATION_ERROR', false]);
      assert.match(error.message, /^key: /);
    }
    assert.equal(node.asked.length, 0);
  });
});

describe('a request is sent again', () => {
  const refusals = [
    drop,
    failure(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '1' }),
    failure(503, 'OVERLOADED', { 'retry-after': new Date(Date.now() + 2_000).toUTCString() }),
  ];

  it('after a broken connection, 429 and 503, when Retry-After is over', async () => {
    node.replies = [...refusals, success({ available: true })];
    const { data } = await calculateCharges(pinrate, QUOTE);
    assert.deepEqual(data, { available: true });
    const [, second, third, last] = node.asked.map(({ atMs }) => atMs);
    assert.equal(node.asked.length, 4);
    assert.ok(third! - second! >= 990 && last! > third!);
    const signatures = new Set(node.asked.map(({ headers }) => headers['x-signature']));
    assert.ok(signatures.size > 1, 'signed again');
  });

  it('at most as often as it may be', async () => {
    for (const [retries, times] of [
      [0, 1],
      [2, 3],
      [undefined, 4],
    ] as const) {
      node.asked.length = 0;
      node.replies = [failure(503, 'OVERLOADED')];
      const error = await errorOf(getPincode(pinrate, '411001', {}, { retries }));
      assert.deepEqual([error.code, error.retryable, node.asked.length], ['OVERLOADED', true, times]);
    }
  });

  it('not when that would take longer than 20 s: the error is thrown at once', async () => {
    for (const retryAfter of ['21', '3600', new Date(Date.now() + 60_000).toUTCString()]) {
      node.asked.length = 0;
      node.replies = [failure(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': retryAfter }), success({})];
      const beganMs = Date.now();
      const error = await errorOf(getPincode(pinrate, '411001'));
      assert.deepEqual([error.code, error.retryable, node.asked.length], ['RATE_LIMIT_EXCEEDED', true, 1]);
      assert.ok(Date.now() - beganMs < 1_000);
    }
  });

  it('as a write by its Idempotency-Key, the same in each attempt', async () => {
    node.replies = [drop, success({}), success({})];
    const discount = { partnerId: 'acme', discountType: 'flat' } as never;
    await createDiscount(pinrate, discount);
    await createDiscount(pinrate, discount, { idempotencyKey: 'mine-1' });
    const [first, second, third] = node.asked.map(({ headers }) => headers['idempotency-key']);
    assert.match(first as string, /^[0-9a-f-]{36}$/);
    assert.deepEqual([second, third], [first, 'mine-1']);
    await createDiscount(pinrate, discount);
    assert.notEqual(node.asked.at(-1)!.headers['idempotency-key'], first);
  });

  it('never as a write without a key: the node may have carried it out', async () => {
    const writes: [string, () => Promise<unknown>][] = [
      ['createDocument', () => createDocument(pinrate, 'holidays', {})],
      ['deleteDocument', () => deleteDocument(pinrate, 'holidays', '1')],
      ['applyDocuments', () => applyDocuments(pinrate, '{}')],
      ['revertChange', () => revertChange(pinrate, 5, { dryRun: false })],
      ['makeBackup', () => makeBackup(pinrate, {}, { retries: 3 })],
      ['by a header alone', () => createDocument(pinrate, 'holidays', {}, { headers: { 'idempotency-key': 'a' } })],
    ];
    for (const [name, write] of writes) {
      for (const reply of refusals) {
        node.asked.length = 0;
        node.replies = [reply, success({})];
        const error = await errorOf(write());
        assert.equal(node.asked.length, 1, name);
        // with 429 nothing was done
        assert.equal(error.retryable, error.status === 429, name);
      }
    }
    const own = connected({ fetch: unanswered });
    const error = await errorOf(createDocument(own, 'holidays', {}, { timeoutMs: 20 }));
    assert.deepEqual([error.code, error.retryable, unanswered.mock.callCount()], ['TIMEOUT', false, 1]);
  });

  it('as a dry run of such a write', async () => {
    node.replies = [drop, success({ counts: {} }), success({ counts: {} })];
    await revertChange(pinrate, 5, { dryRun: true });
    node.replies = [drop, success({ counts: {} })];
    await applyDocuments(pinrate, '{}', { query: { dryRun: true } });
    assert.equal(node.asked.length, 4);
  });
});

describe('without an answer', () => {
  it('it is NOT_REACHED with the reason, which is that of the platform', async () => {
    const error = await errorOf(getPincode(connected({ url: 'http://127.0.0.1:9', retries: 0 }), '411001'));
    const { status, code, message, retryable, requestId } = error;
    assert.deepEqual([status, code, retryable, requestId], [0, 'NOT_REACHED', true, null]);
    assert.match(message, /^no node answers at http:\/\/127\.0\.0\.1:9 \(.+\)$/);
    for (const thrown of ['a text', null, { message: 'odd' }]) {
      const fetch = (): Promise<never> => Promise.reject(thrown as Error);
      assert.equal((await errorOf(getPincode(connected({ fetch, retries: 0 }), '1'))).code, 'NOT_REACHED');
    }
  });

  it('it is TIMEOUT after the time of an attempt, of which there are several', async () => {
    const own = connected({ fetch: unanswered });
    const error = await errorOf(getPincode(own, '411001', {}, { timeoutMs: 20, retries: 2 }));
    const { status, code, retryable } = error;
    assert.deepEqual([status, code, retryable, unanswered.mock.callCount()], [0, 'TIMEOUT', true, 3]);
    node.replies = [
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"success"'),
    ];
    const half = await errorOf(getPincode(connected({ timeoutMs: 400, retries: 0 }), '411001'));
    assert.match(`${half.code} ${half.message}`, /^TIMEOUT the answer broke off at /);
  });

  it('a longer time than any timer is no time at all', async () => {
    node.replies = [success({})];
    await getPincode(pinrate, '411001', {}, { timeoutMs: Infinity });
    assert.equal(node.asked.length, 1);
  });

  it('an abort ends it with its reason: before it is sent, while it is sent, and while it waits', async () => {
    const reason = new Error('the person went on');
    await assert.rejects(getPincode(pinrate, '1', {}, { signal: AbortSignal.abort(reason) }), reason);
    assert.equal(node.asked.length, 0);
    for (const reply of [silence, failure(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '19' })]) {
      node.asked.length = 0;
      const controller = new AbortController();
      const beganMs = Date.now();
      node.replies = [
        (response, request) => {
          reply(response, request);
          setTimeout(() => controller.abort(reason), 30);
        },
      ];
      await assert.rejects(getPincode(pinrate, '411001', {}, { signal: controller.signal }), reason);
      assert.ok(Date.now() - beganMs < 2_000);
      assert.equal(node.asked.length, 1);
    }
  });
});

describe('the clock', () => {
  const DAY_MS = 86_400_000;
  /** A node whose clock is off by so many milliseconds. */
  const nodeWithClock = (offMs: number): void => {
    node.replies = [
      (response, request) => {
        const nowMs = Date.now() + offMs;
        const isTimely = Math.abs(nowMs / 1_000 - Number(request.headers['x-timestamp'])) < 300;
        const serverTime = new Date(nowMs).toISOString();
        const reply = isTimely
          ? success({})
          : failure(401, 'AUTHENTICATION_FAILED', {}, { reason: 'TIMESTAMP_OUT_OF_RANGE', serverTime });
        reply(response, request);
      },
    ];
  };

  for (const offMs of [-DAY_MS, 3_600_000, 2 * DAY_MS - 60_000]) {
    it(`that is ${offMs} ms off is followed, and the difference is kept`, async () => {
      const own = connected();
      nodeWithClock(offMs);
      await createDocument(own, 'holidays', {});
      await getPincode(own, '411001');
      assert.equal(node.asked.length, 3);
      assert.ok(Math.abs(own.signer.clockDifferenceMs - offMs) < 5_000);
    });
  }

  it('that is further off than two days is not followed', async () => {
    for (const offMs of [3 * DAY_MS, -3 * DAY_MS]) {
      node.asked.length = 0;
      nodeWithClock(offMs);
      const own = connected();
      const error = await errorOf(getPincode(own, '411001'));
      assert.deepEqual([error.code, node.asked.length, own.signer.clockDifferenceMs], ['AUTHENTICATION_FAILED', 1, 0]);
    }
  });

  it('is followed once: a node that still refuses is an error', async () => {
    const serverTime = new Date(Date.now() + DAY_MS).toISOString();
    node.replies = [failure(401, 'AUTHENTICATION_FAILED', {}, { reason: 'TIMESTAMP_OUT_OF_RANGE', serverTime })];
    const error = await errorOf(getPincode(connected(), '411001'));
    assert.deepEqual([error.code, node.asked.length], ['AUTHENTICATION_FAILED', 2]);
  });

  it('is not followed where the refusal says nothing of it', async () => {
    for (const details of [{ reason: 'SIGNATURE_MISMATCH', serverTime: new Date().toISOString() }, 'text', undefined]) {
      node.asked.length = 0;
      node.replies = [failure(401, 'AUTHENTICATION_FAILED', {}, details)];
      await errorOf(getPincode(connected(), '411001'));
      assert.equal(node.asked.length, 1);
    }
  });
});

describe('pages', () => {
  it('follow `next`, and end with null', async () => {
    node.replies = [success([{ id: 3 }, { id: 2 }], { next: 2 }), success([{ id: 1 }], { next: null })];
    const found = await gathered(all(pinrate, listChanges, { partnerId: 'acme' }));
    assert.deepEqual(
      found.map(({ id }) => id),
      [3, 2, 1],
    );
    assert.deepEqual(
      node.asked.map(({ target }) => target),
      ['/api/v1/changes?partnerId=acme', '/api/v1/changes?partnerId=acme&before=2'],
    );
  });

  it('follow the cursor of a list that has one, in place of where the first began', async () => {
    const page = (nextCursor: string | null) => ({
      pagination: { page: null, hasNext: nextCursor !== null, nextCursor },
    });
    node.replies = [
      success([{ id: 1 }], page('abc')),
      success([{ id: 2 }], page('d-e')),
      success([{ id: 3 }], page(null)),
    ];
    const found = await gathered(all(pinrate, listDocuments, 'packages', { page: 2, status: 'ACTIVE' }));
    assert.equal(found.length, 3);
    node.replies = [success([], { next: 5, ...page('xyz') }), success([], { next: null, ...page(null) })];
    await gathered(pages(pinrate, listChanges, { before: 9 }));
    assert.deepEqual(
      node.asked.map(({ target }) => target),
      [
        '/api/v1/documents/packages?page=2&status=ACTIVE',
        '/api/v1/documents/packages?status=ACTIVE&cursor=abc',
        '/api/v1/documents/packages?status=ACTIVE&cursor=d-e',
        '/api/v1/changes?before=9',
        '/api/v1/changes?cursor=xyz',
      ],
    );
  });

  it('are asked for as they are wanted', async () => {
    const pagination = { page: 1, hasNext: true };
    node.replies = [success([{}], { pagination })];
    for await (const _ of pages(pinrate, listDocuments, 'packages')) break;
    assert.equal(node.asked.length, 1);
  });

  it('take the options of the call for each of them', async () => {
    node.replies = [success([], { next: 5 }), success([], { next: null })];
    await gathered(pages(pinrate, listChanges, undefined, { headers: { 'x-request-id': 'mine' } }));
    assert.deepEqual(
      node.asked.map(({ headers }) => headers['x-request-id']),
      ['mine', 'mine'],
    );
  });
});

describe('lines', () => {
  const NDJSON = { 'content-type': 'application/x-ndjson' };
  const pieces =
    (...texts: (string | Buffer)[]) =>
    (response: ServerResponse) => {
      response.writeHead(200, NDJSON);
      for (const text of texts) response.write(text);
      response.end();
    };

  it('arrive whole, wherever the pieces divide them', async () => {
    const text = Buffer.from('{"name":"पुणे"}\n\n{"name":"🚚"}\n{"name":"last"}');
    for (let at = 1; at < text.length; at++) {
      node.replies = [pieces(text.subarray(0, at), text.subarray(at))];
      const names = (await gathered(lines(pinrate, listDocuments, 'zones'))).map((line) => (line as Named).name);
      assert.deepEqual(names, ['पुणे', '🚚', 'last']);
    }
    const [{ target, headers }] = node.asked as [(typeof node.asked)[number]];
    assert.deepEqual([target, headers.accept], ['/api/v1/documents/zones', 'application/x-ndjson']);
  });

  it('are asked for again until the first has arrived, and not after it', async () => {
    node.replies = [drop, pieces('{"name":"a"}\n')];
    assert.deepEqual(await gathered(lines(pinrate, listDocuments, 'zones')), [{ name: 'a' }]);
    node.asked.length = 0;
    node.replies = [
      (response) => {
        response.writeHead(200, NDJSON).write('{"name":"a"}\n');
        setTimeout(() => response.socket!.destroy(), 20);
      },
    ];
    const arrived: unknown[] = [];
    const reading = async () => {
      for await (const line of getCardVersion(pinrate, 'acme', 'f6fbf8e0e57c45ca')) arrived.push(line);
    };
    const error = await errorOf(reading());
    assert.match(`${error.code} ${error.message}`, /^NOT_REACHED the answer broke off at /);
    assert.deepEqual([arrived, node.asked.length], [[{ name: 'a' }], 1]);
  });

  it('that stop for too long are a TIMEOUT; a reader that takes its time is none', async () => {
    const own = connected({ timeoutMs: 400, retries: 0 });
    node.replies = [pieces('{"name":"a"}\n', '{"name":"b"}\n')];
    for await (const _ of lines(own, listDocuments, 'zones')) await new Promise((resolve) => setTimeout(resolve, 500));
    node.replies = [(response) => void response.writeHead(200, NDJSON).write('{"name":"a"}\n')];
    assert.equal((await errorOf(gathered(lines(own, listDocuments, 'zones')))).code, 'TIMEOUT');
  });

  it('end the request where the reader stops', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    node.replies = [
      (response) => {
        closed = new Promise((resolve) => response.on('close', resolve));
        response.writeHead(200, NDJSON).write('{"name":"a"}\n');
      },
    ];
    for await (const _ of lines(pinrate, listDocuments, 'zones')) break;
    await closed;
    const controller = new AbortController();
    const reason = new Error('enough');
    const reading = gathered(lines(pinrate, listDocuments, 'zones', {}, { signal: controller.signal }));
    setTimeout(() => controller.abort(reason), 30);
    await assert.rejects(reading, reason);
    await closed;
  });

  it('are NOT_PINRATE where they are none, and refusals where the node refuses', async () => {
    for (const [reply, code] of [
      [pieces('<html>\n'), 'NOT_PINRATE'],
      [success([]), 'NOT_PINRATE'],
      [failure(403, 'FORBIDDEN'), 'FORBIDDEN'],
    ] as const) {
      node.replies = [reply];
      assert.equal((await errorOf(gathered(lines(pinrate, listDocuments, 'zones')))).code, code);
    }
  });

  it('are sent of values, texts and bytes, from any iterable, with one signature over all', async () => {
    async function* later() {
      yield { a: 1 };
      yield '{"b":2.50}';
    }
    const bodies = [
      '{"a":1}\n{"b":2.50}\n',
      new TextEncoder().encode('{"a":1}\n{"b":2.50}\n'),
      [{ a: 1 }, '{"b":2.50}'],
      new Set(['{"a":1}', '{"b":2.50}']),
      later(),
      [new TextEncoder().encode('{"a":1}\n{"b"'), new TextEncoder().encode(':2.50}\n')],
    ];
    for (const body of bodies) {
      node.replies = [drop, success({})];
      await applyDocuments(pinrate, body, { query: { dryRun: true } });
    }
    assert.equal(node.asked.length, 2 * bodies.length);
    for (const { body, headers } of node.asked) {
      assert.equal(body, '{"a":1}\n{"b":2.50}\n');
      assert.equal(headers['content-type'], 'application/x-ndjson');
    }
    assert.equal(new Set(node.asked.map(({ headers }) => headers['x-content-sha256'])).size, 1);
  });

  it('that fail before they are sent fail as they do, and nothing is sent', async () => {
    const broken = async function* () {
      yield {};
      throw new RangeError('of the file');
    };
    await assert.rejects(applyDocuments(pinrate, broken()), RangeError);
    assert.equal(node.asked.length, 0);
  });
});

interface Named {
  name: string;
}

describe('signingFetch', () => {
  it('signs what another client sends, with its body and its query', async () => {
    node.replies = [success({}), success({})];
    const fetch = signingFetch({ service: CALLER.id, secret: CALLER.secret });
    interface Paths {
      '/api/v1/cities': { get: { parameters: { query: { search: string } }; responses: { 200: { content: never } } } };
      '/api/v1/zones': {
        post: { requestBody: { content: { 'application/json': object } }; responses: { 200: { content: never } } };
      };
    }
    const client = createClient<Paths>({ baseUrl: node.url, fetch });
    await client.GET('/api/v1/cities', { params: { query: { search: "Bo'd & पुणे" } } });
    await client.POST('/api/v1/zones', { body: { name: 'पुणे' } });
    await fetch(`${node.url}/api/v1/zones/5`, { method: 'DELETE' });
    assert.equal(node.asked[1]!.body, '{"name":"पुणे"}');
    for (const { method, target, headers } of node.asked) {
      const text = method + target + (headers['x-timestamp'] as string) + (headers['x-content-sha256'] as string);
      const expected = createHmac('sha256', CALLER.secret).update(text).digest('base64');
      assert.equal(headers['x-signature'], expected, target);
    }
    assert.deepEqual(
      node.asked.map(({ method }) => method),
      ['GET', 'POST', 'DELETE'],
    );
  });

  it('takes its signature nowhere else: a redirection is an error', async () => {
    const other = new PlayedNode();
    await other.start();
    other.replies = [success({})];
    node.replies = [(response) => void response.writeHead(307, { location: other.url }).end()];
    const fetch = signingFetch({ partner: 'acme', secret: CALLER.secret });
    await assert.rejects(fetch(`${node.url}/api/v1/zones`), TypeError);
    const { code } = await errorOf(getPincode(pinrate, '411001'));
    other.stop();
    assert.deepEqual([code, other.asked.length], ['NOT_PINRATE', 0]);
  });
});
