import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PageCache } from '../../src/http/page-cache.js';
import { MAX_PAGE_CACHE_BYTES, MAX_CACHED_PAGE_BYTES } from '../../src/limits/http.js';

const page = (members: string) => ({ members, etag: 'W/"x"' });

describe('kept pages', () => {
  it('are repeated until a document changes', () => {
    const pages = new PageCache();
    pages.add('cities', page('"data":[1]'), 0);
    assert.equal(pages.find('cities')?.members, '"data":[1]');
    assert.equal(pages.find('areas'), undefined);
    pages.adopt(1);
    assert.deepEqual([pages.find('cities'), pages.bytes], [undefined, 0]);
  });

  it('do not include one that was begun before the last change, and arrives after it', () => {
    const pages = new PageCache();
    pages.adopt(7);
    pages.add('late', page('"data":[1]'), 6);
    pages.add('current', page('"data":[2]'), 7);
    assert.equal(pages.find('late'), undefined);
    assert.notEqual(pages.find('current'), undefined);
  });

  it('stay within their bytes: the oldest makes room, a large one is not kept', () => {
    const pages = new PageCache();
    const long = 'x'.repeat(MAX_CACHED_PAGE_BYTES / 2 - 100);
    const count = Math.ceil(MAX_PAGE_CACHE_BYTES / MAX_CACHED_PAGE_BYTES) + 2;
    for (let n = 0; n < count; n++) pages.add(`page ${n}`, page(long), 0);
    assert.equal(pages.find('page 0'), undefined);
    assert.notEqual(pages.find(`page ${count - 1}`), undefined);
    assert.ok(pages.bytes <= MAX_PAGE_CACHE_BYTES && pages.bytes > MAX_PAGE_CACHE_BYTES - 2 * MAX_CACHED_PAGE_BYTES);
    pages.add('huge', page(long + 'x'.repeat(200)), 0);
    assert.equal(pages.find('huge'), undefined);
    const { bytes } = pages;
    pages.add(`page ${count - 1}`, page(long), 0);
    assert.equal(pages.bytes, bytes, 'one that is kept again counts once');
  });
});
