/** Shows one thread whether another one turns its event loop: memory that they share, and no messages. */
import { CONTROL_BEAT_MS } from '../limits/control.js';

const NS_PER_MS = 1e6;

export class Heartbeat {
  /** The last beat, by the monotonic clock of the process, which all threads share; nanoseconds. */
  readonly #last: BigInt64Array;

  /** Begins with a beat. @param shared the memory of the other thread's end */
  constructor(readonly shared = new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT)) {
    this.#last = new BigInt64Array(shared);
    this.beat();
  }

  beat(): void {
    Atomics.store(this.#last, 0, process.hrtime.bigint());
  }

  /** Beats from now on while this thread's event loop turns. Does not keep the thread alive. */
  keepBeating(): void {
    setInterval(() => this.beat(), CONTROL_BEAT_MS).unref();
  }

  /** How long a beat has been due, so how long the thread has been busy at least; milliseconds, 0: none is due. */
  busyMs(): number {
    const silentMs = Number(process.hrtime.bigint() - Atomics.load(this.#last, 0)) / NS_PER_MS;
    return Math.max(0, silentMs - CONTROL_BEAT_MS);
  }
}
