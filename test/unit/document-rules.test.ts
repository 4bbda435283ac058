/** The rules of single documents, for rows that price: each is broken once, next to a row that keeps it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Documents } from '../../src/model/documents.js';
import {
  MAX_PERCENT,
  MAX_SURCHARGE_CODES_PER_CARD,
  MAX_SURCHARGE_GROUPS_PER_CARD,
  MAX_SURCHARGE_PER_UNIT_RUPEES,
  MAX_SURCHARGES_PER_CARD,
} from '../../src/limits/documents.js';
import { documentFaults } from '../../src/model/rules/document-rules.js';
import { surchargeClashes } from '../../src/model/rules/surcharge-rules.js';
import { partner, zone } from '../reference/fixture.js';

const CREATED = { status: true, createdAt: '2026-01-01T00:00:00.000Z' } as const;

function faultsOf(collection: keyof Documents, document: object): string[] {
  return [...documentFaults(collection, document as never)].map(({ field, message }) => `${field}: ${message}`);
}

const SURCHARGE = {
  ...CREATED,
  ...{ id: 1, partnerId: 'acme', code: 'TOLL', label: 'Toll', basis: 'FLAT', value: 10, order: 150 },
};
const PERCENT = { ...SURCHARGE, basis: 'PERCENT', of: ['freight'] };
const TERMS = { ...CREATED, id: 1, partnerId: 'acme', basis: 'CARD', percent: null };
const LANE = { ...CREATED, id: 1, partnerId: 'acme', hours: 24 };
const ENTRY = { partnerId: 'acme', zoneId: 1, pincode: '110001', assignedAt: CREATED.createdAt };
const blocked = (from: string, to: string | null) => ({ ...ENTRY, blocked: { from, to, reason: 'flood' } });

const CASES: readonly [collection: keyof Documents, kept: object, broken: object, faults: string[]][] = [
  [
    'surcharges',
    { ...SURCHARGE, customerId: 'ACME' },
    { ...SURCHARGE, partnerId: null, customerId: 'ACME' },
    ['partnerId: must name a partner when customerId names a customer'],
  ],
  [
    'surcharges',
    { ...SURCHARGE, when: { zones: [1], lanes: ['A'] } },
    { ...SURCHARGE, partnerId: null, when: { zones: [1], lanes: ['A'] } },
    [
      'partnerId: must name a partner when when.zones names zones',
      'partnerId: must name a partner when when.lanes names lanes',
    ],
  ],
  [
    'surcharges',
    { ...PERCENT, value: MAX_PERCENT },
    { ...PERCENT, value: MAX_PERCENT + 1 },
    [`value: must be at most ${MAX_PERCENT} percent`],
  ],
  [
    'surcharges',
    { ...SURCHARGE, value: MAX_SURCHARGE_PER_UNIT_RUPEES + 1 },
    { ...SURCHARGE, basis: 'PER_KG', value: MAX_SURCHARGE_PER_UNIT_RUPEES + 1 },
    [`value: must be at most ${MAX_SURCHARGE_PER_UNIT_RUPEES} Rupees`],
  ],
  [
    'surcharges',
    { ...PERCENT, above: 10 },
    { ...PERCENT, basis: 'PER_KG', above: 10 },
    ['of: belongs to the basis PERCENT, not to PER_KG', 'above: belongs to the basis PERCENT, not to PER_KG'],
  ],
  ['surcharges', PERCENT, { ...PERCENT, of: null }, ['of: must name what the PERCENT is of']],
  ['surcharges', { ...PERCENT, of: ['GREEN'] }, { ...PERCENT, of: ['TOLL'] }, ['of[0]: is TOLL itself']],
  [
    'surcharges',
    { ...PERCENT, partnerId: null },
    { ...PERCENT, partnerId: null, of: ['GREEN'] },
    ['of[0]: GREEN is no standard amount: a row without a partner names no codes'],
  ],
  [
    'surcharges',
    { ...PERCENT, order: 300, of: ['cod'] },
    { ...PERCENT, order: 299, of: ['cod'] },
    ["of[0]: cod is known at 300, which is behind this row's 299"],
  ],
  [
    'surcharges',
    { ...SURCHARGE, when: { end: 'PICKUP', tags: ['METRO'] } },
    { ...SURCHARGE, when: { end: 'PICKUP', lanes: ['A'] } },
    ['when.end: needs attributes, zones or tags, which it is about'],
  ],
  ['rto-terms', TERMS, { ...TERMS, percent: 50 }, ['percent: must be null with the basis CARD']],
  [
    'rto-terms',
    { ...TERMS, basis: 'PERCENT_OF_FORWARD', percent: 50 },
    { ...TERMS, basis: 'PERCENT_OF_FORWARD' },
    ['percent: must be a number with the basis PERCENT_OF_FORWARD'],
  ],
  [
    'holidays',
    { ...CREATED, id: 1, name: 'Holi', date: '2028-02-29' },
    { ...CREATED, id: 1, name: 'Holi', date: '2026-02-29' },
    ['date: must be a day of the calendar'],
  ],
  [
    'transit-lanes',
    { ...LANE, lane: 'A', fromZoneId: null },
    { ...LANE, lane: 'A', toZoneId: 2 },
    ['lane: must be absent when fromZoneId or toZoneId names a zone'],
  ],
  [
    'partners',
    { ...partner('acme'), cft: 6 },
    { ...partner('acme'), cft: 6, volumetricDivisor: 5_000 },
    ['cft: must be absent when volumetricDivisor is given: one of them turns volume into weight'],
  ],
  [
    'zones',
    { ...zone({ id: 1 }), tags: ['METRO', 'NORTH'] },
    { ...zone({ id: 1 }), tags: ['METRO', 'NORTH', 'METRO'] },
    ['tags[2]: lists METRO twice'],
  ],
  [
    'zone-pincodes',
    blocked('2026-03-02T00:00:00.000Z', '2026-03-02T00:00:00.000Z'),
    blocked('2026-03-02T00:00:00.000Z', '2026-03-01T00:00:00.000Z'),
    ['blocked.to: must not be before blocked.from, 2026-03-02T00:00:00.000Z'],
  ],
];

describe('a document that prices', () => {
  for (const [collection, kept, broken, faults] of CASES)
    it(`of ${collection}: ${faults[0]}`, () => {
      assert.deepEqual(faultsOf(collection, kept), []);
      assert.deepEqual(faultsOf(collection, broken), faults);
    });
});

describe('the surcharges of a card', () => {
  type Surcharge = Documents['surcharges'];
  const row = (id: number, more: object = {}): Surcharge => ({ ...SURCHARGE, id, ...more }) as Surcharge;
  const general = (id: number, more: object = {}): Surcharge => row(id, { partnerId: null, ...more });
  const rows = (count: number, of: (id: number) => object = () => ({})): Surcharge[] =>
    Array.from({ length: count }, (_, index) => row(index + 1, of(index + 1)));
  const clashes = (given: readonly Surcharge[]): string[] =>
    surchargeClashes(given, () => true).map(({ document, field, message }) => `${document.id} ${field}: ${message}`);

  it('of one group have one order, those without a partner included', () => {
    const grouped = { group: 'AREA' };
    assert.deepEqual(clashes([general(1, grouped), row(2, grouped), row(3, { order: 160 })]), []);
    assert.deepEqual(clashes([general(1, grouped), row(2, { ...grouped, order: 160 })]), [
      '2 order: must be 150, as in surcharge 1: rows of the group AREA have one order',
    ]);
    const ofOthers = row(3, { ...grouped, partnerId: 'bravo', order: 170 });
    assert.deepEqual(clashes([row(2, grouped), ofOthers]), [], 'a card each');
  });

  it('are so many, with so many codes and groups', () => {
    const most = [MAX_SURCHARGES_PER_CARD, MAX_SURCHARGE_CODES_PER_CARD, MAX_SURCHARGE_GROUPS_PER_CARD] as const;
    const [ofRows, ofCodes, ofGroups] = most;
    const named = (id: number): object => ({ code: `CODE-${id}` });
    const grouped = (id: number): object => ({ group: `GROUP-${id}` });
    assert.deepEqual(
      [clashes(rows(ofRows)), clashes(rows(ofCodes, named)), clashes(rows(ofGroups, grouped))],
      [[], [], []],
    );
    const included = 'those without a partner included';
    assert.deepEqual(clashes(rows(ofRows + 1)), [
      `${ofRows + 1} partnerId: acme has more than ${ofRows} surcharges, ${included}`,
    ]);
    assert.deepEqual(clashes(rows(ofCodes + 1, named)), [
      `${ofCodes + 1} code: acme has more than ${ofCodes} codes of surcharges, ${included}`,
    ]);
    assert.deepEqual(clashes(rows(ofGroups + 1, grouped)), [
      `${ofGroups + 1} group: acme has more than ${ofGroups} groups of surcharges, ${included}`,
    ]);
  });
});
