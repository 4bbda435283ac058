import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { partner, workedWorld, zone } from '../../reference/fixture.js';
import { type AnyJson, type As, type Ask, askWorld, assignment } from './ask.js';

const bravoToo = () =>
  workedWorld((world) => {
    world.partners.push({ ...partner('bravo'), performance: { ...partner('bravo').performance, successRate: 0.99 } });
    world.zones.push(
      zone({
        id: 11,
        partnerId: 'bravo',
        geographical: { states: [1, 2], cities: [], areas: [] },
        services: ['PICKUP', 'DELIVERY', 'EXPRESS', 'COD', 'PREPAID'].map((serviceTypeId) => ({
          serviceTypeId: serviceTypeId as 'COD',
          isAvailable: true,
        })),
      }),
    );
    world.packages.push({ ...world.packages[0]!, id: 2, partnerId: 'bravo', baseCharge: 400 });
  });
const chosen = ({ json }: { json: AnyJson }): string | null => json.data.assignment?.partnerId ?? null;

describe('an assignment', () => {
  it('follows the strategy', async () => {
    const ask = await askWorld(bravoToo());
    const by = (assignmentStrategy: string, more: object = {}) =>
      chosen(ask('assignment', assignment({}, { assignmentStrategy, ...more })));
    assert.deepEqual(
      ['CHEAPEST', 'FASTEST', 'MOST_RELIABLE'].map((strategy) => by(strategy)),
      ['acme', 'acme', 'bravo'],
    );
    assert.equal(by('MANUAL_SELECTION', { selectedPartner: 'bravo' }), 'bravo');
    assert.equal(by('MANUAL_SELECTION', { selectedPartner: 'nobody' }), null);
    assert.equal(by('MANUAL_SELECTION', { selectedPartner: 'nobody', allowAlternatives: true }), by('BEST_MATCH'));
  });

  it('has no alternative to the selected partner where nobody can carry the shipment', async () => {
    const ask = await askWorld(workedWorld());
    const preferences = { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: 'acme', allowAlternatives: true };
    const { data } = ask('assignment', assignment({ weight: 45_000 }, preferences)).json;
    assert.deepEqual([data.success, data.assignment, data.error.details], [false, null, ['acme: WEIGHT_EXCEEDED']]);
  });

  it('names the partners that could have carried what the selected one cannot', async () => {
    const ask = await askWorld(bravoToo());
    const { data } = ask(
      'assignment',
      assignment({ urgency: 'EXPRESS' }, { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: 'acme' }),
    ).json;
    assert.deepEqual(
      [data.success, data.assignment, data.error.code, data.error.message],
      [false, null, 'NO_CAPABLE_PARTNERS', 'acme cannot carry this shipment'],
    );
    assert.deepEqual(data.error.details, ['acme: SERVICE_UNAVAILABLE']);
    assert.match(data.error.suggestions.at(-1), /select one of bravo$/);
    assert.deepEqual(
      [data.metadata.assignmentId, data.metadata.partnersChecked, data.metadata.failureReasons],
      [null, 2, { no_route_coverage: 0, service_unavailable: 1, weight_exceeded: 0 }],
    );
  });

  it('reports that the selected partner is unknown', async () => {
    const ask = await askWorld(bravoToo());
    const { data } = ask(
      'assignment',
      assignment({}, { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: 'nobody' }),
    ).json;
    assert.equal(data.error.details[0], 'nobody: unknown or not active');
  });

  it('says that no partner can where another than the selected one cannot either', async () => {
    const ask = await askWorld(bravoToo());
    const { data } = ask(
      'assignment',
      assignment({ weight: 45_000 }, { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: 'acme' }),
    ).json;
    assert.equal(data.error.message, 'No partner can carry this shipment');
  });

  it('requires both pincodes, and known ones', async () => {
    const ask = await askWorld(workedWorld());
    const missing = ask('assignment', assignment({ fromPincode: undefined, toPincode: undefined }));
    assert.deepEqual(
      [missing.status, missing.json.error.code, missing.json.error.details],
      [
        422,
        'BUSINESS_VALIDATION_FAILED',
        ['shipmentDetails.fromPincode is missing', 'shipmentDetails.toPincode is missing'],
      ],
    );
    for (const field of ['fromPincode', 'toPincode']) {
      const { json } = ask('assignment', assignment({ [field]: undefined }));
      assert.deepEqual(json.error.details, [`shipmentDetails.${field} is missing`]);
    }
    assert.deepEqual(ask('assignment', assignment({ toPincode: '999999' })).json.error.details, ['999999 is unknown']);
    assert.equal(
      ask('assignment', assignment({ fromPincode: undefined, pickupPincode: '400001' })).json.data.success,
      true,
    );
    assert.equal(missing.assignment, undefined, 'nothing to settle');
  });

  it('has faults that no schema can find', async () => {
    const ask = await askWorld(workedWorld());
    const faults = (details: object, preferences: object = {}) =>
      ask('assignment', assignment(details, preferences)).json.error?.details;
    assert.deepEqual(faults({ serviceTypes: undefined }), [
      { field: 'shipmentDetails.serviceTypes', message: 'is required', code: 'REQUIRED' },
    ]);
    assert.deepEqual(faults({ serviceTypes: ['COD'] }), [
      { field: 'shipmentDetails.serviceTypes', message: 'must include PICKUP and DELIVERY', code: 'INVALID_VALUE' },
    ]);
    const notAList = faults({ serviceTypes: 5 });
    assert.deepEqual(
      notAList.map(({ field, code }: AnyJson) => [field, code]),
      [['shipmentDetails.serviceTypes', 'INVALID_TYPE']],
      'what is no list is not said to lack services',
    );
    assert.deepEqual(
      faults({ serviceTypes: ['PICKUP'] }, { assignmentStrategy: 'MANUAL_SELECTION' }).map(
        ({ field }: AnyJson) => field,
      ),
      ['shipmentDetails.serviceTypes', 'assignmentPreferences.selectedPartner'],
    );
    assert.equal(faults({ serviceTypes: undefined, serviceRequirements: [] }), undefined);
    assert.equal(faults({ serviceTypes: undefined, additionalServices: ['TRACKING'] }), undefined);
    // the three lists are one
    assert.equal(faults({ serviceTypes: ['PICKUP'], serviceRequirements: ['DELIVERY'] }), undefined);
    assert.equal(faults({ serviceTypes: [], additionalServices: ['DELIVERY', 'PICKUP'] }), undefined);
    assert.deepEqual(
      faults({ serviceTypes: ['PICKUP'], serviceRequirements: ['PICKUP'] }).map(
        ({ message }: { message: string }) => message,
      ),
      ['must include DELIVERY'],
    );
  });

  it('ignores members that were not validated', async () => {
    const ask = await askWorld(workedWorld());
    const plain = ask('assignment', assignment()).json.data.assignment.costBreakdown;
    const strange = ask('assignment', assignment({ services: ['EXPRESS'], km: 5, now: 0 })).json.data.assignment
      .costBreakdown;
    assert.deepEqual(strange, plain);
  });

  it('takes COD from the services, and defaults to 500 g B2C', async () => {
    const ask = await askWorld(bravoToo());
    const of = (details: object) =>
      ask(
        'assignment',
        assignment(
          { weight: undefined, paymentType: undefined, ...details },
          { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: 'bravo' },
        ),
      ).json.data.assignment;
    assert.equal(of({}).charges.paymentTerms.method, 'PREPAID');
    assert.deepEqual(of({ serviceTypes: ['PICKUP', 'DELIVERY', 'COD'] }).charges.paymentTerms, {
      method: 'COD',
      collectionAmount: 2_499.5,
      remittanceAmount: 2_499.5,
      partnerCommission: 0,
    });
    assert.equal(of({}).costBreakdown.weightCharge, 400, 'the base slab alone');
  });

  it('can be made by a partner for itself only', async () => {
    const ask = await askWorld(bravoToo());
    assert.equal(
      chosen(ask('assignment', assignment({}, { assignmentStrategy: 'CHEAPEST' }), { partner: 'bravo' })),
      'bravo',
    );
    assert.equal(ask('assignment', assignment({ assignedPartnerId: 'acme' }), { partner: 'bravo' }).status, 403);
    const stranger = ask('assignment', assignment(), { partner: 'nobody' }).json.data;
    assert.deepEqual([stranger.success, stranger.metadata.partnersChecked], [false, 0]);
  });

  it('has amounts that agree with each other', async () => {
    const ask = await askWorld(bravoToo());
    const { estimates, costBreakdown, charges, priceBreakdown } = ask('assignment', assignment()).json.data.assignment;
    const { total, ...parts } = costBreakdown;
    const sum = (values: number[]) => Math.round(values.reduce((all, value) => all + value * 100, 0)) / 100;
    assert.equal(sum(Object.values<number>(parts)), total);
    assert(parts.discount < 0 && parts.weightCharge === 70 && parts.baseCharge === 0);
    assert.deepEqual(
      [estimates.totalCost, charges.totalAmount, sum(priceBreakdown.map(({ amount }: AnyJson) => amount))],
      [total, total, total],
    );
    assert.equal(sum(Object.values<number>(charges.breakdown)), total);
    assert.equal(charges.breakdown.discounts, parts.discount);
  });

  it('contains the requested members and no others', async () => {
    const ask = await askWorld(workedWorld());
    const of = (options: object) => ask('assignment', assignment({}, {}, { options })).json.data.assignment;
    const bare = of({
      includePartnerDetails: false,
      includeCostEstimate: false,
      includeTransitTime: false,
      createTrackingNumber: false,
    });
    for (const field of [
      'partnerContact',
      'supportContact',
      'costBreakdown',
      'charges',
      'priceBreakdown',
      'timeline',
      'confirmedAt',
    ])
      assert.equal(field in bare, false, field);
    assert.deepEqual([bare.tracking, 'totalCost' in bare.estimates], [null, false]);
    assert.match(of({}).tracking.trackingNumber, /^AC-[0-9A-Z-]+$/);
  });
});

describe('the hash of a request', () => {
  const hash = (ask: Ask, body: object, as?: As): string => ask('assignment', body, as).assignment!.requestHash;

  it('is the same for the same request in another order, and different for any other', async () => {
    const ask = await askWorld(bravoToo());
    const first = hash(ask, assignment());
    const { shipmentDetails, ...rest } = assignment();
    assert.equal(
      hash(ask, { ...rest, shipmentDetails: Object.fromEntries(Object.entries(shipmentDetails).reverse()) }),
      first,
    );
    const others = [
      assignment({ weight: 1_201 }),
      assignment({}, { priority: 'HIGH' }),
      assignment({}, {}, { options: { autoConfirmAssignment: false } }),
      assignment({ serviceTypes: ['DELIVERY', 'PICKUP'] }),
    ];
    const hashes = [
      first,
      ...others.map((body) => hash(ask, body)),
      hash(ask, assignment(), { partner: 'acme' }),
      hash(ask, assignment(), { partner: 'bravo' }),
    ];
    assert.equal(new Set(hashes).size, hashes.length);
    assert.match(first, /^[0-9a-f]{64}$/);
  });

  it('ignores members that only shape the answer or choose notifications', async () => {
    const ask = await askWorld(bravoToo());
    const first = hash(ask, assignment());
    const presentation = {
      includePartnerDetails: false,
      includeCostEstimate: false,
      includeChargeEstimate: true,
      includeTransitTime: false,
      createTrackingNumber: true,
      sendNotifications: true,
    };
    for (const options of [
      {},
      presentation,
      { includeSomething: true },
      ...Object.entries(presentation).map((entry) => Object.fromEntries([entry])),
      { createAssignmentRecord: true },
    ]) {
      assert.equal(hash(ask, assignment({}, {}, { options })), first, JSON.stringify(options));
    }
    const confirmed = { autoConfirmAssignment: false };
    assert.equal(
      hash(ask, assignment({}, {}, { options: { ...presentation, ...confirmed } })),
      hash(ask, assignment({}, {}, { options: confirmed })),
    );
  });

  it('is returned with the record of the answer', async () => {
    const { assignment: pending, json } = (await askWorld(bravoToo()))('assignment', assignment());
    assert.deepEqual(JSON.parse(pending!.record!.assignment), json.data.assignment);
  });

  it('is returned with a refusal too', async () => {
    const { assignment: pending } = (await askWorld(workedWorld()))(
      'assignment',
      assignment({ declaredValue: 60_000 }),
    );
    assert.deepEqual([pending?.shipmentId, pending?.record], ['S-1', null]);
  });
});
