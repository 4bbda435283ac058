/** Two nodes on a replica set, those who ask and those who write, and what is looked at after each fault. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type Db, MongoClient } from 'mongodb';
import { REFERENCE_NOW } from '../reference/random.js';
import { writeDataset } from '../store/fixtures.js';
import { seedOf } from '../support/depth.js';
import { assertAgrees, assertNothingLost, assertSame } from './check.js';
import { Node } from './node.js';
import { Quoter } from './quoter.js';
import { ReplicaSet } from './replica-set.js';
import { until } from './until.js';
import { faultWorld, loadWorld } from './world.js';
import { Writers } from './writers.js';

const MEMBERS = 3;
const NODES = ['first', 'second'];
const SEED = seedOf(20_261_121);
const MINUTE_MS = 60_000;
/** From when the members are well again until every node has every change. */
const CALM_TIMEOUT_MS = 60_000;
/** Of the test's own connections: a member that hangs must not hold it up. */
const CLIENT = {
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  heartbeatFrequencyMS: 1_000,
  socketTimeoutMS: 10_000,
};

export class Scene {
  readonly clock = { nowMs: REFERENCE_NOW.getTime() };
  readonly nodes: Node[] = [];
  quoters: Quoter[] = [];
  writers!: Writers;
  client!: MongoClient;
  db!: Db;
  #folder!: string;
  #seed = SEED;

  private constructor(readonly set: ReplicaSet) {}

  static async open(): Promise<Scene> {
    const scene = new Scene(await ReplicaSet.start(MEMBERS));
    try {
      await scene.#fill();
      return scene;
    } catch (error) {
      await scene.close();
      throw error;
    }
  }

  async #fill(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'pinrate-faults-'));
    await writeDataset(join(this.#folder, 'dataset'), faultWorld(SEED));
    this.client = await MongoClient.connect(this.set.uri, CLIENT);
    this.db = this.client.db(`pinrate-faults-${randomUUID()}`);
    // one after the other: the first fills the database
    for (const name of NODES) this.nodes.push(await this.startNode(name, this.set.uri));
    this.quoters = this.nodes.map((node) => new Quoter(node));
    this.writers = new Writers([...this.nodes], this.client, this.db);
    for (const quoter of this.quoters) quoter.start();
  }

  /** One more, which is asked as the others are. */
  async addNode(name: string, uri: string): Promise<void> {
    const node = await this.startNode(name, uri);
    this.nodes.push(node);
    this.quoters.push(new Quoter(node));
    this.quoters.at(-1)!.start();
  }

  /** @param uri what it reaches the replica set by */
  startNode(name: string, uri: string): Promise<Node> {
    return Node.start({
      name,
      uri,
      database: this.db.databaseName,
      dataset: join(this.#folder, 'dataset'),
      clock: this.clock,
    });
  }

  async close(): Promise<void> {
    this.writers?.end();
    await Promise.all(this.quoters.map((quoter) => quoter.stop()));
    const stopped = await Promise.allSettled(this.nodes.map((node) => node.stop()));
    await this.client?.close();
    await this.set.stop();
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
    for (const result of stopped) if (result.status === 'rejected') throw result.reason;
  }

  /**
   * Lets `fault` happen while everybody writes, waits until things calm down, and holds everything that must hold then.
   */
  async during(t: TestContext, fault: () => Promise<void>): Promise<void> {
    // so that the few requests that a minute may bring without a signature are never used up
    this.clock.nowMs += MINUTE_MS;
    for (const node of this.nodes) node.setClock();
    for (const quoter of this.quoters) Object.assign(quoter, { worstMs: 0, answered: 0 });
    this.writers.refusals.clear();
    const acknowledgedBefore = this.writers.acknowledged();
    this.writers.start();
    const at = [performance.now()];
    await fault();
    at.push(performance.now());
    await this.calm();
    at.push(performance.now());
    const compared = await this.assertWell();
    at.push(performance.now());
    const acknowledgedAfter = this.writers.acknowledged();
    const written = (['assignments', 'discounts', 'rates'] as const).map(
      (kind) => [kind, acknowledgedAfter[kind] - acknowledgedBefore[kind]] as const,
    );
    const [faultMs, calmMs, checkMs] = at.slice(1).map((ms, n) => Math.round(ms - at[n]!));
    t.diagnostic(`fault ${faultMs} ms, calm ${calmMs} ms later, ${compared} comparisons in ${checkMs} ms`);
    t.diagnostic(
      `acknowledged ${written.map(([kind, count]) => `${count} ${kind}`).join(', ')}; made again ${JSON.stringify(Object.fromEntries(this.writers.refusals))}`,
    );
    for (const { node, answered, worstMs } of this.quoters) {
      const { resumes, reloads } = await node.changes();
      t.diagnostic(
        `${node.name}: ${answered} quotes, the longest ${Math.round(worstMs)} ms; ${resumes} resumes, ${reloads} reloads`,
      );
    }
    assert.ok(
      written.every(([, count]) => count > 0),
      'writes of every kind',
    );
  }

  /** Nothing is written any more, and every node has everything. */
  async calm(): Promise<void> {
    await this.writers.quiesce();
    const rate = await this.writers.changeRates();
    const states = new Map<string, string>();
    await until(
      async () => {
        for (const quoter of this.quoters)
          states.set(quoter.node.name, `${(await quoter.node.changes()).state} at ${quoter.rate}`);
        return this.quoters.every(({ node }) => states.get(node.name) === `following at ${rate}`);
      },
      () =>
        `every node following at ${rate}: ${JSON.stringify([...states])}; ${this.nodes.flatMap(({ warnings }) => warnings.slice(-3)).join('; ')}`,
      CALM_TIMEOUT_MS,
    );
  }

  async assertWell(): Promise<number> {
    await assertNothingLost(this.db, this.writers);
    const world = await loadWorld(this.db);
    let compared = 0;
    for (const node of this.nodes) compared += await assertAgrees(node, world, this.clock.nowMs, this.#seed);
    await assertSame(this.nodes, world, this.#seed++);
    assert.deepEqual(
      this.quoters.flatMap(({ troubles }) => troubles.splice(0)),
      [],
    );
    assert.deepEqual(this.writers.troubles.splice(0), []);
    assert.deepEqual(
      this.nodes.flatMap(({ errors }) => errors.splice(0)),
      [],
    );
    return compared;
  }
}
