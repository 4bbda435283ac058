/** Which row of a card each line with `match` replaces, and what the row keeps. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { edited } from '../../../src/control/operations/documents/edits.js';
import { type LineEdit, numbered } from '../../../src/control/operations/documents/lines.js';
import { matched } from '../../../src/control/operations/documents/match.js';
import { PlaceNames } from '../../../src/control/operations/documents/place-names.js';
import { missingRows } from '../../../src/control/operations/documents/replace.js';
import type { Catalog } from '../../../src/control/documents/catalog.js';
import type { MatchedCollection, MatchedRow } from '../../../src/model/same-row.js';
import { turnsDuring } from '../../support/turns.js';

type Members = Readonly<Record<string, unknown>>;

const NOW = '2026-07-01T00:00:00.000Z';
const COMING = '2026-08-01T00:00:00.000Z';
const BEFORE_COMING = '2026-07-31T23:59:59.999Z';

const PRICE = { baseWeight: 500, baseCharge: 40, addonWeight: 0, addonCharge: 0 };
const stored = (id: number, members: Members, partnerId = 'swift'): MatchedRow =>
  ({
    id,
    partnerId,
    packageId: `P${id}`,
    packageName: `Row ${id}`,
    ...PRICE,
    status: true,
    createdAt: NOW,
    ...members,
  }) as never;

const catalogOf = (collection: MatchedCollection, rows: readonly MatchedRow[]): Catalog => {
  const own = new Map<string, MatchedRow[]>();
  for (const row of rows) own.set(row.partnerId ?? '', [...(own.get(row.partnerId ?? '') ?? []), row]);
  const none: MatchedRow[] = [];
  return {
    find: (name: string, key: number) => (name === collection ? rows.find(({ id }) => id === key) : undefined),
    of: (name: string, partnerId: string) => (name === collection ? (own.get(partnerId) ?? none) : none),
  } as unknown as Catalog;
};

/** A line of these members, whose number is that of its place from 1. */
const lineOf = (given: Members, at: number, collection: MatchedCollection = 'packages'): LineEdit => ({
  how: 'match',
  collection,
  key: Number.isInteger(given['id']) ? (given['id'] as number) : '',
  given: { partnerId: 'swift', ...given },
  line: at + 1,
});

interface Change {
  /** Without createdAt. */
  documents: Members[];
  faults: string[];
  /** The ids of rows that end if the lines are all of the partner's. */
  missing: unknown[];
}

/** What the lines make of the rows; the store chooses ids from 901 on. */
async function change(
  lines: readonly Members[],
  rows: readonly MatchedRow[],
  collection: MatchedCollection = 'packages',
  others: readonly LineEdit[] = [],
): Promise<Change> {
  const catalog = catalogOf(collection, rows);
  const nowMs = Date.parse(NOW);
  const edits = [...lines.map((given, at) => lineOf(given, at, collection)), ...others];
  const matching = await matched(edits, catalog, nowMs);
  const documents: Members[] = [];
  const ids = { take: async (_: unknown, __ = 1, chosen = 0) => Math.max(900, chosen) + 1 };
  const own = await numbered(matching.edits, ids);
  const none = () => [];
  const names = new PlaceNames(none, none, none);
  for (const edit of own) {
    const former = rows.find(({ id }) => id === edit.key);
    const outcome = edited(edit, former as never, NOW, names);
    assert.ok(outcome.ok, JSON.stringify(outcome));
    const { createdAt, ...document } = outcome.document as unknown as Members;
    assert.equal(createdAt, NOW);
    documents.push(document);
  }
  const replacement = { kind: collection, partnerId: 'swift', force: false };
  return {
    documents,
    faults: matching.faults.kept.map(({ line, message }) => `${line}: ${message}`),
    missing: missingRows(replacement, own, matching.leading(), catalog, nowMs).map(({ key }) => key),
  };
}

const ids = (documents: readonly Members[]): unknown[] => documents.map(({ id }) => id);
const asRows = (documents: readonly Members[]): MatchedRow[] =>
  documents.map((document) => ({ createdAt: NOW, ...document })) as unknown as MatchedRow[];

describe('a line without an id', () => {
  it('replaces the row in force with the same filters, and keeps its names, dates and status', async () => {
    const former = { lane: 'A', maxWeight: 500, minCharge: 90, validTo: '2030-01-01T00:00:00.000Z', direction: null };
    const { documents } = await change([{ ...PRICE, lane: 'A', maxWeight: 500, baseCharge: 41 }], [stored(7, former)]);
    assert.deepEqual(documents, [
      {
        id: 7,
        packageId: 'P7',
        partnerId: 'swift',
        packageName: 'Row 7',
        ...PRICE,
        baseCharge: 41,
        maxWeight: 500,
        // as it was said: a second import changes nothing
        direction: null,
        lane: 'A',
        status: true,
        validTo: '2030-01-01T00:00:00.000Z',
      },
    ]);
  });

  it('keeps no name, date or status that it gives as null', async () => {
    const former = { lane: 'A', status: true, validTo: '2030-01-01T00:00:00.000Z', validFrom: null };
    const nothing = {
      packageId: null,
      packageName: null,
      status: null,
      validFrom: null,
      validTo: null,
      minCharge: null,
    };
    const { documents } = await change([{ ...PRICE, lane: 'A', ...nothing }], [stored(7, former)]);
    assert.deepEqual(documents, [
      {
        id: 7,
        partnerId: 'swift',
        packageId: 'A-0-UP',
        packageName: 'Lane A',
        ...PRICE,
        lane: 'A',
        status: true,
        validFrom: null,
      },
    ]);
  });

  it('keeps label and order of a surcharge', async () => {
    const levy = { partnerId: 'swift', code: 'GREEN', basis: 'FLAT', value: 4, when: { kgFrom: 5, kgTo: null } };
    const rows = asRows([{ id: 7, ...levy, label: 'Green levy', order: 700, status: true }]);
    const { documents } = await change([{ ...levy, value: 5, when: { kgFrom: 5 } }], rows, 'surcharges');
    assert.deepEqual(
      documents.map(({ id, value, label, order }) => [id, value, label, order]),
      [[7, 5, 'Green levy', 700]],
    );
  });

  it('is a new row where nothing is the same', async () => {
    const filters: Members[] = [
      { lane: 'B' },
      { lane: 'A', minWeight: 500 },
      { lane: 'A', maxWeight: 500 },
      { lane: 'A', paymentType: 'COD' },
      { lane: 'A', shipmentType: 'B2B' },
      { lane: 'A', customerId: 'ACME' },
      { lane: 'A', direction: 'RTO' },
      { lane: 'A', kmFrom: 10 },
      { fromZoneId: 1, toZoneId: 2 },
    ];
    const { documents } = await change(
      filters.map((members) => ({ ...PRICE, ...members })),
      [stored(7, { lane: 'A' }), stored(900, { lane: 'C' }, 'other')],
    );
    assert.deepEqual(
      ids(documents),
      filters.map((_, at) => 901 + at),
    );
    assert.equal(documents[0]!['packageId'], 'B-0-UP');
    assert.equal(documents[8]!['packageName'], 'zone 1 to zone 2');
  });

  it('takes what is absent for what it means', async () => {
    const { documents } = await change(
      [{ ...PRICE, lane: 'A' }],
      [stored(7, { lane: 'A', direction: 'FORWARD', minWeight: 0, maxWeight: null, fromZoneId: null, kmFrom: 0 })],
    );
    assert.deepEqual(ids(documents), [7]);
  });

  it('does not replace rows that have ended, are to come, or are of another partner or of nobody', async () => {
    const { documents } = await change(
      [{ ...PRICE, lane: 'A' }],
      [
        stored(1, { lane: 'A', status: false }),
        stored(2, { lane: 'A', validTo: '2026-06-30T00:00:00.000Z' }),
        stored(3, { lane: 'A', validFrom: COMING }),
        stored(4, { lane: 'A' }, 'other'),
      ],
    );
    assert.deepEqual(ids(documents), [901]);
    const fsc = { type: 'fsc', chargeType: 'flat', value: 40 };
    const general = asRows([{ id: 1, partnerId: null, ...fsc, status: true }]);
    assert.deepEqual(ids((await change([fsc], general, 'customer-charges')).documents), [901]);
    assert.deepEqual(ids((await change([{ ...fsc, partnerId: null }], general, 'customer-charges')).documents), [1]);
  });

  it('is a fault where several rows may be meant, and where another line is about the same', async () => {
    const { faults } = await change(
      [
        { ...PRICE, lane: 'A' },
        { ...PRICE, lane: 'B' },
        { ...PRICE, lane: 'B' },
        { ...PRICE, lane: 'C' },
        { ...PRICE, lane: 'C' },
      ],
      [stored(1, { lane: 'A' }), stored(2, { lane: 'A' }), stored(3, { lane: 'C' })],
    );
    assert.deepEqual(faults, [
      '1: may replace packages 1 and 2, which are in force together: write the id of one',
      '3: is about the same row as line 2',
      '5: is about the same row as line 4',
    ]);
  });

  it('is a fault where a line without match is about the row, whichever comes first', async () => {
    const end: LineEdit = { how: 'end', collection: 'packages', key: 7, line: 9 };
    const { faults } = await change([{ ...PRICE, lane: 'A' }], [stored(7, { lane: 'A' })], 'packages', [end]);
    assert.deepEqual(faults, ['1: is about the same row as line 9']);
  });

  it('does not take an id that another line names', async () => {
    const named = { ...PRICE, id: 901, lane: 'A' };
    const unnamed = { ...PRICE, lane: 'B' };
    for (const sheet of [
      [named, unnamed],
      [unnamed, named],
    ]) {
      const { documents, faults } = await change(sheet, [stored(7, { lane: 'X' })]);
      assert.deepEqual(faults, []);
      assert.deepEqual(documents.map(({ id, lane }) => [id, lane]).sort(), [
        [901, 'A'],
        [902, 'B'],
      ]);
    }
  });
});

/** The second time the same lines change nothing. */
async function assertSettled(lines: readonly Members[], rows: readonly MatchedRow[] = []): Promise<Members[]> {
  const first = await change(lines, rows);
  assert.deepEqual(first.faults, []);
  const byId = new Map(asRows([...rows, ...first.documents] as Members[]).map((row) => [row.id, row]));
  const second = await change(lines, [...byId.values()]);
  assert.deepEqual([second.faults, second.documents], [[], first.documents]);
  return first.documents;
}

describe('a sheet that is imported twice', () => {
  const past = { validFrom: '2024-01-01T00:00:00.000Z', validTo: '2024-12-31T23:59:59.999Z' };
  const since = { validFrom: '2025-01-01T00:00:00.000Z' };

  it('changes nothing the second time where rows have ended, and leaves the present row alone', async () => {
    const old = { ...PRICE, lane: 'A', baseCharge: 30, ...past };
    assert.deepEqual(ids(await assertSettled([old, { ...PRICE, lane: 'A', ...since }])), [901, 902]);
    assert.deepEqual(ids(await assertSettled([old], [stored(7, { lane: 'A', ...since })])), [901]);
    // a row in force that ended yesterday, as the sheet has it
    const [ended] = await assertSettled(
      [{ ...PRICE, lane: 'A', validTo: '2026-06-30T18:29:59.999Z' }],
      [stored(7, { lane: 'A', ...since })],
    );
    assert.deepEqual([ended!['id'], ended!['validFrom']], [7, since.validFrom]);
  });

  it('changes nothing the second time where rows are switched off', async () => {
    const off = { ...PRICE, lane: 'A', status: false };
    assert.deepEqual(ids(await assertSettled([off])), [901]);
    assert.deepEqual(ids(await assertSettled([off], [stored(7, { lane: 'A', ...past })])), [901]);
    assert.deepEqual(
      ids(await assertSettled([off], [stored(7, { lane: 'A', validTo: '2030-01-01T00:00:00.000Z' })])),
      [7],
    );
    // those to come neither, and they end nothing
    assert.deepEqual(ids(await assertSettled([{ ...off, validFrom: COMING }], [stored(7, { lane: 'A' })])), [901]);
  });

  it('finds a row whose lists have another order', async () => {
    const levy = (zones: number[]) => ({ partnerId: 'swift', code: 'GREEN', basis: 'FLAT', value: 4, when: { zones } });
    const rows = asRows([{ id: 7, ...levy([1, 2]), label: 'Green', order: 700, status: true }]);
    assert.deepEqual(ids((await change([levy([2, 1])], rows, 'surcharges')).documents), [7]);
  });
});

test('a member that is called __proto__ stays a member, for its fault', async () => {
  const given = JSON.parse('{"lane":"A","__proto__":{"minCharge":5}}') as Members;
  const { edits } = await matched([lineOf({ ...PRICE, ...given }, 0)], catalogOf('packages', []), Date.parse(NOW));
  const [edit] = edits as [LineEdit & { given: Members }];
  assert.deepEqual([Object.hasOwn(edit.given, '__proto__'), edit.given['minCharge']], [true, undefined]);
});

describe('many lines', () => {
  it('of one row each, of which many may be meant, name some of them', async () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => stored(at + 1, { lane: 'A' }));
    const { faults } = await change(
      rows.map(() => ({ ...PRICE, lane: 'A' })),
      rows,
    );
    assert.match(faults[0]!, /^1: may replace packages 1 and 2 and .* and 20 and others, which are in force together/);
  });

  it('let others have their turns', async (t) => {
    const lines = Array.from({ length: 2_000 }, (_, at) => lineOf({ ...PRICE, lane: `L${at}` }, at));
    const rows = Array.from({ length: 2_000 }, (_, at) => stored(at + 1, { lane: `L${at}` }));
    const { turns } = await turnsDuring(t, 100, () => matched(lines, catalogOf('packages', rows), Date.parse(NOW)));
    assert.ok(turns >= (3 * 2_000) / 100, `${turns} turns`);
  });
});

describe('a line whose row begins later', () => {
  it('ends the one that it follows the moment before, and is itself found the second time', async () => {
    const line = { ...PRICE, lane: 'A', baseCharge: 50, validFrom: COMING };
    const { documents } = await change([line], [stored(7, { lane: 'A' })]);
    assert.deepEqual(
      documents.map(({ id, baseCharge, validFrom, validTo }) => [id, baseCharge, validFrom, validTo]),
      [
        [901, 50, COMING, undefined],
        [7, 40, undefined, BEFORE_COMING],
      ],
    );
    const again = await change([line], asRows(documents));
    assert.deepEqual(again.documents, [documents[0]]);
    assert.deepEqual(again.missing, []);
    // nor is it once a third row follows the second
    const third = { ...PRICE, lane: 'A', validFrom: '2098-01-01T00:00:00.000Z' };
    assert.deepEqual((await change([third], asRows(documents))).missing, []);
  });

  it('leaves the other alone if it ends earlier', async () => {
    const { documents } = await change(
      [{ ...PRICE, lane: 'A', validFrom: COMING, validTo: '2026-09-01T00:00:00.000Z' }],
      [stored(7, { lane: 'A' })],
    );
    assert.deepEqual(ids(documents), [901]);
  });

  it('leaves the other alone if a line says what becomes of it', async () => {
    const end: LineEdit = { how: 'end', collection: 'packages', key: 7, line: 9 };
    const line = { ...PRICE, lane: 'A', validFrom: COMING };
    const { documents, faults } = await change([line], [stored(7, { lane: 'A' })], 'packages', [end]);
    assert.deepEqual(faults, []);
    assert.deepEqual(
      documents.map(({ id, validTo }) => [id, validTo]),
      [
        [901, undefined],
        [7, NOW],
      ],
    );
  });

  it('goes together with a line for now', async () => {
    const { documents, faults } = await change(
      [
        { ...PRICE, lane: 'A', baseCharge: 41 },
        { ...PRICE, lane: 'A', baseCharge: 50, validFrom: COMING },
      ],
      [stored(7, { lane: 'A' })],
    );
    assert.deepEqual(faults, []);
    assert.deepEqual(
      documents.map(({ id, baseCharge, validTo }) => [id, baseCharge, validTo]),
      [
        [7, 41, BEFORE_COMING],
        [901, 50, undefined],
      ],
    );
  });

  it('goes together with a line of a new row, also the second time', async () => {
    const sheet = [
      { type: 'fsc', chargeType: 'percentage', value: 20 },
      { type: 'fsc', chargeType: 'percentage', value: 15, validFrom: COMING },
    ];
    const { documents } = await change(sheet, [], 'customer-charges');
    assert.deepEqual(
      documents.map(({ id, value, validTo }) => [id, value, validTo]),
      [
        [901, 20, BEFORE_COMING],
        [902, 15, undefined],
      ],
    );
    const again = await change(sheet, asRows(documents), 'customer-charges');
    assert.deepEqual(again.faults, []);
    assert.deepEqual(again.documents, documents);
  });

  it('does not make the row of another line last longer than it says', async () => {
    const { documents } = await change(
      [
        { ...PRICE, lane: 'A', baseCharge: 41, validTo: '2026-07-10T18:29:59.999Z' },
        { ...PRICE, lane: 'A', baseCharge: 50, validFrom: COMING },
      ],
      [stored(7, { lane: 'A' })],
    );
    assert.deepEqual(
      documents.map(({ id, validTo }) => [id, validTo]),
      [
        [7, '2026-07-10T18:29:59.999Z'],
        [901, undefined],
      ],
    );
  });

  it('follows another one to come', async () => {
    const later = '2026-09-01T00:00:00.000Z';
    const { documents } = await change(
      [
        { ...PRICE, lane: 'A', validFrom: COMING },
        { ...PRICE, lane: 'A', validFrom: later },
      ],
      [stored(7, { lane: 'A' })],
    );
    assert.deepEqual(
      documents.map(({ id, validTo }) => [id, validTo]),
      [
        [901, '2026-08-31T23:59:59.999Z'],
        [902, undefined],
        [7, BEFORE_COMING],
      ],
    );
  });

  it('is found the second time next to the one that it leaves alone', async () => {
    const sheet = [{ ...PRICE, lane: 'A', baseCharge: 9, validFrom: COMING, validTo: '2026-09-01T00:00:00.000Z' }];
    const { documents } = await change(sheet, [stored(7, { lane: 'A' })]);
    const again = await change(sheet, [stored(7, { lane: 'A' }), ...asRows(documents)]);
    assert.deepEqual(again.faults, []);
    assert.deepEqual(again.documents, documents);
  });

  it('leaves rows alone that lines name by their ids', async () => {
    const rows = [stored(7, { lane: 'A' }), stored(8, { lane: 'A', validFrom: COMING })];
    const { documents } = await change(rows as unknown as Members[], rows);
    assert.deepEqual(asRows(documents), rows);
  });

  it('replaces the row in force if it has begun already', async () => {
    const { documents } = await change(
      [{ ...PRICE, lane: 'A', validFrom: NOW }],
      [stored(7, { lane: 'A', validFrom: '2020-01-01T00:00:00.000Z' })],
    );
    assert.deepEqual(
      documents.map(({ id, validFrom }) => [id, validFrom]),
      [[7, NOW]],
    );
  });

  it('ends each row of many lines before the next one that outlasts it', async () => {
    const seed = Number(process.env['SEED'] ?? 42);
    let state = seed;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * below);
    };
    const day = (count: number): string => new Date(Date.parse(NOW) + count * 86_400_000).toISOString();
    for (let round = 0; round < 50; round++) {
      const starts = [...new Set(Array.from({ length: 8 }, () => 1 + random(20)))];
      const lines = starts.map((start) => ({
        type: 'fsc',
        chargeType: 'flat',
        value: start,
        validFrom: day(start),
        ...(random(3) > 0 && { validTo: day(start + 1 + random(15)) }),
        ...(random(5) === 0 && { status: false }),
      }));
      const ends = (line: Members): number => Date.parse((line['validTo'] as string | undefined) ?? day(99));
      const expected = lines.map((line) => {
        const later = lines.filter((other) => other.validFrom > line.validFrom && other['status'] !== false);
        const next = later.filter((other) => ends(other) >= ends(line)).sort((a, b) => a.value - b.value)[0];
        const moment = next === undefined ? Infinity : Date.parse(next.validFrom) - 1;
        return moment < ends(line) ? new Date(moment).toISOString() : (line as Members)['validTo'];
      });
      const { documents } = await change(lines, [], 'customer-charges');
      assert.deepEqual(
        documents.map(({ validTo }) => validTo),
        expected,
        `seed ${seed}, round ${round}`,
      );
    }
  });
});

describe('charges of two kinds', () => {
  const flat = { type: 'cod', chargeType: 'flat', value: 40 };
  const share = { type: 'cod', chargeType: 'percentage', value: 2 };

  it('replace those of their kind', async () => {
    const { documents } = await change([share, flat], [stored(1, flat), stored(2, share)], 'customer-charges');
    assert.deepEqual(ids(documents), [2, 1]);
  });

  it('go together: the second is new', async () => {
    const { documents } = await change([flat, share], [stored(1, flat)], 'customer-charges');
    assert.deepEqual(ids(documents), [1, 901]);
  });

  it('replace the only one of the other kind', async () => {
    const { documents } = await change([share], [stored(1, flat)], 'customer-charges');
    assert.deepEqual(ids(documents), [1]);
  });
});

describe('a line with an id', () => {
  it('replaces that row, or creates it, and never another partner’s', async () => {
    const { documents, faults } = await change(
      [
        { ...PRICE, id: 7, lane: 'B' },
        { ...PRICE, id: 50, lane: 'C' },
        { ...PRICE, id: 9, lane: 'C' },
      ],
      [stored(7, { lane: 'A', status: false }), stored(9, {}, 'other')],
    );
    assert.deepEqual(ids(documents), [7, 50]);
    assert.deepEqual([documents[0]!['status'], documents[0]!['packageId']], [false, 'P7']);
    assert.deepEqual(faults, ['3: 9 is a row of another partner']);
  });
});

describe('rows that no line has', () => {
  const rows = Array.from({ length: 60 }, (_, at) => stored(at + 1, { lane: `L${at}` }));

  it('are those in force or to come', async () => {
    const lines = rows.slice(3).map((each) => ({ ...PRICE, lane: (each as unknown as Members)['lane'] }));
    const others = [stored(100, { lane: 'OLD', status: false }), stored(101, { lane: 'A' }, 'other')];
    assert.deepEqual((await change(lines, [...rows, ...others])).missing, [1, 2, 3]);
  });
});
