/** Whether a component answers, for /health. */
import { performance } from 'node:perf_hooks';
import { COMPONENT_CHECK_TIMEOUT_MS } from './limits/http.js';

export interface Check {
  isUp: boolean;
  tookMs: number;
  /** The end of the check; milliseconds since the epoch. */
  atMs: number;
}

/** A check that times out fails like one that answers with an error; the component's own log says which it was. */
export async function check(answer: Promise<boolean>, now: () => number): Promise<Check> {
  const startedAtMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, COMPONENT_CHECK_TIMEOUT_MS, false);
  });
  const isUp = await Promise.race([answer.catch(() => false), timeout]);
  clearTimeout(timer);
  return { isUp, tookMs: performance.now() - startedAtMs, atMs: now() };
}
