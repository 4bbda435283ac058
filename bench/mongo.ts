/**
 * Nodes on MongoDB: how soon one is ready, how soon a change made behind the service is in the quotes of every node, and
 * what it costs to follow changes. Needs a replica set, in MONGODB_TEST_URI.
 */
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { generateDataset } from './support/dataset.js';
import { Companion } from './support/companion.js';
import { type Figure, median, percentile, type Section, type Series } from './support/figures.js';
import { CONNECTIONS, load, type Plan } from './support/load.js';
import { ask, CHARGES_PATH, chargeQuestions } from './support/questions.js';
import { DEMO_DATASET, type Server, startPinrate } from './support/servers.js';

const MOST_READY_SECONDS = 10;
const MOST_STALE_MS = 250;
const LEAST_THROUGHPUT = 0.9;
const STALE_DEADLINE_MS = 10_000;
const PARTNERS = 100;
const CUSTOMER = 'bench-customer';
const CHARGE_ID = 900_000_001;

type Databases = (name: string) => { uri: string; database: string };

/** Gives the benches databases of their own, which are dropped afterwards; null when there is no MongoDB. */
async function withDatabases(bench: (client: MongoClient, databases: Databases) => Promise<Section>): Promise<Section | null> {
  const uri = process.env['MONGODB_TEST_URI'];
  if (uri === undefined || uri === '') return null;
  const client = await MongoClient.connect(uri, { writeConcern: { w: 'majority' } });
  const run = randomUUID().slice(0, 8);
  const used = new Set<string>();
  try {
    return await bench(client, (name) => {
      const database = `pinrate-bench-${run}-${name}`;
      used.add(database);
      return { uri, database };
    });
  } finally {
    for (const database of used) await client.db(database).dropDatabase();
    await client.close();
  }
}

export function benchMongoStart(plan: Plan): Promise<Section | null> {
  return withDatabases(async (_, databases) => {
    const dataset = await generateDataset(plan.folder, PARTNERS);
    const mongodb = databases('start');
    const startSeconds = async () => {
      const pinrate = await startPinrate({ mongodb, dataset });
      await pinrate.stop();
      return pinrate.readyAfterMs / 1_000;
    };
    const first = await startSeconds();
    const later: number[] = [];
    while (later.length < plan.starts) later.push(await startSeconds());
    return {
      title: `starts on MongoDB, ${PARTNERS} partners`,
      series: [],
      figures: [
        { name: `first start on MongoDB, importing ${PARTNERS} partners: ready after`, value: first, unit: 's', samples: [first] },
        { name: `start on a filled MongoDB, ${PARTNERS} partners: ready after`, value: median(later), unit: 's', target: { atMost: MOST_READY_SECONDS }, samples: later },
      ],
    };
  });
}

/** From the moment MongoDB has acknowledged a change of somebody else's until each of two nodes quotes by it, one of them under load. */
export function benchMongoFreshness(plan: Plan): Promise<Section | null> {
  return withDatabases(async (client, databases) => {
    const mongodb = databases('freshness');
    const loaded = await startPinrate({ mongodb, dataset: DEMO_DATASET });
    const other = await startPinrate({ mongodb, dataset: DEMO_DATASET });
    const questions = await chargeQuestions(loaded.url);
    const question = { ...JSON.parse(questions.bodies[0]!) as { partnerId: string }, customerId: CUSTOMER };
    const charges = client.db(mongodb.database).collection('customer-charges');
    await charges.insertOne({
      id: CHARGE_ID, partnerId: question.partnerId, customerId: CUSTOMER, type: 'docket', chargeType: 'flat', value: 999, minKg: null, maxKg: null, status: true, createdAt: new Date().toISOString(),
    });

    const quoted = async (node: Server, rupees: number, sinceMs: number): Promise<number> => {
      for (;;) {
        const { status, text } = await ask(node.url, CHARGES_PATH, JSON.stringify(question));
        assert.equal(status, 200, text);
        if ((JSON.parse(text) as { data: { charges: { docketCharge: number } } }).data.charges.docketCharge === rupees) return performance.now() - sinceMs;
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
      samples.push(...await Promise.all([loaded, other].map((node) => quoted(node, 1_000 + change, acknowledgedMs))));
    }
    isOver = true;
    await running;
    await Promise.all([loaded.stop(), other.stop()]);
    return {
      title: 'changes made behind the service',
      series: [],
      figures: [
        { name: 'changed in MongoDB, quoted by each of two nodes after, median, one under load', value: median(samples), unit: 'ms', samples },
        { name: 'changed in MongoDB, quoted by each of two nodes after, p99, one under load', value: percentile(samples, 0.99), unit: 'ms', target: { atMost: MOST_STALE_MS }, samples },
      ],
    };
  });
}

/** The same 200 changes a second are made to the node's database and, in turn, to one that nobody follows: MongoDB itself costs the same in both. */
export function benchMongoFollowing(plan: Plan): Promise<Section | null> {
  return withDatabases(async (_, databases) => {
    const [followed, ignored] = [databases('followed'), databases('ignored')];
    await (await startPinrate({ mongodb: ignored, dataset: DEMO_DATASET })).stop();
    const pinrate = await startPinrate({ mongodb: followed, dataset: DEMO_DATASET });
    const contestant = { name: 'charges', server: pinrate, questions: await chargeQuestions(pinrate.url) };
    const changers = await Promise.all([ignored, followed].map(({ uri, database }) => Companion.start('changer', [uri, database])));
    await load(contestant, plan.warmUpSeconds);
    const series: Series[] = [
      { name: 'charges on MongoDB, 200 changes a second that are not followed', connections: CONNECTIONS, rounds: [] },
      { name: 'charges on MongoDB, 200 changes a second that are followed', connections: CONNECTIONS, rounds: [] },
    ];
    for (let round = 0; round < plan.rounds; round++) {
      for (const [index, changer] of changers.entries()) {
        await changer.resume();
        series[index]!.rounds.push(await load(contestant, plan.roundSeconds));
        await changer.pause();
      }
    }
    await Promise.all(changers.map((changer) => changer.stop()));
    await pinrate.stop();
    const samples = series[1]!.rounds.map(({ requestsPerSecond }, index) => requestsPerSecond / series[0]!.rounds[index]!.requestsPerSecond);
    const figure: Figure = { name: 'throughput of charges while 200 changes a second are followed / are not', value: median(samples), unit: 'x', target: { atLeast: LEAST_THROUGHPUT }, samples };
    return { title: 'following changes', series, figures: [figure] };
  });
}
