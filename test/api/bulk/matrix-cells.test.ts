/** A cell of a matrix is what calculate-charges answers to its partner, its ends and the shipment: random worlds. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { packageRow } from '../../reference/fixture.js';
import { withReported } from '../../reference/random-questions.js';
import { addReported } from '../../reference/random-reported.js';
import { addTimes } from '../../reference/random-times.js';
import { randomNow, randomShipment, randomWorld, REFERENCE_NOW, seededRng } from '../../reference/random.js';
import type { Rng } from '../../reference/rng.js';
import type { World } from '../../reference/types.js';
import { partnerCredential, TestApp } from '../../support/app.js';
import { rounds, seedOf } from '../../support/depth.js';
import { fullWorld } from '../questions/fixture.js';
import { type Body, eased } from '../questions/requests.js';
import { askMatrix, csvOf, type Matrix, unpackedMatrix } from './matrices.js';

const SEED = seedOf(20_261_130);
const WORLDS = rounds(4, 40);
const MATRICES = rounds(5, 20);
const UNKNOWN = '999999';

/** The members of a random shipment that a matrix takes. */
function shipmentFor(rng: Rng, world: World, now: Date): Body {
  const random = randomShipment(rng, world);
  const { weight, pieces, services, ...given } = withReported(
    rng,
    world,
    rng.chance(0.7) ? eased(rng, random) : random,
    now,
  );
  const { paymentType, shipmentType, declaredValue, codAmount, customerId, customerType, urgency } = given;
  const { direction, shipDate } = given;
  return {
    ...(pieces === undefined ? { weight } : { pieces }),
    paymentType,
    shipmentType,
    declaredValue,
    ...(codAmount !== undefined && { codAmount }),
    ...(customerId !== undefined && { customerId }),
    ...(customerType !== undefined && { customerType }),
    ...(urgency !== undefined && { urgency }),
    ...(direction !== undefined && { direction }),
    ...(shipDate !== undefined && { shipDate }),
    ...((services.length > 0 || rng.chance(0.5)) && { services }),
  };
}

/** What the single question says, as a cell says it. */
async function cellOf(app: TestApp, ends: Body, { services, ...shipment }: Body, seen: Set<string>) {
  const single = await app.ask('charges', {
    ...shipment,
    ...ends,
    ...(services !== undefined && { serviceRequirements: services }),
  });
  if (single.status === 404) return [-1, -1, null, single.json.error.code];
  assert.equal(single.status, 200, single.text);
  const { available, charges, coverage, calculationDetails } = single.json.data;
  seen.add(available ? 'priced' : coverage.reason);
  if (!available) return [-1, -1, null, coverage.reason];
  return [Math.round(charges.totalAmount * 100), coverage.estimatedTime, calculationDetails.applicableZones.lane, ''];
}

async function compare(app: TestApp, body: Body, asked: Body, matrix: Matrix, seen: Set<string>): Promise<void> {
  const { cells, lanes, reasons, deliveryPincodes } = matrix;
  assert.equal(reasons[0], '');
  let list = 0;
  for (const partnerId of asked['partnerIds'] as string[])
    for (const pickupPincode of asked['pickupPincodes'] as string[]) {
      const { total, hours, lane, reason, ...of } = cells[list++]!;
      assert.deepEqual(of, { partnerId, pickupPincode });
      for (const [index, deliveryPincode] of deliveryPincodes.entries()) {
        const cell = [
          total[index],
          hours[index],
          lane[index] === -1 ? null : lanes[lane[index]!],
          reasons[reason[index]!],
        ];
        const ends = { partnerId, pickupPincode, deliveryPincode };
        assert.deepEqual(cell, await cellOf(app, ends, body, seen), JSON.stringify({ ...ends, ...body }));
      }
    }
  assert.equal(cells.length, list);
}

it(`a cell is what calculate-charges answers, in all forms (PINRATE_TEST_SEED=${SEED})`, async () => {
  const rng = seededRng(SEED);
  const seen = new Set<string>();
  for (let w = 0; w < WORLDS; w++) {
    const world = randomWorld(rng);
    addTimes(rng, world, REFERENCE_NOW);
    addReported(rng, world, REFERENCE_NOW);
    const app = await TestApp.start(world);
    try {
      app.clock.nowMs = randomNow(rng, world).getTime();
      const now = new Date(app.clock.nowMs);
      const known = world.pincodes.map(({ pincode }) => pincode).sort();
      const active = world.partners.filter(({ status }) => status === 'ACTIVE').map(({ partnerId }) => partnerId);
      for (let m = 0; m < MATRICES; m++) {
        const shipment = shipmentFor(rng, world, now);
        const asked = {
          partnerIds: rng.shuffled(active).slice(0, rng.int(1, 4)),
          pickupPincodes: rng.shuffled(known).slice(0, rng.int(1, 3)),
          deliveryPincodes: rng.chance(0.5) ? 'ALL' : [...rng.shuffled(known).slice(0, 12), UNKNOWN],
          shipment,
        };
        const { status, json } = await askMatrix(app, asked);
        assert.equal(status, 200, JSON.stringify([asked, json]));
        const matrix: Matrix = json.data;
        assert.deepEqual(matrix.partnerIds, asked.partnerIds);
        assert.deepEqual(matrix.pickupPincodes, asked.pickupPincodes);
        assert.deepEqual(matrix.deliveryPincodes, asked.deliveryPincodes === 'ALL' ? known : asked.deliveryPincodes);
        assert.equal(matrix.pricedAt, now.toISOString());
        await compare(app, shipment, asked, matrix, seen);

        const packed = await askMatrix(app, asked, { accept: 'application/msgpack' });
        assert.equal(packed.headers.get('content-type'), 'application/msgpack');
        assert.deepEqual(unpackedMatrix(packed.bytes), matrix);
        const csv = await askMatrix(app, asked, { accept: 'text/csv' });
        assert.match(csv.headers.get('content-type')!, /^text\/csv; charset=utf-8/);
        assert.equal(csv.bytes.toString(), csvOf(matrix));
        assert.match(csv.headers.get('vary')!, /\bAccept\b(?!-)/);

        const own = { ...asked, partnerIds: undefined };
        const ofPartner = await askMatrix(app, own, { credential: partnerCredential(asked.partnerIds[0]!) });
        assert.deepEqual(
          ofPartner.json.data.cells,
          (await askMatrix(app, { ...asked, partnerIds: [asked.partnerIds[0]] })).json.data.cells,
        );
      }
      assert.deepEqual(app.errors, []);
    } finally {
      await app.close();
    }
  }
  assert.ok(seen.has('priced') && seen.size > 4, [...seen].join());
});

it('an amount beyond 2^31 − 1 paise has no place in a cell', async () => {
  const world = fullWorld();
  for (const { limits } of world.partners) limits.maxWeight = 50_000;
  world.packages = [
    packageRow({ id: 1, baseWeight: 1, baseCharge: 1_000, addonWeight: 1, addonCharge: 1_000, maxWeight: null }),
  ];
  const app = await TestApp.start(world);
  try {
    for (const [weight, isDear] of [
      [10_000, false],
      [50_000, true],
    ] as const) {
      const shipment = { weight, paymentType: 'PREPAID', shipmentType: 'B2C' };
      const ends = { pickupPincode: '400001', deliveryPincode: '110001' };
      const { charges } = (await app.ask('charges', { partnerId: 'acme', ...ends, ...shipment })).json.data;
      assert.equal(charges.totalAmount * 100 > 2 ** 31 - 1, isDear, `${weight} g: ${charges.totalAmount}`);
      const asked = { partnerIds: ['acme'], pickupPincodes: ['400001'], deliveryPincodes: ['110001'], shipment };
      const { reasons, cells } = (await askMatrix(app, asked)).json.data;
      const [{ total, hours, reason }] = cells;
      assert.deepEqual(reasons, isDear ? ['', 'NO_RATE'] : ['']);
      assert.deepEqual([total[0], reason[0]], isDear ? [-1, 1] : [Math.round(charges.totalAmount * 100), 0]);
      assert.equal(hours[0] === -1, isDear);
    }
  } finally {
    await app.close();
  }
});

it('cities and states of one zone, all at one point, are told apart', async () => {
  const world = fullWorld();
  const row = { status: true, createdAt: '2026-01-01T00:00:00.000Z' };
  for (const each of world.pincodes) Object.assign(each, { latitude: 10, longitude: 77 });
  world.zones = world.zones.filter(({ id }) => id <= 2);
  const [from, to] = world.zones;
  to!.geographical = { states: [1, 2], cities: [], areas: [] };
  to!.services = [...to!.services, ...from!.services];
  world.zones = [{ ...to!, id: 1 }];
  const whenOf = { CITY: { sameCity: true }, STATE: { sameState: true }, REST: {} };
  const lanes = Object.entries(whenOf);
  world['lane-rules'] = lanes.map(([lane, when], at) => ({
    id: at + 1,
    partnerId: 'acme',
    lane,
    priority: at,
    when,
    ...row,
  }));
  world.packages = lanes.map(([lane], at) =>
    packageRow({ id: at + 1, lane, fromZoneId: null, toZoneId: null, baseCharge: 100 * (at + 1), maxWeight: null }),
  );
  world['distance-charges'] = [];
  const app = await TestApp.start(world);
  try {
    const shipment = { weight: 500, paymentType: 'PREPAID', shipmentType: 'B2C' };
    const asked = { partnerIds: ['acme'], pickupPincodes: ['400001', '110002'], deliveryPincodes: 'ALL', shipment };
    const matrix: Matrix = (await askMatrix(app, asked)).json.data;
    assert.deepEqual([...matrix.lanes].sort(), ['CITY', 'REST', 'STATE']);
    assert.deepEqual(
      matrix.cells.map(({ lane }) => lane.map((position) => matrix.lanes[position])),
      [
        ['REST', 'REST', 'CITY', 'CITY', 'STATE'],
        ['CITY', 'CITY', 'REST', 'REST', 'REST'],
      ],
    );
    await compare(app, shipment, asked, matrix, new Set());
  } finally {
    await app.close();
  }
});
