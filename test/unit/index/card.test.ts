import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serviceChargeIndex } from '../../../src/domain/service-charges.js';
import { acceptedBy } from '../../../src/domain/rate-card.js';
import { RATE_OF_SETTINGS } from '../../../src/domain/tax.js';
import {
  CHARGE_TYPES,
  CUSTOMER_TYPES,
  serviceMask,
  SERVICE_TYPE_IDS,
  type ServiceTypeId,
  SHIPMENT_TYPES,
} from '../../../src/domain/vocabulary.js';
import { buildCharges, resolveCharges } from '../../../src/index/card/charges.js';
import type { CardDocuments } from '../../../src/index/card/documents.js';
import { buildCard, CARD_PARTS, type CardBlocks, cardTask, resolveCard } from '../../../src/index/card/parts.js';
import type { GeneralDocuments } from '../../../src/model/card-rows.js';
import { rateCardVersion } from '../../../src/index/card/version.js';
import type {
  CustomerCharge,
  Discount,
  DistanceCharge,
  Holiday,
  Partner,
  RtoTerms,
  RoadDistance,
  TransitLane,
} from '../../../src/model/documents.js';
import { rule } from '../../reference/card-fixture.js';
import { packageRow, partner, zone } from '../../reference/fixture.js';

const CREATED_AT = '2024-04-01T00:00:00.000Z';
const FROM = '2026-01-01T00:00:00.000Z';
const TO = '2026-12-31T18:29:59.999Z';

const charge = (fields: Partial<CustomerCharge> & { id: number }): CustomerCharge => ({
  partnerId: 'acme',
  type: 'fsc',
  chargeType: 'flat',
  value: 1,
  status: true,
  createdAt: CREATED_AT,
  ...fields,
});
const discount = (fields: Partial<Discount> & { id: number }): Discount => ({
  partnerId: 'acme',
  fromWeight: 0.001,
  toWeight: 5,
  discountType: 'flat',
  discountValue: 10,
  status: true,
  createdAt: CREATED_AT,
  ...fields,
});
const distance = (fields: Partial<DistanceCharge> & { id: number }): DistanceCharge => ({
  partnerId: 'acme',
  distanceFrom: 0,
  distanceTo: 100,
  charge: 5,
  chargeType: 'flat',
  status: true,
  ...fields,
});

const noContractRows = () => ({
  laneRules: [],
  surcharges: [],
  transitLanes: [],
  rtoTerms: [],
  weightTerms: [],
  holidays: [],
  roadDistances: [],
  overrides: '',
});

/** A card with rows of every kind, in mixed order. */
function documents(): CardDocuments {
  return {
    ...noContractRows(),
    partner: {
      ...partner('acme'),
      transit: [
        { distanceFrom: 100, distanceTo: 200.5, hours: 48 },
        { distanceFrom: 0, distanceTo: 100, hours: 12.5 },
      ],
    },
    zones: [
      zone({
        id: 30,
        attributes: ['HILL'],
        services: [
          { serviceTypeId: 'HILL', isAvailable: true, baseCharge: 60.05, customCharges: { CORPORATE: 45.5, B2B: 50 } },
          { serviceTypeId: 'COD', isAvailable: false, baseCharge: 9 },
          { serviceTypeId: 'DELIVERY', isAvailable: true },
        ],
      }),
      zone({ id: 20, status: false, services: [{ serviceTypeId: 'PICKUP', isAvailable: true, baseCharge: 7 }] }),
      zone({ id: 10, services: [{ serviceTypeId: 'PICKUP', isAvailable: true, baseCharge: 3 }] }),
    ],
    packages: [
      packageRow({
        id: 5,
        fromZoneId: 30,
        toZoneId: 10,
        baseCharge: 40.35,
        minWeight: 250,
        maxWeight: 2_000,
        shipmentType: 'B2C',
        validFrom: FROM,
        validTo: TO,
      }),
      packageRow({ id: 4, fromZoneId: 10 }),
      packageRow({ id: 3, toZoneId: 30, shipmentType: 'B2B' }),
      packageRow({ id: 2, status: false }),
      packageRow({ id: 1, fromZoneId: 20 }),
      packageRow({ id: 6, fromZoneId: 99 }),
      packageRow({ id: 8 }),
      packageRow({ id: 7 }),
    ],
    distanceCharges: [
      distance({ id: 2, distanceFrom: 100, distanceTo: 250.5, chargeType: 'percentage', charge: 12.5 }),
      distance({ id: 3, status: false }),
      distance({ id: 1 }),
    ],
    customerCharges: [
      charge({ id: 9, type: 'cod', customerId: 'Z', value: 1.8, chargeType: 'percentage' }),
      charge({ id: 8, customerId: 'A', minKg: 0.5, maxKg: 10.125 }),
      charge({ id: 7, type: 'docket', value: 25.1 }),
      charge({ id: 6, status: false, customerId: 'gone' }),
      charge({ id: 5, value: 3 }),
      charge({ id: 4, value: 2, minKg: null, maxKg: null }),
    ],
    discounts: [
      discount({
        id: 2,
        fromWeight: 5,
        toWeight: 10.5,
        discountType: 'percentage',
        discountValue: 7.5,
        validFrom: FROM,
        validTo: TO,
        appliesTo: 'FREIGHT',
      }),
      discount({ id: 1 }),
      discount({ id: 3, status: false }),
    ],
  };
}
const defaults = [
  charge({ id: 101, partnerId: null, type: 'insurance', chargeType: 'percentage', value: 0.2 }),
  charge({ id: 100, partnerId: null }),
  charge({ id: 102, partnerId: null, status: false }),
];

/** The task that builds all of a card, with block versions from `first` on. */
const RTO_TERMS: RtoTerms = {
  ...{ id: 1, partnerId: 'acme', basis: 'PERCENT_OF_FORWARD', percent: 50, status: true },
  createdAt: '2024-04-01T00:00:00.000Z',
};

const wholeTask = (given: CardDocuments, first = 1) => {
  let version = first;
  return cardTask(given, undefined, () => version++);
};
const built = (given: CardDocuments): CardBlocks => buildCard(wholeTask(given)) as CardBlocks;
const resolved = (blocks: CardBlocks) => resolveCard(blocks, (block, make) => make(block));
const card = () => resolved(built(documents()));

describe('the blocks of a card', () => {
  it('have the versions that they were built with and keep no document that could change', () => {
    const given = documents();
    const copy = structuredClone(given);
    const blocks = buildCard(wholeTask(given, 42)) as CardBlocks;
    assert.deepEqual(
      CARD_PARTS.map((part) => blocks[part].version),
      CARD_PARTS.map((_, index) => 42 + index),
    );
    assert.deepEqual(given, copy);
  });

  const touched: Record<keyof CardDocuments, string[]> = {
    partner: ['terms'],
    zones: ['terms', 'packages', 'charges', 'surcharges', 'lanes', 'transit'],
    packages: ['packages'],
    distanceCharges: ['distances'],
    customerCharges: ['charges'],
    discounts: ['discounts'],
    laneRules: ['packages', 'distances', 'surcharges', 'lanes', 'transit', 'rtoTerms', 'weightTerms'],
    surcharges: ['charges', 'surcharges'],
    transitLanes: ['transit'],
    rtoTerms: ['rtoTerms'],
    weightTerms: ['weightTerms'],
    holidays: ['holidays'],
    roadDistances: ['roads'],
    overrides: [],
  };
  for (const [source, parts] of Object.entries(touched)) {
    it(`are rebuilt where ${source} changed: ${parts.join(' and ')}`, () => {
      const former = documents();
      const changed = { ...documents(), laneRules: [rule(1, 'A', {})], overrides: 'others' };
      const other = changed[source as keyof CardDocuments];
      const task = cardTask({ ...former, [source]: other }, former, () => 7);
      assert.deepEqual(Object.keys(task), parts);
      const blocks = buildCard(task);
      assert.deepEqual(
        Object.entries(blocks).map(([part, { version }]) => [part, version]),
        parts.map((part) => [part, 7]),
      );
    });
  }

  it('are not rebuilt for a rule that gives a lane which another one gives already, but the rules themselves', () => {
    const former = { ...documents(), laneRules: [rule(1, 'A', {})] };
    const laneRules = [...former.laneRules, rule(2, 'A', { sameCity: true }), rule(3, 'A', {}, { status: false })];
    assert.deepEqual(Object.keys(cardTask({ ...former, laneRules }, former, () => 7)), ['lanes']);
  });

  it('are not rebuilt where nothing changed', () => {
    const given = documents();
    assert.deepEqual(buildCard(cardTask({ ...given }, given, () => 7)), {});
  });

  it('has packages by pair of zones and id, without those of an inactive or unknown zone', () => {
    const { packages, zoneCount } = card().card;
    assert.equal(zoneCount, 2);
    assert.deepEqual([...(packages.id as Float64Array)], [7, 8, 3, 4, 5], 'any, any; any, 30; 10, any; 30, 10');
    const rowsOf = (from: number, to: number) =>
      Array.from(packages.id).slice(packages.start[from * 3 + to], packages.start[from * 3 + to + 1]);
    assert.deepEqual(
      [rowsOf(0, 0), rowsOf(0, 2), rowsOf(1, 0), rowsOf(2, 1), rowsOf(2, 2), rowsOf(1, 1)],
      [[7, 8], [3], [4], [5], [], []],
    );
    const last = (column: ArrayLike<number>) => column[4];
    assert.deepEqual(
      [
        packages.baseGrams,
        packages.basePaise,
        packages.addonGrams,
        packages.addonPaise,
        packages.minGrams,
        packages.maxGrams,
        packages.accepts,
        packages.validFrom,
        packages.validTo,
      ].map(last),
      [
        500,
        4_035,
        500,
        1_500,
        250,
        2_000,
        acceptedBy(1 << SHIPMENT_TYPES.indexOf('B2C'), 0b11),
        Date.parse(FROM),
        Date.parse(TO),
      ],
    );
    assert.deepEqual(
      [packages.minGrams[0], packages.maxGrams[0], packages.accepts[0], packages.validFrom[0], packages.validTo[0]],
      [0, Infinity, acceptedBy(0b11, 0b11), -Infinity, Infinity],
    );
  });

  it('has active bands in ascending order', () => {
    const { distances, discounts, transit } = card().card;
    const rows = (columns: object) =>
      Object.fromEntries(
        Object.entries(columns as Record<string, ArrayLike<number>>).map(([name, column]) => [
          name,
          Array.from(column),
        ]),
      );
    assert.deepEqual(rows(distances), {
      id: [1, 2],
      isPercentage: [0, 1],
      value: [500, 125_000],
      fromKm: [0, 100],
      toKm: [100, 250.5],
      validFrom: [],
      validTo: [],
      start: [0, 2],
    });
    assert.deepEqual(rows(discounts), {
      id: [1, 2],
      isPercentage: [0, 1],
      value: [1_000, 75_000],
      ofFreight: [0, 1],
      customer: [],
      fromGrams: [1, 5_000],
      toGrams: [5_000, 10_500],
      validFrom: [-Infinity, Date.parse(FROM)],
      validTo: [Infinity, Date.parse(TO)],
    });
    assert.deepEqual(rows(transit), { fromKm: [0, 100], toKm: [100, 200.5], hours: [12.5, 48], days: [] });
  });

  it('has dates of charges and distances only where a row has one', () => {
    const dated = { validFrom: FROM, validTo: null };
    const { distances, charges } = resolved(
      built({
        ...documents(),
        distanceCharges: [distance({ id: 1, ...dated }), distance({ id: 2, distanceFrom: 100, distanceTo: 200 })],
        customerCharges: [charge({ id: 1 }), charge({ id: 2, validTo: TO })],
      }),
    ).card;
    assert.deepEqual(
      [distances, charges].map(({ validFrom, validTo }) => [Array.from(validFrom), Array.from(validTo)]),
      [
        [
          [Date.parse(FROM), -Infinity],
          [Infinity, Infinity],
        ],
        [
          [-Infinity, -Infinity],
          [Infinity, Date.parse(TO)],
        ],
      ],
    );
    assert.equal(card().card.charges.validFrom.length, 0);
  });

  it('has charges by customer and type, then by id', () => {
    const { charges, customers } = card().card;
    assert.deepEqual(
      [...customers],
      [
        ['A', 1],
        ['Z', 2],
      ],
      'only customers with active rows',
    );
    const rowsOf = (customer: number, type: string) => {
      const list = customer * CHARGE_TYPES.length + (CHARGE_TYPES as readonly string[]).indexOf(type);
      return Array.from(charges.id).slice(charges.start[list], charges.start[list + 1]);
    };
    assert.deepEqual(
      [
        rowsOf(0, 'fsc'),
        rowsOf(0, 'docket'),
        rowsOf(0, 'cod'),
        rowsOf(1, 'fsc'),
        rowsOf(1, 'cod'),
        rowsOf(2, 'cod'),
        rowsOf(2, 'insurance'),
      ],
      [[4, 5], [7], [], [8], [], [9], []],
    );
    assert.equal(charges.start[3 * CHARGE_TYPES.length], 5, 'the end');
    const at = (id: number) => {
      const row = Array.from(charges.id).indexOf(id);
      return [charges.isPercentage, charges.value, charges.minGrams, charges.maxGrams].map((column) => column[row]);
    };
    assert.deepEqual(
      [at(8), at(9), at(4), at(7)],
      [
        [0, 100, 500, 10_125],
        [1, 18_000, 0, Infinity],
        [0, 200, 0, Infinity],
        [0, 2_510, 0, Infinity],
      ],
    );
  });

  it('has the services of active zones, and their charge by customer, then shipment, then base', () => {
    const { zones } = card().card;
    assert.deepEqual(Array.from(zones.id), [0, 10, 30]);
    assert.deepEqual(Array.from(zones.services), [0, serviceMask(['PICKUP']), serviceMask(['HILL', 'DELIVERY'])]);
    assert.deepEqual(Array.from(zones.attributes), [0, 0, serviceMask(['HILL'])]);
    const paise = (
      zoneNumber: number,
      service: ServiceTypeId,
      customer: (typeof CUSTOMER_TYPES)[number],
      shipment: (typeof SHIPMENT_TYPES)[number],
    ) =>
      zones.servicePaise[
        serviceChargeIndex(
          zoneNumber,
          SERVICE_TYPE_IDS.indexOf(service),
          CUSTOMER_TYPES.indexOf(customer),
          SHIPMENT_TYPES.indexOf(shipment),
        )
      ];
    assert.deepEqual(
      [
        paise(2, 'HILL', 'CORPORATE', 'B2B'),
        paise(2, 'HILL', 'CORPORATE', 'B2C'),
        paise(2, 'HILL', 'SME', 'B2B'),
        paise(2, 'HILL', 'RETAIL', 'B2C'),
      ],
      [4_550, 4_550, 5_000, 6_005],
    );
    assert.deepEqual(
      [
        paise(2, 'DELIVERY', 'RETAIL', 'B2C'),
        paise(2, 'COD', 'RETAIL', 'B2C'),
        paise(1, 'PICKUP', 'ENTERPRISE', 'B2B'),
      ],
      [0, 900, 300],
      'also of a service that only single pincodes may have',
    );
  });

  it('charges nothing where a custom charge is zero', () => {
    const free = {
      ...documents(),
      zones: [
        zone({
          id: 1,
          services: [{ serviceTypeId: 'COD', isAvailable: true, baseCharge: 9, customCharges: { RETAIL: 0 } }],
        }),
      ],
    };
    const { zones } = resolved(built(free)).card;
    const at = (customer: number) =>
      zones.servicePaise[serviceChargeIndex(1, SERVICE_TYPE_IDS.indexOf('COD'), customer, 0)];
    assert.deepEqual([at(0), at(1)], [0, 900]);
  });

  it('has names in the order of rows and numbers', () => {
    const { names } = card();
    assert.deepEqual(
      names.zones.map(({ id }) => id),
      [10, 30],
    );
    const named = {
      ...documents(),
      packages: documents().packages.map((row) => ({ ...row, packageName: `Package ${row.id}` })),
    };
    const { packages } = resolved(built(named)).names;
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((row) => packages.at(row)),
      [7, 8, 3, 4, 5].map((id) => `Package ${id}`),
    );
    assert.deepEqual(
      names.discounts.map(({ id, description }) => [id, description]),
      [
        [1, ''],
        [2, ''],
      ],
    );
    assert.deepEqual(names.limits, {
      maxGrams: 30_000,
      maxSides: [100, 60, 40],
      maxCodPaise: 2_000_000,
      maxDeclaredPaise: 5_000_000,
      paymentTypes: 0b11,
      shipmentTypes: 0b11,
      maxPieceGrams: Infinity,
      maxGirth: Infinity,
      maxSideSum: Infinity,
      volume: { divisor: 5_000, factor: 1, isByPiece: false },
    });
    assert.deepEqual(
      [names.confidenceHundredths, names.partner.partnerId],
      [[0, 95, 90, 86, 76], 'acme'],
      '85.5 is rounded half up',
    );
    assert.deepEqual(names.days, {
      cutoffs: [1_020, 1_020, 1_020, 1_020, 1_020, 1_020, Number.NaN],
      cutoffMinutes: 1_020,
      deliveryDays: 0b0111111,
      windowFromMinutes: 540,
      windowToMinutes: 1_260,
    });
    assert.equal(names.deliveryWindow, '09:00-21:00');
  });

  it('may be empty', () => {
    const empty = resolved(
      built({
        partner: { ...partner('acme'), transit: [] },
        zones: [],
        packages: [],
        distanceCharges: [],
        customerCharges: [],
        discounts: [],
        ...noContractRows(),
      }),
    ).card;
    assert.deepEqual(
      [empty.zoneCount, empty.packages.start.length, empty.charges.start.length, empty.transit.fromKm.length],
      [0, 2, CHARGE_TYPES.length + 1, 0],
    );
  });
});

describe('the block of default charges', () => {
  it('has active rows by type', () => {
    const { rows, customers } = resolveCharges(buildCharges({ customerCharges: defaults, surcharges: [] }, 1));
    assert.deepEqual([Array.from(rows.id), Array.from(rows.start), customers.size], [[100, 101], [0, 1, 1, 1, 2], 0]);
  });

  it('is refused when a row of a customer has no partner', () => {
    assert.throws(
      () => buildCharges({ customerCharges: [charge({ id: 1, partnerId: null, customerId: 'A' })], surcharges: [] }, 1),
      /customer charge 1 has a customer, so it must name a partner/,
    );
  });
});

describe('the tax of a card', () => {
  it('is by ascending start, then in the order of the list', () => {
    const given = documents();
    const tax: Partner['tax'] = [
      { regime: 'EXEMPT', validFrom: FROM, validTo: TO },
      { regime: 'REVERSE_CHARGE', percent: 5 },
      { regime: 'FORWARD', percent: 0, validFrom: FROM },
      { regime: 'FORWARD', validFrom: null, validTo: null },
    ];
    const blocks = buildCard(wholeTask({ ...given, partner: { ...given.partner, tax } })) as CardBlocks;
    const { tax: rows } = resolved(blocks).card;
    assert.deepEqual(
      Array.from(rows.entry, (entry, row) => [entry, rows.regime[row], rows.rate[row], rows.validFrom[row]]),
      [
        [1, 1, 50_000, -Infinity],
        [3, 0, RATE_OF_SETTINGS, -Infinity],
        [0, 2, RATE_OF_SETTINGS, Date.parse(FROM)],
        [2, 0, 0, Date.parse(FROM)],
      ],
    );
    assert.deepEqual(Array.from(rows.validTo), [Infinity, Infinity, Date.parse(TO), Infinity]);
  });
});

const transitLane: TransitLane = { id: 1, partnerId: 'acme', hours: 24, status: true, createdAt: FROM };

const holiday: Holiday = { id: 1, date: '2026-01-26', kind: 'BOTH', name: 'Republic Day', createdAt: FROM };
const road: RoadDistance = { id: 1, fromStateId: 1, toStateId: 2, factor: 1.5, createdAt: FROM };

/** The rows without a partner. */
const general = (charges: readonly CustomerCharge[]): GeneralDocuments => ({
  'customer-charges': charges,
  'holidays': [],
  'road-distances': [],
  'holds': [],
  'place-groups': [],
  'allocation-policies': [],
  'capacities': [],
  'landed-terms': [],
});

describe('rateCardVersion', () => {
  const version = (change: (given: CardDocuments) => void = () => {}, shared = general(defaults)): string => {
    const given = documents();
    change(given);
    return rateCardVersion(given, shared);
  };

  it('is 16 hexadecimal digits, which stay the same while no rate changes', () => {
    assert.equal(version(), 'ab3e2669a0c61ba9');
    assert.match(version(), /^[0-9a-f]{16}$/);
  });

  it('reflects a replaced list, and a zone that brings a package into force', () => {
    const given = documents();
    const first = rateCardVersion(given, general(defaults));
    const pricier = { ...given, packages: given.packages.with(0, { ...given.packages[0]!, baseCharge: 1 }) };
    assert.notEqual(rateCardVersion(pricier, general(defaults)), first);
    assert.equal(rateCardVersion(given, general(defaults)), first);
    const fewer = { ...given, zones: given.zones.slice(1) };
    assert.notEqual(rateCardVersion(fewer, general(defaults)), first);
    assert.equal(rateCardVersion({ ...fewer, zones: [...given.zones] }, general(defaults)), first);
  });

  it('takes an empty list of tags as none, and a missing base charge as 0', () => {
    const withZone = (fields: object, charge: object): string =>
      version((given) => {
        const services = [{ serviceTypeId: 'ODA' as const, isAvailable: true, ...charge }];
        given.zones = [...given.zones, zone({ id: 77, services, ...fields })];
      });
    assert.equal(withZone({ tags: [] }, {}), withZone({}, { baseCharge: 0 }));
    assert.notEqual(withZone({ tags: ['metro'] }, {}), withZone({}, {}));
  });

  it('reflects every member of a tax entry, and their order; no entry is as none', () => {
    const taxed = (tax: Partner['tax']) => version((given) => (given.partner = { ...given.partner, tax }));
    const entries: Partner['tax'][] = [
      undefined,
      [{ regime: 'FORWARD' }],
      [{ regime: 'EXEMPT' }],
      [{ regime: 'FORWARD', percent: 5 }],
      [{ regime: 'FORWARD', sac: '996812' }],
      [{ regime: 'FORWARD', validFrom: FROM }],
      [{ regime: 'FORWARD' }, { regime: 'EXEMPT' }],
      [{ regime: 'EXEMPT' }, { regime: 'FORWARD' }],
    ];
    assert.equal(new Set(entries.map(taxed)).size, entries.length);
    assert.deepEqual([taxed(null), taxed([])], [version(), version()]);
    assert.equal(
      taxed([{ regime: 'FORWARD', percent: null, sac: null, validTo: null }]),
      taxed([{ regime: 'FORWARD' }]),
    );
  });

  it('does not depend on the order of documents or fields', () => {
    const reversed = documents();
    const backwards = <D extends object>(rows: readonly D[]): D[] =>
      [...rows].reverse().map((row) => Object.fromEntries(Object.entries(row).reverse()) as D);
    assert.equal(
      rateCardVersion(
        {
          partner: reversed.partner,
          zones: backwards(reversed.zones),
          packages: backwards(reversed.packages),
          distanceCharges: backwards(reversed.distanceCharges),
          customerCharges: backwards(reversed.customerCharges),
          discounts: backwards(reversed.discounts),
          ...noContractRows(),
        },
        general(backwards(defaults)),
      ),
      version(),
    );
  });

  it('treats null as absent', () => {
    assert.equal(
      version(({ packages }) =>
        Object.assign(packages[6]!, {
          minWeight: null,
          maxWeight: null,
          shipmentType: null,
          fromZoneId: null,
          toZoneId: null,
          validFrom: null,
          validTo: null,
        }),
      ),
      version(),
    );
    assert.equal(
      version(({ customerCharges }) =>
        Object.assign(customerCharges[4]!, { customerId: null, minKg: null, maxKg: null }),
      ),
      version(),
    );
    assert.equal(
      version(({ discounts }) => Object.assign(discounts[1]!, { validFrom: null, validTo: null, description: null })),
      version(),
    );
    assert.equal(
      version(({ partner: row }) => Object.assign(row, { volumetricDivisor: 5_000 })),
      version(),
      'the default, given explicitly',
    );
  });

  it('omits packages from or to a deleted zone, and no others', () => {
    const without = (...ids: number[]) =>
      version((given) => {
        given.packages = given.packages.filter(({ id }) => !ids.includes(id));
      });
    assert.equal(without(6), version(), 'from a zone that never existed');
    assert.equal(
      version(({ packages }) => Object.assign(packages[5]!, { fromZoneId: 10, toZoneId: 99 })),
      version(),
      'to one',
    );
    assert.equal(
      version(({ packages }) => Object.assign(packages[5]!, { baseCharge: 1 })),
      version(),
    );
    assert.notEqual(without(1), version(), 'of an inactive zone');
    assert.notEqual(without(3), version(), 'between a zone and any zone');
    const withoutZone = (change: (given: CardDocuments) => void = () => {}) =>
      version((given) => {
        given.zones = given.zones.filter(({ id }) => id !== 30);
        change(given);
      });
    assert.equal(
      withoutZone(),
      withoutZone((given) => {
        given.packages = given.packages.filter(({ id }) => id !== 5 && id !== 3);
      }),
    );
    assert.notEqual(
      withoutZone(),
      withoutZone((given) => {
        given.packages = given.packages.filter(({ id }) => id !== 4);
      }),
    );
  });

  it('stays when something changes that no price depends on', () => {
    assert.equal(
      version(({ partner: row }) => Object.assign(row, { name: 'Other', cutoffTime: '09:00', transit: [] })),
      version(),
    );
    assert.equal(
      version(({ partner: row }) => Object.assign(row, { deliveryWindow: { from: '10:00', to: '18:00' } })),
      version(),
    );
    assert.equal(
      version(({ zones }) =>
        Object.assign(zones[0]!, { name: 'Other', geographical: { states: [1], cities: [], areas: [] } }),
      ),
      version(),
    );
  });

  it('changes with everything that a price depends on', () => {
    const changes: Record<string, (given: CardDocuments) => void> = {
      'partner': ({ partner: row }) => {
        row.partnerId = 'other';
      },
      'state of the partner': ({ partner: row }) => {
        row.gstStateCode = '07';
      },
      'divisor': ({ partner: row }) => {
        row.volumetricDivisor = 4_000;
      },
      'zone away': (given) => {
        given.zones = given.zones.slice(1);
      },
      'status of a zone': ({ zones }) => {
        zones[0]!.status = false;
      },
      'attributes of a zone': ({ zones }) => {
        zones[0]!.attributes = [];
      },
      'charge of a service': ({ zones }) => {
        zones[0]!.services[0]!.baseCharge = 60.06;
      },
      'custom charge of a service': ({ zones }) => {
        zones[0]!.services[0]!.customCharges = { CORPORATE: 45.5, B2B: 50.01 };
      },
      'availability of a service': ({ zones }) => {
        zones[0]!.services[1]!.isAvailable = true;
      },
      'package away': (given) => {
        given.packages = given.packages.slice(1);
      },
      'status of a discount': ({ discounts }) => {
        discounts[1]!.status = false;
      },
      'discount away': (given) => {
        given.discounts = given.discounts.slice(1);
      },
      'distance charge deleted': (given) => {
        given.distanceCharges = given.distanceCharges.slice(1);
      },
      'charge away': (given) => {
        given.customerCharges = given.customerCharges.slice(1);
      },
      'transit lane': (given) => {
        given.transitLanes = [transitLane];
      },
      'hours of a transit lane': (given) => {
        given.transitLanes = [{ ...transitLane, hours: null }];
      },
      'RTO terms': (given) => {
        given.rtoTerms = [RTO_TERMS];
      },
      'percent of RTO terms': (given) => {
        given.rtoTerms = [{ ...RTO_TERMS, percent: 50.0001 }];
      },
      'holiday': (given) => {
        given.holidays = [holiday];
      },
      'kind of a holiday': (given) => {
        given.holidays = [{ ...holiday, kind: 'NO_PICKUP' }];
      },
      'road distance': (given) => {
        given.roadDistances = [road];
      },
      'row of one customer that becomes a row for everyone': ({ customerCharges }) => {
        delete customerCharges[0]!.customerId;
      },
    };
    const fields: [keyof CardDocuments, Record<string, unknown>][] = [
      [
        'packages',
        {
          baseWeight: 501,
          baseCharge: 40.36,
          addonWeight: 501,
          addonCharge: 15.01,
          minWeight: 1,
          maxWeight: 2_001,
          shipmentType: 'B2B',
          direction: 'RTO',
          fromZoneId: 10,
          toZoneId: 30,
          status: false,
          validFrom: TO,
          validTo: FROM,
        },
      ],
      ['distanceCharges', { distanceFrom: 101, distanceTo: 250, charge: 12.51, chargeType: 'flat', status: false }],
      [
        'customerCharges',
        { customerId: 'Y', type: 'fsc', chargeType: 'flat', value: 1.81, minKg: 1, maxKg: 1, status: false },
      ],
      [
        'discounts',
        {
          fromWeight: 5.001,
          toWeight: 10.501,
          discountType: 'flat',
          discountValue: 7.51,
          appliesTo: 'SUBTOTAL',
          validFrom: TO,
          validTo: FROM,
          status: false,
        },
      ],
    ];
    for (const [collection, values] of fields) {
      for (const [name, value] of Object.entries(values))
        changes[`${name} of ${collection}`] = (given) => {
          Object.assign((given[collection] as object[])[0]!, { [name]: value });
        };
    }
    const seen = new Map<string, string>([[version(), 'nothing']]);
    const note = (name: string, found: string) => {
      assert.equal(seen.get(found), undefined, `${name} gives the version of ${seen.get(found)}`);
      seen.set(found, name);
    };
    for (const [name, change] of Object.entries(changes)) note(name, version(change));
    note(
      'value of a default',
      version(() => {}, general([{ ...defaults[0]!, value: 0.21 }, ...defaults.slice(1)])),
    );
    note(
      'general holiday',
      version(() => {}, { ...general(defaults), holidays: [holiday] }),
    );
    note(
      'general road distance',
      version(() => {}, { ...general(defaults), 'road-distances': [road] }),
    );
    note(
      'default away',
      version(() => {}, general(defaults.slice(1))),
    );
  });
});
