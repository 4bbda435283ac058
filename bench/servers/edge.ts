/**
 * A server with the world of test/api/operations/edge-world.ts in its own process, so that a client's work does not
 * delay it. It measures its longest turn of the event loop in time on the processor where Linux tells it, so that other
 * processes do not count.
 */
import { openSync, readSync } from 'node:fs';
import { edgeWorld } from '../../test/api/operations/edge-world.js';
import { TestApp } from '../../test/support/app.js';

/** Its messages: its address and clock, then its measurements. */
export interface EdgeMessage {
  port?: number;
  nowMs?: number;
  longestTurnMs?: number;
  errors?: unknown[];
}

const say = (message: EdgeMessage): void => void process.send!(message);

/** Milliseconds that the main thread has worked: its first number is in nanoseconds. */
function processorClock(): () => number {
  try {
    const file = openSync('/proc/self/schedstat', 'r');
    const text = Buffer.alloc(64);
    return () => Number(text.toString('latin1', 0, readSync(file, text, 0, text.length, 0)).split(' ')[0]) / 1e6;
  } catch {
    return () => performance.now();
  }
}

const app = await TestApp.start(edgeWorld(), { now: new Date(), workers: 1, hasControlThread: true });
const workedMs = processorClock();
let lastMs = 0;
let longestTurnMs = 0;
function tick(): void {
  const nowMs = workedMs();
  longestTurnMs = Math.max(longestTurnMs, nowMs - lastMs);
  lastMs = nowMs;
}
const ticking = setInterval(tick, 1);

process.on('message', (message) => {
  if (message === 'measure') {
    lastMs = workedMs();
    longestTurnMs = 0;
    say({});
  } else if (message === 'measured') {
    tick();
    say({ longestTurnMs, errors: app.errors });
  } else {
    clearInterval(ticking);
    void app.close().then(() => process.disconnect());
  }
});
say({ port: app.port, nowMs: app.clock.nowMs });
