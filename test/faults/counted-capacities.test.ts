// Only in npm run test:deep.
/**
 * Three nodes fill HARD capacities while one of them is killed, the primary is cut off until the other members have
 * another, and that steps down: no limit is exceeded, no acknowledged assignment is uncounted.
 * COUNTED_ASSIGNMENTS=60000 makes it as long as a part of the deepest run.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import type { Counter } from '../../src/model/counters.js';
import type { AssignmentRecord } from '../../src/model/documents.js';
import { REFERENCE_NOW } from '../reference/random.js';
import { writeDataset } from '../store/fixtures.js';
import { assertCounted } from './check.js';
import { Node } from './node.js';
import { describeWithControl, ReplicaSet } from './replica-set.js';
import { BULK, faultWorld, PINCODES, pincode, WATCHED } from './world.js';

const ASSIGNMENTS = Number(process.env.COUNTED_ASSIGNMENTS ?? 6_000);
const NODES = 3;
// a commit has the assignments that wait at its node: with few of them a majority writes its journal for a handful
const CLIENTS_OF_NODE = 64;
const RETRY_MS = 100;
const SEED = 47;
/** Of all shipments: what each partner may have. Together they do not take all. */
const SHARES: Readonly<Record<string, number>> = { [WATCHED[0]]: 0.4, [WATCHED[1]]: 0.3, [BULK]: 0.2 };
const limitOf = (partnerId: string): number => Math.floor(ASSIGNMENTS * SHARES[partnerId]!);
const MAJORITY = { readConcern: { level: 'majority' } } as const;

describeWithControl('capacities of three nodes', () => {
  it(`are never exceeded by ${ASSIGNMENTS} assignments, with a kill -9, a partition and a step-down`, async (t) => {
    const world = faultWorld(SEED);
    world.capacities = world.capacities.map((row) => ({ ...row, kind: 'HARD', limit: limitOf(row.partnerId) }));
    const folder = await mkdtemp(join(tmpdir(), 'pinrate-counted-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    await writeDataset(folder, world);
    const set = await ReplicaSet.start(NODES);
    t.after(() => set.stop());
    const client = await MongoClient.connect(set.uri);
    t.after(() => client.close());
    const database = `pinrate-counted-${randomUUID()}`;
    const options = { uri: set.uri, database, dataset: folder, clock: { nowMs: REFERENCE_NOW.getTime() } };
    const nodes: Node[] = [];
    t.after(() => Promise.all(nodes.map((node) => node.stop())));
    for (let n = 0; n < NODES; n++) nodes.push(await Node.start({ ...options, name: `node ${n}`, patienceShare: 1 }));

    const clients = new Clients(nodes);
    const all = clients.run();
    await clients.answered(ASSIGNMENTS / 3);
    await nodes[1]!.kill();
    await nodes[1]!.start();
    await clients.answered(ASSIGNMENTS / 2);
    const former = await set.primary();
    await set.pause(former);
    await set.primary(former);
    await set.unpause(former);
    await set.whole();
    await clients.answered((ASSIGNMENTS * 2) / 3);
    await set.command(await set.primary(), { replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5 });
    await all;
    t.diagnostic(`${clients.partners.size} assigned, ${clients.refused} refused, ${clients.repeated} asked again`);

    const db = client.db(database);
    const assignments = await db.collection<AssignmentRecord>('assignments').find({}, MAJORITY).toArray();
    assertCounted(assignments, await db.collection<Counter>('counters').find({}, MAJORITY).toArray());
    const stored = new Map(assignments.map(({ shipmentId, partnerId }) => [shipmentId, partnerId]));
    for (const [shipmentId, partnerId] of clients.partners) assert.equal(stored.get(shipmentId), partnerId, shipmentId);
    for (const partnerId of Object.keys(SHARES)) {
      const count = assignments.filter((record) => record.partnerId === partnerId).length;
      assert.equal(count, limitOf(partnerId), `${partnerId} is full`);
    }
    assert.equal(assignments.length + clients.refused, ASSIGNMENTS);
  });
});

/** Each assigns one shipment after another, at another node where one does not answer. */
class Clients {
  /** By shipmentId, as acknowledged. */
  readonly partners = new Map<string, string>();
  refused = 0;
  repeated = 0;
  #next = 0;

  constructor(private readonly nodes: readonly Node[]) {}

  async run(): Promise<void> {
    await Promise.all(Array.from({ length: NODES * CLIENTS_OF_NODE }, (_, n) => this.#assignAll(n)));
  }

  async answered(count: number): Promise<void> {
    while (this.partners.size + this.refused < count) await pause(RETRY_MS);
  }

  async #assignAll(first: number): Promise<void> {
    for (let turn = first; this.#next < ASSIGNMENTS;) {
      const number = this.#next++;
      const shipmentId = `counted-${number}`;
      while (!(await this.#assign(this.nodes[turn++ % NODES]!, shipmentId, number))) {
        this.repeated++;
        await pause(RETRY_MS);
      }
    }
  }

  async #assign(node: Node, shipmentId: string, number: number): Promise<boolean> {
    const details = { fromPincode: pincode(number % PINCODES), toPincode: pincode((number * 7 + 1) % PINCODES) };
    const reply = await node
      .ask('assignment', {
        shipmentDetails: {
          ...{ shipmentId, serviceTypes: ['PICKUP', 'DELIVERY'], weight: 500, paymentType: 'PREPAID' },
          ...{ shipmentType: 'B2C', ...details },
        },
        assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
      })
      .catch(() => null);
    if (reply === null || reply.status >= 500) return false;
    assert.equal(reply.status, 200, reply.text);
    if (reply.json.data.success) this.partners.set(shipmentId, reply.json.data.assignment.partnerId as string);
    else this.refused++;
    return true;
  }
}
