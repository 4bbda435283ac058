/**
 * The moment up to which a feed has delivered, and the callers that wait for a moment. A commit's events have the
 * moment of the commit, and its acknowledgement has that moment or, after a repeated commit, a later one.
 */
import { Timestamp } from 'mongodb';

/** A caller that waits. */
interface Waiter {
  readonly moment: Timestamp;
  /** With false: nothing is delivered before the operator has done something. */
  readonly resolve: (isDelivered: boolean) => void;
}

export class DeliveryProgress {
  #upTo: Timestamp = new Timestamp({ t: 0, i: 0 });
  readonly #waiting = new Set<Waiter>();

  /** Resolves with true when everything up to a moment is delivered; otherwise as {@link release} says. */
  async wait(moment: Timestamp): Promise<boolean> {
    if (moment.lessThanOrEqual(this.#upTo)) return true;
    return new Promise((resolve) => this.#waiting.add({ moment, resolve }));
  }

  get waiting(): readonly Waiter[] {
    return [...this.#waiting];
  }

  /** Everything up to this moment is delivered. */
  upTo(moment: Timestamp): void {
    if (moment.greaterThan(this.#upTo)) this.#upTo = moment;
    this.release(
      true,
      this.waiting.filter((waiting) => waiting.moment.lessThanOrEqual(this.#upTo)),
    );
  }

  release(isDelivered: boolean, some: readonly Waiter[] = this.waiting): void {
    for (const waiting of some) {
      this.#waiting.delete(waiting);
      waiting.resolve(isDelivered);
    }
  }
}
