/** How soon a change that another program makes in MongoDB is in the quotes of every node. */
import { strict as assert } from 'node:assert';
import { withDatabases } from '../support/databases.js';
import { median, percentile, type Section } from '../support/figures.js';
import { load, type Plan } from '../support/load.js';
import { ask, CHARGES_PATH, chargeQuestions } from '../support/questions.js';
import { type Server, startPinrate } from '../support/servers.js';

const MOST_STALE_MS = 250;
const STALE_DEADLINE_MS = 10_000;
const CUSTOMER = 'bench-customer';
const CHARGE_ID = 900_000_001;

/**
 * From the acknowledgement by MongoDB of another program's change until each of two nodes, one of them under load, uses
 * it in a quote.
 */
export function benchMongoFreshness(plan: Plan): Promise<Section | null> {
  return withDatabases(async (client, databases) => {
    const mongodb = databases('freshness');
    const loaded = await startPinrate({ mongodb });
    const other = await startPinrate({ mongodb });
    const questions = await chargeQuestions(loaded.url);
    const question = { ...(JSON.parse(questions.bodies[0]!) as { partnerId: string }), customerId: CUSTOMER };
    const charges = client.db(mongodb.database).collection('customer-charges');
    await charges.insertOne({
      id: CHARGE_ID,
      partnerId: question.partnerId,
      customerId: CUSTOMER,
      type: 'docket',
      chargeType: 'flat',
      value: 999,
      minKg: null,
      maxKg: null,
      status: true,
      createdAt: new Date().toISOString(),
    });

    const quoted = async (node: Server, rupees: number, sinceMs: number): Promise<number> => {
      for (;;) {
        const { status, text } = await ask(node.url, CHARGES_PATH, JSON.stringify(question));
        assert.equal(status, 200, text);
        if ((JSON.parse(text) as { data: { charges: { docketCharge: number } } }).data.charges.docketCharge === rupees)
          return performance.now() - sinceMs;
        assert(performance.now() - sinceMs < STALE_DEADLINE_MS, 'a changed rate is taken up');
      }
    };
    const samples: number[] = [];
    let isOver = false;
    const running = (async () => {
      while (!isOver) await load({ name: 'charges', server: loaded, questions }, plan.roundSeconds);
    })();
    for (let change = 1; change <= 2 * plan.rateChanges; change++) {
      await charges.updateOne({ id: CHARGE_ID }, { $set: { value: 1_000 + change } });
      const acknowledgedMs = performance.now();
      samples.push(...(await Promise.all([loaded, other].map((node) => quoted(node, 1_000 + change, acknowledgedMs)))));
    }
    isOver = true;
    await running;
    await Promise.all([loaded.stop(), other.stop()]);
    return {
      title: 'changes made behind the service',
      series: [],
      figures: [
        {
          name: 'changed in MongoDB, quoted by each of two nodes after, median, one under load',
          value: median(samples),
          unit: 'ms',
          samples,
        },
        {
          name: 'changed in MongoDB, quoted by each of two nodes after, p99, one under load',
          value: percentile(samples, 0.99),
          unit: 'ms',
          target: { atMost: MOST_STALE_MS },
          samples,
        },
      ],
    };
  });
}
