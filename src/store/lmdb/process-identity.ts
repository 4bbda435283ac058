/** Tells whether a process that left its name behind is still the one that is running under it. */
import { readFileSync } from 'node:fs';

/** `startedAt` says when, in terms of the kernel's own clock and boot; null where the system does not tell. */
export interface ProcessIdentity {
  pid: number;
  startedAt: string | null;
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, startedAt: readProcess(process.pid)?.startedAt ?? null };
}

/** False when the process has ended, also when its pid now belongs to another. */
export function isAlive({ pid, startedAt }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as another user
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const running = readProcess(pid);
  if (running === null || startedAt === null) return true;
  return !running.isZombie && running.startedAt === startedAt;
}

const FIELDS_BEFORE_STATE = 2;
const STATE_FIELD = 3 - FIELDS_BEFORE_STATE - 1;
const START_TIME_FIELD = 22 - FIELDS_BEFORE_STATE - 1;

/** From Linux' /proc; null elsewhere, and for a pid that has just gone. */
function readProcess(pid: number): { startedAt: string; isZombie: boolean } | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the second field, the command in parentheses, may itself hold spaces and parentheses
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { startedAt: `${boot}/${fields[START_TIME_FIELD]}`, isZombie: fields[STATE_FIELD] === 'Z' || fields[STATE_FIELD] === 'X' };
  } catch {
    return null;
  }
}
