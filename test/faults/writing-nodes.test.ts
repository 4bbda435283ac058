// Only in npm run test:all.
/** Three nodes that write at the same time: no write fails because of another node's, and each node gets its share. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Db, MongoClient } from 'mongodb';
import { REFERENCE_NOW } from '../reference/random.js';
import { writeDataset } from '../store/fixtures.js';
import { rounds } from '../support/depth.js';
import { type Answered, BusyClients, busyWorld } from './busy-clients.js';
import { Node } from './node.js';
import { describeWithControl, ReplicaSet } from './replica-set.js';
import { until } from './until.js';

const NODES = 3;
const CLIENTS = 4;
/** Of each scenario. */
const WRITING_MS = Number(process.env.WRITING_NODES_SECONDS ?? rounds(5, 15)) * 1_000;
const LEAST_WRITES = 180;
const ENOUGH_TIMEOUT_MS = 180_000;
/** Of an equal share: what the node with the fewest acknowledged writes must have. */
const LEAST_SHARE = 0.6;
/** How many writes may be acknowledged, of each client, while nearly every write is under way. */
const MOST_OVERTAKEN = 8;

describeWithControl('three nodes that write at the same time', () => {
  let set: ReplicaSet;
  let client: MongoClient;
  let folder: string;
  const nodes: Node[] = [];
  const database = `pinrate-writing-${randomUUID()}`;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pinrate-writing-'));
    await writeDataset(folder, busyWorld(NODES * CLIENTS));
    set = await ReplicaSet.start(3);
    client = await MongoClient.connect(set.uri);
    const clock = { nowMs: REFERENCE_NOW.getTime() };
    // one after the other: the first fills the database. Nothing fails here but for another write: with less patience
    // than the product's a write on a busy machine would fail for the time that it takes
    const options = { uri: set.uri, database, dataset: folder, clock, patienceShare: 1 };
    for (let n = 0; n < NODES; n++) nodes.push(await Node.start({ ...options, name: `node ${n}` }));
  });
  after(async () => {
    const stopped = await Promise.allSettled(nodes.map((node) => node.stop()));
    await client?.close();
    await set?.stop();
    await rm(folder, { recursive: true, force: true });
    for (const result of stopped) if (result.status === 'rejected') throw result.reason;
  });

  it('are all served alike', (t) =>
    during(t, false, async (busy) => {
      await pause(WRITING_MS);
      await enough(busy);
    }));

  it('are all served alike when the primary steps down meanwhile', (t) =>
    during(t, true, async (busy) => {
      await pause(WRITING_MS / 3);
      const primary = await set.primary();
      await set.command(primary, { replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5 });
      await set.primary(primary);
      await pause((WRITING_MS * 2) / 3);
      await set.whole();
      await enough(busy);
    }));

  /** Everybody writes while `scenario` runs; then holds what must hold. */
  async function during(
    t: TestContext,
    unavailable: boolean,
    scenario: (busy: BusyClients) => Promise<void>,
  ): Promise<void> {
    const db = client.db(database);
    const numberBefore = await lastNumber(db);
    const busy = new BusyClients(
      Array.from({ length: NODES * CLIENTS }, (_, n) => ({ node: nodes[n % NODES]!, partnerId: `busy-${n}` })),
      numberBefore,
    );
    try {
      await scenario(busy);
    } finally {
      await busy.stop();
    }
    show(t, busy.answers);
    assertServed(busy.answers, unavailable);
    for (const [collection, ids] of Object.entries(busy.ids)) {
      assert.equal(new Set(ids).size, ids.length, `${collection}: each has an id of its own`);
      assert.equal(await db.collection(collection).countDocuments({ id: { $in: ids } }), ids.length, collection);
    }
    const sets = await db.collection('changes').countDocuments({ id: { $gt: numberBefore } });
    assert.equal((await lastNumber(db)) - numberBefore, sets, 'change sets are numbered without gaps');
    assert.ok(sets >= busy.acknowledged, `${sets} change sets of ${busy.acknowledged} writes`);
  }
});

/** Waits until there were so many writes that their shares mean something. */
async function enough(busy: BusyClients): Promise<void> {
  await until(
    () => busy.acknowledged >= LEAST_WRITES,
    () => `${LEAST_WRITES} writes: there are ${busy.acknowledged}`,
    ENOUGH_TIMEOUT_MS,
  );
}

async function lastNumber(db: Db): Promise<number> {
  const [newest] = await db.collection('changes').find().sort({ id: -1 }).limit(1).toArray();
  return newest!.id as number;
}

/** How many writes each node had, and how long they took. */
function show(t: TestContext, answers: readonly Answered[]): void {
  const statuses = countBy(answers, ({ status }) => status);
  t.diagnostic(JSON.stringify({ statuses, nodes: countBy(answers.filter(isGood), ({ node }) => node) }));
  for (const kind of new Set(answers.map((answer) => answer.kind))) {
    const own = answers.filter((answer) => answer.kind === kind);
    t.diagnostic(
      `${kind}: ${own.length}, p50 ${percentile(own, 0.5, 'tookMs')} ms, p99 ${percentile(own, 0.99, 'tookMs')} ms`,
    );
  }
  const all = [
    percentile(answers, 0.5, 'tookMs'),
    percentile(answers, 0.99, 'tookMs'),
    percentile(answers, 1, 'tookMs'),
  ];
  const overtaken = [percentile(answers, 0.99, 'overtaken'), percentile(answers, 1, 'overtaken')];
  t.diagnostic(`all: p50, p99, longest ${all.join(', ')} ms; overtaken p99, most ${overtaken.join(', ')}`);
}

const isGood = ({ status }: Answered): boolean => status < 300;

function countBy<T>(items: readonly T[], nameOf: (item: T) => string | number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[nameOf(item)] = (counts[nameOf(item)] ?? 0) + 1;
  return counts;
}

function percentile(answers: readonly Answered[], share: number, member: 'tookMs' | 'overtaken'): number {
  const sorted = answers.map((answer) => answer[member]).sort((a, b) => a - b);
  return Math.round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0);
}

/** @param unavailable whether the store may have been away for a while */
function assertServed(answers: readonly Answered[], unavailable: boolean): void {
  const failed = answers.filter((answer) => !isGood(answer) && !(unavailable && /STORE_UNAVAILABLE/.test(answer.text)));
  assert.deepEqual(
    countBy(failed, ({ status, text }) => `${status} ${text}`),
    {},
  );
  const counts = Object.values(countBy(answers.filter(isGood), ({ node }) => node));
  assert.equal(counts.length, NODES);
  const fair = counts.reduce((sum, count) => sum + count, 0) / NODES;
  const overtaken = percentile(answers, 0.99, 'overtaken');
  assert.ok(overtaken <= MOST_OVERTAKEN * NODES * CLIENTS, `overtaken by ${overtaken} writes`);
  assert.ok(Math.min(...counts) >= LEAST_SHARE * fair, `writes of each node: ${counts.join(', ')}`);
}
