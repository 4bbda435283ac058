/** Mistakes that would be priced in silence: warned of, or refused where the caller asks for strictness. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerJob } from '../../../src/engine/engine.js';
import { viewOf } from '../index/world.js';
import { workedWorld } from '../../reference/fixture.js';
import { type AnyJson, type As, type Ask, asking, askWorld, assignment, CHARGES, contextOf } from './ask.js';

const CLEAN = { ...CHARGES, serviceRequirements: ['PICKUP', 'DELIVERY'] };
const codes = (json: AnyJson): [string, string | null][] =>
  json.data.warnings.map(({ code, field }: AnyJson) => [code, field]);

/** The same shipment in every question and shape that has data. */
const SHAPES: [name: string, ask: (ask: Ask, shipment: object) => AnyJson][] = [
  ['charges', (ask, shipment) => ask('charges', { ...CLEAN, ...shipment }).json],
  ['charges of a partner', (ask, shipment) => ask('charges', { ...CLEAN, ...shipment }, { partner: 'acme' }).json],
  ['charges refused', (ask, shipment) => ask('charges', { ...CLEAN, ...shipment, deliveryPincode: '400002' }).json],
  [
    'charges refused to a partner',
    (ask, shipment) => ask('charges', { ...CLEAN, ...shipment, deliveryPincode: '400002' }, { partner: 'acme' }).json,
  ],
  ['a check', (ask, shipment) => ask('availability', { ...CLEAN, ...shipment }).json],
  ['a check of a partner', (ask, shipment) => ask('availability', { ...CLEAN, ...shipment }, { partner: 'acme' }).json],
  ['a search', (ask, shipment) => ask('availability', { ...CLEAN, ...shipment, partnerId: undefined }).json],
  ['an assignment', (ask, shipment) => ask('assignment', assignment(shipment)).json],
  ['an assignment of a partner', (ask, shipment) => ask('assignment', assignment(shipment), { partner: 'acme' }).json],
  [
    'an assignment refused',
    (ask, shipment) => ask('assignment', assignment({ ...shipment, toPincode: '400002' })).json,
  ],
];

describe('warnings', () => {
  it('are an empty list for a well described shipment, in every shape', async () => {
    const ask = await askWorld(workedWorld());
    for (const [name, of] of SHAPES) assert.deepEqual(of(ask, {}).data.warnings, [], name);
  });

  it('name a weight that looks like kilograms, in every shape', async () => {
    const ask = await askWorld(workedWorld());
    for (const [name, of] of SHAPES) {
      const field = name.includes('assignment') ? 'shipmentDetails.weight' : 'weight';
      assert.deepEqual(codes(of(ask, { weight: 1.2 })), [['WEIGHT_LOOKS_LIKE_KG', field]], name);
      assert.deepEqual(codes(of(ask, { weight: 49.9 })), [['WEIGHT_LOOKS_LIKE_KG', field]], name);
      assert.deepEqual(codes(of(ask, { weight: 50 })), [], name);
    }
    assert.deepEqual(
      codes(ask('charges', { ...CLEAN, weight: 1.2, shipmentType: 'B2B', customerGstin: '27AAAAA0000A1Z2' }).json),
      [],
      'B2C alone',
    );
  });

  it('name COD with nothing to collect, and B2B without a GSTIN', async () => {
    const ask = await askWorld(workedWorld());
    for (const [name, of] of SHAPES) {
      const at = name.includes('assignment') ? 'shipmentDetails.' : '';
      for (const nothing of [{ declaredValue: undefined }, { declaredValue: 0 }, { codAmount: 0 }])
        assert.deepEqual(codes(of(ask, nothing)), [['COD_AMOUNT_MISSING', `${at}codAmount`]], name);
      assert.deepEqual(codes(of(ask, { declaredValue: undefined, codAmount: 0.01 })), [], name);
      assert.deepEqual(codes(of(ask, { declaredValue: undefined, paymentType: 'PREPAID' })), [], name);
      assert.deepEqual(codes(of(ask, { shipmentType: 'B2B' })), [['GSTIN_MISSING', `${at}customerGstin`]], name);
      assert.deepEqual(codes(of(ask, { shipmentType: 'B2B', customerGstin: '27AAAAA0000A1Z2' })), [], name);
    }
  });

  it('name a pickup that is not priced', async () => {
    const ask = await askWorld(workedWorld());
    for (const named of [undefined, [], ['DELIVERY', 'COD']]) {
      assert.deepEqual(codes(ask('charges', { ...CHARGES, serviceRequirements: named }).json), [
        ['SERVICES_NOT_PRICED', 'serviceRequirements'],
      ]);
    }
    assert.deepEqual(codes(ask('charges', { ...CHARGES, additionalServices: ['PICKUP'] }).json), []);
    const flow = assignment({ serviceTypes: undefined, serviceRequirements: ['DELIVERY'] });
    assert.deepEqual(codes(ask('assignment', flow).json), [
      ['SERVICES_NOT_PRICED', 'shipmentDetails.serviceRequirements'],
    ]);
  });

  it('name unknown members, and the known ones that were probably meant', async () => {
    const ask = await askWorld(workedWorld());
    const unknown = (json: AnyJson) =>
      json.data.warnings.map(({ code, field, didYouMean }: AnyJson) => [code, field, didYouMean]);
    for (const as of ['service', { partner: 'acme' }] as As[]) {
      assert.deepEqual(
        unknown(ask('charges', { ...CLEAN, declared_value: 5, packageDimension: {}, zzz: 1 }, as).json),
        [
          ['UNKNOWN_FIELD', 'declared_value', 'declaredValue'],
          ['UNKNOWN_FIELD', 'packageDimension', 'packageDimensions'],
          ['UNKNOWN_FIELD', 'zzz', null],
        ],
      );
    }
    assert.deepEqual(
      unknown(ask('availability', { ...CLEAN, dimensions: { length: 1, width: 1, height: 1, heigth: 2 } }).json),
      [['UNKNOWN_FIELD', 'dimensions.heigth', 'dimensions.height']],
    );
    assert.deepEqual(
      unknown(ask('assignment', assignment({ declared_value: 5 }, { weights: { hourvalue: 1 } }, { option: {} })).json),
      [
        ['UNKNOWN_FIELD', 'shipmentDetails.declared_value', 'shipmentDetails.declaredValue'],
        ['UNKNOWN_FIELD', 'assignmentPreferences.weights.hourvalue', 'assignmentPreferences.weights.hourValue'],
        ['UNKNOWN_FIELD', 'option', 'options'],
      ],
    );
    const [warning] = ask('charges', { ...CLEAN, declared_value: 5 }).json.data.warnings;
    assert.equal(warning.message, 'declared_value is not known and was not used; did you mean declaredValue?');
  });

  it('name parameters of the query, which no question takes', async () => {
    const context = contextOf(await viewOf(workedWorld()));
    const job = { callerKind: 'service', callerId: 'main-system', requestId: 'r', receivedAt: 0 } as const;
    for (const [question, body] of [
      ['charges', { ...CLEAN, colour: 'RED' }],
      ['availability', { ...CLEAN, colour: 'RED' }],
      ['assignment', { ...assignment(), colour: 'RED' }],
    ] as const) {
      const asked = { ...job, question, body: JSON.stringify(body), query: 'weight=1&weight=2&q' };
      const { data } = JSON.parse(answerJob(context, asked).body) as AnyJson;
      const unknown = data.warnings.filter(({ code }: AnyJson) => code === 'UNKNOWN_FIELD');
      assert.deepEqual(
        unknown.map(({ field }: AnyJson) => field),
        ['weight', 'q', 'colour'],
        question,
      );
    }
  });

  it('change neither status nor amounts', async () => {
    const ask = await askWorld(workedWorld());
    const clean = ask('charges', CLEAN);
    const warned = ask('charges', { ...CLEAN, declared_value: 5, urgencyLevel: 'URGENT' });
    assert.deepEqual(
      [warned.status, warned.json.data.charges, warned.json.data.warnings.length],
      [clean.status, clean.json.data.charges, 2],
    );
  });
});

describe('a strict request', () => {
  const CONTEXT = viewOf(workedWorld()).then((view) => contextOf(view));
  const strictly = async (question: 'charges' | 'availability' | 'assignment', body: object, partner?: string) => {
    const { status, body: text } = answerJob(await CONTEXT, {
      question,
      callerKind: partner === undefined ? 'service' : 'partner',
      callerId: partner ?? 'main-system',
      requestId: 'r',
      body: JSON.stringify(body),
      receivedAt: 0,
      isStrict: true,
    });
    return { status, json: JSON.parse(text) as AnyJson };
  };

  it('is refused for unknown members, in all three questions', async () => {
    for (const [question, body, field] of [
      ['charges', { ...CLEAN, declared_value: 1 }, 'declared_value'],
      ['availability', { ...CLEAN, declared_value: 1 }, 'declared_value'],
      ['assignment', assignment({ declared_value: 1 }), 'shipmentDetails.declared_value'],
    ] as const) {
      const { status, json } = await strictly(question, body);
      assert.deepEqual(
        [status, json.error.code, json.error.field_count, json.error.details[0].field, json.error.details[0].code],
        [400, 'UNKNOWN_FIELD', 1, field, 'UNKNOWN_FIELD'],
        question,
      );
    }
    const own = await strictly('charges', { ...CLEAN, declared_value: 1 }, 'acme');
    assert.deepEqual([own.json.error.code, own.json.error.details.validationErrors[0].value], ['UNKNOWN_FIELD', 1]);
  });

  it('gets all faults at once, and is answered as usual when it has none', async () => {
    const { json } = await strictly('charges', {
      ...CLEAN,
      pickupPincode: undefined,
      pickup_pincode: '400001',
      weight: 0,
    });
    assert.equal(json.error.code, 'UNKNOWN_FIELD');
    assert.deepEqual(json.error.details.map(({ field }: AnyJson) => field).sort(), [
      'pickupPincode',
      'pickup_pincode',
      'weight',
    ]);
    assert.equal(
      (await strictly('charges', CLEAN)).json.data.charges.totalAmount,
      asking(await CONTEXT)('charges', CLEAN).json.data.charges.totalAmount,
    );
    const warned = await strictly('charges', { ...CLEAN, weight: 1.2 });
    assert.deepEqual(
      [warned.status, codes(warned.json)],
      [200, [['WEIGHT_LOOKS_LIKE_KG', 'weight']]],
      'other warnings stay warnings',
    );
  });
});
