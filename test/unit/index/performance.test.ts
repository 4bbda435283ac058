import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noCounts } from '../../../src/domain/outcomes/counts.js';
import type { OutcomeSums } from '../../../src/domain/outcomes/sums.js';
import { type OutcomeTotals, TotalsCollector } from '../../../src/domain/outcomes/totals.js';
import type { Geography } from '../../../src/index/geography.js';
import { type GenerationHandle, memoryOf } from '../../../src/index/generation.js';
import { sizeOf } from '../../../src/index/layout.js';
import { packGeneration, Unpacker } from '../../../src/index/packed.js';
import { buildPerformance } from '../../../src/index/performance.js';
import { Viewer } from '../../../src/index/view.js';
import { workedWorld } from '../../reference/fixture.js';
import { catalogOf, published } from './world.js';

const sums = (fields: Partial<OutcomeSums>): OutcomeSums => ({
  week: 20_000,
  partnerId: 'acme',
  pincode: '400001',
  paymentType: 'COD',
  ...noCounts(),
  ...fields,
});

function totalsOf(...all: OutcomeSums[]): OutcomeTotals {
  const collector = new TotalsCollector();
  for (const each of all) collector.add(each);
  return collector.totals();
}

/** 30 of 70 COD parcels to 400001 return, and 10 of 10 that were promised are in time. */
const MUMBAI = totalsOf(
  sums({ n: 70, delivered: 38, rto: 29, lost: 2 }),
  sums({ week: 20_007, n: 1, rto: 1, promised: 10, onTime: 10 }),
);

async function fixture(totals: OutcomeTotals) {
  const state = { totals };
  const catalog = await catalogOf(workedWorld());
  const { publisher, generations } = await published(catalog, { totals: () => state.totals });
  const risk = (
    partnerId: string,
    pincode: string,
    paymentType: 'COD' | 'PREPAID' = 'COD',
    handle = generations.at(-1)!,
  ) => {
    const { performance, geography } = new Viewer().view(handle);
    return performance.riskAt(partnerId, geography.slot(pincode), paymentType);
  };
  return { state, catalog, publisher, generations, risk };
}

describe('the risk of a delivery', () => {
  it('is the base rate of its payment type where nobody has outcomes', async () => {
    const { risk } = await fixture([]);
    const none = { onTime: 9_000, level: 'NONE', n: 0, hasOutcomes: false };
    assert.deepEqual(risk('acme', '400001'), { rto: 1_000, ...none });
    assert.deepEqual(risk('acme', '400001', 'PREPAID'), { rto: 200, ...none });
  });

  it('borrows from city, state, partner and all partners, rounded at each level', async () => {
    const { risk } = await fixture(MUMBAI);
    // all (300,000 + 30 × 1,000) ÷ 100 = 3,300; partner 3,990; state 4,197; city 4,259.1; pincode 4,277.7
    assert.deepEqual(risk('acme', '400001'), { rto: 4_278, onTime: 9_763, level: 'PINCODE', n: 70, hasOutcomes: true });
    assert.deepEqual([risk('acme', '400002').rto, risk('acme', '400002').level], [4_259, 'CITY']);
    assert.deepEqual([risk('acme', '411001').rto, risk('acme', '411001').level], [4_197, 'STATE']);
    assert.deepEqual([risk('acme', '110001').rto, risk('acme', '110001').level], [3_990, 'PARTNER']);
    assert.deepEqual(risk('other', '400001'), { rto: 3_300, onTime: 9_250, level: 'ALL', n: 70, hasOutcomes: false });
  });

  it('is of its payment type alone', async () => {
    const { risk } = await fixture(MUMBAI);
    assert.deepEqual(risk('acme', '400001', 'PREPAID'), {
      rto: 200,
      onTime: 9_000,
      level: 'NONE',
      n: 0,
      hasOutcomes: true,
    });
  });

  it('counts a pincode that is gone for the partner and for all', async () => {
    const { risk } = await fixture(totalsOf(sums({ pincode: '999999', delivered: 70 })));
    // all (30 × 1,000) ÷ 100, partner (30 × 300) ÷ 100
    assert.deepEqual([risk('acme', '400001').rto, risk('acme', '400001').level], [90, 'PARTNER']);
    assert.equal(risk('other', '400001').rto, 300);
  });

  it('of a partner whose parcels are all open is that of all, and it has outcomes', async () => {
    const { risk } = await fixture(totalsOf(sums({ n: 5 })));
    assert.deepEqual(risk('acme', '400001'), { rto: 1_000, onTime: 9_000, level: 'NONE', n: 0, hasOutcomes: true });
  });
});

describe('the figures in a generation', () => {
  it('change with the totals, and nothing else does', async () => {
    const { state, publisher, generations, risk } = await fixture([]);
    state.totals = MUMBAI;
    publisher.dirty.performance = true;
    publisher.refresh();
    await publisher.settled();
    assert.equal(generations.length, 2);
    const [former, later] = generations as [GenerationHandle, GenerationHandle];
    assert.deepEqual({ ...later, ...changing(former) }, former);
    assert.deepEqual([risk('acme', '400001', 'COD', former).rto, risk('acme', '400001').rto], [1_000, 4_278]);
  });

  it('are laid out again when slots are others', async () => {
    const { catalog, publisher, generations, risk } = await fixture(MUMBAI);
    const document = { ...catalog.find('pincodes', '400002')!, pincode: '100001' };
    catalog.apply([{ kind: 'put', collection: 'pincodes', key: '100001', document }], publisher.dirty);
    publisher.refresh();
    await publisher.settled();
    assert.equal(generations.length, 2);
    assert.deepEqual([risk('acme', '400001').rto, risk('acme', '100001').rto], [4_278, 4_259]);
  });

  it('reach threads with the generation, once', async () => {
    const { generations, catalog, publisher } = await fixture(MUMBAI);
    const first = packGeneration(generations[0]!, null);
    const unpacker = new Unpacker();
    assert.deepEqual(unpacker.unpack(structuredClone(first)), generations[0]);
    const document = { ...catalog.find('partners', 'acme')!, name: 'Acme' };
    catalog.apply([{ kind: 'put', collection: 'partners', key: 'acme', document }], publisher.dirty);
    publisher.refresh();
    await publisher.settled();
    const second = packGeneration(generations[1]!, generations[0]!);
    assert.ok(!second.blocks.some(({ version }) => version === generations[0]!.performance.version));
    assert.deepEqual(unpacker.unpack(structuredClone(second)), generations[1]);
  });

  it('take no memory without outcomes, and are counted with them', async () => {
    const [without, few] = [(await fixture([])).generations[0]!, (await fixture(MUMBAI)).generations[0]!];
    assert.equal(sizeOf(without.performance), 0);
    assert.equal(memoryOf(few) - memoryOf(without), sizeOf(few.performance));
  });
});

const changing = ({ id, newestVersion, performance }: GenerationHandle) => ({ id, newestVersion, performance });

it('8 couriers with outcomes at 22,000 pincodes take less than 10 MB', (t) => {
  const slots = 22_001;
  const columns = { city: new Uint16Array(slots), state: new Uint8Array(slots) };
  const collector = new TotalsCollector();
  for (let slot = 1; slot < slots; slot++) {
    columns.city[slot] = slot % 700;
    columns.state[slot] = slot % 36;
  }
  const startedAt = performance.now();
  for (let partner = 1; partner <= 8; partner++)
    for (let slot = 1; slot < slots; slot++)
      for (const paymentType of ['COD', 'PREPAID'] as const)
        collector.add(
          sums({ partnerId: `p${partner}`, pincode: String(110_000 + slot), paymentType, delivered: slot % 9, rto: 1 }),
        );
  const totals = collector.totals();
  const collectedAt = performance.now();
  const block = buildPerformance(
    { places: { slots, slotOf: (pincode: number) => pincode - 110_000, columns } as unknown as Geography, totals },
    1,
  );
  const builtAt = performance.now();
  const kept = totals.reduce((sum, { keys, counts }) => sum + keys.byteLength + counts.byteLength, 0);
  t.diagnostic(
    `${sizeOf(block)} bytes, and ${kept} on the control thread; `
      + `collected in ${Math.round(collectedAt - startedAt)} ms, built in ${Math.round(builtAt - collectedAt)} ms`,
  );
  assert.ok(sizeOf(block) < 10_000_000);
});
