/** The clock of the server: the age of an event must not depend on how far this machine's clock is off. */
import type { Db } from 'mongodb';
import { FEED_CLOCK_MS } from '../../limits/mongo.js';
import { command, type CommandOptions } from './raw-cursor.js';

export class ServerClock {
  /**
   * What the server's clock shows when the machine's monotonic one shows 0; until it is read, what this machine's does.
   */
  #originMs = performance.timeOrigin;
  #readMs = -Infinity;

  /** @param elapsedMs a clock that never jumps */
  constructor(private readonly elapsedMs: () => number = () => performance.now()) {}

  /** Reads the server's clock, which may be adjusted at any time, unless that was done a short while ago. */
  async refresh(db: Db, options: CommandOptions): Promise<void> {
    const sentMs = this.elapsedMs();
    if (sentMs - this.#readMs < FEED_CLOCK_MS) return;
    const { localTime } = await command(db, { hello: 1 }, undefined, options);
    this.#readMs = this.elapsedMs();
    // it was read at some time in between
    this.#originMs = (localTime as Date).getTime() - (sentMs + this.#readMs) / 2;
  }

  nowMs(): number {
    return this.#originMs + this.elapsedMs();
  }
}
