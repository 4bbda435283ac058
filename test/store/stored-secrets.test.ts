/** Secrets that were stored before there was a SECRETS_KEY, and what production refuses. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { leaveInMeta } from './raw-lmdb.js';
import type { Credential } from '../../src/model/documents.js';
import { importDataset } from '../../src/store/dataset/bootstrap.js';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import type { Store } from '../../src/store/port.js';
import { openSecrets } from '../../src/store/secrets.js';
import { fixtureAssignment, fixtureDocuments, withFolder } from './fixtures.js';

const KEY = Buffer.from('0123456789abcdef'.repeat(4), 'hex');
const LONG = 'a-secret-of-more-than-16-characters';
const start = (store: Store, environment: string, onSealed?: (count: number) => void) =>
  importDataset(store, {
    config: { dataset: null, secretsKeys: [KEY], environment },
    geographyFolder: '',
    ...(onSealed && { onSealed }),
  });

async function withStored(secrets: readonly string[], use: (path: string) => Promise<void>): Promise<void> {
  await withFolder(async (path) => {
    const store = await openLmdbStore({ path });
    const credentials = secrets.map((secret, index): Credential => ({
      id: `caller-${index}`,
      kind: 'service',
      tier: 'UNLIMITED',
      status: 'ACTIVE',
      secrets: [{ version: 1, secret }],
    }));
    await store.importAll({ ...fixtureDocuments(), credentials });
    await store.close();
    await use(path);
  });
}

const holds = (path: string, secret: string): boolean => readFileSync(join(path, 'data.mdb')).includes(secret);

describe('secrets that were stored in clear text', () => {
  it('are encrypted by a start with a key, counted, and no longer in the file', () =>
    withStored([`${LONG}-1`, `${LONG}-2`], async (path) => {
      assert.equal(holds(path, LONG), true);
      const counts: number[] = [];
      let store = await openLmdbStore({ path });
      await store.write([{ kind: 'insert', collection: 'assignments', document: fixtureAssignment('kept') }]);
      await start(store, 'production', (count) => counts.push(count));
      assert.equal(holds(path, LONG), false, 'while it is open');
      await store.write([{ kind: 'insert', collection: 'assignments', document: fixtureAssignment('later') }]);
      await start(store, 'production', (count) => counts.push(count));
      assert.deepEqual(counts, [2]);
      await store.close();
      assert.equal(holds(path, LONG), false);
      assert.deepEqual(readdirSync(path).sort(), ['data.mdb', 'lock.mdb']);
      store = await openLmdbStore({ path });
      const { credentials, zones } = await store.load(['credentials', 'zones']);
      assert.deepEqual(
        credentials.map((credential) => openSecrets(credential, [KEY])[0]!.secret),
        [`${LONG}-1`, `${LONG}-2`],
      );
      assert.deepEqual(zones, fixtureDocuments().zones);
      const { total } = await store.assignments({
        partnerId: 'swift-air',
        fromMs: 0,
        toMs: Number.MAX_SAFE_INTEGER,
        offset: 0,
        limit: 1,
      });
      assert.equal(total, 2);
      for (const shipmentId of ['kept', 'later'])
        assert.deepEqual(await store.get('assignments', shipmentId), fixtureAssignment(shipmentId));
      await store.close();
    }));

  it('leave the file at the next start if the first one ended before that', () =>
    withStored([LONG], async (path) => {
      const writer = await openLmdbStore({ path });
      await writer.close();
      await leaveInMeta(path, 'compact', true);
      await (await openLmdbStore({ path })).close();
      const store = await openLmdbStore({ path });
      assert.equal((await store.load(['credentials'])).credentials.length, 1);
      await assert.rejects(openLmdbStore({ path }), /in use by process/);
      await store.close();
    }));

  it('stay as they are without a key', () =>
    withStored([LONG], async (path) => {
      const store = await openLmdbStore({ path });
      await importDataset(store, {
        config: { dataset: null, secretsKeys: [], environment: 'development' },
        geographyFolder: '',
      });
      await store.close();
      assert.equal(holds(path, LONG), true);
    }));
});

describe('production', () => {
  const refused = (secret: string, reason: string) =>
    withStored([LONG, secret], async (path) => {
      const store = await openLmdbStore({ path });
      await start(store, 'development');
      await assert.rejects(start(store, 'production'), (error: Error) => {
        assert.equal(error.message, `NODE_ENV=production refuses the service credential caller-1: ${reason}`);
        return true;
      });
      await store.close();
    });

  it('refuses public secrets, in any case and with blanks around', async () => {
    for (const secret of ['demo-x-secret', 'Demo-X-Secret', ' demo-x-secret ', 'change-me-to-a-long-random-secret']) {
      await refused(secret, 'its secret is that of a demo or an example, which is public');
    }
  });

  it('refuses secrets of fewer than 16 characters', () =>
    refused('fifteen-letters', 'its secret has fewer than 16 characters'));
});
