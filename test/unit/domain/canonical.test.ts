import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { canonicalJson } from '../../../src/domain/canonical.js';

describe('canonicalJson', () => {
  it('sorts keys at every depth and keeps lists in order', () => {
    assert.equal(
      canonicalJson({ b: [{ z: 1, y: 2 }, 1], a: { d: 'x', c: true } }),
      '{"a":{"c":true,"d":"x"},"b":[{"y":2,"z":1},1]}',
    );
  });

  it('omits absent and null fields, but no list items', () => {
    assert.equal(canonicalJson({ a: null, b: undefined, c: 0, d: '', e: false }), '{"c":0,"d":"","e":false}');
    assert.equal(canonicalJson([null, undefined, 1]), '[null,null,1]');
    assert.equal(canonicalJson(null), 'null');
  });

  it('gives different texts for different values', () => {
    const texts = [
      { a: 1 },
      { a: '1' },
      { a: [1] },
      { a: {} },
      { a: [] },
      {},
      [],
      { a: true },
      { 'a"': 1 },
      { 'a\\': 1 },
      { b: 1 },
      ['a', 1],
    ].map(canonicalJson);
    assert.equal(new Set(texts).size, texts.length);
  });

  it('is JSON of the same value, stable, and independent of the order of keys', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      return typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, field]) => [key, reversed(field)]),
          )
        : value;
    };
    // a null field is omitted on purpose
    const items = fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('null'));
    fc.assert(
      fc.property(items, (value) => {
        const text = canonicalJson(value);
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
        assert.equal(canonicalJson(JSON.parse(text)), text);
        assert.equal(canonicalJson(reversed(value)), text);
      }),
    );
  });
});
