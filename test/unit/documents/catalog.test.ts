import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { Catalog, CATALOG_COLLECTIONS } from '../../../src/control/documents/catalog.js';
import { Dirty } from '../../../src/index/build-generation.js';
import {
  COLLECTION_NAMES,
  type CollectionName,
  type DatasetCollection,
  type Documents,
} from '../../../src/model/documents.js';
import { type Change, type Key, keyOf } from '../../../src/model/change.js';
import type { GeneralCollection } from '../../../src/model/card-rows.js';
import { catalogOf } from '../index/world.js';
import { packageRow, partner, workedWorld, zone } from '../../reference/fixture.js';
import type { World } from '../../reference/types.js';

const CREATED_AT = '2024-04-01T00:00:00.000Z';
const PARTNERS = ['acme', 'bravo', 'carol'];
const PINCODES = ['110001', '110002', '400001'];

const emptyWorld = (): World =>
  Object.fromEntries(COLLECTION_NAMES.map((collection) => [collection, []])) as unknown as World;
const put = <C extends CollectionName>(collection: C, document: Documents[C]): Change =>
  ({ kind: 'put', collection, key: keyOf(collection, document), document }) as unknown as Change;
const remove = (collection: CollectionName, key: Key): Change => ({ kind: 'delete', collection, key });

/** Everything that the index and the credentials are built from, in a canonical order. */
function contents(catalog: Catalog, partnerIds: readonly string[] = PARTNERS): unknown {
  const byId = <D extends { id: number }>(rows: readonly D[]): D[] => [...rows].sort((a, b) => a.id - b.id);
  const byText = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
  const geography = catalog.geographyDocuments();
  return {
    active: catalog.activePartners(),
    general: byId(catalog.generalDocuments()['customer-charges']),
    credentials: byText(catalog.credentials()),
    geography: [byId(geography.states), byId(geography.cities), byId(geography.areas), byText(geography.pincodes)],
    cards: partnerIds.map((partnerId) => {
      const card = catalog.cardDocuments(partnerId);
      return [
        card.partner,
        byId(card.zones),
        byId(card.packages),
        byId(card.distanceCharges),
        byId(card.customerCharges),
        byId(card.discounts),
      ];
    }),
    coverage: partnerIds.map((partnerId) => {
      const { zones, assigned } = catalog.coverageDocuments(partnerId);
      return [
        byId(zones),
        Array.from(
          { length: assigned.length / 2 },
          (_, entry) => `${assigned[2 * entry]} ${assigned[2 * entry + 1]}`,
        ).sort(),
      ];
    }),
  };
}

const flags = (dirty: Dirty) => ({
  geography: dirty.geography,
  partners: dirty.partners,
  general: [...dirty.general].sort(),
  credentials: dirty.credentials,
  cards: [...dirty.cards].sort(),
  coverage: [...dirty.coverage].sort(),
});
const CLEAN = flags(new Dirty());

async function applied(
  world: World,
  ...changes: Change[]
): Promise<{ catalog: Catalog; dirty: ReturnType<typeof flags> }> {
  const catalog = await catalogOf(world);
  const dirty = new Dirty();
  catalog.apply(changes, dirty);
  return { catalog, dirty: flags(dirty) };
}

describe('Catalog', () => {
  it('knows the greatest key of a collection after any changes', async () => {
    const catalog = new Catalog();
    assert.equal(catalog.greatestKey('packages'), undefined);
    const put = (id: number) =>
      catalog.apply([{ kind: 'put', collection: 'packages', key: id, document: packageRow({ id }) }], new Dirty());
    for (const id of [7, 10, 9]) put(id);
    assert.equal(catalog.greatestKey('packages'), 10);
    catalog.apply([{ kind: 'delete', collection: 'packages', key: 10 }], new Dirty());
    assert.equal(catalog.greatestKey('packages'), 9);
  });

  it('holds what the store holds, except assignments', async () => {
    const world = workedWorld();
    const catalog = await catalogOf(world);
    const inOrder = <C extends 'states' | 'cities' | 'areas' | 'pincodes'>(collection: C) =>
      world[collection].toSorted((a, b) => (keyOf(collection, a) < keyOf(collection, b) ? -1 : 1));
    assert.deepEqual(catalog.geographyDocuments(), {
      states: inOrder('states'),
      cities: inOrder('cities'),
      areas: inOrder('areas'),
      pincodes: inOrder('pincodes'),
    });
    assert.deepEqual(catalog.cardDocuments('acme'), {
      partner: world.partners[0],
      zones: world.zones,
      packages: world.packages,
      distanceCharges: world['distance-charges'],
      customerCharges: world['customer-charges'],
      discounts: world.discounts,
      laneRules: [],
      surcharges: [],
      transitLanes: [],
      rtoTerms: [],
      weightTerms: [],
      holidays: [],
      roadDistances: [],
      overrides: '',
    });
    assert.deepEqual(
      COLLECTION_NAMES.filter((name) => !(CATALOG_COLLECTIONS as readonly string[]).includes(name)),
      [
        'assignments',
        'decisions',
        'idempotency-keys',
        'counters',
        'outcomes',
        'outcome-sums',
        'outcome-partners',
        'outcome-parts',
        'outcome-state',
        'changes',
        'change-entries',
        'keys',
      ],
    );
  });

  it('lists active partners in the order of their ids', async () => {
    const { catalog } = await applied(
      emptyWorld(),
      ...['carol', 'acme', 'Zulu'].map((id) => put('partners', partner(id))),
      put('partners', { ...partner('bravo'), status: 'INACTIVE' }),
    );
    assert.deepEqual(catalog.activePartners(), ['Zulu', 'acme', 'carol']);
  });

  it('keeps the rows of one partner apart from another’s, and the defaults apart from both', async () => {
    const row = { type: 'fsc', chargeType: 'flat', value: 1, status: true, createdAt: CREATED_AT } as const;
    const { catalog } = await applied(
      emptyWorld(),
      put('customer-charges', { id: 1, partnerId: null, ...row }),
      put('customer-charges', { id: 2, partnerId: 'acme', ...row }),
    );
    assert.deepEqual(
      [
        catalog.generalDocuments()['customer-charges'],
        catalog.cardDocuments('acme').customerCharges,
        catalog.cardDocuments('bravo').customerCharges,
      ].map((rows) => rows.map(({ id }) => id)),
      [[1], [2], []],
    );
  });

  it('keeps entries by partner and pincode', async () => {
    const entry = (partnerId: string, pincode: string, zoneId: number) =>
      put('zone-pincodes', { partnerId, pincode, zoneId, assignedAt: CREATED_AT });
    const { catalog } = await applied(
      emptyWorld(),
      entry('acme', '000123', 1),
      entry('bravo', '000123', 2),
      entry('acme', '000123', 3),
      entry('acme', '400001', 4),
      remove('zone-pincodes', 'acme/400001'),
    );
    assert.deepEqual([...catalog.coverageDocuments('acme').assigned], [123, 3]);
    assert.deepEqual([...catalog.coverageDocuments('bravo').assigned], [123, 2]);
    assert.deepEqual([...catalog.coverageDocuments('carol').assigned], []);
  });

  it('returns lists that do not change: a running build sees one moment', async () => {
    const catalog = await catalogOf(workedWorld());
    const { packages } = catalog.cardDocuments('acme');
    const { assigned } = catalog.coverageDocuments('acme');
    catalog.apply(
      [
        remove('packages', 1),
        put('zone-pincodes', { partnerId: 'acme', pincode: '110001', zoneId: 1, assignedAt: CREATED_AT }),
      ],
      new Dirty(),
    );
    assert.deepEqual([packages.length, assigned.length, catalog.cardDocuments('acme').packages.length], [1, 0, 0]);
  });

  it('ignores the deletion of a document that it never had', async () => {
    const catalog = await catalogOf(workedWorld());
    const contentsBefore = contents(catalog);
    catalog.apply(
      COLLECTION_NAMES.map((collection) =>
        remove(collection, collection === 'zone-pincodes' ? 'acme/110009' : 'nothing'),
      ),
      new Dirty(),
    );
    assert.deepEqual(contents(catalog), contentsBefore);
  });
});

describe('what a change affects', () => {
  const cases: Record<string, [Change, Partial<typeof CLEAN>]> = {
    'a state': [remove('states', 1), { geography: true }],
    'a city': [remove('cities', 11), { geography: true }],
    'an area': [remove('areas', 111), { geography: true }],
    'a pincode': [remove('pincodes', '400002'), { geography: true }],
    'a service type': [
      put('service-types', { serviceTypeId: 'COD', serviceTypeName: 'x', displayName: 'x', category: 'x' }),
      {},
    ],
    'a partner': [put('partners', partner('acme')), { partners: true, cards: ['acme'] }],
    'a zone': [put('zones', zone({ id: 1 })), { cards: ['acme'], coverage: ['acme'] }],
    'a zone that is deleted': [remove('zones', 1), { cards: ['acme'], coverage: ['acme'] }],
    'a zone that moves to another partner': [
      put('zones', zone({ id: 1, partnerId: 'bravo' })),
      { cards: ['acme', 'bravo'], coverage: ['acme', 'bravo'] },
    ],
    'an entry': [
      put('zone-pincodes', { partnerId: 'bravo', pincode: '110001', zoneId: 1, assignedAt: CREATED_AT }),
      { coverage: ['bravo'] },
    ],
    'an entry that is deleted': [remove('zone-pincodes', 'acme/110001'), { coverage: ['acme'] }],
    'a package': [put('packages', packageRow({ id: 1 })), { cards: ['acme'] }],
    'a package that moves to another partner': [
      put('packages', packageRow({ id: 1, partnerId: 'bravo' })),
      { cards: ['acme', 'bravo'] },
    ],
    'a package that is deleted': [remove('packages', 1), { cards: ['acme'] }],
    'a distance charge that is deleted': [remove('distance-charges', 7), { cards: ['acme'] }],
    'a discount that is deleted': [remove('discounts', 9), { cards: ['acme'] }],
    'a charge that becomes a default': [
      put('customer-charges', {
        id: 1,
        partnerId: null,
        type: 'fsc',
        chargeType: 'flat',
        value: 1,
        status: true,
        createdAt: CREATED_AT,
      }),
      { cards: ['acme'], general: ['customer-charges'] },
    ],
    'a default': [
      put('customer-charges', {
        id: 99,
        partnerId: null,
        type: 'fsc',
        chargeType: 'flat',
        value: 1,
        status: true,
        createdAt: CREATED_AT,
      }),
      { general: ['customer-charges'] },
    ],
    'a credential': [remove('credentials', 'service/x'), { credentials: true }],
    'an assignment': [remove('assignments', 'S-1'), {}],
  };
  for (const [name, [change, expected]] of Object.entries(cases)) {
    it(`is exactly that: ${name}`, async () => {
      assert.deepEqual((await applied(workedWorld(), change)).dirty, { ...CLEAN, ...expected });
    });
  }

  it('includes the index unless only credentials changed', () => {
    const touching = (change: (dirty: Dirty) => void): boolean => {
      const dirty = new Dirty();
      change(dirty);
      return dirty.touchesIndex;
    };
    assert.deepEqual(
      [
        touching(() => {}),
        touching((dirty) => {
          dirty.credentials = true;
        }),
      ],
      [false, false],
    );
    const each: ((dirty: Dirty) => void)[] = [
      (dirty) => {
        dirty.geography = true;
      },
      (dirty) => {
        dirty.partners = true;
      },
      (dirty) => dirty.general.add('customer-charges'),
      (dirty) => dirty.cards.add('acme'),
      (dirty) => dirty.coverage.add('acme'),
    ];
    for (const change of each) assert.equal(touching(change), true);
  });
});

describe('any sequence of changes', () => {
  const owner = fc.constantFrom(...PARTNERS);
  const id = fc.integer({ min: 1, max: 4 });
  const charge = { type: 'fsc', chargeType: 'flat', value: 1, status: true, createdAt: CREATED_AT } as const;
  const puts = fc.oneof(
    fc
      .record({ partnerId: owner, status: fc.constantFrom('ACTIVE' as const, 'INACTIVE' as const) })
      .map(({ partnerId, status }) => put('partners', { ...partner(partnerId), status })),
    fc
      .tuple(id, owner, fc.boolean())
      .map(([zoneId, partnerId, status]) => put('zones', zone({ id: zoneId, partnerId, status }))),
    fc
      .tuple(owner, fc.constantFrom(...PINCODES), id)
      .map(([partnerId, pincode, zoneId]) =>
        put('zone-pincodes', { partnerId, pincode, zoneId, assignedAt: CREATED_AT }),
      ),
    fc
      .tuple(id, owner, fc.nat(3))
      .map(([packageId, partnerId, baseCharge]) =>
        put('packages', packageRow({ id: packageId, partnerId, baseCharge })),
      ),
    fc
      .tuple(id, fc.option(owner))
      .map(([chargeId, partnerId]) => put('customer-charges', { ...charge, id: chargeId, partnerId })),
    fc.tuple(id, owner).map(([rowId, partnerId]) =>
      put('distance-charges', {
        id: rowId,
        partnerId,
        distanceFrom: 0,
        distanceTo: 1,
        charge: 1,
        chargeType: 'flat',
        status: true,
      }),
    ),
    fc.tuple(id, owner).map(([rowId, partnerId]) =>
      put('discounts', {
        id: rowId,
        partnerId,
        fromWeight: 0,
        toWeight: 1,
        discountType: 'flat',
        discountValue: 1,
        status: true,
        createdAt: CREATED_AT,
      }),
    ),
    id.map((stateId) => put('states', { id: stateId, name: 'x', code: 'XX', gstCode: '00' })),
    id.map((number) =>
      put('credentials', {
        id: `c${number}`,
        kind: 'service',
        tier: 'TIER_1',
        status: true,
        secrets: [{ version: 1, secret: 'x' }],
      }),
    ),
  );
  const deletes = puts.map(({ collection, key }) => remove(collection, key));
  const sequence = fc.array(fc.oneof({ weight: 3, arbitrary: puts }, { weight: 1, arbitrary: deletes }), {
    maxLength: 40,
  });

  /** The documents after a sequence, and what it affects, computed the slow way. */
  function naive(changes: readonly Change[]): { world: World; dirty: typeof CLEAN } {
    const documents = new Map<string, { collection: CollectionName; document: object }>();
    const dirty = {
      ...CLEAN,
      general: new Set<GeneralCollection>(),
      cards: new Set<string>(),
      coverage: new Set<string>(),
    };
    for (const change of changes) {
      const name = `${change.collection}:${change.key}`;
      const former = documents.get(name)?.document;
      const next = change.kind === 'put' ? change.document : undefined;
      if (next === undefined) documents.delete(name);
      else documents.set(name, { collection: change.collection, document: next });
      const owners = [former, next].flatMap((document) =>
        document === undefined ? [] : [(document as { partnerId?: string | null }).partnerId ?? null],
      );
      if (change.collection === 'states') dirty.geography = true;
      else if (change.collection === 'credentials') dirty.credentials = true;
      else if (change.collection === 'zone-pincodes') dirty.coverage.add(String(change.key).split('/')[0]!);
      else if (change.collection === 'partners') {
        dirty.partners = true;
        dirty.cards.add(String(change.key));
      } else {
        for (const partnerId of owners) {
          if (partnerId === null) dirty.general.add(change.collection as GeneralCollection);
          else dirty.cards.add(partnerId);
          if (partnerId !== null && change.collection === 'zones') dirty.coverage.add(partnerId);
        }
      }
    }
    const world = emptyWorld();
    for (const { collection, document } of documents.values())
      (world[collection as DatasetCollection] as object[]).push(document);
    return {
      world,
      dirty: {
        ...dirty,
        general: [...dirty.general].sort(),
        cards: [...dirty.cards].sort(),
        coverage: [...dirty.coverage].sort(),
      },
    };
  }

  it('gives the same catalog as a load of the result, and reports exactly what it affected', async () => {
    await fc.assert(
      fc.asyncProperty(sequence, fc.nat(40), async (changes, loadedAt) => {
        const { world: loaded } = naive(changes.slice(0, loadedAt));
        const { world: changed } = naive(changes);
        const catalog = await catalogOf(loaded);
        const dirty = new Dirty();
        catalog.apply(changes.slice(loadedAt), dirty);
        assert.deepEqual(contents(catalog), contents(await catalogOf(changed)));
        if (loadedAt === 0) assert.deepEqual(flags(dirty), naive(changes).dirty);
      }),
      { numRuns: 300 },
    );
    await fc.assert(
      fc.asyncProperty(sequence, async (changes) => {
        assert.deepEqual((await applied(emptyWorld(), ...changes)).dirty, naive(changes).dirty);
      }),
      { numRuns: 200 },
    );
  });

  it('changes no part other than those it reports', async () => {
    await fc.assert(
      fc.asyncProperty(sequence, sequence, async (first, second) => {
        const catalog = await catalogOf(naive(first).world);
        const parts = (): [name: string, text: string][] => {
          const found: [string, object][] = PARTNERS.flatMap((partnerId): [string, object][] => [
            [`card ${partnerId}`, catalog.cardDocuments(partnerId)],
            [`coverage ${partnerId}`, catalog.coverageDocuments(partnerId)],
          ]);
          found.push(
            ['general', catalog.generalDocuments()],
            ['partners', catalog.activePartners()],
            ['geography', catalog.geographyDocuments()],
          );
          return found.map(([name, documents]) => [name, JSON.stringify(documents)]);
        };
        const partsBefore = new Map(parts());
        const dirty = new Dirty();
        catalog.apply(second, dirty);
        const said: Record<string, (partnerId: string) => boolean> = {
          card: (partnerId) => dirty.cards.has(partnerId),
          coverage: (partnerId) => dirty.coverage.has(partnerId),
          general: () => dirty.general.size > 0,
          partners: () => dirty.partners,
          geography: () => dirty.geography,
        };
        for (const [name, text] of parts()) {
          const [part, partnerId = ''] = name.split(' ') as [string, string?];
          if (text !== partsBefore.get(name)) assert.equal(said[part]!(partnerId), true, `${name} changed unsaid`);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('leaves a fork as it was, and a change of the fork leaves the catalog as it was', async () => {
    const entries = fc
      .tuple(owner, fc.constantFrom(...PINCODES), id, fc.boolean())
      .map(([partnerId, pincode, zoneId, isSpecial]) =>
        put('zone-pincodes', {
          partnerId,
          pincode,
          zoneId,
          ...(isSpecial && { maxCodAmount: zoneId }),
          assignedAt: CREATED_AT,
        }),
      );
    const mixed = fc.array(fc.oneof(puts, deletes, entries), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(mixed, mixed, mixed, async (common, own, forked) => {
        const catalog = await catalogOf(naive(common).world);
        const fork = catalog.fork();
        catalog.apply(own, new Dirty());
        fork.apply(forked, new Dirty());
        const overrides = (of: Catalog) =>
          of
            .documents('zone-pincodes')
            .map((each) => JSON.stringify(each))
            .sort();
        for (const [held, changes] of [
          [catalog, own],
          [fork, forked],
        ] as const) {
          const expected = await catalogOf(naive([...common, ...changes]).world);
          assert.deepEqual(contents(held), contents(expected));
          assert.deepEqual(overrides(held), overrides(expected));
        }
      }),
      { numRuns: 200 },
    );
  });
});
