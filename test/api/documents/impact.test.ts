/** The impact that apply and revert tell, against pricing everything that was asked before and after the change. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CardWorld } from '../../reference/documents.js';
import { randomCardShipment, randomCardWorld } from '../../reference/random-cards.js';
import { REFERENCE_NOW, seededRng } from '../../reference/random.js';
import { DEFAULT_SETTINGS, referenceFindAll } from '../../reference/model.js';
import type { Rng } from '../../reference/rng.js';
import type { Shipment } from '../../reference/types.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { removeDemoRules } from '../../support/demo-rules.js';
import { onlyInDeep, rounds, seedOf } from '../../support/depth.js';
import {
  assignmentBody,
  assigned,
  availabilityBody,
  chargesBody,
  eased,
  searched,
  untimed,
} from '../questions/requests.js';
import { Asked, type Body } from './asked.js';

const revert = (app: TestApp, id: number, query = ''): Promise<Reply> =>
  app.send('POST', `/changes/${id}/revert${query}`);

const NOTHING = {
  sampled: 0,
  changed: 0,
  serviceable: 0,
  unserviceable: 0,
  sum: 0,
  mean: null,
  p5: null,
  p50: null,
  p95: null,
  groups: [],
};

describe('the impact of a change of the demo dataset', () => {
  const PARTNER = 'dharaline-surface';
  const levy = (value: number) => ({
    collection: 'surcharges',
    document: {
      id: 900_001,
      partnerId: PARTNER,
      code: 'LEVY',
      label: 'Levy',
      basis: 'FLAT',
      value,
      order: 950,
      status: true,
    },
  });
  const question = (weight: number): Body => ({
    partnerId: PARTNER,
    pickupPincode: '110001',
    deliveryPincode: '560001',
    weight,
    shipmentType: 'B2C',
    paymentType: 'PREPAID',
  });

  let app: TestApp;
  before(async () => {
    app = await TestApp.startDemo();
    await removeDemoRules(app);
  });
  after(async () => {
    assert.deepEqual(app.errors, []);
    await app.close();
  });

  it('is nothing when nobody has asked', async () => {
    const { json } = await app.apply([levy(10)], '?dryRun=true');
    assert.deepEqual(json.data.impact, NOTHING);
  });

  it('tells the differences in Rupees with tax, by lane and weight', async () => {
    for (const weight of [499, 500, 700, 10_000]) {
      const { json } = await app.ask('charges', question(weight));
      assert.equal(json.data.available, true);
    }
    await app.ask('charges', question(500));
    // questions of another partner do not count
    assert.equal((await app.ask('charges', { ...question(500), partnerId: 'nabhdoot-air' })).status, 200);
    const { json } = await app.apply([levy(10)], '?dryRun=true');
    // 10.00 and 18 % of tax; from 10 kg on less a discount of 5 %
    const lane = 'Metro North>Metro South';
    assert.deepEqual(json.data.impact, {
      sampled: 5,
      changed: 5,
      serviceable: 0,
      unserviceable: 0,
      sum: 58.41,
      mean: 11.68,
      p5: 11.21,
      p50: 11.8,
      p95: 11.8,
      groups: [
        { lane, kgFrom: 0.5, kgTo: 1, changed: 3, sum: 35.4 },
        { lane, kgFrom: 0, kgTo: 0.5, changed: 1, sum: 11.8 },
        { lane, kgFrom: 10, kgTo: 20, changed: 1, sum: 11.21 },
      ],
    });
    const applied = await app.apply([levy(10)]);
    assert.deepEqual(applied.json.data.impact, json.data.impact);
    const undone = await revert(app, applied.json.changeId, '?dryRun=true');
    assert.deepEqual([undone.json.data.impact.sum, undone.json.data.impact.p5], [-58.41, -11.8], undone.text);
  });

  it('forgets what was asked a day ago', async () => {
    app.clock.nowMs += 86_400_000 - 1;
    const { sampled } = (await app.apply([levy(20)], '?dryRun=true')).json.data.impact;
    app.clock.nowMs += 1;
    const later = (await app.apply([levy(20)], '?dryRun=true')).json.data.impact;
    assert.deepEqual([sampled, later], [5, NOTHING]);
  });

  it('counts assignments of the store, whatever this process was asked', async () => {
    const ids = ['I-1', 'I-2', 'I-3'];
    for (const shipmentId of ids) {
      const { partnerId, pickupPincode, deliveryPincode, ...details } = question(600);
      const { json } = await app.ask('assignment', {
        shipmentDetails: {
          ...details,
          shipmentId,
          fromPincode: pickupPincode,
          toPincode: deliveryPincode,
          serviceTypes: ['PICKUP', 'DELIVERY'],
        },
        customerDetails: { recipient: { name: 'Asha', phone: '+91 98000 00000' } },
        assignmentPreferences: { assignmentStrategy: 'MANUAL_SELECTION', selectedPartner: partnerId },
      });
      assert.equal(json.data.success, true, JSON.stringify(json));
    }
    const dry = await app.apply([levy(30)], '?dryRun=true');
    await app.restart();
    const restarted = await app.apply([levy(30)], '?dryRun=true');
    // the levy has been 10 until now
    for (const { impact } of [dry.json.data, restarted.json.data])
      assert.deepEqual([impact.sampled, impact.changed, impact.sum], [3, 3, 70.8]);
    const elsewhere = { ...levy(30).document, id: 900_002, partnerId: 'nabhdoot-air' };
    const others = await app.apply([{ collection: 'surcharges', document: elsewhere }], '?dryRun=true');
    assert.deepEqual(others.json.data.impact, NOTHING);
  });

  it('is for services alone, as changes of documents are', async () => {
    const { status, json } = await app.apply([levy(30)], '?dryRun=true', partnerCredential(PARTNER));
    assert.deepEqual([status, json.error.code], [403, 'FORBIDDEN']);
  });
});

const SEED = seedOf(20_260_311);
const WORLDS = rounds(1, 4);
const CHANGES_A_WORLD = rounds(9, 18);
const SHIPMENTS = rounds(2, 5);

interface RandomChange {
  what: string;
  lines: unknown[];
  /** The partners that it touches. */
  touched: string[];
}

const put = (collection: string, document: object) => ({ collection, document });
const other = (rng: Rng, value: number): number => Math.round(value * rng.pick([0, 50, 90, 110, 200])) / 100;

/** A change of each kind, of this partner if it is not one of all; without lines there is nothing to change. */
const CHANGES: Record<string, (rng: Rng, world: CardWorld, partnerId: string) => RandomChange> = {
  packages: (rng, world, partnerId) => {
    const lines = rng
      .some(ownRows(world.packages, partnerId), 0.7)
      .map((row) => put('packages', { ...row, baseCharge: other(rng, row.baseCharge) }));
    return { what: 'packages', lines, touched: [partnerId] };
  },
  charges: (rng, world, partnerId) => {
    const lines = rng
      .some(ownRows(world['customer-charges'], partnerId), 0.7)
      .map((row) => put('customer-charges', { ...row, value: other(rng, row.value) }));
    return { what: 'charges', lines, touched: [partnerId] };
  },
  defaults: (rng, world) => {
    const lines = ownRows(world['customer-charges'], null).map((row) =>
      put('customer-charges', { ...row, value: other(rng, row.value) }),
    );
    return { what: 'defaults', lines, touched: idsOf(world) };
  },
  discounts: (rng, world, partnerId) => {
    const lines = rng
      .some(ownRows(world.discounts, partnerId), 0.7)
      .map(({ id }) => ({ collection: 'discounts', key: id, end: true }));
    return { what: 'discounts', lines, touched: [partnerId] };
  },
  zones: (rng, world, partnerId) => {
    const { id, status } = rng.pick(ownRows(world.zones, partnerId));
    const touched = status ? [partnerId] : [];
    return { what: 'zones', lines: [{ collection: 'zones', key: id, end: true }], touched };
  },
  pincodes: (rng, world, partnerId) => {
    const lines = rng
      .some(ownRows(world['zone-pincodes'], partnerId), 0.3)
      .map(({ pincode }) => ({ collection: 'zone-pincodes', key: `${partnerId}:${pincode}`, delete: true }));
    return { what: 'pincodes', lines, touched: [partnerId] };
  },
  limits: (rng, world, partnerId) => {
    const [partner] = ownRows(world.partners, partnerId);
    const limits = { ...partner!.limits, maxWeight: rng.pick([400, 1_000, 25_000]) };
    return { what: 'limits', lines: [put('partners', { ...partner, limits })], touched: [partnerId] };
  },
  status: (_, world, partnerId) => {
    const [partner] = ownRows(world.partners, partnerId);
    const status = partner!.status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE';
    return { what: status, lines: [put('partners', { ...partner, status })], touched: [partnerId] };
  },
  places: (rng, world) => {
    const lines = world.pincodes
      .filter(({ latitude }) => latitude !== null)
      .map((place) => put('pincodes', { ...place, latitude: Math.round((place.latitude! + rng.next()) * 100) / 100 }));
    return { what: 'places', lines, touched: idsOf(world) };
  },
};

const ownRows = <T extends { partnerId?: string | null }>(rows: readonly T[], partnerId: string | null): T[] =>
  rows.filter((row) => row.partnerId === partnerId);
const idsOf = ({ partners }: CardWorld): string[] => partners.map(({ partnerId }) => partnerId);

describe(`the impact of random changes (PINRATE_TEST_SEED=${SEED})`, () => {
  const seen = new Set<string>();
  for (let w = 0; w < WORLDS; w++)
    it(`is that of pricing everything before and after, world ${w}`, async () => {
      const rng = seededRng(SEED + w);
      const world = randomCardWorld(rng);
      for (const credential of world.credentials)
        if (credential.id === MAIN.id) credential.scopes = ['quote', 'assign', 'read', 'write', 'manage'];
      const app = await TestApp.start(world, { answersInline: rng.chance(0.5) });
      try {
        const isActive = new Map(world.partners.map(({ partnerId, status }) => [partnerId, status === 'ACTIVE']));
        const asked = new Asked(app, idsOf(world));
        const carriers: string[] = [];
        for (let s = 0; s < SHIPMENTS; s++) carriers.push(await askSomehow(asked, rng, world, `W${w}-${s}`));
        for (let c = 0; c < CHANGES_A_WORLD; c++) {
          const kinds = Object.keys(CHANGES);
          const partnerId = rng.pick(rng.chance(0.9) ? carriers : idsOf(world));
          const change = CHANGES[kinds[(w + c) % kinds.length]!]!(rng, world, partnerId);
          const { lines, what } = change;
          if (lines.length === 0) continue;
          // a partner that is active neither before nor after the change is not priced
          const touched = change.touched.filter((partnerId) => isActive.get(partnerId) || what === 'ACTIVE');
          const dryCount = asked.count;
          const dry = await app.apply(lines, '?dryRun=true');
          // random values may break a rule
          if (dry.json.error?.code === 'VALIDATION_ERROR') continue;
          assert.equal(dry.status, 200, dry.text);
          const former = await asked.prices();
          const realCount = asked.count;
          const real = await app.apply(lines);
          const later = await asked.prices();
          const label = `world ${w} change ${c}: ${what} ${JSON.stringify(lines).slice(0, 300)}`;
          // a row that had ended already: no card changes, so nothing is priced
          const isNothing = real.json.changeId === null;
          const priced = isNothing ? [] : touched;
          assert.deepEqual(dry.json.data.impact, asked.impact(dryCount, priced, former, later), label);
          assert.deepEqual(real.json.data.impact, asked.impact(realCount, priced, former, later), label);
          noteSeen(seen, dry.json.data.impact);
          if (isNothing) {
            assert.deepEqual(later, former, label);
            continue;
          }
          const backCount = asked.count;
          const back = await revert(app, real.json.changeId);
          assert.equal(back.status, 200, back.text);
          assert.deepEqual(back.json.data.impact, asked.impact(backCount, touched, later, former), label);
          noteSeen(seen, back.json.data.impact);
        }
        assert.deepEqual(app.errors, []);
      } finally {
        await app.close();
      }
    });

  it('was something', { skip: onlyInDeep }, () => {
    const missing = ['changed', 'serviceable', 'unserviceable', 'several groups'].filter((name) => !seen.has(name));
    assert.deepEqual(missing, []);
  });
});

function noteSeen(seen: Set<string>, impact: Record<string, number> & { groups: unknown[] }): void {
  for (const name of ['changed', 'serviceable', 'unserviceable']) if (impact[name]! > 0) seen.add(name);
  if (impact.groups.length > 1) seen.add('several groups');
}

/** A shipment that a partner carries, mostly. */
function carried(rng: Rng, world: CardWorld): { shipment: Shipment; partnerId: string } {
  for (;;) {
    const random = randomCardShipment(rng, world);
    const shipment = rng.chance(0.8) ? eased(rng, random) : random;
    const found = referenceFindAll(world, shipment, REFERENCE_NOW, [], DEFAULT_SETTINGS);
    const isCarried = found.kind === 'SEARCHED' && rng.chance(0.95);
    const partners = isCarried ? found.candidates.map(({ partnerId }) => partnerId) : idsOf(world);
    if (partners.length > 0) return { shipment, partnerId: rng.pick(partners) };
  }
}

/** Every question about a random shipment, as the service and as a partner; returns that partner. */
async function askSomehow(asked: Asked, rng: Rng, world: CardWorld, shipmentId: string): Promise<string> {
  const { shipment, partnerId } = carried(rng, world);
  const sought = searched(shipment, REFERENCE_NOW);
  await asked.ask('charges', chargesBody(rng, untimed(shipment), partnerId));
  await asked.ask('charges', chargesBody(rng, untimed(shipment)), partnerId);
  await asked.ask('availability', availabilityBody(rng, sought, partnerId));
  const excludePartners = rng.some(idsOf(world), 0.3);
  await asked.ask('availability', { ...availabilityBody(rng, sought), excludePartners });
  const isStored = rng.chance(0.8);
  await asked.ask('assignment', {
    ...assignmentBody(rng, shipmentId, assigned(shipment), 'CHEAPEST'),
    ...(!isStored && { options: { createAssignmentRecord: false } }),
  });
  return partnerId;
}
