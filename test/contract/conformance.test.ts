/** Tests of the helper that checks answers against the document. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildOpenApi } from '../../src/contract/openapi/document.js';
import { renderFailure } from '../../src/envelope.js';
import { type Conformance, createConformance } from '../support/conformance.js';
import { TOY_CONTRACTS } from './toy-contracts.js';

const document = buildOpenApi(TOY_CONTRACTS, { version: '1.2.3' });
const HEADERS = { 'content-type': 'application/json', 'x-request-id': 'r-1' };
const TRACING = { request_id: 'r-1', execution_time_ms: 0 };
const toy = (changes: object = {}) => ({
  id: 1,
  colour: 'RED',
  owner: null,
  pricesByShop: { corner: 2.5 },
  ...changes,
});
const created = (changes: object = {}) => ({ success: true, data: toy(changes), changeId: 7, ...TRACING });
const check = (
  status: number,
  body: unknown,
  headers: object = {},
  conformance: Conformance = createConformance(document),
): string => conformance.check('POST', '/api/v1/toys', status, { ...HEADERS, ...headers }, body).join('\n');

describe('a documented answer', () => {
  it('has no problems', () => {
    const conformance = createConformance(document);
    const service = { success: true, soldOut: true, ...TRACING };
    const partner = { success: true, price: 1, margin: 0.5, ...TRACING };
    const { status, body } = renderFailure({ code: 'IDEMPOTENCY_KEY_REUSED' }, 'r-1', 1, 0);
    for (const [method, path, code, answer, headers] of [
      [
        'POST',
        '/api/v1/toys',
        201,
        created({ owner: { name: 'M', since: null } }),
        { 'idempotency-replayed': 'true', 'x-ratelimit-limit': '1000' },
      ],
      ['POST', '/api/v1/toys', status, JSON.parse(body), {}],
      ['GET', '/api/v1/toys', 200, service, {}],
      ['GET', '/api/v1/toys', 200, partner, {}],
      ['GET', '/api/v1/makers/{makerId}/toys', 304, '', { etag: 'W/"a"' }],
      ['GET', '/toys/health', 503, { success: false, broken: 3 }, {}],
      ['GET', '/toys/metrics', 200, 'toys 3', { 'content-type': 'text/plain; version=0.0.4' }],
    ] as const)
      assert.deepEqual(conformance.check(method, path, code, { ...HEADERS, ...headers }, answer), [], path);
    assert.deepEqual(conformance.seen, [
      'createToy 201',
      'createToy 422',
      'getToyHealth 503',
      'getToyMetrics 200',
      'listToys 304',
      'priceToy 200',
    ]);
    assert.deepEqual(conformance.unseen(), ['getToyHealth 200', 'listToys 200']);
    assert.ok(conformance.unseen({ all: true }).includes('createToy 409'));
  });
});

describe('an undocumented answer', () => {
  it('is reported for an undocumented or missing member anywhere', () => {
    assert.match(
      check(201, { ...created(), more: 1 }),
      /createToy 201: the body must NOT have additional properties.*"more"/,
    );
    assert.match(check(201, created({ more: 1 })), /\/data must NOT have additional properties.*"more"/);
    assert.match(
      check(201, created({ owner: { name: 'M', since: null, more: 1 } })),
      /\/data\/owner must NOT have additional properties.*"more"/,
    );
    assert.match(check(201, created({ colour: undefined })), /\/data must have required property 'colour'/);
    assert.match(check(201, created({ colour: 'GREEN' })), /\/data\/colour must be equal to one of the allowed values/);
    assert.match(check(201, created({ pricesByShop: { corner: -1 } })), /\/data\/pricesByShop\/corner must be >= 0/);
  });

  it('is reported for an undocumented status, path, method, type or body', () => {
    assert.match(check(200, created()), /createToy does not say that it answers 200/);
    assert.match(
      createConformance(document).check('GET', '/api/v1/nowhere', 200, HEADERS, {}).join(),
      /GET \/api\/v1\/nowhere is not documented/,
    );
    assert.match(
      createConformance(document).check('PUT', '/api/v1/toys', 200, HEADERS, {}).join(),
      /PUT \/api\/v1\/toys is not documented/,
    );
    assert.match(check(201, created(), { 'content-type': 'text/html' }), /content type text\/html is not documented/);
    assert.match(
      createConformance(document)
        .check('GET', '/api/v1/makers/{makerId}/toys', 304, { ...HEADERS, etag: 'W/"a"' }, {})
        .join(),
      /a body is not documented/,
    );
  });

  it('is reported for a missing or wrong header', () => {
    assert.match(check(201, created(), { 'x-request-id': undefined }), /the header X-Request-Id is missing/);
    assert.match(check(201, created(), { 'x-ratelimit-limit': 'many' }), /the header X-RateLimit-Limit: many/);
    assert.match(
      createConformance(document).check('GET', '/api/v1/makers/{makerId}/toys', 304, HEADERS, '').join(),
      /the header ETag is missing/,
    );
  });

  it('is reported for a code that the operation does not have with the status, by the form that fits best', () => {
    const failure = (code: 'NOT_FOUND' | 'VALIDATION_ERROR', details?: unknown) =>
      JSON.parse(renderFailure({ code, details, fieldCount: 1 }, 'r-1', 1, 0).body) as object;
    assert.match(check(400, failure('NOT_FOUND')), /\/error\/code must be equal to constant/);
    assert.equal(check(400, failure('VALIDATION_ERROR', [{ field: 'a', message: 'b', code: 'REQUIRED' }])), '');
    assert.equal(
      check(400, failure('VALIDATION_ERROR', [{ field: 'a', message: 'b', code: 'ODD' }])),
      'createToy 400: /error/details/0/code must be equal to one of the allowed values '
        + '{"allowedValues":["REQUIRED","INVALID_TYPE","INVALID_FORMAT","INVALID_VALUE","OUT_OF_RANGE",'
        + '"TOO_SHORT","TOO_LONG","TOO_MANY_ITEMS"]}',
    );
  });

  it('does not count as seen', () => {
    const conformance = createConformance(document);
    check(201, {}, {}, conformance);
    assert.deepEqual(conformance.seen, []);
  });
});
