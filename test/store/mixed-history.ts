/** A history with changes of partners, of everybody and of credentials, and what partners see of it. */
import assert from 'node:assert/strict';
import { OTHER_PARTNERS } from '../../src/model/history.js';
import type { ChangeSet, Documents } from '../../src/model/documents.js';
import { ALL_CHANGES } from '../../src/store/change-query.js';
import type { WriteOp } from '../../src/model/change.js';
import type { Store } from '../../src/store/port.js';
import { fixtureContract } from './fixture-contract.js';
import { FIXTURE_NOTE, fixtureDocuments, fixturePartner } from './fixtures.js';
import { put } from './suite-support.js';

type Views = NonNullable<ChangeSet['views']>;
type Counts = Partial<ChangeSet['counts']>;

const view = (partnerId: string, counts: Counts, ...collections: string[]): Views[number] => ({
  partnerId,
  collections,
  counts: { created: 0, updated: 0, ended: 0, removed: 0, ...counts },
});
const holiday = (id: number, partnerId?: string): WriteOp => {
  const { date, kind, name, createdAt } = fixtureContract().holidays[0]!;
  return put('holidays', { id, ...(partnerId && { partnerId }), date, kind, name, createdAt });
};

/**
 * Writes change sets into a store that has one, that of its import.
 * @returns the views that each has, from the first one on
 */
export async function leaveMixedHistory(store: Store): Promise<Views[]> {
  const [credential] = fixtureDocuments().credentials as [Documents['credentials']];
  const expected: Views[] = [[view(OTHER_PARTNERS, {})]];
  const change = async (ops: WriteOp[], ...views: Views): Promise<void> => {
    const written = await store.write(ops, FIXTURE_NOTE);
    assert.deepEqual(written, { ok: true, changeId: expected.length + 1 });
    expected.push(views);
  };
  await change([put('partners', fixturePartner('view-one'))], view('view-one', { created: 1 }, 'partners'));
  await change(
    [put('partners', fixturePartner('view-two')), holiday(700, 'view-one')],
    view('view-one', { created: 1 }, 'holidays'),
    view('view-two', { created: 1 }, 'partners'),
  );
  await change([put('credentials', { ...credential, tier: 'TIER_3' })]);
  await change([holiday(701)], view(OTHER_PARTNERS, { created: 1 }, 'holidays'));
  // everybody's and one of a partner
  await change(
    [holiday(702), put('partners', { ...fixturePartner('view-two'), name: 'Renamed' })],
    view(OTHER_PARTNERS, { created: 1 }, 'holidays'),
    view('view-two', { created: 1, updated: 1 }, 'holidays', 'partners'),
  );
  // from one partner to another, and from everybody to one
  await change(
    [holiday(700, 'view-two'), holiday(701, 'view-one')],
    view(OTHER_PARTNERS, { removed: 1 }, 'holidays'),
    view('view-one', { updated: 1, removed: 1 }, 'holidays'),
    view('view-two', { created: 1, removed: 1 }, 'holidays'),
  );
  await change(
    [put('partners', { ...fixturePartner('view-one'), status: 'INACTIVE' })],
    view('view-one', { ended: 1 }, 'partners'),
  );
  return expected;
}

/** @param expected as {@link leaveMixedHistory} returns it */
export async function assertMixedHistory(store: Store, expected: readonly Views[]): Promise<void> {
  const sets = await store.changes({ ...ALL_CHANGES, limit: 1_000 });
  assert.deepEqual(
    sets.map(({ views }) => views),
    [...expected].reverse(),
  );
  const seen = async (seenBy: readonly string[], collection: string | null = null): Promise<number[]> =>
    (await store.changes({ ...ALL_CHANGES, seenBy, collection, limit: 1_000 })).map(({ id }) => id);
  assert.deepEqual(await seen(['view-one', OTHER_PARTNERS]), [8, 7, 6, 5, 3, 2, 1]);
  assert.deepEqual(await seen(['view-one']), [8, 7, 3, 2]);
  assert.deepEqual(await seen(['view-two', OTHER_PARTNERS], 'partners'), [6, 3], 'only collections that it sees');
  assert.deepEqual(await seen(['other', OTHER_PARTNERS]), [7, 6, 5, 1]);
  assert.deepEqual(
    (
      await store.changes({ ...ALL_CHANGES, seenBy: ['view-one', OTHER_PARTNERS], before: 7, after: 3, limit: 1_000 })
    ).map(({ id }) => id),
    [6, 5],
  );
}
