/** What the routes of documents need: further methods, conditions, signed bodies, and heads that a handler gives. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Type from 'typebox';
import { API_PREFIX, contract } from '../../../src/contract/contract.js';
import { answer, implement } from '../../../src/control/operations/operation.js';
import { MAX_JSON_MEMBERS } from '../../../src/limits/http.js';
import { request } from '../../support/client.js';
import { RawConnection, rawRequest, responsesIn } from '../../support/raw.js';
import { type Operated, sha256, startOperated } from './operated.js';

const JSON_BODY = { 'content-type': 'application/json' };
const PATH = `${API_PREFIX}/things/{key}`;
const THING = `${API_PREFIX}/things/one`;
const TAG = '"v1"';

const common = {
  path: PATH,
  tag: 'Partners' as const,
  summary: 'A thing',
  description: 'One thing.',
  scope: 'write' as const,
  params: Type.Object({ key: Type.String() }),
  answer: Type.Object({ data: Type.Unknown() }),
};
const Body = Type.Object({ name: Type.Optional(Type.String()) });

/** Answers with what it got. */
const shown = ({ body, ifMatch, ifNoneMatch }: Record<string, unknown>): { data: unknown } => ({
  data: { body, ifMatch, ifNoneMatch },
});

const OPERATIONS = [
  implement(contract({ ...common, id: 'getThing', conditions: ['If-None-Match'] }), (request) => ({
    ...answer(shown({ ...request })),
    etag: TAG,
  })),
  implement(contract({ ...common, id: 'putThing', method: 'PUT', body: Body, signsBody: true }), (request) => ({
    ...answer(shown({ ...request })),
    status: 201,
    etag: TAG,
    location: THING,
    changeId: 7,
  })),
  implement(contract({ ...common, id: 'patchThing', method: 'PATCH', body: Body, signsBody: true }), (request) => ({
    ...answer(shown({ ...request })),
    changeId: null,
  })),
  implement(contract({ ...common, id: 'deleteThing', method: 'DELETE', signsBody: true }), (request) =>
    answer(shown({ ...request })),
  ),
  implement(contract({ ...common, id: 'endThing', method: 'POST' }), (request) => answer(shown({ ...request }))),
];

let front: Operated;
before(async () => {
  front = await startOperated(OPERATIONS);
});
after(async () => {
  await front.frontEnd.close(0);
  assert.deepEqual(front.errors, []);
});

describe('a PUT', () => {
  it('answers with the status, the headers and the change of its handler', async () => {
    const body = '{"name":"a"}';
    const { status, headers, json } = await front.send('PUT', THING, { body, headers: JSON_BODY });
    assert.deepEqual([status, headers.etag, headers.location, json.changeId], [201, TAG, THING, 7]);
    assert.deepEqual(json.data, { body: { name: 'a' }, ifMatch: null, ifNoneMatch: null });
    assert.equal('from_cache' in json, false);
  });

  it('passes its conditions on', async () => {
    const headers = { ...JSON_BODY, 'if-match': '"a", W/"b"', 'if-none-match': '*' };
    const { json } = await front.send('PUT', THING, { body: '{}', headers });
    assert.deepEqual(json.data, { body: {}, ifMatch: '"a", W/"b"', ifNoneMatch: '*' });
  });

  it('is refused without a body, and without its length', async (t) => {
    assert.equal((await front.send('PUT', THING, { body: '', headers: JSON_BODY })).json.error.code, 'MALFORMED_JSON');
    const connection = await RawConnection.open(front.port);
    t.after(() => connection.destroy());
    await connection.send(rawRequest('PUT', THING, ['Host: x']));
    const [response] = responsesIn(await connection.untilClosed());
    const { code, details } = response!.json!.error as { code: string; details: string };
    assert.deepEqual(
      [code, details],
      ['MALFORMED_REQUEST', 'A PUT needs a Content-Length or Transfer-Encoding: chunked'],
    );
  });
});

describe('a PATCH', () => {
  it('takes both media types, and no other', async () => {
    for (const [type, status] of [
      ['application/merge-patch+json', 200],
      ['application/merge-patch+json; charset=utf-8', 200],
      ['application/json', 200],
      ['application/json-patch+json', 415],
    ] as const) {
      const reply = await front.send('PATCH', THING, { body: '{"name":"b"}', headers: { 'content-type': type } });
      assert.equal(reply.status, status, type);
      if (status === 200) assert.equal(reply.json.changeId, null);
    }
  });

  it('alone takes the type of a merge patch', async () => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    assert.equal((await front.send('PUT', THING, { body: '{}', headers })).status, 415);
  });
});

describe('a DELETE', () => {
  it('needs neither a body nor its length, and signs the hash of nothing', async () => {
    const { status, json } = await front.send('DELETE', THING);
    assert.deepEqual([status, json.data.body, 'changeId' in json], [200, null, false]);
  });
});

describe('a POST that needs no body', () => {
  const post = (body: string): ReturnType<Operated['send']> =>
    front.send('POST', THING, { body, headers: JSON_BODY, hash: false });

  it('takes none, or an object', async () => {
    for (const body of ['', '{}']) {
      const { status, json } = await post(body);
      assert.deepEqual([status, json.data.body, json.warnings], [200, null, undefined], body);
    }
  });

  it('refuses members of the object', async () => {
    const { status, json } = await post('{"name":1}');
    assert.deepEqual([status, json.error.code, json.error.details[0].field], [400, 'UNKNOWN_FIELD', 'name']);
  });

  it('refuses anything else', async () => {
    const long = `{${Array.from({ length: MAX_JSON_MEMBERS + 1 }, () => '"name":1').join()}}`;
    for (const body of ['[]', 'null', '1', '{', long]) {
      const { status, json } = await post(body);
      assert.deepEqual([status, json.error.code], [400, 'MALFORMED_JSON'], body.slice(0, 20));
    }
  });
});

describe('an operation that signs its body', () => {
  const refused = { status: 401, code: 'AUTHENTICATION_FAILED', reason: 'BODY_HASH_REQUIRED' };

  it('refuses a request without the hash, with and without a body', async () => {
    for (const [method, body] of [
      ['PUT', '{}'],
      ['PATCH', '{}'],
      ['DELETE', undefined],
    ] as const) {
      const { status, json } = await front.send(method, THING, { body, headers: JSON_BODY, hash: false });
      assert.deepEqual({ status, code: json.error.code, reason: json.error.details.reason }, refused, method);
    }
  });

  it('says so only to a caller that has proved who it is', async () => {
    const headers = { ...JSON_BODY, 'x-signature': 'A'.repeat(43) + '=' };
    const signed = { ...front.signed('PUT', THING), ...headers };
    const reply = await request({ port: front.port, method: 'PUT', path: THING, headers: signed, body: '{}' });
    assert.equal(reply.json.error.details.reason, 'SIGNATURE_MISMATCH');
  });

  it('refuses the hash of another body', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const headers = { ...JSON_BODY, ...front.signed(method, THING, sha256('another')) };
      const body = method === 'PUT' ? '{}' : undefined;
      const reply = await request({ port: front.port, method, path: THING, headers, body });
      assert.equal(reply.json.error.details.reason, 'BODY_HASH_MISMATCH', method);
    }
  });
});

describe('a GET with an ETag of its handler', () => {
  it('sends it as it is, and 304 to a caller that has it', async () => {
    const first = await front.send('GET', THING);
    assert.deepEqual([first.status, first.headers.etag, 'from_cache' in first.json], [200, TAG, false]);
    const again = await front.send('GET', THING, { headers: { 'if-none-match': TAG } });
    assert.deepEqual([again.status, again.text], [304, '']);
    assert.equal((await front.send('GET', THING, { headers: { 'if-none-match': '"v0"' } })).status, 200);
  });
});

describe('a method that a path does not have', () => {
  it('is answered with all those that it has', async () => {
    const { status, headers } = await front.send('PROPFIND', THING);
    assert.deepEqual([status, headers.allow], [405, 'DELETE, GET, HEAD, PATCH, POST, PUT']);
  });
});
