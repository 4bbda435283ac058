/**
 * Ids for new documents: a counter for each collection, from which a node takes blocks. No transaction changes a
 * counter, so nodes that create documents at the same time do not wait for each other.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { fullJitterMs } from '../../jitter.js';
import {
  MONGO_COMMIT_TIMEOUT_MS,
  MONGO_FIRST_PAUSE_MS,
  MONGO_ID_BLOCK,
  MONGO_LAST_PAUSE_MS,
  MONGO_WRITE_DEADLINE_MS,
} from '../../limits/mongo.js';
import type { NumberedCollection } from '../port.js';
import { hasCode } from './codes.js';
import { STATE_COLLECTION, type StateDocument } from './state.js';
import { isUnavailable, readLimits, within } from './unavailable.js';

/** Ids reserved for this node and not used yet. */
interface Block {
  next: number;
  last: number;
}

const NONE: Block = { next: 1, last: 0 };
/** Another program may have written an id of any type. */
const A_NUMBER = { $type: ['int', 'long', 'double'], $lte: Number.MAX_SAFE_INTEGER };

export class IdBlocks {
  readonly #blocks = new Map<NumberedCollection, Block>();
  /** By collection: resolves when the ids of the earlier calls are taken. */
  readonly #turns = new Map<NumberedCollection, Promise<unknown>>();

  constructor(private readonly db: Db) {}

  /** See {@link Store.takeIds}. */
  take(collection: NumberedCollection, count: number, above: number): Promise<number> {
    const former = this.#turns.get(collection) ?? Promise.resolve();
    const taken = former.then(() => this.#take(collection, count, above));
    this.#turns.set(
      collection,
      taken.catch(() => {}),
    );
    return taken;
  }

  async #take(collection: NumberedCollection, count: number, above: number): Promise<number> {
    let { next, last } = this.#blocks.get(collection) ?? NONE;
    next = Math.max(next, above + 1);
    if (next + count - 1 > last) {
      const size = Math.max(count, MONGO_ID_BLOCK);
      last = await this.#takeBlock(collection, size, above);
      next = last - size + 1;
    }
    this.#blocks.set(collection, { next: next + count, last });
    return next;
  }

  /** Takes `size` ids in a row and returns the last one. */
  async #takeBlock(collection: NumberedCollection, size: number, above: number): Promise<number> {
    const deadline = performance.now() + MONGO_WRITE_DEADLINE_MS;
    for (let attempt = 0; ; attempt++) {
      try {
        return await within(MONGO_COMMIT_TIMEOUT_MS, () => this.#advance(collection, size, above));
      } catch (error) {
        // two nodes may create the counter at once
        const isPassing = isUnavailable(error) || hasCode(error, 'DuplicateKey');
        if (!isPassing || performance.now() >= deadline) throw error;
      }
      // the block of an attempt without an answer is lost
      await pause(fullJitterMs(attempt, MONGO_FIRST_PAUSE_MS, MONGO_LAST_PAUSE_MS));
    }
  }

  /** A majority has the counter: a taken block stays taken when the primary changes. */
  async #advance(collection: NumberedCollection, size: number, above: number): Promise<number> {
    const newest = await this.db
      .collection(collection)
      .findOne({ id: A_NUMBER }, { sort: { id: -1 }, projection: { id: 1 }, ...readLimits() });
    const greatest = Math.floor((newest?.['id'] as number | undefined) ?? 0);
    const counter = await this.db
      .collection<StateDocument>(STATE_COLLECTION)
      .findOneAndUpdate(
        { _id: `ids/${collection}` },
        [{ $set: { last: { $add: [{ $max: ['$last', greatest, above] }, size] } } }],
        { upsert: true, returnDocument: 'after', writeConcern: { w: 'majority' } },
      );
    return counter!['last'] as number;
  }
}
