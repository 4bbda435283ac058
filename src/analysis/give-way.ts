/** Lets this thread's work give way to that of others. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Linux has a priority for each thread: this one gets processor time that others leave. No-op on other systems.
 * @param niceness 0 (as others) to 19
 */
export function giveWay(niceness: number): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
    setPriority(thread, niceness);
  } catch {
    // no such priorities here: the work competes with the others'
  }
}
