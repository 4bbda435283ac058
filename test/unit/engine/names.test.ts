/** Answers are written as text from templates: any text of a document must result in the same JSON. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { SERVICE_TYPE_IDS } from '../../../src/domain/vocabulary.js';
import type { Zone } from '../../../src/model/documents.js';
import { workedWorld } from '../../reference/fixture.js';
import type { World } from '../../reference/types.js';
import { type AnyJson, AVAILABILITY, type Ask, askWorld, assignment, CHARGES } from './ask.js';

const AWKWARD = [
  '"',
  '\\',
  '"},{"a":"',
  '\n\t\u0000',
  '\u2028',
  'ज़ोन',
  '🚚🏔',
  '</script>',
  '${name}',
  '`',
  '\\u0022',
  "'",
  '\ufeff',
  ' ',
];

/** The worked world with every text of every document replaced by `name` and where it stands. */
const namedWorld = (name: string): World =>
  workedWorld((world) => {
    const at = (place: string): string => `${place} ${name}`;
    const [partner] = world.partners;
    Object.assign(partner!, {
      name: at('partner'),
      contact: {
        name: at('contact'),
        phone: at('phone'),
        email: at('email'),
        trackingUrl: at('https://t.example/{trackingNumber}'),
      },
    });
    world.zones.forEach((zone) =>
      Object.assign(zone, {
        name: at(`zone ${zone.id}`),
        attributes: ['ODA', 'HILL'],
        services: SERVICE_TYPE_IDS.map((serviceTypeId): Zone['services'][number] => ({
          serviceTypeId,
          isAvailable: true,
          baseCharge: 1,
          additionalInfo: {
            cutoffTime: at('cutoff'),
            deliveryWindow: at('window'),
            specialInstructions: at('instructions'),
            vehicleType: at('vehicle'),
          },
        })),
        operationalDetails: { specialHandling: [at('handling')], capacity: { maxDailyShipments: 5 } },
      }),
    );
    for (const row of world.packages) row.packageName = at('package');
    for (const row of world.discounts) row.description = at('discount');
    for (const row of [...world.states, ...world.cities, ...world.areas]) row.name = at(row.name);
  });

const refused = { declaredValue: 60_000 };

/** Every kind of answer; each has been parsed, and compared with its own text, by then. */
function askAll(ask: Ask, text: string): void {
  for (const as of ['service', { partner: 'acme' }] as const) {
    assert.equal(ask('charges', CHARGES, as).json.data.available, true);
    assert.equal(ask('charges', { ...CHARGES, ...refused }, as).json.data.available, false);
    assert.equal(ask('availability', AVAILABILITY, as).json.data.isAvailable, true);
    assert.equal(ask('availability', { ...AVAILABILITY, ...refused }, as).json.data.isAvailable, false);
    assert.equal(ask('assignment', assignment(), as).json.data.success, true);
    assert.equal(ask('assignment', assignment(refused), as).json.data.success, false);
  }
  assert.equal(
    ask('availability', { ...AVAILABILITY, partnerId: undefined, preferredServices: [text] }).json.data.summary
      .availableCount,
    1,
  );
  assert.equal(ask('charges', { ...CHARGES, pickupPincode: '560001' }).status, 404);
  assert.equal(ask('charges', { ...CHARGES, partnerId: 'nobody' }).status, 404);
  assert.equal(ask('charges', { ...CHARGES, weight: text, shipmentType: text, [text]: text }).status, 400);
}

describe('texts of documents in answers', () => {
  it('are unchanged, however awkward', async () => {
    const name = AWKWARD.join('');
    const ask = await askWorld(namedWorld(name));
    askAll(ask, name);

    const charges = ask('charges', CHARGES).json.data;
    assert.equal(charges.partner.name, `partner ${name}`);
    assert.deepEqual(charges.calculationDetails.applicableZones, {
      from: { id: '1', name: `zone 1 ${name}` },
      to: { id: '2', name: `zone 2 ${name}` },
      lane: null,
      laneRuleId: null,
    });
    assert.equal(charges.discountsApplied[0].description, `discount ${name}`);
    assert.equal(charges.serviceDetails.cutoffTimes.COD, `cutoff ${name}`);
    const descriptions = charges.breakdown.map((entry: AnyJson) => entry.description);
    for (const expected of [`package ${name}`, `discount ${name}`, `HILL at delivery, zone zone 2 ${name}`])
      assert(descriptions.includes(expected), expected);

    const { coverage, partnerName } = ask('availability', AVAILABILITY).json.data;
    assert.equal(partnerName, `partner ${name}`);
    assert.deepEqual(
      [coverage.pickup.area, coverage.delivery.area, coverage.delivery.city, coverage.delivery.zone],
      [`Fort ${name}`, `Rohini ${name}`, `Delhi ${name}`, `zone 2 ${name}`],
    );

    const made = ask(
      'assignment',
      assignment(
        { specialInstructions: name },
        { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: 'acme', priority: name },
      ),
    ).json.data.assignment;
    assert.deepEqual(
      [made.partnerName, made.priority, made.partnerContact.phone],
      [`partner ${name}`, name, `phone ${name}`],
    );
    assert.deepEqual(made.operationalDetails.handlingInstructions, [name, `instructions ${name}`, `handling ${name}`]);
    assert.equal(made.tracking.trackingUrl.includes(made.tracking.trackingNumber), true);
  });

  it('result in JSON, one by one, whatever they are', async () => {
    for (const name of ['', ...AWKWARD]) askAll(await askWorld(namedWorld(name)), name);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 20 }), async (name) => {
        askAll(await askWorld(namedWorld(name)), name);
      }),
      { numRuns: 8 },
    );
  });
});

describe('texts of requests in answers', () => {
  it('are returned as they were sent, in messages of refusal', async () => {
    const ask = await askWorld(workedWorld());
    const text = AWKWARD.join('');
    const { details } = ask('charges', { ...CHARGES, pickupPincode: text }, { partner: 'acme' }).json.error;
    assert.deepEqual(
      details.validationErrors.map((fault: AnyJson) => [fault.field, fault.value]),
      [['pickupPincode', text]],
    );
  });
});
