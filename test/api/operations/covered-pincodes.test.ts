/**
 * How many pincodes a zone covers, with entries in the catalog and entries that are about to be added, compared with a
 * naive search through the documents.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coveredPincodes } from '../../../src/control/operations/zones/coverage.js';
import { Dirty } from '../../../src/index/build-generation.js';
import { Catalog } from '../../../src/control/documents/catalog.js';
import type { Zone } from '../../../src/model/documents.js';
import { type Change, keyOf } from '../../../src/model/change.js';
import { partner, workedWorld, zone } from '../../reference/fixture.js';
import { randomWorld, seededRng } from '../../reference/random.js';
import type { World } from '../../reference/types.js';
import { zoneCounts } from './expect-zones.js';

const SEED = 47;
const NOW = '2026-03-11T06:30:00.000Z';

const countOf = (
  catalog: Catalog,
  { id, partnerId }: Pick<Zone, 'id' | 'partnerId'>,
  added?: readonly string[],
): number => coveredPincodes(catalog, catalog.find('partners', partnerId)!, id, added);
const entry = (zoneId: number, pincode: string, partnerId = 'acme') => ({
  partnerId,
  zoneId,
  pincode,
  assignedAt: NOW,
});
const withEntries = (world: World, { id, partnerId }: Zone, pincodes: readonly string[]): World => ({
  ...world,
  'zone-pincodes': [
    ...world['zone-pincodes'].filter((row) => row.partnerId !== partnerId || !pincodes.includes(row.pincode)),
    ...pincodes.map((pincode) => entry(id, pincode, partnerId)),
  ],
});

function apply(
  catalog: Catalog,
  collection: 'zone-pincodes' | 'zones' | 'pincodes' | 'partners',
  document: object,
): void {
  catalog.apply(
    [{ kind: 'put', collection, key: keyOf(collection, document as never), document } as Change],
    new Dirty(),
  );
}

describe('how many pincodes a zone covers', () => {
  /** Zone 1 names Maharashtra (400001, 400002, 411001), zone 2 names nothing, zone 3 is inactive. */
  const world = () =>
    workedWorld((made) => {
      made.partners = [partner('acme'), { ...partner('bolt'), status: 'INACTIVE' }];
      made.zones = [
        zone({ id: 1, geographical: { states: [1], cities: [], areas: [] } }),
        zone({ id: 2 }),
        zone({ id: 3, status: false }),
        zone({ id: 9, partnerId: 'bolt', geographical: { states: [1], cities: [], areas: [] } }),
      ];
      made['zone-pincodes'] = [];
    });
  const counts = (catalog: Catalog, added?: readonly string[]) =>
    [1, 2, 3].map((id) => countOf(catalog, { id, partnerId: 'acme' }, added));

  it('follows entries that are added, moved and deleted, and zones and pincodes that change', async () => {
    const catalog = Catalog.of(world());
    assert.deepEqual(counts(catalog), [3, 0, 0]);
    apply(catalog, 'zone-pincodes', entry(2, '400001'));
    apply(catalog, 'zone-pincodes', entry(2, '110001'));
    assert.deepEqual(counts(catalog), [2, 2, 0]);
    apply(catalog, 'zone-pincodes', entry(1, '110001'));
    assert.deepEqual(counts(catalog), [3, 1, 0]);
    apply(catalog, 'zone-pincodes', entry(3, '400002'));
    assert.deepEqual(counts(catalog), [3, 1, 0], 'an entry of an inactive zone counts as none');
    apply(catalog, 'zones', zone({ id: 3 }));
    assert.deepEqual(counts(catalog), [2, 1, 1]);
    catalog.apply([{ kind: 'delete', collection: 'zone-pincodes', key: 'acme/400001' }], new Dirty());
    assert.deepEqual(counts(catalog), [3, 0, 1]);
    apply(catalog, 'pincodes', { ...world().pincodes[0]!, pincode: '400077' });
    assert.deepEqual(counts(catalog), [4, 0, 1]);
    apply(catalog, 'partners', { ...partner('acme'), status: 'INACTIVE' });
    assert.deepEqual(counts(catalog, ['110002']), [0, 0, 0]);
  });

  it('counts an added pincode once, wherever it was before, and never an unknown one', async () => {
    const catalog = Catalog.of(world());
    apply(catalog, 'zone-pincodes', entry(2, '110001'));
    apply(catalog, 'zone-pincodes', entry(3, '400002'));
    apply(catalog, 'zone-pincodes', entry(2, '999999'));
    assert.deepEqual(counts(catalog, ['400001', '110001', '110002', '560099']), [5, 3, 0]);
    assert.deepEqual(counts(catalog, ['400002']), [3, 2, 0]);
    assert.deepEqual(counts(catalog), [3, 1, 0], 'nothing of that was kept');
    assert.equal(countOf(catalog, { id: 77, partnerId: 'acme' }, ['400001']), 0, 'an unknown zone');
    assert.equal(countOf(catalog, { id: 9, partnerId: 'bolt' }, ['110001']), 0, 'a zone of an inactive partner');
  });

  it('agrees with the documents, in any world', async () => {
    const rng = seededRng(SEED);
    for (let round = 0; round < 30; round++) {
      const made = randomWorld(rng);
      const catalog = Catalog.of(made);
      for (const one of made.zones) {
        const added = [...new Set(Array.from({ length: rng.int(0, 6) }, () => rng.pick(made.pincodes).pincode))];
        const label = `seed ${SEED} round ${round} zone ${one.id} ${String(added)}`;
        assert.equal(countOf(catalog, one), zoneCounts(made, one).pincodes, label);
        assert.equal(countOf(catalog, one, added), zoneCounts(withEntries(made, one, added), one).pincodes, label);
      }
    }
  });
});
