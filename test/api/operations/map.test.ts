/** GET /map/pincodes: its columns against the answers of single pincodes. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { unpack } from 'msgpackr';
import { connect } from '../../../src/client/connect.js';
import { responseOf } from '../../../src/client/error.js';
import { getMapPincodes, holdPartner } from '../../../src/client/operations.js';
import { MAP_FLAGS } from '../../../src/contract/map-flags.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';

const PARTNER = 'himbrahma-hills';

interface Places {
  count: number;
  pincodes: Buffer;
  latitude: Buffer;
  longitude: Buffer;
  state: Buffer;
  city: Buffer;
  states: { id: number; name: string; code: string }[];
  cities: { id: number; name: string; stateId: number }[];
}

interface Offers {
  partnerId: string;
  count: number;
  zone: Buffer;
  flags: Buffer;
  zones: { id: number; name: string }[];
}

describe('GET /map/pincodes', () => {
  let app: TestApp;
  let pinrate: ReturnType<typeof connect>;
  before(async () => {
    app = await TestApp.startDemo({ now: new Date() });
    pinrate = connect({ url: app.app.url, service: MAIN.id, secret: MAIN.secret });
    // the demo has one
    for (const { id } of (await app.get(`/documents/holds?partnerId=${PARTNER}`)).json.data)
      assert.equal((await app.send('POST', `/holds/${id}/end`)).status, 200);
  });
  after(async () => {
    await app.close();
    assert.deepEqual(app.errors, []);
  });

  const places = async () => unpack(Buffer.from(await getMapPincodes(pinrate))) as Places;
  const offers = async (partnerId = PARTNER) =>
    unpack(Buffer.from(await getMapPincodes(pinrate, { partnerId }))) as Offers;
  /** What a single pincode says. */
  const one = async (pincode: number) => (await app.get(`/pincodes/${pincode}`)).json.data;

  it('has every pincode with its place, ascending', async () => {
    const { count, pincodes, latitude, longitude, state, city, states, cities } = await places();
    const { json } = await app.get('/pincodes?limit=1');
    assert.equal(count, json.pagination.total);
    assert.deepEqual(
      [pincodes, latitude, longitude, state, city].map(({ length }) => length / count),
      [4, 4, 4, 1, 2],
    );
    const numbers = Array.from({ length: count }, (_, at) => pincodes.readUInt32LE(4 * at));
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    );
    for (let at = 0; at < count; at += Math.ceil(count / 40)) {
      const { stateId, stateName, cityId, cityName, ...data } = await one(numbers[at]!);
      const [ofState, ofCity] = [states[state[at]!]!, cities[city.readUInt16LE(2 * at)]!];
      assert.deepEqual([String(ofState.id), ofState.name], [String(stateId), stateName]);
      assert.deepEqual([String(ofCity.id), ofCity.name], [String(cityId), cityName]);
      assert.deepEqual(latitude.readFloatLE(4 * at), data.latitude === null ? NaN : Math.fround(data.latitude));
      assert.deepEqual(longitude.readFloatLE(4 * at), data.longitude === null ? NaN : Math.fround(data.longitude));
    }
  });

  it('has the zone and the flags of a partner, as single pincodes have them', async () => {
    const { count, pincodes } = await places();
    const { zone, flags, zones, ...rest } = await offers();
    assert.deepEqual(rest, { partnerId: PARTNER, count });
    const coverage = (await app.get(`/partners/${PARTNER}/coverage`)).text.trim().split('\n');
    const lines = new Map(coverage.map((line) => [Number(JSON.parse(line).pincode), JSON.parse(line)]));
    assert.ok(lines.size > 10 && lines.size < count);
    for (let at = 0; at < count; at++) {
      const offer = lines.get(pincodes.readUInt32LE(4 * at));
      const bits = flags.readUInt16LE(2 * at);
      if (offer === undefined) {
        assert.deepEqual([zone.readUInt16LE(2 * at), bits], [0, 0]);
        continue;
      }
      assert.deepEqual(zones[zone.readUInt16LE(2 * at) - 1], { id: offer.zoneId, name: offer.zone });
      const names = ['PICKUP', 'DELIVERY', 'PREPAID', 'COD', 'REVERSE'] as const;
      const expected = [
        ...names.filter((name) => offer.services.includes(name)).map((name) => MAP_FLAGS[name]),
        ...(offer.attributes as ('ODA' | 'HILL')[]).map((name) => MAP_FLAGS[name]),
        ...(offer.blocked === null ? [] : [MAP_FLAGS.BLOCKED]),
      ];
      assert.equal(
        bits,
        expected.reduce<number>((sum, bit) => sum + bit, 0),
        String(pincodes.readUInt32LE(4 * at)),
      );
    }
  });

  it('shows a hold at its end, and has another ETag then', async () => {
    const [, first] = [await offers(), responseOf(await getMapPincodes(pinrate, { partnerId: PARTNER }))!];
    const { etag } = Object.fromEntries(first.headers);
    const path = `/map/pincodes?partnerId=${PARTNER}`;
    assert.equal((await app.get(path, MAIN, { 'if-none-match': etag! })).status, 304);
    assert.equal((await app.get('/map/pincodes', MAIN, { 'if-none-match': etag! })).status, 200);
    await holdPartner(pinrate, PARTNER, { states: ['HP'], end: 'DELIVERY', reason: 'Snow' });
    assert.equal((await app.get(path, MAIN, { 'if-none-match': etag! })).status, 200);
    const [{ count, state, states }, { zone, flags }] = [await places(), await offers()];
    let held = 0;
    for (let at = 0; at < count; at++) {
      const isHeld = states[state[at]!]!.code === 'HP' && zone.readUInt16LE(2 * at) !== 0;
      const heldBits = flags.readUInt16LE(2 * at) & (MAP_FLAGS.DELIVERY_HELD | MAP_FLAGS.PICKUP_HELD);
      assert.equal(heldBits, isHeld ? MAP_FLAGS.DELIVERY_HELD : 0);
      if (isHeld) held++;
    }
    assert.ok(held > 0);
  });

  it('shows a partner the places, and itself alone', async () => {
    const own = partnerCredential(PARTNER);
    assert.equal((await app.get('/map/pincodes', own)).status, 200);
    const { status, headers } = await app.get(`/map/pincodes?partnerId=${PARTNER}`, own);
    assert.deepEqual([status, headers['content-type']], [200, 'application/msgpack']);
    assert.equal((await app.get('/map/pincodes?partnerId=haatwala-ecom', own)).json.error.code, 'FORBIDDEN');
    assert.equal((await app.get('/map/pincodes?partnerId=nobody')).json.error.code, 'PARTNER_NOT_FOUND');
    assert.equal((await app.get('/map/pincodes?partnerId=No%20Id')).status, 400);
  });
});
