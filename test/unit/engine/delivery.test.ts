/**
 * Moments, tracking and what is stored of an assignment (docs/rules.md#transit-and-calendar,
 * docs/rules.md#assignments).
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_QR_CODE_CHARACTERS } from '../../../src/limits/requests.js';
import { viewOf } from '../index/world.js';
import { workedWorld } from '../../reference/fixture.js';
import type { World } from '../../reference/types.js';
import { type AnyJson, asking, askWorld, assignment, AVAILABILITY, CHARGES, contextOf } from './ask.js';

/** Wednesday 11 March 2026, as India reads it. */
const ist = (clock: string, day = '11'): string => new Date(`2026-03-${day}T${clock}:00+05:30`).toISOString();
const askAt = async (clock: string, change?: (world: World) => void) =>
  asking(contextOf(await viewOf(workedWorld(change)), Date.parse(ist(clock))));

describe('pickup and delivery', () => {
  it('are the same in charges, a check, a search and an assignment', async () => {
    const ask = await askAt('16:59');
    const expected = [ist('17:00'), ist('17:00', '13')];
    const { calculationDetails } = ask('charges', CHARGES).json.data;
    assert.deepEqual([calculationDetails.pickupDate, calculationDetails.deliveryDate], expected);
    const { deliveryTime } = ask('availability', AVAILABILITY).json.data.estimates;
    assert.deepEqual([deliveryTime.pickupDate, deliveryTime.deliveryDate], expected);
    const [found] = ask('availability', { ...AVAILABILITY, partnerId: undefined }).json.data.availablePartners;
    assert.deepEqual([found.pickupDate, found.deliveryDate, found.estimatedDelivery], [...expected, expected[1]]);
    const own = ask('availability', AVAILABILITY, { partner: 'acme' }).json.data.transit;
    assert.deepEqual([own.pickupDate, own.deliveryDate], expected);
    const { estimates, timeline, nextSteps } = ask('assignment', assignment()).json.data.assignment;
    assert.deepEqual(
      [estimates.pickupDate, estimates.deliveryDate, timeline.estimatedPickup, timeline.estimatedDelivery],
      [...expected, ...expected],
    );
    assert.equal(nextSteps[0], 'Have the parcel ready for pickup on 2026-03-11, before 17:00 IST');
  });

  it('are on the day in India, for a cutoff after midnight UTC', async () => {
    const ask = await askAt('01:00', (world) => Object.assign(world.partners[0]!, { cutoffTime: '04:00' }));
    const { estimates, nextSteps } = ask('assignment', assignment()).json.data.assignment;
    assert.deepEqual(
      [estimates.pickupDate, nextSteps[0]],
      ['2026-03-10T22:30:00.000Z', 'Have the parcel ready for pickup on 2026-03-11, before 04:00 IST'],
    );
  });

  it("are never in the past, nor outside the partner's window", async () => {
    const late = await askAt('17:00', (world) =>
      Object.assign(world.partners[0]!, { deliveryWindow: { from: '10:00', to: '13:30' } }),
    );
    const { estimates, timeline } = late('assignment', assignment()).json.data.assignment;
    assert.deepEqual(
      [estimates.pickupDate, estimates.deliveryDate, estimates.deliveryWindow],
      [ist('17:00', '12'), ist('10:00', '16'), '10:00-13:30'],
      'Saturday 17:00 is too late, Sunday is none',
    );
    const events = Object.fromEntries(
      timeline.milestones.map(({ event, estimatedTime }: AnyJson) => [event, estimatedTime]),
    );
    assert.deepEqual(events, {
      PICKUP_SCHEDULED: ist('17:00', '12'),
      IN_TRANSIT: ist('17:00', '12'),
      OUT_FOR_DELIVERY: ist('10:00', '16'),
      DELIVERED: ist('10:00', '16'),
    });
  });

  it('are out for delivery on the delivery day', async () => {
    const ask = await askAt('12:00');
    const milestones = (partner: object = {}) =>
      ask('assignment', assignment(partner)).json.data.assignment.timeline.milestones;
    assert.equal(milestones()[2].estimatedTime, ist('09:00', '13'), 'delivered at 17:00');
    const sameDay = await askAt('12:00', (world) =>
      Object.assign(world.partners[0]!, { transit: [{ distanceFrom: 0, distanceTo: 2_000, hours: 3 }] }),
    );
    const [pickup, , out, delivered] = sameDay('assignment', assignment()).json.data.assignment.timeline.milestones;
    assert.deepEqual(
      [pickup.estimatedTime, out.estimatedTime, delivered.estimatedTime],
      [ist('17:00'), ist('17:00'), ist('20:00')],
    );
  });

  it('show the window of the delivery zone when it has one, in the text only', async () => {
    const ask = await askAt('12:00', (world) =>
      Object.assign(world.zones[1]!.services[0]!, { additionalInfo: { deliveryWindow: '11:00-12:00' } }),
    );
    const { estimates, timeline } = ask('assignment', assignment()).json.data.assignment;
    assert.deepEqual(
      [estimates.deliveryWindow, timeline.deliveryWindow, estimates.deliveryDate],
      ['11:00-12:00', '11:00-12:00', ist('17:00', '13')],
    );
    assert.equal(
      (await askAt('12:00'))('assignment', assignment()).json.data.assignment.estimates.deliveryWindow,
      '09:00-21:00',
    );
  });
});

describe('the vehicle', () => {
  it('comes from the pickup zone, and is omitted when it is unknown', async () => {
    const details = async (change?: (world: World) => void) =>
      (await askAt('12:00', change))('assignment', assignment()).json.data.assignment.operationalDetails;
    assert.equal(
      (
        await details((world) =>
          Object.assign(world.zones[0]!.services[0]!, { additionalInfo: { vehicleType: 'Van' } }),
        )
      ).vehicleType,
      'Van',
    );
    assert.equal('vehicleType' in (await details()), false);
  });
});

describe('tracking', () => {
  const manual = { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: 'acme' };
  const trackingUrl = 'https://track.example.in/parcels/{trackingNumber}/status';
  const withUrl = (url: string) => (world: World) => Object.assign(world.partners[0]!.contact, { trackingUrl: url });
  const trackingOf = async (preferences: object, options: object, url = trackingUrl) =>
    (await askAt('12:00', withUrl(url)))('assignment', assignment({}, preferences, { options })).json.data.assignment
      .tracking;

  it('has a QR code after MANUAL_SELECTION and when createTrackingNumber requests it, otherwise none', async () => {
    assert.equal('qrCode' in (await trackingOf({}, {})), false);
    for (const [preferences, options] of [
      [manual, {}],
      [{}, { createTrackingNumber: true }],
    ] as const) {
      const { qrCode, internalTrackingId, trackingUrl: filled } = await trackingOf(preferences, options);
      assert(
        qrCode.startsWith('data:image/svg+xml,')
          && internalTrackingId.startsWith('ASG-')
          && filled.startsWith('https://track.example.in/parcels/AC-'),
      );
    }
    for (const preferences of [manual, {}])
      assert.equal(await trackingOf(preferences, { createTrackingNumber: false }), null);
  });

  it('draws the code as one path, below 2 kB', async () => {
    const { qrCode } = await trackingOf(manual, {});
    const svg = decodeURIComponent(qrCode.slice('data:image/svg+xml,'.length));
    assert.equal(svg.match(/<path /g)?.length, 1);
    assert.match(
      svg,
      /^<svg xmlns='http:\/\/www.w3.org\/2000\/svg' viewBox='-4,-4.5,(\d+),\1'><rect x='-4' y='-5' width='\1' height='\d+' fill='#fff'\/><path stroke='#000' d='M0,0h7[Mmh0-9,]+'\/><\/svg>$/,
    );
    assert(qrCode.length < MAX_QR_CODE_CHARACTERS, `${qrCode.length}`);
    assert.equal(/[\s<>#"]/.test(qrCode), false, 'fit for a URI');
  });

  it('encodes the number when the address is too long for a small code', async () => {
    const long = await trackingOf(manual, {}, `https://track.example.in/${'x'.repeat(300)}/{trackingNumber}`);
    assert(long.qrCode.length < MAX_QR_CODE_CHARACTERS && long.trackingUrl.length > 300);
  });
});

describe('an assignment that is not stored', () => {
  it('is priced, chosen and warned of, and leaves nothing to settle', async () => {
    const ask = await askWorld(workedWorld());
    const proposed = ask(
      'assignment',
      assignment(
        {},
        {},
        {
          options: { createAssignmentRecord: false, sendNotifications: true },
          customerDetails: { recipient: { phone: '1' } },
        },
      ),
    );
    const { data } = proposed.json;
    assert.deepEqual([proposed.assignment, data.success, data.metadata.assignmentId], [undefined, true, null]);
    const { assignmentId, status, assignedAt, tracking, partnerId, estimates, notifications, nextSteps } =
      data.assignment;
    assert.deepEqual(
      [assignmentId, status, assignedAt, tracking, partnerId, estimates.totalCost],
      [null, 'PROPOSED', null, null, 'acme', 222.65],
    );
    assert.deepEqual(
      [notifications.pending, nextSteps],
      [[], ['Ask again without createAssignmentRecord false to assign the shipment']],
    );
    assert.deepEqual(
      data.warnings.map(({ code, field }: AnyJson) => [code, field]),
      [['NOT_STORED', 'options.createAssignmentRecord']],
    );
  });

  it('is refused like any other', async () => {
    const refused = (await askWorld(workedWorld()))(
      'assignment',
      assignment({ declaredValue: 60_000 }, {}, { options: { createAssignmentRecord: false } }),
    );
    assert.deepEqual(
      [refused.assignment, refused.json.data.success, refused.json.data.warnings[0].code],
      [undefined, false, 'NOT_STORED'],
    );
  });

  it('is made only when createAssignmentRecord is false', async () => {
    const ask = await askWorld(workedWorld());
    const made = ask('assignment', assignment({}, {}, { options: { createAssignmentRecord: true } }));
    assert.deepEqual(
      [made.json.data.assignment.status, made.assignment?.record?.partnerId, made.json.data.warnings],
      ['ASSIGNED', 'acme', []],
    );
    assert.equal(ask('assignment', assignment({}, {}, { options: { createAssignmentRecord: 'no' } })).status, 400);
  });
});

describe('the stored part of an assignment', () => {
  it('is all of it, whatever its caller wants to see', async () => {
    const ask = await askWorld(workedWorld());
    const options = { includePartnerDetails: false, includeCostEstimate: false, includeTransitTime: false };
    const { json, assignment: pending } = ask('assignment', assignment({}, {}, { options }));
    const stored = JSON.parse(pending!.record!.assignment) as AnyJson;
    const hidden = [
      'partnerContact',
      'supportContact',
      'costBreakdown',
      'charges',
      'priceBreakdown',
      'alternatives',
      'timeline',
    ];
    for (const name of hidden) assert.deepEqual([name in json.data.assignment, name in stored], [false, true], name);
    assert.deepEqual([json.data.assignment.estimates.totalCost, stored.estimates.totalCost], [undefined, 222.65]);
    assert.deepEqual(pending!.view, { partnerDetails: false, cost: false, timeline: false, decision: false });
    const whole = ask('assignment', assignment());
    assert.deepEqual(
      [JSON.parse(whole.assignment!.record!.assignment), whole.assignment!.view],
      [whole.json.data.assignment, { partnerDetails: true, cost: true, timeline: true, decision: false }],
    );
  });
});
