/** POST /zones: the new zone, the messages about it, and the refusals. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listPartnerZones } from '../../../src/contract/zones.js';
import { createZone } from '../../../src/contract/zone-create.js';
import { MAX_ZONES_PER_PARTNER } from '../../../src/limits/documents.js';
import { MAX_ITEMS_SHOWN, MAX_ZONE_PLACES } from '../../../src/limits/requests.js';
import { Failures, Held } from '../../contract/held.js';
import { packageRow, partner, workedWorld, zone } from '../../reference/fixture.js';
import { addCredentials, availability } from '../questions/fixture.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential, Reply } from '../../support/client.js';

type Body = Record<string, unknown>;

const ACME = partnerCredential('acme');
const MADE_AT = '2026-03-11T06:30:00.000Z';

const failures = new Failures();
const held = new Held(createZone, failures);
const heldList = new Held(listPartnerZones, failures);

/**
 * acme has Mumbai (400001, 400002) by its city and 110001 by an entry of zone 2; bolt has neither zones nor prices;
 * dune has every pincode.
 */
const world = workedWorld((made) => {
  const contact = {
    name: 'Desk',
    phone: '+91 22 5550 0100',
    email: 'desk@acme.example',
    trackingUrl: 'https://acme.example/{trackingNumber}',
  };
  made.partners = [
    partner('acme'),
    { ...partner('bolt'), paymentTypes: ['PREPAID' as const] },
    { ...partner('idle'), status: 'INACTIVE' as const },
    partner('crowd'),
    partner('dune'),
  ].map((row) => ({ ...row, contact }));
  made.zones = [
    zone({
      id: 1,
      geographical: { states: [], cities: [11], areas: [] },
      services: [{ serviceTypeId: 'PICKUP', isAvailable: true }],
    }),
    zone({ id: 2 }),
    ...Array.from({ length: MAX_ZONES_PER_PARTNER - 1 }, (_, index) => zone({ id: 5_001 + index, partnerId: 'crowd' })),
    zone({ id: 101, partnerId: 'dune', status: false, geographical: { states: [1], cities: [], areas: [111] } }),
    zone({ id: 102, partnerId: 'dune', name: 'Dune Fort' }),
    zone({ id: 103, partnerId: 'dune', name: 'Dune south' }),
    zone({ id: 104, partnerId: 'dune', name: 'Dune Pune', geographical: { states: [], cities: [12], areas: [] } }),
    zone({ id: 105, partnerId: 'dune', name: 'Dune Delhi', geographical: { states: [2], cities: [21], areas: [] } }),
  ];
  made.areas.push({ id: 213, name: 'Without pincodes', cityId: 21, createdAt: MADE_AT });
  made['zone-pincodes'] = [
    { partnerId: 'acme', zoneId: 2, pincode: '110001', assignedAt: MADE_AT },
    { partnerId: 'dune', zoneId: 102, pincode: '400001', assignedAt: MADE_AT },
    { partnerId: 'dune', zoneId: 103, pincode: '400002', assignedAt: MADE_AT },
  ];
  made.packages = [
    packageRow({ id: 1 }),
    packageRow({ id: 2, partnerId: 'bolt', fromZoneId: null, toZoneId: null, status: false }),
    packageRow({ id: 3, partnerId: 'dune' }),
  ];
  addCredentials(made);
});

let app: TestApp;
before(async () => {
  app = await TestApp.start(world);
});
after(async () => {
  await app.close();
  assert.deepEqual(app.errors, []);
});

async function create(
  body: unknown,
  credential: ClientCredential = ACME,
  { query = '', headers = {} } = {},
): Promise<Reply> {
  const reply = await app.post(`/zones${query}`, body, credential, headers);
  held.assert(reply, credential.kind, JSON.stringify(body).slice(0, 200));
  return reply;
}

async function listed(partnerId: string, id: string): Promise<Body> {
  const reply = await app.get(`/partner-zones/${partnerId}?limit=100`);
  heldList.assert(reply, 'service', partnerId);
  return (reply.json.data.zones as Body[]).find((row) => row.id === id)!;
}

const FULL = {
  name: 'Delhi north',
  description: 'North of the river',
  attributes: ['ODA'],
  geographical: { states: ['2'], cities: ['12'], areas: ['111'], pincodes: ['110002', '411001'] },
  services: [
    {
      serviceTypeId: 'DELIVERY',
      isAvailable: true,
      baseCharge: 10.5,
      customCharges: { CORPORATE: 8, B2B: 0.01 },
      additionalInfo: {
        cutoffTime: '17:00',
        deliveryWindow: '10-18',
        maxWeight: 20_000,
        restrictions: ['No liquids'],
        specialInstructions: 'Ring',
        vehicleType: 'Van',
      },
    },
    { serviceTypeId: 'ODA', isAvailable: true, baseCharge: 30 },
    { serviceTypeId: 'COD', isAvailable: false },
  ],
  operationalDetails: {
    operatingHours: {
      monday: '09:00-18:00',
      tuesday: '09:00-18:00',
      wednesday: '09:00-18:00',
      thursday: '09:00-18:00',
      friday: '22:00-06:00',
      saturday: '00:00-23:59',
      sunday: 'CLOSED',
    },
    capacity: { maxDailyShipments: 100, maxWeightPerDay: 500_000.5 },
    specialHandling: ['Keep dry'],
  },
};

describe('a new zone', () => {
  it('has everything that it was given, and takes effect in the next read and the next quote', async () => {
    // 400001 stays with Mumbai's zone unless its area is named: areas come first
    const { status, json } = await create(FULL);
    assert.equal(status, 201);
    const { id, nextSteps, validation, ...data } = json.data;
    assert.deepEqual(data, {
      partnerId: 'acme',
      name: 'Delhi north',
      status: true,
      createdAt: MADE_AT,
      updatedAt: MADE_AT,
      assignmentResults: {
        geographical: {
          states: { assigned: 1, failed: 0 },
          cities: { assigned: 1, failed: 0 },
          areas: { assigned: 1, failed: 0 },
          pincodes: { assigned: 2, failed: 0 },
        },
        services: {
          total: 3,
          assigned: 3,
          failed: 0,
          details: FULL.services.map((configuration) => ({
            serviceTypeId: configuration.serviceTypeId,
            status: 'ASSIGNED',
            configuration,
          })),
        },
        failures: [],
      },
      coverage: { estimatedPincodes: 3, estimatedPopulation: null, coverageArea: '2 states, 3 cities, 3 pincodes' },
    });
    assert.deepEqual(validation, {
      geographicalConsistency: 'WARNING',
      serviceCompatibility: 'PASSED',
      chargeValidation: 'PASSED',
      operationalFeasibility: 'PASSED',
    });
    assert.deepEqual(nextSteps, [
      `1 of the 4 pincodes of its places belong to other zones of the partner, which count before it: 1 to "Zone 2" (id 2). Assign those that it is to have to this zone with POST /zones/${id}/assign/pincodes, which decides before places do.`,
      'The zone is in use: POST /partners/availability/check answers for its 3 pincodes.',
    ]);

    const { coverage, geography, services, operationalDetails, ...others } = await listed('acme', id);
    assert.deepEqual(
      coverage,
      { states: 2, cities: 3, areas: 1, pincodes: 3 },
      'as estimated: 400001, 411001 and 110002',
    );
    assert.deepEqual([services, operationalDetails], [FULL.services, FULL.operationalDetails]);
    assert.deepEqual((geography as Body).pincodes, ['110002', '411001']);
    assert.deepEqual([others.attributes, others.description], [['ODA'], 'North of the river']);
    const quote = await app.ask(
      'availability',
      availability({
        partnerId: 'acme',
        pickupPincode: '400002',
        deliveryPincode: '110002',
        declaredValue: 0,
        paymentType: 'PREPAID',
      }),
      ACME,
    );
    assert.equal(quote.json.data.coverage.delivery.zone, 'Delhi north');
  });

  it('has defaults for what it was not given', async () => {
    const { json } = await create({ name: 'Bare' });
    const { id, coverage, validation, assignmentResults } = json.data;
    assert.deepEqual(coverage, { estimatedPincodes: 0, estimatedPopulation: null, coverageArea: 'no pincodes' });
    assert.deepEqual(validation, {
      geographicalConsistency: 'WARNING',
      serviceCompatibility: 'WARNING',
      chargeValidation: 'PASSED',
      operationalFeasibility: 'PARTIAL',
    });
    assert.deepEqual(assignmentResults.services, { total: 0, assigned: 0, failed: 0, details: [] });
    const { description, status, attributes, services, operationalDetails } = await listed('acme', id);
    assert.deepEqual([description, status, attributes, services, operationalDetails], ['', true, [], [], null]);
  });

  it('omits unknown and taken places and unknown and repeated services, and says so', async () => {
    const { json } = await create({
      name: 'Partly',
      geographical: {
        states: ['1', '01', '99'],
        cities: ['0'],
        areas: ['111', '7'],
        pincodes: ['110001', '400002', '400002', '999999'],
      },
      services: [
        { serviceTypeId: 'PICKUP', isAvailable: true },
        { serviceTypeId: 'FLY', isAvailable: true },
        { serviceTypeId: 'PICKUP', isAvailable: false },
      ],
    });
    const { id, assignmentResults, validation, nextSteps } = json.data;
    assert.equal(json.message, 'Zone created; 7 of its places and services could not be taken');
    assert.deepEqual(assignmentResults.geographical, {
      states: { assigned: 1, failed: 1 },
      cities: { assigned: 0, failed: 1 },
      areas: { assigned: 1, failed: 1 },
      pincodes: { assigned: 1, failed: 2 },
    });
    assert.deepEqual(
      assignmentResults.failures.map(({ kind, id: of, reason }: Record<string, string>) => `${kind} ${of} ${reason}`),
      [
        'state 99 NOT_FOUND',
        'city 0 NOT_FOUND',
        'area 7 NOT_FOUND',
        'pincode 110001 ALREADY_ASSIGNED',
        'pincode 999999 INVALID_PINCODE',
      ],
    );
    assert.deepEqual(
      assignmentResults.services.details.map((row: Body) => [
        row.serviceTypeId,
        row.status,
        row.reason,
        row.configuration,
      ]),
      [
        ['PICKUP', 'ASSIGNED', undefined, { serviceTypeId: 'PICKUP', isAvailable: true }],
        ['FLY', 'FAILED', 'UNKNOWN_SERVICE_TYPE', null],
        ['PICKUP', 'FAILED', 'LISTED_TWICE', null],
      ],
    );
    assert.deepEqual(validation, {
      geographicalConsistency: 'PARTIAL',
      serviceCompatibility: 'PARTIAL',
      chargeValidation: 'WARNING',
      operationalFeasibility: 'PARTIAL',
    });
    assert(
      nextSteps.includes(
        `1 of the pincodes belong to other zones of the partner: POST /zones/${id}/assign/pincodes moves them here.`,
      ),
    );
    assert(nextSteps.some((step: string) => step.startsWith('4 of the places do not exist')));
    assert.equal((await app.store.get('zone-pincodes', 'acme/110001'))!.zoneId, 2, 'stayed where it was');
  });

  it('covers nothing while it or its partner is inactive', async () => {
    for (const [body, credential, step] of [
      [
        { name: 'Asleep', status: false, geographical: { states: ['2'] } },
        ACME,
        'The zone is inactive and covers nothing while it is.',
      ],
      [
        { name: 'Of idle', geographical: { states: ['2'] } },
        partnerCredential('idle'),
        'The partner is inactive: quotes leave it out, with all of its zones.',
      ],
    ] as const) {
      const { json } = await create(body, credential);
      assert.equal(json.data.coverage.estimatedPincodes, 0);
      assert.deepEqual((await listed(credential.id, json.data.id)).coverage, {
        states: 0,
        cities: 0,
        areas: 0,
        pincodes: 0,
      });
      assert(json.data.nextSteps.includes(step));
    }
  });

  it('is checked against the capabilities of its partner', async () => {
    const check = async (body: Body): Promise<Reply['json']['data']> =>
      (await create({ name: 'Checked', partnerId: 'bolt', ...body }, MAIN)).json.data;
    const service = (serviceTypeId: string, more: Body = {}) => ({
      serviceTypeId,
      isAvailable: true,
      baseCharge: 1,
      ...more,
    });
    assert.equal(
      (await check({ services: [service('PICKUP'), service('PREPAID')] })).validation.serviceCompatibility,
      'PASSED',
    );
    assert.equal(
      (await check({ services: [service('PICKUP'), service('COD')] })).validation.serviceCompatibility,
      'WARNING',
      'bolt takes no COD',
    );
    assert.equal(
      (await check({ services: [service('EXPRESS')] })).validation.serviceCompatibility,
      'WARNING',
      'neither end',
    );
    assert.equal(
      (await check({ services: [service('PICKUP', { customCharges: { RETAIL: 1, B2C: 2 } })] })).validation
        .chargeValidation,
      'PASSED',
    );
    assert.equal(
      (await check({ services: [service('PICKUP', { customCharges: { GOLD: 1 } })] })).validation.chargeValidation,
      'WARNING',
    );
    assert.equal(
      (await check({ geographical: { cities: ['11', '12'] } })).validation.geographicalConsistency,
      'PASSED',
    );
    assert.equal(
      (await check({ geographical: { cities: ['11'], pincodes: ['400001'] } })).validation.geographicalConsistency,
      'WARNING',
    );
    assert.equal(
      (await check({ operationalDetails: { operatingHours: { monday: 'CLOSED' } } })).validation.operationalFeasibility,
      'WARNING',
    );
    assert.equal(
      (await check({ operationalDetails: { capacity: { maxDailyShipments: 0 } } })).validation.operationalFeasibility,
      'WARNING',
    );
    const { nextSteps } = await check({});
    assert.deepEqual(
      nextSteps.filter((step: string) => step.includes('no rate')).length,
      2,
      'its one package is inactive',
    );
  });

  it('names the zones that its pincodes belong to, and gets the pincodes by assigning them', async () => {
    const dune = async (body: Body): Promise<Reply['json']['data']> =>
      (
        await create(
          { name: 'Late', partnerId: 'dune', services: [{ serviceTypeId: 'PICKUP', isAvailable: true }], ...body },
          MAIN,
        )
      ).json.data;
    const belonging = (id: string, start: string, to: string) =>
      `${start} of its places belong to other zones of the partner, which count before it: ${to}. Assign those that it is to have to this zone with POST /zones/${id}/assign/pincodes, which decides before places do.`;
    const late = await dune({ geographical: { states: ['1', '2'] } });
    assert.deepEqual(
      [
        late.assignmentResults.geographical.states.assigned,
        late.coverage.estimatedPincodes,
        late.validation.geographicalConsistency,
      ],
      [2, 0, 'WARNING'],
    );
    assert.deepEqual(late.nextSteps, [
      belonging(
        late.id,
        'The zone covers nothing: 5 of the 5 pincodes',
        '2 to "Dune Delhi" (id 105), 1 to "Dune Fort" (id 102), 1 to "Dune south" (id 103), 1 to 1 more',
      ),
    ]);

    const assigned = await app.post(`/zones/${late.id}/assign/pincodes`, { pincodes: ['110001', '400001'] }, MAIN);
    assert.equal(assigned.json.data.updatedCoverage.totalPincodes, 2, JSON.stringify(assigned.json));
    assert.equal(((await listed('dune', late.id)).coverage as Body).pincodes, 2);

    const asleep = await dune({ status: false, geographical: { cities: ['11'], areas: ['213'] } });
    assert.deepEqual([asleep.coverage.estimatedPincodes, asleep.validation.geographicalConsistency], [0, 'WARNING']);
    assert.deepEqual(asleep.nextSteps, [
      belonging(
        asleep.id,
        'The zone covers nothing: 2 of the 2 pincodes',
        `1 to "Dune south" (id 103), 1 to "Late" (id ${late.id})`,
      ),
      'The zone is inactive and covers nothing while it is.',
    ]);
    const empty = await dune({ geographical: { areas: ['213'] } });
    assert.deepEqual(
      [empty.validation.geographicalConsistency, empty.nextSteps],
      [
        'WARNING',
        [
          `The zone covers nothing: its places have no pincodes. Assign some with POST /zones/${empty.id}/assign/pincodes.`,
        ],
      ],
    );
    const bare = await dune({ geographical: {} });
    assert.deepEqual(bare.nextSteps, [
      `The zone has no places yet: assign pincodes with POST /zones/${bare.id}/assign/pincodes.`,
    ]);
    const free = await dune({ geographical: { areas: ['111', '211'] } });
    assert.deepEqual(
      [free.coverage.estimatedPincodes, free.validation.geographicalConsistency],
      [0, 'WARNING'],
      'entries come before areas',
    );
    // the late zone now has 110001, of Delhi, by an entry
    const nearer = await dune({ geographical: { areas: ['211', '213'], pincodes: ['411001'] } });
    assert.deepEqual([nearer.coverage.estimatedPincodes, nearer.validation.geographicalConsistency], [1, 'WARNING']);
    assert.deepEqual(nearer.nextSteps, [
      belonging(nearer.id, '1 of the 1 pincode', `1 to "Late" (id ${late.id})`),
      'The zone is in use: POST /partners/availability/check answers for its 1 pincode.',
    ]);
    const passed = await dune({ geographical: { areas: ['213'], pincodes: ['110002'] } });
    assert.deepEqual(
      [passed.validation.geographicalConsistency, passed.nextSteps],
      ['PASSED', ['The zone is in use: POST /partners/availability/check answers for its 1 pincode.']],
    );
  });

  it('reports unusable times and charges that can never apply', async () => {
    const long = 'x'.repeat(60);
    const days = { monday: '09:00-18:00', tuesday: '9-18', wednesday: '09:00-24:00', thursday: 'closed', friday: long };
    const services = [
      {
        serviceTypeId: 'PICKUP',
        isAvailable: true,
        baseCharge: 1,
        customCharges: { RETIAL: 1, B2B: 2, GOLD: 3 },
        additionalInfo: { cutoffTime: '5 pm' },
      },
      {
        serviceTypeId: 'DELIVERY',
        isAvailable: false,
        customCharges: { D2C: 1 },
        additionalInfo: { cutoffTime: '23:59' },
      },
    ];
    const { json } = await create(
      {
        name: 'Odd',
        partnerId: 'dune',
        geographical: { pincodes: ['110002'] },
        services,
        operationalDetails: { operatingHours: days },
      },
      MAIN,
    );
    const { id, validation, nextSteps } = json.data;
    assert.deepEqual([validation.operationalFeasibility, validation.chargeValidation], ['WARNING', 'WARNING']);
    const cut = `"${'x'.repeat(50)}…"`;
    assert.deepEqual(nextSteps.slice(-3), [
      'Custom charges never count that are of no customer type and no shipment type (RETAIL, CORPORATE, ENTERPRISE, '
        + 'SME, B2B, B2C): RETIAL of PICKUP, GOLD of PICKUP, D2C of DELIVERY.',
      `Operating hours that are neither HH:mm-HH:mm (00:00 to 23:59) nor CLOSED are stored as text: tuesday "9-18", wednesday "09:00-24:00", thursday "closed", friday ${cut}.`,
      'Cutoff times that are not HH:mm (00:00 to 23:59) are stored as text: PICKUP "5 pm".',
    ]);
    const stored = await listed('dune', id);
    assert.deepEqual([stored.services, stored.operationalDetails], [services, { operatingHours: days }]);

    const feasibility = async (body: Body): Promise<string> =>
      (await create({ name: 'Odd', partnerId: 'dune', ...body }, MAIN)).json.data.validation.operationalFeasibility;
    const hours = (given: Body) => ({
      operationalDetails: {
        operatingHours: { ...FULL.operationalDetails.operatingHours, ...given },
        capacity: FULL.operationalDetails.capacity,
      },
    });
    assert.equal(await feasibility(hours({})), 'PASSED');
    for (const monday of ['9:00-18:00', '09:00 - 18:00', '24:00-06:00', '09:60-18:00', 'CLOSED '])
      assert.equal(await feasibility(hours({ monday })), 'WARNING', monday);
    const cutoff = (cutoffTime: string) => ({
      ...hours({}),
      services: [{ serviceTypeId: 'PICKUP', isAvailable: true, additionalInfo: { cutoffTime } }],
    });
    assert.equal(await feasibility(cutoff('17:00')), 'PASSED');
    for (const time of ['17', '7:00', '24:00', '']) assert.equal(await feasibility(cutoff(time)), 'WARNING', time);
    const customCharges = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`NAME${index}`, 1]));
    const odd = { serviceTypeId: 'PICKUP', isAvailable: true, customCharges };
    const many = await create({ name: 'Odd', partnerId: 'dune', services: [odd] }, MAIN);
    assert(
      many.json.data.nextSteps.some((step: string) => step.endsWith('NAME8 of PICKUP, NAME9 of PICKUP and 2 more.')),
      JSON.stringify(many.json.data.nextSteps),
    );
  });

  it('is created once under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await create({ name: 'Once' }, ACME, { headers });
    const again = await create({ name: 'Once' }, ACME, { headers });
    assert.deepEqual([again.status, again.json.data], [201, first.json.data]);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.equal((await create({ name: 'Twice' }, ACME, { headers })).json.error.code, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('is one of at most a thousand, even among concurrent requests', async () => {
    const crowd = partnerCredential('crowd');
    const replies = await Promise.all(['A', 'B', 'C'].map((name) => create({ name }, crowd)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 422, 422]);
    const { json } = await create({ name: 'D' }, crowd);
    assert.deepEqual(
      [json.error.code, json.error.message],
      ['BUSINESS_VALIDATION_FAILED', 'The partner cannot have another zone'],
    );
  });

  it('is the only one of two concurrent ones to get the same pincode', async () => {
    const replies = await Promise.all(
      ['A', 'B'].map((name) => create({ name, partnerId: 'bolt', geographical: { pincodes: ['400002'] } }, MAIN)),
    );
    assert.deepEqual(
      replies.map(({ json }) => json.data.assignmentResults.geographical.pincodes.assigned).sort(),
      [0, 1],
    );
    assert.notEqual(replies[0]!.json.data.id, replies[1]!.json.data.id);
  });
});

describe('a zone is refused', () => {
  async function fields(body: unknown, credential: ClientCredential = MAIN, query = ''): Promise<string[]> {
    const { status, json } = await create(body, credential, { query });
    assert.equal(status, 400, JSON.stringify(json).slice(0, 300));
    const faults = credential.kind === 'service' ? json.error.details : json.error.details.validationErrors;
    return (faults as { field: string }[]).map(({ field }) => field).sort();
  }

  it('for what its schema does not allow, every field named', async () => {
    assert.deepEqual(
      await fields({
        name: '',
        description: 1,
        status: 'yes',
        attributes: ['SNOW'],
        services: {},
        geographical: [],
        operationalDetails: 1,
        partnerId: 'x',
      }),
      ['attributes[0]', 'description', 'geographical', 'name', 'operationalDetails', 'partnerId', 'services', 'status'],
    );
    assert.deepEqual(
      await fields({ geographical: { states: [1], cities: ['x'], areas: ['-1'], pincodes: ['12345'] } }, ACME),
      ['geographical.areas[0]', 'geographical.cities[0]', 'geographical.pincodes[0]', 'geographical.states[0]', 'name'],
    );
    assert.deepEqual(
      await fields({
        partnerId: 'acme',
        name: 'n'.repeat(201),
        services: [
          { serviceTypeId: 'PICKUP' },
          { isAvailable: true, baseCharge: -1 },
          { serviceTypeId: 'COD', isAvailable: true, customCharges: { SME: -1 }, additionalInfo: { maxWeight: -1 } },
        ],
      }),
      [
        'name',
        'services[0].isAvailable',
        'services[1].baseCharge',
        'services[1].serviceTypeId',
        'services[2].additionalInfo.maxWeight',
        'services[2].customCharges.SME',
      ],
    );
    assert.deepEqual(
      await fields({
        partnerId: 'acme',
        name: 'n',
        operationalDetails: {
          operatingHours: { monday: '' },
          capacity: { maxDailyShipments: -1 },
          specialHandling: [1],
        },
      }),
      [
        'operationalDetails.capacity.maxDailyShipments',
        'operationalDetails.operatingHours.monday',
        'operationalDetails.specialHandling[0]',
      ],
    );
  });

  it('for charges with three decimals and attributes without their service', async () => {
    const services = [
      { serviceTypeId: 'ODA', isAvailable: false, baseCharge: 1.005 },
      { serviceTypeId: 'FLY', isAvailable: true, customCharges: { SME: 0.001 } },
    ];
    for (const credential of [MAIN, ACME]) {
      assert.deepEqual(
        await fields({ partnerId: 'acme', name: 'n', attributes: ['ODA', 'HILL'], services }, credential),
        ['attributes[0]', 'attributes[1]', 'services[0].baseCharge', 'services[1].customCharges.SME'],
      );
    }
  });

  it('for lists that are too long, but not at the limit', async () => {
    const ids = Array.from({ length: MAX_ZONE_PLACES }, (_, index) => String(index + 1_000));
    assert.deepEqual(await fields({ partnerId: 'acme', name: 'n', geographical: { areas: [...ids, '1'] } }), [
      'geographical.areas',
    ]);
    const { status, json } = await create({ name: 'Long', geographical: { areas: ids } });
    assert.deepEqual(
      [status, json.data.assignmentResults.geographical.areas.failed, json.data.assignmentResults.failures.length],
      [201, MAX_ZONE_PLACES, MAX_ITEMS_SHOWN],
    );
  });

  it('if its partner is not given, or is another one', async () => {
    const unnamed = await app.post('/zones', { name: 'n' });
    assert.deepEqual([unnamed.status, unnamed.json.error.details[0].field], [401, 'partnerId']);
    assert.equal((await create({ name: 'n', partnerId: 'bolt' })).json.error.code, 'FORBIDDEN');
    assert.equal((await create({ name: 'n' }, ACME, { query: '?partnerId=bolt' })).json.error.code, 'FORBIDDEN');
    assert.equal((await create({ name: 'n', partnerId: 'nobody' }, MAIN)).json.error.code, 'PARTNER_NOT_FOUND');
    assert.deepEqual(await fields({ name: 'n', partnerId: 'acme' }, MAIN, '?partnerId=bolt'), ['partnerId']);
    assert.equal((await create({ name: 'By query' }, MAIN, { query: '?partnerId=acme' })).json.data.partnerId, 'acme');
    assert.equal(
      (await create({ name: 'By both', partnerId: 'acme' }, MAIN, { query: '?partnerId=acme' })).status,
      201,
    );
  });
});
