/** A credential may do what its scopes name, and every signed operation needs one of them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CONTRACTS } from '../../../src/contract/contracts.js';
import { DEFAULT_SCOPES, type Scope, SCOPES } from '../../../src/model/scopes.js';
import type { Credential } from '../../../src/model/documents.js';
import { fullWorld } from '../questions/fixture.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { createConformance } from '../../support/conformance.js';

const SIGNED = CONTRACTS.filter(({ access }) => access === 'signed');
const ACME = partnerCredential('acme');
const OF_QUESTIONS: Readonly<Record<string, Scope>> = {
  checkAvailability: 'quote',
  calculateCharges: 'quote',
  calculateBulkCharges: 'quote',
  calculateRatesMatrix: 'quote',
  assignShipment: 'assign',
  confirmShipment: 'assign',
  handOverShipment: 'assign',
  cancelShipment: 'assign',
  reassignShipment: 'assign',
  reassignShipments: 'manage',
  // a POST for its body alone
  listServingPartners: 'read',
  explainAllocation: 'read',
  backtestAllocation: 'manage',
  replayQuote: 'quote',
};
/** By the group of an operation that changes something. */
const OF_TAGS: Readonly<Record<string, Scope>> = {
  Documents: 'manage',
  History: 'manage',
  Administration: 'admin',
};

const conformance = createConformance();
let app: TestApp;
before(async () => {
  app = await TestApp.start(fullWorld());
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

async function give(key: 'service/main-system' | 'partner/acme', scopes: Scope[] | undefined): Promise<void> {
  const document: Credential = { ...(await app.store.get('credentials', key))! };
  delete document.scopes;
  if (scopes !== undefined) document.scopes = scopes;
  assert.deepEqual(await app.store.write([{ kind: 'put', collection: 'credentials', document }]), {
    ok: true,
    changeId: null,
  });
}

/** Asks an operation; neither its path nor its body is a valid one, so that nothing is written. */
function call({ method, path, schemas }: (typeof SIGNED)[number], credential: ClientCredential): Promise<Reply> {
  const target = path.replaceAll(/\{\w+\}/g, '1');
  if (method === 'GET') return app.get(target, credential);
  return app.send(method, target, schemas.body === null ? '' : { scopes: 1 }, credential);
}

const missing = ({ status, json }: Reply): unknown =>
  status === 403 ? (json.error.details as { missingScope?: string }).missingScope : undefined;

describe('scopes', () => {
  it('are what each operation needs: by its question, else by whether and what it writes', () => {
    for (const { id, method, tag, scope } of SIGNED) {
      const isRead = method === 'GET' && OF_TAGS[tag] !== 'admin';
      const ofMethod = isRead ? 'read' : (OF_TAGS[tag] ?? 'write');
      assert.equal(scope, OF_QUESTIONS[id] ?? ofMethod, id);
    }
  });

  for (const scope of SCOPES) {
    it(`refuse all others to a credential that has ${scope} alone, and name what it lacks`, async () => {
      await give('service/main-system', [scope]);
      for (const contract of SIGNED) {
        const reply = await call(contract, MAIN);
        assert.equal(missing(reply), contract.scope === scope ? undefined : contract.scope, contract.id);
        if (contract.scope === scope) continue;
        assert.equal(reply.json.error.message, `This credential does not have the scope ${contract.scope}`);
        assert.deepEqual(
          conformance.check(contract.method, contract.path, reply.status, reply.headers, reply.json),
          [],
          contract.id,
        );
      }
    });
  }

  it('are the first four where a credential names none, of both kinds', async () => {
    for (const [key, credential] of [
      ['service/main-system', MAIN],
      ['partner/acme', ACME],
    ] as const) {
      await give(key, undefined);
      for (const contract of SIGNED) {
        const lacks = DEFAULT_SCOPES.includes(contract.scope) ? undefined : contract.scope;
        assert.equal(missing(await call(contract, credential)), lacks, contract.id);
      }
    }
  });

  it('are taken from a credential with the next request', async () => {
    await give('partner/acme', ['quote']);
    assert.equal(missing(await app.get('/api/v1/zones', ACME)), 'read');
    await give('partner/acme', ['read']);
    assert.equal((await app.get('/api/v1/zones', ACME)).status, 200);
  });
});
