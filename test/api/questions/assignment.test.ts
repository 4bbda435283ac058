/** Assignments: durable, one per shipment, with every field of the resource. */
import assert from 'node:assert/strict';
import { after, before, it, type TestContext } from 'node:test';
import QRCode from 'qrcode';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { amount, assertFields, count, exactly, flag, list, moment, orNull, text, type Expected } from './fields.js';
import type { World } from '../../reference/types.js';
import { assignment, fullWorld, manualAssignment } from './fixture.js';
import type { Body } from './requests.js';

const ACME = partnerCredential('acme');
const CONCURRENT = 50;

/** For tests that change no document; each uses its own shipments. */
let app: TestApp;
before(async () => {
  app = await TestApp.start(fullWorld(), { workers: 2 });
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

/** A separate server for a test that changes documents. */
async function started(t: TestContext, world: World): Promise<TestApp> {
  const own = await TestApp.start(world);
  t.after(() => own.close());
  return own;
}

/** The assignment of a 200. */
function assigned({ status, json }: Reply): Record<string, never> {
  assert.deepEqual([status, json?.data?.success, json?.data?.error], [200, true, null], JSON.stringify(json));
  return json.data.assignment;
}

const refusal = ({ status, json }: Reply): unknown[] => [status, json.error?.code];
const TAKEN = [422, 'SHIPMENT_ALREADY_ASSIGNED'];

/** The same value with the keys of every object in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reordered(inner)]),
  );
}

it('the same request again gets the same assignment, whatever has changed since', async (t) => {
  const world = fullWorld();
  const app = await started(t, world);
  const body = assignment('SHIP-1');
  const first = await app.ask('assignment', body);
  const made = assigned(first);
  assert.deepEqual(assigned(await app.ask('assignment', body)), made);
  const again = await app.ask('assignment', reordered(body));
  assert.deepEqual(assigned(again), made, 'the order of keys does not matter');
  assert.notEqual(JSON.stringify(reordered(body)), JSON.stringify(body));
  assert.deepEqual(
    [again.json.data.metadata.assignmentId, again.json.metadata.requestId],
    [made.assignmentId, again.json.request_id],
  );

  app.clock.nowMs += 86_400_000;
  assert.ok(
    (
      await app.store.write([
        { kind: 'put', collection: 'packages', document: { ...world.packages[0]!, baseCharge: 999 } },
        { kind: 'put', collection: 'partners', document: { ...world.partners[0]!, status: 'INACTIVE' } },
      ])
    ).ok,
  );
  await app.app.settled();
  assert.deepEqual(assigned(await app.ask('assignment', body)), made, 'when its partner can no longer carry anything');
  await app.restart();
  assert.deepEqual(assigned(await app.ask('assignment', body)), made, 'after a restart');
  assert.equal(made.partnerId, 'acme');
  assert.equal(
    assigned(await app.ask('assignment', assignment('SHIP-2'))).partnerId,
    'bolt',
    'and the change applies to other shipments',
  );
  assert.ok(
    (
      await app.store.write([
        { kind: 'put', collection: 'partners', document: { ...world.partners[1]!, status: 'INACTIVE' } },
      ])
    ).ok,
  );
  await app.app.settled();
  assert.deepEqual(assigned(await app.ask('assignment', body)), made, 'when no partner can carry anything any more');
  assert.deepEqual(app.errors, []);
});

it('a different request for an assigned shipment is refused', async () => {
  const made = assigned(await app.ask('assignment', assignment('TAKEN')));
  const others = [
    assignment('TAKEN', { shipmentDetails: { weight: 1_201 } }),
    assignment('TAKEN', { assignmentPreferences: { assignmentStrategy: 'FASTEST' } }),
    assignment('TAKEN', { options: { autoConfirmAssignment: false } }),
    assignment('TAKEN', { shipmentDetails: { codAmount: 100 } }),
    assignment('TAKEN', { shipmentDetails: { serviceTypes: ['DELIVERY', 'PICKUP'] } }),
    // no partner can carry it: the conflict of the shipment is still reported first
    assignment('TAKEN', { shipmentDetails: { weight: 50_000 } }),
  ];
  for (const body of others) {
    const reply = await app.ask('assignment', body);
    assert.deepEqual(refusal(reply), TAKEN);
    assert.deepEqual(reply.json.error.details, { shipmentId: 'TAKEN' });
  }
  assert.deepEqual(assigned(await app.ask('assignment', assignment('TAKEN'))), made);
  assert.deepEqual(
    assigned(await app.ask('assignment', assignment('ship-1'))).shipmentId,
    'ship-1',
    'an id is case-sensitive',
  );
});

it('options that only shape the answer or send messages are not part of the request', async () => {
  const made = assigned(await app.ask('assignment', assignment('SHAPED')));
  const options = [
    {},
    { includePartnerDetails: true },
    { includeCostEstimate: true, includeChargeEstimate: true },
    { includeTransitTime: true },
    { sendNotifications: true },
    { createTrackingNumber: true },
    { createAssignmentRecord: true },
  ];
  for (const one of options) {
    const again = assigned(await app.ask('assignment', assignment('SHAPED', { options: one })));
    assert.deepEqual(again.assignmentId, made.assignmentId, JSON.stringify(one));
  }
});

it('a shipmentId belongs to its caller: those of the service and of each partner are separate', async () => {
  const body = assignment('OWN', { shipmentDetails: { weight: 700 } });
  const ofService = assigned(await app.ask('assignment', body));
  const other = assignment('OWN', { shipmentDetails: { weight: 900 } });
  const ofAcme = assigned(await app.ask('assignment', other, ACME));
  const ofBolt = assigned(await app.ask('assignment', other, partnerCredential('bolt')));
  assert.equal(new Set([ofService, ofAcme, ofBolt].map(({ assignmentId }) => assignmentId)).size, 3);
  assert.deepEqual([ofAcme.partnerId, ofBolt.partnerId], ['acme', 'bolt']);
  assert.deepEqual(assigned(await app.ask('assignment', body)), ofService);
  assert.deepEqual(assigned(await app.ask('assignment', other, ACME)), ofAcme);
  assert.deepEqual(refusal(await app.ask('assignment', body, ACME)), TAKEN, 'for the same caller it is taken');
});

it('of concurrent equal requests one assigns, and all get the same answer', async () => {
  for (let round = 0; round < 4; round++) {
    const body = assignment(`EQUAL-${round}`);
    const replies = await Promise.all(
      Array.from({ length: CONCURRENT }, (_, n) => app.ask('assignment', n % 2 === 0 ? body : reordered(body))),
    );
    const made = replies.map(assigned);
    for (const one of made) assert.deepEqual(one, made[0]);
  }
  const { assignments } = await app.store.load(['assignments']);
  assert.equal(assignments.filter(({ shipmentId }) => shipmentId.startsWith('EQUAL-')).length, 4);
});

it('of concurrent different requests for a shipment one assigns, and the others are refused', async () => {
  for (let round = 0; round < 4; round++) {
    const bodies = Array.from({ length: CONCURRENT }, (_, n) =>
      assignment(`RACE-${round}`, { shipmentDetails: { weight: 500 + n } }),
    );
    const replies = await Promise.all(bodies.map((body) => app.ask('assignment', body)));
    const winners = replies.flatMap((reply, n) => (reply.status === 200 ? [n] : []));
    assert.equal(winners.length, 1);
    for (const [n, reply] of replies.entries()) if (n !== winners[0]) assert.deepEqual(refusal(reply), TAKEN);
    assert.deepEqual(assigned(await app.ask('assignment', bodies[winners[0]!])), assigned(replies[winners[0]!]!));
  }
});

it('a partner can only assign to itself', async () => {
  const manual = (partner: string) => ({
    assignmentPreferences: { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: partner },
  });
  assert.deepEqual(refusal(await app.ask('assignment', assignment('ALONE-1', manual('bolt')), ACME)), [
    403,
    'FORBIDDEN',
  ]);
  const both = { shipmentDetails: { assignedPartnerId: 'bolt' }, ...manual(ACME.id) };
  assert.deepEqual(refusal(await app.ask('assignment', assignment('ALONE-1', both), ACME)), [403, 'FORBIDDEN']);
  assert.deepEqual(
    refusal(
      await app.ask('assignment', assignment('ALONE-1', { shipmentDetails: { assignedPartnerId: 'bolt' } }), ACME),
    ),
    [403, 'FORBIDDEN'],
  );
  assert.equal(assigned(await app.ask('assignment', assignment('ALONE-1', manual('acme')), ACME)).partnerId, 'acme');
  // bolt is the faster one, but a partner's search includes only itself
  assert.equal(
    assigned(
      await app.ask(
        'assignment',
        assignment('ALONE-2', { assignmentPreferences: { assignmentStrategy: 'FASTEST' } }),
        ACME,
      ),
    ).partnerId,
    'acme',
  );
  assert.equal(
    assigned(
      await app.ask(
        'assignment',
        assignment('ALONE-3', { assignmentPreferences: { assignmentStrategy: 'FASTEST' } }),
        MAIN,
      ),
    ).partnerId,
    'bolt',
  );
});

it('says why no partner can carry a shipment, and assigns it once one can', async (t) => {
  const world = fullWorld();
  const app = await started(t, world);
  const body = assignment('SHIP-1', { shipmentDetails: { weight: 40_000, paymentType: 'COD', declaredValue: 20_001 } });
  const { status, json } = await app.ask('assignment', body);
  assert.equal(status, 200);
  const { success, assignment: none, error, metadata } = json.data;
  assert.deepEqual([json.success, success, none, error.code], [true, false, null, 'NO_CAPABLE_PARTNERS']);
  const always = { no_route_coverage: 0, service_unavailable: 0, weight_exceeded: 0 };
  const counted = (counts: Record<string, number>) => ({ ...always, ...counts });
  assert.equal(metadata.partnersChecked, 2);
  assert.deepEqual(metadata.failureReasons, counted({ weight_exceeded: 2, cod_amount_exceeded: 2 }));
  assertFields(error, { message: text, details: [text], suggestions: [text] }, 'error');
  assert.deepEqual(error.details, [
    'acme: WEIGHT_EXCEEDED, COD_AMOUNT_EXCEEDED',
    'bolt: WEIGHT_EXCEEDED, COD_AMOUNT_EXCEEDED',
  ]);
  assertFields(metadata, { timestamp: moment }, 'metadata');

  const backwards = await app.ask(
    'assignment',
    assignment('SHIP-2', { shipmentDetails: { fromPincode: '110001', toPincode: '400001' } }),
  );
  assert.deepEqual(backwards.json.data.metadata.failureReasons, counted({ service_unavailable: 2 }));
  const alone = await app.ask('assignment', body, ACME);
  assert.equal(alone.json.data.metadata.partnersChecked, 1);
  assert.deepEqual(alone.json.data.metadata.failureReasons, counted({ weight_exceeded: 1, cod_amount_exceeded: 1 }));

  const { limits } = world.partners[0]!;
  assert.ok(
    (
      await app.store.write([
        {
          kind: 'put',
          collection: 'partners',
          document: { ...world.partners[0]!, limits: { ...limits, maxWeight: 50_000, maxCodAmount: 30_000 } },
        },
      ])
    ).ok,
  );
  await app.app.settled();
  assert.equal(assigned(await app.ask('assignment', body)).partnerId, 'acme');
  assert.deepEqual(refusal(await app.ask('assignment', assignment('SHIP-1'))), TAKEN);
});

it('requires two pincodes that exist', async () => {
  const without = (...fields: string[]) =>
    assignment('PINCODES', { shipmentDetails: Object.fromEntries(fields.map((field) => [field, undefined])) });
  const detailsOf = async (body: unknown) => {
    const reply = await app.ask('assignment', body);
    assert.deepEqual(refusal(reply), [422, 'BUSINESS_VALIDATION_FAILED']);
    return reply.json.error.details;
  };
  assert.deepEqual(await detailsOf(without('fromPincode')), ['shipmentDetails.fromPincode is missing']);
  assert.deepEqual(await detailsOf(without('toPincode')), ['shipmentDetails.toPincode is missing']);
  assert.deepEqual(await detailsOf(without('fromPincode', 'toPincode')), [
    'shipmentDetails.fromPincode is missing',
    'shipmentDetails.toPincode is missing',
  ]);
  assert.deepEqual(
    await detailsOf(assignment('PINCODES', { shipmentDetails: { fromPincode: '999999', toPincode: '999998' } })),
    ['999999 is unknown', '999998 is unknown'],
  );
});

it('applies the documented defaults to what the request omits', async () => {
  const bare = (shipmentId: string, serviceTypes: string[]) =>
    assignment(shipmentId, {
      shipmentDetails: {
        serviceTypes,
        weight: undefined,
        declaredValue: undefined,
        shipmentType: undefined,
        paymentType: undefined,
      },
    });
  const spelt = (shipmentId: string, serviceTypes: string[], paymentType: string) =>
    assignment(shipmentId, {
      shipmentDetails: {
        serviceTypes,
        weight: 500,
        declaredValue: 0,
        shipmentType: 'B2C',
        paymentType,
        urgency: 'STANDARD',
      },
    });
  for (const [n, services, paymentType] of [
    [1, ['PICKUP', 'DELIVERY', 'COD'], 'COD'],
    [2, ['PICKUP', 'DELIVERY'], 'PREPAID'],
  ] as const) {
    const short = assigned(await app.ask('assignment', bare(`SHORT-${n}`, [...services]))) as Record<
      string,
      { paymentTerms: { method: string } }
    >;
    const long = assigned(await app.ask('assignment', spelt(`LONG-${n}`, [...services], paymentType)));
    assert.deepEqual(
      [short.costBreakdown, short.estimates, short.charges!.paymentTerms],
      [long.costBreakdown, long.estimates, (long.charges as { paymentTerms: unknown }).paymentTerms],
    );
    assert.equal(short.charges!.paymentTerms.method, paymentType);
  }
});

it('ignores a field that assignments do not have', async () => {
  for (const [n, deliverBefore] of [1, 'soon', { hours: 1 }].entries()) {
    assert.equal(
      assigned(await app.ask('assignment', assignment(`MEANWHILE-${n}`, { shipmentDetails: { deliverBefore } })))
        .partnerId,
      'acme',
    );
  }
});

const MAX_QR_BYTES = 2_048;
const MILESTONES = ['PICKUP_SCHEDULED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED'];

const RESOURCE: Expected = {
  assignmentId: text,
  shipmentId: text,
  partnerId: text,
  partnerName: text,
  status: exactly('ASSIGNED'),
  assignedAt: moment,
  assignmentType: text,
  estimates: { pickupDate: moment, deliveryDate: moment, deliveryWindow: text, totalCost: amount },
  partnerContact: { name: text, phone: text, email: text, trackingUrl: text },
  tracking: { trackingNumber: text, trackingUrl: text, statusUpdates: text },
  costBreakdown: {
    baseCharge: exactly(0),
    weightCharge: amount,
    codCharge: amount,
    expressCharge: amount,
    fuelSurcharge: amount,
    taxes: amount,
    total: amount,
  },
  alternatives: [
    {
      partnerId: text,
      totalCost: amount,
      hours: count,
      score: amount,
      parts: { cost: amount, time: amount, failure: amount, coverage: amount },
    },
  ],
  timeline: {
    estimatedPickup: moment,
    estimatedDelivery: moment,
    transitTime: text,
    deliveryWindow: text,
    milestones: [{ event: (value) => MILESTONES.includes(value as string), estimatedTime: moment, description: text }],
  },
  charges: {
    totalAmount: amount,
    calculationId: text,
    breakdown: { baseCharges: amount, serviceCharges: amount, surcharges: amount, discounts: amount, taxes: amount },
    paymentTerms: { method: text, collectionAmount: amount, remittanceAmount: amount, partnerCommission: amount },
  },
  operationalDetails: {
    pickupHub: text,
    deliveryHub: text,
    route: text,
    vehicleType: text,
    handlingInstructions: [text],
  },
  // the documents have no policy number of the partner
  compliance: {
    documentsRequired: [text],
    insuranceCoverage: { amount, policyNumber: orNull(text), validUntil: moment },
  },
  notifications: { sent: list, pending: list },
  nextSteps: [text],
  supportContact: { name: text, phone: text, email: text },
};

const MANUAL: Expected = {
  confirmedAt: moment,
  priority: exactly('HIGH'),
  assignmentType: exactly('MANUAL_SELECTION'),
  tracking: {
    internalTrackingId: text,
    qrCode: text,
    notificationPreferences: { sms: flag, email: flag, whatsapp: flag },
  },
  notifications: { pending: [{ type: text, recipient: text, method: text, scheduledFor: moment }] },
};

it('has every field of the resource, in both flows', async () => {
  const standard = await app.ask('assignment', assignment('STANDARD'));
  assertFields(assigned(standard), RESOURCE, 'assignment');
  assertFields(
    standard.json,
    {
      success: exactly(true),
      data: {
        success: exactly(true),
        warnings: list,
        metadata: { assignmentId: text, processingTime: Number.isInteger, timestamp: moment },
      },
      metadata: { requestId: text, processingTime: Number.isInteger, timestamp: moment, version: exactly('1.0.0') },
    },
    'body',
  );
  for (const [n, credential] of [MAIN, ACME].entries()) {
    const made = assigned(await app.ask('assignment', manualAssignment(`MANUAL-${n}`), credential)) as Record<
      string,
      Record<string, unknown>
    >;
    assertFields(made, RESOURCE, 'assignment');
    assertFields(made, MANUAL, 'assignment');
    assert.deepEqual(
      (made.timeline!.milestones as { event: string }[]).map(({ event }) => event),
      MILESTONES,
    );
    assert.deepEqual(made.tracking!.notificationPreferences, { sms: true, email: false, whatsapp: false });
    assert.deepEqual(
      (made.notifications!.pending as Record<string, string>[]).map(
        ({ recipient, method }) => `${recipient} ${method}`,
      ),
      ['SENDER SMS', 'SENDER EMAIL', 'RECIPIENT SMS'],
    );
    assert.deepEqual(made.operationalDetails!.handlingInstructions, ['Fragile', 'Ask for the gate pass', 'Keep dry']);
    assert.equal(made.costBreakdown!.expressCharge, 60);
    assert.deepEqual(made.charges!.paymentTerms, {
      method: 'COD',
      collectionAmount: 2_500,
      remittanceAmount: 2_500,
      partnerCommission: 45,
    });
  }
});

const SVG = 'data:image/svg+xml,';

/**
 * The dark modules of a QR code that is drawn as one path of horizontal strokes, a unit high, starting at the origin.
 */
function darkModules(svg: string): string[] {
  const [path, ...others] = [...svg.matchAll(/ d='([^']*)'/g)].map((match) => match[1]!);
  assert.deepEqual(others, [], 'one path');
  const dark: string[] = [];
  let [x, y] = [0, 0];
  for (const [, command, first, second] of path!.matchAll(/([Mmh])(-?[0-9]+)(?:,(-?[0-9]+))?/g)) {
    const [across, down] = [Number(first), Number(second ?? 0)];
    if (command === 'h') for (let n = 0; n < across; n++) dark.push(`${x + n} ${y}`);
    [x, y] = command === 'M' ? [across, down] : [x + across, y + down];
  }
  return dark.sort();
}

it('the QR code contains the tracking address', async () => {
  const { tracking } = assigned(await app.ask('assignment', manualAssignment('QR'))) as Record<
    string,
    { trackingUrl: string; trackingNumber: string; qrCode: string }
  >;
  const { trackingUrl, trackingNumber, qrCode } = tracking!;
  assert.equal(trackingUrl, `https://acme.example/p/${trackingNumber}?src=qr`);
  const { modules } = QRCode.create(trackingUrl, { errorCorrectionLevel: 'L' });
  const expected: string[] = [];
  for (let y = 0; y < modules.size; y++)
    for (let x = 0; x < modules.size; x++) if (modules.get(y, x)) expected.push(`${x} ${y}`);
  assert.ok(qrCode.startsWith(SVG) && Buffer.byteLength(qrCode) < MAX_QR_BYTES, `${Buffer.byteLength(qrCode)} bytes`);
  const svg = decodeURIComponent(qrCode.slice(SVG.length));
  assert.deepEqual(darkModules(svg), expected.sort());
  // four modules of quiet zone, and half a module up: a stroke is centred on its row
  const side = modules.size + 8;
  assert.ok(svg.includes(`viewBox='-4,-4.5,${side},${side}'`), svg.slice(0, 100));
});

it('the QR code comes with MANUAL_SELECTION, and where a tracking number is requested', async () => {
  const qrOf = async (body: Body): Promise<boolean> => {
    const { tracking } = assigned(await app.ask('assignment', body)) as Record<string, object>;
    return 'qrCode' in tracking!;
  };
  assert.equal(await qrOf(assignment('QR-STANDARD')), false);
  assert.equal(await qrOf(assignment('QR-ASKED', { options: { createTrackingNumber: true } })), true);
  assert.equal(await qrOf(manualAssignment('QR-MANUAL')), true);
});

it('options omit parts of the answer', async () => {
  const withOptions = async (shipmentId: string, options: Record<string, boolean>) =>
    assigned(await app.ask('assignment', manualAssignment(shipmentId, options))) as Record<
      string,
      Record<string, unknown>
    >;
  const has = (made: object, ...fields: string[]) => fields.filter((field) => field in made);
  const costs = ['costBreakdown', 'charges'];
  const contacts = ['partnerContact', 'supportContact'];

  const all = await withOptions('OPTION-ALL', {});
  assert.deepEqual(has(all, ...costs, ...contacts, 'timeline', 'confirmedAt'), [
    ...costs,
    ...contacts,
    'timeline',
    'confirmedAt',
  ]);
  assert.deepEqual(has(await withOptions('OPTION-A', { includePartnerDetails: false }), ...costs, ...contacts), costs);
  for (const option of ['includeCostEstimate', 'includeChargeEstimate']) {
    const made = await withOptions(`OPTION-B-${option}`, { [option]: false });
    assert.deepEqual([has(made, ...costs, ...contacts), 'totalCost' in made.estimates!], [contacts, false]);
  }
  assert.deepEqual(has(await withOptions('OPTION-C', { includeTransitTime: false }), 'timeline', ...costs), costs);
  assert.equal((await withOptions('OPTION-D', { createTrackingNumber: false })).tracking, null);
  assert.deepEqual((await withOptions('OPTION-E', { sendNotifications: false })).notifications, {
    sent: [],
    pending: [],
  });
  assert.deepEqual(has(await withOptions('OPTION-F', { autoConfirmAssignment: false }), 'confirmedAt', 'assignedAt'), [
    'assignedAt',
  ]);
  await withOptions('OPTION-G', { createAssignmentRecord: true });
});

it('without a record a partner is chosen and priced, nothing is stored, and a warning says so', async () => {
  const proposal = () => app.ask('assignment', assignment('PROPOSED', { options: { createAssignmentRecord: false } }));
  for (let n = 0; n < 2; n++) {
    const { json } = await proposal();
    const proposed = assigned({ status: 200, json } as Reply) as Record<string, unknown>;
    assert.deepEqual([proposed.assignmentId, proposed.status, proposed.partnerId], [null, 'PROPOSED', 'acme']);
    assert.deepEqual(
      json.data.warnings.map(({ code }: { code: string }) => code),
      ['NOT_STORED'],
    );
    assert.equal(json.data.metadata.assignmentId, null);
  }
  const stored = async () => {
    const { assignments } = await app.store.load(['assignments']);
    return assignments.filter(({ shipmentId }) => shipmentId === 'PROPOSED').length;
  };
  assert.equal(await stored(), 0);
  const made = assigned(await app.ask('assignment', assignment('PROPOSED', { shipmentDetails: { weight: 900 } })));
  assert.equal(made.status, 'ASSIGNED', 'the shipment is free, also for another request');
  assert.equal(await stored(), 1);
});

const underKey = (key: string, body: unknown, credential = MAIN): Promise<Reply> =>
  app.post('/shipment-assignment/assign', body, credential, { 'idempotency-key': key });
const REUSED = [422, 'IDEMPOTENCY_KEY_REUSED'];

it('an Idempotency-Key identifies one request: it gets its assignment again, another is refused', async () => {
  const made = assigned(await underKey('key-1', assignment('KEY-1')));
  assert.deepEqual(assigned(await underKey('key-1', assignment('KEY-1'))), made);
  assert.deepEqual(refusal(await underKey('key-1', assignment('KEY-2'))), REUSED);
  assert.deepEqual(
    refusal(await underKey('key-1', assignment('KEY-1', { shipmentDetails: { weight: 1_201 } }))),
    REUSED,
  );
  assert.equal(
    assigned(await underKey('key-2', assignment('KEY-2'))).shipmentId,
    'KEY-2',
    'what was refused was not assigned',
  );
  assert.equal(
    assigned(await underKey('key-1', assignment('KEY-3'), ACME)).shipmentId,
    'KEY-3',
    'a key belongs to its caller',
  );
});

it('a key that is sent after its shipment was assigned is stored for that request as well', async () => {
  const made = assigned(await app.ask('assignment', assignment('KEY-4')));
  assert.deepEqual(assigned(await underKey('key-4', assignment('KEY-4'))), made);
  assert.deepEqual(refusal(await underKey('key-4', assignment('KEY-5'))), REUSED);
});

it('of different concurrent requests under one key, one is carried out', async () => {
  const replies = await Promise.all(
    Array.from({ length: CONCURRENT }, (_, i) => underKey('key-6', assignment(`KEY-6-${i}`))),
  );
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.ok(replies.filter(({ status }) => status !== 200).every((reply) => refusal(reply).join() === REUSED.join()));
});

it('a request that assigns nothing leaves its key free', async () => {
  const nobody = assignment('KEY-7', { shipmentDetails: { fromPincode: '999999' } });
  assert.equal(refusal(await underKey('key-7', nobody))[1], 'BUSINESS_VALIDATION_FAILED');
  assert.equal(assigned(await underKey('key-7', assignment('KEY-7'))).shipmentId, 'KEY-7');
});

it('a key other than 1 to 255 visible ASCII characters is a validation error', async () => {
  for (const key of ['with space', 'k'.repeat(256), 'a\tb']) {
    const { status, json } = await underKey(key, assignment('KEY-8'));
    assert.deepEqual(
      [status, json.error?.details?.[0]?.field, json.error?.details?.[0]?.code],
      [400, 'Idempotency-Key', 'INVALID_FORMAT'],
      key,
    );
  }
  assert.equal(assigned(await underKey('k'.repeat(255), assignment('KEY-8'))).shipmentId, 'KEY-8');
});
