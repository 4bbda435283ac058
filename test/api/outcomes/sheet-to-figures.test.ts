/** A courier's sheet, imported by the command line, is in the courier's figures: parcel by parcel what the sheet says. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { readGeography } from '../../../data/demo-maker/geography.js';
import { MONTH } from '../../../data/make-outcomes.js';
import { OUTCOME_SHEETS, parcelsIn } from '../../../data/outcome-maker/files.js';
import { runCli } from '../../../src/cli/run.js';
import { PACKAGE_ROOT } from '../../../src/package-root.js';
import { MAIN, TestApp } from '../../support/app.js';

let app: TestApp;
before(async () => {
  // the whole demo has a year of outcomes
  app = await TestApp.startWholeDemo({ now: new Date('2026-12-01T06:00:00Z') });
});
after(() => app.close());

interface Row {
  n: number;
  rto: { k: number; n: number };
  firstAttempt: { k: number; n: number };
  onTime: { k: number; n: number };
}

/** Parcels and shares of a courier's prepaid and COD parcels, of which the generated year has some already. */
async function figures(partnerId: string): Promise<Record<string, Row>> {
  const { json } = await app.get(`/partners/${partnerId}/performance?groupBy=payment`);
  return Object.fromEntries((json.data as (Row & { key: string })[]).map((row) => [row.key, row]));
}

const DAY_MS = 86_400_000;
const endOfDay = (ms: number): number => ms - (ms % DAY_MS) + DAY_MS - 1;

it('adds to the returns, first attempts and punctuality of the courier what became of its parcels', async () => {
  const partnerId = 'dharaline-surface';
  const sheet = OUTCOME_SHEETS.find(({ name }) => name === partnerId)!;
  const former = await figures(partnerId);
  assert(former['COD']!.n > 100, 'the demo has a year of outcomes');
  const code = await runCli(
    [
      'import',
      'outcomes',
      join(PACKAGE_ROOT, 'data', 'outcomes', `${partnerId}.csv`),
      '--partner',
      partnerId,
      '--map',
      partnerId,
    ],
    {
      env: { PINRATE_URL: app.app.url, PINRATE_ID: MAIN.id, PINRATE_SECRET: MAIN.secret },
      homeFolder: '/nowhere',
      out: { write: () => undefined },
      err: { write: () => undefined },
      now: () => app.clock.nowMs,
    },
  );
  assert.equal(code, 0);
  const now = await figures(partnerId);
  for (const paid of ['COD', 'PREPAID'] as const) {
    const parcels = parcelsIn(sheet, MONTH, readGeography()).filter(
      ({ payment, end }) => payment === paid && end !== 'CANCELLED',
    );
    const closed = parcels.filter(({ end }) => end === 'DELIVERED' || end === 'RETURNED' || end === 'LOST');
    const attempted = parcels.filter(({ attempts }) => attempts > 0);
    const inTime = closed.filter(
      ({ firstAttempt, promised }) => firstAttempt !== null && firstAttempt <= endOfDay(promised),
    );
    const added = (name: 'rto' | 'firstAttempt' | 'onTime'): { k: number; n: number } => ({
      k: now[paid]![name].k - former[paid]![name].k,
      n: now[paid]![name].n - former[paid]![name].n,
    });
    assert.equal(now[paid]!.n - former[paid]!.n, parcels.length);
    assert.deepEqual(added('rto'), { k: closed.filter(({ end }) => end === 'RETURNED').length, n: closed.length });
    assert.deepEqual(added('firstAttempt'), {
      k: closed.filter(({ end, attempts }) => end === 'DELIVERED' && attempts === 1).length,
      n: attempted.length,
    });
    assert.deepEqual(added('onTime'), { k: inTime.length, n: closed.length });
  }
});

it('has figures of eight couriers before any sheet, none of a new one, and landed costs that use them', async () => {
  const { json } = await app.get('/partners', MAIN);
  const active = (json.data as { partnerId: string; status: string }[]).filter(({ status }) => status === 'ACTIVE');
  assert.equal(active.length, 9);
  for (const { partnerId } of active) {
    const { json: found } = await app.get(`/partners/${partnerId}/performance?groupBy=week`);
    assert.equal(found.data.length, partnerId === 'ekdwar-dispatch' ? 0 : 26, partnerId);
  }
  const asked = {
    ...{ pickupPincode: '110001', deliveryPincode: '800001', weight: 900, shipmentType: 'B2C' },
    ...{ paymentType: 'COD', codAmount: 1_500, declaredValue: 1_500, includeLanded: true },
  };
  const landed = async (partnerId: string) =>
    (await app.ask('charges', { ...asked, partnerId })).json.data.landed as { return: number; evidence: object };
  const [slow, fast] = [await landed('kachhua-cargo'), await landed('nabhdoot-air')];
  assert.deepEqual(Object.keys(slow.evidence).sort().slice(0, 2), ['level', 'n']);
  assert(slow.return > 0 && fast.return > 0);
});
