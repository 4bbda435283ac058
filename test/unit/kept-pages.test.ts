import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeptPages } from '../../src/http/kept-pages.js';
import { MAX_KEPT_PAGES_BYTES, MAX_KEPT_PAGE_BYTES } from '../../src/limits/http.js';

const page = (members: string) => ({ members, etag: 'W/"x"' });

describe('kept pages', () => {
  it('are repeated until a document changes', () => {
    const pages = new KeptPages();
    pages.keep('cities', page('"data":[1]'), 0);
    assert.equal(pages.find('cities')?.members, '"data":[1]');
    assert.equal(pages.find('areas'), undefined);
    pages.adopt(1);
    assert.deepEqual([pages.find('cities'), pages.bytes], [undefined, 0]);
  });

  it('do not include one that was begun before the last change, and arrives after it', () => {
    const pages = new KeptPages();
    pages.adopt(7);
    pages.keep('late', page('"data":[1]'), 6);
    pages.keep('current', page('"data":[2]'), 7);
    assert.equal(pages.find('late'), undefined);
    assert.notEqual(pages.find('current'), undefined);
  });

  it('stay within their bytes: the oldest makes room, a large one is not kept', () => {
    const pages = new KeptPages();
    const long = 'x'.repeat(MAX_KEPT_PAGE_BYTES / 2 - 100);
    const count = Math.ceil(MAX_KEPT_PAGES_BYTES / MAX_KEPT_PAGE_BYTES) + 2;
    for (let n = 0; n < count; n++) pages.keep(`page ${n}`, page(long), 0);
    assert.equal(pages.find('page 0'), undefined);
    assert.notEqual(pages.find(`page ${count - 1}`), undefined);
    assert.ok(pages.bytes <= MAX_KEPT_PAGES_BYTES && pages.bytes > MAX_KEPT_PAGES_BYTES - 2 * MAX_KEPT_PAGE_BYTES);
    pages.keep('huge', page(long + 'x'.repeat(200)), 0);
    assert.equal(pages.find('huge'), undefined);
    const { bytes } = pages;
    pages.keep(`page ${count - 1}`, page(long), 0);
    assert.equal(pages.bytes, bytes, 'one that is kept again counts once');
  });
});
