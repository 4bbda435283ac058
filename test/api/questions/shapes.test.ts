/** Every field that the three questions document is present, with a value of its kind. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { WriteOp } from '../../../src/model/change.js';
import { workedShipment, workedWorld } from '../../reference/fixture.js';
import { MAIN, partnerCredential, TestApp, type Question } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import {
  amount,
  assertFields,
  count,
  exactly,
  flag,
  list,
  moment,
  number,
  orNull,
  pincode,
  record,
  text,
  type Expected,
} from './fields.js';
import { addCredentials, assignment, availability, charges, fullWorld, manualAssignment } from './fixture.js';
import type { Body } from './requests.js';

const ACME = partnerCredential('acme');

let app: TestApp;
before(async () => {
  app = await TestApp.start(fullWorld());
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

/** Texts that appear where a missing value is written into a text. */
const SLIPS = /undefined|\bNaN\b|\[object |Infinity|\bnull\b/;

function assertNoSlip(value: unknown, path: string): void {
  if (typeof value === 'string') assert.doesNotMatch(value, SLIPS, path);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    assert.doesNotMatch(key, SLIPS, path);
    assertNoSlip(inner, `${path}.${key}`);
  }
}

async function ask(question: Question, body: Body, credential = MAIN, server = app): Promise<Reply> {
  const reply = await server.ask(question, body, credential);
  assertNoSlip(reply.json, question);
  return reply;
}

async function answered(question: Question, body: Body, credential = MAIN): Promise<Reply['json']> {
  const { status, json } = await ask(question, body, credential);
  assert.equal(status, 200, JSON.stringify(json));
  return json;
}

const services: Expected = {
  required: list,
  matched: list,
  available: list,
  unavailable: list,
  matchPercentage: count,
};
const capabilities: Expected = {
  maxWeight: number,
  maxDimensions: { length: number, width: number, height: number },
  maxCodAmount: amount,
  supportedPaymentTypes: [text],
  cutoffTime: (value) => /^[0-9]{2}:[0-9]{2}$/.test(value as string),
  weekendDelivery: flag,
  sameDay: flag,
};
const end: Expected = { pincode, area: text, city: text, zone: text, isServiced: exactly(true), serviceType: text };
const group: Expected = { reasons: list };
const reasons: Expected = [{ code: text, message: text, action: text, details: record }];
const briefEntry: Expected = { component: text, rule: text, amount };
const entry: Expected = {
  component: text,
  category: text,
  description: (value) => typeof value === 'string',
  rule: text,
  base: orNull(amount),
  rate: orNull(number),
  calculation: text,
  amount,
};

const SPECIFIC: Expected = {
  checkType: exactly('specific_partner'),
  isAvailable: flag,
  confidence: number,
  partnerId: text,
  partnerName: text,
  coverage: { pickup: end, delivery: end },
  services,
  capabilities,
  restrictions: { weightLimits: group, valueLimits: group, areaRestrictions: group, timeRestrictions: group },
  warnings: list,
};
const ESTIMATES: Expected = {
  estimates: {
    totalCost: amount,
    deliveryTime: { hours: count, pickupDate: moment, deliveryDate: moment, description: text },
    breakdown: {
      baseCharge: exactly(0),
      weightCharge: amount,
      codCharge: amount,
      fuelSurcharge: amount,
      taxes: amount,
    },
  },
  breakdown: [entry],
};
const capacity: Expected = { zone: text, maxDailyShipments: number, maxWeightPerDay: number };
const FOR_PARTNER: Expected = {
  availability: { overall: text, reasons: list },
  capacity: { pickup: capacity, delivery: capacity },
  transit: { distanceKm: number, hours: orNull(count), pickupDate: orNull(moment), deliveryDate: orNull(moment) },
  constraints: { maxWeight: number, maxDimensions: record, maxCodAmount: amount, maxDeclaredValue: amount },
  recommendations: list,
  pricing: orNull(record),
};
const CHECK_ENVELOPE: Expected = { success: exactly(true), execution_time_ms: count, check_id: text };

it('availability of a partner', async () => {
  for (const [credential, more] of [
    [MAIN, {}],
    [ACME, FOR_PARTNER],
  ] as const) {
    const available = await answered(
      'availability',
      availability({ partnerId: 'acme', preferredServices: ['EXPRESS', 'DRONE'] }),
      credential,
    );
    assertFields(available, CHECK_ENVELOPE, 'body');
    assertFields(available.data, SPECIFIC);
    assertFields(available.data, ESTIMATES);
    assertFields(available.data, more);
    const {
      isAvailable,
      services: { matchPercentage },
      coverage: { delivery },
    } = available.data;
    assert.deepEqual([isAvailable, matchPercentage, delivery.serviceType], [true, 80, 'ODA']);

    const refused = await answered(
      'availability',
      availability({
        partnerId: 'acme',
        serviceRequirements: ['HILL'],
        weight: 45_000,
        declaredValue: 30_000,
        maxDeliveryTime: 2,
      }),
      credential,
    );
    assertFields(refused.data, SPECIFIC);
    assertFields(refused.data, {
      isAvailable: exactly(false),
      confidence: exactly(0),
      reasons,
      services: { unavailable: [exactly('HILL')] },
    });
    assertFields(refused.data, more);
    const { weightLimits, valueLimits, areaRestrictions, timeRestrictions } = refused.data.restrictions;
    assert.deepEqual(
      [weightLimits.reasons, valueLimits.reasons, areaRestrictions.reasons, timeRestrictions.reasons],
      [['WEIGHT_EXCEEDED'], ['COD_AMOUNT_EXCEEDED'], ['SERVICE_UNAVAILABLE'], ['DELIVERY_TIME_EXCEEDED']],
    );
  }
  assert.equal(
    'capacity' in (await answered('availability', availability({ partnerId: 'acme' }))).data,
    false,
    "the partner's shape differs",
  );
});

it('availability of all partners', async () => {
  const { data, ...envelope } = await answered('availability', availability());
  assertFields(envelope, CHECK_ENVELOPE, 'body');
  assertFields(data, {
    checkType: exactly('find_all_available'),
    availablePartners: [
      {
        partnerId: text,
        partnerName: text,
        confidence: number,
        estimatedCost: amount,
        estimatedDelivery: moment,
        serviceMatch: count,
        capabilities,
        breakdown: [briefEntry],
        pickupDate: moment,
        deliveryDate: moment,
        score: amount,
        parts: { cost: amount, time: amount, failure: amount, coverage: amount },
        rank: count,
      },
    ],
    summary: {
      totalChecked: exactly(2),
      availableCount: exactly(2),
      bestOption: text,
      avgCost: amount,
      fastestDelivery: exactly(24),
      ranking: [text],
    },
    warnings: list,
  });
  assert.equal(data.summary.bestOption, data.summary.ranking[0]);
});

const FAILURE: Expected = {
  success: exactly(false),
  error: { code: text, message: text, details: (value) => text(value) || record(value) || list(value) },
  request_id: text,
  execution_time_ms: count,
};

it('errors, in the common envelope', async () => {
  const failing: [Question, Body, number, string][] = [
    ['availability', availability({ pickupPincode: '999999' }), 404, 'PINCODE_NOT_FOUND'],
    ['availability', availability({ partnerId: 'nobody' }), 404, 'PARTNER_NOT_FOUND'],
    ['availability', availability({ partnerId: 'idle' }), 404, 'PARTNER_NOT_FOUND'],
    ['availability', availability({ excludePartners: ['acme', 'bolt'] }), 422, 'NO_PARTNERS_AVAILABLE'],
    ['availability', availability({ weight: 45_000 }), 422, 'NO_PARTNERS_AVAILABLE'],
    ['charges', charges({ deliveryPincode: '999999' }), 404, 'PINCODE_NOT_FOUND'],
    ['charges', charges({ partnerId: 'idle' }), 404, 'PARTNER_NOT_FOUND'],
    ['charges', charges({ weight: 0 }), 400, 'VALIDATION_ERROR'],
    ['assignment', assignment('F-1', { shipmentDetails: { toPincode: undefined } }), 422, 'BUSINESS_VALIDATION_FAILED'],
  ];
  for (const [question, body, status, code] of failing) {
    const reply = await ask(question, body);
    assert.deepEqual([reply.status, reply.json.error?.code], [status, code]);
    assertFields(reply.json, FAILURE, code);
    assert.equal(reply.headers['x-request-id'], reply.json.request_id);
  }
});

it("a route outside a partner's zones", async () => {
  const world = fullWorld();
  world.zones = world.zones.filter(({ id }) => id !== 2);
  const server = await TestApp.start(world);
  try {
    const check = await ask('availability', availability({ partnerId: 'acme' }), MAIN, server);
    assert.deepEqual([check.status, check.json.error.code], [422, 'INSUFFICIENT_COVERAGE']);
    assertFields(check.json.error.details, {
      coverage: {
        pickup: { isServiced: exactly(true) },
        delivery: { isServiced: exactly(false), zone: exactly(null) },
      },
      reasons,
    });
    const { json } = await ask('charges', charges(), MAIN, server);
    assertFields(json.data, {
      available: exactly(false),
      coverage: {
        pickupCovered: exactly(true),
        deliveryCovered: exactly(false),
        reason: exactly('INSUFFICIENT_COVERAGE'),
      },
      alternatives: [{ suggestion: text, action: text }],
    });
  } finally {
    await server.close();
  }
});

const CHARGES: Expected = {
  calculationId: text,
  available: exactly(true),
  partner: { partnerId: exactly('acme'), name: text, isActive: exactly(true) },
  shipment: {
    pickupPincode: pincode,
    deliveryPincode: pincode,
    weight: exactly(1_200),
    shipmentType: exactly('B2C'),
    paymentType: exactly('COD'),
    declaredValue: exactly(2_499.5),
    codAmount: exactly(2_499.5),
  },
  coverage: {
    pickupCovered: exactly(true),
    deliveryCovered: exactly(true),
    estimatedDistance: number,
    estimatedTime: count,
    availableServices: [text],
  },
  charges: {
    weightCharge: amount,
    distanceCharge: amount,
    fscCharge: amount,
    codCharge: amount,
    docketCharge: amount,
    insuranceCharge: amount,
    otherCharges: amount,
    subtotal: amount,
    discountAmount: amount,
    taxableAmount: amount,
    gstAmount: amount,
    totalAmount: amount,
  },
  discountsApplied: [
    {
      discountId: count,
      description: (value) => typeof value === 'string',
      discountType: text,
      discountValue: number,
      appliesTo: exactly('SUBTOTAL'),
      savedAmount: amount,
    },
  ],
  serviceDetails: {
    availableUrgencyLevels: [text],
    cutoffTimes: { default: text, PICKUP: exactly('15:00') },
    deliveryWindows: { DELIVERY: exactly('10:00-18:00') },
  },
  calculationDetails: {
    weightSlab: text,
    distanceSlab: text,
    rateCardVersion: text,
    calculatedAt: moment,
    applicableZones: { from: { id: text, name: text }, to: { id: text, name: text } },
    pickupDate: moment,
    deliveryDate: moment,
  },
  breakdown: [entry],
  warnings: list,
};
const CHARGES_FOR_PARTNER: Expected = {
  chargeableWeight: count,
  weightType: text,
  charges: {
    serviceCharges: record,
    surcharges: record,
    discounts: { weightDiscount: (value) => amount(value) && (value as number) < 0 },
    taxes: { gstRate: exactly(18), gstAmount: amount, cgst: amount, sgst: amount, igst: amount },
    totalAmount: amount,
    roundedAmount: Number.isInteger,
  },
  alternatives: [{ suggestion: exactly('EXPRESS'), totalAmount: amount, transitHours: count, action: text }],
  metadata: record,
  warnings: list,
};
const CHARGES_ENVELOPE: Expected = {
  success: exactly(true),
  execution_time_ms: count,
  from_cache: exactly(true),
  request_id: text,
};

it('charges', async () => {
  const forService = await answered('charges', charges());
  assertFields(forService, CHARGES_ENVELOPE, 'body');
  assertFields(forService.data, CHARGES);
  assert.equal('weightType' in forService.data, false, "the partner's shape differs");
  const body = charges({
    dimensions: { length: 40, width: 20, height: 10 },
    packageType: 'BOX',
    additionalServices: [],
    volumetricWeight: 99,
    actualWeight: 1_100,
    preferredDeliveryDate: '2026-03-14',
    customerDetails: { name: 'Asha' },
  });
  const forPartner = await answered('charges', body, ACME);
  assertFields(forPartner.data, CHARGES);
  assertFields(forPartner.data, CHARGES_FOR_PARTNER);
  assert.deepEqual([forPartner.data.chargeableWeight, forPartner.data.weightType], [1_600, 'VOLUMETRIC']);
  const codes = forPartner.data.warnings.map(({ code }: { code: string }) => code);
  assert.deepEqual(codes, ['VOLUMETRIC_WEIGHT_NOT_USED', 'ACTUAL_WEIGHT_NOT_USED'], 'what was sent and not used');
  assert.deepEqual((await answered('charges', charges(), ACME)).data.warnings, []);

  for (const credential of [MAIN, ACME]) {
    const refused = await answered('charges', charges({ weight: 45_000, serviceRequirements: ['HILL'] }), credential);
    assertFields(refused.data, {
      available: exactly(false),
      partner: { partnerId: text, name: text, isActive: exactly(true) },
      coverage: {
        pickupCovered: exactly(true),
        deliveryCovered: exactly(true),
        reason: exactly('SERVICE_UNAVAILABLE'),
        reasons,
      },
      alternatives: [{ suggestion: text, action: text }],
      warnings: list,
    });
    assertFields(refused, CHARGES_ENVELOPE, 'body');
  }
});

it('a partner that cannot carry is answered with others that can, only for the main system', async (t) => {
  const world = fullWorld();
  world.partners[0]!.limits.maxWeight = 1_000;
  const server = await TestApp.start(world);
  t.after(() => server.close());
  const alternativesFor = async (credential: typeof MAIN) => {
    const { data } = (await ask('charges', charges(), credential, server)).json;
    assert.equal(data.available, false);
    return data.alternatives;
  };
  const ofBolt = (await ask('charges', charges({ partnerId: 'bolt' }), MAIN, server)).json.data;
  const [other, reason, ...more] = await alternativesFor(MAIN);
  const { action, ...named } = other;
  assert.deepEqual(named, {
    suggestion: 'CHOOSE_PARTNER',
    partnerId: 'bolt',
    partnerName: 'bolt Express',
    totalCost: ofBolt.charges.totalAmount,
    hours: ofBolt.coverage.estimatedTime,
  });
  assert.ok(text(action));
  assert.deepEqual([reason.suggestion, more], ['WEIGHT_EXCEEDED', []]);
  const own = await alternativesFor(ACME);
  assert.deepEqual(own, [reason], 'a partner sees no other partner');
});

it('assignments hold no slip either', async () => {
  await answered('assignment', assignment('A-1'));
  await answered('assignment', manualAssignment('A-2'));
  await answered('assignment', assignment('A-3', { shipmentDetails: { weight: 45_000 } }));
});

it('the worked example of docs/rules.md is exact to the paisa', async (t) => {
  const server = await TestApp.start(
    workedWorld((world) => {
      addCredentials(world);
      world.partners[0]!.contact = fullWorld().partners[0]!.contact;
    }),
  );
  t.after(() => server.close());
  const { services: serviceRequirements, ...shipment } = workedShipment;
  const { json } = await ask('charges', { ...shipment, serviceRequirements, partnerId: 'acme' }, MAIN, server);
  assert.deepEqual(json.data.charges, {
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
  assert.equal(json.data.coverage.estimatedDistance, 1_163.4);
});

it('texts of documents arrive unchanged', async (t) => {
  const nasty = 'A "quoted" \\ name,\n\t{braces} ${x} \u2028 ₹ 🚚 </script>';
  const world = fullWorld();
  const server = await TestApp.start(world);
  t.after(() => server.close());
  // a store that is older than the rule for names has such ones; a dataset may not
  world.partners[0]!.name = nasty;
  world.partners[0]!.contact.name = nasty;
  for (const rows of [world.zones, world.cities, world.areas]) for (const row of rows) row.name = nasty;
  for (const row of world.packages) row.packageName = nasty;
  for (const row of world.discounts) row.description = nasty;
  const delivery = world.zones[1]!.services[0]!;
  delivery.additionalInfo = { deliveryWindow: nasty, cutoffTime: nasty };
  const changed = ['partners', 'cities', 'areas', 'zones', 'packages', 'discounts'] as const;
  await server.store.write(
    changed.flatMap((collection) =>
      world[collection].map((document) => ({ kind: 'put', collection, document }) as WriteOp),
    ),
  );
  await server.restart();
  const priced = (await ask('charges', charges(), ACME, server)).json.data;
  assert.deepEqual(
    [
      priced.partner.name,
      priced.calculationDetails.applicableZones.to.name,
      priced.discountsApplied[0].description,
      priced.serviceDetails.deliveryWindows.DELIVERY,
      priced.serviceDetails.cutoffTimes.DELIVERY,
      priced.breakdown[0].description,
    ],
    Array.from({ length: 6 }, () => nasty),
  );
  const { coverage, partnerName } = (await ask('availability', availability({ partnerId: 'acme' }), ACME, server)).json
    .data;
  assert.deepEqual(
    [partnerName, coverage.pickup.area, coverage.pickup.city, coverage.pickup.zone],
    Array.from({ length: 4 }, () => nasty),
  );
  assert.equal(
    (await ask('availability', availability(), MAIN, server)).json.data.availablePartners[0].partnerName,
    nasty,
  );
  const made = (await ask('assignment', manualAssignment('N-1'), ACME, server)).json.data.assignment;
  assert.deepEqual([made.partnerName, made.partnerContact.name, made.estimates.deliveryWindow], [nasty, nasty, nasty]);
});
