/** A member that a write does not know is refused wherever it is, whatever `Prefer` says, and nothing is written. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Contract, isWrite } from '../../src/contract/contract.js';
import { OPERATION_CONTRACTS } from '../../src/contract/contracts.js';
import { MAIN, partnerCredential, TestApp } from '../support/app.js';
import type { ClientCredential, Reply } from '../support/client.js';
import { createConformance } from '../support/conformance.js';
import { isForPartners, sendExample } from './example-request.js';

const WRITES = OPERATION_CONTRACTS.filter(isWrite);
const UNKNOWN = 'noSuchMember';
const PREFERENCES: Record<string, string>[] = [{}, { prefer: 'handling=lenient' }];

/** With `dryRun`, an example that is taken after all would not be noticed. */
function inEarnest(contract: Contract): Contract {
  const query = Object.entries(contract.example.query ?? {}).filter(([name]) => name !== 'dryRun');
  return { ...contract, example: { ...contract.example, query: Object.fromEntries(query) } };
}

/** Copies of a body, each with an unknown member in another of its objects. */
function* spoiled(body: unknown, path = ''): Generator<{ field: string; body: unknown }> {
  if (typeof body !== 'object' || body === null) return;
  const at = (name: string): string =>
    Array.isArray(body) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
  if (!Array.isArray(body)) yield { field: at(UNKNOWN), body: { ...body, [UNKNOWN]: 'ACME' } };
  for (const [name, member] of Object.entries(body)) {
    for (const { field, body: inner } of spoiled(member, at(name))) {
      const copy = Array.isArray(body) ? [...(body as unknown[])] : { ...body };
      yield { field, body: Object.assign(copy, { [name]: inner }) };
    }
  }
}

describe('a write refuses what it does not know:', () => {
  const conformance = createConformance();
  let app: TestApp;
  let lastChange: number;
  const newestChange = async (): Promise<number> => (await app.get('/changes?limit=1')).json.data[0]?.id ?? 0;

  before(async () => {
    app = await TestApp.startDemo();
    lastChange = await newestChange();
  });
  after(() => app.close());
  // slowly enough for the limits of all credentials
  beforeEach(() => void (app.clock.nowMs += 1_000));

  async function refused(contract: Contract, reply: Reply, code = 'UNKNOWN_FIELD'): Promise<void> {
    const { status, headers, json, text } = reply;
    assert.deepEqual([status, json.error?.code], [400, code], text);
    assert.deepEqual(conformance.check(contract.method, contract.path, status, headers, json), []);
    assert.equal(headers['preference-applied'], undefined);
    assert.equal(await newestChange(), lastChange, 'it was written');
    assert.equal(existsSync(join(app.dataDir, 'backups')), false);
  }
  const callersOf = (contract: Contract): ClientCredential[] =>
    isForPartners(contract) ? [MAIN, partnerCredential('dharaline-surface')] : [MAIN];
  const named = ({ json }: Reply): string[] => {
    const { details } = json.error as { details: { validationErrors?: { field: string }[] } & { field: string }[] };
    return (details.validationErrors ?? details).map(({ field }) => field);
  };

  it('these are all that write', () => {
    const others = OPERATION_CONTRACTS.filter((contract) => contract.method !== 'GET' && !isWrite(contract));
    assert.deepEqual(others.map(({ id }) => id).sort(), ['explainAllocation', 'listServingPartners', 'replayQuote']);
    assert.ok(WRITES.length >= 15);
  });

  for (const contract of WRITES.map(inEarnest)) {
    const { id, schemas, bodyFormat, method, example } = contract;

    it(`${id}: a parameter`, async () => {
      for (const caller of callersOf(contract)) {
        for (const headers of PREFERENCES) {
          const reply = await sendExample(app, contract, caller, { query: { [UNKNOWN]: '1' }, headers });
          assert.deepEqual(named(reply), [UNKNOWN]);
          await refused(contract, reply);
        }
      }
    });

    if (method === 'DELETE') continue;
    it(`${id}: a member of the body, however deep`, async () => {
      const isOfLines = bodyFormat === 'ndjson';
      const usual: unknown = isOfLines ? JSON.parse((example.body as string).split('\n')[0]!) : example.body;
      // an operation without a body gets one
      const bodies = [...spoiled(schemas.body === null ? {} : usual)];
      assert.ok(bodies.length > 0);
      const withBody: Contract =
        schemas.body === null ? { ...contract, schemas: { ...schemas, body: schemas.params } } : contract;
      for (const caller of callersOf(contract)) {
        for (const headers of PREFERENCES) {
          for (const { field, body } of bodies) {
            const reply = await sendExample(app, withBody, caller, {
              body: isOfLines ? JSON.stringify(body) : body,
              headers,
            });
            assert.equal(reply.status, 400, `${field}: ${reply.text}`);
            // a line names what its document has
            assert.deepEqual(named(reply), [isOfLines ? field.replace('document.', '') : field]);
            await refused(contract, reply, isOfLines ? 'VALIDATION_ERROR' : 'UNKNOWN_FIELD');
            if (isOfLines) assert.equal(reply.json.error.details[0].code, 'UNKNOWN_FIELD');
          }
        }
      }
    });
  }

  it('a null in a patch, which would remove a member', async () => {
    const reply = await app.send('PATCH', '/documents/surcharges/4001', { customer: null });
    assert.deepEqual([reply.status, reply.json.error?.code], [400, 'UNKNOWN_FIELD'], reply.text);
  });

  it('as it was found: a discount of one customer is no discount of all', async () => {
    const discount = { fromWeight: 1, toWeight: 5, discountType: 'percentage', discountValue: 50, customer: 'ACME' };
    const reply = await app.post('/discounts', discount, partnerCredential('dharaline-surface'));
    assert.deepEqual([reply.status, reply.json.error?.code], [400, 'UNKNOWN_FIELD'], reply.text);
    assert.equal(await newestChange(), lastChange);
  });
});
