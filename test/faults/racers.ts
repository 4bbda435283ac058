/** Clients of several nodes that write all the time, each documents of its own, and remember what was acknowledged. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from 'mongodb';
import type { Reply } from '../support/client.js';
import { rounds } from '../support/depth.js';
import type { MainNode } from './main-node.js';
import { BULK, BULK_ZONES, pincode, WATCHED } from './world.js';

/** Between two writes of a client. Ten clients write: some write is always under way when a fault comes. */
const PAUSE_MS = rounds(200, 50);
const RETRY_MS = 200;
/** Of the watched partners: by node. The rows of one are next to each other. */
const rowOf = (n: number, offset = 0): number => 200_000 + 10 * n + offset;
const APPLIED = 300;

export class Racers {
  /** The first pincodes of the bulk: no others are changed. */
  static readonly PINCODES = 2 * APPLIED;

  /** Answers since they were last looked at: by node, kind of write, status and code. */
  readonly counts = new Map<string, number>();
  /** Answers that must not be. */
  readonly troubles: string[] = [];
  /** The last value that was tried and the last that was acknowledged, by collection and id. */
  readonly #values = new Map<string, { tried: number; acknowledged: number }>();
  readonly #discounts = new Set<string>();
  readonly #shipments = new Set<string>();
  #loops: Promise<void>[][] = [];
  /** Those of this node do not write just now. */
  #held: number | null = null;
  #isWriting = false;
  #number = 0;
  /** Requests without an answer, by node. */
  readonly #underWay: number[];

  constructor(private readonly nodes: readonly MainNode[]) {
    this.#underWay = nodes.map(() => 0);
  }

  start(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    this.#loops = this.nodes.map((_, n) =>
      [
        () => this.#patch(n, 'customer-charges', 'value', rowOf(n)),
        () => this.#patch(n, 'distance-charges', 'charge', rowOf(n)),
        () => this.#apply(n),
        () => this.#discount(n),
        () => this.#assign(n),
      ].map((write) => this.#forever(n, write)),
    );
  }

  /** Begins nothing more. */
  end(): void {
    this.#isWriting = false;
  }

  async quiesce(): Promise<void> {
    this.end();
    this.#held = null;
    await Promise.all(this.#loops.flat());
  }

  /** Those of a node wait, from when their requests are answered until {@link release}. */
  async hold(n: number): Promise<void> {
    this.#held = n;
    // a loop that has not noticed yet shows by an answer, none of which may come any more
    for (let isQuiet = false; !isQuiet;) {
      const underWay = this.#underWay[n]!;
      await pause(2 * RETRY_MS);
      isQuiet = underWay === 0 && this.#underWay[n] === 0;
    }
  }

  release(): void {
    this.#held = null;
  }

  /** Whether a node answers a write of a document that nobody else changes with 2xx. */
  probe(n: number): Promise<boolean> {
    return this.#patch(n, 'customer-charges', 'value', rowOf(n, 1));
  }

  async assertNothingLost(db: Db): Promise<void> {
    for (const [name, { tried, acknowledged }] of this.#values) {
      const [collection, field, id] = name.split(' ') as [string, string, string];
      const value = (await db.collection(collection).findOne({ id: Number(id) }))?.[field] as number;
      assert(acknowledged <= value && value <= tried, `${name} is ${value}, of ${acknowledged} to ${tried}`);
    }
    const found = async (collection: string, field: string): Promise<unknown[]> =>
      (
        await db
          .collection(collection)
          .find({}, { projection: { [field]: 1 } })
          .toArray()
      ).map((one) => one[field]);
    const lost = (acknowledged: ReadonlySet<string>, there: readonly unknown[]): string[] =>
      [...acknowledged].filter((name) => !there.includes(name));
    assert.deepEqual(lost(this.#discounts, await found('discounts', 'description')), []);
    assert.deepEqual(lost(this.#shipments, await found('assignments', 'shipmentId')), []);
  }

  async #forever(n: number, write: () => Promise<boolean>): Promise<void> {
    for (; this.#isWriting; await pause(PAUSE_MS)) {
      if (this.#held !== n && (await write())) continue;
      await pause(RETRY_MS);
    }
  }

  async #patch(n: number, collection: string, field: string, id: number): Promise<boolean> {
    const name = `${collection} ${field} ${id}`;
    const value = this.#values.get(name) ?? { tried: 1, acknowledged: 1 };
    this.#values.set(name, value);
    const tried = ++value.tried;
    const isDone = await this.#ask(n, 'PATCH', `/documents/${collection}/${id}`, { [field]: tried });
    if (isDone) value.acknowledged = tried;
    return isDone;
  }

  #apply(n: number): Promise<boolean> {
    const zoneId = BULK_ZONES[++this.#number % BULK_ZONES.length];
    const assignedAt = '2024-04-01T00:00:00.000Z';
    const lines = Array.from({ length: APPLIED }, (_, row) => ({
      collection: 'zone-pincodes',
      document: { partnerId: BULK, zoneId, pincode: pincode(n * APPLIED + row), assignedAt },
    }));
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    return this.#ask(n, 'POST', '/documents/apply', text, { 'content-type': 'application/x-ndjson' });
  }

  async #discount(n: number): Promise<boolean> {
    const number = ++this.#number;
    const description = `racer-${number}`;
    const body = {
      partnerId: WATCHED[n],
      fromWeight: number / 1_000,
      toWeight: (number + 1) / 1_000,
      discountType: 'flat',
      discountValue: 1,
      description,
    };
    const isDone = await this.#ask(n, 'POST', '/discounts', body);
    if (isDone) this.#discounts.add(description);
    return isDone;
  }

  async #assign(n: number): Promise<boolean> {
    const shipmentId = `racer-${++this.#number}`;
    const shipmentDetails = {
      shipmentId,
      serviceTypes: ['PICKUP', 'DELIVERY'],
      fromPincode: pincode(1),
      toPincode: pincode(0),
      weight: 500,
      declaredValue: 100,
      shipmentType: 'B2C',
      paymentType: 'PREPAID',
    };
    const body = { shipmentDetails, assignmentPreferences: { assignmentStrategy: 'CHEAPEST' } };
    const isDone = await this.#ask(n, 'POST', '/shipment-assignment/assign', body);
    if (isDone) this.#shipments.add(shipmentId);
    return isDone;
  }

  async #ask(
    n: number,
    method: string,
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<boolean> {
    this.#underWay[n]!++;
    const reply: Reply | null = await this.nodes[n]!.send(method, path, body, headers).catch(() => null);
    this.#underWay[n]!--;
    const isDone = reply !== null && reply.status < 300;
    const what = `${this.nodes[n]!.name} ${path.split('/')[1]} ${reply?.status ?? 'none'} ${reply?.json?.error?.code ?? ''}`;
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
    if (!isDone && reply !== null && reply.status !== 503) this.troubles.push(`${what}: ${reply.text.slice(0, 500)}`);
    return isDone;
  }
}
