/** How soon a changed rate is in the answers. */
import { strict as assert } from 'node:assert';
import { pino } from 'pino';
import { launchHere } from '../../test/support/launch-here.js';
import type { Store } from '../../src/store/port.js';
import { startApp } from '../../src/app.js';
import { createClock } from '../../src/clock.js';
import { readConfig } from '../../src/config.js';
import type { CustomerCharge } from '../../src/model/documents.js';
import { median, percentile, type Section } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { ask, CHARGES_PATH, chargeQuestions } from '../support/questions.js';
import { filledStore } from '../support/stores.js';

const MOST_STALE_MS = 100;
const STALE_DEADLINE_MS = 5_000;
const THREADS = 2;
const CUSTOMER = 'bench-customer';
const CHARGE_ID = 900_000_001;

/** From the start of a write of a rate until an answer over HTTP has it, including the write to disk. */
export async function benchFreshness(plan: Plan): Promise<Section> {
  const read = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: await filledStore(plan),
    WORKERS: String(THREADS),
  });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const log = pino({ level: 'silent' });
  const now = createClock();
  let store: Store | null = null;
  // on this thread, where the store can be written to without a request
  const launchControl = launchHere({
    log,
    now,
    onStore: (opened) => {
      store = opened;
    },
  });
  const app = await startApp({ config: read.config, log, now, launchControl });
  const {
    bodies: [body],
  } = await chargeQuestions(app.url);
  const question = { ...(JSON.parse(body!) as { partnerId: string }), customerId: CUSTOMER };

  const docketCharge = async (): Promise<number> => {
    const { status, text } = await ask(app.url, CHARGES_PATH, JSON.stringify(question));
    assert.equal(status, 200, text);
    return (JSON.parse(text) as { data: { charges: { docketCharge: number } } }).data.charges.docketCharge;
  };
  const staleFor = async (rupees: number): Promise<number> => {
    const document: CustomerCharge = {
      id: CHARGE_ID,
      partnerId: question.partnerId,
      customerId: CUSTOMER,
      type: 'docket',
      chargeType: 'flat',
      value: rupees,
      minKg: null,
      maxKg: null,
      status: true,
      createdAt: new Date().toISOString(),
    };
    const startedAt = performance.now();
    const written = await store!.write([{ kind: 'put', collection: 'customer-charges', document }]);
    assert(written.ok, 'the rate was written');
    while ((await docketCharge()) !== rupees)
      assert(performance.now() - startedAt < STALE_DEADLINE_MS, 'a changed rate is taken up');
    return performance.now() - startedAt;
  };
  const samples: number[] = [];
  while (samples.length < plan.rateChanges) samples.push(await staleFor(1_000 + samples.length));
  await app.close();
  return {
    title: 'freshness',
    series: [],
    figures: [
      { name: 'changed rate answered from after, median', value: median(samples), unit: 'ms', samples },
      {
        name: 'changed rate answered from after, p99',
        value: percentile(samples, 0.99),
        unit: 'ms',
        target: { atMost: MOST_STALE_MS },
        samples,
      },
    ],
  };
}
