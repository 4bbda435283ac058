/**
 * Coverage by pincode, as callers get it; test/unit/operations/coverage.test.ts compares it with a model on random
 * documents.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { getPincode, listServingPartners } from '../../../src/contract/coverage.js';
import { STREAM_PART_CHARACTERS } from '../../../src/limits/control.js';
import { MAX_PINCODES_REQUESTED } from '../../../src/limits/requests.js';
import { Failures, Held } from '../../contract/held.js';
import { partner, workedWorld, zone } from '../../reference/fixture.js';
import { randomWorld, REFERENCE_NOW } from '../../reference/random.js';
import { Rng } from '../../reference/rng.js';
import type { World } from '../../reference/types.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import { rounds } from '../../support/depth.js';
import { addCredentials } from '../questions/fixture.js';

const FROM = '2026-03-11T06:30:00.000Z';
const TO = '2026-03-12T18:29:59.999Z';
const ACME = partnerCredential('acme');
const BOLT = partnerCredential('bolt');
const NDJSON = 'application/x-ndjson';
const CSV = 'text/csv; charset=utf-8; header=present';

const delivering = (...more: ('COD' | 'PREPAID' | 'ODA' | 'HILL')[]) =>
  (['DELIVERY', ...more] as const).map((serviceTypeId) => ({ serviceTypeId, isAvailable: true }));

/** acme covers by a state, a city, an area and an entry; bolt all of it by states, prepaid; idle is inactive. */
const worldOf = (): World =>
  workedWorld((world) => {
    const entry = (zoneId: number, pincode: string) => ({ partnerId: 'acme', zoneId, pincode, assignedAt: FROM });
    const at = (places: Partial<World['zones'][number]['geographical']>) => ({
      geographical: { states: [], cities: [], areas: [], ...places },
    });
    world.partners = [{ ...partner('bolt'), paymentTypes: ['PREPAID'] }, partner('acme'), partner('idle')];
    for (const each of world.partners)
      each.contact = { name: 'Desk', phone: '1', email: 'desk@x.example', trackingUrl: 'https://x.example/' };
    world.partners[2]!.status = 'INACTIVE';
    world.packages = [];
    world['distance-charges'] = [];
    world.zones = [
      zone({ id: 1, name: '=State, "rest"', ...at({ states: [1] }), services: delivering('COD', 'PREPAID') }),
      zone({ id: 2, name: 'City', ...at({ cities: [11] }), services: delivering('PREPAID', 'ODA', 'HILL') }),
      zone({ id: 3, name: 'Area', ...at({ areas: [211] }), services: delivering('COD'), attributes: [] }),
      zone({ id: 4, name: 'Closed', status: false, ...at({ cities: [21] }) }),
      zone({
        id: 11,
        name: 'All',
        partnerId: 'bolt',
        ...at({ states: [1, 2] }),
        services: delivering('COD', 'PREPAID'),
      }),
      zone({ id: 21, name: 'Idle', partnerId: 'idle', ...at({ states: [1, 2] }), services: delivering('COD') }),
    ];
    world['zone-pincodes'] = [
      {
        ...entry(2, '411001'),
        services: { COD: true, PREPAID: false },
        attributes: ['ODA', 'HILL'],
        blocked: { from: '2026-03-11T12:00:00+05:30', to: TO, reason: '-closed, "for now"' },
      },
      { ...entry(4, '110002'), blocked: { from: FROM, to: null, reason: 'of an inactive zone' } },
    ];
    addCredentials(world);
  });

const BLOCKED = { from: FROM, to: TO, reason: '-closed, "for now"' };
const OF_ACME = {
  110001: { zoneId: 3, zone: 'Area', level: 'area', services: ['DELIVERY', 'COD'], attributes: [], blocked: null },
  400001: {
    zoneId: 2,
    zone: 'City',
    level: 'city',
    services: ['DELIVERY', 'PREPAID', 'ODA', 'HILL'],
    attributes: [],
    blocked: null,
  },
  411001: {
    zoneId: 2,
    zone: 'City',
    level: 'pincode',
    services: ['DELIVERY', 'COD', 'ODA', 'HILL'],
    attributes: ['ODA', 'HILL'],
    blocked: BLOCKED,
  },
  411002: {
    zoneId: 1,
    zone: '=State, "rest"',
    level: 'state',
    services: ['DELIVERY', 'COD', 'PREPAID'],
    attributes: [],
    blocked: null,
  },
};
const OF_BOLT = { zoneId: 11, zone: 'All', level: 'state', services: ['DELIVERY', 'COD', 'PREPAID'], attributes: [] };

const held = { pincode: new Held(getPincode, new Failures()), serving: new Held(listServingPartners, new Failures()) };
let app: TestApp;
before(async () => {
  const world = worldOf();
  world.pincodes = world.pincodes.filter(({ pincode }) => pincode !== '400002');
  world.pincodes.push({ pincode: '411002', cityId: 12, stateId: 1, areaIds: [], latitude: null, longitude: null });
  app = await TestApp.start(world);
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

describe('GET /partners/{partnerId}/coverage', () => {
  it('has a line for each pincode, by the level that assigns it, after what its entry says', async () => {
    const { status, headers, text } = await app.get('/partners/acme/coverage');
    assert.deepEqual([status, headers['content-type']], [200, NDJSON]);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    assert.deepEqual(
      lines,
      Object.entries(OF_ACME).map(([pincode, offer]) => ({ pincode, ...offer })),
    );
  });

  it('is CSV for who prefers that: RFC 4180, and no cell is a formula', async () => {
    const { status, headers, text } = await app.get('/partners/acme/coverage', MAIN, { accept: 'text/csv' });
    assert.deepEqual([status, headers['content-type']], [200, CSV]);
    assert.match(headers.vary!, /\bAccept\b/);
    assert.equal(
      text,
      [
        'pincode,zoneId,zone,level,services,attributes,blocked',
        '110001,3,Area,area,DELIVERY COD,,',
        '400001,2,City,city,DELIVERY PREPAID ODA HILL,,',
        `411001,2,City,pincode,DELIVERY COD ODA HILL,ODA HILL,"'-closed, ""for now"""`,
        `411002,1,"'=State, ""rest""",state,DELIVERY COD PREPAID,,`,
        '',
      ].join('\r\n'),
    );
  });

  for (const [accept, mediaType] of [
    ['*/*', NDJSON],
    ['application/json', NDJSON],
    [NDJSON, NDJSON],
    ['text/csv;q=0.4, application/x-ndjson;q=0.5', NDJSON],
    ['text/csv, application/x-ndjson;q=0.5', CSV],
  ] as const)
    it(`answers Accept: ${accept} with ${mediaType}`, async () => {
      const { headers } = await app.get('/partners/acme/coverage', MAIN, { accept });
      assert.equal(headers['content-type'], mediaType);
    });

  it('has nothing of an inactive partner', async () => {
    const lines = await app.get('/partners/idle/coverage');
    assert.deepEqual([lines.status, lines.text], [200, '']);
    const csv = await app.get('/partners/idle/coverage', MAIN, { accept: 'text/csv' });
    assert.equal(csv.text, 'pincode,zoneId,zone,level,services,attributes,blocked\r\n');
  });

  it('is for the partner itself and for services', async () => {
    const own = await app.get('/partners/acme/coverage', ACME);
    assert.deepEqual([own.status, own.text.split('\n').length], [200, 5]);
    const other = await app.get('/partners/acme/coverage', BOLT);
    assert.deepEqual([other.status, other.json.error.code], [403, 'FORBIDDEN']);
    const unknown = await app.get('/partners/nobody/coverage');
    assert.deepEqual([unknown.status, unknown.json.error.code], [404, 'PARTNER_NOT_FOUND']);
  });
});

describe('GET /pincodes/{pincode}', () => {
  it('is the row of GET /pincodes, with the active partners that cover it', async () => {
    const list = await app.get('/pincodes?prefix=411001');
    const reply = await app.get('/pincodes/411001');
    held.pincode.assert(reply, 'service', 'a service');
    assert.deepEqual(reply.json.data, {
      ...list.json.data[0],
      partners: [
        { partnerId: 'acme', ...OF_ACME[411001] },
        { partnerId: 'bolt', ...OF_BOLT, blocked: null },
      ],
    });
  });

  it('shows a partner its own entry alone, and none where it covers nothing', async () => {
    const partnersAt = async (pincode: string, credential = ACME) => {
      const reply = await app.get(`/pincodes/${pincode}`, credential);
      held.pincode.assert(reply, 'partner', pincode);
      return (reply.json.data.partners as { partnerId: string }[]).map(({ partnerId }) => partnerId);
    };
    assert.deepEqual(await partnersAt('411001'), ['acme']);
    assert.deepEqual(await partnersAt('110002'), [], 'its zone there is inactive');
    assert.deepEqual(await partnersAt('110002', BOLT), ['bolt']);
  });

  it('shows the block from its first to its last moment', async (t) => {
    t.after(() => {
      app.clock.nowMs = REFERENCE_NOW.getTime();
    });
    for (const [moment, blocked] of [
      ['2026-03-11T06:29:59.999Z', null],
      [FROM, BLOCKED],
      [TO, BLOCKED],
      ['2026-03-12T18:30:00.000Z', null],
    ] as const) {
      app.clock.nowMs = Date.parse(moment);
      const { json } = await app.get('/pincodes/411001', ACME);
      assert.deepEqual(json.data.partners, [{ partnerId: 'acme', ...OF_ACME[411001], blocked }], moment);
      const serving = await app.post('/partners/availability/pincodes', { pincodes: ['411001'], end: 'PICKUP' }, ACME);
      assert.equal(serving.json.data[0].partners.length, blocked === null ? 1 : 0, moment);
    }
  });

  it('is a 404 for an unknown pincode, and a 400 for what is none', async () => {
    const unknown = await app.get('/pincodes/999999');
    assert.deepEqual([unknown.status, held.pincode.assert(unknown, 'service', '999999')], [404, 'PINCODE_NOT_FOUND']);
    assert.deepEqual(unknown.json.error.details, { pincodes: ['999999'] });
    for (const wrong of ['41100', '4110011', 'x', '41100%31x', '%F0%9D%9F%94%31%31%30%30%31']) {
      const reply = await app.get(`/pincodes/${wrong}`);
      assert.deepEqual([reply.status, held.pincode.assert(reply, 'service', wrong)], [400, 'VALIDATION_ERROR']);
    }
  });
});

describe('POST /partners/availability/pincodes', () => {
  const ask = (body: object, credential = MAIN) => app.post('/partners/availability/pincodes', body, credential);
  /** The partners that serve each pincode, in the order given. */
  async function served(body: object, credential = MAIN): Promise<string[]> {
    const reply = await ask(body, credential);
    held.serving.assert(reply, credential.kind, JSON.stringify(body));
    assert.equal(reply.status, 200);
    return (reply.json.data as { pincode: string; partners: { partnerId: string; zoneId: number }[] }[]).map(
      ({ pincode, partners }) =>
        `${pincode}: ${partners.map(({ partnerId, zoneId }) => `${partnerId} ${zoneId}`).join(', ')}`,
    );
  }

  it('answers every pincode as often as it is given, in that order, unknown ones too', async () => {
    const { json } = await ask({ pincodes: ['411002', '999999', '110001', '411002'], end: 'DELIVERY' });
    const known = (pincode: string, zoneId: number) => ({
      pincode,
      known: true,
      partners: [
        { partnerId: 'acme', zoneId },
        { partnerId: 'bolt', zoneId: 11 },
      ],
    });
    assert.deepEqual(json.data, [
      known('411002', 1),
      { pincode: '999999', known: false, partners: [] },
      known('110001', 3),
      known('411002', 1),
    ]);
  });

  const pincodes = ['110001', '110002', '400001', '411001', '411002'];
  for (const [question, expected] of [
    [{ end: 'PICKUP' }, ['acme 3, bolt 11', 'bolt 11', 'acme 2, bolt 11', 'bolt 11', 'acme 1, bolt 11']],
    [{ end: 'DELIVERY' }, ['acme 3, bolt 11', 'bolt 11', 'acme 2, bolt 11', 'bolt 11', 'acme 1, bolt 11']],
    [{ end: 'DELIVERY', paymentType: 'COD' }, ['acme 3', '', '', '', 'acme 1']],
    [
      { end: 'DELIVERY', paymentType: 'PREPAID' },
      ['bolt 11', 'bolt 11', 'acme 2, bolt 11', 'bolt 11', 'acme 1, bolt 11'],
    ],
  ] as const)
    it(`finds those that serve ${JSON.stringify(question)}`, async () => {
      const lines = pincodes.map((pincode, at) => `${pincode}: ${expected[at]}`);
      assert.deepEqual(await served({ pincodes, ...question }), lines);
    });

  it('tells a partner about itself alone', async () => {
    assert.deepEqual(await served({ pincodes: ['110001', '110002'], end: 'PICKUP' }, ACME), [
      '110001: acme 3',
      '110002: ',
    ]);
  });

  it('takes a thousand pincodes, and no more, none or what is none', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => String(400_001 + at));
    assert.equal(
      (await served({ pincodes: many(MAX_PINCODES_REQUESTED), end: 'PICKUP' })).length,
      MAX_PINCODES_REQUESTED,
    );
    for (const [body, field] of [
      [{ pincodes: many(MAX_PINCODES_REQUESTED + 1), end: 'PICKUP' }, 'pincodes'],
      [{ pincodes: [], end: 'PICKUP' }, 'pincodes'],
      [{ pincodes: ['110001', '11000'], end: 'PICKUP' }, 'pincodes[1]'],
      [{ pincodes: [110001], end: 'PICKUP' }, 'pincodes[0]'],
      [{ end: 'PICKUP' }, 'pincodes'],
      [{ pincodes }, 'end'],
      [{ pincodes, end: 'BOTH' }, 'end'],
      [{ pincodes, end: 'DELIVERY', paymentType: 'CARD' }, 'paymentType'],
      [{ pincodes, end: 'PICKUP', paymentType: 'COD' }, 'paymentType'],
    ] as const) {
      const reply = await ask(body);
      assert.equal(held.serving.assert(reply, 'service', field), 'VALIDATION_ERROR');
      assert.deepEqual([reply.status, reply.json.error.details[0].field], [400, field]);
    }
  });

  it('needs neither a signed body nor an idempotency key, and changes nothing', async () => {
    const reply = await ask({ pincodes: ['110001'], end: 'PICKUP' });
    assert.deepEqual([reply.status, 'changeId' in reply.json], [200, false]);
    const changes = await app.get('/changes');
    assert.deepEqual(
      changes.json.data.map(({ route }: { route: string }) => route),
      ['import of the dataset'],
    );
  });
});

describe('who serves pincodes', () => {
  const SEED = 73;
  const ROUTES = rounds(12, 60);
  const OF_AN_END = ['INSUFFICIENT_COVERAGE', 'PINCODE_BLOCKED', 'SERVICE_UNAVAILABLE', 'PAYMENT_TYPE_UNSUPPORTED'];

  it('is what availability says of both ends, whatever the parcel', async (t) => {
    const rng = new Rng(SEED);
    const world = randomWorld(rng);
    const random = await TestApp.start(world);
    t.after(() => random.close());
    const pincodes = [...new Set(Array.from({ length: 12 }, () => rng.pick(world.pincodes).pincode))];
    const routes = Array.from({ length: ROUTES }, () => [rng.pick(pincodes), rng.pick(pincodes)] as const);
    const servedAt = async (question: object) => {
      const { json } = await random.post('/partners/availability/pincodes', { pincodes, ...question });
      const rows = json.data as { pincode: string; partners: { partnerId: string }[] }[];
      return new Map(rows.map((row) => [row.pincode, row.partners.map(({ partnerId }) => partnerId)]));
    };
    const pickup = await servedAt({ end: 'PICKUP' });
    const found = { able: 0, unable: 0 };
    for (const paymentType of ['COD', 'PREPAID']) {
      const delivery = await servedAt({ end: 'DELIVERY', paymentType });
      for (const [pickupPincode, deliveryPincode] of routes) {
        for (const { partnerId } of world.partners.filter(({ status }) => status === 'ACTIVE')) {
          const route = { partnerId, pickupPincode, deliveryPincode, paymentType };
          const parcel = { weight: 500, shipmentType: 'B2C', declaredValue: 100 };
          const { json } = await random.ask('availability', { ...route, ...parcel, serviceRequirements: [] });
          const { reasons } = (json.error?.details ?? json.data) as { reasons: { code: string }[] };
          const isAble = !reasons.some(({ code }) => OF_AN_END.includes(code));
          const isServing =
            pickup.get(pickupPincode)!.includes(partnerId) && delivery.get(deliveryPincode)!.includes(partnerId);
          assert.equal(isServing, isAble, `seed ${SEED}: ${JSON.stringify([route, reasons])}`);
          found[isAble ? 'able' : 'unable']++;
        }
      }
    }
    assert.ok(found.able > 20 && found.unable > 20, JSON.stringify(found));
  });
});

describe('the coverage of the demo', () => {
  it('has as many lines as the zones cover pincodes, over several parts', async (t) => {
    const demo = await TestApp.startDemo();
    t.after(() => demo.close());
    const zones = await demo.get('/partner-zones/dharaline-surface?limit=1');
    const { text } = await demo.get('/partners/dharaline-surface/coverage');
    const pincodes = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { pincode: string }).pincode);
    assert.equal(pincodes.length, zones.json.data.summary.totalCoverage.pincodes);
    assert.ok(text.length > STREAM_PART_CHARACTERS);
    assert.deepEqual(pincodes, [...new Set(pincodes)].sort());
    const csv = await demo.get('/partners/dharaline-surface/coverage', MAIN, { accept: 'text/csv' });
    assert.deepEqual(
      csv.text
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((line) => line.slice(0, 6)),
      pincodes,
    );
  });
});
