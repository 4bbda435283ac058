/** What people reported of places and of lists, on the shipped geography: the right values, in their own terms. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { packageRow, partner, zone } from '../../reference/fixture.js';
import { MAIN, TestApp } from '../../support/app.js';

describe('reported of places', () => {
  let app: TestApp;
  /** The courier `plain`, registered in Puducherry: one zone of all states, ₹40 up to 500 g. */
  before(async () => {
    app = await TestApp.startDemo();
    const contact = { name: 'Desk', phone: '1', email: 'a@b.example', trackingUrl: 'https://plain.example/' };
    const states = (await app.get('/pincodes/states?limit=50')).json.data as { id: number }[];
    const services = ['PICKUP', 'DELIVERY', 'COD', 'PREPAID'].map((serviceTypeId) => ({
      serviceTypeId,
      isAvailable: true,
      baseCharge: 0,
    }));
    const documents = [
      ['partners', 'plain', { ...partner('plain'), contact, gstStateCode: '34' }],
      ['zones', 990_001, zone({ id: 990_001, partnerId: 'plain', geographical: placesOf(states), services } as never)],
      [
        'packages',
        990_001,
        {
          ...packageRow({ id: 990_001, partnerId: 'plain' }),
          baseWeight: 500,
          baseCharge: 40,
          fromZoneId: null,
          toZoneId: null,
        },
      ],
    ] as const;
    for (const [collection, key, document] of documents) {
      const { status, text } = await app.send('PUT', `/documents/${collection}/${key}`, document);
      assert.equal(status, 201, text);
    }
  });
  after(() => app.close());
  const placesOf = (states: readonly { id: number }[]) => ({
    states: states.map(({ id }) => id),
    cities: [],
    areas: [],
  });

  const taxOf = async (pickupPincode: string): Promise<Record<string, number>> => {
    const { json, text } = await app.ask('charges', {
      partnerId: 'plain',
      pickupPincode,
      deliveryPincode: '560001',
      weight: 500,
      shipmentType: 'B2C',
      paymentType: 'PREPAID',
      serviceRequirements: ['PICKUP', 'DELIVERY'],
    });
    assert.ok(json.data.available, text);
    const entries = json.data.breakdown as { category: string; description: string; amount: number }[];
    return Object.fromEntries(
      entries.filter(({ category }) => category === 'tax').map(({ description, amount }) => [description, amount]),
    );
  };

  it('14: a pickup in Yanam is one in Puducherry', async () => {
    // 18 % of ₹40 and the demo's fuel of 15 %
    assert.deepEqual(await taxOf('533464'), { CGST: 4.14, SGST: 4.14 });
    assert.deepEqual(await taxOf('560001'), { IGST: 8.28 });
    const { cityName, stateCode } = (await app.get('/pincodes/533464')).json.data;
    assert.deepEqual([cityName, stateCode], ['Yanam', 'PY']);
    const named = { states: [], cities: ['Yanam, PY'], areas: [] };
    const { status, json, text } = await app.send('PATCH', '/documents/zones/990001?dryRun=true', {
      geographical: named,
    });
    assert.equal(status, 200, text);
    assert.equal(json.data.geographical.cities.length, 1);
  });

  it('37: the pincode that couriers deliver to is known, and says where it is from', async () => {
    const [row] = (await app.get('/pincodes?prefix=110098')).json.data;
    assert.deepEqual([row.cityName, row.stateCode, row.areaCount, row.source], ['Delhi', 'DL', 0, 'couriers']);
    const delhi = (await app.get('/pincodes/110001')).json.data;
    assert.equal(delhi.source, 'offices');
    assert.ok(Math.abs(row.latitude - delhi.latitude) < 0.2 && Math.abs(row.longitude - delhi.longitude) < 0.2);
  });

  it('38: districts are found under the names of the Census and of India Post', async () => {
    const expected: Record<string, [name: string, code: string]> = {
      'South Sikkim': ['Namchi', 'SK'],
      'East Sikkim': ['Gangtok', 'SK'],
      'West District': ['Gyalshing', 'SK'],
      'North Sikkim': ['Mangan', 'SK'],
      'Soreng': ['Gyalshing', 'SK'],
      'Niuland': ['Dimapur', 'NL'],
      'Chümoukedima': ['Dimapur', 'NL'],
      'Kadapa': ['YSR Kadapa', 'AP'],
      'Y.S.R.': ['YSR Kadapa', 'AP'],
      'K.V. Rangareddy': ['Ranga Reddy', 'TS'],
      'Purba Champaran': ['East Champaran', 'BR'],
      'Banas Kantha': ['Banaskantha', 'GJ'],
      'Leh Ladakh': ['Leh', 'LA'],
      'Bid': ['Beed', 'MH'],
      'Maldah': ['Malda', 'WB'],
      'Hazaribag': ['Hazaribagh', 'JH'],
    };
    for (const [search, [name, code]] of Object.entries(expected)) {
      const { data } = (await app.get(`/cities?search=${encodeURIComponent(search)}&limit=100`)).json;
      const found = (data as { name: string; stateCode: string }[]).map((city) => `${city.name}, ${city.stateCode}`);
      assert.ok(found.includes(`${name}, ${code}`), `${search}: ${found.join('; ')}`);
      const geographical = { states: [], cities: [`${search}, ${code}`], areas: [] };
      const { status, text } = await app.send('PATCH', '/documents/zones/990001?dryRun=true', { geographical });
      assert.equal(status, 200, `${search}: ${text}`);
    }
  });

  it('38: a district that is not found proposes districts of the state that was named', async () => {
    const geographical = { states: [], cities: ['Suoth Sikkim, SK'], areas: [] };
    const { status, json } = await app.send('PATCH', '/documents/zones/990001?dryRun=true', { geographical });
    assert.equal(status, 400);
    const [{ field, message }] = json.error.details;
    assert.equal(field, 'geographical.cities[0]');
    assert.match(message, /; the nearest are South Sikkim, SK; [A-Z][a-z ]+, SK; [A-Z][a-z ]+, SK$/i);
  });

  it('36: a zone takes its pincodes by first digits and from one to another', async () => {
    const { status, json } = await app.post(
      '/zones',
      { partnerId: 'plain', name: 'Delhi centre', geographical: { pincodes: ['110001-110005', '40000*'] } },
      MAIN,
    );
    assert.equal(status, 201);
    const { data } = (await app.get(`/zones/${json.data.id}/places?kind=pincode&limit=100`)).json;
    const codes = (data as { id: string }[]).map(({ id }) => id);
    assert.deepEqual(codes, [
      ...['110001', '110002', '110003', '110004', '110005'],
      ...['400001', '400002', '400003', '400004', '400005', '400006', '400007', '400008', '400009'],
    ]);
  });
});
