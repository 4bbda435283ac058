/** Each reason says what it is about, in its message and in `details` (docs/rules.md#details-of-reasons). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { workedWorld } from '../../reference/fixture.js';
import type { Shipment, World } from '../../reference/types.js';
import { REASON_CODES } from '../../../src/domain/reasons.js';
import { type AnyJson, askWorld, assignment, AVAILABILITY, CHARGES } from './ask.js';

const PICKUP = { end: 'PICKUP', pincode: '400001' };
const DELIVERY = { end: 'DELIVERY', pincode: '110001' };
const ROW = { createdAt: '2026-01-01T00:00:00.000Z' };

/** The reasons of the worked shipment and world with these differences. */
async function reasonsOf(change: (world: World) => void, body: object = {}): Promise<AnyJson[]> {
  const ask = await askWorld(workedWorld(change));
  const { data, error } = ask('availability', { ...AVAILABILITY, ...body }).json;
  return error === undefined ? data.reasons : error.details.reasons;
}

const limit = (limits: Partial<World['partners'][number]['limits']>) => (world: World) => {
  Object.assign(world.partners[0]!.limits, limits);
};
const entry = (pincode: string, zoneId: number, fields: object) => (world: World) => {
  world['zone-pincodes'].push({ partnerId: 'acme', zoneId, pincode, assignedAt: ROW.createdAt, ...fields });
};
const blocked = (from: string, to: string | null, reason = 'FLOOD') => ({ blocked: { from, to, reason } });
const uncover =
  (...zones: number[]) =>
  (world: World) => {
    for (const at of zones) world.zones[at]!.geographical.states = [];
  };
const serving =
  (zone: number, ...services: string[]) =>
  (world: World) => {
    const kept = world.zones[zone]!.services.filter(({ serviceTypeId }) => services.includes(serviceTypeId));
    Object.assign(world.zones[zone]!, { services: kept, attributes: [] });
  };
const sunless = (kind: 'NO_PICKUP' | 'NO_DELIVERY') => (world: World) => {
  world.holidays = Array.from({ length: 70 }, (_, day) => ({
    id: day + 1,
    date: new Date(Date.UTC(2026, 2, 11 + day)).toISOString().slice(0, 10),
    name: 'X',
    kind,
    ...ROW,
  }));
};

interface Case {
  code: string;
  world?: (world: World) => void;
  body?: Partial<Shipment>;
  message: string;
  details: object;
}

const held = (hold: object) => (world: World) => {
  world.holds.push({ id: 1, reason: 'Floods', status: true, ...ROW, ...hold });
};

const CASES: Case[] = [
  {
    code: 'ON_HOLD',
    world: held({ partnerId: 'acme', pincodes: ['110001'], end: 'DELIVERY', to: '2026-03-15T18:29:59.999Z' }),
    message: 'The partner is on hold at the delivery 110001 until 15 March 2026 IST (Floods)',
    details: { ends: [{ ...DELIVERY, from: null, until: '2026-03-15T18:29:59.999Z', reason: 'Floods' }] },
  },
  {
    code: 'ON_HOLD',
    world: held({ everywhere: true, from: '2026-03-01T00:00:00+05:30' }),
    message:
      'The partner is on hold at the pickup 400001 until further notice (Floods), '
      + 'and the delivery 110001 until further notice (Floods)',
    details: {
      ends: [PICKUP, DELIVERY].map((end) => ({
        ...end,
        from: '2026-02-28T18:30:00.000Z',
        until: null,
        reason: 'Floods',
      })),
    },
  },
  {
    code: 'INSUFFICIENT_COVERAGE',
    world: uncover(1),
    message: 'The partner does not cover the delivery 110001',
    details: { ends: [DELIVERY] },
  },
  {
    code: 'INSUFFICIENT_COVERAGE',
    world: uncover(0, 1),
    message: 'The partner does not cover the pickup 400001, nor the delivery 110001',
    details: { ends: [PICKUP, DELIVERY] },
  },
  {
    code: 'PINCODE_BLOCKED',
    world: entry('110001', 2, blocked('2026-02-28T18:30:00.000Z', '2026-03-15T18:29:59.999Z')),
    message: 'The partner does not serve the delivery 110001 from 1 March 2026 to 15 March 2026 IST (FLOOD)',
    details: {
      ends: [{ ...DELIVERY, from: '2026-02-28T18:30:00.000Z', until: '2026-03-15T18:29:59.999Z', reason: 'FLOOD' }],
    },
  },
  {
    code: 'PINCODE_BLOCKED',
    world: (world) => {
      entry('400001', 1, blocked('2026-03-11T10:30:00+05:30', '2026-03-11T20:00:00+05:30', 'STRIKE'))(world);
      entry('110001', 2, blocked('2026-03-01T00:00:00+05:30', null))(world);
    },
    message:
      'The partner does not serve the pickup 400001 from 11 March 2026, 10:30 to 11 March 2026, 20:00 IST (STRIKE), '
      + 'nor the delivery 110001 from 1 March 2026 IST until further notice (FLOOD)',
    details: {
      ends: [
        { ...PICKUP, from: '2026-03-11T05:00:00.000Z', until: '2026-03-11T14:30:00.000Z', reason: 'STRIKE' },
        { ...DELIVERY, from: '2026-02-28T18:30:00.000Z', until: null, reason: 'FLOOD' },
      ],
    },
  },
  {
    code: 'SERVICE_UNAVAILABLE',
    world: (world) => {
      serving(0)(world);
      serving(1, 'DELIVERY')(world);
    },
    body: { urgency: 'EXPRESS' },
    message: 'PICKUP is not available at the pickup 400001; COD and EXPRESS are not available at the delivery 110001',
    details: {
      ends: [
        { ...PICKUP, services: ['PICKUP'] },
        { ...DELIVERY, services: ['COD', 'EXPRESS'] },
      ],
    },
  },
  {
    code: 'WEIGHT_EXCEEDED',
    world: limit({ maxWeight: 1_199 }),
    message: 'The chargeable weight of 1200 g exceeds the 1199 g that the partner carries',
    details: { limit: 1_199, value: 1_200, unit: 'g' },
  },
  {
    code: 'PIECE_WEIGHT_EXCEEDED',
    world: limit({ maxPieceWeight: 1_000 }),
    message: 'A piece of 1200 g exceeds the 1000 g that the partner carries in one piece',
    details: { limit: 1_000, value: 1_200, unit: 'g' },
  },
  {
    code: 'DIMENSIONS_EXCEEDED',
    body: { dimensions: { length: 20, width: 62.5, height: 50 } },
    message: 'The sides of 62.5 x 50 x 20 cm do not fit within 60 x 45 x 40 cm',
    world: limit({ maxDimensions: { length: 40, width: 45, height: 60 } }),
    details: { limit: 60, value: 62.5, unit: 'cm' },
  },
  {
    code: 'PAYMENT_TYPE_UNSUPPORTED',
    world: (world) => Object.assign(world.partners[0]!, { paymentTypes: ['PREPAID'] }),
    message: 'The partner does not offer COD, only PREPAID',
    details: { asked: 'COD', accepted: ['PREPAID'] },
  },
  {
    code: 'SHIPMENT_TYPE_UNSUPPORTED',
    world: (world) => Object.assign(world.partners[0]!, { shipmentTypes: ['B2B'] }),
    message: 'The partner does not carry B2C, only B2B',
    details: { asked: 'B2C', accepted: ['B2B'] },
  },
  {
    code: 'DECLARED_VALUE_EXCEEDED',
    world: limit({ maxDeclaredValue: 2_000 }),
    message: 'The declared value of INR 2499.50 exceeds INR 2000.00, the most that the partner accepts',
    details: { limit: 2_000, value: 2_499.5, unit: 'INR' },
  },
  {
    code: 'COD_AMOUNT_EXCEEDED',
    world: limit({ maxCodAmount: 2_499.49 }),
    message: 'The amount to collect of INR 2499.50 exceeds INR 2499.49, the most that the partner collects',
    details: { limit: 2_499.49, value: 2_499.5, unit: 'INR' },
  },
  {
    code: 'COD_AMOUNT_EXCEEDED',
    world: entry('110001', 2, { maxCodAmount: 1_000 }),
    message: 'The amount to collect of INR 2499.50 exceeds INR 1000.00, the most that the partner collects in 110001',
    details: { ends: [DELIVERY], limit: 1_000, value: 2_499.5, unit: 'INR' },
  },
  {
    code: 'NO_TRANSIT',
    world: (world) => (world.partners[0]!.transit = [{ distanceFrom: 0, distanceTo: 1_000, hours: 24 }]),
    message: 'The partner has no transit time from 400001 to 110001: 1163.4 km',
    details: { ends: [PICKUP, DELIVERY], distanceKm: 1_163.4 },
  },
  {
    code: 'NO_TRANSIT',
    world: sunless('NO_PICKUP'),
    message: 'The partner has no working day within 60 days at the pickup 400001',
    details: { ends: [PICKUP], limit: 60, unit: 'days' },
  },
  {
    code: 'NO_TRANSIT',
    world: sunless('NO_DELIVERY'),
    message: 'The partner has no working day within 60 days at the delivery 110001',
    details: { ends: [DELIVERY], limit: 60, unit: 'days' },
  },
  {
    code: 'DELIVERY_TIME_EXCEEDED',
    body: { maxDeliveryTime: 36.5 },
    message: 'The partner needs 48 hours; the maximum delivery time is 36.5 hours',
    details: { limit: 36.5, value: 48, unit: 'h' },
  },
  {
    code: 'NO_RATE',
    world: (world) => (world.packages = []),
    message: 'No row of the rate card prices 1200 g (B2C COD) from 400001 to 110001',
    details: { ends: [PICKUP, DELIVERY], value: 1_200, unit: 'g' },
  },
];

describe('a reason', () => {
  for (const { code, world = () => {}, body, message, details } of CASES) {
    it(`${code}: ${message}`, async () => {
      const [found, ...others] = await reasonsOf(world, body);
      assert.deepEqual([found.code, found.message, found.details], [code, message, details]);
      assert.ok(found.action.length > 0);
      assert.deepEqual(others, []);
    });
  }

  it('is tried for every code', () => {
    assert.deepEqual(new Set(CASES.map(({ code }) => code)), new Set(REASON_CODES));
  });
});

it('says the same in charges, and to the caller of a refused assignment', async () => {
  const ask = await askWorld(workedWorld(limit({ maxWeight: 1_000 })));
  const { reasons } = ask('charges', CHARGES).json.data.coverage;
  assert.deepEqual(reasons[0].details, { limit: 1_000, value: 1_200, unit: 'g' });
  const { error } = ask('assignment', assignment()).json.data;
  assert.deepEqual([error.details, error.reasons], [['acme: WEIGHT_EXCEEDED'], [{ partnerId: 'acme', reasons }]]);
});

it('names the end in an assignment that nobody covers', async () => {
  const ask = await askWorld(workedWorld(uncover(0)));
  const [{ partnerId, reasons }] = ask('assignment', assignment()).json.data.error.reasons;
  assert.deepEqual([partnerId, reasons[0].message], ['acme', 'The partner does not cover the pickup 400001']);
});

it('is the message of INSUFFICIENT_COVERAGE', async () => {
  const ask = await askWorld(workedWorld(uncover(1)));
  assert.equal(ask('availability', AVAILABILITY).json.error.message, 'The partner does not cover the delivery 110001');
});
