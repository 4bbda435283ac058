import { performance } from 'node:perf_hooks';

const ALIGN_EVERY_MS = 1_000;

/**
 * Milliseconds since the epoch with fractions: the monotonic clock, set by the system's every second, so that durations
 * have their fractions and dates follow a clock that is corrected. The timer does not keep the process alive.
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
