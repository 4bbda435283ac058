/** Sound cards are clean, and each fault put into one is found, with an example that the reference model confirms. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LINT_CODES, type LintCode } from '../../../../src/model/lint-codes.js';
import { readCard } from '../../../cards/card.js';
import type { CardWorld, Package } from '../../../reference/documents.js';
import { lint, ofCode } from './linted.js';
import { assertShown } from './shown.js';

const SOUND = ['national-a-to-e', 'ltl', 'd2c-returns', 'speed-post', 'gta-reverse-charge'] as const;
type Sound = (typeof SOUND)[number];

const CREATED = { status: true, createdAt: '2026-01-01T00:00:00.000Z' } as const;

interface Fault {
  code: LintCode;
  what: string;
  /** The cards that it is put into. */
  cards: readonly Sound[];
  put(world: CardWorld): void;
  /** What the finding is about, if it may not be about others. */
  documents?: (world: CardWorld) => string[];
}

const partnerOf = (world: CardWorld) => world.partners[0]!;
/** The general rows of a card's forward rates. */
const forward = (world: CardWorld) =>
  world.packages.filter(({ direction, customerId }) => !customerId && (direction ?? 'FORWARD') === 'FORWARD');
const lastRow = (world: CardWorld) => forward(world).at(-1)!;
const nextId = (rows: readonly { id: number }[]) => Math.max(...rows.map(({ id }) => id)) + 1;

/** What makes a row one of a customer or of returns. */
const OTHERS: readonly { whose: string; cards: readonly Sound[]; more(world: CardWorld): Partial<Package> }[] = [
  { whose: 'of a customer', cards: ['national-a-to-e', 'ltl'], more: () => ({ customerId: 'acme' }) },
  { whose: 'of RTO', cards: ['national-a-to-e', 'ltl'], more: () => ({ direction: 'RTO' }) },
  {
    whose: "of a customer's returns",
    cards: ['national-a-to-e'],
    more: (world) => {
      for (const zone of world.zones) zone.services.push({ serviceTypeId: 'REVERSE', isAvailable: true });
      return { direction: 'REVERSE', customerId: 'acme' };
    },
  },
];

const FAULTS: readonly Fault[] = [
  {
    code: 'RATE_GAP',
    what: 'the rates end below the heaviest parcel',
    cards: SOUND,
    put: (world) => {
      partnerOf(world).limits.maxWeight = 40_000;
      for (const row of forward(world)) if ((row.maxWeight ?? Infinity) > 20_000) row.maxWeight = 20_000;
    },
  },
  {
    code: 'RATE_GAP',
    what: 'a lane, or two zones, have no row any more',
    cards: ['national-a-to-e', 'ltl', 'speed-post'],
    put: (world) => {
      world.packages = world.packages.filter((row) => row !== lastRow(world));
    },
  },
  {
    code: 'RATE_GAP',
    what: 'a row is for prepaid shipments alone',
    cards: ['national-a-to-e', 'd2c-returns'],
    put: (world) => {
      lastRow(world).paymentType = 'PREPAID';
    },
  },
  {
    code: 'DATES_GAP',
    what: 'the successor of a rate begins ten days late',
    cards: ['national-a-to-e', 'd2c-returns', 'ltl'],
    put: (world) => {
      const row = lastRow(world);
      world.packages.push({ ...row, id: nextId(world.packages), validFrom: '2026-07-11T00:00:00+05:30' });
      row.validTo = '2026-06-30T23:59:59+05:30';
    },
    documents: (world) => [`packages/${forward(world).at(-2)!.id}`, `packages/${lastRow(world).id}`],
  },
  {
    code: 'DATES_GAP',
    what: 'the fuel surcharge of the next month begins a day late',
    cards: ['national-a-to-e', 'd2c-returns'],
    put: (world) => {
      const row = world['customer-charges'].find(({ type }) => type === 'fsc')!;
      world['customer-charges'].push({ ...row, id: 900, value: 19, validFrom: '2026-04-02T00:00:00+05:30' });
      row.validTo = '2026-03-31T23:59:59+05:30';
    },
  },
  {
    code: 'DATES_GAP',
    what: 'a toll lapses for a week',
    cards: ['gta-reverse-charge'],
    put: (world) => {
      const row = world.surcharges[0]!;
      world.surcharges.push({ ...row, id: 900, validFrom: '2026-05-08T00:00:00+05:30' });
      row.validTo = '2026-04-30T23:59:59+05:30';
    },
  },
  {
    code: 'TRANSIT_GAP',
    what: 'the hours end below the longest route',
    cards: SOUND,
    put: (world) => {
      partnerOf(world).transit = [{ distanceFrom: 0, distanceTo: 900, hours: 48 }];
      world['transit-lanes'] = [];
    },
  },
  {
    code: 'CHARGE_UNKNOWN_BASE',
    what: 'a charge is of a code that has gone',
    cards: ['national-a-to-e', 'd2c-returns'],
    put: (world) => {
      world['customer-charges'][0]!.of = ['freight', 'GREEN'];
    },
    documents: (world) => [`customer-charges/${world['customer-charges'][0]!.id}`],
  },
  {
    code: 'CHARGE_UNKNOWN_BASE',
    what: 'a charge is of a code that has ended',
    cards: ['gta-reverse-charge'],
    put: (world) => {
      world.surcharges[0]!.validTo = '2026-02-01T00:00:00Z';
      world['customer-charges'][0] = {
        ...world['customer-charges'][0]!,
        type: 'fsc',
        chargeType: 'percentage',
        value: 5,
        of: ['TOLL'],
      };
    },
  },
  {
    code: 'RATE_OVERLAP',
    what: 'a row was entered again at another price',
    cards: SOUND,
    put: (world) => {
      const row = lastRow(world);
      world.packages.push({ ...row, id: nextId(world.packages), baseCharge: row.baseCharge + 5, minCharge: null });
    },
    documents: (world) =>
      forward(world)
        .slice(-2)
        .map(({ id }) => `packages/${id}`),
  },
  {
    code: 'RATE_OVERLAP',
    what: 'the new rate begins before the old one ends',
    cards: ['national-a-to-e', 'd2c-returns'],
    put: (world) => {
      const row = lastRow(world);
      world.packages.push({
        ...row,
        id: nextId(world.packages),
        baseCharge: row.baseCharge + 5,
        validFrom: '2026-06-01T00:00:00+05:30',
      });
      row.validTo = '2026-06-30T23:59:59+05:30';
    },
  },
  {
    code: 'RATE_FALLS',
    what: 'the upper slab is cheaper',
    cards: ['national-a-to-e', 'd2c-returns', 'ltl', 'gta-reverse-charge'],
    put: (world) => {
      const row = lastRow(world);
      const minWeight = 10 * row.baseWeight * (row.baseWeight === 1 ? 1_000 : 1);
      const upper = { minWeight, minCharge: null, baseCharge: 1, addonCharge: 0.01 };
      world.packages.push({ ...row, id: nextId(world.packages), ...upper });
      row.maxWeight = minWeight;
    },
  },
  ...OTHERS.flatMap(({ whose, cards, more }): Fault[] => [
    {
      code: 'RATE_FALLS',
      what: `the upper slab ${whose} is cheaper`,
      cards,
      put: (world) => {
        const row = { ...lastRow(world), ...more(world) };
        const slabs = [
          { minWeight: null, maxWeight: 5_000 },
          { minWeight: 5_000, minCharge: null, baseCharge: 1, addonCharge: 0.01 },
        ];
        for (const slab of slabs) world.packages.push({ ...row, id: nextId(world.packages), ...slab });
      },
      documents: (world) => world.packages.slice(-2).map(({ id }) => `packages/${id}`),
    },
    {
      code: 'ROW_NEVER_COUNTS',
      what: `a row ${whose} was entered twice`,
      cards,
      put: (world) => {
        const row = { ...lastRow(world), ...more(world) };
        for (let time = 0; time < 2; time++) world.packages.push({ ...row, id: nextId(world.packages) });
      },
      documents: (world) => [`packages/${world.packages.at(-1)!.id}`],
    },
  ]),
  {
    code: 'ROW_NEVER_COUNTS',
    what: 'a row was entered twice',
    cards: SOUND,
    put: (world) => {
      world.packages.push({ ...lastRow(world), id: nextId(world.packages) });
    },
    documents: (world) => [`packages/${lastRow(world).id}`],
  },
  {
    code: 'ROW_NEVER_COUNTS',
    what: 'no rule gives the lane of a row',
    cards: ['national-a-to-e', 'speed-post'],
    put: (world) => {
      world.packages.push({ ...lastRow(world), id: nextId(world.packages), lane: 'Z9' });
    },
    documents: (world) => [`packages/${lastRow(world).id}`],
  },
  {
    code: 'ROW_NEVER_COUNTS',
    what: 'rows of lanes go before a general row everywhere',
    cards: ['national-a-to-e'],
    put: (world) => {
      world.packages.push({ ...lastRow(world), id: nextId(world.packages), lane: null });
    },
    documents: (world) => [`packages/${lastRow(world).id}`],
  },
  {
    code: 'ZONE_EMPTY',
    what: 'a zone was made and nothing assigned to it',
    cards: SOUND,
    put: (world) => {
      world.zones.push({
        ...world.zones[0]!,
        id: 77,
        name: 'New',
        geographical: { states: [], cities: [], areas: [] },
      });
    },
    documents: () => ['zones/77'],
  },
  {
    code: 'ZONE_UNPRICED',
    what: 'there are rows between all other zones',
    cards: ['ltl'],
    put: (world) => {
      const [, , row] = world.packages;
      const priced = [1, 2, 3];
      world.packages = priced.flatMap((from) =>
        priced.map((to) => ({ ...row!, id: 10 * from + to, fromZoneId: from, toZoneId: to })),
      );
    },
    documents: () => ['zones/4'],
  },
  {
    code: 'COD_WITHOUT_CHARGE',
    what: 'the charge for COD has ended',
    cards: ['national-a-to-e', 'd2c-returns'],
    put: (world) => {
      for (const row of world['customer-charges']) if (row.type === 'cod') row.validTo = '2026-02-28T23:59:59+05:30';
    },
  },
  {
    code: 'TAG_UNUSED',
    what: 'a rule names a tag that no zone has',
    cards: ['national-a-to-e', 'speed-post'],
    put: (world) => {
      const { partnerId } = partnerOf(world);
      world['lane-rules'].push({ id: 900, partnerId, priority: 0, lane: 'A', when: { anyTags: ['NOPE'] }, ...CREATED });
    },
    documents: () => ['lane-rules/900'],
  },
  {
    code: 'NAME_MISMATCH',
    what: 'a zone is called like a city in which it has nothing',
    cards: ['national-a-to-e', 'ltl'],
    put: (world) => {
      world.zones[0]!.name = 'Coimbatore';
    },
    documents: (world) => [`zones/${world.zones[0]!.id}`],
  },
  {
    code: 'SERVICE_MISSING',
    what: 'a zone does not deliver',
    cards: SOUND,
    put: ({ zones: [first] }) => {
      first!.services = first!.services.filter(({ serviceTypeId }) => serviceTypeId !== 'DELIVERY');
    },
    documents: (world) => [`zones/${world.zones[0]!.id}`],
  },
];

describe('a sound card', () => {
  for (const name of SOUND)
    it(`is clean: ${name}`, async () => {
      assert.deepEqual((await lint(readCard(name))).findings, []);
    });
});

describe('a fault in a sound card', () => {
  for (const { code, what, cards, put, documents } of FAULTS)
    for (const name of cards)
      it(`${code}: ${what} (${name})`, async () => {
        const world = readCard(name);
        put(world);
        const report = await lint(world);
        const found = ofCode(report, code);
        assert.ok(found.length > 0, `found only ${JSON.stringify(report.counts)}`);
        const about = documents?.(world);
        if (about !== undefined)
          assert.ok(
            found.some((finding) => about.every((each) => finding.documents.includes(each))),
            JSON.stringify(found),
          );
        for (const finding of report.findings) assertShown(world, finding);
      });

  it('is of every code, at least forty in all', () => {
    // no card has those of outcomes: see outcomes.test.ts
    const ofCards = LINT_CODES.filter((code) => !code.startsWith('PERFORMANCE_'));
    assert.deepEqual(new Set(FAULTS.map(({ code }) => code)), new Set(ofCards));
    assert.ok(FAULTS.reduce((sum, { cards }) => sum + cards.length, 0) >= 40);
  });
});
