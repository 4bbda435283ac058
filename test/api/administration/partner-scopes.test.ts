/** What a partner's credential may do that is added without scopes. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pino } from 'pino';
import { startApp } from '../../../src/app.js';
import { readConfig } from '../../../src/config.js';
import type { Credential } from '../../../src/model/documents.js';
import { readDataset } from '../../../src/store/dataset/dataset.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential } from '../../support/client.js';
import { fixtureDocuments, writeDataset } from '../../store/fixtures.js';
import { fullWorld } from '../questions/fixture.js';

const CHARGE = { charges: [{ type: 'docket', chargeType: 'flat', value: 99 }] };
const acme = partnerCredential('acme');

describe('a partner’s credential without scopes', () => {
  let app: TestApp;
  before(async () => {
    const world = fullWorld();
    world.credentials = world.credentials
      .filter(({ id }) => id !== 'acme')
      .map((each) => (each.id === MAIN.id ? { ...each, scopes: ['quote', 'assign', 'read', 'write', 'admin'] } : each));
    app = await TestApp.start(world);
  });
  after(() => app.close());

  const add = async (more: object = {}): Promise<ClientCredential & { scopes: string[] }> => {
    await app.store.write([{ kind: 'delete', collection: 'credentials', key: 'partner/acme' }]);
    const { json, text } = await app.send('POST', '/credentials', {
      kind: 'partner',
      id: 'acme',
      tier: 'TIER_1',
      ...more,
    });
    assert.ok(json.success, text);
    return { ...acme, secret: json.data.secret, scopes: json.data.scopes };
  };
  const raise = (by: ClientCredential) => app.post('/customer-charges/bulk', CHARGE, by);

  it('asks and reads, and neither writes nor assigns, when it is new', async () => {
    const made = await add();
    assert.deepEqual(made.scopes, ['quote', 'read']);
    assert.deepEqual((await app.store.get('credentials', 'partner/acme'))!.scopes, ['quote', 'read']);
    assert.equal((await app.get('/zones', made)).status, 200);
    assert.deepEqual((await raise(made)).json.error.details, { missingScope: 'write' });
    assert.deepEqual((await app.ask('assignment', {}, made)).json.error.details, { missingScope: 'assign' });
  });

  it('writes when it was given write', async () => {
    const made = await add({ scopes: ['read', 'write'] });
    assert.equal((await raise(made)).status, 201);
  });

  it('keeps what it had when a store has it already', async () => {
    const former: Credential = {
      id: 'acme',
      kind: 'partner',
      tier: 'UNLIMITED',
      status: 'ACTIVE',
      secrets: [{ version: 1, secret: acme.secret }],
    };
    await app.store.write([{ kind: 'put', collection: 'credentials', document: former }]);
    await app.store.caughtUp();
    const raised = await raise(acme);
    assert.equal(raised.status, 201, raised.text);
    const view = (await app.get('/credentials')).json.data.find(({ id }: { id: string }) => id === 'acme');
    assert.deepEqual(view.scopes, ['quote', 'assign', 'read', 'write']);
  });
});

describe('a dataset', () => {
  const withFolder = async (use: (folder: string) => Promise<void>): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'pinrate-scopes-'));
    try {
      await use(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  const documents = (...scopes: (Credential['scopes'] | undefined)[]) => {
    const all = fixtureDocuments();
    const partner = all.credentials.find(({ kind }) => kind === 'partner')!;
    const { id, kind, tier, status, secrets } = partner;
    const bare = { id, kind, tier, status, secrets };
    return {
      ...all,
      credentials: [all.credentials[0]!, { ...bare, ...(scopes.length > 0 && { scopes: scopes[0]! }) }],
    };
  };

  it('gives a partner without scopes quote and read, and a service the usual', () =>
    withFolder(async (folder) => {
      await writeDataset(folder, documents());
      const read = await readDataset(folder, { geographyFolder: folder });
      assert.ok(read.ok);
      assert.deepEqual(
        read.documents.credentials.map(({ kind, scopes }) => [kind, scopes]),
        [
          ['service', undefined],
          ['partner', ['quote', 'read']],
        ],
      );
    }));

  for (const [scopes, counted] of [
    [['quote', 'write'], 1],
    [['quote', 'read'], 0],
  ] as const) {
    it(`is counted at each start: ${counted} partners with write`, () =>
      withFolder(async (folder) => {
        await writeDataset(join(folder, 'dataset'), documents([...scopes]));
        const read = readConfig({
          HOST: '127.0.0.1',
          PORT: '0',
          DATASET: join(folder, 'dataset'),
          DATA_DIR: join(folder, 'store'),
          WORKERS: '1',
        });
        assert.ok(read.ok);
        for (let start = 0; start < 2; start++) {
          const lines: { msg: string; partners?: number }[] = [];
          const onLogLine = (line: string): void => void lines.push(JSON.parse(line) as (typeof lines)[number]);
          const log = pino({ level: 'info' }, { write: onLogLine });
          await (await startApp({ config: read.config, log, now: Date.now, onLogLine })).close();
          const found = lines.filter(({ msg }) => msg.includes('scope write')).map(({ partners }) => partners);
          assert.deepEqual(found, counted === 0 ? [] : [counted]);
        }
      }));
  }
});
