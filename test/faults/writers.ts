/** Those who write all the time, through the API and behind it, and remember what was acknowledged. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Db, MongoClient } from 'mongodb';
import type { Reply } from '../support/client.js';
import { rounds } from '../support/depth.js';
import type { Node } from './node.js';
import { BULK, PINCODES, pincode, WATCHED } from './world.js';
import { until } from './until.js';

/** What a fault meets is the write that is under way, not how many there were before: the deepest run writes more. */
const ASSIGN_EVERY_MS = rounds(300, 150);
const DISCOUNT_EVERY_MS = rounds(600, 300);
const RATES_EVERY_MS = rounds(400, 200);
const RETRY_MS = 250;
/** While the store is away requests are not piled up further. */
const MAX_ASSIGNING = 8;
/**
 * Of a write that began: until it is acknowledged, when the store is there. A transaction of a node that was killed
 * keeps what it has locked until the server gives it up, which by default it does after 60 s.
 */
const QUIET_TIMEOUT_MS = 90_000;
const LIGHTEST_GRAMS = 1_000;
const DISCOUNT_GRAMS = 10;

export class Writers {
  /** assignmentId by shipmentId. */
  readonly assigned = new Map<string, string>();
  /** Id of the discount by its Idempotency-Key, which is its description too. */
  readonly discounted = new Map<string, number>();
  /** The number that all watched rates were last set to, acknowledged. */
  rate = 1;
  /** Of requests that had to be made again: by status, or `none` where there was no answer. */
  readonly refusals = new Map<string, number>();
  /** Answers that must not be. */
  readonly troubles: string[] = [];
  #isWriting = false;
  #underWay = new Set<Promise<void>>();
  #loops: Promise<void>[] = [];
  #shipments = 0;
  #discounts = 0;
  #turn = 0;
  #ended = false;

  constructor(
    private readonly nodes: readonly Node[],
    private readonly client: MongoClient,
    private readonly db: Db,
  ) {}

  start(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    this.#loops = [this.#assignForever(), this.#discountForever(), this.#changeRatesForever()];
  }

  /** Begins nothing more, and waits until everything that was begun is acknowledged. */
  async quiesce(): Promise<void> {
    this.#isWriting = false;
    let isQuiet = false;
    const quiet = Promise.all(this.#loops)
      .then(() => Promise.all(this.#underWay))
      .then(() => {
        isQuiet = true;
      });
    await until(
      () => isQuiet,
      () => `every write acknowledged: ${this.#underWay.size} assignments are not; ${[...this.refusals].join(' ')}`,
      QUIET_TIMEOUT_MS,
    );
    await quiet;
  }

  /** Gives up what is under way. */
  end(): void {
    this.#isWriting = false;
    this.#ended = true;
  }

  /** Behind the service: the discounts that were made so far. */
  async removeDiscounts(): Promise<void> {
    await this.db.collection('discounts').deleteMany({ description: /^fault-/ }, { writeConcern: { w: 'majority' } });
    this.discounted.clear();
  }

  /** Behind the service: all watched rates in one transaction, again until it is acknowledged. */
  async changeRates(): Promise<number> {
    const rate = this.rate + 1;
    while (!this.#ended) {
      const session = this.client.startSession();
      try {
        await session.withTransaction(
          async () => {
            await this.db
              .collection('customer-charges')
              .updateMany({ partnerId: { $in: [...WATCHED] } }, { $set: { value: rate } }, { session });
            await this.db
              .collection('distance-charges')
              .updateMany({ partnerId: { $in: [...WATCHED] } }, { $set: { charge: rate } }, { session });
          },
          { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
        );
        this.rate = rate;
        return rate;
      } catch {
        await pause(RETRY_MS);
      } finally {
        await session.endSession().catch(() => {});
      }
    }
    return rate;
  }

  async #assignForever(): Promise<void> {
    for (; this.#isWriting; await pause(ASSIGN_EVERY_MS)) {
      if (this.#underWay.size >= MAX_ASSIGNING) continue;
      const assigning = this.#assign().finally(() => this.#underWay.delete(assigning));
      this.#underWay.add(assigning);
    }
  }

  async #discountForever(): Promise<void> {
    for (; this.#isWriting; await pause(DISCOUNT_EVERY_MS)) await this.#discount();
  }

  async #changeRatesForever(): Promise<void> {
    for (; this.#isWriting; await pause(RATES_EVERY_MS)) await this.changeRates();
  }

  async #assign(): Promise<void> {
    const shipmentId = `fault-${++this.#shipments}`;
    const body = {
      shipmentDetails: {
        shipmentId,
        serviceTypes: ['PICKUP', 'DELIVERY'],
        fromPincode: pincode(this.#shipments % PINCODES),
        toPincode: pincode(0),
        weight: 500,
        declaredValue: 100,
        shipmentType: 'B2C',
        paymentType: 'PREPAID',
      },
      assignmentPreferences: { assignmentStrategy: 'CHEAPEST' },
    };
    const reply = await this.#untilAnswered((node) => node.ask('assignment', body));
    if (reply?.json.data?.success === true)
      this.assigned.set(shipmentId, reply.json.data.assignment.assignmentId as string);
    else if (reply !== null) this.troubles.push(`assigning ${shipmentId}: ${reply.status} ${reply.text}`);
  }

  async #discount(): Promise<void> {
    const number = ++this.#discounts;
    const key = `fault-${number}`;
    const grams = LIGHTEST_GRAMS + DISCOUNT_GRAMS * number;
    const body = {
      partnerId: BULK,
      fromWeight: grams / 1_000,
      toWeight: (grams + DISCOUNT_GRAMS) / 1_000,
      discountType: 'flat',
      discountValue: 1 + (number % 7),
      description: key,
    };
    const reply = await this.#untilAnswered((node) => node.post('/api/v1/discounts', body, { 'idempotency-key': key }));
    if (reply?.status === 201) this.discounted.set(key, reply.json.data.id as number);
    else if (reply !== null) this.troubles.push(`creating the discount ${key}: ${reply.status} ${reply.text}`);
  }

  /** The same request, of one node after the other, until one answers other than that it cannot just now. */
  async #untilAnswered(ask: (node: Node) => Promise<Reply>): Promise<Reply | null> {
    while (!this.#ended) {
      const node = this.nodes[this.#turn++ % this.nodes.length]!;
      const reply = await ask(node).catch(() => null);
      if (reply !== null && reply.status < 500) return reply;
      this.#noteRefusal(reply);
      await pause(RETRY_MS);
    }
    return null;
  }

  /** How many writes of each kind were acknowledged. */
  acknowledged(): { assignments: number; discounts: number; rates: number } {
    return { assignments: this.assigned.size, discounts: this.discounted.size, rates: this.rate - 1 };
  }

  #noteRefusal(reply: Reply | null): void {
    const what = reply === null ? 'none' : `${reply.status} ${reply.json?.error?.code}`;
    this.refusals.set(what, (this.refusals.get(what) ?? 0) + 1);
  }
}
