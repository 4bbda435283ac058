/** Standard output as the log uses it: a thread of libuv's writes, so that a slow reader delays no request. */
import { performance } from 'node:perf_hooks';
import { pino } from 'pino';
import { LAST_LINES_MS, LAST_WRITE_MS } from '../limits/http.js';

type Stream = ReturnType<typeof pino.destination>;

export class LogOutput {
  /** Until when a reader that takes nothing is waited for. */
  #giveUpAtMs = Infinity;
  readonly #stream = this.#open(false);

  write(text: string): void {
    this.#stream.write(text);
  }

  /**
   * For a process that ends at once, which would interrupt that thread: writes here whatever is left.
   * @param log writes the last line
   */
  end(log?: (output: Stream) => void): void {
    this.#giveUpAtMs = performance.now() + LAST_LINES_MS;
    try {
      // nothing tells this thread that a write has ended before its event loop turns
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_WRITE_MS);
      this.#stream.flushSync();
      log?.(this.#open(true));
    } catch {
      // the log has no reader any more
    }
  }

  #open(sync: boolean): Stream {
    // Node.js has opened it then: a full pipe refuses a write instead of blocking it
    void process.stdout;
    return pino.destination({ dest: 1, sync, retryEAGAIN: () => performance.now() < this.#giveUpAtMs });
  }
}
