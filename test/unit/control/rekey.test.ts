import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Credential } from '../../../src/model/documents.js';
import { rekey, SEALED_KINDS, type SealedKind } from '../../../src/control/rekey.js';
import { REKEY_BATCH_DOCUMENTS } from '../../../src/limits/control.js';
import { openLmdbStore } from '../../../src/store/lmdb/store.js';
import type { Store } from '../../../src/store/port.js';
import type { SecretsKeys } from '../../../src/store/sealing.js';
import { openSecrets, sealCredential } from '../../../src/store/secrets.js';
import { fixtureDocuments, withFolder } from '../../store/fixtures.js';

const [NEW, OLD, LOST] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const BOTH = [NEW, OLD];
const alone = <T>(_: string, batch: () => Promise<T>): Promise<T> => batch();

const credential = (number: number): Credential => ({
  id: `caller-${String(number).padStart(4, '0')}`,
  kind: 'service',
  tier: 'TIER_1',
  status: 'ACTIVE',
  secrets: [
    { version: 1, secret: `old-${number}`, notAfter: '2030-01-01T00:00:00.000Z' },
    { version: 2, secret: `new-${number}`, notAfter: null },
  ],
});

/** A store with credentials of which `keysOf` says under which key each is. */
async function withCredentials(
  count: number,
  keysOf: (number: number) => SecretsKeys,
  use: (store: Store) => Promise<void>,
): Promise<void> {
  await withFolder(async (path) => {
    const store = await openLmdbStore({ path });
    const credentials = Array.from({ length: count }, (_, number) =>
      sealCredential(credential(number), keysOf(number)),
    );
    await store.importAll({ ...fixtureDocuments(), credentials });
    await use(store);
    await store.close();
  });
}

async function secretsUnder(store: Store, keys: SecretsKeys): Promise<string[]> {
  const { credentials } = await store.load(['credentials']);
  return credentials.flatMap((each) => openSecrets(each, keys).map(({ secret }) => secret));
}

const secretsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => [`old-${number}`, `new-${number}`]).flat();

describe('a change of the key', () => {
  for (const count of [0, 1, REKEY_BATCH_DOCUMENTS, REKEY_BATCH_DOCUMENTS * 2 + 1]) {
    it(`encrypts ${count} credentials again, and nothing the second time`, () =>
      withCredentials(
        count,
        () => [OLD],
        async (store) => {
          assert.deepEqual(await rekey({ store, keys: BOTH, alone }), { resealed: count, left: 0 });
          assert.deepEqual(await secretsUnder(store, [NEW]), secretsOf(count));
          const { credentials } = await store.load(['credentials']);
          assert.deepEqual(await rekey({ store, keys: BOTH, alone }), { resealed: 0, left: 0 });
          assert.deepEqual((await store.load(['credentials'])).credentials, credentials);
        },
      ));
  }

  it('encrypts what is in clear text, too', () =>
    withCredentials(
      2,
      (number) => (number === 0 ? [] : [OLD]),
      async (store) => {
        assert.deepEqual(await rekey({ store, keys: BOTH, alone }), { resealed: 2, left: 0 });
        assert.deepEqual(await secretsUnder(store, [NEW]), secretsOf(2));
      },
    ));

  it('leaves what no key opens, and counts it', () =>
    withCredentials(
      3,
      (number) => (number === 1 ? [LOST] : [OLD]),
      async (store) => {
        const unopened = await store.get('credentials', 'service/caller-0001');
        assert.deepEqual(await rekey({ store, keys: BOTH, alone }), { resealed: 2, left: 1 });
        assert.deepEqual(await store.get('credentials', 'service/caller-0001'), unopened);
        assert.deepEqual(await rekey({ store, keys: [NEW, LOST], alone }), { resealed: 1, left: 0 });
        assert.deepEqual(await secretsUnder(store, [NEW]), secretsOf(3));
      },
    ));

  it('that fails in between is continued by the next one', () =>
    withCredentials(
      REKEY_BATCH_DOCUMENTS + 5,
      () => [OLD],
      async (store) => {
        let writes = 0;
        const failing: Pick<Store, 'page' | 'write'> = {
          page: (...args) => store.page(...args),
          write: async (ops) => {
            if (writes++ === 1) throw new Error('the store is away');
            return store.write(ops);
          },
        };
        await assert.rejects(rekey({ store: failing, keys: BOTH, alone }), /the store is away/);
        assert.deepEqual(await secretsUnder(store, BOTH), secretsOf(REKEY_BATCH_DOCUMENTS + 5));
        assert.deepEqual(await rekey({ store, keys: BOTH, alone }), { resealed: 5, left: 0 });
      },
    ));

  it('runs each batch alone', () =>
    withCredentials(
      REKEY_BATCH_DOCUMENTS + 1,
      () => [OLD],
      async (store) => {
        const batches: string[] = [];
        const noted = <T>(collection: string, batch: () => Promise<T>): Promise<T> => {
          batches.push(collection);
          return batch();
        };
        await rekey({ store, keys: BOTH, alone: noted });
        assert.deepEqual(batches, ['credentials', 'credentials', 'change-entries', 'keys']);
      },
    ));

  it('goes through every kind of document', () =>
    withCredentials(
      1,
      () => [OLD],
      async (store) => {
        const partners: SealedKind<'partners'> = {
          collection: 'partners',
          reseal: (partner) => ({ ...partner, name: 'sealed' }),
        };
        const kinds = [...SEALED_KINDS, partners as unknown as SealedKind];
        assert.deepEqual(await rekey({ store, keys: BOTH, alone, kinds }), { resealed: 3, left: 0 });
        const names = (await store.load(['partners'])).partners.map(({ name }) => name);
        assert.deepEqual(names, ['sealed', 'sealed']);
      },
    ));

  it('needs a key', () =>
    withCredentials(
      1,
      () => [],
      async (store) => {
        await assert.rejects(rekey({ store, keys: [], alone }), /SECRETS_KEY is not set/);
      },
    ));
});
