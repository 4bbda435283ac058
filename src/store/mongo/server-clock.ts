/** The clock of the server: the age of an event must not depend on the error of this machine's clock. */
import type { Db } from 'mongodb';
import { FEED_CLOCK_MS } from '../../limits/mongo.js';
import { command, type CommandOptions } from './raw-cursor.js';

export class ServerClock {
  /**
   * The time of the server's clock when the machine's monotonic clock shows 0; until the first read, of this machine's
   * clock.
   */
  #originMs = performance.timeOrigin;
  #readMs = -Infinity;

  /** @param elapsedMs a clock that never jumps */
  constructor(private readonly elapsedMs: () => number = () => performance.now()) {}

  /** Reads the server's clock, which may be adjusted at any time, unless the last read is recent. */
  async refresh(db: Db, options: CommandOptions): Promise<void> {
    const sentMs = this.elapsedMs();
    if (sentMs - this.#readMs < FEED_CLOCK_MS) return;
    const { localTime } = await command(db, { hello: 1 }, undefined, options);
    this.#readMs = this.elapsedMs();
    // the server read it at some moment in between
    this.#originMs = (localTime as Date).getTime() - (sentMs + this.#readMs) / 2;
  }

  nowMs(): number {
    return this.#originMs + this.elapsedMs();
  }
}
