/** Charges in bulk over HTTP: what the whole is refused for, what a line is, what is counted, and who goes away. */
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import { type Reply, sign } from '../../support/client.js';
import { until } from '../../support/until.js';
import { charges, fullWorld } from '../questions/fixture.js';
import type { Body } from '../questions/requests.js';

const BULK = '/shipments/calculate-charges/bulk';
const SMALL = { kind: 'service', id: 'small', secret: 'demo-small-secret' } as const;
const STRICT = { prefer: 'handling=strict' };

let app: TestApp;
before(async () => {
  const world = fullWorld();
  app = await TestApp.start(
    {
      ...world,
      credentials: [
        ...world.credentials,
        {
          id: 'small',
          kind: 'service',
          tier: 'TIER_1',
          status: 'ACTIVE',
          scopes: ['read', 'quote', 'manage'],
          secrets: [{ version: 1, secret: SMALL.secret }],
        },
      ],
    },
    { now: new Date('2026-03-11T06:30:00.000Z') },
  );
});
after(() => app.close());

const bulk = (body: unknown, headers = {}, credential: typeof MAIN | typeof SMALL = MAIN) =>
  app.post(BULK, body, credential, headers);
const many = (count: number, fields: Body = {}): Body[] => Array.from({ length: count }, () => charges(fields));

describe('a bulk as a whole', () => {
  it('is refused with its faults by field', async () => {
    const refused: [unknown, number, string[]][] = [
      [{}, 400, ['shipments REQUIRED']],
      [{ shipments: [] }, 400, ['shipments TOO_SHORT']],
      [{ shipments: {} }, 400, ['shipments INVALID_TYPE']],
      [{ shipments: many(1_001) }, 400, ['shipments TOO_MANY_ITEMS']],
      [{ shipments: many(1), best: 0, detail: 'all' }, 400, ['best OUT_OF_RANGE', 'detail INVALID_VALUE']],
      [{ shipments: many(1), defaults: 5 }, 400, ['defaults INVALID_TYPE']],
      [
        { shipments: many(1), partners: Array.from({ length: 21 }, (_, n) => `partner-${n}`) },
        400,
        ['partners INVALID_VALUE'],
      ],
      [[], 400, [' INVALID_TYPE']],
    ];
    for (const [body, status, faults] of refused) {
      const reply = await bulk(body);
      assert.equal(reply.status, status, JSON.stringify(reply.json));
      assert.deepEqual(
        reply.json.error.details.map(({ field, code }: Record<string, string>) => `${field} ${code}`).sort(),
        faults,
      );
    }
  });

  it('is refused where it is no JSON, and beyond 4 MiB', async () => {
    for (const text of ['', '{', '{"shipments":[{}', '{"shipments":[{},]}', '{"shipments":[1] 2}', '{"a":1,}', 'nul'])
      assert.equal((await bulk(text)).json.error.code, 'MALFORMED_JSON', text);
    const padded = `{"shipments":[${JSON.stringify(charges())}]${' '.repeat(4 * 1_048_576)}}`;
    assert.equal((await bulk(padded)).status, 413);
    const long = `{"shipments":[${JSON.stringify(charges())}]${' '.repeat(3 * 1_048_576)}}`;
    assert.equal((await bulk(long)).status, 200);
  });

  it('warns of members that it does not know, and refuses them under strict handling', async () => {
    const body = { shipments: many(2), details: 'full', defaults: { ref: 'x', wieght: 5, assume: {} } };
    const { json } = await bulk(body);
    assert.deepEqual(
      json.data.warnings.map(({ code, field, count }: Body) => [code, field, count]),
      [
        ['UNKNOWN_FIELD', 'details', 1],
        ['UNKNOWN_FIELD', 'defaults.ref', 1],
        ['UNKNOWN_FIELD', 'defaults.wieght', 1],
        ['UNKNOWN_FIELD', 'defaults.assume', 1],
      ].concat(json.data.warnings.slice(4).map(({ code, field, count }: Body) => [code, field, count])),
    );
    for (const strange of [{ details: 'full' }, { defaults: { wieght: 5 } }]) {
      const strict = await bulk({ shipments: many(1), ...strange }, STRICT);
      assert.deepEqual([strict.status, strict.json.error.code], [400, 'UNKNOWN_FIELD']);
    }
  });

  it('names partners that there are', async () => {
    for (const partnerId of ['nobody', 'idle']) {
      const { status, json } = await bulk({
        shipments: many(1, { partnerId: undefined }),
        partners: ['acme', partnerId],
      });
      assert.deepEqual([status, json.error.code, json.error.details], [404, 'PARTNER_NOT_FOUND', { partnerId }]);
    }
    const own = await app.post(BULK, { shipments: many(1), partners: ['acme'] }, partnerCredential('acme'));
    assert.equal(own.status, 403);
    const { json } = await bulk({ shipments: many(1, { partnerId: undefined }), partners: ['bolt', 'bolt'] });
    assert.deepEqual([json.data.results[0].partnersChecked, json.data.results[0].offers[0].partnerId], [1, 'bolt']);
  });

  it('is priced by one generation, which grows with each change', async () => {
    const first = (await bulk({ shipments: many(2) })).json.data;
    assert.equal(first.pricedAt, '2026-03-11T06:30:00.000Z');
    const { status } = await app.send('PATCH', '/documents/packages/1', { baseCharge: 77 }, SMALL);
    assert.equal(status, 200);
    const second = (await bulk({ shipments: many(2) })).json.data;
    assert.ok(second.generation > first.generation);
    assert.notEqual(second.results[0].totalAmount, first.results[0].totalAmount);
  });
});

describe('a line', () => {
  it('costs no other where it fails', async () => {
    const lines = [
      5,
      null,
      [],
      'x',
      { ref: 'bad', weight: -1 },
      { ref: 7 },
      charges({ partnerId: 'nobody' }),
      charges(),
    ];
    const { json } = await bulk({ shipments: lines });
    assert.deepEqual(
      json.data.results.map(({ ref, ok, error }: Reply['json']) => [ref, ok, error?.code]),
      [
        ...[null, null, null, null, 'bad', null].map((ref) => [ref, false, 'VALIDATION_ERROR']),
        [null, false, 'PARTNER_NOT_FOUND'],
        [null, true, undefined],
      ],
    );
    const { asked, available, failed } = json.data.summary;
    assert.deepEqual({ asked, available, failed }, { asked: 8, available: 1, failed: 7 });
  });

  it('takes no token, no returns and no landed cost', async () => {
    for (const member of ['includeQuoteToken', 'includeReturns', 'includeLanded'])
      for (const headers of [{}, STRICT]) {
        const { json } = await bulk({ shipments: [charges({ [member]: false })] }, headers);
        const { code, details } = json.data.results[0].error;
        assert.deepEqual([code, details[0].field], ['VALIDATION_ERROR', member]);
      }
  });

  it('takes defaults unless it gives them, by whichever name', async () => {
    const { pickupPincode, deliveryPincode, weight, ...rest } = charges({ dimensions: undefined });
    const defaults = { ...rest, pickupPincode, weight, dimensions: { length: 10, width: 10, height: 10 } };
    const [plain] = (await bulk({ shipments: [{ ...defaults, deliveryPincode }] })).json.data.results;
    for (const line of [
      { deliveryPincode },
      { toPincode: deliveryPincode },
      { fromPincode: pickupPincode, deliveryPincode },
    ]) {
      const [result] = (await bulk({ shipments: [line], defaults })).json.data.results;
      assert.deepEqual(result, plain, JSON.stringify(line));
    }
    const [pieces] = (await bulk({ shipments: [{ deliveryPincode, pieces: [{ count: 1, weight }] }], defaults })).json
      .data.results;
    assert.equal(pieces.ok, true);
    const [given] = (await bulk({ shipments: [{ deliveryPincode, weight: null }], defaults })).json.data.results;
    assert.deepEqual([given.ok, given.error.details[0].field], [false, 'weight']);
  });

  it('is for its partner alone where a partner asks', async () => {
    const lines = [charges({ partnerId: undefined }), charges({ partnerId: 'bolt' }), charges()];
    const { json } = await app.post(BULK, { shipments: lines, detail: 'full' }, partnerCredential('acme'));
    assert.deepEqual(
      json.data.results.map(({ ok, partnerId, error }: Reply['json']) => [ok, partnerId, error?.code]),
      [
        [true, 'acme', undefined],
        [false, undefined, 'FORBIDDEN'],
        [true, 'acme', undefined],
      ],
    );
    assert.equal(json.data.results[0].data.charges.surcharges, undefined);
    const tooHeavy = charges({ weight: 49_000, dimensions: undefined, declaredValue: 900_000 });
    const refused = await app.post(BULK, { shipments: [tooHeavy], detail: 'full' }, partnerCredential('acme'));
    const names = refused.json.data.results[0].data.alternatives.map(({ suggestion }: Body) => suggestion);
    assert.ok(names.length > 0 && !names.includes('CHOOSE_PARTNER'), 'it learns nothing of others');
  });
});

describe('what a bulk counts', () => {
  const remaining = async (): Promise<number> => {
    const { headers } = await app.ask('charges', charges(), SMALL);
    return Number(headers['x-ratelimit-remaining']);
  };

  it('is its lines for the minute, one for the second, and more where many partners are asked', async () => {
    app.clock.nowMs += 60_000;
    const first = await remaining();
    const reply = await bulk({ shipments: many(100) }, {}, SMALL);
    assert.equal(reply.status, 200);
    assert.equal(Number(reply.headers['x-ratelimit-remaining']), first - 100);
    assert.equal(await remaining(), first - 101);
    // three partners are below ten
    await bulk({ shipments: many(10, { partnerId: undefined }) }, {}, SMALL);
    assert.equal(await remaining(), first - 112);
  });

  it('is refused where the minute has no room, with nothing computed', async () => {
    app.clock.nowMs += 60_000;
    const first = await remaining();
    assert.equal((await bulk({ shipments: many(600) }, {}, SMALL)).status, 200);
    const refused = await bulk({ shipments: many(600) }, {}, SMALL);
    assert.deepEqual([refused.status, refused.json.error.code], [429, 'RATE_LIMIT_EXCEEDED']);
    assert.equal(refused.json.error.details.limit, 1_000);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    // the request itself was counted
    assert.equal(await remaining(), first - 602);
  });
});

describe('a caller that goes away', () => {
  it('stops the work, and its lines are counted as dropped', async () => {
    const dropped = async (): Promise<number> => {
      const text = await (await fetch(`http://127.0.0.1:${app.port}/metrics`)).text();
      return Number(/pinrate_bulk_lines_total\{detail="full",outcome="dropped"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const path = `/api/v1${BULK}`;
    const body = JSON.stringify({ shipments: many(1_000), detail: 'full' });
    let attempts = 0;
    await until(async () => {
      // every line counts for the minute, and a bulk that is refused drops nothing
      app.clock.nowMs += 60_000;
      const startedAt = performance.now();
      await bulk({ shipments: many(1_000), detail: 'full' });
      const wholeMs = performance.now() - startedAt;
      attempts++;
      const outgoing = httpRequest({
        ...{ host: '127.0.0.1', port: app.port, method: 'POST', path },
        headers: {
          'content-type': 'application/json',
          ...sign('POST', path, MAIN, { nowSeconds: Math.floor(app.clock.nowMs / 1_000) }),
        },
      });
      outgoing.on('error', () => {});
      outgoing.end(body);
      // at any part of the time that the machine takes at present
      await new Promise((resolve) => setTimeout(resolve, (wholeMs * (attempts % 10)) / 10));
      outgoing.destroy();
      return (await dropped()) > 0;
    });
    assert.equal((await bulk({ shipments: many(1) })).status, 200);
  });
});
