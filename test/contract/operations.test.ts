/** The document of the whole API, and each of its operations, called with its own example on the demo dataset. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CONTRACTS, OPERATION_CONTRACTS } from '../../src/contract/contracts.js';
import { OPERATIONS } from '../../src/control/operations/operations.js';
import { openApiDocument } from '../../src/contract/openapi/documents.js';
import type { Contract } from '../../src/contract/contract.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { AssignmentRequest } from '../../src/contract/requests.js';
import { MAIN, partnerCredential, TestApp } from '../support/app.js';
import type { ClientCredential, Reply } from '../support/client.js';
import { createConformance } from '../support/conformance.js';
import { onlyInAll } from '../support/depth.js';
import { lintOpenApi } from '../support/lint-openapi.js';
import { isForPartners, type More, sendExample, targetOf } from './example-request.js';

const zones = readFileSync(join(PACKAGE_ROOT, 'data', 'demo', 'zones.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { id: number; partnerId: string });
const ANY_PARTNER = 'dharaline-surface';
const document = openApiDocument();
const conformance = createConformance(document);

describe('the document of the whole API', () => {
  for (const as of [null, 'service', 'partner'] as const) {
    it(
      `passes the linter${as === null ? '' : ` as a ${as} sees it`}, and has names for its answers and failures`,
      { skip: as === null ? false : onlyInAll },
      async () => {
        const seen = openApiDocument(as) as Document;
        assert.deepEqual(await lintOpenApi(seen), []);
        for (const { operationId, responses } of Object.values(seen.paths).flatMap((item) => Object.values(item))) {
          for (const [status, { content }] of Object.entries(responses)) {
            const json = content?.['application/json'];
            if (json === undefined) continue;
            assert.match(json.schema.$ref ?? '', /^#/, `${operationId} ${status} has an answer without a name`);
            const isShown = Object.keys(json.examples ?? {}).length > 0;
            // the recorded answer is that of a healthy node, and of a document that was there
            const contract = CONTRACTS.find(({ id }) => id === operationId)!;
            assert.equal(isShown, status === String(contract.status), `${operationId} ${status} has an example`);
          }
        }
        const names = Object.keys({ ...seen.components.schemas, ...seen.components.responses });
        assert.deepEqual(
          names.filter((name) => !/^([A-Z][A-Za-z0-9]*)$/.test(name)),
          [],
        );
      },
    );
  }

  it('has the same operations for each kind of caller', () => {
    const idsOf = (as: 'service' | 'partner' | null) =>
      Object.values((openApiDocument(as) as Document).paths).flatMap((item) =>
        Object.values(item).map((one) => one.operationId),
      );
    assert.deepEqual([idsOf('service'), idsOf('partner')], [idsOf(null), idsOf(null)]);
  });

  it('has no default in a body, although validation has it', () => {
    assert.doesNotMatch(JSON.stringify((document as Document).components.schemas), /"default":(?!\{)/);
    const options = AssignmentRequest.properties.options.properties;
    assert.equal((options.createAssignmentRecord as { default?: unknown }).default, true);
    const { AssignmentOptions } = (document as Document).components.schemas as Record<string, { properties: object }>;
    assert.match(JSON.stringify(AssignmentOptions!.properties), /assignmentId is null\. `true` unless given/);
  });
});

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        responses: Record<string, { content?: Record<string, { schema: { $ref?: string }; examples?: object }> }>;
      }
    >
  >;
  components: { schemas: object; responses: object };
}

describe('every operation', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.startDemo();
  });
  after(() => app.close());

  /** Sends `contract`'s example with changes, and checks the answer against the document. */
  async function ask(contract: Contract, credential: ClientCredential | null, more: More = {}): Promise<Reply> {
    const { method, path } = contract;
    // slowly enough for the limits of all credentials
    app.clock.nowMs += 100;
    const reply = await sendExample(app, contract, credential, more);
    assert.deepEqual(
      conformance.check(method, path, reply.status, reply.headers, reply.json ?? reply.text),
      [],
      targetOf(contract, more.query),
    );
    return reply;
  }

  for (const contract of CONTRACTS) {
    const { id, access, status, method, path, schemas, reads } = contract;
    const isJson = contract.mediaType === 'application/json';
    it(`${id}: its example succeeds for a service, as documented`, async () => {
      const reply = await ask(contract, access === 'signed' ? MAIN : null);
      assert.equal(reply.status, status, reply.text);
    });
    if (access !== 'signed') continue;
    const callers = isForPartners(contract) ? [MAIN, partnerCredential(partnerOf(contract))] : [MAIN];

    it(`${id}: its example succeeds for the partner, as documented, strictly too`, async () => {
      if (!isForPartners(contract)) {
        const refused = await ask(contract, partnerCredential(partnerOf(contract)));
        const { code, details } = refused.json.error;
        const expected = contract.isOfServices ? code : { missingScope: contract.scope };
        const found = contract.isOfServices ? 'FORBIDDEN' : details;
        assert.deepEqual([refused.status, found], [403, expected]);
        return;
      }
      // the service has created the same already, and a shipment is assigned once
      const reply = await ask(contract, partnerCredential(partnerOf(contract)), {
        body: forPartner(contract),
        headers: { prefer: 'handling=strict' },
      });
      assert.deepEqual([reply.status, reply.headers['preference-applied']], [status, 'handling=strict'], reply.text);
    });

    it(`${id}: an unsigned request gets a 401, and a wrong parameter or body a 400, as documented`, async () => {
      assert.equal((await ask(contract, null)).status, 401);
      const wrong =
        'limit' in schemas.query.properties ? { query: { limit: '0' } } : schemas.body === null ? null : { body: [] };
      if (wrong === null) return;
      for (const credential of callers) {
        const reply = await ask(contract, credential, wrong);
        assert.deepEqual([reply.status, reply.json.error.code], [400, 'VALIDATION_ERROR'], reply.text);
      }
    });

    it(`${id}: an unknown parameter gets a warning, or a 400 with strict handling, as documented`, async () => {
      const query = { 'page-number': '2' };
      for (const credential of callers) {
        const strictly = await ask(contract, credential, { query, headers: { prefer: 'handling=strict' } });
        assert.deepEqual([strictly.status, strictly.json.error.code], [400, 'UNKNOWN_FIELD'], strictly.text);
      }
      if (reads.length === 0 || !isJson) return;
      const { status: warned, json } = await ask(contract, MAIN, { query });
      assert.deepEqual(
        [warned, json.warnings.map(({ code, field }: { code: string; field: string }) => [code, field])],
        [200, [['UNKNOWN_FIELD', 'page-number']]],
      );
    });

    if (reads.length > 0 && isJson) {
      it(`${id}: gets a 304 while it is the same, and says when it was read again`, async () => {
        const first = await ask(contract, MAIN);
        assert.equal(first.json.from_cache, true);
        const again = await ask(contract, MAIN, { headers: { 'if-none-match': first.headers.etag! } });
        assert.deepEqual([again.status, again.text], [304, '']);
        const renewed = await ask(contract, MAIN, { query: { forceRefresh: 'true' } });
        assert.deepEqual(
          [renewed.status, renewed.json.from_cache, renewed.headers.etag],
          [200, false, first.headers.etag],
        );
        const ofPartner = await ask(contract, partnerCredential(partnerOf(contract)), {
          query: { forceRefresh: 'true' },
        });
        assert.deepEqual(
          [ofPartner.status, ofPartner.json.from_cache, ofPartner.json.warnings[0].code],
          [200, true, 'FORCE_REFRESH_IGNORED'],
        );
      });
    }

    if (schemas.params.required?.includes('partnerId')) {
      it(`${id}: another partner is refused and an unknown one gets a 404, as documented`, async () => {
        const other = partnerOf(contract) === 'nabhdoot-air' ? 'dharaline-surface' : 'nabhdoot-air';
        // where it says nothing of FORBIDDEN, what belongs to others is as if it were not there
        const status = contract.errors.includes('FORBIDDEN') || contract.scope === 'manage' ? 403 : 404;
        assert.equal((await ask(contract, partnerCredential(other))).status, status);
        const params = { ...contract.example.params, partnerId: 'nobody-at-all' };
        const example = { ...contract.example, params };
        const reply =
          method === 'GET'
            ? await app.get(targetOf({ ...contract, example: { params } }))
            : await ask({ ...contract, example }, MAIN);
        assert.deepEqual(conformance.check(method, path, reply.status, reply.headers, reply.json), []);
        assert.deepEqual([reply.status, reply.json.error.code], [404, 'PARTNER_NOT_FOUND']);
      });
    }
  }

  it('has succeeded at least once', () => {
    const seen = new Set(conformance.seen);
    assert.deepEqual(
      CONTRACTS.filter(({ id, status }) => !seen.has(`${id} ${status}`)).map(({ id }) => id),
      [],
    );
    assert.deepEqual(app.errors, []);
  });
});

/** The partner that an example is about. */
function partnerOf({ example }: Contract): string {
  const zoneId = example.params?.['zoneId'];
  if (zoneId !== undefined) return zones.find(({ id }) => id === Number(zoneId))!.partnerId;
  return (
    example.params?.['partnerId']
    ?? example.query?.['partnerId']
    ?? /"partnerId":"([^"]+)"/.exec(JSON.stringify(example.body ?? ''))?.[1]
    ?? ANY_PARTNER
  );
}

/** The example's body for a second call, which must not conflict with the first one. */
function forPartner({ example: { body } }: Contract): unknown {
  return JSON.parse(JSON.stringify(body ?? null), (name, value: unknown) => {
    return name === 'fromWeight' || name === 'toWeight' ? (value as number) + HEAVIER_KG : value;
  });
}

/** Does not overlap the weights of the demo's discounts and of the example. */
const HEAVIER_KG = 20_000;

it('every contract of the control plane has its handler', () => {
  assert.deepEqual(
    OPERATIONS.map(({ contract }) => contract.id),
    OPERATION_CONTRACTS.map(({ id }) => id),
  );
});
