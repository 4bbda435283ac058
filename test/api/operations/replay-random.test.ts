/** Quotes that are asked for again by their tokens, after random changes: byte for byte what was answered. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { CONTRACT_COLLECTIONS } from '../../../src/model/documents.js';
import type { WriteOp } from '../../../src/model/change.js';
import type { ChangeNote } from '../../../src/store/port.js';
import { randomCardShipment, randomCardWorld } from '../../reference/random-cards.js';
import { randomNow, seededRng } from '../../reference/random.js';
import type { Rng } from '../../reference/rng.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import { rounds, seedOf } from '../../support/depth.js';
import { randomChange } from '../questions/changes.js';
import { chargesBody, eased } from '../questions/requests.js';
import { mirror } from '../questions/world.js';

const SEED = seedOf(20_261_126);
const CHANGES = rounds(20, 1_000);
/** A world whose partners are hardly ever active gives few tokens. */
const MOST_CHANGES = 4 * CHANGES;
const TOKENS_A_CHANGE = rounds(3, 12);
const TOKENS = rounds(50, 10_000);
const MOST_TRIES = rounds(2_000, 100_000);
const AT_ONCE = 8;

interface Quoted {
  token: string;
  charges: string;
  breakdown: string;
  reasons: string[];
}

/** The texts of an answer, as they were sent. */
function textsOf(text: string): Pick<Quoted, 'charges' | 'breakdown'> {
  const [, charges, breakdown] =
    /"charges":(\{.*?\}),(?:"returnCharges"|"discountsApplied").*"breakdown":(\[.*\]),"warnings"/s.exec(text)!;
  return { charges: charges!, breakdown: breakdown! };
}

async function quoted(app: TestApp, rng: Rng, body: object, partnerId: string): Promise<Quoted | null> {
  const caller = rng.chance(0.5) ? MAIN : partnerCredential(partnerId);
  const { status, text, json } = await app.ask('charges', { ...body, partnerId, includeQuoteToken: true }, caller);
  // a partner that has been removed, or was without a credential
  if (status !== 200) return null;
  const { quoteToken: token } = json.data;
  if (json.data.available) return { token, ...textsOf(text), reasons: [] };
  const reasons = json.data.coverage.reasons.map(({ code }: { code: string }) => code);
  return { token, charges: 'null', breakdown: 'null', reasons };
}

async function assertSame(app: TestApp, { token, charges, breakdown, reasons }: Quoted, label: string): Promise<void> {
  const { status, text, json } = await app.post('/quotes/replay', { quoteToken: token });
  assert.equal(status, 200, `${label}: ${text}`);
  assert.ok(text.includes(`"charges":${charges},"breakdown":${breakdown}}`), `${label}: ${text}\nnot ${charges}`);
  assert.deepEqual([json.data.exact, json.data.reasons], [true, { then: reasons }], label);
}

/** A row of a contract is removed, or comes back with the next change of its kind. */
function contractChange(rng: Rng, world: ReturnType<typeof randomCardWorld>, removed: WriteOp[]): WriteOp[] {
  if (removed.length > 0 && rng.chance(0.5)) return removed.splice(rng.int(0, removed.length - 1), 1);
  const collection = rng.pick(CONTRACT_COLLECTIONS);
  if (world[collection].length === 0) return [];
  const document = rng.pick<{ id: number }>(world[collection]);
  removed.push({ kind: 'put', collection, document } as WriteOp);
  return [{ kind: 'delete', collection, key: document.id }];
}

it(`after random changes every token gives what was answered (PINRATE_TEST_SEED=${SEED})`, async (t) => {
  const rng = seededRng(SEED);
  const world = randomCardWorld(rng);
  const app = await TestApp.start(world);
  t.after(() => app.close());
  const note = (): ChangeNote => ({
    at: new Date(app.clock.nowMs).toISOString(),
    by: { kind: 'service', id: MAIN.id },
    requestId: null,
    route: 'a test',
    note: null,
    sealed: (_, document) => document,
  });
  const all: Quoted[] = [];
  const removed: WriteOp[] = [];
  let changes = 0;
  for (let tried = 0; changes < CHANGES || (all.length < TOKENS && changes < MOST_CHANGES); tried++) {
    assert.ok(tried - changes < 3 * CHANGES, 'most changes are accepted');
    const ops = rng.chance(0.2) ? contractChange(rng, world, removed) : randomChange(rng, world).ops;
    const written = ops.length === 0 ? null : await app.store.write(ops, note());
    if (written?.ok !== true || written.changeId === null) continue;
    changes++;
    mirror(world, ops);
    await app.app.settled();
    if (rng.chance(0.2)) app.clock.nowMs = randomNow(rng, world).getTime();
    const active = world.partners.filter(({ status }) => status === 'ACTIVE');
    if (active.length === 0) continue;
    for (let n = 0; n < TOKENS_A_CHANGE; n++) {
      const shipment = rng.chance(0.7) ? eased(rng, randomCardShipment(rng, world)) : randomCardShipment(rng, world);
      const { partnerId } = rng.pick(active);
      const found = await quoted(app, rng, chargesBody(rng, shipment, partnerId), partnerId);
      // too many different pieces
      if (found !== null && found.token !== null) all.push(found);
    }
  }
  const pricedOf = (): number => all.filter(({ charges }) => charges !== 'null').length;
  // some worlds price little: then shipments are asked for until a tenth of the tokens have a price
  for (let tried = 0; pricedOf() <= rounds(0, all.length / 10) && tried < MOST_TRIES; tried++) {
    if (world.partners.length === 0) break;
    const { partnerId } = rng.pick(world.partners);
    const body = chargesBody(rng, eased(rng, randomCardShipment(rng, world)), partnerId);
    const found = await quoted(app, rng, body, partnerId);
    if (found !== null && found.token !== null && found.charges !== 'null') all.push(found);
  }
  const priced = pricedOf();
  t.diagnostic(`${all.length} tokens over ${changes} changes, ${priced} with a price`);
  // a world may have lost what every price needs
  if (rounds(0, 1) > 0) assert.ok(priced > all.length / 10, 'many prices');

  const replayAll = async (label: string): Promise<void> => {
    const startedAt = performance.now();
    const waiting = rng.shuffled(all.map((each, index) => ({ each, index })));
    const replayNext = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
        await assertSame(app, next.each, `${label}, token ${next.index}`);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, replayNext));
    t.diagnostic(`${label}: ${((performance.now() - startedAt) / all.length).toFixed(1)} ms a token`);
  };
  await replayAll('on the node that quoted');
  app.settings.gstPercent = 5;
  app.settings.roadFactor = 1.7;
  await app.restart();
  await replayAll('on a node that started later, with other settings');
  assert.deepEqual(app.errors, []);
});
