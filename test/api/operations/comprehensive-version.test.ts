/** The data version of a partner: the same on every node, different after any change of its data. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dataVersionOf } from '../../../src/control/operations/partners/comprehensive-version.js';
import { coverageOf } from '../../../src/control/operations/zones/coverage.js';
import type { Catalog } from '../../../src/control/documents/catalog.js';
import { Dirty } from '../../../src/index/build-generation.js';
import { type CollectionName, type Documents } from '../../../src/model/documents.js';
import { type Change, keyOf } from '../../../src/model/change.js';
import { catalogOf } from '../../unit/index/world.js';
import { workedWorld, zone } from '../../reference/fixture.js';
import { Rng } from '../../reference/rng.js';
import type { World } from '../../reference/types.js';

const CREATED_AT = '2026-01-01T00:00:00.000Z';
const entry = (pincode: string, zoneId: number) => ({ partnerId: 'acme', zoneId, pincode, assignedAt: CREATED_AT });

function versionedWorld(): World {
  return workedWorld((world) => {
    const [acme] = world.partners as [World['partners'][number]];
    world.partners.push({ ...acme, partnerId: 'bolt' });
    world.zones.push(zone({ id: 3 }), zone({ id: 4, partnerId: 'bolt' }));
    world['zone-pincodes'] = [entry('110001', 3), entry('400001', 3), entry('400002', 2)];
  });
}

function versionOf(catalog: Catalog, partnerId = 'acme'): string {
  return dataVersionOf(catalog.cardDocuments(partnerId), coverageOf(catalog, catalog.find('partners', partnerId)!));
}

const put = <C extends CollectionName>(collection: C, document: Documents[C]): Change =>
  ({ kind: 'put', collection, key: keyOf(collection, document), document }) as unknown as Change;

describe('the data version', () => {
  it('does not depend on the order of documents in a store, nor on how an absent field is stored', async () => {
    const rng = new Rng(5);
    const version = versionOf(await catalogOf(versionedWorld()));
    assert.match(version, /^[0-9a-f]{16}$/);
    const other = versionedWorld();
    for (const collection of [
      'zones',
      'zone-pincodes',
      'packages',
      'distance-charges',
      'customer-charges',
      'discounts',
    ] as const)
      other[collection] = rng.shuffled(other[collection] as never[]);
    for (const row of other.packages) Object.assign(row, { validFrom: null, maxWeight: null });
    other.partners = other.partners.map(
      (partner) => Object.fromEntries(Object.entries(partner).reverse()) as unknown as World['partners'][number],
    );
    assert.equal(versionOf(await catalogOf(other)), version);
  });

  const [acme] = versionedWorld().partners as [World['partners'][number]];
  const rows = versionedWorld();
  const changes: Record<string, [own: Change, ofAnother: Change | null]> = {
    'the partner': [
      put('partners', { ...acme, cutoffTime: '16:59' }),
      put('partners', { ...acme, partnerId: 'bolt', cutoffTime: '16:59' }),
    ],
    'the name of a zone': [
      put('zones', { ...rows.zones[0]!, name: 'West' }),
      put('zones', zone({ id: 4, partnerId: 'bolt', name: 'West' })),
    ],
    'an inactive zone': [
      put('zones', zone({ id: 5, status: false })),
      put('zones', zone({ id: 6, status: false, partnerId: 'bolt' })),
    ],
    'an entry that moves to another zone': [
      put('zone-pincodes', entry('400001', 2)),
      put('zone-pincodes', { ...entry('400001', 4), partnerId: 'bolt' }),
    ],
    'an entry that is deleted': [{ kind: 'delete', collection: 'zone-pincodes', key: 'acme/400001' }, null],
    'a package': [
      put('packages', { ...rows.packages[0]!, baseCharge: 41 }),
      put('packages', { ...rows.packages[0]!, id: 77, partnerId: 'bolt' }),
    ],
    'a distance charge': [{ kind: 'delete', collection: 'distance-charges', key: 7 }, null],
    'a customer charge': [
      put('customer-charges', { ...rows['customer-charges'][0]!, status: false }),
      put('customer-charges', { ...rows['customer-charges'][0]!, id: 77, partnerId: null }),
    ],
    'a discount': [
      put('discounts', { ...rows.discounts[0]!, description: 'New' }),
      put('discounts', { ...rows.discounts[0]!, id: 77, partnerId: 'bolt' }),
    ],
  };
  for (const [name, [own, ofAnother]] of Object.entries(changes)) {
    it(`is different after a change, while that of another partner stays: ${name}`, async () => {
      const catalog = await catalogOf(versionedWorld());
      const former = { acme: versionOf(catalog), bolt: versionOf(catalog, 'bolt') };
      catalog.apply([own], new Dirty());
      const changed = versionOf(catalog);
      assert.notEqual(changed, former.acme);
      assert.equal(versionOf(catalog, 'bolt'), former.bolt);
      if (ofAnother === null) return;
      catalog.apply([ofAnother], new Dirty());
      assert.equal(versionOf(catalog), changed);
    });
  }

  it('is the same while nothing changes, and follows a change', async () => {
    const catalog = await catalogOf(versionedWorld());
    const coverage = coverageOf(catalog, catalog.find('partners', 'acme')!);
    const first = dataVersionOf(catalog.cardDocuments('acme'), coverage);
    assert.equal(dataVersionOf(catalog.cardDocuments('acme'), coverage), first);
    assert.equal(
      dataVersionOf(catalog.cardDocuments('acme'), coverageOf(catalog, catalog.find('partners', 'acme')!)),
      first,
    );
    catalog.apply([put('discounts', { ...rows.discounts[0]!, description: 'New' })], new Dirty());
    assert.notEqual(dataVersionOf(catalog.cardDocuments('acme'), coverage), first);
  });
});
