/** The parts of an assignment that depend on what its request says of customers and services. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { qrCodeOf } from '../../../src/engine/qr-code.js';
import { workedWorld } from '../../reference/fixture.js';
import { type AnyJson, askWorld, assignment } from './ask.js';

const ASSIGNED_AT = '2026-03-11T06:30:00.000Z';
const SENDER = { name: 'Ravi', phone: '9000000001' };
const RECIPIENT = { name: 'Asha', email: 'asha@example.com' };
const due = (recipient: string, method: string) => ({
  type: 'SHIPMENT_ASSIGNED',
  recipient,
  method,
  scheduledFor: ASSIGNED_AT,
});

const ask = await askWorld(workedWorld());
const made = (customerDetails: object | undefined, options: object): AnyJson =>
  ask('assignment', assignment({}, {}, { customerDetails, options })).json.data.assignment;

describe('the notifications of an assignment', () => {
  const pending = (customerDetails: object | undefined, options: object = { sendNotifications: true }) =>
    made(customerDetails, options).notifications.pending;

  it('are due to each party by each of its addresses', () => {
    assert.deepEqual(pending({ sender: SENDER }), [due('SENDER', 'SMS')]);
    assert.deepEqual(pending({ recipient: RECIPIENT }), [due('RECIPIENT', 'EMAIL')]);
    assert.deepEqual(pending({ sender: SENDER, recipient: RECIPIENT }), [
      due('SENDER', 'SMS'),
      due('RECIPIENT', 'EMAIL'),
    ]);
    assert.deepEqual(pending({ recipient: { ...RECIPIENT, phone: '9000000002' } }), [
      due('RECIPIENT', 'SMS'),
      due('RECIPIENT', 'EMAIL'),
    ]);
  });

  it('are none without an address, without a wish for them, and of a proposal', () => {
    for (const customers of [undefined, {}, { recipient: { name: 'Asha' } }])
      assert.deepEqual(pending(customers), [], JSON.stringify(customers));
    assert.deepEqual(pending({ sender: SENDER }, {}), []);
    assert.deepEqual(pending({ sender: SENDER }, { sendNotifications: false }), []);
    assert.deepEqual(pending({ sender: SENDER }, { sendNotifications: true, createAssignmentRecord: false }), []);
  });

  it('are preferred by the addresses of the recipient, as far as they are wanted', () => {
    const preferences = (customers: object | undefined, sendNotifications = true): AnyJson =>
      made(customers, { createTrackingNumber: true, sendNotifications }).tracking.notificationPreferences;
    const none = { sms: false, email: false, whatsapp: false };
    assert.deepEqual(preferences({ recipient: RECIPIENT }), { ...none, email: true });
    assert.deepEqual(preferences({ recipient: { phone: '9000000002' } }), { ...none, sms: true });
    assert.deepEqual(preferences({ sender: SENDER }), none);
    assert.deepEqual(preferences(undefined), none);
    assert.deepEqual(preferences({ recipient: { ...RECIPIENT, phone: '9000000002' } }, false), none);
  });
});

it('an assignment whose pickup zone does not pick up names no vehicle', async () => {
  const vehicleType = async (isAvailable: boolean): Promise<string | undefined> => {
    const asked = await askWorld(
      workedWorld((world) => {
        world.zones[0]!.services = [{ serviceTypeId: 'PICKUP', isAvailable, additionalInfo: { vehicleType: 'BIKE' } }];
      }),
    );
    const delivery = assignment({ serviceTypes: undefined, serviceRequirements: ['DELIVERY'] });
    return asked('assignment', delivery).json.data.assignment.operationalDetails.vehicleType;
  };
  assert.equal(await vehicleType(true), 'BIKE');
  assert.equal(await vehicleType(false), undefined);
});

describe('a QR code', () => {
  it('is of the first text that is short enough', () => {
    const short = qrCodeOf('A-1');
    assert.match(short, /^data:image\/svg\+xml,/);
    // no code has room for the first, and the code of the second is too large for an answer
    assert.equal(qrCodeOf('x'.repeat(3_000), 'x'.repeat(2_000), 'A-1'), short);
    assert.equal(qrCodeOf('A-1', 'A-2'), short);
  });

  it('needs one', () => {
    assert.throws(() => qrCodeOf('x'.repeat(3_000)), /no text is short enough/);
  });
});
