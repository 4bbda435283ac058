/** What must hold once things calm down. */
import assert from 'node:assert/strict';
import type { Db } from 'mongodb';
import { Comparison, STRATEGIES } from '../api/questions/compare.js';
import { assigned, chargesBody, eased } from '../api/questions/requests.js';
import type { Counter } from '../../src/model/counters.js';
import type { AssignmentRecord } from '../../src/model/documents.js';
import { DEFAULT_SETTINGS } from '../reference/model.js';
import { randomShipment, seededRng } from '../reference/random.js';
import type { World } from '../reference/types.js';
import type { TestApp } from '../support/app.js';
import type { Node } from './node.js';
import { around, BULK, PINCODES, shipmentIn, WATCHED, withoutState } from './world.js';
import type { Writers } from './writers.js';

const SHIPMENTS = 4;
const STATE_SHIPMENTS = 4;
const MAJORITY = { readConcern: { level: 'majority' } } as const;

type Counting = Pick<AssignmentRecord, 'counted'>;

/** The counters have what the assignments say that they counted, no more and no less. */
export function assertCounted(assignments: readonly Counting[], counters: readonly Counter[]): void {
  const counted = new Map<string, number>();
  for (const { counter, window, add } of assignments.flatMap((record) => record.counted ?? [])) {
    const key = `${counter}/${window}`;
    counted.set(key, (counted.get(key) ?? 0) + add[0]!);
  }
  assert.deepEqual(new Map(counters.map(({ key, values }) => [key, values[0]])), counted);
  if (assignments.length > 0) assert.ok(counted.size > 0, 'capacities count');
}

/** Every acknowledged write is in the database, once. */
export async function assertNothingLost(db: Db, writers: Writers): Promise<void> {
  const assignments = await db
    .collection('assignments')
    .find({ shipmentId: /^fault-/ }, MAJORITY)
    .toArray();
  assert.equal(
    new Set(assignments.map(({ shipmentId }) => shipmentId as string)).size,
    assignments.length,
    'one assignment a shipment',
  );
  assertHolds(
    'assignments',
    writers.assigned,
    new Map(assignments.map(({ shipmentId, assignmentId }) => [shipmentId as string, assignmentId as string])),
  );

  assertCounted(assignments as Counting[], await db.collection<Counter>('counters').find({}, MAJORITY).toArray());

  const discounts = await db
    .collection('discounts')
    .find({ description: /^fault-/ }, MAJORITY)
    .toArray();
  assert.equal(
    new Set(discounts.map(({ description }) => description as string)).size,
    discounts.length,
    'one discount an Idempotency-Key',
  );
  assertHolds(
    'discounts',
    writers.discounted,
    new Map(discounts.map(({ description, id }) => [description as string, id as number])),
  );

  const watched = { partnerId: { $in: [...WATCHED] } };
  const [charges, distances] = await Promise.all(
    ['customer-charges', 'distance-charges'].map((collection) =>
      db.collection(collection).find(watched, MAJORITY).toArray(),
    ),
  );
  assert.deepEqual(
    [
      ...new Set([
        ...charges!.map(({ value }) => value as number),
        ...distances!.map(({ charge }) => charge as number),
      ]),
    ],
    [writers.rate],
    'the rates last acknowledged',
  );
}

function assertHolds(
  what: string,
  acknowledged: ReadonlyMap<string, unknown>,
  there: ReadonlyMap<string, unknown>,
): void {
  const lost = [...acknowledged]
    .filter(([name, id]) => there.get(name) !== id)
    .map(([name, id]) => `${name}: acknowledged as ${String(id)}, there is ${String(there.get(name))}`);
  assert.deepEqual(lost, [], `${what} that were acknowledged and are lost, of ${acknowledged.size}`);
}

/**
 * The node answers what the reference model says of the documents, to the paisa. Resolves with how many answers were
 * compared.
 */
export async function assertAgrees(node: Node, world: World, nowMs: number, seed: number): Promise<number> {
  const rng = seededRng(seed);
  const part = withoutState(world);
  // of a TestApp, what a comparison uses
  const app = { settings: DEFAULT_SETTINGS, clock: { nowMs }, ask: node.ask.bind(node) } as unknown as TestApp;
  const compare = (within: World, n: number) =>
    new Comparison({ app, world: within, rng, label: `${node.name} seed ${seed} shipment ${n}`, seen: new Map() });
  let compared = 0;
  for (let n = 0; n < SHIPMENTS; n++) {
    const shipment = rng.chance(0.6) ? eased(rng, randomShipment(rng, part)) : randomShipment(rng, part);
    const comparison = compare(part, n);
    await Promise.all([
      comparison.findAll(shipment),
      ...part.partners.map(({ partnerId }) => comparison.partner(partnerId, shipment)),
    ]);
    await comparison.assignment(assigned(eased(rng, shipment)), rng.pick(STRATEGIES));
    compared += comparison.compared;
  }
  for (let n = 0; n < STATE_SHIPMENTS; n++) {
    const shipment = shipmentIn(rng.int(0, PINCODES - 1), rng.int(0, PINCODES - 1), rng.int(500, 12_000));
    const comparison = compare(around(world, shipment), SHIPMENTS + n);
    await Promise.all([
      comparison.findAll(shipment),
      ...[...WATCHED, BULK].map((partnerId) => comparison.partner(partnerId, shipment)),
    ]);
    compared += comparison.compared;
  }
  return compared;
}

/** Of every partner, the same answer with the same version of its rate card. */
export async function assertSame(nodes: readonly Node[], world: World, seed: number): Promise<void> {
  const rng = seededRng(seed);
  const part = withoutState(world);
  for (const { partnerId, status } of world.partners) {
    if (status !== 'ACTIVE') continue;
    const isOfState = partnerId === BULK || (WATCHED as readonly string[]).includes(partnerId);
    const shipment = isOfState
      ? shipmentIn(rng.int(0, PINCODES - 1), rng.int(0, PINCODES - 1))
      : eased(rng, randomShipment(rng, part));
    const body = chargesBody(rng, shipment, partnerId);
    const [first, ...others] = await Promise.all(
      nodes.map(async (node) => {
        const { data } = (await node.ask('charges', body)).json;
        return { ...data, calculationId: null } as unknown;
      }),
    );
    for (const other of others)
      assert.deepEqual(other, first, `${partnerId} on ${nodes.map(({ name }) => name).join(' and ')}`);
  }
}
