/** A result of a bulk is what calculate-charges answers to its line: random worlds, lines, details and defaults. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addReported } from '../../reference/random-reported.js';
import { withReported } from '../../reference/random-questions.js';
import { addTimes } from '../../reference/random-times.js';
import { randomNow, randomShipment, randomWorld, REFERENCE_NOW, seededRng } from '../../reference/random.js';
import type { Rng } from '../../reference/rng.js';
import type { World } from '../../reference/types.js';
import { MAIN, partnerCredential, TestApp } from '../../support/app.js';
import type { ClientCredential } from '../../support/client.js';
import { rounds, seedOf } from '../../support/depth.js';
import { chargesBody, eased, type Body } from '../questions/requests.js';

const SEED = seedOf(20_261_129);
const WORLDS = rounds(2, 20);
const LINES = rounds(120, 600);
const BULK = '/shipments/calculate-charges/bulk';
const DETAILS = ['total', 'charges', 'full'] as const;

/** What answers of two requests differ in. */
const OWN = new Set(['calculationId', 'calculatedAt']);
const without = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, member: unknown) => (OWN.has(name) ? undefined : member)));

function someLine(rng: Rng, world: World, now: Date): Body {
  const random = randomShipment(rng, world);
  const shipment = withReported(rng, world, rng.chance(0.6) ? eased(rng, random) : random, now);
  const partnerId = rng.chance(0.05) ? 'nobody' : rng.pick(world.partners).partnerId;
  const { includeReturns: _, ...body } = chargesBody(rng, shipment, partnerId);
  if (rng.chance(0.05)) return { ...body, weight: -1 };
  if (rng.chance(0.05)) return { ...body, deliveryPincode: '999999', toPincode: undefined };
  if (rng.chance(0.1)) return { ...body, declared_value: 1, volumetricWeight: 9 };
  return body;
}

/** Line and defaults that together are `body`. */
function split(rng: Rng, body: Body, defaults: Body): Body {
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => defaults[name] !== value || rng.chance(0.2)),
  );
}

async function compare(app: TestApp, credential: ClientCredential, rng: Rng, lines: Body[], seen: Set<string>) {
  const detail = rng.pick(DETAILS);
  const [first] = lines;
  const defaults: Body = rng.chance(0.5) ? { shipmentType: first!['shipmentType'] } : {};
  const shipments = lines.map((line, index) => ({ ref: `L${index}`, ...split(rng, line, defaults) }));
  const reply = await app.post(BULK, { shipments, defaults, detail }, credential);
  assert.equal(reply.status, 200, JSON.stringify(reply.json));
  const { results, summary } = reply.json.data;
  assert.equal(results.length, lines.length);
  let total = 0;
  for (const [index, line] of lines.entries()) {
    const result = results[index];
    const label = `${detail} ${JSON.stringify(line)} → ${JSON.stringify(result)}`;
    const single = await app.ask('charges', { ...defaults, ...line }, MAIN);
    assert.deepEqual([result.index, result.ref], [index, `L${index}`]);
    if (single.status !== 200) {
      const asPartner = credential === MAIN ? single : await app.ask('charges', { ...defaults, ...line }, credential);
      const { code, message, details } = asPartner.json.error;
      // a line has one member more
      details.validFields?.unshift('ref');
      assert.deepEqual(result, { index, ref: `L${index}`, ok: false, error: { code, message, details } }, label);
      seen.add(`failed ${code}`);
      continue;
    }
    const { data } = single.json;
    assert.equal(result.ok, true, label);
    assert.deepEqual(
      result.warnings ?? [],
      [...new Set(data.warnings.map(({ code }: { code: string }) => code))],
      label,
    );
    assert.equal(result.available, data.available, label);
    seen.add(data.available ? `priced ${detail}` : `refused ${detail}`);
    if (data.available) total += Math.round(data.charges.totalAmount * 100);
    if (detail === 'full') {
      const { alternatives: _, ...shown } = result.data;
      const { alternatives: __, ...expected } = data;
      assert.deepEqual(without(shown), without(expected), label);
      if (credential === MAIN) assert.deepEqual(without(result.data), without(data), label);
    } else if (data.available) {
      const { calculationDetails, charges, coverage } = data;
      assert.equal(result.totalAmount, charges.totalAmount, label);
      assert.equal(result.recipientLiability, charges.taxes?.recipientLiability ?? 0, label);
      assert.equal(result.chargeableWeight, calculationDetails.chargeableWeight, label);
      assert.equal(result.hours, coverage.estimatedTime, label);
      assert.equal(result.lane, calculationDetails.applicableZones.lane, label);
      assert.equal(result.reason, undefined);
      if (detail === 'total') assert.equal(result.charges, undefined);
      else {
        assert.deepEqual(result.charges, charges, label);
        assert.deepEqual(result.applicableZones, calculationDetails.applicableZones, label);
        assert.equal(result.deliveryDate, calculationDetails.deliveryDate, label);
        assert.equal(result.rateCardVersion, calculationDetails.rateCardVersion, label);
      }
    } else {
      assert.equal(result.reason, data.coverage.reason, label);
      const codes = data.coverage.reasons.map(({ code }: { code: string }) => code);
      assert.deepEqual(result.reasons, detail === 'total' ? undefined : codes, label);
    }
  }
  const ok = results.filter((result: Body) => result['ok']);
  assert.deepEqual(summary, {
    asked: lines.length,
    available: ok.filter((result: Body) => result['available']).length,
    unavailable: ok.filter((result: Body) => result['available'] === false).length,
    failed: lines.length - ok.length,
    total: total / 100,
  });
}

it(`a bulk answers as single questions do (PINRATE_TEST_SEED=${SEED})`, async () => {
  const rng = seededRng(SEED);
  const seen = new Set<string>();
  for (let w = 0; w < WORLDS; w++) {
    const world = randomWorld(rng);
    addTimes(rng, world, REFERENCE_NOW);
    addReported(rng, world, REFERENCE_NOW);
    const app = await TestApp.start(world);
    try {
      app.clock.nowMs = randomNow(rng, world).getTime();
      const now = new Date(app.clock.nowMs);
      for (let left = LINES; left > 0; left -= 40) {
        const lines = Array.from({ length: 40 }, () => someLine(rng, world, now));
        await compare(app, MAIN, rng, lines, seen);
      }
      const active = world.partners.find(({ status }) => status === 'ACTIVE')!;
      const own = Array.from({ length: 20 }, () => ({ ...someLine(rng, world, now), partnerId: active.partnerId }));
      await compare(app, partnerCredential(active.partnerId), rng, own, seen);
      assert.deepEqual(app.errors, []);
    } finally {
      await app.close();
    }
  }
  for (const detail of ['total', 'charges', 'full']) assert.ok(seen.has(`priced ${detail}`) || WORLDS < 5, detail);
  assert.ok(
    [...seen].some((name) => name.startsWith('priced')),
    [...seen].join(),
  );
});

it(`lines without a partner list the offers of a search (PINRATE_TEST_SEED=${SEED})`, async () => {
  const rng = seededRng(SEED + 1);
  const world = randomWorld(rng);
  const app = await TestApp.start(world);
  try {
    const now = new Date(app.clock.nowMs);
    const lines = Array.from({ length: 60 }, () => {
      const { partnerId: _, ...line } = someLine(rng, world, now);
      return line;
    });
    const { json } = await app.post(BULK, { shipments: lines, best: 20, detail: 'total' });
    let offered = 0;
    for (const [index, line] of lines.entries()) {
      const result = json.data.results[index];
      if (!result.ok) continue;
      const expected = [];
      for (const { partnerId } of world.partners) {
        const single = await app.ask('charges', { ...line, partnerId });
        if (single.status === 200) expected.push({ partnerId, data: single.json.data });
      }
      const priced = expected.filter(({ data }) => data.available);
      const byTotal = priced
        .map(({ partnerId, data }) => [
          data.charges.totalAmount + (data.charges.taxes?.recipientLiability ?? 0),
          partnerId,
        ])
        .sort((a, b) => a[0] - b[0]);
      assert.deepEqual(
        result.offers.map((offer: Body) => (offer['totalAmount'] as number) + (offer['recipientLiability'] as number)),
        byTotal.map(([total]) => total),
        JSON.stringify({ line, result }),
      );
      assert.equal(result.available, priced.length > 0);
      assert.equal(result.partnersChecked, expected.length);
      const counts: Record<string, number> = {};
      for (const { data } of expected)
        if (!data.available) counts[data.coverage.reason] = (counts[data.coverage.reason] ?? 0) + 1;
      assert.deepEqual(result.refused, counts);
      offered += priced.length;
    }
    assert.ok(offered > 0);
  } finally {
    await app.close();
  }
});
