import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIds } from '../../../src/engine/ids.js';

describe('createIds', () => {
  it('makes ids that are unique within and across threads', () => {
    const threads = [createIds(), createIds(), createIds()];
    const ids = threads.flatMap((nextId) => Array.from({ length: 40_000 }, () => nextId('CALC')));
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(
      new Set(ids.map((id) => id.toUpperCase())).size,
      ids.length,
      'tracking numbers are made of them in capitals',
    );
  });

  it('counts on over prefixes and needs no escaping anywhere', () => {
    const nextId = createIds();
    const ids = [nextId('ASG'), nextId('CHK'), nextId('ASG')];
    assert.equal(new Set(ids.map((id) => id.slice(4))).size, 3);
    for (const id of ids) assert.match(id, /^(ASG|CHK)-[0-9a-f]{16}-[0-9a-z]+$/);
  });
});
