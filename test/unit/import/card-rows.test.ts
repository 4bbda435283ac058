/** Which row of a card each row of a file replaces. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cardChange, type CardChange, type FileRow } from '../../../src/cli/import/card-rows.js';
import { Faults } from '../../../src/cli/import/faults.js';
import { guardRemovals } from '../../../src/cli/import/replaced-rows.js';
import type { CardRow, Members, RowCollection } from '../../../src/cli/import/same-row.js';
import type { Refused } from '../../../src/cli/client.js';

const NOW = '2026-07-01T00:00:00.000Z';
const COMING = '2026-08-01T00:00:00.000Z';
const BEFORE_COMING = '2026-07-31T23:59:59.999Z';

const row = (members: Members, said: readonly string[] = Object.keys(members), line = 2): FileRow => ({
  members,
  said: new Set(said),
  placeOf: (field) => ({ line, column: field }),
});

const PRICE = { baseWeight: 500, baseCharge: 40, addonWeight: 0, addonCharge: 0 };
const stored = (id: number, members: Members, partnerId = 'swift'): CardRow =>
  ({ id, partnerId, packageId: `P${id}`, packageName: `Row ${id}`, ...PRICE, status: true, ...members }) as never;

function change(
  fileRows: readonly FileRow[],
  rows: readonly CardRow[],
  collection: RowCollection = 'packages',
): { documents: Members[]; faults: string[]; change: CardChange } {
  const faults = new Faults();
  const card = { collection, partnerId: 'swift', rows, nowMs: Date.parse(NOW) };
  const made = cardChange(fileRows, card, faults);
  return {
    documents: made.lines.map(({ text }) => (JSON.parse(text) as { document: Members }).document),
    faults: faults.found.map(({ line, message }) => `${line}: ${message}`),
    change: made,
  };
}

const ids = (documents: readonly Members[]): unknown[] => documents.map(({ id }) => id);

describe('a row without an id', () => {
  it('replaces the row in force with the same lane, bounds and filters, and keeps its names, dates and status', () => {
    const former = { lane: 'A', maxWeight: 500, minCharge: 90, validTo: '2030-01-01T00:00:00.000Z', direction: null };
    const { documents } = change([row({ ...PRICE, lane: 'A', maxWeight: 500, baseCharge: 41 })], [stored(7, former)]);
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

  it('is a new row above all ids where nothing is the same', () => {
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
    const { documents } = change(
      filters.map((members) => row({ ...PRICE, ...members })),
      [stored(7, { lane: 'A' }), stored(900, { lane: 'C' }, 'other')],
    );
    assert.deepEqual(
      ids(documents),
      filters.map((_, at) => 901 + at),
    );
    assert.equal(documents[0]!['packageId'], 'B-0-UP');
    assert.equal(documents[8]!['packageName'], 'zone 1 to zone 2');
  });

  it('takes what is absent for what it means', () => {
    const { documents } = change(
      [row({ ...PRICE, lane: 'A' })],
      [stored(7, { lane: 'A', direction: 'FORWARD', minWeight: 0, maxWeight: null, fromZoneId: null, kmFrom: 0 })],
    );
    assert.deepEqual(ids(documents), [7]);
  });

  it('does not replace rows that have ended, are to come, or are of another partner', () => {
    const { documents } = change(
      [row({ ...PRICE, lane: 'A' })],
      [
        stored(1, { lane: 'A', status: false }),
        stored(2, { lane: 'A', validTo: '2026-06-30T00:00:00.000Z' }),
        stored(3, { lane: 'A', validFrom: COMING }),
        stored(4, { lane: 'A' }, 'other'),
      ],
    );
    assert.deepEqual(ids(documents), [5]);
  });

  it('is a fault where several rows may be meant, and where another row of the file is about the same', () => {
    const { faults } = change(
      [row({ ...PRICE, lane: 'A' }, [], 2), row({ ...PRICE, lane: 'B' }, [], 3), row({ ...PRICE, lane: 'B' }, [], 4)],
      [stored(1, { lane: 'A' }), stored(2, { lane: 'A' })],
    );
    assert.deepEqual(faults, [
      '2: may replace packages 1 and 2, which are in force together: write the id of one',
      '4: is about the same row as line 3',
    ]);
  });

  it('does not take an id that another row of the file names', () => {
    const named = row({ ...PRICE, id: 8, lane: 'A' });
    const unnamed = row({ ...PRICE, lane: 'B' });
    for (const sheet of [
      [named, unnamed],
      [unnamed, named],
    ]) {
      const { documents, faults } = change(sheet, [stored(7, { lane: 'X' })]);
      assert.deepEqual(faults, []);
      assert.deepEqual(documents.map(({ id, lane }) => [id, lane]).sort(), [
        [8, 'A'],
        [9, 'B'],
      ]);
    }
  });

  it('takes a free id where the highest that may be chosen is taken', () => {
    const { documents } = change(
      [row({ ...PRICE, lane: 'A' }), row({ ...PRICE, lane: 'B' })],
      [stored(2 ** 31 - 1, { lane: 'X' }), stored(2 ** 31, { lane: 'Y' }), stored(1, { lane: 'Z' })],
    );
    assert.deepEqual(ids(documents), [2, 3]);
  });
});

describe('a row that begins later', () => {
  it('ends the one that it follows the moment before, and is itself found the second time', () => {
    const text = row({ ...PRICE, lane: 'A', baseCharge: 50, validFrom: COMING });
    const { documents } = change([text], [stored(7, { lane: 'A' })]);
    assert.deepEqual(
      documents.map(({ id, baseCharge, validFrom, validTo }) => [id, baseCharge, validFrom, validTo]),
      [
        [8, 50, COMING, undefined],
        [7, 40, undefined, BEFORE_COMING],
      ],
    );
    const again = change([text], documents as unknown as CardRow[]);
    assert.deepEqual(again.documents, [documents[0]]);
    assert.deepEqual(again.change.missing, []);
    // nor is it once a third row follows the second
    const third = row({ ...PRICE, lane: 'A', validFrom: '2098-01-01T00:00:00.000Z' });
    assert.deepEqual(change([third], documents as unknown as CardRow[]).change.missing, []);
  });

  it('leaves the other alone if it ends earlier', () => {
    const { documents } = change(
      [row({ ...PRICE, lane: 'A', validFrom: COMING, validTo: '2026-09-01T00:00:00.000Z' })],
      [stored(7, { lane: 'A' })],
    );
    assert.deepEqual(ids(documents), [8]);
  });

  it('stays next to a row for now in the same file', () => {
    const { documents, faults } = change(
      [row({ ...PRICE, lane: 'A', baseCharge: 41 }), row({ ...PRICE, lane: 'A', baseCharge: 50, validFrom: COMING })],
      [stored(7, { lane: 'A' })],
    );
    assert.deepEqual(faults, []);
    assert.deepEqual(
      documents.map(({ id, baseCharge, validTo }) => [id, baseCharge, validTo]),
      [
        [7, 41, BEFORE_COMING],
        [8, 50, undefined],
      ],
    );
  });

  it('stays next to a new row in the same file, also the second time', () => {
    const sheet = [
      row({ type: 'fsc', chargeType: 'percentage', value: 20 }),
      row({ type: 'fsc', chargeType: 'percentage', value: 15, validFrom: COMING }, [], 3),
    ];
    const { documents } = change(sheet, [], 'customer-charges');
    assert.deepEqual(
      documents.map(({ id, value, validTo }) => [id, value, validTo]),
      [
        [1, 20, BEFORE_COMING],
        [2, 15, undefined],
      ],
    );
    const again = change(sheet, documents as unknown as CardRow[], 'customer-charges');
    assert.deepEqual(again.faults, []);
    assert.deepEqual(again.documents, documents);
  });

  it('does not make a row of the file last longer than it says', () => {
    const { documents } = change(
      [
        row({ ...PRICE, lane: 'A', baseCharge: 41, validTo: '2026-07-10T18:29:59.999Z' }),
        row({ ...PRICE, lane: 'A', baseCharge: 50, validFrom: COMING }, [], 3),
      ],
      [stored(7, { lane: 'A' })],
    );
    assert.deepEqual(
      documents.map(({ id, validTo }) => [id, validTo]),
      [
        [7, '2026-07-10T18:29:59.999Z'],
        [8, undefined],
      ],
    );
  });

  it('follows another one to come', () => {
    const later = '2026-09-01T00:00:00.000Z';
    const { documents } = change(
      [row({ ...PRICE, lane: 'A', validFrom: COMING }), row({ ...PRICE, lane: 'A', validFrom: later }, [], 3)],
      [stored(7, { lane: 'A' })],
    );
    assert.deepEqual(
      documents.map(({ id, validTo }) => [id, validTo]),
      [
        [8, '2026-08-31T23:59:59.999Z'],
        [9, undefined],
        [7, BEFORE_COMING],
      ],
    );
  });

  it('is found the second time next to the one that it leaves alone', () => {
    const sheet = [row({ ...PRICE, lane: 'A', baseCharge: 9, validFrom: COMING, validTo: '2026-09-01T00:00:00.000Z' })];
    const { documents } = change(sheet, [stored(7, { lane: 'A' })]);
    const again = change(sheet, [stored(7, { lane: 'A' }), ...(documents as unknown as CardRow[])]);
    assert.deepEqual(again.faults, []);
    assert.deepEqual(again.documents, documents);
  });

  it('leaves rows alone that the file names by their ids', () => {
    const rows = [stored(7, { lane: 'A' }), stored(8, { lane: 'A', validFrom: COMING })];
    const { documents } = change(
      rows.map((each) => row(each as unknown as Members)),
      rows,
    );
    assert.deepEqual(documents, rows);
  });

  it('replaces the row in force if it has begun already', () => {
    const { documents } = change(
      [row({ ...PRICE, lane: 'A', validFrom: NOW })],
      [stored(7, { lane: 'A', validFrom: '2020-01-01T00:00:00.000Z' })],
    );
    assert.deepEqual(
      documents.map(({ id, validFrom }) => [id, validFrom]),
      [[7, NOW]],
    );
  });
});

describe('charges of two kinds', () => {
  const flat = { type: 'cod', chargeType: 'flat', value: 40 };
  const share = { type: 'cod', chargeType: 'percentage', value: 2 };

  it('replace those of their kind', () => {
    const { documents } = change([row(share), row(flat)], [stored(1, flat), stored(2, share)], 'customer-charges');
    assert.deepEqual(ids(documents), [2, 1]);
  });

  it('stay next to each other: the second is new', () => {
    const { documents } = change([row(flat), row(share)], [stored(1, flat)], 'customer-charges');
    assert.deepEqual(ids(documents), [1, 2]);
  });

  it('replace the only one of the other kind', () => {
    const { documents } = change([row(share)], [stored(1, flat)], 'customer-charges');
    assert.deepEqual(ids(documents), [1]);
  });
});

describe('a row with an id', () => {
  it('replaces that row, or creates it, and never another partner’s', () => {
    const { documents, faults } = change(
      [
        row({ ...PRICE, id: 7, lane: 'B' }, [], 2),
        row({ ...PRICE, id: 50, lane: 'C' }, [], 3),
        row({ ...PRICE, id: 9, lane: 'C' }, [], 4),
        row({ ...PRICE, id: 7, lane: 'D' }, [], 5),
        row({ ...PRICE, id: 'x', lane: 'D' }, [], 6),
      ],
      [stored(7, { lane: 'A', status: false }), stored(9, {}, 'other')],
    );
    assert.deepEqual(ids(documents), [7, 50]);
    assert.equal(documents[0]!['status'], false);
    assert.deepEqual(faults, [
      '4: 9 is a row of another partner',
      '5: is about the same row as line 2',
      '6: must be a number',
    ]);
  });
});

describe('rows that a whole file does not have', () => {
  const rows = Array.from({ length: 60 }, (_, at) => stored(at + 1, { lane: `L${at}` }));
  const without = (count: number) =>
    change(
      rows.slice(count).map((each) => row({ ...PRICE, lane: (each as unknown as Members)['lane'] })),
      [...rows, stored(100, { lane: 'OLD', status: false }), stored(101, { lane: 'A' }, 'other')],
    ).change;
  const card = { collection: 'packages', partnerId: 'swift', rows, nowMs: Date.parse(NOW) } as const;

  it('are those in force or to come', () => {
    assert.deepEqual(without(3).missing, [1, 2, 3]);
    assert.equal(without(3).inForce.length, 60);
  });

  it('may be a tenth of all, and five of few', () => {
    guardRemovals(card, without(6));
    assert.throws(
      () => guardRemovals(card, without(7)),
      ({ lines }: Refused) => {
        assert.equal(lines[0], 'GUARD_REMOVALS: swift would lose 7 rows of 60 in force or to come');
        return true;
      },
    );
    guardRemovals(card, { lines: [], inForce: [1, 2, 3, 4, 5], missing: [1, 2, 3, 4, 5] });
    assert.throws(() => guardRemovals(card, { lines: [], inForce: [1, 2, 3, 4, 5, 6], missing: [1, 2, 3, 4, 5, 6] }));
  });
});
