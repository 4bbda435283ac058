import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { describe, it } from 'node:test';
import timers, { setImmediate as immediate } from 'node:timers/promises';
import type { Catalog } from '../../../src/control/documents/catalog.js';
import { CARD_PARTS } from '../../../src/index/card/parts.js';
import { GENERAL_COLLECTIONS } from '../../../src/index/general.js';
import type { GenerationHandle } from '../../../src/index/generation.js';
import type { Block } from '../../../src/index/layout.js';
import { INDEX_LEAST_PARTNER_MS } from '../../../src/limits/control.js';
import type { CustomerCharge } from '../../../src/model/documents.js';
import type { Change } from '../../../src/model/change.js';
import { buildPartner, type PartnerBlocks, type PartnerTask } from '../../../src/index/partner-blocks.js';
import { packageRow, partner, workedWorld, zone } from '../../reference/fixture.js';
import type { World } from '../../reference/types.js';
import { Dirty } from '../../../src/index/build-generation.js';
import { catalogOf, type Published, published } from './world.js';

/** The blocks that zones are in. */
const OF_ZONES = ['terms', 'packages', 'charges', 'surcharges', 'lanes', 'transit', 'coverage'];
const CREATED_AT = '2024-04-01T00:00:00.000Z';

/** Three partners with a zone and a package each. */
const threePartners = (): World =>
  workedWorld((world) => {
    const ids = ['alpha', 'bravo', 'carol'];
    world.partners = ids.map(partner);
    world.zones = ids.map((partnerId, index) =>
      zone({ id: index + 1, partnerId, geographical: { states: [1, 2], cities: [], areas: [] } }),
    );
    world.packages = ids.map((partnerId, index) => packageRow({ id: index + 1, partnerId }));
    world['distance-charges'] = [];
    world.discounts = [];
    world['customer-charges'] = [charge({ id: 1 })];
  });

const charge = (fields: Partial<CustomerCharge> & { id: number }): CustomerCharge => ({
  partnerId: null,
  type: 'fsc',
  chargeType: 'flat',
  value: 5,
  status: true,
  createdAt: CREATED_AT,
  ...fields,
});

const put = (collection: Change['collection'], key: string | number, document: object): Change =>
  ({ kind: 'put', collection, key, document }) as unknown as Change;
const remove = (collection: Change['collection'], key: string | number): Change => ({
  kind: 'delete',
  collection,
  key,
});
const pricier = (id: number, partnerId: string, baseCharge = 99): Change =>
  put('packages', id, packageRow({ id, partnerId, baseCharge }));

class Fixture {
  readonly catalog: Catalog;
  readonly published: Published;

  constructor(catalog: Catalog, result: Published) {
    this.catalog = catalog;
    this.published = result;
  }

  static async start(options: Parameters<typeof published>[1] = {}): Promise<Fixture> {
    const catalog = await catalogOf(threePartners());
    return new Fixture(catalog, await published(catalog, options));
  }

  change(...changes: Change[]): void {
    const { publisher } = this.published;
    this.catalog.apply(changes, publisher.dirty);
    publisher.refresh();
  }

  settled = (): Promise<void> => this.published.publisher.settled();

  get last(): GenerationHandle {
    return this.published.generations.at(-1)!;
  }
}

function blocksOf(generation: GenerationHandle): Map<string, Block> {
  return new Map([
    ['geography', generation.geography],
    ...Object.entries(generation.general).map(([collection, block]) => [`general ${collection}`, block] as const),
    ['performance', generation.performance],
    ...generation.coverageWords.map((word, index) => [`word ${index}`, word] as const),
    ...generation.partners.flatMap(({ partnerId, card, coverage }) => [
      ...Object.entries(card).map(([part, block]) => [`${partnerId} ${part}`, block] as const),
      [`${partnerId} coverage`, coverage] as const,
    ]),
  ]);
}

/** The blocks of a generation that it does not share with the previous one, by identity. */
function novel(earlier: GenerationHandle, later: GenerationHandle): string[] {
  const former = new Set(blocksOf(earlier).values());
  return [...blocksOf(later)].filter(([, block]) => !former.has(block)).map(([name]) => name);
}

describe('IndexPublisher', () => {
  it('publishes the first generation with a unique version for every block', async () => {
    const {
      last,
      published: { publisher, generations },
    } = await Fixture.start();
    assert.deepEqual([generations.length, last.id, publisher.current], [1, 1, last]);
    assert.deepEqual(
      last.partners.map(({ partnerId }) => partnerId),
      ['alpha', 'bravo', 'carol'],
    );
    const versions = [...blocksOf(last).values()].map(({ version }) => version);
    const blocks = 3 * (1 + CARD_PARTS.length) + 3 + GENERAL_COLLECTIONS.length;
    assert.deepEqual([versions.length, new Set(versions).size], [blocks, blocks]);
  });

  const touches: Record<string, { changes: Change[]; blocks: string[] }> = {
    'a package': { changes: [pricier(2, 'bravo')], blocks: ['bravo packages'] },
    'a package that is deleted': { changes: [remove('packages', 2)], blocks: ['bravo packages'] },
    'a package that moves': { changes: [pricier(2, 'carol')], blocks: ['bravo packages', 'carol packages'] },
    'a charge': {
      changes: [put('customer-charges', 2, charge({ id: 2, partnerId: 'bravo' }))],
      blocks: ['bravo charges'],
    },
    'a charge that becomes a default': {
      changes: [
        put('customer-charges', 2, charge({ id: 2, partnerId: 'bravo' })),
        put('customer-charges', 2, charge({ id: 2 })),
      ],
      blocks: ['bravo charges', 'general customer-charges'],
    },
    'a discount': {
      changes: [
        put('discounts', 1, {
          id: 1,
          partnerId: 'carol',
          fromWeight: 1,
          toWeight: 2,
          discountType: 'flat',
          discountValue: 1,
          status: true,
          createdAt: CREATED_AT,
        }),
      ],
      blocks: ['carol discounts'],
    },
    'a distance charge': {
      changes: [
        put('distance-charges', 1, {
          id: 1,
          partnerId: 'alpha',
          distanceFrom: 0,
          distanceTo: 1,
          charge: 1,
          chargeType: 'flat',
          status: true,
        }),
      ],
      blocks: ['alpha distances'],
    },
    'a general holiday': {
      changes: [put('holidays', 1, { id: 1, date: '2026-01-26', kind: 'BOTH', name: 'R', createdAt: CREATED_AT })],
      blocks: ['general holidays'],
    },
    'a holiday of a partner that becomes general': {
      changes: [{ partnerId: 'alpha' }, {}].map((of) =>
        put('holidays', 1, { id: 1, ...of, date: '2026-01-26', kind: 'BOTH', name: 'R', createdAt: CREATED_AT }),
      ),
      blocks: ['alpha holidays', 'general holidays'],
    },
    'a general road distance': {
      changes: [put('road-distances', 1, { id: 1, fromStateId: 1, toStateId: 2, factor: 2, createdAt: CREATED_AT })],
      blocks: ['general road-distances'],
    },
    'a transit lane': {
      changes: [put('transit-lanes', 1, { id: 1, partnerId: 'carol', hours: 24, status: true, createdAt: CREATED_AT })],
      blocks: ['carol transit'],
    },
    'an entry': {
      changes: [
        put('zone-pincodes', 'bravo/110001', {
          partnerId: 'bravo',
          zoneId: 2,
          pincode: '110001',
          assignedAt: CREATED_AT,
        }),
      ],
      blocks: ['word 0', 'bravo coverage'],
    },
    'a zone': {
      changes: [put('zones', 2, zone({ id: 2, partnerId: 'bravo' }))],
      blocks: ['word 0', ...OF_ZONES.map((part) => `bravo ${part}`)],
    },
    'a zone that is deleted': {
      changes: [remove('zones', 2)],
      blocks: ['word 0', ...OF_ZONES.map((part) => `bravo ${part}`)],
    },
    'a zone that moves': {
      changes: [put('zones', 2, zone({ id: 2, partnerId: 'carol' }))],
      blocks: ['word 0', ...OF_ZONES.map((part) => `bravo ${part}`), ...OF_ZONES.map((part) => `carol ${part}`)],
    },
    'the defaults': { changes: [remove('customer-charges', 1)], blocks: ['general customer-charges'] },
    'a partner': { changes: [put('partners', 'bravo', { ...partner('bravo'), name: 'B' })], blocks: ['bravo terms'] },
    'a new partner': {
      changes: [put('partners', 'beta-1', partner('beta-1'))],
      blocks: ['word 0', ...[...CARD_PARTS, 'coverage'].map((part) => `beta-1 ${part}`)],
    },
    'a partner that is deleted': { changes: [remove('partners', 'bravo')], blocks: ['word 0'] },
    'a partner that becomes inactive': {
      changes: [put('partners', 'bravo', { ...partner('bravo'), status: 'INACTIVE' })],
      blocks: ['word 0'],
    },
    'a city': {
      changes: [put('cities', 11, { id: 11, name: 'Bombay', stateId: 1, createdAt: CREATED_AT })],
      blocks: [
        'geography',
        'word 0',
        'alpha coverage',
        'bravo coverage',
        'carol coverage',
        'general holds',
        'general place-groups',
      ],
    },
    'changes of several partners': {
      changes: [pricier(1, 'alpha'), pricier(3, 'carol')],
      blocks: ['alpha packages', 'carol packages'],
    },
  };
  for (const [name, { changes, blocks }] of Object.entries(touches)) {
    it(`rebuilds only the affected blocks: ${name}`, async () => {
      const fixture = await Fixture.start();
      const first = fixture.last;
      fixture.change(...changes);
      await fixture.settled();
      assert.equal(fixture.last.id, 2);
      assert.deepEqual(novel(first, fixture.last).sort(), blocks.sort());
    });
  }

  it('builds a single change at once, and pauses after changes in quick succession', async (t) => {
    // however slow the machine is: for the publisher, builds follow each other at once and take no time
    t.mock.method(performance, 'now', () => 0);
    const rests: unknown[] = [];
    const sleeping = t.mock.method(timers, 'setTimeout', (ms: number) => {
      rests.push(ms);
      return Promise.resolve();
    });
    syncBuiltinESMExports();
    t.after(() => {
      sleeping.mock.restore();
      syncBuiltinESMExports();
    });
    const fixture = await Fixture.start();
    const { generations } = fixture.published;
    for (const baseCharge of [50, 60]) {
      fixture.change(pricier(1, 'alpha', baseCharge), pricier(2, 'bravo', baseCharge), pricier(3, 'carol', baseCharge));
      await fixture.settled();
      assert.equal(generations.length, baseCharge === 50 ? 2 : 3);
      assert.deepEqual(rests, baseCharge === 50 ? [] : [3 * INDEX_LEAST_PARTNER_MS]);
    }
  });

  it('is not idle before the pause is over', async (t) => {
    t.mock.method(performance, 'now', () => 0);
    const wake: (() => void)[] = [];
    const sleeping = t.mock.method(
      timers,
      'setTimeout',
      () =>
        new Promise<void>((resolve) => {
          wake.push(resolve);
        }),
    );
    syncBuiltinESMExports();
    t.after(() => {
      sleeping.mock.restore();
      syncBuiltinESMExports();
    });
    const fixture = await Fixture.start();
    const { publisher } = fixture.published;
    fixture.change(pricier(1, 'alpha', 50));
    await fixture.settled();
    fixture.change(pricier(1, 'alpha', 60));
    const published = publisher.published();
    let rested = false;
    const resting = publisher.rested().then(() => {
      rested = true;
    });
    await published;
    await immediate();
    assert.deepEqual([wake.length, rested], [1, false]);
    wake[0]!();
    await resting;
  });

  it('changes the versions of all rate cards with the defaults, and that of one with its charges', async () => {
    const fixture = await Fixture.start();
    const versions = () => fixture.last.partners.map(({ rateCardVersion }) => rateCardVersion);
    const first = versions();
    assert.equal(new Set(first).size, 3);
    fixture.change(remove('customer-charges', 1));
    await fixture.settled();
    const second = versions();
    assert.equal(new Set([...first, ...second]).size, 6);
    assert.equal(fixture.published.tasks.length, 3, 'and rebuilds no card for it');
    fixture.change(put('customer-charges', 2, charge({ id: 2, partnerId: 'bravo' })));
    await fixture.settled();
    assert.deepEqual(
      versions().map((version, index) => version === second[index]),
      [true, false, true],
    );
    fixture.change(remove('customer-charges', 2), put('customer-charges', 1, charge({ id: 1 })));
    await fixture.settled();
    assert.deepEqual(versions(), first);
  });

  it('builds other documents aside, with all that is not built yet, and changes nothing in use', async () => {
    const fixture = await Fixture.start();
    const {
      catalog,
      published: { publisher, generations },
    } = fixture;
    const versions = ({ partners }: GenerationHandle) => partners.map(({ rateCardVersion }) => rateCardVersion);
    const inUse = fixture.last;
    catalog.apply([pricier(1, 'alpha')], publisher.dirty);
    const fork = catalog.fork();
    const dirty = new Dirty();
    fork.apply([pricier(2, 'bravo')], dirty);
    const aside = publisher.aside(fork, dirty);
    assert.equal(fixture.last, inUse);
    assert.equal(publisher.current, inUse);
    assert.equal(generations.length, 1);
    assert.equal(aside.partners[2], inUse.partners[2]);

    fixture.change(pricier(2, 'bravo'));
    await fixture.settled();
    assert.deepEqual(versions(aside), versions(fixture.last));
    assert.notDeepEqual(versions(aside), versions(inUse));
  });

  it('publishes nothing for changes that the index does not contain', async () => {
    const fixture = await Fixture.start();
    fixture.change(put('service-types', 'COD', {}), put('credentials', 'service/x', {}), put('assignments', 'S-1', {}));
    await fixture.settled();
    assert.equal(fixture.published.generations.length, 1);
    assert.equal(fixture.published.tasks.length, 3, 'those of the start');
  });

  it('collects changes during a build into the next one', async () => {
    const fixture = await Fixture.start();
    fixture.change(pricier(1, 'alpha'));
    for (let charge = 1; charge <= 20; charge++) fixture.change(pricier(2, 'bravo', charge));
    fixture.change(pricier(3, 'carol'));
    await fixture.settled();
    const { generations } = fixture.published;
    assert.deepEqual(
      generations.map(({ id }) => id),
      [1, 2, 3],
    );
    assert.deepEqual(novel(generations[0]!, generations[1]!), ['alpha packages']);
    assert.deepEqual(novel(generations[1]!, generations[2]!), ['bravo packages', 'carol packages']);
  });

  it('builds a generation from one moment of its source', async () => {
    const fixture = await Fixture.start();
    fixture.change(pricier(1, 'alpha', 1), pricier(2, 'bravo', 1));
    fixture.change(pricier(1, 'alpha', 2), pricier(2, 'bravo', 2));
    await fixture.settled();
    const charges = fixture.published.tasks
      .slice(3)
      .map(({ card }) => card.packages!.documents.packages[0]!.baseCharge);
    assert.deepEqual(charges, [1, 1, 2, 2]);
  });

  it('misses no change, at whichever step of a build it arrives', async () => {
    for (let step = 0; step < 30; step++) {
      const fixture = await Fixture.start({ build: buildPartner });
      fixture.change(pricier(1, 'alpha', 1));
      for (let turn = 0; turn < step; turn++) await Promise.resolve();
      fixture.change(pricier(1, 'alpha', 2));
      await fixture.settled();
      const [former, last] = fixture.published.generations.slice(-2);
      assert.equal(fixture.published.generations.length, 3, `a change ${step} steps into a build`);
      assert.deepEqual(novel(former!, last!), ['alpha packages']);
    }
  });

  it('reports at once when there is nothing to wait for', async () => {
    const fixture = await Fixture.start();
    await fixture.settled();
    assert.equal(fixture.published.generations.length, 1);
  });
});

describe('a build that fails', () => {
  /** A builder that fails for the named partners. */
  class Fragile {
    readonly broken = new Set<string>();
    readonly build = (task: PartnerTask): PartnerBlocks => {
      const partnerId =
        task.card.terms?.documents.partner.partnerId ?? task.card.packages?.documents.packages[0]?.partnerId;
      if (partnerId !== undefined && this.broken.has(partnerId)) throw new Error('the builder thread ended');
      return buildPartner(task);
    };
  }

  it('keeps the previous version of the partner, is reported, and delays no other partner', async () => {
    const builder = new Fragile();
    const fixture = await Fixture.start({ build: builder.build });
    const first = fixture.last;
    builder.broken.add('bravo');
    fixture.change(pricier(1, 'alpha'), pricier(2, 'bravo'));
    await fixture.settled();
    assert.deepEqual(novel(first, fixture.last), ['alpha packages']);
    assert.deepEqual(fixture.published.failures.map(String), ['Error: the builder thread ended']);
  });

  it('omits a partner that was never built', async () => {
    const builder = new Fragile();
    builder.broken.add('beta-1');
    const fixture = await Fixture.start({ build: builder.build });
    fixture.change(put('partners', 'beta-1', partner('beta-1')));
    await fixture.settled();
    assert.deepEqual(
      fixture.last.partners.map(({ partnerId }) => partnerId),
      ['alpha', 'bravo', 'carol'],
    );
    builder.broken.clear();
    fixture.change(pricier(1, 'alpha'));
    await fixture.settled();
    assert.deepEqual(
      fixture.last.partners.map(({ partnerId }) => partnerId),
      ['alpha', 'beta-1', 'bravo', 'carol'],
    );
  });

  it('keeps everything as it was when the geography changes and a partner cannot be rebuilt for it', async () => {
    const broken = new Set<string>();
    const fixture = await Fixture.start({
      build: (task) => {
        if (task.coverage !== null && broken.has(task.coverage.documents.zones[0]!.partnerId))
          throw new Error('the builder thread ended');
        return buildPartner(task);
      },
    });
    const first = fixture.last;
    broken.add('bravo');
    fixture.change(put('cities', 11, { id: 11, name: 'Bombay', stateId: 1, createdAt: CREATED_AT }));
    await fixture.settled();
    assert.equal(fixture.last, first);
    broken.clear();
    fixture.change(pricier(3, 'carol'));
    await fixture.settled();
    assert.equal(fixture.last.partners.length, 3);
    assert.notEqual(fixture.last.geography, first.geography);
  });

  it('is made up for by the next build, whatever that build is for', async () => {
    const builder = new Fragile();
    const fixture = await Fixture.start({ build: builder.build });
    const first = fixture.last;
    builder.broken.add('bravo');
    fixture.change(pricier(2, 'bravo'));
    await fixture.settled();
    fixture.change(
      put('zone-pincodes', 'alpha/110001', {
        partnerId: 'alpha',
        zoneId: 1,
        pincode: '110001',
        assignedAt: CREATED_AT,
      }),
    );
    await fixture.settled();
    assert.equal(fixture.published.failures.length, 2, 'and it fails again while its cause persists');
    builder.broken.clear();
    fixture.change(pricier(3, 'carol'));
    await fixture.settled();
    assert.deepEqual(novel(first, fixture.last), ['word 0', 'alpha coverage', 'bravo packages', 'carol packages']);
    assert.equal(fixture.published.failures.length, 2);
    const second = fixture.last;
    fixture.change(pricier(3, 'carol', 1));
    await fixture.settled();
    assert.deepEqual(novel(second, fixture.last), ['carol packages'], 'once made up for, it is forgotten');
  });

  it('counts the index as behind since its change, until it is made up for', async () => {
    const builder = new Fragile();
    let nowMs = 1_000;
    const fixture = await Fixture.start({ build: builder.build, now: () => nowMs });
    const { publisher } = fixture.published;
    assert.equal(publisher.behindSince, null);
    builder.broken.add('bravo');
    fixture.change(pricier(2, 'bravo'));
    assert.equal(publisher.behindSince, 1_000, 'while it is built');
    nowMs = 2_000;
    fixture.change(pricier(1, 'alpha'));
    assert.equal(publisher.behindSince, 1_000, 'the oldest change counts');
    await fixture.settled();
    assert.equal(publisher.behindSince, 1_000, 'it could not be built');
    builder.broken.clear();
    nowMs = 3_000;
    fixture.change(pricier(3, 'carol'));
    await fixture.settled();
    assert.equal(publisher.behindSince, null);
    fixture.change(pricier(3, 'carol', 1));
    fixture.change(pricier(3, 'carol', 2));
    assert.equal(publisher.behindSince, 3_000, 'a later change is not confused with an earlier one');
    await fixture.settled();
    assert.equal(publisher.behindSince, null);
  });

  it('does not stop one that was noted meanwhile', async () => {
    const builder = new Fragile();
    const fixture = await Fixture.start({ build: builder.build });
    builder.broken.add('bravo');
    fixture.change(pricier(2, 'bravo'));
    builder.broken.clear();
    fixture.change(remove('packages', 1));
    await fixture.settled();
    assert.deepEqual([fixture.published.failures.length, fixture.published.publisher.current], [1, fixture.last]);
    assert.equal(fixture.last.id, 2);
  });

  it('fails the start', async () => {
    const builder = new Fragile();
    builder.broken.add('carol');
    await assert.rejects(Fixture.start({ build: builder.build }), /the builder thread ended/);
  });

  it('of the geography keeps the previous geography with its partners', async () => {
    const fixture = await Fixture.start();
    const first = fixture.last;
    fixture.change(remove('cities', 21));
    await fixture.settled();
    assert.match(String(fixture.published.failures[0]), /unknown reference 21/);
    assert.equal(fixture.last.geography, first.geography);
    fixture.change(put('cities', 21, { id: 21, name: 'Delhi', stateId: 2, createdAt: CREATED_AT }));
    await fixture.settled();
    assert.notEqual(fixture.last.geography, first.geography);
  });
});
