/** Rows and zones that are valid and of no use: what an import finds before anybody asks. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnyLintCode } from '../../../../src/model/lint-codes.js';
import { type Change, lanes, plainWorld, rule, surcharge } from '../../../reference/card-fixture.js';
import type { World, Partner, Zone } from '../../../reference/documents.js';
import { packageRow, zone } from '../../../reference/fixture.js';
import { lint } from './linted.js';

const CREATED = '2025-01-01T00:00:00.000Z';
const AT = new Date('2026-01-01T00:00:00.000Z');
const LATER = '2026-07-01T00:00:00.000Z';

/** What is found of these codes. */
async function found(change: Change, ...codes: AnyLintCode[]): Promise<string[]> {
  const { findings } = await lint(plainWorld(change), AT);
  return findings.filter(({ code }) => codes.includes(code)).map(({ message }) => message);
}

const put =
  <C extends keyof World>(collection: C, rows: Partial<World[C][number]>[]): Change =>
  (world) => {
    const plain = { partnerId: 'acme', status: true, createdAt: CREATED };
    Object.assign(world, { [collection]: rows.map((row, index) => ({ id: index + 1, ...plain, ...row })) });
  };
const both =
  (...changes: Change[]): Change =>
  (world) =>
    changes.forEach((change) => change(world));

describe('rows of no use', () => {
  it('are not those of a card on which all count', async () => {
    const tagged: Change = (world) => {
      world.zones[0]!.tags = ['METRO'];
      world.zones[1]!.tags = ['NE'];
    };
    const card = both(
      tagged,
      lanes(rule(1, 'A', { sameCity: true }), rule(2, 'B', { fromTags: ['METRO', 'NE'] }), rule(3, 'C', {})),
      put('packages', [packageRow({ id: 1 })]),
      put('surcharges', [
        surcharge(1, { when: { lanes: ['C'], tags: ['METRO'] } }),
        surcharge(2, { code: 'Y', basis: 'PERCENT', of: ['freight', 'X'], order: 600 }),
      ]),
    );
    assert.deepEqual(await found(card, 'ROW_NEVER_COUNTS', 'TAG_UNUSED', 'CHARGE_UNKNOWN_BASE', 'RATE_GAP'), []);
  });

  it('name lanes that no active rule gives', async () => {
    const rules = lanes(rule(1, 'A', {}), rule(2, 'B', { sameCity: true }, { status: false }));
    const no = (name: string, lane: string) => `${name} never counts: no lane rule gives the lane ${lane}`;
    const never = (change: Change) => found(both(rules, change), 'ROW_NEVER_COUNTS');
    assert.deepEqual(await never(put('packages', [{ ...packageRow({ id: 1 }), lane: 'B' }])), [no('packages/1', 'B')]);
    const transit = [
      { lane: 'Z', hours: 9 },
      { lane: 'A', hours: 9 },
    ];
    assert.deepEqual(await never(put('transit-lanes', transit)), [no('transit-lanes/1', 'Z')]);
    const distance = { distanceFrom: 0, distanceTo: 10, charge: 1, chargeType: 'flat', lane: 'B' } as const;
    assert.deepEqual(await never(put('distance-charges', [distance, { ...distance, status: false }])), [
      no('distance-charges/1', 'B'),
    ]);
    const levied = (...names: string[]) => put('surcharges', [surcharge(1, { when: { lanes: names } })]);
    assert.deepEqual(await never(levied('B')), [no('surcharges/1', 'B')]);
    assert.deepEqual(await never(levied('A', 'B')), []);
    assert.deepEqual(await found(both(rules, levied('A', 'B')), 'TAG_UNUSED'), [
      'surcharges/1 names the lane B, which no lane rule gives',
    ]);
  });

  it('name tags that no active zone has', async () => {
    assert.deepEqual(await found(lanes(rule(1, 'A', { bothTags: ['METRO', 'NE'] })), 'TAG_UNUSED'), [
      'lane-rules/1 names the tag METRO, which no active zone has and the tag NE, which no active zone has',
    ]);
    assert.deepEqual(await found(put('surcharges', [surcharge(1, { when: { tags: ['ISLAND'] } })]), 'TAG_UNUSED'), [
      'surcharges/1 names the tag ISLAND, which no active zone has',
    ]);
  });

  it('are lane rules behind one that always holds, or that says the same, when it is in force as long', async () => {
    const never = (change: Change) => found(change, 'ROW_NEVER_COUNTS');
    const hidden = 'lane-rules/2 never counts: lane-rules/1 goes before it and holds whenever it does';
    assert.deepEqual(await never(lanes(rule(1, 'A', { sameCity: null }), rule(2, 'B', { sameState: true }))), [hidden]);
    assert.deepEqual(await never(lanes(rule(1, 'A', { kmTo: 50 }), rule(2, 'B', { kmTo: 50, kmFrom: null }))), [
      hidden,
    ]);
    const ending = rule(1, 'A', {}, { validTo: LATER });
    assert.deepEqual(await never(lanes(ending, rule(2, 'B', {}, { validFrom: CREATED }))), []);
  });

  it('are transit lanes and RTO terms that another row always goes before', async () => {
    const pair = { fromZoneId: 1, toZoneId: 2 };
    const rows = [
      { ...pair, hours: 40 },
      { ...pair, hours: 48 },
      { ...pair, hours: 30, validFrom: LATER },
      { hours: null },
      { hours: 1, validFrom: CREATED },
      { ...pair, hours: 40 },
    ];
    const behind = (id: number, first: number) =>
      `transit-lanes/${id} never counts: transit-lanes/${first} is for the same routes and goes before it`;
    assert.deepEqual((await found(put('transit-lanes', rows), 'ROW_NEVER_COUNTS')).sort(), [
      behind(2, 1),
      behind(5, 4),
      behind(6, 1),
    ]);
    const terms = { basis: 'CARD', percent: null } as const;
    assert.deepEqual(await found(put('rto-terms', [terms, terms, { ...terms, customerId: 'c' }]), 'ROW_NEVER_COUNTS'), [
      'rto-terms/1 never counts: rto-terms/2 begins at the same moment and has the higher id',
    ]);
    const narrower = [terms, { ...terms, service: 'EXPRESS' }, { ...terms, lane: 'A' }] as const;
    assert.deepEqual(await found(put('rto-terms', [...narrower]), 'ROW_NEVER_COUNTS'), [
      'rto-terms/3 never counts: no lane rule gives the lane A',
    ]);
    const weights = [
      { volumetricDivisor: 4_000 },
      { volumetricDivisor: 5_000 },
      { minChargeableWeight: 500, lane: 'A' },
    ];
    assert.deepEqual(await found(put('weight-terms', weights), 'ROW_NEVER_COUNTS'), [
      'weight-terms/3 never counts: no lane rule gives the lane A',
      'weight-terms/1 never counts: weight-terms/2 begins at the same moment and has the higher id',
    ]);
    const days = [
      { ...pair, hours: null, days: 2 },
      { ...pair, hours: 30 },
    ];
    assert.deepEqual(await found(put('transit-lanes', days), 'ROW_NEVER_COUNTS'), [behind(1, 2)]);
  });

  it('name codes that no row has', async () => {
    const rows = [surcharge(1, { basis: 'PERCENT', of: ['freight', 'GREEN'] })];
    assert.deepEqual(await found(put('surcharges', rows), 'CHARGE_UNKNOWN_BASE'), [
      'surcharges/1 is a percentage of GREEN, and no row of that code is in force: it counts 0',
    ]);
    const general = surcharge(2, { partnerId: null, code: 'GREEN', order: 10 });
    const withGeneral: Change = (world) => {
      world.surcharges = [...rows, general];
    };
    assert.deepEqual(await found(withGeneral, 'CHARGE_UNKNOWN_BASE'), []);
  });

  it('of a customer leave weights open, for which the general rows do not count', async () => {
    const own = (id: number, fields: Partial<World['packages'][number]>) =>
      packageRow({ id, customerId: 'cust-1', ...fields });
    const gaps = async (rows: World['packages']) => {
      const { findings } = await lint(plainWorld(put('packages', rows)), AT);
      return findings
        .filter(({ code, examples }) => code === 'RATE_GAP' && 'customerId' in examples[0]!)
        .flatMap(({ message, documents }) => `${documents.join()}: ${message.split(' g ')[0]}`);
    };
    const general = packageRow({ id: 9 });
    assert.deepEqual(
      new Set(await gaps([general, own(2, { maxWeight: 2_000 })])),
      new Set(['packages/2: 2,001 to 30,000']),
    );
    assert.deepEqual(new Set(await gaps([general, own(1, { minWeight: 500 })])), new Set(['packages/1: 1 to 500']));
    assert.deepEqual(await gaps([general, own(1, { addonWeight: 0 }), own(2, { minWeight: 500 })]), []);
    assert.deepEqual(await gaps([general, own(1, { maxWeight: 30_000 })]), [], 'all that the partner carries');
  });
});

describe('zones that refuse what their partner takes', () => {
  const offering = (id: number, ...services: Zone['services'][number]['serviceTypeId'][]) =>
    zone({
      id,
      geographical: { states: [id], cities: [], areas: [] },
      services: services.map((serviceTypeId) => ({ serviceTypeId, isAvailable: true })),
    });
  const withZones =
    (zones: Zone[], more: Partial<Partner> = {}): Change =>
    (world) => {
      world.zones = zones;
      Object.assign(world.partners[0]!, { paymentTypes: ['COD', 'PREPAID'], ...more });
    };
  const missing = async (...given: Parameters<typeof withZones>) => {
    const { findings } = await lint(plainWorld(withZones(...given)), AT);
    return findings
      .filter(({ code }) => code === 'SERVICE_MISSING')
      .map(({ documents, message }) => [...documents, message.split(' offers ')[1]]);
  };
  const ALL = ['PICKUP', 'DELIVERY', 'COD', 'PREPAID'] as const;

  it('are named with the services that they lack', async () => {
    assert.deepEqual(await missing([offering(1, ...ALL), offering(2, ...ALL)]), []);
    assert.deepEqual(await missing([offering(1, 'PICKUP', 'COD', 'PREPAID'), offering(2, 'PICKUP')]), [
      ['zones/1', 'no DELIVERY: a delivery there that needs it is refused'],
      ['zones/2', 'no DELIVERY, COD, PREPAID: a delivery there that needs one of them is refused'],
    ]);
  });

  it('lack a service that is listed and not available', async () => {
    const listed = offering(1, ...ALL);
    listed.services[2]!.isAvailable = false;
    assert.deepEqual(await missing([listed]), [['zones/1', 'no COD: a delivery there that needs it is refused']]);
  });

  it('need only the payment types that the partner takes, and only if they are active', async () => {
    const zones = [offering(1, 'DELIVERY', 'PREPAID'), offering(2, 'DELIVERY', 'COD')];
    assert.deepEqual(await missing(zones, { paymentTypes: ['PREPAID'] }), [
      ['zones/2', 'no PREPAID: a delivery there that needs it is refused'],
    ]);
    assert.deepEqual(await missing(zones.map((each) => ({ ...each, status: false }))), []);
  });

  it('are left out where the partner accepts it: of that code, of one zone or several, until its day', async () => {
    const meant: NonNullable<Partner['accepted']>[number] = {
      code: 'SERVICE_MISSING',
      documents: ['zones/1'],
      note: 'No cash there',
      until: '2026-01-01',
    };
    const accepting = (fields: object) =>
      missing([offering(1, 'DELIVERY', 'PREPAID'), offering(2, 'DELIVERY', 'PREPAID')], {
        accepted: [{ ...meant, ...fields }],
      });
    assert.deepEqual(
      (await accepting({})).map(([name]) => name),
      ['zones/2'],
    );
    assert.deepEqual(await accepting({ documents: ['zones/1', 'zones/2'] }), []);
    assert.equal((await accepting({ until: '2025-12-31' })).length, 2, 'its day is over');
    assert.equal((await accepting({ code: 'ZONE_EMPTY' })).length, 2, 'another code');
  });
});
