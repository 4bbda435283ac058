import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseBody } from '../../../src/contract/body.js';
import { MAX_BODY_BYTES, MAX_JSON_DEPTH } from '../../../src/limits/http.js';

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

describe('parseBody', () => {
  it('parses any JSON', () => {
    for (const value of [{}, [], null, 0, 'text', { a: [{ b: null }] }, true])
      assert.deepEqual(parseBody(JSON.stringify(value)), { ok: true, value });
  });

  it('accepts nesting up to the limit, in lists, objects and both', () => {
    for (const nested of [lists, objects]) {
      assert.equal(parseBody(nested(MAX_JSON_DEPTH)).ok, true);
      assert.deepEqual(parseBody(nested(MAX_JSON_DEPTH + 1)), {
        ok: false,
        failure: { code: 'MALFORMED_JSON', details: `nested deeper than ${MAX_JSON_DEPTH} levels` },
      });
    }
    const half = MAX_JSON_DEPTH / 2;
    assert.equal(parseBody(`{"a":${lists(MAX_JSON_DEPTH - 1)},"b":1}`).ok, true);
    assert.equal(parseBody('[{"a":'.repeat(half) + '[]' + '}]'.repeat(half)).ok, false);
    assert.equal(parseBody(`[1,"x",${lists(MAX_JSON_DEPTH)}]`).ok, false, 'wherever it stands');
  });

  it('survives the deepest body that can arrive', () => {
    for (const body of [lists(MAX_BODY_BYTES / 2), '['.repeat(MAX_BODY_BYTES), '{"a":'.repeat(MAX_BODY_BYTES / 5)]) {
      const parsed = parseBody(body);
      assert.equal(!parsed.ok && parsed.failure.code, 'MALFORMED_JSON');
    }
  });

  it('gives the position of the fault and quotes nothing of the body', () => {
    for (const body of [
      '',
      '{',
      '{"secret":hunter2}',
      '{"a":1}hunter2',
      '[1,]',
      'undefined',
      '{"a":"\u0001hunter2"}',
      '{"hunter2\' at position 7',
      '\ufeff{}',
    ]) {
      const parsed = parseBody(body);
      assert(!parsed.ok, body);
      assert.equal(parsed.failure.code, 'MALFORMED_JSON');
      assert.match(String(parsed.failure.details), /^(the text ends or is malformed|unexpected text at position \d+)$/);
    }
  });

  it('pollutes no prototype', () => {
    const parsed = parseBody('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    assert.equal(parsed.ok, true);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
  });
});
