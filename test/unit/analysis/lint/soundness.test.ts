/** What the linter says of cards made by hand: nothing is missed, nothing sound is reported, examples can be asked. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_DECLARED_VALUE_RUPEES, MAX_DIMENSION_CM, MAX_PIECE_GRAMS } from '../../../../src/limits/requests.js';
import { readCard } from '../../../cards/card.js';
import type { CardWorld } from '../../../reference/documents.js';
import { AT, lint, ofCode } from './linted.js';
import { assertShown, checked } from './shown.js';

const CREATED = { status: true, createdAt: '2026-01-01T00:00:00.000Z' } as const;
const JUNE_ENDS = '2026-06-30T23:59:59+05:30';
const JULY = '2026-07-01T00:00:00+05:30';
const AUGUST = '2026-08-01T00:00:00+05:30';

type Row = CardWorld['packages'][number];

/** The card whose lanes are A to E, with one general row in place of its rates. */
function withRates(...rows: Partial<Row>[]): CardWorld {
  const world = readCard('national-a-to-e');
  const row = { ...world.packages[0]!, lane: undefined };
  world.packages = rows.map((more, index) => ({ ...row, id: 900 + index, packageId: `row-${index}`, ...more }));
  return world;
}

/** The same with so many zones, between which the pincodes are divided. */
function withZones(count: number, world: CardWorld): CardWorld {
  const [zone] = world.zones as [CardWorld['zones'][number]];
  const { partnerId } = zone;
  const geographical = { states: [], cities: [], areas: [] };
  const zones = Array.from({ length: count }, (_, index) => ({
    ...zone,
    id: index + 1,
    name: `Zone ${index + 1}`,
    tags: [],
    geographical,
  }));
  const entries = world.pincodes.map(({ pincode }, index) => ({
    partnerId,
    zoneId: Math.floor((index * count) / world.pincodes.length) + 1,
    pincode,
    assignedAt: CREATED.createdAt,
  }));
  return { ...world, zones, 'lane-rules': [], 'zone-pincodes': entries };
}

const documentsOf = (findings: readonly { documents: string[] }[]) => findings.map(({ documents }) => documents);

describe('RATE_GAP', () => {
  it('is found where the first routes are not served', async () => {
    const world = withRates({ maxWeight: 20_000 });
    const { partnerId } = world.partners[0]!;
    const unserved = { id: 1, partnerId, lane: null, fromZoneId: world.zones[0]!.id, toZoneId: null, hours: null };
    world['transit-lanes'] = [{ ...unserved, ...CREATED }];
    const [gap] = ofCode(await lint(world), 'RATE_GAP');
    assert.match(gap!.message, /^20,001 to 50,000 g on lane/);
    assertShown(world, gap!);
  });

  it('is found where only one pincode has hours, its own', async () => {
    const world = withZones(1, withRates({ maxWeight: 20_000 }));
    const { partnerId } = world.partners[0]!;
    world['transit-lanes'] = [
      { id: 1, partnerId, lane: null, fromZoneId: null, toZoneId: null, hours: null, ...CREATED },
    ];
    assert.deepEqual(ofCode(await lint(world), 'RATE_GAP'), []);
    world['zone-pincodes'].at(-1)!.transitDays = 6;
    const [gap] = ofCode(await lint(world), 'RATE_GAP');
    assert.match(gap!.message, /^20,001 to 50,000 g within /);
    assertShown(world, gap!);
  });

  it('of a single gram is named by it', async () => {
    const world = withRates({ maxWeight: 1_999 }, { minWeight: 2_000 });
    const [gap] = ofCode(await lint(world), 'RATE_GAP');
    assert.match(gap!.message, /^2,000 g /);
    assertShown(world, gap!);
  });

  it('of rows for a service that shipments require unasked is found once', async () => {
    const rowsOf = async (service: Row['service'], more: Partial<Row> = {}) => {
      const rows = [{ service, maxWeight: 20_000, ...more }, { maxWeight: 20_000 }];
      const world = withRates(...rows, { direction: 'REVERSE' });
      for (const zone of world.zones) zone.services.push({ serviceTypeId: 'REVERSE', isAvailable: true });
      const found = ofCode(await lint(world), 'RATE_GAP');
      for (const gap of found) assertShown(world, gap);
      return documentsOf(found).map((documents) => documents.join());
    };
    assert.deepEqual(await rowsOf('COD'), ['packages/900', 'packages/901']);
    assert.deepEqual(await rowsOf('PREPAID'), ['packages/901', 'packages/900']);
    assert.deepEqual(await rowsOf('DELIVERY'), ['packages/900']);
    assert.deepEqual(await rowsOf('COD', { customerId: 'acme' }), ['packages/901', 'packages/900']);
    assert.deepEqual(await rowsOf('REVERSE', { direction: 'REVERSE' }), ['packages/901', 'packages/900']);
    assert.deepEqual(await rowsOf('PICKUP'), ['packages/901', 'packages/900'], 'PICKUP is required where it is named');
  });

  it('is shown by pieces of which a request may have so many', async () => {
    const world = withRates({ maxWeight: 24_000_000 });
    Object.assign(world.partners[0]!.limits, { maxWeight: 25_000_000, maxPieceWeight: 1_000 });
    const [gap] = ofCode(await lint(world), 'RATE_GAP');
    const { pieces } = gap!.examples[0] as { pieces: { count: number; weight: number }[] };
    assert.deepEqual(pieces, [
      { count: 10_000, weight: 1_000 },
      { count: 10_000, weight: 1_000 },
      { count: 4_000, weight: 1_000 },
      { count: 1, weight: 1 },
    ]);
  });
});

describe('RATE_OVERLAP', () => {
  it('is looked for until the time is over, and what was found until then is reported as cut', async () => {
    // each carries half of the weights of the next one
    const rates = Array.from({ length: 6 }, (_, index) => ({
      baseCharge: 40 + index,
      minWeight: index * 1_000,
      maxWeight: (index + 2) * 1_000,
    }));
    const world = withRates(...rates);
    let asked = 0;
    const whole = await lint(world, AT, null, () => {
      asked += 1;
      return false;
    });
    const all = ofCode(whole, 'RATE_OVERLAP').length;
    assert.deepEqual([all, whole.cut], [5, undefined]);
    const counts = new Set<number>();
    for (let most = 0; most < asked; most++) {
      let left = most;
      const report = await lint(world, AT, null, () => left-- <= 0);
      assert.equal(report.cut, true, `after ${most} of ${asked}`);
      counts.add(ofCode(report, 'RATE_OVERLAP').length);
    }
    assert.deepEqual([...counts].sort(), [0, 1, 2, 3, 4, 5]);
  });

  it('of returns is shown by a prepaid one, since they collect nothing', async () => {
    const world = withRates({}, { direction: 'REVERSE' }, { direction: 'REVERSE', baseCharge: 99 });
    for (const zone of world.zones) zone.services.push({ serviceTypeId: 'REVERSE', isAvailable: true });
    const [overlap] = ofCode(await lint(world), 'RATE_OVERLAP');
    const { paymentType, direction } = overlap!.examples[0] as Record<string, unknown>;
    assert.deepEqual([paymentType, direction], ['PREPAID', 'REVERSE']);
    assertShown(world, overlap!);
  });

  it('does not report rows whose shipments are refused for another reason', async () => {
    const world = withRates({}, { direction: 'REVERSE' }, { direction: 'REVERSE', baseCharge: 99 });
    assert.deepEqual((await lint(world)).counts, {});
  });

  it('is an error where the dearer row is charged at no weight', async () => {
    const severities = async (...rates: object[]) =>
      ofCode(await lint(withRates(...rates)), 'RATE_OVERLAP').map(({ severity, documents }) => [
        severity,
        ...documents,
      ]);
    const both = ['packages/900', 'packages/901'];
    assert.deepEqual(await severities({}, { baseCharge: 99 }), [['error', ...both]]);
    assert.deepEqual(await severities({ baseCharge: 99 }, {}), [['error', ...both]]);
    assert.deepEqual(await severities({ baseCharge: 99, addonCharge: 1 }, {}), [['warning', ...both]], 'cheaper later');
    assert.deepEqual(
      await severities({ maxWeight: 5_000 }, { baseCharge: 99 }),
      [['warning', ...both]],
      'heavier ones',
    );
    const validFrom = '2026-06-01T00:00:00+05:30';
    assert.deepEqual(await severities({}, { baseCharge: 1, validFrom }), [['warning', ...both]], 'until then');
    assert.deepEqual(await severities({}, { baseCharge: 99, validFrom }), [['error', ...both]], 'undated and dated');
  });

  it('reports two rows of zones once', async () => {
    const [fromZoneId, toZoneId] = [1, 2];
    const world = withRates({}, { fromZoneId, toZoneId }, { fromZoneId, toZoneId, baseCharge: 99 });
    const overlaps = ofCode(await lint(world), 'RATE_OVERLAP');
    assert.deepEqual(documentsOf(overlaps), [['packages/901', 'packages/902']]);
    assert.match(overlaps[0]!.message, /both carry 1 g from zone 1 to zone 2, at different prices/);
  });
});

describe('ROW_NEVER_COUNTS', () => {
  it('reports a row that names an inactive zone', async () => {
    const world = withRates({}, { fromZoneId: 1 });
    world.zones[0]!.status = false;
    const [never] = ofCode(await lint(world), 'ROW_NEVER_COUNTS');
    assert.equal(never!.message, 'packages/901 never counts: zone 1 is inactive');
  });

  it('reports the rows of lanes whose rules stand behind one that holds whenever they do', async () => {
    const world = readCard('national-a-to-e');
    const rule = (lane: string) => world['lane-rules'].filter((each) => each.lane === lane);
    const [rest] = rule('D') as [CardWorld['lane-rules'][number]];
    rest.priority = 45;
    const never = async () =>
      documentsOf(ofCode(await lint(world), 'ROW_NEVER_COUNTS'))
        .flat()
        .sort();
    const rules = world['lane-rules'].filter(({ priority }) => priority > 45).map(({ id }) => `lane-rules/${id}`);
    assert.deepEqual(await never(), [...rules, 'packages/2', 'packages/3'].sort());
    const [first] = ofCode(await lint(world), 'ROW_NEVER_COUNTS');
    assert.equal(
      first!.message,
      'packages/2 never counts: lane-rules/12 always matches first, so no rule gives the lane B',
    );
    // not for ever
    rest.validTo = JUNE_ENDS;
    assert.deepEqual(ofCode(await lint(world), 'ROW_NEVER_COUNTS'), []);
    rest.validTo = null;
    // nor everywhere
    rest.when = { sameZone: false };
    assert.deepEqual(ofCode(await lint(world), 'ROW_NEVER_COUNTS'), []);
    // a rule that asks for more than one before it
    rest.when = { bothTags: ['METRO'] };
    for (const metro of rule('C')) metro.when = { bothTags: ['METRO'], sameState: false };
    const ofMetro = rule('C').map(({ id }) => `lane-rules/${id}`);
    assert.deepEqual(await never(), [...ofMetro, 'packages/3'].sort());
  });
});

describe('TRANSIT_GAP', () => {
  const world = readCard('national-a-to-e');
  const [{ partnerId }] = world.partners as [CardWorld['partners'][number]];
  const hours = (...lanes: string[]) =>
    lanes.map((lane, index) => ({ ...CREATED, id: index + 1, partnerId, lane, hours: 24 }));
  world.partners[0]!.transit = [];

  it('reports each lane without hours', async () => {
    world['transit-lanes'] = hours('A', 'B', 'C');
    const gaps = ofCode(await lint(world), 'TRANSIT_GAP');
    assert.deepEqual(
      documentsOf(gaps).sort(),
      [4, 12].map((rule) => [`partners/${partnerId}`, `lane-rules/${rule}`]).sort(),
    );
    for (const gap of gaps) assertShown(world, gap);
  });

  it('of one lane is not accepted with that of another', async () => {
    world['transit-lanes'] = hours('A', 'B', 'C', 'E');
    const [gap] = ofCode(await lint(world), 'TRANSIT_GAP');
    const { documents } = gap!;
    world.partners[0]!.accepted = [{ code: 'TRANSIT_GAP', documents, note: 'none yet', until: '2026-12-31' }];
    assert.deepEqual((await lint(world)).counts, {});
    world['transit-lanes'] = hours('A', 'B', 'C');
    assert.deepEqual((await lint(world)).counts, { TRANSIT_GAP: 1 });
  });
});

describe('COD_WITHOUT_CHARGE', () => {
  it('is not found where the zones charge for the service', async () => {
    const world = readCard('national-a-to-e');
    world['customer-charges'] = world['customer-charges'].filter(({ type }) => type !== 'cod');
    assert.deepEqual((await lint(world)).counts, { COD_WITHOUT_CHARGE: 1 });
    for (const { services } of world.zones)
      for (const service of services) if (service.serviceTypeId === 'COD') service.baseCharge = 30;
    assert.deepEqual((await lint(world)).counts, {});
  });

  it('is not found where a surcharge is for COD alone, but where it is for any payment', async () => {
    const world = readCard('national-a-to-e');
    const { partnerId } = world.partners[0]!;
    world['customer-charges'] = world['customer-charges'].filter(({ type }) => type !== 'cod');
    const row = { ...CREATED, id: 1, partnerId, code: 'CASH', label: 'Cash', basis: 'FLAT', value: 30, order: 950 };
    const counts = async (more: object) => {
      world.surcharges = [{ ...row, ...more }] as CardWorld['surcharges'];
      return (await lint(world)).counts;
    };
    assert.deepEqual(await counts({ when: { paymentTypes: ['COD'] } }), {});
    assert.deepEqual(await counts({ basis: 'PERCENT', value: 2, of: ['codAmount'] }), {});
    for (const more of [
      {},
      { when: { paymentTypes: ['COD', 'PREPAID'] } },
      { when: { paymentTypes: ['PREPAID'] } },
      { basis: 'PERCENT', value: 2, of: ['freight'] },
    ])
      assert.deepEqual(await counts(more), { COD_WITHOUT_CHARGE: 1 }, JSON.stringify(more));
  });
});

describe('a row behind an offer', () => {
  const offer = (validTo: string) =>
    withRates(
      { validFrom: '2026-01-01T00:00:00+05:30' },
      { paymentType: 'COD', validTo },
      { paymentType: 'PREPAID', validTo },
    );

  it('counts when the offer has ended', async () => {
    assert.deepEqual((await lint(offer(JUNE_ENDS))).counts, {});
  });

  it('never counts when another offer follows, and ends when the row does', async () => {
    const world = offer(JUNE_ENDS);
    const last = '2026-12-31T00:00:00+05:30';
    for (const [index, row] of world.packages.slice(1).entries())
      world.packages.push({ ...row, id: 950 + index, validFrom: JULY, validTo: last });
    world.packages[0]!.validTo = last;
    assert.deepEqual(documentsOf(ofCode(await lint(world), 'ROW_NEVER_COUNTS')), [['packages/900']]);
  });
});

describe('DATES_GAP', () => {
  it('is found though a row for other distances goes on', async () => {
    const near = { kmFrom: 0, kmTo: 500 };
    const world = withRates({ kmFrom: 500 }, { ...near, validTo: JUNE_ENDS }, { ...near, validFrom: AUGUST });
    const gaps = ofCode(await lint(world), 'DATES_GAP');
    assert.deepEqual(documentsOf(gaps), [['packages/901', 'packages/902']]);
    assert.deepEqual(checked(world, gaps[0]!.examples[0]!).reasons, ['NO_RATE']);
  });

  it('is not between rows for different distances', async () => {
    const [near, far] = [{ kmTo: 500 }, { kmFrom: 500 }];
    const world = withRates(
      { ...near, validTo: JUNE_ENDS },
      { ...near, validFrom: JULY },
      { ...far, validFrom: AUGUST },
    );
    assert.deepEqual(ofCode(await lint(world), 'DATES_GAP'), []);
  });

  it('is found where the rows that follow name the routes in another way', async () => {
    const [from, to] = withRates().zones;
    const pairs = { fromZoneId: from!.id, toZoneId: to!.id };
    for (const [ending, beginning] of [
      [{}, pairs],
      [pairs, {}],
      [{ lane: 'D' }, {}],
      [{}, { lane: 'D' }],
    ]) {
      const label = JSON.stringify([ending, beginning]);
      const gapBefore = async (validFrom: string) => {
        const world = withRates({ ...ending, validTo: JUNE_ENDS }, { ...beginning, validFrom });
        return { world, gaps: ofCode(await lint(world), 'DATES_GAP') };
      };
      const { world, gaps } = await gapBefore(AUGUST);
      assert.deepEqual(documentsOf(gaps), [['packages/900', 'packages/901']], label);
      assertShown(world, gaps[0]!);
      assert.deepEqual((await gapBefore(JULY)).gaps, [], label);
    }
  });

  it('is between rows for the same service, and asks for it', async () => {
    const service = 'EXPRESS';
    const world = withRates({}, { service, validTo: JUNE_ENDS }, { service, validFrom: AUGUST });
    for (const zone of world.zones) zone.services.push({ serviceTypeId: service, isAvailable: true });
    const [gap] = ofCode(await lint(world), 'DATES_GAP');
    assert.deepEqual(gap!.documents, ['packages/901', 'packages/902']);
    assert.deepEqual((gap!.examples[0] as { serviceRequirements?: string[] }).serviceRequirements, [service]);
    assertShown(world, gap!);
    for (const row of world.packages) if (row.id === 902) row.service = null;
    assert.deepEqual(ofCode(await lint(world), 'DATES_GAP'), [], 'for different services');
  });

  it('is not where another row goes on', async () => {
    const world = withRates({}, { lane: 'D', validTo: JUNE_ENDS }, { fromZoneId: 1, validFrom: AUGUST });
    world.packages[2]!.fromZoneId = world.zones[0]!.id;
    assert.deepEqual(ofCode(await lint(world), 'DATES_GAP'), []);
  });

  it('is of charges for the same amounts to collect', async () => {
    const world = withRates({});
    const charge = world['customer-charges'].find(({ type }) => type === 'cod')!;
    const others = world['customer-charges'].filter(({ type }) => type !== 'cod');
    const gaps = async (...rows: object[]) => {
      const cod = rows.map((row, index) => ({ ...charge, id: 901 + index, ...row }));
      const own = { ...world, 'customer-charges': [...others, ...cod] };
      const found = ofCode(await lint(own), 'DATES_GAP');
      for (const gap of found) assertShown(own, gap);
      return documentsOf(found);
    };
    const [ended, next] = [{ validTo: JUNE_ENDS }, { validFrom: AUGUST }];
    const [high, low] = [{ codFrom: 2_000 }, { codTo: 2_000 }];
    assert.deepEqual(await gaps({ ...high, ...ended }, { ...low, ...next }), []);
    assert.deepEqual(await gaps({ ...high, ...ended }, { ...high, ...next }, low), [
      ['customer-charges/901', 'customer-charges/902'],
    ]);
    assert.deepEqual(await gaps({ ...low, ...ended }, next), [['customer-charges/901', 'customer-charges/902']]);
  });

  it('is not where a charge of any direction goes on', async () => {
    const world = withRates({});
    const [charge] = world['customer-charges'].filter(({ type }) => type === 'fsc');
    world['customer-charges'].push(
      { ...charge!, id: 901, value: 20, validTo: JUNE_ENDS },
      { ...charge!, id: 902, value: 20, validFrom: AUGUST },
    );
    charge!.direction = 'ANY';
    assert.deepEqual((await lint(world)).counts, {});
    charge!.direction = 'RTO';
    assert.deepEqual((await lint(world)).counts, { DATES_GAP: 1 });
  });

  it('is found of a surcharge for few of many zones, for one of two services, and for long pieces', async () => {
    for (const when of [
      { end: 'PICKUP', zones: [29] },
      { services: ['ODA', 'PICKUP'] },
      { piece: { longestCmFrom: 100 } },
      { kmFrom: 10, kmTo: 20 },
    ] as const) {
      const world = withZones(30, withRates({}));
      const { partnerId } = world.partners[0]!;
      const row = { partnerId, code: 'EXTRA', label: 'Extra', basis: 'FLAT', value: 20, order: 950, when } as const;
      world.surcharges = [
        { ...row, ...CREATED, id: 1, validTo: JUNE_ENDS },
        { ...row, ...CREATED, id: 2, validFrom: AUGUST },
      ] as CardWorld['surcharges'];
      const gaps = ofCode(await lint(world), 'DATES_GAP');
      assert.deepEqual(documentsOf(gaps), [['surcharges/1', 'surcharges/2']], JSON.stringify(when));
      assertShown(world, gaps[0]!);
    }
  });

  /** A surcharge that lapses in July, with these conditions. */
  function lapsing(when: object, more: object = {}): CardWorld {
    const world = withRates({});
    const { partnerId } = world.partners[0]!;
    const row = { partnerId, code: 'EXTRA', label: 'Extra', basis: 'FLAT', value: 20, order: 950, when, ...more };
    world.surcharges = [
      { ...row, ...CREATED, id: 1, validTo: JUNE_ENDS },
      { ...row, ...CREATED, id: 2, validFrom: AUGUST },
    ] as CardWorld['surcharges'];
    return world;
  }

  it('is found of a surcharge whatever it asks for: a customer, a direction, a place, a weight, a value', async () => {
    for (const [when, more, shown] of [
      [{}, { customerId: 'acme' }, { customerId: 'acme' }],
      [{ customerTypes: ['CORPORATE'] }, {}, { customerType: 'CORPORATE' }],
      [{ valueFrom: 20_000 }, {}, { declaredValue: 20_000 }],
      [{ kgFrom: 2, kgTo: 3 }, {}, { weight: 2_000 }],
      [{ piece: { kgFrom: 4 } }, {}, { pieces: [{ count: 1, weight: 4_000 }] }],
      [{ lanes: ['E'] }, {}, {}],
      [{ tags: ['NE'], end: 'DELIVERY' }, {}, {}],
      [{ directions: ['FORWARD'] }, {}, {}],
    ] as const) {
      const label = JSON.stringify([when, more]);
      const world = lapsing(when, more);
      const gaps = ofCode(await lint(world), 'DATES_GAP');
      assert.deepEqual(documentsOf(gaps), [['surcharges/1', 'surcharges/2']], label);
      const [example] = gaps[0]!.examples as [Record<string, unknown>];
      for (const [name, value] of Object.entries(shown)) assert.deepEqual(example[name], value, label);
      assertShown(world, gaps[0]!);
    }
  });

  it('is not of a surcharge that no request can meet', async () => {
    for (const when of [
      { valueFrom: MAX_DECLARED_VALUE_RUPEES + 1 },
      { piece: { kgFrom: MAX_PIECE_GRAMS / 1_000 + 1 } },
      { piece: { longestCmFrom: MAX_DIMENSION_CM + 1 } },
      { lanes: ['nowhere'] },
      { kmFrom: 20_000 },
      { attributes: ['HILL'] },
    ])
      assert.deepEqual(ofCode(await lint(lapsing(when)), 'DATES_GAP'), [], JSON.stringify(when));
  });

  it('is found of a surcharge in zones with an attribute', async () => {
    const world = lapsing({ attributes: ['HILL'], end: 'DELIVERY' });
    const zone = world.zones[1]!;
    zone.attributes = ['HILL'];
    zone.services.push({ serviceTypeId: 'HILL', isAvailable: true });
    const gaps = ofCode(await lint(world), 'DATES_GAP');
    assert.deepEqual(documentsOf(gaps), [['surcharges/1', 'surcharges/2']]);
    assertShown(world, gaps[0]!);
  });

  it('is found of insurance, and shown by a shipment whose value the partner insures', async () => {
    for (const maxDeclaredValue of [50_000, 400]) {
      const world = withRates({});
      const partner = world.partners[0]!;
      partner.limits.maxDeclaredValue = maxDeclaredValue;
      const row = { ...CREATED, partnerId: partner.partnerId, type: 'insurance', chargeType: 'percentage', value: 2 };
      world['customer-charges'].push(
        { ...row, id: 901, validTo: JUNE_ENDS } as CardWorld['customer-charges'][number],
        { ...row, id: 902, validFrom: AUGUST } as CardWorld['customer-charges'][number],
      );
      const [gap] = ofCode(await lint(world), 'DATES_GAP');
      assert.deepEqual(gap?.documents, ['customer-charges/901', 'customer-charges/902']);
      const [{ declaredValue }] = gap.examples as [{ declaredValue?: number }];
      assert.equal(declaredValue, Math.min(1_000, maxDeclaredValue));
      assertShown(world, gap);
    }
  });

  it('of a charge is not shown by a shipment that is refused', async () => {
    const world = withRates({ validTo: JUNE_ENDS }, { validFrom: AUGUST });
    const [charge] = world['customer-charges'].filter(({ type }) => type === 'fsc');
    world['customer-charges'].push({ ...charge!, id: 901, validFrom: AUGUST });
    charge!.validTo = JUNE_ENDS;
    const gaps = ofCode(await lint(world), 'DATES_GAP');
    assert.deepEqual(documentsOf(gaps), [['packages/900', 'packages/901']]);
  });

  it('holds a whole second, such as midnight, however short it is', async () => {
    const gapBetween = async (validTo: string, validFrom: string) =>
      ofCode(await lint(withRates({ validTo }, { validFrom })), 'DATES_GAP');
    assert.deepEqual(await gapBetween(JUNE_ENDS, JULY), []);
    assert.deepEqual(await gapBetween('2026-06-30T23:59:59.998+05:30', JULY), []);
    const [gap] = await gapBetween('2026-06-30T23:59:59.999+05:30', '2026-07-01T00:00:00.001+05:30');
    const { shipDate } = gap!.examples[0] as { shipDate: string };
    assert.equal(shipDate, '2026-07-01');
    assert.equal((await gapBetween('2026-06-30T23:59:58+05:30', JULY)).length, 1);
  });

  it('is looked for up to the last day that can be asked for', async () => {
    const world = withRates({ validTo: '2028-03-20T00:00:00+05:30' }, { validFrom: '2028-06-01T00:00:00+05:30' });
    assert.deepEqual((await lint(world, AT, '2028-03-01T00:00:00+05:30')).counts, {});
    world.packages[0]!.validTo = '2028-03-05T00:00:00+05:30';
    assert.deepEqual((await lint(world, AT, '2028-03-01T00:00:00+05:30')).counts, { DATES_GAP: 1 });
  });
});
