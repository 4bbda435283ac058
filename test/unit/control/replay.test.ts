/** The history as earlier quotes look back on it: each change set once, in order, and bounded in memory. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { entriesKeyOf } from '../../../src/model/history.js';
import type { ChangeEntries, ChangeSet, Holiday, Package } from '../../../src/model/documents.js';
import { Catalog, putsOf } from '../../../src/control/documents/catalog.js';
import { RecentHistory } from '../../../src/control/replay/recorded.js';
import { EarlierSource } from '../../../src/control/replay/then.js';
import { type EarlierDocuments, UndoneChanges } from '../../../src/control/replay/undone.js';
import { Dirty } from '../../../src/index/build-generation.js';
import { RECENT_HISTORY_CHARACTERS, REPLAY_FOREIGN_SETS } from '../../../src/limits/control.js';
import type { Store } from '../../../src/store/port.js';

const CONCERN = { partnerId: 'acme', pickupPincode: '110001', deliveryPincode: '560001' };
const AWAY = 'the store is away';

/** Change set n makes the charge of the package n. */
interface Made {
  isOfDatabase?: boolean;
  /** Characters of its entry. */
  length?: number;
}

const packageOf = (baseCharge: number, packageName = ''): Package =>
  ({ id: 1, partnerId: 'acme', packageName, baseCharge }) as Package;

/** A store with these change sets, from number 1. `onPage`: called at each read. */
class Recorded implements Pick<Store, 'page'> {
  constructor(
    private readonly made: Made[],
    private readonly onPage: (collection: string) => void = () => {},
  ) {}

  async page(collection: string, since: unknown, limit: number): Promise<never[]> {
    this.onPage(collection);
    const first = collection === 'changes' ? (since as number) + 1 : Number((since as string).split('/')[0]);
    // what a part's key begins with is before it, and a part's key is not
    const from = collection === 'changes' || (since as string).endsWith('/') ? first : first + 1;
    const last = Math.min(this.made.length, from + limit - 1);
    const ids = Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index);
    return ids.map((id) => (collection === 'changes' ? this.#set(id) : this.#part(id))) as never[];
  }

  #set(id: number): ChangeSet {
    const kind = this.made[id - 1]!.isOfDatabase === true ? 'database' : 'service';
    return { id, by: { kind, id: '' }, counts: { created: 0, updated: 1, ended: 0, removed: 0 } } as ChangeSet;
  }

  #part(id: number): ChangeEntries {
    const former = packageOf(id - 1, ' '.repeat(this.made[id - 1]!.length ?? 0));
    const entry = { collection: 'packages', key: 1, before: former, after: packageOf(id) };
    return { id: entriesKeyOf(id, 0), entries: JSON.stringify([entry]) };
  }
}

async function visited(history: RecentHistory, known: number, upTo: number): Promise<number[]> {
  const ids: number[] = [];
  await history.walk(known, upTo, ({ id }) => ids.push(id));
  return ids;
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('a walk along the history', () => {
  it('visits each change set once, in order, from the store or from memory', async () => {
    const history = new RecentHistory(new Recorded(Array.from({ length: 9 }, () => ({}))));
    assert.deepEqual(await visited(history, 3, 5), [4, 5]);
    assert.deepEqual(await visited(history, 3, 5), [4, 5]);
    assert.deepEqual(await visited(history, 4, 7), [5, 6, 7]);
    assert.deepEqual(await visited(history, 0, 9), range(1, 9));
    assert.deepEqual(await visited(history, 0, 9), range(1, 9));
    assert.deepEqual(await visited(history, 9, 9), []);
  });

  it('does so after one that the store has broken off', async () => {
    let pages = Infinity;
    const store = new Recorded(
      Array.from({ length: 60 }, () => ({})),
      (collection) => {
        if (collection === 'change-entries') assert.ok(pages-- > 0, AWAY);
      },
    );
    const history = new RecentHistory(store);
    assert.deepEqual(await visited(history, 1, 2), [2]);
    pages = 2;
    await assert.rejects(visited(history, 2, 60), { message: AWAY });
    pages = Infinity;
    assert.deepEqual(await visited(history, 2, 60), range(3, 60));
  });

  it('holds no more than its bound, however much is new', async () => {
    const million = { length: 1_000_000 };
    const large = Array.from({ length: 50 }, () => million);
    let most = 0;
    const history: RecentHistory = new RecentHistory(
      new Recorded([{}, ...large], () => {
        most = Math.max(most, history.characters);
      }),
    );
    assert.deepEqual(await visited(history, 0, 1), [1]);
    assert.deepEqual(await visited(history, 0, 51), range(1, 51));
    assert.deepEqual(await visited(history, 0, 51), range(1, 51));
    assert.deepEqual(await visited(history, 45, 51), range(46, 51));
    assert.ok(most > 10_000_000 && most <= RECENT_HISTORY_CHARACTERS, String(most));
  });

  it('of a store that was restored reads what that has', async () => {
    const made: Made[] = [{}, {}, { isOfDatabase: true }];
    const history = new RecentHistory(new Recorded(made));
    assert.deepEqual(await visited(history, 0, 3), [1, 2, 3]);
    made.splice(1, 1);
    history.forget();
    const kinds: boolean[] = [];
    await history.walk(0, 2, ({ isOfDatabase }) => kinds.push(isOfDatabase));
    assert.deepEqual(kinds, [false, true]);
  });
});

it('of the places those of both ends are indexed again, and not the names of all of India', () => {
  const catalog = new Catalog();
  const pincode = (code: string, cityId: number, areaIds: number[]) =>
    ({ pincode: code, cityId, stateId: 1, areaIds, latitude: 20, longitude: 77 }) as const;
  const places = {
    states: [{ id: 1, name: 'A', code: 'A', gstCode: '01' }],
    cities: [1, 2, 3].map((id) => ({ id, name: `City ${id}`, stateId: 1, createdAt: '' })),
    areas: [1, 2, 3, 4].map((id) => ({ id, name: `Area ${id}`, cityId: 1, createdAt: '' })),
    pincodes: [pincode('110001', 1, [2, 1]), pincode('560001', 2, []), pincode('560002', 3, [4])],
  };
  for (const [collection, documents] of Object.entries(places))
    catalog.apply(putsOf(collection as 'areas', documents as never), new Dirty());
  const befores: EarlierDocuments = new Map([['areas', new Map([[1, { ...places.areas[0]!, name: 'Former' }]])]]);
  const { states, cities, areas, pincodes } = new EarlierSource(catalog, CONCERN, befores).geographyDocuments();
  assert.deepEqual(states, places.states);
  assert.deepEqual(
    cities.map(({ name }) => name),
    ['City 1', 'City 2'],
  );
  assert.deepEqual(
    areas.map(({ name }) => name),
    ['Area 2', 'Former'],
  );
  assert.deepEqual(
    pincodes.map(({ pincode: code }) => code),
    ['110001', '560001'],
  );
});

it('rows that belong to no partner are those of then, apart from the rows of partners', () => {
  const catalog = new Catalog();
  const holiday = (id: number, name: string, partnerId?: string | null): Holiday =>
    ({ id, name, date: '2026-03-04', ...(partnerId !== undefined && { partnerId }) }) as unknown as Holiday;
  const now = [holiday(1, 'Holi'), holiday(2, 'Desk closed', 'acme'), holiday(3, 'New', null)];
  catalog.apply(putsOf('holidays', now), new Dirty());
  const befores: EarlierDocuments = new Map([
    [
      'holidays',
      new Map<number, Holiday | null>([
        [1, holiday(1, 'Holika Dahan')],
        [2, holiday(2, 'Desk open', 'acme')],
        [3, null],
        [4, holiday(4, 'Gone', null)],
      ]),
    ],
  ]);
  const then = new EarlierSource(catalog, CONCERN, befores);
  const names = (rows: readonly Holiday[]): string[] => rows.map(({ name }) => name);
  assert.deepEqual(names(then.generalDocuments().holidays), ['Holika Dahan', 'Gone']);
  assert.deepEqual(names(then.cardDocuments('acme').holidays), ['Desk open']);
  assert.deepEqual(names(new EarlierSource(catalog, CONCERN, new Map()).generalDocuments().holidays), ['Holi', 'New']);
});

describe('what is undone', () => {
  const beforesOf = async (made: Made[]): Promise<unknown[]> => {
    const undone = new UndoneChanges(CONCERN);
    await new RecentHistory(new Recorded(made)).walk(0, made.length, (set) => undone.add(set));
    return range(0, undone.ofDatabase).map(
      (kept) => (undone.befores(kept).get('packages')?.get(1) as Package | undefined)?.baseCharge,
    );
  };

  it('is how documents were first', async () => {
    assert.deepEqual(await beforesOf([{}, {}, {}]), [0]);
    assert.deepEqual(await beforesOf([]), [undefined]);
  });

  it('leaves out the first of what other programs have changed', async () => {
    const other = { isOfDatabase: true };
    assert.deepEqual(await beforesOf([other, other, {}]), [0, 1, 2]);
    assert.deepEqual(await beforesOf([other]), [0, undefined]);
    // whatever was before it, the first change of the API tells
    assert.deepEqual(await beforesOf([{}, other, {}]), [0, 0]);
    const many = Array.from({ length: REPLAY_FOREIGN_SETS + 4 }, () => other);
    assert.deepEqual(await beforesOf(many), range(0, REPLAY_FOREIGN_SETS));
  });

  it('goes back over several changes of other programs that were recorded after a change that found them', () => {
    const undone = new UndoneChanges(CONCERN);
    const add = (isOfDatabase: boolean, from: number, to: number): void =>
      undone.add({
        id: 1,
        isOfDatabase,
        isWhole: true,
        entries: [{ collection: 'packages', key: 1, before: packageOf(from), after: packageOf(to) }],
      } as unknown as Parameters<typeof undone.add>[0]);
    add(false, 400, 407);
    add(true, 100, 300);
    add(true, 300, 400);
    add(true, 407, 500);
    assert.deepEqual(
      range(0, undone.ofDatabase).map((kept) => undone.befores(kept).get('packages')?.get(1)),
      [packageOf(100), packageOf(300), packageOf(400), packageOf(400)],
    );
  });
});
