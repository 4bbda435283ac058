/** Assignments of the embedded store that cannot be decoded. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asBinary } from 'lmdb';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { UnreadableRecordError } from '../../src/store/unreadable.js';
import { fixtureAssignment, fixtureDocuments, withFolder } from './fixtures.js';
import { withRawStore } from './raw-lmdb.js';
import { insert } from './suite-support.js';

const EVERYTHING = { partnerId: null, fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, offset: 0, limit: 10 };

describe('an assignment that cannot be decoded', () => {
  it('is left out of lists, named, and still takes its key', () =>
    withFolder(async (path) => {
      let store = await openLmdbStore({ path });
      await store.importAll(fixtureDocuments());
      for (const name of ['a', 'b', 'c']) await store.write([insert('assignments', fixtureAssignment(name))]);
      await store.close();
      await withRawStore(path, (database) =>
        database('assignments').putSync('b', asBinary(Buffer.from('{"assignmentId":'))),
      );
      store = await openLmdbStore({ path });
      const { total, assignments, unreadable } = await store.assignments(EVERYTHING);
      assert.equal(total, 3);
      assert.deepEqual(assignments, [fixtureAssignment('c'), fixtureAssignment('a')]);
      assert.deepEqual(
        unreadable.map(({ key }) => key),
        ['b'],
      );
      assert.match(unreadable[0]!.message, /^the assignment b cannot be read: .*JSON/);
      await assert.rejects(store.get('assignments', 'b'), UnreadableRecordError);
      const written = await store.write([insert('assignments', fixtureAssignment('b'))]);
      assert.deepEqual(written, { ok: false, conflict: { reason: 'KEY_TAKEN', collection: 'assignments', key: 'b' } });
      await store.close();
    }));
});
