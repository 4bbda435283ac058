/** The map's parts: its data as the node writes it, its colours, its view, and the entries that it changes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Packr } from 'msgpackr';
import { type Entry, withCod } from '../../../src/console/parts/entries.js';
import { delivers, indexOf, type MapCourier, type MapPlaces } from '../../../src/console/parts/map-data.js';
import { unpacked } from '../../../src/console/parts/msgpack.js';
import { coloursBy, type ColourWay } from '../../../src/console/views/map/colours.js';
import { fitted, nearest, pinched, planeOf, within, zoomed } from '../../../src/console/views/map/view.js';
import { MAP_FLAGS } from '../../../src/contract/map-flags.js';
import type { Zone } from '../../../src/model/documents.js';
import { Rng } from '../../reference/rng.js';
import { seedOf } from '../../support/depth.js';

const SEED = seedOf(20_261_201);

describe(`MessagePack (PINRATE_TEST_SEED=${SEED})`, () => {
  it('is read as it was written', () => {
    const rng = new Rng(SEED);
    const lengths = [0, 1, 15, 16, 31, 32, 255, 256, 65_535, 65_536];
    const numbers = [0, 1, 127, 128, 255, 256, 65_535, 65_536, 2 ** 32 - 1, -1, -32, 0.5, 77.2128, -1e300];
    const values: unknown[] = [null, true, false, ...numbers];
    for (const length of lengths) {
      values.push('a'.repeat(length), 'é'.repeat(length));
      values.push(Array.from({ length: Math.min(length, 70_000) }, () => rng.int(0, 300)));
    }
    values.push(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`member ${at}`, at])));
    const packr = new Packr({ useRecords: false });
    for (const value of values) assert.deepEqual(unpacked(packr.pack(value)), value);
    for (const length of lengths) {
      const column = new Uint16Array(length).map(() => rng.int(0, 65_535));
      const { name, bytes } = unpacked(packr.pack({ name: 'odd', bytes: Buffer.from(column.buffer) })) as {
        name: string;
        bytes: ArrayBuffer;
      };
      assert.deepEqual([name, new Uint16Array(bytes)], ['odd', column]);
    }
    assert.throws(() => unpacked(new Uint8Array([0xd4, 0, 0])), /unknown kind/);
  });
});

const PLACES: MapPlaces = {
  count: 4,
  pincodes: new Uint32Array([110_001, 400_001, 560_001, 744_101]),
  latitude: new Float32Array([28.6, 18.9, 12.9, NaN]),
  longitude: new Float32Array([77.2, 72.8, 77.5, NaN]),
  state: new Uint8Array([0, 1, 2, 0]),
  city: new Uint16Array([0, 1, 2, 0]),
  states: [
    { id: 7, name: 'Delhi', code: 'DL' },
    { id: 27, name: 'Maharashtra', code: 'MH' },
    { id: 29, name: 'Karnataka', code: 'KA' },
  ],
  cities: [
    { id: 1, name: 'Delhi', stateId: 7 },
    { id: 2, name: 'Mumbai', stateId: 27 },
    { id: 3, name: 'Bengaluru', stateId: 29 },
  ],
};
const courier = (id: string, zone: number[], flags: number[], zones = ['North', 'South']): MapCourier => ({
  id,
  name: id,
  zone: new Uint16Array(zone),
  flags: new Uint16Array(flags),
  zones: zones.map((name, at) => ({ id: at + 1, name })),
});
const SERVED = MAP_FLAGS.PICKUP | MAP_FLAGS.DELIVERY | MAP_FLAGS.PREPAID;
const A = courier(
  'a',
  [1, 1, 2, 0],
  [
    SERVED | MAP_FLAGS.COD,
    SERVED | MAP_FLAGS.COD | MAP_FLAGS.BLOCKED,
    SERVED | MAP_FLAGS.ODA | MAP_FLAGS.PICKUP_HELD,
    0,
  ],
);
const B = courier('b', [1, 2, 2, 2], [SERVED, SERVED | MAP_FLAGS.DELIVERY_HELD, MAP_FLAGS.PICKUP, SERVED]);

describe('the colours of the map', () => {
  const shown = (...args: [name: ColourWay, one: MapCourier | null]) => {
    const { names, of } = coloursBy(args[0], PLACES, [A, B], args[1]);
    return [...of].map((at) => names[at]);
  };

  it('count the couriers that deliver, without blocks and holds', () => {
    assert.deepEqual(
      [0, 1, 2, 3].map((at) => [A, B].filter((each) => delivers(each, at)).length),
      [2, 0, 1, 1],
    );
    assert.deepEqual(shown('couriers', null), ['2', 'None', '1', '1']);
    assert.deepEqual(shown('couriers', A), ['Delivery', 'No delivery', 'Delivery', 'Not covered']);
  });

  it('are zones, COD, ODA, holds and blocks', () => {
    assert.deepEqual(shown('zones', A), ['North', 'North', 'South', 'Not covered']);
    assert.deepEqual(shown('zones', null), shown('zones', A), 'of the first courier unless one is chosen');
    assert.deepEqual(shown('cod', A), ['COD', 'No COD', 'No COD', 'Not covered']);
    assert.deepEqual(shown('cod', null), ['1', 'None', 'None', 'None']);
    assert.deepEqual(shown('oda', A), ['Not ODA', 'Not ODA', 'ODA', 'Not covered']);
    assert.deepEqual(shown('holds', A), ['Served', 'Blocked', 'Pickup on hold', 'Not covered']);
    assert.deepEqual(shown('holds', B), ['Served', 'Delivery on hold', 'Served', 'Served']);
    assert.deepEqual(shown('holds', null), ['None', '2', '1', 'None']);
  });

  it('are the largest zones, and one for all others', () => {
    const zones = Array.from({ length: 14 }, (_, at) => `Z${at}`);
    const places = { ...PLACES, count: 20 };
    const many = courier(
      'm',
      [...Array.from({ length: 14 }, (_, at) => at + 1), 14, 14, 13, 0, 0, 0],
      Array(20).fill(0),
      zones,
    );
    const { names, of } = coloursBy('zones', places, [many], many);
    assert.equal(names.length, 12);
    assert.deepEqual([names[0], names[1], names[2], names.at(-1)], ['Not covered', 'Z13', 'Z12', 'Other zones']);
    assert.equal(names[of[13]!], 'Z13');
    assert.equal(names[of[11]!], 'Other zones');
  });
});

describe('the view of the map', () => {
  const plane = planeOf(PLACES);
  const all = new Uint8Array([1, 1, 1, 1]);
  const onCanvas = (view: ReturnType<typeof fitted>, at: number) =>
    [plane.x[at]! * view.scale + view.left, plane.y[at]! * view.scale + view.top] as const;

  it('has every dot whose place is known, north above south', () => {
    const view = fitted(plane, all, 800, 400);
    for (const at of [0, 1, 2]) {
      const [x, y] = onCanvas(view, at);
      assert.ok(x >= 0 && x <= 800 && y >= 0 && y <= 400);
      assert.equal(nearest(plane, all, view, [x + 3, y - 3], 10), at);
      assert.equal(nearest(plane, new Uint8Array(4), view, [x, y], 10), -1, 'it is not shown');
    }
    assert.ok(onCanvas(view, 0)[1] < onCanvas(view, 2)[1]);
    assert.equal(nearest(plane, all, view, [0, 0], 10), -1);
    assert.ok(Number.isFinite(fitted(plane, new Uint8Array([1, 0, 0, 0]), 800, 400).scale));
    assert.ok(Number.isFinite(fitted(plane, new Uint8Array(4), 800, 400).scale));
  });

  it('keeps the point under the pointer where it is', () => {
    const view = fitted(plane, all, 800, 400);
    const point = onCanvas(view, 1);
    const nearer = zoomed(view, 3, point);
    const [x, y] = onCanvas(nearer, 1);
    assert.ok(Math.abs(x - point[0]) < 0.01 && Math.abs(y - point[1]) < 0.01);
  });

  it('follows two fingers, and never ends in nothing', () => {
    const view = fitted(plane, all, 800, 400);
    const point = onCanvas(view, 1);
    const around = (x: number, y: number, by: number) =>
      [
        [x - by, y],
        [x + by, y],
      ] as const;
    const [fromX, fromY] = point;
    const moved = pinched(view, around(fromX, fromY, 40), around(fromX + 30, fromY - 20, 120));
    const [x, y] = onCanvas(moved, 1);
    assert.ok(Math.abs(x - fromX - 30) < 0.01 && Math.abs(y - fromY + 20) < 0.01, 'it is between the fingers');
    assert.equal(moved.scale, view.scale * 3);
    const { scale } = pinched(view, around(fromX, fromY, 0), around(fromX, fromY, 0));
    assert.equal(scale, view.scale, 'fingers at one point');
  });

  it('finds what a lasso is around', () => {
    const view = fitted(plane, all, 800, 400);
    const [x, y] = onCanvas(view, 1);
    const around = [
      [x - 9, y - 9],
      [x + 9, y - 9],
      [x + 9, y + 9],
      [x - 9, y + 9],
    ] as const;
    assert.deepEqual([...within(plane, view, around)], [0, 1, 0, 0]);
    const whole = [
      [0, 0],
      [800, 0],
      [800, 400],
      [0, 400],
    ] as const;
    assert.deepEqual([...within(plane, view, whole)], [1, 1, 1, 0], 'a place that is not known is nowhere');
  });

  it('finds a pincode among them', () => {
    for (const [at, pincode] of PLACES.pincodes.entries()) assert.equal(indexOf(PLACES, pincode), at);
    for (const pincode of [0, 110_002, 999_999]) assert.equal(indexOf(PLACES, pincode), -1);
  });
});

describe('COD at a pincode', () => {
  const zone = (isAvailable: boolean) => ({ services: [{ serviceTypeId: 'COD', isAvailable }] }) as unknown as Zone;
  const zones = new Map([
    [1, zone(true)],
    [2, zone(false)],
  ]);
  const entry = (zoneId: number, services?: Entry['services']): Entry => ({
    ...{ partnerId: 'a', zoneId, pincode: '110001' },
    ...(services !== undefined && { services }),
  });

  it('is as in the zone where the entry says nothing of it', () => {
    assert.deepEqual(withCod(entry(1), false, zones), entry(1, { COD: false }));
    assert.deepEqual(withCod(entry(1, { COD: false }), true, zones), entry(1));
    assert.deepEqual(withCod(entry(2), true, zones), entry(2, { COD: true }));
    assert.deepEqual(withCod(entry(2, { COD: true }), false, zones), entry(2));
    assert.deepEqual(withCod(entry(3), true, zones), entry(3, { COD: true }), 'of a zone that nobody knows');
  });

  it('leaves everything else as it is', () => {
    const given = { ...entry(1, { EXPRESS: false }), maxCodAmount: 500, assignedAt: '2026-01-01T00:00:00.000Z' };
    const off = withCod(given, false, zones);
    assert.deepEqual(off, { ...given, services: { EXPRESS: false, COD: false } });
    assert.deepEqual(withCod(off, true, zones), given);
  });
});
