import { performance } from 'node:perf_hooks';

const ALIGN_EVERY_MS = 1_000;

/**
 * Milliseconds since the epoch with fractions. It is the monotonic clock, adjusted to the system clock every second, so
 * that durations are precise and dates follow corrections of the clock. The timer does not keep the process alive.
 */
export function createClock(): () => number {
  let origin = performance.timeOrigin;
  const align = () => {
    origin = Date.now() - performance.now();
  };
  align();
  setInterval(align, ALIGN_EVERY_MS).unref();
  return () => origin + performance.now();
}
