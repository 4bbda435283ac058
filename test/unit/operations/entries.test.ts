/** Pages of a change set's entries. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChangeEntries } from '../../../src/model/documents.js';
import { entriesKeyOf } from '../../../src/model/history.js';
import { entriesOf, pageOf } from '../../../src/control/operations/history/entries.js';
import { CHANGE_PAGE_CHARACTERS, CHANGE_PARTS_AT_ONCE } from '../../../src/limits/control.js';
import type { Entry } from '../../../src/store/entry.js';
import type { Store } from '../../../src/store/port.js';

const CHANGE = 7;
const PARTS = CHANGE_PARTS_AT_ONCE * 2 + 1;
const PER_PART = 30;
const ALL = PARTS * PER_PART;

const entry = (key: number, name = 'x'): Entry => ({
  collection: 'areas',
  key,
  before: null,
  after: { id: key, name, cityId: 1, createdAt: '2026-01-01T00:00:00.000Z' },
});

/** A store of the parts of change sets, which counts how many it has given. */
class Parts {
  given = 0;
  readonly #parts: readonly ChangeEntries[];

  constructor(...sets: { id: number; parts: readonly (readonly Entry[])[] }[]) {
    this.#parts = sets.flatMap(({ id, parts }) =>
      parts.map((entries, part) => ({ id: entriesKeyOf(id, part), entries: JSON.stringify(entries) })),
    );
  }

  readonly page = (async (_: string, key: string, limit: number) => {
    const page = this.#parts.filter(({ id }) => id > key).slice(0, limit);
    this.given += page.length;
    return page;
  }) as unknown as Store['page'];
}

const parts = Array.from({ length: PARTS }, (_, part) =>
  Array.from({ length: PER_PART }, (_unused, at) => entry(part * PER_PART + at)),
);
const storeOf = () => new Parts({ id: CHANGE - 1, parts: [[entry(-1)]] }, { id: CHANGE, parts }, { id: 8, parts });
const keysOf = (entries: readonly Entry[]) => entries.map(({ key }) => key);
const seen = (each: Entry): Entry => each;

describe('the entries of a change set', () => {
  it('are its own, in their order', async () => {
    assert.deepEqual(
      keysOf(await entriesOf(storeOf(), CHANGE)),
      Array.from({ length: ALL }, (_, key) => key),
    );
    assert.deepEqual(await entriesOf(storeOf(), 9), []);
  });

  it('are read page by page, each entry once, whatever a reader sees', async () => {
    for (const [limit, isSeen] of [
      [100, () => true],
      [PER_PART, () => true],
      [7, (key: number) => key % 3 === 0],
      [10, (key: number) => key < 5 || key >= ALL - 20],
      [ALL, () => true],
    ] as const) {
      const expected = Array.from({ length: ALL }, (_, key) => key).filter(isSeen);
      const found: (string | number)[] = [];
      for (let from: number | null = 0; from !== null;) {
        const page = await pageOf(storeOf(), CHANGE, {
          from,
          limit,
          seen: (each) => (isSeen(each.key as number) ? each : null),
        });
        assert.ok(page.entries.length === limit || page.next === null);
        assert.ok(page.entries.length > 0, 'a page that was announced has entries');
        found.push(...keysOf(page.entries));
        from = page.next;
      }
      assert.deepEqual(found, expected);
    }
  });

  it('go on after a number of entries, too', async () => {
    const { entries } = await pageOf(storeOf(), CHANGE, { from: 65, limit: 3, seen });
    assert.deepEqual(keysOf(entries), [65, 66, 67]);
    assert.deepEqual(await pageOf(storeOf(), CHANGE, { from: ALL, limit: 3, seen }), { entries: [], next: null });
  });

  it('are read from where a page begins', async () => {
    let from: number | null = 0;
    for (let page = 0; page < PARTS - 1; page++)
      from = (await pageOf(storeOf(), CHANGE, { from: from!, limit: PER_PART, seen })).next;
    const store = storeOf();
    const last = await pageOf(store, CHANGE, { from: from!, limit: PER_PART, seen });
    assert.deepEqual(keysOf(last.entries), keysOf(parts.at(-1)!));
    assert.ok(store.given <= CHANGE_PARTS_AT_ONCE, `${store.given} parts`);
  });

  it('are fewer on a page where they are long', async () => {
    const long = [1, 2, 3, 4].map((key) => [entry(key, 'x'.repeat(CHANGE_PAGE_CHARACTERS / 2))]);
    const store = new Parts({ id: CHANGE, parts: long });
    const first = await pageOf(store, CHANGE, { from: 0, limit: 1_000, seen });
    assert.deepEqual(keysOf(first.entries), [1, 2]);
    const second = await pageOf(store, CHANGE, { from: first.next!, limit: 1_000, seen });
    assert.deepEqual([keysOf(second.entries), second.next], [[3, 4], null]);
  });
});
