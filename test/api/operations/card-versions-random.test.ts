/** The versions of rate cards after random changes: those that the cards had, each when it had it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CardVersion } from '../../../src/contract/card-versions.js';
import { openToken } from '../../../src/engine/quote-token.js';
import { quoteTokenKey } from '../../../src/store/store-keys.js';
import type { ChangeNote } from '../../../src/store/port.js';
import { randomCardWorld } from '../../reference/random-cards.js';
import { seededRng } from '../../reference/random.js';
import { MAIN, TestApp } from '../../support/app.js';
import { rounds, seedOf } from '../../support/depth.js';
import { randomChange } from '../questions/changes.js';
import { mirror } from '../questions/world.js';

const SEED = seedOf(20_261_127);
const CHANGES = rounds(15, 600);
const PAGE = 100;

/** What a partner's card was after a change set. */
interface Seen {
  partnerId: string;
  changeId: number;
  version: string;
}

async function versionsOf(app: TestApp, partnerId: string): Promise<CardVersion[] | null> {
  const all: CardVersion[] = [];
  for (let query = `?limit=${PAGE}`; ;) {
    const { status, text, json } = await app.get(`/partners/${partnerId}/card-versions${query}`);
    // it was removed
    if (status === 404) return null;
    assert.equal(status, 200, text);
    all.push(...(json.data as CardVersion[]));
    if (json.next === null) return all;
    query = `?limit=${PAGE}&before=${json.next}`;
  }
}

it(`after random changes each card has had the versions that priced (PINRATE_TEST_SEED=${SEED})`, async (t) => {
  const rng = seededRng(SEED);
  const world = randomCardWorld(rng);
  const app = await TestApp.start(world);
  t.after(() => app.close());
  const key = await quoteTokenKey(app.store, app.secretsKeys);
  const seen: Seen[] = [];

  async function see(partnerId: string, changeId: number): Promise<void> {
    const [pickup, delivery] = [rng.pick(world.pincodes), rng.pick(world.pincodes)];
    const { status, json } = await app.ask('charges', {
      partnerId,
      pickupPincode: pickup.pincode,
      deliveryPincode: delivery.pincode,
      weight: 500,
      shipmentType: 'B2C',
      paymentType: 'PREPAID',
      includeQuoteToken: true,
    });
    // an inactive partner prices nothing
    if (status === 200)
      seen.push({ partnerId, changeId, version: openToken(json.data.quoteToken, key)!.rateCardVersion });
  }

  for (let tried = 0, changes = 0; changes < CHANGES; tried++) {
    assert.ok(tried < 8 * CHANGES, 'most changes are accepted');
    const { ops } = randomChange(rng, world);
    app.clock.nowMs += 1_000;
    const note: ChangeNote = {
      at: new Date(app.clock.nowMs).toISOString(),
      by: { kind: 'service', id: MAIN.id },
      requestId: null,
      route: 'a test',
      note: null,
      sealed: (_, document) => document,
    };
    const written = ops.length === 0 ? null : await app.store.write(ops, note);
    if (written?.ok !== true || written.changeId === null) continue;
    changes++;
    mirror(world, ops);
    await app.app.settled();
    if (world.pincodes.length === 0) continue;
    for (const { partnerId } of world.partners) await see(partnerId, written.changeId);
  }

  let compared = 0;
  const partnerIds = new Set(seen.map(({ partnerId }) => partnerId));
  for (const partnerId of partnerIds) {
    const versions = await versionsOf(app, partnerId);
    if (versions === null) continue;
    for (const [index, { rateCardVersion, to }] of versions.entries()) {
      const next = versions[index - 1];
      assert.ok(next === undefined ? to === null : to! <= next.from!, `${partnerId}: one after another`);
      assert.ok(next?.from !== to || next?.rateCardVersion !== rateCardVersion, `${partnerId}: each is another`);
    }
    for (const { changeId, version } of seen.filter((each) => each.partnerId === partnerId)) {
      const shown: CardVersion | undefined = versions.find((interval) => (interval.changeId ?? 0) <= changeId);
      assert.equal(shown?.rateCardVersion, version, `${partnerId} after change set ${changeId}`);
      compared++;
    }
  }
  t.diagnostic(`${compared} versions of ${partnerIds.size} partners`);
  assert.ok(compared > CHANGES, 'many versions');
  assert.deepEqual(app.errors, []);
});
