/**
 * Each rule of the import: the fixture dataset is changed to break it, and is then refused with exactly the expected
 * errors.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  MAX_CHARGES_PER_PARTNER,
  MAX_DISCOUNTS_PER_PARTNER,
  MAX_DISTANCE_CHARGES_PER_PARTNER,
  MAX_PLACES_PER_PARTNER,
  MAX_ZONES_PER_PARTNER,
} from '../../src/limits/documents.js';
import { formatDatasetErrors, readDataset, type AllDocuments } from '../../src/store/dataset/dataset.js';
import { fixtureDiscount, fixtureDocuments, fixtureZone, withFolder, writeDataset } from './fixtures.js';

/** Changes the documents; `any`, because most refused documents do not fit the types. */
// oxlint-disable-next-line typescript/no-explicit-any
type Bend = (documents: any) => void;

interface Case {
  rule: string;
  bend: Bend;
  /** The whole lines `file:line: field: message`; none: the dataset is valid. */
  errors: string[];
}

async function errorsAfter(bend: Bend): Promise<string[]> {
  return withFolder(async (folder) => {
    const documents = fixtureDocuments();
    bend(documents);
    await writeDataset(folder, documents);
    const result = await readDataset(folder, { geographyFolder: folder });
    if (result.ok) return [];
    assert.equal(result.total, result.errors.length);
    return formatDatasetErrors(result).split('\n').slice(1);
  });
}

function describeRules(name: string, cases: readonly Case[]): void {
  describe(`import: ${name}`, () => {
    for (const { rule, bend, errors } of cases) it(rule, async () => assert.deepEqual(await errorsAfter(bend), errors));
  });
}

const copy = <T extends object>(document: T, changes: object): T => ({ ...structuredClone(document), ...changes });

describeRules('schemas', [
  { rule: 'a dataset without fault passes', bend: () => {}, errors: [] },
  {
    rule: 'a missing field is named',
    bend: (d) => {
      delete d.cities[1].name;
    },
    errors: ['cities.ndjson:2: name: is required'],
  },
  {
    rule: 'an unknown field is named once',
    bend: (d) => {
      d.areas[0].colour = 'red';
    },
    errors: ['areas.ndjson:1: colour: is not a field that pinrate knows'],
  },
  {
    rule: 'a tax entry is checked member by member',
    bend: (d) => {
      d.partners[0].tax = [
        { regime: 'REVERSE', percent: 100.1, sac: '99' },
        { regime: 'FORWARD', percent: 100, sac: '996812', validFrom: null },
      ];
    },
    errors: [
      'partners.ndjson:1: tax[0].regime: must be one of FORWARD, REVERSE_CHARGE, EXEMPT, but is "REVERSE"',
      'partners.ndjson:1: tax[0].percent: must be at least 0 and at most 100 or null, but is 100.1',
      'partners.ndjson:1: tax[0].sac: must be four to eight digits, such as "996812" or null, but is "99"',
    ],
  },
  {
    rule: 'a tax entry has at most four decimals, and ends behind its start',
    bend: (d) => {
      const at = '2026-04-01T00:00:00.000Z';
      d.partners[0].tax = [
        { regime: 'FORWARD', percent: 5.12345 },
        { regime: 'EXEMPT', validFrom: at, validTo: at },
        { regime: 'FORWARD', percent: 5.1234, validFrom: at, validTo: '2026-04-01T00:00:00.001Z' },
      ];
    },
    errors: [
      'partners.ndjson:1: tax[0].percent: must have at most 4 decimals',
      'partners.ndjson:1: tax[1].validTo: must be later than validFrom, 2026-04-01T00:00:00.000Z',
    ],
  },
  {
    rule: 'a nested unknown field is named',
    bend: (d) => {
      d.partners[0].limits.maxHeight = 1;
    },
    errors: ['partners.ndjson:1: limits.maxHeight: is not a field that pinrate knows: did you mean limits.maxWeight?'],
  },
  {
    rule: 'a wrong type is one error',
    bend: (d) => {
      d.packages[0].baseWeight = '500';
    },
    errors: ['packages.ndjson:1: baseWeight: must be a whole number, but is "500"'],
  },
  {
    rule: 'a fraction where an integer belongs is one error',
    bend: (d) => {
      d.packages[0].baseWeight = 0.5;
    },
    errors: ['packages.ndjson:1: baseWeight: must be a whole number, but is 0.5'],
  },
  {
    rule: 'an error of a nullable field names both types',
    bend: (d) => {
      d.pincodes[0].latitude = 'north';
    },
    errors: ['pincodes.ndjson:1: latitude: must be a number or null, but is "north"'],
  },
  {
    rule: 'a nullable field out of range',
    bend: (d) => {
      d.pincodes[0].latitude = 91;
    },
    errors: ['pincodes.ndjson:1: latitude: must be at least -90 and at most 90 or null, but is 91'],
  },
  {
    rule: 'an enum lists its values',
    bend: (d) => {
      d.discounts[0].discountType = 'half';
    },
    errors: ['discounts.ndjson:1: discountType: must be one of flat, percentage, but is "half"'],
  },
  {
    rule: 'an unknown service type in a list',
    bend: (d) => {
      d.zones[0].services[1].serviceTypeId = 'DRONE';
    },
    errors: [
      'zones.ndjson:1: services[1].serviceTypeId: must be one of PICKUP, DELIVERY, COD, PREPAID, ODA, HILL, EXPRESS, '
        + 'INSURANCE, TRACKING, REVERSE, but is "DRONE"',
    ],
  },
  {
    rule: 'a union of an enum and a boolean',
    bend: (d) => {
      d.credentials[0].status = 3;
    },
    errors: ['credentials.ndjson:1: status: must be one of ACTIVE, INACTIVE or true or false'],
  },
  {
    rule: 'a nullable object is described inside',
    bend: (d) => {
      d.zones[0].operationalDetails = { specialHandling: [7] };
    },
    errors: ['zones.ndjson:1: operationalDetails.specialHandling[0]: must be text, but is 7'],
  },
  {
    rule: 'a pattern',
    bend: (d) => {
      d.pincodes[5].pincode = '41100';
    },
    errors: [
      'pincodes.ndjson:6: pincode: must be six digits, such as "110001", but is "41100"',
      'zone-pincodes.ndjson:3: pincode: there is no pincode 411005',
      'place-groups.ndjson:1: pincodes[0]: there is no pincode 411005',
      'allocation-policies.ndjson:1: rules[0].when.not.toPincodes[0]: there is no pincode 411005',
    ],
  },
  {
    rule: 'a date that does not exist',
    bend: (d) => {
      d.cities[0].createdAt = '2025-02-30T00:00:00Z';
    },
    errors: [
      'cities.ndjson:1: createdAt: must be a date and time as in 2025-01-31T00:00:00Z, but is "2025-02-30T00:00:00Z"',
    ],
  },
  {
    rule: 'a date that is not a moment',
    bend: (d) => {
      d.cities[0].createdAt = '2016-12-31T23:59:60Z';
    },
    errors: ['cities.ndjson:1: createdAt: must be a date and time that exists'],
  },
  {
    rule: 'every fault of a line, more than the validator’s own limit',
    bend: (d) => {
      d.partners[1] = { partnerId: 'hill-carts' };
    },
    errors: [
      'name',
      'status',
      'tier',
      'joinedDate',
      'gstStateCode',
      'contact',
      'limits',
      'paymentTypes',
      'shipmentTypes',
      'cutoffTime',
      'weekendDelivery',
      'sameDay',
      'transit',
      'performance',
    ].map((field) => `partners.ndjson:2: ${field}: is required`),
  },
  {
    rule: 'a line that is not an object',
    bend: (d) => {
      d.cities.push([1]);
    },
    errors: ['cities.ndjson:4: must be an object'],
  },
  {
    rule: 'a misspelt field is shown with the right name, and so is the required field that it left out',
    bend: (d) => {
      d.packages[0].base_charge = d.packages[0].baseCharge;
      delete d.packages[0].baseCharge;
    },
    errors: [
      'packages.ndjson:1: baseCharge: is required',
      'packages.ndjson:1: base_charge: is not a field that pinrate knows: did you mean baseCharge?',
    ],
  },
  {
    rule: 'a long value is not shown',
    bend: (d) => {
      d.packages[0].baseCharge = 'x'.repeat(39);
    },
    errors: ['packages.ndjson:1: baseCharge: must be a number'],
  },
  {
    rule: 'a value that is just short enough is shown',
    bend: (d) => {
      d.packages[0].baseCharge = 'x'.repeat(38);
    },
    errors: [`packages.ndjson:1: baseCharge: must be a number, but is "${'x'.repeat(38)}"`],
  },
  {
    rule: 'a value of a credential is never shown',
    bend: (d) => {
      d.credentials[0].kind = 'hush';
      d.credentials[0].secrets[0].secret = 12345;
    },
    errors: [
      'credentials.ndjson:1: kind: must be one of service, partner',
      'credentials.ndjson:1: secrets[0].secret: must be text',
    ],
  },
  {
    rule: 'Mongo’s _id is dropped',
    bend: (d) => {
      d.cities[0]._id = { $oid: '0123' };
    },
    errors: [],
  },
]);

describeRules('keys', [
  {
    rule: 'an id is unique',
    bend: (d) => {
      d.zones.push(d.zones[0]);
    },
    errors: ['zones.ndjson:4: id: 1 is on line 1 already'],
  },
  {
    rule: 'a pincode is in one zone of a partner',
    bend: (d) => {
      d['zone-pincodes'].push(copy(d['zone-pincodes'][0], { zoneId: 2 }));
    },
    errors: ['zone-pincodes.ndjson:4: pincode: swift-air/110001 is on line 1 already'],
  },
  {
    rule: 'a pincode may be in zones of two partners',
    bend: (d) => {
      d['zone-pincodes'].push(copy(d['zone-pincodes'][2], { pincode: '110001' }));
    },
    errors: [],
  },
  {
    rule: 'a credential is identified by kind and id',
    bend: (d) => {
      d.credentials.push(d.credentials[0], copy(d.credentials[1], { kind: 'service' }));
    },
    errors: ['credentials.ndjson:3: id: service/main-system is on line 1 already'],
  },
]);

describeRules('references', [
  {
    rule: 'city → state',
    bend: (d) => {
      d.cities.push(copy(d.cities[0], { id: 4, stateId: 9 }));
    },
    errors: ['cities.ndjson:4: stateId: there is no state 9'],
  },
  {
    rule: 'area → city',
    bend: (d) => {
      d.areas.push(copy(d.areas[0], { id: 5, cityId: 9 }));
    },
    errors: ['areas.ndjson:5: cityId: there is no city 9'],
  },
  {
    rule: 'pincode → city',
    bend: (d) => {
      d.pincodes[1].cityId = 9;
    },
    errors: ['pincodes.ndjson:2: cityId: there is no city 9'],
  },
  {
    rule: 'pincode → state, which is its city’s',
    bend: (d) => {
      d.pincodes[1].stateId = 2;
    },
    errors: ['pincodes.ndjson:2: stateId: must be 1, the state of city 1'],
  },
  {
    rule: 'pincode → area',
    bend: (d) => {
      d.pincodes[0].areaIds = [1, 9];
    },
    errors: ['pincodes.ndjson:1: areaIds[1]: there is no area 9'],
  },
  {
    rule: 'pincode → area of its city',
    bend: (d) => {
      d.pincodes[0].areaIds = [2];
    },
    errors: ['pincodes.ndjson:1: areaIds[0]: area 2 belongs to city 2, not 1'],
  },
  {
    rule: 'partner → GST code',
    bend: (d) => {
      d.partners[0].gstStateCode = '99';
    },
    errors: ['partners.ndjson:1: gstStateCode: no state has the GST code 99'],
  },
  {
    rule: 'zone → partner',
    bend: (d) => {
      d.zones.push(copy(d.zones[0], { id: 4, partnerId: 'nobody' }));
    },
    errors: ['zones.ndjson:4: partnerId: there is no partner nobody'],
  },
  {
    rule: 'zone → geography',
    bend: (d) => {
      d.zones[0].geographical = { states: [1, 8], cities: [8], areas: [1, 2, 8] };
    },
    errors: [
      'zones.ndjson:1: geographical.states[1]: there is no state 8',
      'zones.ndjson:1: geographical.cities[0]: there is no city 8',
      'zones.ndjson:1: geographical.areas[2]: there is no area 8',
    ],
  },
  {
    rule: 'zone-pincode → zone',
    bend: (d) => {
      d['zone-pincodes'][0].zoneId = 9;
    },
    errors: ['zone-pincodes.ndjson:1: zoneId: there is no zone 9'],
  },
  {
    rule: 'zone-pincode → zone of its partner',
    bend: (d) => {
      d['zone-pincodes'][0].zoneId = 3;
    },
    errors: ['zone-pincodes.ndjson:1: zoneId: zone 3 belongs to partner hill-carts, not swift-air'],
  },
  {
    rule: 'zone-pincode → pincode',
    bend: (d) => {
      d['zone-pincodes'][0].pincode = '999999';
    },
    errors: ['zone-pincodes.ndjson:1: pincode: there is no pincode 999999'],
  },
  {
    rule: 'zone-pincode → partner',
    bend: (d) => {
      d['zone-pincodes'][0].partnerId = 'nobody';
    },
    errors: [
      'zone-pincodes.ndjson:1: partnerId: there is no partner nobody',
      'zone-pincodes.ndjson:1: zoneId: zone 1 belongs to partner swift-air, not nobody',
    ],
  },
  {
    rule: 'package → zones of its partner',
    bend: (d) => {
      d.packages[1].fromZoneId = 1;
      d.packages[1].toZoneId = 9;
    },
    errors: [
      'packages.ndjson:2: fromZoneId: zone 1 belongs to partner swift-air, not hill-carts',
      'packages.ndjson:2: toZoneId: there is no zone 9',
    ],
  },
  {
    rule: 'package → partner',
    bend: (d) => {
      d.packages[1].partnerId = 'nobody';
    },
    errors: ['packages.ndjson:2: partnerId: there is no partner nobody'],
  },
  {
    rule: 'distance charge → partner',
    bend: (d) => {
      d['distance-charges'][0].partnerId = 'nobody';
    },
    errors: ['distance-charges.ndjson:1: partnerId: there is no partner nobody'],
  },
  {
    rule: 'customer charge → partner',
    bend: (d) => {
      d['customer-charges'][1].partnerId = 'nobody';
    },
    errors: ['customer-charges.ndjson:2: partnerId: there is no partner nobody'],
  },
  {
    rule: 'discount → partner',
    bend: (d) => {
      d.discounts[0].partnerId = 'nobody';
    },
    errors: ['discounts.ndjson:1: partnerId: there is no partner nobody'],
  },
  {
    rule: 'partner credential → partner',
    bend: (d) => {
      d.credentials[1].id = 'nobody';
    },
    errors: ['credentials.ndjson:2: id: there is no partner nobody'],
  },
  {
    rule: 'service credential → nothing',
    bend: (d) => {
      d.credentials[0].id = 'anything';
    },
    errors: [],
  },
  {
    rule: 'assignment → partner',
    bend: (d) => {
      d.assignments.push({
        assignmentId: 'A',
        shipmentId: 'S',
        requestHash: '0'.repeat(64),
        partnerId: 'nobody',
        createdAt: '2025-01-01T00:00:00Z',
        assignment: {},
      });
    },
    errors: ['assignments.ndjson:1: partnerId: there is no partner nobody'],
  },
  {
    rule: 'a reference to a refused document is not reported as well',
    bend: (d) => {
      d.states[0].code = 'Delhi';
      d.partners[0].cutoffTime = '25:00';
      d.zones[2].status = 'ACTIVE';
    },
    errors: [
      'states.ndjson:1: code: must be two capital letters, such as "DL", but is "Delhi"',
      'partners.ndjson:1: cutoffTime: must be a time from "00:00" to "23:59", but is "25:00"',
      'zones.ndjson:3: status: must be true or false, but is "ACTIVE"',
    ],
  },
]);

describeRules('decimals and bounds', [
  {
    rule: 'money: two decimals',
    bend: (d) => {
      d.packages[0].baseCharge = 40.005;
      d.packages[0].addonCharge = 1e-8;
    },
    errors: [
      'packages.ndjson:1: baseCharge: must have at most 2 decimals',
      'packages.ndjson:1: addonCharge: must have at most 6 decimals',
    ],
  },
  {
    rule: 'packages: decimals of a large step, of a minimum, and the order of distances',
    bend: (d) => {
      Object.assign(d.packages[0], { addonCharge: 10_000.001, minCharge: 0.001, kmFrom: 100, kmTo: 100 });
    },
    errors: [
      'packages.ndjson:1: addonCharge: must have at most 2 decimals',
      'packages.ndjson:1: minCharge: must have at most 2 decimals',
      'packages.ndjson:1: kmTo: must be greater than kmFrom, 100',
    ],
  },
  {
    rule: 'money of a partner’s limits and revenue',
    bend: (d) => {
      Object.assign(d.partners[0].limits, { maxCodAmount: 1.001, maxDeclaredValue: 1.001 });
      d.partners[0].performance.avgMonthlyRevenue = 1.001;
    },
    errors: ['limits.maxCodAmount', 'limits.maxDeclaredValue', 'performance.avgMonthlyRevenue'].map(
      (field) => `partners.ndjson:1: ${field}: must have at most 2 decimals`,
    ),
  },
  {
    rule: 'money of a zone’s services',
    bend: (d) => {
      Object.assign(d.zones[0].services[2], { baseCharge: 1.234, customCharges: { SME: 0.001, B2B: 0.01 } });
    },
    errors: [
      'zones.ndjson:1: services[2].baseCharge: must have at most 2 decimals',
      'zones.ndjson:1: services[2].customCharges.SME: must have at most 2 decimals',
    ],
  },
  {
    rule: 'a flat charge is money, a percentage has four decimals',
    bend: (d) => {
      d['distance-charges'][0].charge = 1.001;
      d['distance-charges'][1].charge = 1.00001;
    },
    errors: [
      'distance-charges.ndjson:1: charge: must have at most 2 decimals',
      'distance-charges.ndjson:2: charge: must have at most 4 decimals',
    ],
  },
  {
    rule: 'the value of a surcharge has four decimals, which is said once',
    bend: (d) => {
      d.surcharges[0].value = 1.23456;
    },
    errors: ['surcharges.ndjson:1: value: must have at most 4 decimals'],
  },
  {
    rule: 'four decimals of a percentage pass',
    bend: (d) => {
      d['customer-charges'][0].value = 1.8001;
    },
    errors: [],
  },
  {
    rule: 'a percentage has a bound',
    bend: (d) => {
      d['customer-charges'][0].value = 1000.5;
      d['distance-charges'][1].charge = 1001;
    },
    errors: [
      'distance-charges.ndjson:2: charge: must be at most 1000 percent',
      'customer-charges.ndjson:1: value: must be at most 1000 percent',
    ],
  },
  {
    rule: 'kilograms: three decimals',
    bend: (d) => {
      d['customer-charges'][1].minKg = 0.0001;
      d['customer-charges'][1].maxKg = 9.0001;
    },
    errors: [
      'customer-charges.ndjson:2: minKg: must have at most 3 decimals',
      'customer-charges.ndjson:2: maxKg: must have at most 3 decimals',
    ],
  },
  {
    rule: 'kilograms of a discount',
    bend: (d) => {
      d.discounts[0].fromWeight = 0.5001;
      d.discounts[1].toWeight = 5.0001;
    },
    errors: [
      'discounts.ndjson:1: fromWeight: must have at most 3 decimals',
      'discounts.ndjson:2: toWeight: must have at most 3 decimals',
    ],
  },
  {
    rule: 'a discount: at most 100 percent',
    bend: (d) => {
      d.discounts[0].discountValue = 100;
      d.discounts[1].discountValue = 100.01;
    },
    errors: ['discounts.ndjson:2: discountValue: must be at most 100 percent'],
  },
  {
    rule: 'a discount: at most 10000 Rupees flat',
    bend: (d) => {
      Object.assign(d.discounts[0], { discountType: 'flat', discountValue: 10_000 });
      Object.assign(d.discounts[1], { discountType: 'flat', discountValue: 10_000.5 });
    },
    errors: ['discounts.ndjson:2: discountValue: must be at most 10000 Rupees'],
  },
  {
    rule: 'a discount: at least 0.01',
    bend: (d) => {
      d.discounts[0].discountValue = 0.01;
      d.discounts[1].discountValue = 0.0099;
    },
    errors: ['discounts.ndjson:2: discountValue: must be at least 0.01'],
  },
]);

describeRules('ranges', [
  {
    rule: 'a discount’s weights',
    bend: (d) => {
      d.discounts[0].toWeight = 0.5;
    },
    errors: ['discounts.ndjson:1: toWeight: must be greater than fromWeight, 0.5'],
  },
  {
    rule: 'a distance charge’s distances',
    bend: (d) => {
      d['distance-charges'][0].distanceTo = 0;
    },
    errors: ['distance-charges.ndjson:1: distanceTo: must be greater than distanceFrom, 0'],
  },
  {
    rule: 'the dates of distance and customer charges',
    bend: (d) => {
      d['distance-charges'][0].validFrom = '2026-04-01T00:00:00Z';
      d['distance-charges'][0].validTo = '2026-04-01T00:00:00Z';
      d['distance-charges'][1].validTo = 'ever';
      d['customer-charges'][0].validFrom = 'soon';
    },
    errors: [
      'distance-charges.ndjson:1: validTo: must be later than validFrom, 2026-04-01T00:00:00Z',
      'distance-charges.ndjson:2: validTo: must be a date and time as in 2025-01-31T00:00:00Z or null, but is "ever"',
      'customer-charges.ndjson:1: validFrom: must be a date and time as in 2025-01-31T00:00:00Z or null, but is "soon"',
    ],
  },
  {
    rule: 'a transit row’s distances',
    bend: (d) => {
      d.partners[0].transit[1].distanceTo = 500;
    },
    errors: ['partners.ndjson:1: transit[1].distanceTo: must be greater than distanceFrom, 500'],
  },
  {
    rule: 'a validity',
    bend: (d) => {
      d.packages[0].validTo = d.packages[0].validFrom;
    },
    errors: ['packages.ndjson:1: validTo: must be later than validFrom, 2025-01-01T00:00:00.000Z'],
  },
  {
    rule: 'a package’s weights, minWeight below maxWeight',
    bend: (d) => {
      Object.assign(d.packages[0], { minWeight: 1_000, maxWeight: 1_000 });
      d.packages[1].minWeight = 4_999;
    },
    errors: ['packages.ndjson:1: minWeight: must be below maxWeight, 1000'],
  },
  {
    rule: 'a minWeight of 0, of null or without a maxWeight passes',
    bend: (d) => {
      Object.assign(d.packages[0], { minWeight: 60_000, maxWeight: null });
      d.packages[1].minWeight = 0;
      d.packages.push(copy(d.packages[1], { id: 3, minWeight: null }));
    },
    errors: [],
  },
  {
    rule: 'a partner’s deliveryWindow',
    bend: (d) => {
      d.partners[0].deliveryWindow = { from: '10:00', to: '10:00' };
      d.partners[1].deliveryWindow = { from: '18:30', to: '09:00' };
    },
    errors: [
      'partners.ndjson:1: deliveryWindow.to: must be later than from, 10:00',
      'partners.ndjson:2: deliveryWindow.to: must be later than from, 18:30',
    ],
  },
  {
    rule: 'what a partner accepts until a day that there is',
    bend: (d) => {
      const accepted = { code: 'RATE_GAP', documents: ['packages/1'], note: 'as contracted' };
      d.partners[0].accepted = [
        { ...accepted, until: '2026-02-28' },
        { ...accepted, until: '2026-02-29' },
      ];
    },
    errors: ['partners.ndjson:1: accepted[1].until: must be a day of the calendar'],
  },
  {
    rule: 'a deliveryWindow of a minute passes',
    bend: (d) => {
      d.partners[0].deliveryWindow = { from: '09:59', to: '10:00' };
      d.partners[1].deliveryWindow = { from: '00:00', to: '23:59' };
    },
    errors: [],
  },
  {
    rule: 'a deliveryWindow has hours that exist',
    bend: (d) => {
      d.partners[0].deliveryWindow = { from: '09:00', to: '24:00' };
      d.partners[1].deliveryWindow = { from: '09:00' };
    },
    errors: [
      'partners.ndjson:1: deliveryWindow.to: must be a time from "00:00" to "23:59", but is "24:00"',
      'partners.ndjson:2: deliveryWindow.to: is required',
    ],
  },
  {
    rule: 'a validity with two offsets',
    bend: (d) => {
      Object.assign(d.discounts[0], { validFrom: '2025-01-01T05:30:00+05:30', validTo: '2025-01-01T00:00:00Z' });
    },
    errors: ['discounts.ndjson:1: validTo: must be later than validFrom, 2025-01-01T05:30:00+05:30'],
  },
  {
    rule: 'what a customer charge is of, and its bounds',
    bend: (d) => {
      const terms = { type: 'docket', chargeType: 'percentage', value: 1, of: ['freight', 'distanceCharge', 'fsc'] };
      Object.assign(d['customer-charges'][0], { ...terms, above: 0.001, min: 2, max: 1.99, always: true });
      Object.assign(d['customer-charges'][1], { type: 'cod', chargeType: 'flat', value: 1, of: ['freight'], above: 1 });
    },
    errors: [
      'customer-charges.ndjson:1: of[0]: freight contains weightCharge and distanceCharge: name either it or its parts',
      "customer-charges.ndjson:1: of[2]: fsc is known at 900, which is behind this row's 200",
      'customer-charges.ndjson:1: above: must have at most 2 decimals',
      'customer-charges.ndjson:1: max: must be at least min, 2',
      'customer-charges.ndjson:1: always: belongs to the type insurance',
      'customer-charges.ndjson:2: of: belongs to a percentage',
      'customer-charges.ndjson:2: above: belongs to a percentage',
    ],
  },
  {
    rule: 'a customer charge’s weights, which may be equal',
    bend: (d) => {
      Object.assign(d['customer-charges'][0], { minKg: 2, maxKg: 2 });
      Object.assign(d['customer-charges'][1], { minKg: 2, maxKg: 1.999 });
    },
    errors: ['customer-charges.ndjson:2: maxKg: must be at least minKg, 2'],
  },
  {
    rule: 'transit rows do not overlap',
    bend: (d) => {
      d.partners[0].transit[1].distanceFrom = 499.9;
    },
    errors: ['partners.ndjson:1: transit[1].distanceFrom: overlaps transit[0] (0 to 500 km)'],
  },
  {
    rule: 'distance rows do not overlap',
    bend: (d) => {
      d['distance-charges'][0].distanceTo = 1000.1;
    },
    errors: ['distance-charges.ndjson:2: distanceFrom: overlaps distance charge 1 (0 to 1000.1 km)'],
  },
  {
    rule: 'distance rows may overlap when one is inactive or another partner’s',
    bend: (d) => {
      d['distance-charges'].push(
        copy(d['distance-charges'][0], { id: 3, status: false }),
        copy(d['distance-charges'][0], { id: 4, partnerId: 'hill-carts' }),
      );
    },
    errors: [],
  },
  {
    rule: 'active discounts do not overlap: a later one that encloses an earlier one',
    bend: (d) => {
      d.discounts.push(fixtureDiscount(3, 4.999, 60), { ...fixtureDiscount(4, 0, 100), status: false });
    },
    errors: ['discounts.ndjson:3: fromWeight: overlaps discount 2 (2 to 5 kg), which is valid at the same time'],
  },
  {
    rule: 'discounts may overlap when they are never valid at the same time',
    bend: (d) => {
      d.discounts[1].validTo = '2030-12-31T23:59:59.999Z';
      d.discounts.push({ ...fixtureDiscount(3, 2, 5), validFrom: '2031-01-01T00:00:00Z' });
    },
    errors: [],
  },
  {
    rule: 'what a discount is of',
    bend: (d) => {
      d.discounts[0].appliesTo = 'FREIGHT';
      d.discounts[1].appliesTo = 'WEIGHT';
    },
    errors: ['discounts.ndjson:2: appliesTo: must be one of SUBTOTAL, FREIGHT, but is "WEIGHT"'],
  },
]);

describeRules('fields that depend on each other', [
  {
    rule: 'a charge for a customer names its partner',
    bend: (d) => {
      d['customer-charges'][0].customerId = 'ACME';
    },
    errors: ['customer-charges.ndjson:1: partnerId: must name a partner when customerId names a customer'],
  },
  {
    rule: 'a surcharge for a customer names its partner',
    bend: (d) => {
      const { id, code, label, order, createdAt } = d.surcharges[0];
      d.surcharges = [{ id, code, label, order, createdAt, basis: 'FLAT', value: 5, status: true, customerId: 'ACME' }];
    },
    errors: ['surcharges.ndjson:1: partnerId: must name a partner when customerId names a customer'],
  },
  {
    rule: 'an attribute needs its service',
    bend: (d) => {
      d.zones[2].services.splice(2, 1);
    },
    errors: ["zones.ndjson:3: attributes[0]: needs HILL in the zone's services, with isAvailable true"],
  },
  {
    rule: 'an attribute needs its service to be available',
    bend: (d) => {
      d.zones[2].services[2].isAvailable = false;
    },
    errors: ["zones.ndjson:3: attributes[0]: needs HILL in the zone's services, with isAvailable true"],
  },
  {
    rule: 'a zone has a service once',
    bend: (d) => {
      d.zones[0].services.push(d.zones[0].services[0]);
    },
    errors: ['zones.ndjson:1: services[4].serviceTypeId: lists PICKUP twice'],
  },
  {
    rule: 'a city lists an alias once',
    bend: (d) => {
      d.cities[1].aliases = ['Bombay', 'Navi Mumbai', 'Bombay'];
      d.cities[2].aliases = ['Poona', 'poona'];
    },
    errors: ['cities.ndjson:2: aliases[2]: lists Bombay twice'],
  },
  {
    rule: 'coordinates come in pairs',
    bend: (d) => {
      d.pincodes[0].longitude = null;
      d.pincodes[3].longitude = 72.8;
    },
    errors: [
      'pincodes.ndjson:1: longitude: must be a number when the other coordinate is one, and null when it is null',
      'pincodes.ndjson:4: latitude: must be a number when the other coordinate is one, and null when it is null',
    ],
  },
  {
    rule: 'a state has coordinates somewhere',
    bend: (d) => {
      for (const row of d.pincodes.slice(2)) Object.assign(row, { latitude: null, longitude: null });
    },
    errors: ['pincodes.ndjson:3: latitude: is null for every pincode of state 2: at least one must have coordinates'],
  },
  {
    rule: 'a secret is given in plain text',
    bend: (d) => {
      d.credentials[0].secrets = [{ version: 1, ciphertext: 'v1.AAAA' }];
    },
    errors: ['credentials.ndjson:1: secrets[0].ciphertext: does not belong in a dataset: give the secret itself'],
  },
  {
    rule: 'a secret is given, and only once',
    bend: (d) => {
      d.credentials[0].secrets = [{ version: 1 }, { version: 2, secret: 'a', ciphertext: 'b' }];
    },
    errors: [
      'credentials.ndjson:1: secrets[0]: must have either a secret or a ciphertext',
      'credentials.ndjson:1: secrets[1]: must have either a secret or a ciphertext',
    ],
  },
  {
    rule: 'manage and admin are scopes of services alone',
    bend: (d) => {
      d.credentials.find(({ kind }: { kind: string }) => kind === 'service').scopes = ['manage', 'admin'];
      d.credentials.find(({ kind }: { kind: string }) => kind === 'partner').scopes = ['read', 'manage', 'admin'];
    },
    errors: [
      'credentials.ndjson:2: scopes[1]: must not be manage: it is for services alone',
      'credentials.ndjson:2: scopes[2]: must not be admin: it is for services alone',
    ],
  },
  {
    rule: 'a scope is known, and named once',
    bend: (d) => {
      d.credentials[0].scopes = ['read', 'everything'];
      d.credentials[1].scopes = ['read', 'read'];
    },
    errors: [
      'credentials.ndjson:1: scopes[1]: must be one of quote, assign, read, write, manage, admin',
      'credentials.ndjson:2: scopes: must not have duplicate items or be null',
    ],
  },
  {
    rule: 'the version of a secret is unique',
    bend: (d) => {
      d.credentials[1].secrets[1].version = 1;
    },
    errors: ['credentials.ndjson:2: secrets[1].version: lists version 1 twice'],
  },
  {
    rule: 'a partner has a limited number of zones',
    bend: (d) => {
      for (let id = 4; id <= MAX_ZONES_PER_PARTNER + 2; id++)
        d.zones.push(fixtureZone(id, 'swift-air', { states: [], cities: [], areas: [] }));
    },
    errors: ['zones.ndjson:1002: partnerId: swift-air has more than 1000 zones'],
  },
  {
    rule: 'the zones of a partner name a limited number of places',
    bend: (d) => {
      for (let id = 1; id <= MAX_PLACES_PER_PARTNER; id++) d.cities.push({ ...d.cities[0], id: 3 + id });
      const cities = Array.from({ length: MAX_PLACES_PER_PARTNER }, (_, index) => 4 + index);
      d.zones.push(
        fixtureZone(4, 'swift-air', { states: [], cities, areas: [] }),
        fixtureZone(5, 'swift-air', { states: [], cities: [], areas: [] }),
      );
    },
    errors: ['zones.ndjson:4: geographical: the zones of swift-air name more than 50000 states, cities and areas'],
  },
  {
    rule: 'a zone is of limited length, without its places',
    bend: (d) => {
      d.zones[1].operationalDetails = { specialHandling: Array.from({ length: 9 }, () => 'x'.repeat(1_990)) };
    },
    errors: [
      'zones.ndjson:2: services: must be shorter: a zone without its places may take 16384 bytes of JSON, '
        + 'this one takes 18429',
    ],
  },
  {
    rule: 'a partner has a limited number of customer charges, and so have the default ones',
    bend: (d) => {
      for (const row of d['customer-charges'].splice(0)) {
        for (let more = 0; more <= MAX_CHARGES_PER_PARTNER; more++)
          d['customer-charges'].push({ ...row, id: d['customer-charges'].length + 1 });
      }
    },
    errors: [
      'customer-charges.ndjson:5001: partnerId: there are more than 5000 customer charges without a partner',
      'customer-charges.ndjson:10002: partnerId: swift-air has more than 5000 customer charges',
    ],
  },
  {
    rule: 'a partner has a limited number of discounts and of distance charges',
    bend: (d) => {
      for (let id = 3; id <= MAX_DISCOUNTS_PER_PARTNER + 1; id++) d.discounts.push(fixtureDiscount(id, 2 + id, 3 + id));
      for (let id = 3; id <= MAX_DISTANCE_CHARGES_PER_PARTNER + 1; id++)
        d['distance-charges'].push({
          ...d['distance-charges'][0],
          id,
          distanceFrom: 2_999 + id,
          distanceTo: 3_000 + id,
        });
    },
    errors: [
      'distance-charges.ndjson:5001: partnerId: swift-air has more than 5000 distance charges',
      'discounts.ndjson:5001: partnerId: swift-air has more than 5000 discounts',
    ],
  },
]);

it('the base charge of an available service is 0 where it is missing', () =>
  withFolder(async (folder) => {
    const documents: AllDocuments = fixtureDocuments();
    delete documents.zones[0]!.services[0]!.baseCharge;
    await writeDataset(folder, documents);
    const result = await readDataset(folder, { geographyFolder: folder });
    assert.deepEqual(result.ok && result.documents, fixtureDocuments());
  }));

describe('a customer charge that is a percentage of a code', () => {
  /** The first surcharge has this order, and cust charge 2, a COD charge, is of its code. */
  const ofCodeAt =
    (order: number): Bend =>
    (documents) => {
      const [surcharge] = documents.surcharges;
      documents.surcharges = [{ ...surcharge, order, of: ['freight'], basis: 'PERCENT' }];
      Object.assign(documents['customer-charges'][1], { chargeType: 'percentage', value: 2, of: [surcharge.code] });
    };

  it('is refused unless the surcharges of the code stand before it', async () => {
    const [errors, atItsPlace] = [await errorsAfter(ofCodeAt(299)), await errorsAfter(ofCodeAt(300))];
    assert.deepEqual(errors, []);
    assert.equal(atItsPlace.length, 1);
    assert.match(
      atItsPlace[0]!,
      /^customer-charges\.ndjson:2: of\[0\]: [A-Z_]+ is not computed before this charge: surcharge \d+ has the order 300, cod 300$/,
    );
  });
});
