/** A function of pinrate/client for each operation: what it sends is the contract's, and its answer is the node's. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { unpack } from 'msgpackr';
import * as client from '../../src/client/main.js';
import type { Traits } from '../../src/client/operation.js';
import { type Contract, isWrite, mayBeEmpty } from '../../src/contract/contract.js';
import { CONTRACTS } from '../../src/contract/contracts.js';
import { openApiDocument } from '../../src/contract/openapi/documents.js';
import { importOutcomes } from '../../src/contract/outcomes.js';
import { SHOWN_QUOTE_TOKEN } from '../../src/contract/replay.js';
import { MAIN, TestApp } from '../support/app.js';
import { sign } from '../support/client.js';
import { createConformance } from '../support/conformance.js';
import { gathered } from '../support/gathered.js';

type Operation = ((pinrate: client.Pinrate, ...args: unknown[]) => unknown) & { traits: Traits };
const { connect, responseOf } = client;
const OPERATIONS = Object.entries(client as unknown as Record<string, Operation>).filter(
  ([, value]) => typeof value === 'function' && value.traits !== undefined,
);
const operationOf = ({ id }: Contract): Operation => new Map(OPERATIONS).get(id)!;

it('has a function for each operation, by its operationId, and no other', () => {
  assert.deepEqual(OPERATIONS.map(([id]) => id).sort(), CONTRACTS.map(({ id }) => id).sort());
});

interface SentRequest {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: string;
}

/** What a call sends, each attempt of it; none gets an answer. */
async function sentBy(contract: Contract, args: readonly unknown[]): Promise<SentRequest[]> {
  const sent: SentRequest[] = [];
  const fetch = async (input: unknown, { method, headers, body }: RequestInit = {}): Promise<Response> => {
    const { pathname, search } = new URL(String(input));
    const text = new TextDecoder().decode(body as Uint8Array);
    sent.push({ method: method!, target: pathname + search, headers: headers as Record<string, string>, body: text });
    throw new TypeError('fetch failed');
  };
  const pinrate = connect({ url: 'http://node.example', service: MAIN.id, secret: MAIN.secret, fetch, retries: 1 });
  const answer = operationOf(contract)(pinrate, ...args);
  await assert.rejects(answer instanceof Promise ? answer : (answer as AsyncGenerator).next(), { code: 'NOT_REACHED' });
  return sent;
}

const namesOf = ({ path }: Contract): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

describe('what a function sends', () => {
  for (const contract of CONTRACTS) {
    const { id, method, path, schemas, bodyFormat, mediaType, creates, streams } = contract;
    it(`${id}: its arguments where the contract has them, signed, again only where nothing is done twice`, async (t) => {
      // no wait
      t.mock.method(Math, 'random', () => 0);
      const names = namesOf(contract);
      const body = bodyFormat === 'ndjson' ? [{ a: 1 }, '{"b":2.50}'] : { a: 1 };
      const query = { 'a b': "it's", left: undefined, no: false };
      const args = schemas.body === null ? [query] : [body, { query }];
      const sent = await sentBy(contract, [...names.map((name) => `${name}/1`), ...args]);
      assert.equal(sent.length, method === 'GET' || !isWrite(contract) || creates ? 2 : 1);

      const [{ target, headers, body: text, ...first }] = sent as [SentRequest];
      assert.equal(first.method, method);
      assert.equal(target, `${path.replaceAll(/\{(\w+)\}/g, '$1%2F1')}?a%20b=it%27s&no=false`);
      const expected = { 'none': '', 'json': '{"a":1}', 'json-lines': '{"a":1}', 'ndjson': '{"a":1}\n{"b":2.50}\n' };
      assert.equal(text, expected[schemas.body === null ? 'none' : bodyFormat]);
      const contentSha256 = createHash('sha256').update(text).digest('hex');
      const signed = sign(method, target, MAIN, { nowSeconds: Number(headers['x-timestamp']), contentSha256 });
      for (const [name, value] of Object.entries(signed)) assert.equal(headers[name], value, name);
      assert.equal(headers['accept'], mediaType.split(';')[0]);
      assert.equal(headers['prefer'], 'handling=strict');
      const types = { 'json': 'application/json', 'json-lines': 'application/json', 'ndjson': 'application/x-ndjson' };
      assert.equal(headers['content-type'], schemas.body === null ? undefined : types[bodyFormat]);
      assert.match(headers['idempotency-key'] ?? '', creates ? /^[0-9a-f-]{36}$/ : /^$/);
      assert.equal(sent.at(-1)!.headers['idempotency-key'], headers['idempotency-key'], 'the same in each attempt');
      assert.equal(operationOf(contract).traits.streams === true, streams.includes('application/x-ndjson'));
    });

    if (bodyFormat === 'json-lines')
      it(`${id}: several values are lines`, async () => {
        const names = namesOf(contract).map((name) => `${name}/1`);
        const [sent] = (await sentBy(contract, [...names, [{ a: 1 }, '{"b":2.50}']])) as [SentRequest];
        assert.equal(sent.body, '{"a":1}\n{"b":2.50}\n');
        assert.equal(sent.headers['content-type'], 'application/x-ndjson');
      });

    if ('dryRun' in schemas.query.properties) {
      it(`${id}: a dry run may be sent again`, async (t) => {
        t.mock.method(Math, 'random', () => 0);
        const query = { dryRun: true };
        const args = schemas.body === null ? [query] : [bodyFormat === 'ndjson' ? '' : {}, { query }];
        assert.equal((await sentBy(contract, [...namesOf(contract), ...args])).length, 2);
      });
    }
    if (mayBeEmpty(contract)) {
      it(`${id}: has no body where none is given`, async () => {
        const [{ body, headers }] = (await sentBy(contract, namesOf(contract))) as [SentRequest];
        assert.deepEqual([body, headers['content-type']], ['', undefined]);
      });
    }
  }

  it('knows the parameter of the next page, and the list of the entries', () => {
    for (const contract of CONTRACTS) {
      const { query, answer } = contract.schemas;
      const members = (answer as { properties?: Record<string, Schema> }).properties ?? {};
      if (!('next' in members) && !('pagination' in members)) continue;
      const { cursor = 'before', list } = operationOf(contract).traits;
      assert.ok(('next' in members ? cursor : 'page') in query.properties, contract.id);
      const { data } = members as { data: Schema };
      assert.equal((list === undefined ? data : data.properties![list]!).type, 'array', contract.id);
    }
  });
});

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
}

describe('the answers of a node', () => {
  const conformance = createConformance(openApiDocument());
  let app: TestApp;
  let pinrate: client.Pinrate;
  before(async () => {
    app = await TestApp.startDemo({ now: new Date() });
    pinrate = connect({ url: app.app.url, service: MAIN.id, secret: MAIN.secret });
    // the demo has figures of outcomes, and no line of them
    await client.importOutcomes(pinrate, importOutcomes.example.body as string);
  });
  after(() => app.close());

  /** The arguments of a contract's example. */
  async function argumentsOf(contract: Contract): Promise<unknown[]> {
    const { params = {}, query = {}, body } = contract.example;
    const inQuery = Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, value === 'true' ? true : value]),
    );
    const path = namesOf(contract).map((name) => params[name]);
    if (contract.schemas.body === null) return [...path, inQuery];
    return [...path, await withToken(body), { query: inQuery }];
  }

  /** Each store has its own tokens. */
  async function withToken(body: unknown): Promise<unknown> {
    if ((body as { quoteToken?: unknown }).quoteToken !== SHOWN_QUOTE_TOKEN) return body;
    const { example } = CONTRACTS.find(({ id }) => id === 'calculateCharges')!;
    const shipment = example.body as Parameters<typeof client.calculateCharges>[1];
    const { data } = await client.calculateCharges(pinrate, { ...shipment, includeQuoteToken: true });
    return { ...(body as object), quoteToken: data.quoteToken };
  }

  for (const contract of CONTRACTS) {
    const { id, method, path, status, mediaType } = contract;
    it(`${id}: is the whole answer to its example, with its response`, async () => {
      app.clock.nowMs += 100;
      const answer = operationOf(contract)(pinrate, ...(await argumentsOf(contract)));
      if (mediaType === 'application/x-ndjson') {
        const lines = await gathered(answer as AsyncGenerator);
        assert.ok(lines.length > 0 && lines.every((line) => typeof line === 'object' && line !== null));
        return;
      }
      const whole = await (answer as Promise<object | string>);
      if (typeof whole === 'string') return assert.match(whole, /^# HELP pinrate_/m);
      if (whole instanceof Uint8Array)
        return assert.equal((unpack(Buffer.from(whole)) as { count: number }).count > 0, true);
      const { status: got, headers } = responseOf(whole)!;
      assert.equal(got, status);
      assert.deepEqual(conformance.check(method, path, got, Object.fromEntries(headers), whole), []);
    });
  }

  it('come page by page, entry by entry and as lines, each with the same entries', async () => {
    const { all, lines, listDocuments, listChanges, pages } = client;
    const query = { partnerId: 'dharaline-surface', limit: 7 };
    const sizes = [];
    const paged: object[] = [];
    for await (const { data } of pages(pinrate, listDocuments, 'packages', query)) {
      sizes.push(data.length);
      paged.push(...data);
    }
    assert.ok(sizes.length > 2 && sizes.slice(0, -1).every((size) => size === 7));
    assert.deepEqual(await gathered(all(pinrate, listDocuments, 'packages', query)), paged);
    const { partnerId } = query;
    assert.deepEqual(await gathered(lines(pinrate, listDocuments, 'packages', { partnerId })), paged);
    const changes = await gathered(all(pinrate, listChanges, { limit: 1 }));
    assert.deepEqual(
      changes.map((change) => change.id),
      changes.map((_, at) => changes.length - at),
    );
    assert.ok(changes.length > 2);
  });

  it('come page by page from a list within `data`, and from the entries of a change', async () => {
    const { all, getChange, listPartnerZones, pages } = client;
    const zones = await gathered(all(pinrate, listPartnerZones, 'dharaline-surface', { limit: 3 }));
    const [whole] = await gathered(pages(pinrate, listPartnerZones, 'dharaline-surface', { limit: 100 }));
    assert.ok(zones.length > 3);
    assert.deepEqual(
      zones.map(({ id }) => id),
      whole!.data.zones.map(({ id }) => id),
    );
    const { id } = (await client.listChanges(pinrate, { limit: 1 })).data[0]!;
    const [entry] = await gathered(all(pinrate, getChange, id));
    assert.equal(typeof entry!.collection, 'string');
  });

  it('take the lines of one operation as the body of another', async () => {
    const card = client.lines(pinrate, client.listDocuments, 'holidays');
    const change = async function* () {
      for await (const document of card) yield { collection: 'holidays', document };
    };
    const { data } = await client.applyDocuments(pinrate, change(), { query: { dryRun: true } });
    assert.ok(data.counts.unchanged > 5 && data.diff.length === 0);
  });

  it('are errors with all faults, in the shape of either kind of caller', async () => {
    const partner = connect({
      url: app.app.url,
      partner: 'dharaline-surface',
      secret: 'demo-dharaline-surface-secret',
    });
    const wrong = { pickupPincode: '1', deliveryPincode: '560001', weight: 0, shipmentType: 'B2C', paymentType: 'COD' };
    for (const each of [pinrate, partner]) {
      const error = await client.calculateCharges(each, { partnerId: 'dharaline-surface', ...wrong } as never).then(
        () => null,
        (refusal: unknown) => refusal as client.PinrateError,
      );
      assert.ok(error instanceof client.PinrateError);
      const { status, code, message, faults, faultCount, requestId, retryable } = error;
      assert.deepEqual(
        [status, code, message, retryable],
        [400, 'VALIDATION_ERROR', 'Request validation failed', false],
      );
      assert.deepEqual(
        faults.map(({ field }) => field),
        ['pickupPincode', 'weight'],
      );
      assert.ok(faultCount === 2 && faults.every((fault) => fault.message !== ''));
      assert.deepEqual(
        faults.map((fault) => typeof fault.code),
        each === pinrate ? ['string', 'string'] : ['object', 'object'],
      );
      assert.equal(requestId, responseOf(error)!.headers.get('x-request-id'));
    }
  });
});
