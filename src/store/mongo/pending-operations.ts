/** Operations under way, and their end when the store closes. */
import { StoreUnavailableError } from '../port.js';

const refusal = (): StoreUnavailableError =>
  new StoreUnavailableError('this node stops, and MongoDB did not answer in time');

export class PendingOperations {
  /** How to reject each operation. */
  readonly #operations = new Map<Promise<unknown>, (error: Error) => void>();
  #timer: NodeJS.Timeout | null = null;
  #isOver = false;

  /** True once the end was set. */
  get endsSoon(): boolean {
    return this.#timer !== null;
  }

  /** Resolves or rejects like `work`; rejects with StoreUnavailableError when the operations have to end before that. */
  track<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isOver) return Promise.reject(refusal());
    let giveUp!: (error: Error) => void;
    const tracked = new Promise<T>((resolve, reject) => {
      giveUp = reject;
      work().then(resolve, reject);
    }).finally(() => this.#operations.delete(tracked));
    this.#operations.set(tracked, giveUp);
    return tracked;
  }

  /** Rejects operations that have not ended after `ms`, and later ones. The first call counts. */
  endWithin(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#isOver = true;
      for (const reject of this.#operations.values()) reject(refusal());
    }, ms);
  }

  /** Resolves when all have ended. The end must be set. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#operations.keys());
    clearTimeout(this.#timer!);
  }
}
