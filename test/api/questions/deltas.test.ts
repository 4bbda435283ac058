/** What a write changes is in the answers, completely and without anything else, while the server runs. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, it, type TestContext } from 'node:test';
import { DATASET_COLLECTIONS } from '../../../src/model/documents.js';
import { keyOf, type WriteOp } from '../../../src/model/change.js';
import { randomNow, randomShipment, randomWorld, REFERENCE_NOW, seededRng } from '../../reference/random.js';
import type { Rng } from '../../reference/rng.js';
import type { World } from '../../reference/types.js';
import { MAIN, partnerCredential, TestApp, type TestAppOptions } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { isDeep, rounds, seedOf } from '../../support/depth.js';
import { paiseIn } from './breakdown.js';
import { CHANGE_KINDS, randomChange } from './changes.js';
import { Comparison } from './compare.js';
import { availabilityBody, chargesBody, eased } from './requests.js';
import { copiedPartner, mirror, worldWithPrice } from './world.js';

const SEED = seedOf(20_260_311);
const WORLDS = 2;
const ROUNDS_A_WORLD = rounds(3, 65);
const MIN_CHANGES = rounds(6, 300);

async function started(t: TestContext, world: World, options?: TestAppOptions): Promise<TestApp> {
  const app = await TestApp.start(world, options);
  t.after(() => app.close());
  return app;
}

it(`random changes are answered as by a server that started with them (PINRATE_TEST_SEED=${SEED})`, async (t) => {
  const rng = seededRng(SEED + 1);
  const seen = new Map<string, number>();
  const made = new Map<string, number>();
  let refused = 0;
  // writes that are refused do not count
  const changes = (): number => [...made.values()].reduce((sum, count) => sum + count, 0);
  for (let w = 0; w < WORLDS || changes() < MIN_CHANGES; w++) {
    const world = randomWorld(rng);
    const app = await started(t, world, { answersInline: w % 2 === 0 });
    const comparison = new Comparison({ app, world, rng, label: `seed ${SEED} delta world ${w}`, seen });
    const gone = new Set(world.partners.map(({ partnerId }) => partnerId));
    for (let round = 0; round < ROUNDS_A_WORLD; round++) {
      // several writes, each of one or two changes, which may reach the index together or separately
      for (let n = rng.int(1, 4); n > 0; n--) {
        const changes = [randomChange(rng, world), ...(rng.chance(0.3) ? [randomChange(rng, world)] : [])];
        const ops = changes.flatMap((change) => change.ops);
        if (ops.length === 0) continue;
        const { ok } = await app.store.write(ops);
        if (!ok) {
          refused++;
          continue;
        }
        mirror(world, ops);
        for (const { kind } of changes) made.set(kind, (made.get(kind) ?? 0) + 1);
      }
      await app.app.settled();
      if (rng.chance(0.3)) app.clock.nowMs = randomNow(rng, world).getTime();
      await compareSome(rng, comparison, world, gone);
    }
    assert.deepEqual(app.errors, []);
    // the store has what the index had
    await app.restart();
    await compareSome(rng, comparison, world, gone);
    await app.close();
  }
  t.diagnostic(`${changes()} changes (${JSON.stringify(Object.fromEntries(made))}), ${refused} writes refused`);
  if (!isDeep) return;
  for (const kind of CHANGE_KINDS) assert.ok(made.has(kind), kind);
  for (const name of [
    'charges:available',
    'charges:PARTNER_NOT_FOUND',
    'find-all:available',
    'find-all:NO_PARTNERS_AVAILABLE',
    'availability:INSUFFICIENT_COVERAGE',
  ])
    assert.ok(seen.has(name), name);
});

/**
 * Three shipments, the search among all partners for each, each partner separately, and one partner that may have
 * existed before.
 */
async function compareSome(rng: Rng, comparison: Comparison, world: World, ever: ReadonlySet<string>): Promise<void> {
  const shipments = [
    randomShipment(rng, world),
    eased(rng, randomShipment(rng, world)),
    eased(rng, randomShipment(rng, world)),
  ];
  await Promise.all(
    shipments.flatMap((shipment) => [
      comparison.findAll(shipment),
      ...rng
        .shuffled(world.partners)
        .slice(0, 1)
        .map(({ partnerId }) => comparison.partner(partnerId, shipment)),
      comparison.charges(rng.pick([...ever]), eased(rng, shipment), 'service'),
    ]),
  );
}

/** The server that the tests below share, on a world with a partner and a shipment that it carries: always this one. */
const rng = seededRng(20_260_313);
const { world, partnerId, shipment, price } = worldWithPrice(rng);
const body = chargesBody(rng, shipment, partnerId);
const row = world.packages.find(({ id }) => id === price.packageRowId)!;
let app: TestApp;
before(async () => {
  // changes reach threads by another path than the main thread, which is tested above
  app = await TestApp.start(world, { workers: 2, answersInline: false });
});
after(() => app.close());
beforeEach(restore);

/** Restores the world's documents in the store, and the first moment of the clock. */
async function restore(): Promise<void> {
  app.clock.nowMs = REFERENCE_NOW.getTime();
  const present = await app.store.load(DATASET_COLLECTIONS);
  const ops = DATASET_COLLECTIONS.filter((collection) => collection !== 'assignments').flatMap((collection) => {
    const wanted = new Set(world[collection].map((document) => keyOf(collection, document as never)));
    const extra = present[collection]
      .map((document) => keyOf(collection, document as never))
      .filter((key) => !wanted.has(key));
    return [
      ...world[collection].map((document) => ({ kind: 'put', collection, document }) as WriteOp),
      ...extra.map((key) => ({ kind: 'delete', collection, key }) as WriteOp),
    ];
  });
  await change(ops);
  await app.app.settled();
  app.errors.length = 0;
}

async function change(ops: WriteOp[]): Promise<void> {
  assert.deepEqual(await app.store.write(ops), { ok: true, changeId: null });
}

/** The data of a quote that must exist. */
async function quote(): Promise<Reply['json']> {
  const { status, json } = await app.ask('charges', body);
  assert.deepEqual([status, json.data.available], [200, true]);
  return json.data;
}

const putPackage = (changes: Partial<typeof row>): WriteOp => ({
  kind: 'put',
  collection: 'packages',
  document: { ...row, ...changes },
});
const removeCharge = (id: number): WriteOp => ({ kind: 'delete', collection: 'customer-charges', key: id });

/** A flat docket charge. */
function docket(id: number, of: string | null, value: number): WriteOp {
  return {
    kind: 'put',
    collection: 'customer-charges',
    document: {
      id,
      partnerId: of,
      customerId: null,
      type: 'docket',
      chargeType: 'flat',
      value,
      status: true,
      createdAt: row.createdAt,
    },
  };
}

const FLIPS = rounds(6, 30);
const CONCURRENT_QUOTES = 8;
const MOST_FURTHER_FLIPS = 40;

/**
 * Switches the store between two states, each by one write of both documents, while `ask` runs all the time. On a busy
 * machine one build may take both writes: it goes on, waiting for each build, until both states were seen.
 */
async function flip(states: [WriteOp[], WriteOp[]], ask: () => Promise<string>): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  const note = (answer: string): void => void answers.set(answer, (answers.get(answer) ?? 0) + 1);
  let flipping = true;
  const quotes = Promise.all(
    Array.from({ length: CONCURRENT_QUOTES }, async () => {
      while (flipping) note(await ask());
    }),
  );
  for (let n = 0; n < FLIPS || (answers.size < states.length && n < FLIPS + MOST_FURTHER_FLIPS); n++) {
    await change(states[n % 2]!);
    if (n % 4 === 3 || n >= FLIPS) await app.app.settled();
    if (n % 4 !== 3) await ask().then(note);
  }
  flipping = false;
  await quotes;
  return answers;
}

it('a quote never mixes the documents of one write: two rows of a card', async (t) => {
  const own = world['customer-charges'].filter((charge) => charge.partnerId === partnerId && charge.type === 'docket');
  const state = (baseCharge: number, value: number): WriteOp[] => [
    putPackage({ baseCharge, addonCharge: 0 }),
    docket(4_999, partnerId, value),
  ];
  await change([...own.map(({ id }) => removeCharge(id)), ...state(1, 11)]);
  await app.app.settled();
  const versions = new Map<string, string>();
  const answers = await flip([state(2, 22), state(1, 11)], async () => {
    const {
      charges,
      calculationDetails: { rateCardVersion },
    } = await quote();
    const answer = `${charges.weightCharge} ${charges.docketCharge}`;
    if (!versions.has(answer)) versions.set(answer, rateCardVersion);
    assert.equal(rateCardVersion, versions.get(answer), 'each state has its own version');
    return answer;
  });
  t.diagnostic(JSON.stringify(Object.fromEntries(answers)));
  assert.deepEqual([...answers.keys()].sort(), ['1 11', '2 22']);
  assert.equal(new Set(versions.values()).size, 2);
});

it('a search never mixes the documents of one write: the cards of two partners and the default charges', async (t) => {
  const first = world.partners.find((partner) => partner.partnerId === partnerId)!;
  const all = world['customer-charges'].filter(({ type }) => type === 'docket').map(({ id }) => id);
  const isDocket = (op: WriteOp) =>
    op.kind === 'put' && op.collection === 'customer-charges' && op.document.type === 'docket';
  const copies = [
    ...copiedPartner(world, first, 'second', 20_000),
    ...copiedPartner(world, first, 'third', 30_000),
  ].filter((op) => !isDocket(op));
  // the third one has only the default docket charge
  const state = (value: number): WriteOp[] => [
    docket(4_997, partnerId, value),
    docket(4_998, 'second', value),
    docket(4_999, null, value),
  ];
  await change([...all.map(removeCharge), ...copies, ...state(11)]);
  await app.app.settled();
  const search = availabilityBody(rng, shipment);
  const answers = await flip([state(22), state(11)], async () => {
    const { json } = await app.ask('availability', search);
    const docketOf = (id: string): unknown =>
      json.data.availablePartners
        .find((one: { partnerId: string }) => one.partnerId === id)
        .breakdown.find((entry: { component: string }) => entry.component === 'docketCharge').amount;
    return [partnerId, 'second', 'third'].map(docketOf).join(' ');
  });
  t.diagnostic(JSON.stringify(Object.fromEntries(answers)));
  assert.deepEqual([...answers.keys()].sort(), ['11 11 11', '22 22 22']);
});

it('rateCardVersion changes with the card, comes back with it, and is the same on another server', async (t) => {
  const version = async (): Promise<string> => {
    await app.app.settled();
    return (await quote()).calculationDetails.rateCardVersion;
  };
  const original = await version();
  const zone =
    world.zones.find((one) => one.partnerId === partnerId && !one.status)
    ?? world.zones.find((one) => one.partnerId === partnerId)!;
  const services = [
    ...zone.services.filter(({ serviceTypeId }) => serviceTypeId !== 'TRACKING'),
    { serviceTypeId: 'TRACKING' as const, isAvailable: true, baseCharge: 123.45 },
  ];
  const { createdAt } = row;
  const charge = {
    id: 4_999,
    customerId: null,
    type: 'fsc',
    chargeType: 'flat',
    value: 1,
    status: true,
    createdAt,
  } as const;
  const changes: [what: string, WriteOp, undo: WriteOp][] = [
    ['package', putPackage({ baseCharge: (Math.round(row.baseCharge * 100) + 1) / 100 }), putPackage({})],
    ['lowest weight', putPackage({ minWeight: row.minWeight === 0 ? null : 0 }), putPackage({})],
    ['package name', putPackage({ packageName: 'Another' }), putPackage({})],
    [
      'distance charge',
      {
        kind: 'insert',
        collection: 'distance-charges',
        document: {
          id: 4_999,
          partnerId,
          distanceFrom: 50_000,
          distanceTo: 60_000,
          charge: 1,
          chargeType: 'flat',
          status: true,
        },
      },
      { kind: 'delete', collection: 'distance-charges', key: 4_999 },
    ],
    [
      'customer charge',
      { kind: 'insert', collection: 'customer-charges', document: { ...charge, partnerId, customerId: 'CUST-9' } },
      removeCharge(4_999),
    ],
    [
      'default charge',
      { kind: 'insert', collection: 'customer-charges', document: { ...charge, partnerId: null } },
      removeCharge(4_999),
    ],
    [
      'discount',
      {
        kind: 'insert',
        collection: 'discounts',
        document: {
          id: 4_999,
          partnerId,
          fromWeight: 60_000,
          toWeight: 61_000,
          discountType: 'flat',
          discountValue: 1,
          status: true,
          createdAt,
        },
      },
      { kind: 'delete', collection: 'discounts', key: 4_999 },
    ],
    [
      'service charge',
      { kind: 'put', collection: 'zones', document: { ...zone, services } },
      { kind: 'put', collection: 'zones', document: zone },
    ],
  ];
  const versions = new Set([original]);
  for (const [what, op, undo] of changes) {
    await change([op]);
    const now = await version();
    assert.ok(!versions.has(now), `${what} makes another version`);
    versions.add(now);
    await change([undo]);
    assert.equal(await version(), original, `${what} undone`);
  }
  const other = world.packages.find((one) => one.partnerId !== partnerId)!;
  await change([
    { kind: 'put', collection: 'packages', document: { ...other, baseCharge: Math.floor(other.baseCharge) + 1 } },
  ]);
  assert.equal(await version(), original, "another partner's card is another card");

  const shuffled = Object.fromEntries(
    Object.entries(world).map(([name, rows]) => [name, rng.shuffled<unknown>(rows)]),
  ) as World;
  const second = await started(t, shuffled);
  assert.equal(
    (await second.ask('charges', body)).json.data.calculationDetails.rateCardVersion,
    original,
    'on every node',
  );
});

it('credentials: a new one is accepted, a changed secret replaces the old one, a revoked one is refused', async () => {
  const asOf = async (secret: string): Promise<number> =>
    (await app.ask('charges', body, { kind: 'partner', id: partnerId, secret })).status;
  const credential = world.credentials.find(({ id }) => id === partnerId)!;
  const set = (changes: Partial<typeof credential>) =>
    change([{ kind: 'put', collection: 'credentials', document: { ...credential, ...changes } }]);
  const { secret } = partnerCredential(partnerId);
  assert.equal(await asOf(secret), 200);
  await set({
    secrets: [
      { version: 1, secret },
      { version: 2, secret: 'the next one' },
    ],
  });
  assert.deepEqual([await asOf(secret), await asOf('the next one')], [200, 200]);
  await set({
    secrets: [
      { version: 1, secret, notAfter: new Date(app.clock.nowMs + 60_000).toISOString() },
      { version: 2, secret: 'the next one' },
    ],
  });
  assert.equal(await asOf(secret), 200);
  app.clock.nowMs += 60_001;
  assert.deepEqual([await asOf(secret), await asOf('the next one')], [401, 200]);
  await set({ status: 'INACTIVE' });
  assert.deepEqual([await asOf(secret), await asOf('the next one')], [401, 401]);
  await set({});
  assert.equal(await asOf(secret), 200);
  await change([{ kind: 'delete', collection: 'credentials', key: `partner/${partnerId}` }]);
  assert.equal(await asOf(secret), 401, 'as soon as the write has returned');
  assert.equal((await app.ask('charges', body, MAIN)).status, 200);
});

it('what cannot be built stays as it was, delays nothing else, and is included in the next build', async () => {
  const city = world.cities.find(({ id }) => world.pincodes.some(({ cityId }) => cityId === id))!;
  // an index cannot leave out a city that pincodes name
  await change([
    { kind: 'delete', collection: 'cities', key: city.id },
    putPackage({ baseCharge: (Math.round(row.baseCharge * 100) - 100) / 100 }),
  ]);
  await app.app.settled();
  assert.equal(paiseIn((await quote()).charges.weightCharge), price.weightCharge - 100);
  assert.equal(app.errors.length, 1, 'and a log line says so');
  await change([{ kind: 'put', collection: 'cities', document: city }]);
  await app.app.settled();
  assert.equal(paiseIn((await quote()).charges.weightCharge), price.weightCharge - 100);
  assert.equal(app.errors.length, 1);
});
