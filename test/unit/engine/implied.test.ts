/**
 * What a request implies without naming it: services, urgency (docs/rules.md#required-services), the amount to collect
 * (docs/rules.md#amount-to-collect).
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { workedWorld } from '../../reference/fixture.js';
import type { ServiceId, World } from '../../reference/types.js';
import { type AnyJson, type Ask, askWorld, assignment, AVAILABILITY, CHARGES } from './ask.js';

/** The worked world, whose delivery zone offers just `services`, each for ten Rupees more than the one before. */
const offering =
  (...services: ServiceId[]) =>
  (world: World): void => {
    Object.assign(world.zones[1]!, {
      attributes: [],
      services: services.map((serviceTypeId, index) => ({
        serviceTypeId,
        isAvailable: true,
        baseCharge: (index + 1) * 10,
      })),
    });
  };
const askOffering = (...services: ServiceId[]): Promise<Ask> => askWorld(workedWorld(offering(...services)));

describe('implied services', () => {
  it('are DELIVERY and the one named like the payment type, in all three questions', async () => {
    const ask = await askOffering('DELIVERY', 'PREPAID');
    const unnamed = { ...CHARGES, serviceRequirements: [] };
    const { data } = ask('charges', unnamed).json;
    assert.deepEqual(
      [data.available, data.coverage.reason, data.coverage.unavailableServices],
      [false, 'SERVICE_UNAVAILABLE', ['COD']],
    );
    const { isAvailable, services } = ask('availability', unnamed).json.data;
    assert.deepEqual(
      [isAvailable, services.required, services.unavailable, services.matchPercentage],
      [false, ['DELIVERY', 'COD'], ['COD'], 50],
    );
    assert.deepEqual(ask('assignment', assignment()).json.data.error.details, ['acme: SERVICE_UNAVAILABLE']);

    const prepaid = ask('availability', { ...unnamed, paymentType: 'PREPAID' }).json.data;
    assert.deepEqual(
      [prepaid.isAvailable, prepaid.services.required, prepaid.services.matchPercentage],
      [true, ['DELIVERY', 'PREPAID'], 100],
    );
    assert.equal(ask('assignment', assignment({ paymentType: 'PREPAID' })).json.data.success, true);
  });

  it('are charged as if they were named, each once', async () => {
    const ask = await askOffering('DELIVERY', 'COD', 'EXPRESS');
    const other = (body: object) => ask('charges', { ...CHARGES, ...body }).json.data.charges.otherCharges;
    assert.equal(other({}), 30, 'DELIVERY 10 and COD 20');
    assert.equal(other({ serviceRequirements: ['COD', 'DELIVERY', 'COD'], additionalServices: ['DELIVERY'] }), 30);
    assert.equal(other({ urgency: 'STANDARD' }), 30);
    assert.deepEqual(
      [
        other({ urgency: 'EXPRESS' }),
        other({ urgency: 'URGENT' }),
        other({ urgency: 'URGENT', serviceRequirements: ['EXPRESS'] }),
      ],
      [60, 60, 60],
    );
  });

  it('require PICKUP only when it is named: a parcel may be brought', async () => {
    const ask = await askWorld(workedWorld((world) => Object.assign(world.zones[0]!, { services: [] })));
    assert.equal(ask('charges', CHARGES).json.data.available, true);
    assert.deepEqual(
      ask('charges', { ...CHARGES, serviceRequirements: ['PICKUP'] }).json.data.coverage.unavailableServices,
      ['PICKUP'],
    );
  });

  it('without DELIVERY in the zone refuse a delivery there', async () => {
    const ask = await askOffering('COD');
    assert.deepEqual(ask('charges', CHARGES).json.data.coverage.unavailableServices, ['DELIVERY']);
  });
});

describe('urgency', () => {
  it('counts in calculate-charges as in availability', async () => {
    const ask = await askOffering('DELIVERY', 'COD', 'EXPRESS');
    for (const urgency of ['STANDARD', 'EXPRESS', 'URGENT']) {
      const quoted = ask('charges', { ...CHARGES, urgency }).json.data;
      const checked = ask('availability', { ...AVAILABILITY, serviceRequirements: [], urgency }).json.data.estimates;
      assert.deepEqual(
        [quoted.charges.totalAmount, quoted.coverage.estimatedTime],
        [checked.totalCost, checked.deliveryTime.hours],
        urgency,
      );
    }
    const hours = (urgency: string) => ask('charges', { ...CHARGES, urgency }).json.data.coverage.estimatedTime;
    assert.deepEqual(['STANDARD', 'EXPRESS', 'URGENT'].map(hours), [48, 29, 29]);
  });

  it('is refused when the delivery zone has no EXPRESS', async () => {
    const ask = await askOffering('DELIVERY', 'COD');
    assert.deepEqual(ask('charges', { ...CHARGES, urgency: 'URGENT' }).json.data.coverage.unavailableServices, [
      'EXPRESS',
    ]);
    assert.equal(ask('charges', { ...CHARGES, urgency: 'SOON' }).json.error.details[0].field, 'urgency');
  });
});

describe('the amount to collect', () => {
  it('is codAmount, otherwise the declared value; nothing for a prepaid shipment', async () => {
    const ask = await askWorld(workedWorld());
    const of = (body: object) => {
      const { shipment, charges } = ask('charges', { ...CHARGES, ...body }).json.data;
      return [shipment.codAmount, charges.codCharge, charges.insuranceCharge];
    };
    assert.deepEqual(of({}), [2_499.5, 44.99, 5], '1.8 % of 2,499.50');
    assert.deepEqual(of({ codAmount: 5_000 }), [5_000, 90, 5], 'the fee is of it, insurance of the declared value');
    assert.deepEqual(of({ codAmount: 0 }), [0, 40, 5], 'the flat fee');
    assert.deepEqual(of({ declaredValue: undefined, codAmount: 999.99 }), [999.99, 40, 0]);
    assert.deepEqual(of({ paymentType: 'PREPAID' }), [0, 0, 5]);
  });

  it('is checked against maxCodAmount, and the declared value against maxDeclaredValue', async () => {
    const ask = await askWorld(workedWorld());
    const reasons = (body: object) =>
      ask('availability', { ...AVAILABILITY, ...body }).json.data.reasons.map(({ code }: AnyJson) => code);
    assert.deepEqual(reasons({ declaredValue: 50_000, codAmount: 20_000 }), []);
    assert.deepEqual(reasons({ declaredValue: 100, codAmount: 20_000.01 }), ['COD_AMOUNT_EXCEEDED']);
    assert.deepEqual(reasons({ declaredValue: 50_000.01, codAmount: 1 }), ['DECLARED_VALUE_EXCEEDED']);
  });

  it('is what an assignment collects and remits; the e-way bill depends on the declared value', async () => {
    const ask = await askWorld(
      workedWorld((world) => Object.assign(world.partners[0]!.limits, { maxDeclaredValue: 100_000 })),
    );
    const of = (details: object) => ask('assignment', assignment(details)).json.data.assignment;
    const made = of({ declaredValue: 60_000, codAmount: 1_500.5 });
    const { collectionAmount, remittanceAmount, partnerCommission } = made.charges.paymentTerms;
    assert.deepEqual([collectionAmount, remittanceAmount, partnerCommission], [1_500.5, 1_500.5, 40]);
    assert(made.compliance.documentsRequired.includes('E_WAY_BILL'));
    assert.equal(made.compliance.insuranceCoverage.amount, 60_000);
    assert(made.nextSteps.includes('Tell the recipient to have INR 1500.5 ready'));
    assert.equal(
      of({ declaredValue: 100, codAmount: 15_000 }).compliance.documentsRequired.includes('E_WAY_BILL'),
      false,
    );
  });

  it('has its own bounds', async () => {
    const ask = await askWorld(workedWorld());
    const faults = (codAmount: unknown, body: object = {}) =>
      ask('charges', { ...CHARGES, codAmount, ...body }).json.error?.details.map(
        ({ field, code }: AnyJson) => `${field} ${code}`,
      );
    assert.deepEqual([faults(0), faults(1_000_000)], [undefined, undefined]);
    for (const amount of [-0.01, 1_000_000.01]) assert.deepEqual(faults(amount), ['codAmount OUT_OF_RANGE']);
    assert.deepEqual([faults(10.005), faults(1_000_000.004)], [undefined, undefined], 'rounded to a paisa');
    assert.deepEqual(faults('10'), ['codAmount INVALID_TYPE']);
    for (const amount of [0, 10])
      assert.deepEqual(faults(amount, { paymentType: 'PREPAID' }), ['codAmount INVALID_VALUE']);
    assert.deepEqual(
      faults(10, { paymentType: 'PREPAID', weight: 0 }),
      ['weight OUT_OF_RANGE', 'codAmount INVALID_VALUE'],
      'with the other faults',
    );
    const prepaid = (question: 'availability' | 'assignment', body: object) =>
      ask(question, body).json.error.details[0].field;
    assert.equal(prepaid('availability', { ...AVAILABILITY, paymentType: 'PREPAID', codAmount: 1 }), 'codAmount');
    assert.equal(
      prepaid('assignment', assignment({ paymentType: undefined, codAmount: 1 })),
      'shipmentDetails.codAmount',
      'prepaid unless COD is named',
    );
    assert.equal(
      ask(
        'assignment',
        assignment({ paymentType: undefined, serviceTypes: ['PICKUP', 'DELIVERY', 'COD'], codAmount: 1 }),
      ).json.data.success,
      true,
    );
  });

  it('has the same ceiling as the declared value in all three questions', async () => {
    const ask = await askWorld(workedWorld());
    for (const [question, body] of [
      ['charges', { ...CHARGES, declaredValue: 1_000_000.01 }],
      ['availability', { ...AVAILABILITY, declaredValue: 1_000_000.01 }],
      ['assignment', assignment({ declaredValue: 1_000_000.01 })],
    ] as const)
      assert.deepEqual(
        [ask(question, body).status, ask(question, body).json.error.details[0].code],
        [400, 'OUT_OF_RANGE'],
        question,
      );
  });
});
