/** When a collection that stands in place of a dropped one may be read; on a made-up database, with a made-up clock. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Db } from 'mongodb';
import { RESTORE_QUIET_MS } from '../../src/limits/mongo.js';
import { RestoreInProgressError, Restores } from '../../src/store/mongo/restores.js';

const COMPLETE_AT_MS = 1_000_000;
const FORMER = new Map([
  ['packages', 'one'],
  ['zones', 'two'],
]);
const DROPPED = new Map([
  ['packages', 'another'],
  ['zones', 'two'],
]);

describe('a collection in place of a dropped one', () => {
  let clock = { ms: 0 };
  /** What the database holds. */
  let there = { packages: 0, restored: null as Date | null };
  let restores: Restores;
  beforeEach(() => {
    clock = { ms: 0 };
    there = { packages: 10, restored: null };
    const db = {
      collection: () => ({
        estimatedDocumentCount: async () => there.packages,
        findOne: async () => there.restored && { at: there.restored },
      }),
    } as unknown as Db;
    restores = new Restores(db, ['packages', 'zones'], () => clock.ms);
    restores.adopt(FORMER, { packages: [{}], zones: [{}] });
  });
  const isComplete = async (identities = DROPPED): Promise<boolean> => {
    try {
      await restores.assertComplete(identities, COMPLETE_AT_MS);
      return true;
    } catch (error) {
      assert(error instanceof RestoreInProgressError);
      return false;
    }
  };

  it('is not waited for when it is the former one, also after a rename', async () => {
    there.packages = 0;
    assert.equal(await isComplete(FORMER), true);
  });

  it('is complete when the number of its documents has not changed for a while', async () => {
    assert.equal(await isComplete(), false);
    clock.ms = RESTORE_QUIET_MS - 1;
    assert.equal(await isComplete(), false);
    clock.ms = RESTORE_QUIET_MS;
    assert.equal(await isComplete(), true);
  });

  it('is waited for from the last change on, and from the last drop on', async () => {
    assert.equal(await isComplete(), false);
    clock.ms = RESTORE_QUIET_MS;
    there.packages++;
    assert.equal(await isComplete(), false);
    clock.ms = 2 * RESTORE_QUIET_MS;
    assert.equal(
      await isComplete(
        new Map([
          ['packages', 'third'],
          ['zones', 'two'],
        ]),
      ),
      false,
    );
    clock.ms = 3 * RESTORE_QUIET_MS - 1;
    assert.equal(
      await isComplete(
        new Map([
          ['packages', 'third'],
          ['zones', 'two'],
        ]),
      ),
      false,
    );
    clock.ms = 3 * RESTORE_QUIET_MS;
    assert.equal(
      await isComplete(
        new Map([
          ['packages', 'third'],
          ['zones', 'two'],
        ]),
      ),
      true,
    );
  });

  it('is not complete without documents, however long that lasts', async () => {
    there.packages = 0;
    assert.equal(await isComplete(), false);
    clock.ms = 100 * RESTORE_QUIET_MS;
    assert.equal(await isComplete(), false);
  });

  it('may be empty when the former one never had a document', async () => {
    restores = new Restores(
      { collection: () => ({ estimatedDocumentCount: async () => 0, findOne: async () => null }) } as unknown as Db,
      ['packages'],
      () => clock.ms,
    );
    restores.adopt(FORMER, { packages: [] });
    assert.equal(await isComplete(new Map([['packages', 'another']])), false);
    clock.ms = RESTORE_QUIET_MS;
    assert.equal(await isComplete(new Map([['packages', 'another']])), true);
    restores.fill('packages');
    assert.equal(await isComplete(new Map([['packages', 'another']])), false, 'it got a document later');
  });

  it('is complete when an operator says so, after the node last had everything', async () => {
    there = { packages: 0, restored: new Date(COMPLETE_AT_MS) };
    assert.equal(await isComplete(), false, 'that was about an earlier restore');
    there.restored = new Date(COMPLETE_AT_MS + 1);
    assert.equal(await isComplete(), true);
  });

  it('is the former one once it was adopted', async () => {
    clock.ms = RESTORE_QUIET_MS;
    restores.adopt(DROPPED, { packages: [{}], zones: [{}] });
    assert.equal(await isComplete(), true);
  });
});
