/** GET /allocation/lint, and what apply says of the findings about policies. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Finding } from '../../../src/contract/finding.js';
import { partnerCredential, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { createConformance } from '../../support/conformance.js';

const COURIER = 'nagarvega-sameday';
let app: TestApp;
before(async () => {
  app = await TestApp.startDemo();
});
after(async () => {
  assert.deepEqual(app.errors, []);
  await app.close();
});

const policy = (rules: object[]) => ({
  collection: 'allocation-policies',
  document: { policyId: 'house', name: 'House', priority: 10, rules, status: true },
});
const rule = (ruleId: string, members: object) => ({ ruleId, label: ruleId, when: {}, status: true, ...members });
const ORDER = rule('first', { order: { partners: [COURIER] } });
const lintOf = ({ json, text }: Reply): { brings: Finding[]; clears: Finding[]; unchecked: number } => {
  assert.ok(json.data !== undefined, text);
  return json.data.lint;
};
const assertConforming = ({ status, headers, json }: Reply): void =>
  assert.deepEqual(createConformance().check('GET', '/api/v1/allocation/lint', status, headers, json), []);
const codes = (findings: readonly Finding[]): string[] => findings.map(({ code, ruleId }) => `${code} ${ruleId}`);

describe('the findings about policies', () => {
  it('are none without policies', async () => {
    const reply = await app.get('/allocation/lint');
    assertConforming(reply);
    assert.deepEqual(
      [reply.json.data.findings, reply.json.data.counts, reply.json.data.severities],
      [[], {}, { error: 0, warning: 0 }],
    );
  });

  it('are brought by a change, dry or not, and cleared by another', async () => {
    const idle = [ORDER, rule('second', { when: { codFrom: 1, paymentTypes: ['PREPAID'] }, rank: {} })];
    const dry = await app.apply([policy(idle)], '?dryRun=true');
    assert.deepEqual(codes(lintOf(dry).brings), ['RULE_CONTRADICTS second']);
    assert.deepEqual(lintOf(await app.apply([policy(idle)], '?strict=true')), lintOf(dry));
    const reply = await app.get('/allocation/lint');
    assertConforming(reply);
    assert.deepEqual(reply.json.data.findings, lintOf(dry).brings);
    assert.deepEqual(reply.json.data.findings[0], {
      code: 'RULE_CONTRADICTS',
      severity: 'warning',
      message:
        'rule second of policy house never holds: codFrom is above 0, and paymentTypes has PREPAID alone, which '
        + 'collects 0',
      documents: ['allocation-policies/house'],
      examples: [],
      policyId: 'house',
      ruleId: 'second',
      action: 'Change its condition, or remove the rule',
    });
    const mended = lintOf(await app.apply([policy([ORDER])]));
    assert.deepEqual([codes(mended.brings), codes(mended.clears)], [[], ['RULE_CONTRADICTS second']]);
  });

  it('are brought by the end of a partner that a rule names', async () => {
    const ended = lintOf(await app.apply([{ collection: 'partners', key: COURIER, end: true }], '?dryRun=true'));
    assert.deepEqual(codes(ended.brings.filter(({ policyId }) => policyId !== undefined)), ['PARTNER_MISSING first']);
  });

  it('are brought by a capacity that is less than a share promises', async () => {
    const of = [
      { partner: COURIER, percent: 50, min: 20 },
      { partner: 'kachhua-cargo', percent: 50 },
    ];
    assert.deepEqual(lintOf(await app.apply([policy([rule('split', { share: { of, per: 'DAY' } })])])).brings, []);
    const row = { id: 1, partnerId: COURIER, name: 'Vans', limit: 10, unit: 'PARCELS', per: 'DAY', status: true };
    const dry = await app.apply([{ collection: 'capacities', document: row }], '?dryRun=true');
    assert.deepEqual(codes(lintOf(dry).brings), ['SHARE_ABOVE_CAPACITY split']);
    assert.equal((await app.apply([policy([ORDER])])).status, 200);
  });

  it('are of the moment that is asked for', async () => {
    const rules = [rule('stop', { rank: {}, stop: true, validTo: '2026-12-31T00:00:00Z' }), ORDER];
    assert.equal((await app.apply([policy(rules)])).status, 200);
    assert.deepEqual((await app.get('/allocation/lint')).json.data.findings, []);
    const reply = await app.get('/allocation/lint?asOf=2026-02-30T00:00:00Z');
    assert.deepEqual([reply.status, reply.json.error.details[0].field], [400, 'asOf']);
    assert.equal((await app.get('/allocation/lint?asOf=1999-01-01T00:00:00Z')).status, 400);
  });

  it('are for services alone', async () => {
    assert.equal((await app.get('/allocation/lint', partnerCredential(COURIER))).status, 403);
  });
});
