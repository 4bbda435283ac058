/** Pages by the words that people type into the search box. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pageNamed, pagesFor } from '../../../src/console/shell/pages.js';

describe('a page by its name', () => {
  it('is found by a word for what is on it, if the credential sees it', () => {
    const all = pagesFor(new Set(['quote', 'read', 'manage', 'admin']), true);
    assert.equal(pageNamed('Invoices', all)?.path, 'invoices');
    assert.equal(pageNamed('holds', all)?.path, 'couriers');
    assert.equal(pageNamed('strike', all)?.path, 'today');
    assert.equal(pageNamed('documents', all), undefined);
    assert.equal(pageNamed('fuel', all), undefined);
    assert.equal(pageNamed('today', pagesFor(new Set(['read']), false)), undefined);
  });
});
