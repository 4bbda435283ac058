/** Warnings of an import about rows that can never count, and about weights that a customer's rows leave open. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { importWarnings } from '../../src/store/dataset/import-warnings.js';
import { packageRow } from '../reference/fixture.js';
import { lanes, plainWorld, rule, surcharge, type Change } from '../reference/card-fixture.js';
import type { CardWorld } from '../reference/documents.js';

const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-07-01T00:00:00.000Z';

/** Without those about zones, which test/store/import-warnings.test.ts has. */
function warned(change: Change): string[] {
  return [...importWarnings(plainWorld(change), Date.parse(AT))].flatMap(
    ({ code, collection, document, field, message }) =>
      code === 'SERVICE_MISSING' ? [] : [`${collection}/${document.id} ${field}: ${message}`],
  );
}

const put =
  <C extends keyof CardWorld>(collection: C, rows: Partial<CardWorld[C][number]>[]): Change =>
  (world) => {
    const plain = { partnerId: 'acme', status: true, createdAt: AT };
    Object.assign(world, { [collection]: rows.map((row, index) => ({ id: index + 1, ...plain, ...row })) });
  };
const both =
  (...changes: Change[]): Change =>
  (world) =>
    changes.forEach((change) => change(world));

describe('the warnings about cards', () => {
  it('are empty for rows that all count', () => {
    const tagged: Change = (world) => {
      world.zones[0]!.tags = ['METRO'];
    };
    const card = both(
      tagged,
      lanes(rule(1, 'A', { sameCity: true }), rule(2, 'B', { fromTags: ['METRO', 'NE'] }), rule(3, 'C', {})),
      put('packages', [{ ...packageRow({ id: 1 }), lane: 'A' }, packageRow({ id: 2 })]),
      put('surcharges', [
        surcharge(1, { when: { lanes: ['C'], tags: ['METRO'] } }),
        surcharge(2, { code: 'Y', basis: 'PERCENT', of: ['freight', 'X'], order: 600 }),
      ]),
    );
    assert.deepEqual(warned(card), []);
  });

  it('name lanes that no active rule gives', () => {
    const rules = lanes(rule(1, 'A', {}), rule(2, 'B', { sameCity: true }, { status: false }));
    assert.deepEqual(warned(both(rules, put('packages', [{ ...packageRow({ id: 1 }), lane: 'B' }]))), [
      'packages/1 lane: no active lane rule gives the lane B: the row never counts',
    ]);
    assert.deepEqual(
      warned(
        both(
          rules,
          put('transit-lanes', [
            { lane: 'Z', hours: 9 },
            { lane: 'A', hours: 9 },
          ]),
        ),
      ),
      ['transit-lanes/1 lane: no active lane rule gives the lane Z: the row never counts'],
    );
    assert.deepEqual(warned(both(rules, put('surcharges', [surcharge(1, { when: { lanes: ['A', 'B'] } })]))), [
      'surcharges/1 when.lanes[1]: no active lane rule gives the lane B',
    ]);
    const distance = { distanceFrom: 0, distanceTo: 10, charge: 1, chargeType: 'flat', lane: 'B' } as const;
    assert.deepEqual(warned(both(rules, put('distance-charges', [distance, { ...distance, status: false }]))), [
      'distance-charges/1 lane: no active lane rule gives the lane B: the row never counts',
    ]);
  });

  it('name tags that no active zone has', () => {
    assert.deepEqual(warned(lanes(rule(1, 'A', { bothTags: ['METRO', 'NE'] }))), [
      'lane-rules/1 when.bothTags: no active zone has METRO or NE: the rule never holds',
    ]);
    assert.deepEqual(warned(put('surcharges', [surcharge(1, { when: { tags: ['ISLAND'] } })])), [
      'surcharges/1 when.tags: no active zone has ISLAND: the row never counts',
    ]);
  });

  it('name lane rules behind one that always holds, or that says the same, when it is in force as long', () => {
    const hidden = 'the rule is never reached: lane rule 1 comes before it and holds whenever it does';
    assert.deepEqual(warned(lanes(rule(1, 'A', { sameCity: null }), rule(2, 'B', { sameState: true }))), [
      `lane-rules/2 priority: ${hidden}`,
    ]);
    assert.deepEqual(warned(lanes(rule(1, 'A', { kmTo: 50 }), rule(2, 'B', { kmTo: 50, kmFrom: null }))), [
      `lane-rules/2 priority: ${hidden}`,
    ]);
    assert.deepEqual(warned(lanes(rule(1, 'A', {}, { validTo: LATER }), rule(2, 'B', {}, { validFrom: AT }))), []);
  });

  it('name transit lanes and RTO terms that another row always goes before', () => {
    const pair = { fromZoneId: 1, toZoneId: 2 };
    const rows = [
      { ...pair, hours: 40 },
      { ...pair, hours: 48 },
      { ...pair, hours: 30, validFrom: LATER },
      { hours: null },
      { hours: 1, validFrom: AT },
    ];
    assert.deepEqual(warned(put('transit-lanes', rows)), [
      'transit-lanes/2 hours: the row never counts: transit lane 1 is for the same routes and goes before it',
      'transit-lanes/5 hours: the row never counts: transit lane 4 is for the same routes and goes before it',
    ]);
    const terms = { basis: 'CARD', percent: null } as const;
    assert.deepEqual(warned(put('rto-terms', [terms, terms, { ...terms, customerId: 'c' }])), [
      'rto-terms/1 id: the terms never count: 2 begin at the same moment and have the higher id',
    ]);
  });

  it('name codes that no row has', () => {
    const rows = [surcharge(1, { basis: 'PERCENT', of: ['freight', 'GREEN'] })];
    assert.deepEqual(warned(put('surcharges', rows)), [
      'surcharges/1 of[1]: no surcharge has the code GREEN: it counts 0',
    ]);
    const general = surcharge(2, { partnerId: null, code: 'GREEN', order: 10 });
    assert.deepEqual(
      warned((world) => {
        world.surcharges = [...rows, general];
      }),
      [],
    );
  });

  it('name weights that the rows of a customer leave open', () => {
    const own = (id: number, fields: Partial<CardWorld['packages'][number]>) =>
      packageRow({ id, customerId: 'cust-1', ...fields });
    const open = (grams: number) =>
      `customerId: the rows for cust-1 carry nothing just above ${grams} g, `
      + 'and the general rows do not count for this customer: such a shipment has no rate';
    assert.deepEqual(warned(put('packages', [packageRow({ id: 1 }), own(2, { maxWeight: 2_000 })])), [
      `packages/2 ${open(2_000)}`,
    ]);
    assert.deepEqual(warned(put('packages', [own(1, { minWeight: 500 })])), [`packages/1 ${open(0)}`]);
    assert.deepEqual(warned(put('packages', [own(1, { addonWeight: 0 }), own(2, { minWeight: 500 })])), []);
    // next to each other, for two types of shipment, neither carries what the other one does
    const types = [own(1, { shipmentType: 'B2B', maxWeight: 900 }), own(2, { shipmentType: 'B2C', minWeight: 900 })];
    assert.deepEqual(warned(put('packages', types)), [`packages/1 ${open(900)}`]);
    assert.deepEqual(warned(put('packages', [own(1, { maxWeight: 30_000 })])), [], 'all that the partner carries');
  });
});
