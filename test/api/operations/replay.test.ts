/** POST /quotes/replay: earlier prices, whatever has changed since. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { SCOPES } from '../../../src/model/scopes.js';
import { forgetHistory } from '../../../src/control/forget-history.js';
import { copyAll } from '../../../src/copy/copy.js';
import { Progress } from '../../../src/copy/progress.js';
import { StoreEndpoint } from '../../../src/copy/store-endpoint.js';
import { openToken, sealQuestion } from '../../../src/engine/quote-token.js';
import { openLmdbStore } from '../../../src/store/lmdb/store.js';
import { quoteTokenKey } from '../../../src/store/store-keys.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { createConformance } from '../../support/conformance.js';
import { describeWithMongo } from '../../support/mongo.js';
import { until } from '../../support/until.js';
import { charges, fullWorld } from '../questions/fixture.js';

/** Its main system may do everything. */
function worldOfAll(): ReturnType<typeof fullWorld> {
  const world = fullWorld();
  world.credentials = world.credentials.map((credential) =>
    credential.id === MAIN.id ? { ...credential, scopes: [...SCOPES] } : credential,
  );
  return world;
}

const ACME = partnerCredential('acme');
const BOLT = partnerCredential('bolt');
const PATH = '/api/v1/quotes/replay';
const conformance = createConformance();
const DAY_MS = 86_400_000;
const LOOK_AGAIN_MS = 250;

interface Quoted {
  token: string;
  charges: unknown;
  breakdown: unknown;
}

async function quoted(app: TestApp, changes: object = {}, credential: ClientCredential = MAIN): Promise<Quoted> {
  const { status, json, text } = await app.ask('charges', charges({ ...changes, includeQuoteToken: true }), credential);
  assert.equal(status, 200, text);
  const { quoteToken: token, charges: amounts = null, breakdown = null } = json.data;
  return { token, charges: amounts, breakdown };
}

async function replay(app: TestApp, body: object, credential: ClientCredential = MAIN): Promise<Reply> {
  const reply = await app.post('/quotes/replay', body, credential);
  assert.deepEqual(conformance.check('POST', PATH, reply.status, reply.headers, reply.json), [], reply.text);
  return reply;
}

async function assertExact(app: TestApp, { token, charges: amounts, breakdown }: Quoted, label = ''): Promise<void> {
  const { status, json, text } = await replay(app, { quoteToken: token });
  assert.equal(status, 200, `${label} ${text}`);
  assert.deepEqual([json.data.exact, json.data.as], [true, 'then'], label);
  assert.deepEqual([json.data.charges, json.data.breakdown], [amounts, breakdown], label);
}

async function refused(app: TestApp, quoteToken: string, credential = MAIN): Promise<[number, string]> {
  const { status, json } = await replay(app, { quoteToken }, credential);
  return [status, json.error.code];
}

const patch = async (app: TestApp, path: string, body: object): Promise<void> => {
  const reply = await app.send('PATCH', `/documents/${path}`, body);
  assert.equal(reply.status, 200, reply.text);
};
const put = async (app: TestApp, path: string, body: object): Promise<void> => {
  const reply = await app.send('PUT', `/documents/${path}`, body);
  assert.ok(reply.status === 200 || reply.status === 201, reply.text);
};
const INVALID: [number, string] = [400, 'QUOTE_TOKEN_INVALID'];

describe('a quote that is asked for again', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.start(worldOfAll());
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  it('has a token only when its caller wants one', async () => {
    for (const body of [charges(), charges({ includeQuoteToken: false })]) {
      const { json } = await app.ask('charges', body);
      assert.ok(!('quoteToken' in json.data));
    }
    const { token } = await quoted(app);
    assert.match(token, /^[A-Za-z0-9_-]{100,1024}$/);
    assert.notEqual(token, (await quoted(app)).token, 'each has its own nonce');
  });

  it('now: what each amount is more than then', async () => {
    const then = await quoted(app);
    const { baseCharge } = (await app.store.get('packages', 1))!;
    await patch(app, 'packages/1', { baseCharge: baseCharge + 11.05 });
    const now = (await app.ask('charges', charges())).json.data;
    const { json } = await replay(app, { quoteToken: then.token, as: 'now' });
    const { as, exact, difference, reasons, rateCardVersion } = json.data;
    assert.deepEqual([as, exact, reasons], ['now', true, { then: [], now: [] }]);
    assert.deepEqual(json.data.charges, now.charges);
    assert.deepEqual(json.data.breakdown, now.breakdown);
    assert.equal(rateCardVersion, now.calculationDetails.rateCardVersion);
    assert.equal(difference.weightCharge, 11.05);
    const former = then.charges as Record<string, number>;
    for (const [name, more] of Object.entries(difference as Record<string, number>))
      assert.equal(Math.round((former[name]! + more) * 100), Math.round(now.charges[name] * 100), name);
  });

  it('is the same whatever changes: rates, defaults, zones, pincodes, the partner', async () => {
    const first = await quoted(app);
    const ofPartner = await quoted(app, { includeReturns: true }, ACME);
    const reverseCharge = await quoted(app, { customerGstin: '27AAPFU0939F1ZV', shipmentType: 'B2B' });
    const changes: [what: string, change: () => Promise<void>][] = [
      ['a rate', () => patch(app, 'packages/1', { baseCharge: 999 })],
      ['a zone', () => patch(app, 'zones/2', { name: 'Elsewhere', attributes: [] })],
      ['a pincode', () => patch(app, 'pincodes/110001', { latitude: 27, longitude: 80 })],
      ['a pincode of its city', () => patch(app, 'pincodes/400002', { latitude: 12, longitude: 79 })],
      ['what has a mean', () => patch(app, 'pincodes/400001', { latitude: null, longitude: null })],
      [
        'that mean',
        async () => {
          const byMean = await quoted(app);
          await patch(app, 'pincodes/400002', { latitude: 15, longitude: 71 });
          await assertExact(app, byMean, 'by a mean');
        },
      ],
      [
        'an entry of the pincode',
        () =>
          put(app, 'zone-pincodes/acme:110001', {
            partnerId: 'acme',
            pincode: '110001',
            zoneId: 2,
            attributes: ['ODA'],
            services: { COD: false },
          }),
      ],
      [
        'a default charge',
        () =>
          put(app, 'customer-charges/9001', {
            partnerId: null,
            customerId: null,
            type: 'docket',
            chargeType: 'flat',
            value: 77,
            status: true,
          }),
      ],
      ['a general holiday', () => put(app, 'holidays/9001', { date: '2026-03-11', kind: 'NO_PICKUP', name: 'Today' })],
      ['a city', () => patch(app, 'cities/21', { name: 'New Delhi' })],
      ['the divisor', () => patch(app, 'partners/acme', { volumetricDivisor: 4_000 })],
      ['the status', () => patch(app, 'partners/acme', { status: 'INACTIVE' })],
    ];
    for (const [what, change] of changes) {
      await change();
      await assertExact(app, first, what);
      await assertExact(app, ofPartner, `${what}, of a partner`);
      await assertExact(app, reverseCharge, `${what}, with a GSTIN`);
    }
    // of an inactive partner nothing is priced now
    const now = await replay(app, { quoteToken: first.token, as: 'now' });
    assert.deepEqual(
      [now.json.data.charges, now.json.data.difference, now.json.data.reasons],
      [null, null, { then: [], now: ['PARTNER_NOT_FOUND'] }],
    );
    await patch(app, 'partners/acme', { status: 'ACTIVE' });
    app.clock.nowMs += 3 * DAY_MS;
    await assertExact(app, first, 'days later');
  });

  it('without a price: the reasons of then, and of now', async () => {
    const token = await (async () => {
      const { json } = await app.ask('charges', charges({ weight: 50_000, includeQuoteToken: true }));
      assert.equal(json.data.available, false);
      return json.data.quoteToken as string;
    })();
    const then = await replay(app, { quoteToken: token });
    assert.deepEqual(
      [then.json.data.charges, then.json.data.breakdown, then.json.data.exact],
      [null, null, true],
      then.text,
    );
    assert.ok(then.json.data.reasons.then.length > 0);
    const now = await replay(app, { quoteToken: token, as: 'now' });
    assert.deepEqual(now.json.data.reasons.now, then.json.data.reasons.then);
    assert.equal(now.json.data.difference, null);
  });

  it('altered in any bit, cut, lengthened or of another store, its token is refused', async () => {
    const { token } = await quoted(app);
    const bytes = Buffer.from(token, 'base64url');
    const key = await quoteTokenKey(app.store, app.secretsKeys);
    for (let at = 0; at < bytes.length; at++)
      for (let bit = 0; bit < 8; bit++) {
        const altered = Buffer.from(bytes);
        altered[at]! ^= 1 << bit;
        assert.equal(openToken(altered.toString('base64url'), key), null, `byte ${at}, bit ${bit}`);
      }
    // each character, also where decoding gives the same bytes
    for (let at = 0; at < token.length; at += 7)
      assert.deepEqual(
        await refused(app, `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`),
        INVALID,
      );
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
      if (last !== token.at(-1)) assert.equal(openToken(token.slice(0, -1) + last, key), null, last);
    for (const odd of [
      '',
      'A',
      token.slice(0, -1),
      `${token}A`,
      `${token}=`,
      ` ${token}`,
      `${token}\n`,
      'x'.repeat(1_024),
      '🙂',
    ])
      assert.deepEqual(await refused(app, odd), INVALID, odd);
    const other = await TestApp.start(worldOfAll());
    try {
      assert.deepEqual(await refused(other, token), INVALID);
    } finally {
      await other.close();
    }
  });

  it('a partner asks for quotes of itself, no matter who asked first', async () => {
    const { token } = await quoted(app);
    assert.equal((await replay(app, { quoteToken: token }, ACME)).status, 200);
    assert.deepEqual(await refused(app, token, BOLT), [403, 'FORBIDDEN']);
  });

  it('of another version of the engine it is not exact, and has the amounts of the present one', async () => {
    const { token, charges: amounts } = await quoted(app);
    const key = await quoteTokenKey(app.store, app.secretsKeys);
    const question = openToken(token, key)!;
    const former = sealQuestion({ ...question, engine: '0.2.9', digest: new Uint8Array(12) }, key)!;
    await patch(app, 'packages/1', { baseCharge: 5 });
    const { json } = await replay(app, { quoteToken: former });
    assert.deepEqual([json.data.exact, json.data.engineVersion, json.data.charges], [false, '0.2.9', amounts]);
  });

  it('of documents that cannot be determined it is refused, and not guessed', async () => {
    const { token } = await quoted(app);
    const key = await quoteTokenKey(app.store, app.secretsKeys);
    const question = openToken(token, key)!;
    const ofOtherBytes = sealQuestion({ ...question, digest: new Uint8Array(12) }, key)!;
    assert.deepEqual(await refused(app, ofOtherBytes), [409, 'QUOTE_NOT_REPRODUCIBLE']);
    const ofLater = sealQuestion({ ...question, changeId: question.changeId + 1_000 }, key)!;
    assert.deepEqual(await refused(app, ofLater), [409, 'QUOTE_NOT_REPRODUCIBLE']);
  });

  it('has nothing in its token but what pricing reads', async () => {
    const { token } = await quoted(app, {
      customerGstin: '27AAPFU0939F1ZV',
      deliveryInstructions: 'Ring twice',
      customerDetails: { name: 'Asha' },
      dimensions: { length: 10, width: 20, height: 30, label: 'Asha' },
      serviceRequirements: ['PICKUP', 'DELIVERY', 'PICKUP'],
    });
    const { shipment, partnerId, settings } = openToken(token, await quoteTokenKey(app.store, app.secretsKeys))!;
    assert.deepEqual(shipment, {
      weight: 1_200,
      dimensions: { length: 10, width: 20, height: 30 },
      declaredValue: 2_499.5,
      shipmentType: 'B2C',
      paymentType: 'COD',
      customerGstin: '27',
      services: ['PICKUP', 'DELIVERY'],
    });
    assert.equal(partnerId, 'acme');
    assert.deepEqual(Object.keys(settings), ['gstRate', 'roadFactor']);
  });

  it('that is too large is null, with a warning', async () => {
    const pieces = (count: number) => ({
      weight: undefined,
      pieces: Array.from({ length: count }, (_, index) => ({
        count: 1,
        weight: 10.5 + index,
        dimensions: { length: 1.5 + index, width: 2.2, height: 3.1 },
      })),
    });
    const few = await quoted(app, pieces(3));
    await assertExact(app, few);
    const { json } = await app.ask('charges', charges({ ...pieces(150), includeQuoteToken: true }));
    assert.equal(json.data.quoteToken, null);
    assert.deepEqual(
      json.data.warnings.map(({ code }: { code: string }) => code).filter((code: string) => /TOKEN/.test(code)),
      ['QUOTE_TOKEN_TOO_LARGE'],
    );
  });

  it('is refused where the history since is gone, but only where documents have changed since', async () => {
    const old = await quoted(app);
    await patch(app, 'packages/1', { baseCharge: 998 });
    const recent = await quoted(app);
    await assertExact(app, old);
    await forgetHistory(app.store, 10, app.clock.nowMs + 20 * DAY_MS);
    // what a node has in memory may outlive the entries
    await app.restart();
    assert.deepEqual(await refused(app, old.token), [410, 'QUOTE_TOO_OLD']);
    await assertExact(app, recent);
  });

  it('has a partner that was removed since', async () => {
    const first = await quoted(app, { partnerId: 'bolt' });
    const documents = async (collection: string): Promise<{ id: number }[]> =>
      (await app.get(`/documents/${collection}?partnerId=bolt&limit=100`)).json.data;
    const lines: object[] = [];
    for (const collection of ['packages', 'customer-charges', 'discounts', 'distance-charges', 'zones'])
      for (const { id } of await documents(collection)) lines.push({ collection, key: id, delete: true });
    lines.push({ collection: 'partners', key: 'bolt', delete: true });
    await app.store.write([{ kind: 'delete', collection: 'credentials', key: 'partner/bolt' }]);
    const gone = await app.apply(lines);
    assert.equal(gone.status, 200, gone.text);
    await assertExact(app, first, 'the partner is gone');
    const { json } = await replay(app, { quoteToken: first.token, as: 'now' });
    assert.deepEqual(
      [json.data.charges, json.data.rateCardVersion, json.data.difference, json.data.reasons.now],
      [null, null, null, ['PARTNER_NOT_FOUND']],
    );
    assert.equal((await app.ask('charges', charges({ partnerId: 'bolt' }))).status, 404);
  });
});

describe('the key of tokens', () => {
  const key = (text: string): Buffer => createHash('sha256').update(text).digest();

  it('is sealed, survives a change of SECRETS_KEY and restarts, and is in no answer', async () => {
    const app = await TestApp.start(worldOfAll());
    try {
      const first = await quoted(app);
      const [old] = app.secretsKeys;
      app.secretsKeys = [key('new'), old!];
      await app.restart();
      await assertExact(app, first);
      const rekeyed = await app.send('POST', '/admin/rekey');
      assert.equal(rekeyed.status, 200, rekeyed.text);
      const stored = await app.store.get('keys', 'quote-tokens');
      assert.ok(stored?.ciphertext !== undefined && stored.secret === undefined);
      app.secretsKeys = [key('new')];
      await app.restart();
      await assertExact(app, first);
      // as a node without SECRETS_KEY has stored it
      const plain = (await quoteTokenKey(app.store, app.secretsKeys)).toString('base64url');
      await app.store.write([{ kind: 'put', collection: 'keys', document: { id: 'quote-tokens', secret: plain } }]);
      await app.restart();
      assert.deepEqual(Object.keys((await app.store.get('keys', 'quote-tokens'))!).sort(), ['ciphertext', 'id']);
      await assertExact(app, first);
      assert.equal((await app.get('/documents/keys')).status, 400);
      assert.equal((await app.get('/documents/keys/quote-tokens')).status, 400);
      for (const path of ['/changes', '/changes/1']) assert.ok(!(await app.get(path)).text.includes(plain));
      assert.deepEqual(app.errors, []);
    } finally {
      await app.close();
    }
  });

  it('is in a backup and in a copy', async () => {
    const app = await TestApp.start(worldOfAll(), { isOnMongo: false });
    const folder = mkdtempSync(join(tmpdir(), 'pinrate-replay-'));
    try {
      const first = await quoted(app);
      await patch(app, 'packages/1', { baseCharge: 999 });
      const made = await app.send('POST', '/admin/backup');
      cpSync(join(app.dataDir, made.json.data.path), join(folder, 'backup'), { recursive: true });
      await patch(app, 'packages/1', { baseCharge: 1 });

      const source = new StoreEndpoint(app.store);
      const target = new StoreEndpoint(await openLmdbStore({ path: join(folder, 'copy') }));
      const progress = await Progress.open(join(folder, 'progress.json'), 'a', 'b');
      await copyAll({ source, target, progress, secretsKeys: app.secretsKeys, onProgress: () => {} });
      await target.close();
      for (const dataDir of ['backup', 'copy']) {
        const other = await TestApp.start(worldOfAll(), { dataDir: join(folder, dataDir), isOnMongo: false });
        try {
          await assertExact(other, first, dataDir);
          assert.deepEqual(other.errors, []);
        } finally {
          await other.close();
        }
      }
    } finally {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describeWithMongo('changes that other programs make in MongoDB', () => {
  it('are distinguished from those after a quote, although they are recorded later', async () => {
    const app = await TestApp.start(worldOfAll(), { isOnMongo: true });
    try {
      const row = (await app.store.get('packages', 1))!;
      const change = (baseCharge: number) =>
        app.store.write([{ kind: 'put', collection: 'packages', document: { ...row, baseCharge } }]);
      // what changes in the second in which a stream begins is not recorded
      await pause(1_100);
      const quotes = [await quoted(app)];
      for (const [at, charge] of [300, 400, 500].entries()) {
        await change(charge);
        await app.app.settled();
        quotes.push(await quoted(app));
        if (at === 1) await patch(app, 'packages/1', { addonCharge: 7 });
        if (at === 1) quotes.push(await quoted(app));
        // another second of the server's clock
        await pause(1_100);
      }
      const recorded = async (): Promise<number> => (await app.get('/changes?by=database:')).json.data.length;
      await until(async () => (await recorded()) >= 3, 'every change is recorded', LOOK_AGAIN_MS);
      for (const [index, quote] of quotes.entries()) await assertExact(app, quote, `quote ${index}`);
      // a generation knows of what is recorded
      const last = await quoted(app);
      await patch(app, 'packages/1', { baseCharge: 999 });
      await assertExact(app, last);
      assert.deepEqual(app.errors, []);
    } finally {
      await app.close();
    }
  });
});
