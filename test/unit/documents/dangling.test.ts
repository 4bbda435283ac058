/** What is left behind by a deletion, or by a document that moves elsewhere, stays in force without effect. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Api, ApiRequest } from '../../../src/control/operations/operation.js';
import { listZones } from '../../../src/control/operations/zones/zones.js';
import { buildCard, cardTask } from '../../../src/index/card/parts.js';
import { rateCardVersion } from '../../../src/index/card/version.js';
import { buildCoverage } from '../../../src/index/coverage.js';
import { buildGeography, Geography } from '../../../src/index/geography.js';
import type { Block } from '../../../src/index/layout.js';
import { Dirty } from '../../../src/index/build-generation.js';
import { type Catalog, CATALOG_COLLECTIONS } from '../../../src/control/documents/catalog.js';
import { type Change, keyOf, nameOf, type PutChange } from '../../../src/model/change.js';
import { randomWorld, seededRng } from '../../reference/random.js';
import type { World } from '../../reference/types.js';
import { fixtureDocuments, fixtureZone } from '../../store/fixtures.js';
import { seedOf } from '../../support/depth.js';
import {
  contentsOf,
  dangling,
  emptyScene,
  everything,
  Inspected,
  NOWHERE,
  put,
  remove,
  scene,
  unsound,
} from './inspected.js';

describe('a deletion of a document that others name', () => {
  for (const change of [
    remove('zones', 2),
    remove('zones', 3),
    remove('pincodes', '110001'),
    remove('partners', 'swift-air'),
    remove('partners', 'hill-carts'),
    remove('packages', 1),
    remove('discounts', 1),
  ]) {
    it(`is accepted, and the others stay as they are: ${nameOf(change)}`, () => {
      const inspected = scene();
      const others = contentsOf(inspected.catalog);
      others.delete(nameOf(change));
      assert.deepEqual(inspected.take(change), [nameOf(change)]);
      assert.deepEqual(
        [contentsOf(inspected.catalog), inspected.refused, inspected.reported, unsound(inspected.catalog)],
        [others, [], [], []],
      );
    });
  }

  it('refuses a changed document that still names it: the last good version stays', () => {
    const inspected = scene();
    inspected.take(remove('zones', 2));
    const row = inspected.documents.packages[0]!;
    inspected.take(put('packages', { ...row, baseCharge: 41 }), put('packages', { ...row, id: 60 }));
    assert.deepEqual(
      [inspected.refused, inspected.catalog.find('packages', 1)!.baseCharge, inspected.catalog.find('packages', 60)],
      [['packages/1', 'packages/60'], 40, undefined],
    );
    inspected.take(put('zones', inspected.documents.zones[1]!));
    assert.deepEqual(
      [
        inspected.refused,
        inspected.catalog.find('packages', 1)!.baseCharge,
        inspected.catalog.find('packages', 60)!.toZoneId,
      ],
      [[], 41, 2],
    );
  });

  it('refuses it also when both arrive together', () => {
    const inspected = scene();
    assert.deepEqual(
      inspected.take(put('packages', { ...inspected.documents.packages[0]!, baseCharge: 41 }), remove('zones', 2)),
      ['zones/2'],
    );
    assert.deepEqual(inspected.refused, ['packages/1']);
  });

  it('makes room for others', () => {
    const inspected = scene();
    assert.deepEqual(
      inspected.take(put('discounts', { ...inspected.documents.discounts[0]!, id: 3 }), remove('discounts', 1)),
      ['discounts/1', 'discounts/3'],
    );
  });
});

describe('a node that starts with a zone whose places are deleted', () => {
  it('admits the zone, and lists it without them', async () => {
    const documents = fixtureDocuments();
    const zone = documents.zones[1]!;
    zone.geographical = { states: [2, 9], cities: [8, 2], areas: [7, 4] };
    const inspected = emptyScene();
    for (const collection of CATALOG_COLLECTIONS) {
      const puts = documents[collection].map((document) => put(collection, document as never)) as PutChange[];
      inspected.catalog.apply(inspected.inspector.admit(collection, puts), new Dirty());
    }
    assert.deepEqual(
      [inspected.refused, dangling(inspected.catalog).map((line) => line.split(' ')[0])],
      [[], ['zones/2', 'zones/2', 'zones/2']],
    );
    const query = {
      page: 1,
      limit: 50,
      sortBy: 'id',
      sortOrder: 'asc',
      partnerId: zone.partnerId,
      includeGeography: true,
    };
    const request = { query, caller: { kind: 'service', id: 'main-system' } } as unknown as ApiRequest;
    const outcome = await listZones.handle(request, { catalog: inspected.catalog } as Api);
    assert.ok(outcome.ok && 'answer' in outcome);
    const { geography } = (
      outcome.answer as { data: { id: string; geography: Record<string, { id: string }[]> }[] }
    ).data.find(({ id }) => id === '2')!;
    assert.deepEqual(
      ['states', 'cities', 'areas'].map((kind) => geography[kind]!.map(({ id }) => id)),
      [['2'], ['2'], ['4']],
    );
  });
});

describe('a document that moves away from those that name it', () => {
  it('takes effect, and the others stay as they are', () => {
    const inspected = scene();
    const moved = [
      put('zones', { ...inspected.documents.zones[2]!, partnerId: 'swift-air' }),
      put('cities', { ...inspected.documents.cities[2]!, stateId: 1 }),
      put('areas', { ...inspected.documents.areas[1]!, cityId: 3 }),
      put('states', { ...inspected.documents.states[1]!, gstCode: '30' }),
    ];
    const others = contentsOf(inspected.catalog);
    for (const change of moved) {
      assert.deepEqual(inspected.take(change), [nameOf(change)]);
      others.set(nameOf(change), (change as Change & { kind: 'put' }).document);
    }
    assert.deepEqual(
      [contentsOf(inspected.catalog), inspected.refused, inspected.reported, unsound(inspected.catalog)],
      [others, [], [], []],
    );
    assert.deepEqual(
      dangling(inspected.catalog).map((line) => line.split(' ').slice(0, 2).join(' ')),
      [
        'pincodes/400001 areaIds[0]',
        'pincodes/411001 stateId',
        'pincodes/411005 stateId',
        'partners/hill-carts gstStateCode',
        'zone-pincodes/hill-carts/411005 zoneId',
      ],
    );
  });

  it('is refused where it names a missing document, or where there is no room for it', () => {
    const inspected = scene(({ discounts }) => discounts.push({ ...discounts[0]!, id: 9, partnerId: 'hill-carts' }));
    inspected.take(
      put('zones', { ...inspected.documents.zones[2]!, partnerId: 'nobody' }),
      put('cities', { ...inspected.documents.cities[2]!, stateId: 9 }),
      put('discounts', { ...inspected.documents.discounts[0]!, partnerId: 'hill-carts' }),
    );
    assert.deepEqual(
      [inspected.refused, contentsOf(inspected.catalog)],
      [['cities/3', 'discounts/1', 'zones/3'], contentsOf(new Inspected(inspected.documents).catalog)],
    );
  });
});

describe('a node that ran through deletions and one that starts with what is left', () => {
  const WORLDS = 4;
  const SEED = seedOf(20_260_311);
  const GEOGRAPHY = ['states', 'cities', 'areas', 'service-types'];

  /** What a node builds from its catalog, by active partner, without the versions of blocks. */
  function pricesOf(catalog: Catalog): Map<string, unknown[]> {
    const geography = new Geography(buildGeography(catalog.geographyDocuments(), 1));
    const bytes = ({ buffer, layout }: Block) => [layout, Buffer.from(buffer)];
    return new Map(
      catalog.activePartners().map((partnerId) => {
        const card = catalog.cardDocuments(partnerId);
        const { zones, holds, ...entries } = catalog.coverageDocuments(partnerId);
        const blocks = buildCard(cardTask(card, undefined, () => 1));
        return [
          partnerId,
          [
            rateCardVersion(card, catalog.generalDocuments()),
            Object.values(blocks).map(bytes),
            bytes(buildCoverage(geography, zones, entries, holds, 1)),
          ],
        ];
      }),
    );
  }

  function assertAlike(ran: Inspected, left: readonly Change[]): void {
    const started = emptyScene();
    started.take(...left);
    const [prices, others] = [pricesOf(ran.catalog), pricesOf(started.catalog)];
    assert.ok(prices.size > 0);
    assert.deepEqual([...prices.keys()], [...others.keys()]);
    for (const [partnerId, [version, card, coverage]] of prices) {
      const [otherVersion, otherCard, otherCoverage] = others.get(partnerId)!;
      assert.equal(version, otherVersion, `rateCardVersion of ${partnerId}`);
      assert.deepEqual([card, coverage], [otherCard, otherCoverage], partnerId);
    }
  }

  it('have the same rate card of a partner whose package names a deleted zone', () => {
    const inspected = scene();
    const versionBefore = rateCardVersion(
      inspected.catalog.cardDocuments('swift-air'),
      inspected.catalog.generalDocuments(),
    );
    inspected.take(remove('zones', 2));
    const left = everything(inspected.documents).filter((change) => nameOf(change) !== 'zones/2');
    assertAlike(inspected, left);
    assert.notEqual(
      rateCardVersion(inspected.catalog.cardDocuments('swift-air'), inspected.catalog.generalDocuments()),
      versionBefore,
    );
    inspected.take(put('zones', fixtureZone(2, 'hill-carts', NOWHERE)));
    assertAlike(inspected, [...left, put('zones', fixtureZone(2, 'hill-carts', NOWHERE))]);
    inspected.take(put('zones', inspected.documents.zones[1]!));
    assert.equal(
      rateCardVersion(inspected.catalog.cardDocuments('swift-air'), inspected.catalog.generalDocuments()),
      versionBefore,
      'everything is as before when the zone comes back',
    );
  });

  for (let seed = SEED; seed < SEED + WORLDS; seed++) {
    it(`have the same rate cards and the same coverage, seed ${seed}`, () => {
      const rng = seededRng(seed);
      const world: World = randomWorld(rng);
      for (const pincode of world.pincodes) [pincode.latitude, pincode.longitude] = [20, 77];
      const left = new Map(everything(world as never).map((change) => [nameOf(change), change]));
      const inspected = new Inspected(structuredClone(world) as never);
      const partnerIds = world.partners.map(({ partnerId }) => partnerId);
      const moved = rng
        .some(world.zones, 0.2)
        .map((zone) => put('zones', { ...zone, partnerId: rng.pick(partnerIds) }));
      const gone = rng
        .some(
          [...left.values()].filter(({ collection }) => !GEOGRAPHY.includes(collection)),
          0.2,
        )
        .map(({ collection, key }) => remove(collection, key));
      // at least one stays, to be compared
      const stays = keyOf(
        'partners',
        world.partners.find(({ status }) => status === 'ACTIVE')!,
      );
      for (const change of rng.shuffled([...moved, ...gone.filter(({ key }) => key !== stays)])) {
        inspected.take(change);
        if (change.kind === 'delete') left.delete(nameOf(change));
        else if (!inspected.refused.includes(nameOf(change))) left.set(nameOf(change), change);
        else {
          // its last good version is in force, which the store no longer has: that may differ
          inspected.take(remove('zones', change.key));
          left.delete(nameOf(change));
        }
        assert.deepEqual(inspected.refused, []);
      }
      assertAlike(inspected, [...left.values()]);
    });
  }
});
