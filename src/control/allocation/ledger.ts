/** What assignments count, of capacities and shares: in the store with them, and on the board that choices read. */
import type { CounterAddition } from '../../domain/allocation/counters.js';
import { Engine } from '../../engine/engine.js';
import type { Job, TextAnswer } from '../../engine/question.js';
import { CountBoard, keyOf } from '../../index/count-board.js';
import type { GenerationHandle } from '../../index/generation.js';
import { STORE_READ_STEP_DOCUMENTS } from '../../limits/store.js';
import type { Counter, CountOp } from '../../model/counters.js';
import type { Store } from '../../store/port.js';

export class Ledger {
  readonly board = new CountBoard();
  readonly #engine = new Engine();

  /** @param current the generation in use */
  constructor(private readonly current: () => GenerationHandle) {}

  /** Takes what the store has. A counter that is not there counts as it did. */
  async load(store: Pick<Store, 'page'>, nowMs: number): Promise<void> {
    for (let after: string | null = null; ;) {
      const some: Counter[] = await store.page('counters', after, STORE_READ_STEP_DOCUMENTS);
      for (const { key, values, expiresAt } of some) {
        const endsAtMs = Date.parse(expiresAt);
        if (endsAtMs >= nowMs) this.board.set(key, values, endsAtMs);
      }
      if (some.length < STORE_READ_STEP_DOCUMENTS) return;
      after = some.at(-1)!.key;
    }
  }

  /** Answers an assignment with the counts as they are now; what it chooses is reserved. */
  answerAgain(job: Job, nowMs: number): TextAnswer {
    const [answer] = this.#engine.answer([job], this.current(), nowMs);
    return answer!;
  }
}

/** What a stored parcel adds. */
export const countOpsOf = (additions: readonly CounterAddition[]): CountOp[] =>
  additions.map(({ counter, window, add, limit, endsAtMs }) => ({
    kind: 'count',
    collection: 'counters',
    key: keyOf(counter, window),
    add,
    limit,
    expiresAt: new Date(endsAtMs).toISOString(),
  }));

/** What a parcel gives back that is no longer with its partner: of windows that are not over. */
export const givenBack = (additions: readonly CounterAddition[], nowMs: number): CounterAddition[] =>
  additions
    .filter(({ endsAtMs }) => endsAtMs >= nowMs)
    .map(({ add, ...addition }) => ({ ...addition, add: add.map((value) => -value), limit: null }));
