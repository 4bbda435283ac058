import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fragmentsOf } from '../../../src/engine/text/fragments.js';
import { Viewer } from '../../../src/index/view.js';
import { catalogOf, published, viewOf } from '../index/world.js';
import { NOON, partner, workedWorld, zone } from '../../reference/fixture.js';
import type { World } from '../../reference/types.js';
import { type AnyJson, asking, AVAILABILITY, askWorld, CHARGES, contextOf, ELAPSED_MS } from './ask.js';

/** Two more partners: one that costs more and covers the route, one that covers the pickup alone. */
const withOthers = (change: (world: World) => void = () => {}): World =>
  workedWorld((world) => {
    world.partners.push(partner('bravo'), partner('carol'));
    const everything = { states: [1, 2], cities: [], areas: [] };
    const services = ['PICKUP', 'DELIVERY', 'COD', 'PREPAID'].map((serviceTypeId) => ({
      serviceTypeId: serviceTypeId as 'PICKUP',
      isAvailable: true,
    }));
    world.zones.push(
      zone({ id: 11, partnerId: 'bravo', geographical: everything, services }),
      zone({ id: 12, partnerId: 'carol', geographical: { states: [1], cities: [], areas: [] }, services }),
    );
    world.packages.push(
      { ...world.packages[0]!, id: 2, partnerId: 'bravo', baseCharge: 400 },
      { ...world.packages[0]!, id: 3, partnerId: 'carol' },
    );
    change(world);
  });

describe('an answer', () => {
  it('has the envelope of its question', async () => {
    const ask = await askWorld(workedWorld());
    const charges = ask('charges', CHARGES).json;
    assert.deepEqual(Object.keys(charges), ['success', 'data', 'execution_time_ms', 'from_cache', 'request_id']);
    assert.deepEqual(
      [charges.success, charges.execution_time_ms, charges.from_cache, charges.request_id],
      [true, ELAPSED_MS, true, 'req-1'],
    );
    assert.deepEqual(Object.keys(ask('availability', AVAILABILITY).json), [
      'success',
      'data',
      'execution_time_ms',
      'check_id',
      'request_id',
    ]);
    const refusal = ask('charges', { ...CHARGES, pickupPincode: '999999' }).json;
    assert.deepEqual(Object.keys(refusal), ['success', 'error', 'request_id', 'execution_time_ms']);
    assert.deepEqual(refusal.error, {
      code: 'PINCODE_NOT_FOUND',
      message: 'Pincode not found in the system',
      details: { pincodes: ['999999'] },
    });
  });

  it('has a duration of 0 when the clock goes back', async () => {
    const context = { ...contextOf(await viewOf(workedWorld())), clock: () => NOON.getTime() - 5_000 };
    assert.equal(asking(context)('charges', CHARGES).json.execution_time_ms, 0);
  });

  it('names each unknown pincode once', async () => {
    const ask = await askWorld(workedWorld());
    const unknown = (pickupPincode: string, deliveryPincode: string) =>
      ask('charges', { ...CHARGES, pickupPincode, deliveryPincode }).json.error.details.pincodes;
    assert.deepEqual(
      [unknown('999999', '999999'), unknown('999998', '999999'), unknown('400001', '000000')],
      [['999999'], ['999998', '999999'], ['000000']],
    );
  });

  it('refuses text that is not JSON, and JSON that is not an object, before anything else', async () => {
    const ask = await askWorld(workedWorld());
    for (const question of ['charges', 'availability', 'assignment'] as const) {
      assert.deepEqual([ask(question, '{').status, ask(question, '{').json.error.code], [400, 'MALFORMED_JSON']);
      for (const body of ['null', '[]', '"text"', '7'])
        assert.deepEqual(
          [ask(question, body).status, ask(question, body).json.error.code],
          [400, 'VALIDATION_ERROR'],
          body,
        );
    }
  });

  it('has unique ids', async () => {
    const ask = await askWorld(workedWorld());
    const ids = Array.from({ length: 3 }, () => ask('charges', CHARGES).json.data.calculationId);
    assert.equal(new Set(ids).size, 3);
  });
});

describe('charges', () => {
  it('are those of the worked example', async () => {
    const ask = await askWorld(workedWorld());
    const { data } = ask('charges', CHARGES).json;
    assert.deepEqual(data.charges, {
      weightCharge: 70,
      distanceCharge: 18,
      fscCharge: 11,
      codCharge: 44.99,
      docketCharge: 25,
      insuranceCharge: 5,
      otherCharges: 30,
      subtotal: 203.99,
      nonTaxableAmount: 0,
      discountAmount: 15.3,
      taxableAmount: 188.69,
      gstAmount: 33.96,
      totalAmount: 222.65,
    });
    assert.deepEqual(
      [data.calculationDetails.weightSlab, data.calculationDetails.distanceSlab, data.coverage.estimatedDistance],
      ['500 g + 2 x 500 g', '1000-1500 km', 1_163.4],
    );
    assert.equal(data.calculationDetails.calculatedAt, NOON.toISOString());
  });

  it('need a partnerId from a service, and default to the partner itself for a partner', async () => {
    const ask = await askWorld(withOthers());
    const unnamed = { ...CHARGES, partnerId: undefined };
    assert.deepEqual(ask('charges', unnamed).json.error.details, [
      { field: 'partnerId', message: 'is required for a service credential', code: 'REQUIRED' },
    ]);
    assert.equal(ask('charges', unnamed, { partner: 'acme' }).json.data.partner.partnerId, 'acme');
    assert.deepEqual(
      [
        ask('charges', CHARGES, { partner: 'bravo' }).status,
        ask('charges', CHARGES, { partner: 'bravo' }).json.error.code,
      ],
      [403, 'FORBIDDEN'],
    );
    assert.equal(ask('charges', unnamed, { partner: 'nobody' }).json.error.code, 'PARTNER_NOT_FOUND');
  });

  it('are refused with every reason and its remedy', async () => {
    const ask = await askWorld(workedWorld());
    const { data } = ask('charges', {
      ...CHARGES,
      declaredValue: 60_000,
      serviceRequirements: ['EXPRESS', 'DELIVERY'],
    }).json;
    assert.deepEqual(
      [data.available, data.coverage.reason, data.coverage.unavailableServices, data.coverage.availableServices],
      [false, 'SERVICE_UNAVAILABLE', ['EXPRESS'], ['PICKUP', 'DELIVERY', 'COD', 'PREPAID', 'ODA']],
    );
    assert.deepEqual(
      data.alternatives.map(({ suggestion }: AnyJson) => suggestion),
      ['SERVICE_UNAVAILABLE', 'DECLARED_VALUE_EXCEEDED', 'COD_AMOUNT_EXCEEDED'],
    );
    const back = ask('charges', { ...CHARGES, pickupPincode: '110001', deliveryPincode: '400001' }).json.data.coverage;
    assert.deepEqual(
      [back.pickupCovered, back.deliveryCovered, back.reason, back.unavailableServices],
      [true, true, 'SERVICE_UNAVAILABLE', ['DELIVERY', 'COD']],
    );
  });

  it('show a partner the tax, the volume and what was not used', async () => {
    const ask = await askWorld(workedWorld());
    const asked = {
      ...CHARGES,
      serviceRequirements: ['PICKUP'],
      dimensions: { length: 30, width: 20, height: 15 },
      volumetricWeight: 5,
      actualWeight: 1_100,
    };
    const { data } = ask('charges', asked, { partner: 'acme' }).json;
    assert.deepEqual(
      [data.chargeableWeight, data.weightType, data.actualWeight, data.volumetricWeight],
      [1_800, 'VOLUMETRIC', 1_200, 1_800],
    );
    assert.deepEqual(
      data.warnings.map(({ code, field }: AnyJson) => [code, field]),
      [
        ['VOLUMETRIC_WEIGHT_NOT_USED', 'volumetricWeight'],
        ['ACTUAL_WEIGHT_NOT_USED', 'actualWeight'],
      ],
    );
    const { taxes, discounts, roundedAmount, totalAmount, gstAmount } = data.charges;
    assert.deepEqual(
      [taxes.placeOfSupply, taxes.igst, taxes.cgst, taxes.sgst],
      ['27', 0, gstAmount / 2, gstAmount / 2],
    );
    assert.deepEqual(
      [discounts.weightDiscount, roundedAmount],
      [-data.charges.discountAmount, Math.round(totalAmount)],
    );
    const interstate = ask('charges', { ...CHARGES, customerGstin: '07AAAAA0000A1Z4' }, { partner: 'acme' }).json.data
      .charges.taxes;
    assert.deepEqual(
      [interstate.placeOfSupply, interstate.igst, interstate.cgst, interstate.sgst],
      ['07', 33.96, 0, 0],
    );
    assert.deepEqual(
      ask('charges', { ...CHARGES, serviceRequirements: ['PICKUP'] }, { partner: 'acme' }).json.data.warnings,
      [],
    );
  });

  it('offer EXPRESS as an alternative when it was not requested', async () => {
    const ask = await askWorld(
      workedWorld((world) =>
        world.zones[1]!.services.push({ serviceTypeId: 'EXPRESS', isAvailable: true, baseCharge: 100 }),
      ),
    );
    const [express] = ask('charges', CHARGES, { partner: 'acme' }).json.data.alternatives;
    const asked = ask('charges', { ...CHARGES, serviceRequirements: ['EXPRESS'] }, { partner: 'acme' }).json.data;
    assert.deepEqual(
      [express.suggestion, express.transitHours, express.totalAmount],
      ['EXPRESS', 29, asked.charges.totalAmount],
    );
    assert.deepEqual([asked.alternatives, asked.coverage.estimatedTime], [[], 29]);
  });
});

describe('availability', () => {
  it('of all partners lists the cheapest first, and all others with the reason', async () => {
    const ask = await askWorld(withOthers());
    const { data } = ask('availability', { ...AVAILABILITY, partnerId: undefined }).json;
    assert.deepEqual(
      data.availablePartners.map(({ partnerId }: AnyJson) => partnerId),
      ['acme', 'bravo'],
    );
    assert.deepEqual(data.unavailablePartners, [{ partnerId: 'carol', reasons: ['INSUFFICIENT_COVERAGE'] }]);
    const costs = data.availablePartners.map(({ estimatedCost }: AnyJson) => estimatedCost);
    assert.deepEqual(
      [data.summary.totalChecked, data.summary.availableCount, data.summary.bestOption, data.summary.fastestDelivery],
      [3, 2, 'acme', 48],
    );
    assert.equal(data.summary.avgCost, Math.round(((costs[0] + costs[1]) * 100) / 2) / 100);
  });

  it('of all partners omits the excluded ones and counts the reasons of the others', async () => {
    const ask = await askWorld(withOthers());
    const excluding = (excludePartners: string[], more: object = {}) =>
      ask('availability', { ...AVAILABILITY, partnerId: undefined, excludePartners, ...more });
    assert.deepEqual(
      excluding(['acme', 'nobody']).json.data.availablePartners.map(({ partnerId }: AnyJson) => partnerId),
      ['bravo'],
    );
    const none = excluding(['acme', 'bravo']);
    assert.deepEqual(
      [none.status, none.json.error.code, none.json.error.details],
      [
        422,
        'NO_PARTNERS_AVAILABLE',
        { partnersChecked: 1, failureReasons: { no_route_coverage: 1, service_unavailable: 0, weight_exceeded: 0 } },
      ],
    );
    assert.deepEqual(excluding([], { urgency: 'URGENT', maxDeliveryTime: 1 }).json.error.details, {
      partnersChecked: 3,
      failureReasons: { no_route_coverage: 1, service_unavailable: 2, weight_exceeded: 0, delivery_time_exceeded: 2 },
    });
    assert.deepEqual(excluding(['acme', 'bravo', 'carol']).json.error.details, {
      partnersChecked: 0,
      failureReasons: { no_route_coverage: 0, service_unavailable: 0, weight_exceeded: 0 },
    });
  });

  it('of a partner that does not cover the route names the uncovered end', async () => {
    const ask = await askWorld(withOthers());
    const { status, json } = ask('availability', { ...AVAILABILITY, partnerId: 'carol' });
    assert.deepEqual([status, json.error.code], [422, 'INSUFFICIENT_COVERAGE']);
    const { pickup, delivery } = json.error.details.coverage;
    assert.deepEqual(
      [pickup.isServiced, pickup.coverageLevel, delivery.isServiced, delivery.zone],
      [true, 'state', false, null],
    );
  });

  it('puts each reason into its group of restrictions', async () => {
    const ask = await askWorld(workedWorld());
    const { restrictions, reasons, estimates, breakdown } = ask('availability', {
      ...AVAILABILITY,
      weight: 31_000,
      declaredValue: 60_000,
      serviceRequirements: ['EXPRESS'],
      maxDeliveryTime: 1,
      dimensions: { length: 101, width: 1, height: 1 },
    }).json.data;
    assert.deepEqual(
      Object.values(restrictions).map((group: AnyJson) => group.reasons),
      [
        ['WEIGHT_EXCEEDED', 'DIMENSIONS_EXCEEDED'],
        ['DECLARED_VALUE_EXCEEDED', 'COD_AMOUNT_EXCEEDED'],
        ['SERVICE_UNAVAILABLE'],
        ['DELIVERY_TIME_EXCEEDED'],
      ],
    );
    assert.deepEqual([reasons.length, estimates, breakdown], [6, null, []]);
  });

  it('of one partner can be requested by that partner only', async () => {
    const ask = await askWorld(withOthers());
    assert.equal(ask('availability', AVAILABILITY, { partner: 'bravo' }).status, 403);
    const own = ask('availability', { ...AVAILABILITY, partnerId: undefined }, { partner: 'bravo' }).json.data;
    assert.deepEqual(
      [own.checkType, own.partnerId, own.availability.overall],
      ['specific_partner', 'bravo', 'AVAILABLE'],
    );
  });
});

describe('the fragments cached for a card', () => {
  it('do not outlive its coverage: a zone that moves is seen at once', async () => {
    const catalog = await catalogOf(workedWorld());
    const { publisher, generations } = await published(catalog);
    const viewer = new Viewer();
    const levelIn = (view: ReturnType<Viewer['view']>) =>
      asking(contextOf(view))('availability', AVAILABILITY).json.data.coverage.delivery.coverageLevel;
    const former = viewer.view(generations[0]!);
    assert.equal(levelIn(former), 'state');
    catalog.apply(
      [
        {
          kind: 'put',
          collection: 'zone-pincodes',
          key: 'acme/110001',
          document: { partnerId: 'acme', zoneId: 2, pincode: '110001', assignedAt: NOON.toISOString() },
        },
      ],
      publisher.dirty,
    );
    publisher.refresh();
    await publisher.settled();
    const latter = viewer.view(generations[1]!);
    assert.equal(levelIn(latter), 'pincode');
    assert.equal(fragmentsOf(latter.partner('acme')!), fragmentsOf(former.partner('acme')!), 'the card is the same');
  });
});
