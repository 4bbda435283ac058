/** POST /partners/rates/matrix: what a body may be, whose credential asks, what it counts for, and when it ends. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fullWorld } from '../questions/fixture.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { Body } from '../questions/requests.js';
import { askMatrix } from './matrices.js';

const ASKED = {
  partnerIds: ['acme'],
  pickupPincodes: ['400001'],
  deliveryPincodes: ['110001', '999999'],
  shipment: { weight: 1_200, paymentType: 'COD', shipmentType: 'B2C', declaredValue: 2_499.5 },
};
const shipped = (members: Body): Body => ({ ...ASKED, shipment: { ...ASKED.shipment, ...members } });
const pincodes = (count: number): string[] => Array.from({ length: count }, (_, index) => String(100_000 + index));

describe('the rates matrix', () => {
  let app: TestApp;
  before(async () => {
    app = await TestApp.start(fullWorld());
  });
  after(() => app.close());

  const faultsOf = async (body: unknown, headers = {}): Promise<string[]> => {
    const { status, json } = await askMatrix(app, body, { headers });
    assert.equal(status, 400, JSON.stringify(json));
    return json.error.details.map(({ field, code }: Record<string, string>) => `${field} ${code}`);
  };

  it('has the members of the page, in their order', async () => {
    const { status, json, headers } = await askMatrix(app, ASKED);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/json');
    const members =
      'partnerIds pickupPincodes deliveryPincodes pricedAt generation rateCardVersions cells lanes reasons';
    assert.equal(Object.keys(json.data).join(' '), members);
    const { data } = (
      await app.ask('charges', {
        partnerId: 'acme',
        pickupPincode: '400001',
        deliveryPincode: '110001',
        ...ASKED.shipment,
      })
    ).json;
    assert.deepEqual(json.data.cells, [
      {
        partnerId: 'acme',
        pickupPincode: '400001',
        total: [Math.round(data.charges.totalAmount * 100), -1],
        hours: [data.coverage.estimatedTime, -1],
        lane: [-1, -1],
        reason: [0, 1],
      },
    ]);
    assert.deepEqual(json.data.reasons, ['', 'PINCODE_NOT_FOUND']);
    assert.deepEqual(json.data.rateCardVersions, { acme: data.calculationDetails.rateCardVersion });
    assert.equal('warnings' in json, false);
  });

  it('names what is wrong with a body, all at once', async () => {
    assert.deepEqual(await faultsOf({}), [
      'pickupPincodes REQUIRED',
      'deliveryPincodes REQUIRED',
      'shipment REQUIRED',
      'partnerIds REQUIRED',
    ]);
    assert.deepEqual(await faultsOf([]), [' INVALID_TYPE']);
    assert.deepEqual(await faultsOf(shipped({ weight: undefined })), ['shipment.weight REQUIRED']);
    assert.deepEqual(await faultsOf(shipped({ weight: -1, urgency: 'SOON' })), [
      'shipment.weight OUT_OF_RANGE',
      'shipment.urgency INVALID_VALUE',
    ]);
    assert.deepEqual(await faultsOf(shipped({ pieces: [{ count: 1, weight: 500 }] })), [
      'shipment.weight INVALID_VALUE',
    ]);
    assert.deepEqual(await faultsOf(shipped({ paymentType: 'PREPAID', codAmount: 5 })), [
      'shipment.codAmount INVALID_VALUE',
    ]);
    assert.deepEqual(await faultsOf(shipped({ direction: 'REVERSE' })), ['shipment.paymentType INVALID_VALUE']);
    assert.deepEqual(await faultsOf(shipped({ shipDate: '1999-01-01' })), ['shipment.shipDate OUT_OF_RANGE']);
    assert.deepEqual(await faultsOf({ ...ASKED, partnerIds: [], pickupPincodes: [], deliveryPincodes: [] }), [
      'partnerIds TOO_SHORT',
      'pickupPincodes TOO_SHORT',
      'deliveryPincodes INVALID_TYPE',
    ]);
    assert.deepEqual(
      await faultsOf({
        ...ASKED,
        partnerIds: Array.from({ length: 21 }, (_, index) => `partner-${index}`),
        pickupPincodes: pincodes(21),
        deliveryPincodes: pincodes(20_001),
      }),
      ['partnerIds TOO_MANY_ITEMS', 'pickupPincodes TOO_MANY_ITEMS', 'deliveryPincodes TOO_MANY_ITEMS'],
    );
    assert.deepEqual(await faultsOf({ ...ASKED, deliveryPincodes: ['11000'] }), ['deliveryPincodes[0] INVALID_FORMAT']);
    assert.deepEqual(await faultsOf({ ...ASKED, deliveryPincodes: 'SOME' }), ['deliveryPincodes INVALID_VALUE']);
  });

  it('has nothing twice in a list', async () => {
    const repeated = {
      ...ASKED,
      partnerIds: ['acme', 'acme'],
      pickupPincodes: ['400001', '110001', '400001'],
      deliveryPincodes: ['110001', '110001'],
    };
    assert.deepEqual(await faultsOf(repeated), [
      'partnerIds[1] INVALID_VALUE',
      'pickupPincodes[2] INVALID_VALUE',
      'deliveryPincodes[1] INVALID_VALUE',
    ]);
  });

  it('is 404 for a partner or a pickup that is not known', async () => {
    const unknown = await askMatrix(app, { ...ASKED, partnerIds: ['acme', 'nobody'] });
    assert.deepEqual([unknown.status, unknown.json.error.code], [404, 'PARTNER_NOT_FOUND']);
    assert.deepEqual(unknown.json.error.details, { partnerId: 'nobody' });
    const nowhere = await askMatrix(app, { ...ASKED, pickupPincodes: ['400001', '999999'] }, { accept: 'text/csv' });
    assert.deepEqual([nowhere.status, nowhere.json.error.code], [404, 'PINCODE_NOT_FOUND']);
    assert.deepEqual(nowhere.json.error.details, { pincodes: ['999999'] });
  });

  it('is 413 beyond 400,000 cells, and prices as many', async () => {
    const most = { ...ASKED, pickupPincodes: ['400001', '110001'], deliveryPincodes: pincodes(20_000) };
    assert.equal((await askMatrix(app, most)).status, 200);
    const ends = { pickupPincodes: pincodes(20), deliveryPincodes: pincodes(20_000) };
    const { status, json } = await askMatrix(app, { ...ASKED, ...ends, partnerIds: ['acme', 'nobody'] });
    assert.deepEqual([status, json.error.code], [413, 'PAYLOAD_TOO_LARGE']);
    assert.match(json.error.message, /800000 cells/);
  });

  it('warns of members that it does not know, and refuses them under strict handling', async () => {
    const body = { ...shipped({ weigth: 5, dimensions: { length: 1, width: 1, height: 1 } }), partners: ['acme'] };
    const { status, json } = await askMatrix(app, body);
    assert.equal(status, 200);
    assert.deepEqual(
      json.warnings.map(({ code, field, didYouMean }: Record<string, string>) => [code, field, didYouMean]),
      [
        ['UNKNOWN_FIELD', 'shipment.weigth', 'shipment.weight'],
        ['UNKNOWN_FIELD', 'shipment.dimensions', null],
        ['UNKNOWN_FIELD', 'partners', 'partnerIds'],
      ],
    );
    assert.deepEqual(json.data.cells, (await askMatrix(app, ASKED)).json.data.cells);
    const strict = { prefer: 'handling=strict' };
    assert.deepEqual(await faultsOf(body, strict), [
      'shipment.weigth UNKNOWN_FIELD',
      'shipment.dimensions UNKNOWN_FIELD',
      'partners UNKNOWN_FIELD',
    ]);
    assert.equal(
      (await askMatrix(app, ASKED, { headers: strict })).headers.get('preference-applied'),
      'handling=strict',
    );
  });

  it('is MALFORMED_JSON where the text is none', async () => {
    for (const text of ['{"deliveryPincodes":["110001",]}', '{"deliveryPincodes":["110001"', '{', 'null,']) {
      const { status, json } = await askMatrix(app, text);
      assert.deepEqual([text, status, json.error.code], [text, 400, 'MALFORMED_JSON']);
    }
  });

  it('prices a partner itself', async () => {
    const credential = partnerCredential('acme');
    const { partnerIds: _, ...own } = ASKED;
    const { cells } = (await askMatrix(app, ASKED)).json.data;
    assert.deepEqual((await askMatrix(app, own, { credential })).json.data.cells, cells);
    assert.deepEqual((await askMatrix(app, ASKED, { credential })).json.data.cells, cells);
    for (const partnerIds of [['nobody'], ['acme', 'nobody']]) {
      const { status, json } = await askMatrix(app, { ...ASKED, partnerIds }, { credential });
      assert.deepEqual([status, json.error.code], [403, 'FORBIDDEN']);
    }
  });

  it('gives the form that the caller accepts best, and JSON to one that accepts none', async () => {
    const typeFor = async (accept: string) => (await askMatrix(app, ASKED, { accept })).headers.get('content-type');
    assert.equal(await typeFor('*/*'), 'application/json');
    assert.equal(await typeFor('application/msgpack'), 'application/msgpack');
    assert.equal(await typeFor('application/json;q=0.5, application/msgpack'), 'application/msgpack');
    assert.equal(await typeFor('text/csv; charset=utf-8'), 'text/csv; charset=utf-8; header=present');
    assert.equal(await typeFor('image/png'), 'application/json');
  });

  it('counts its cells in metrics', async () => {
    const counted = async (outcome: string): Promise<number> => {
      const text = await (await fetch(`${app.app.url}/metrics`)).text();
      const line = new RegExp(`^pinrate_bulk_lines_total\\{detail="matrix",outcome="${outcome}"\\} (\\d+)$`, 'm');
      return Number(line.exec(text)?.[1] ?? 0);
    };
    const before = await Promise.all(['available', 'failed'].map(counted));
    await askMatrix(app, ASKED);
    assert.deepEqual(await Promise.all(['available', 'failed'].map(counted)), [before[0]! + 1, before[1]! + 1]);
  });

  it('ends when its caller goes away', async () => {
    const big = { ...ASKED, pickupPincodes: ['400001', '110001'], deliveryPincodes: pincodes(20_000) };
    const aborted = Array.from({ length: 3 }, async () => {
      const controller = new AbortController();
      const asked = askMatrix(app, big, { signal: controller.signal, accept: 'text/csv' });
      setTimeout(() => controller.abort(), 5);
      await asked.catch(() => undefined);
    });
    await Promise.all(aborted);
    assert.equal((await askMatrix(app, ASKED)).status, 200);
    assert.deepEqual(app.errors, []);
  });
});

it('counts for the minute of a tier as a bulk of a hundredth of its cells', async () => {
  const world = fullWorld();
  for (const each of world.credentials) if (each.id === MAIN.id) each.tier = 'TIER_1';
  const app = await TestApp.start(world);
  try {
    const remaining = async (deliveries: number): Promise<number> => {
      const { status, headers } = await askMatrix(app, { ...ASKED, deliveryPincodes: pincodes(deliveries) });
      assert.equal(status, 200);
      return Number(headers.get('x-ratelimit-remaining'));
    };
    const first = await remaining(100);
    assert.equal(await remaining(101), first - 2);
    // 1,200 lines, which the minute of TIER_1 never has
    const ends = { pickupPincodes: ['400001', '400002', '110001'], deliveryPincodes: pincodes(20_000) };
    const { status, json } = await askMatrix(app, { ...ASKED, ...ends, partnerIds: ['acme', 'bolt'] });
    assert.deepEqual([status, json.error.code], [429, 'RATE_LIMIT_EXCEEDED']);
    assert.equal(json.error.details.limit, 1_000);
  } finally {
    await app.close();
  }
});
