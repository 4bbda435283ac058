/** Checks whether the process with a stored identity is still running. */
import { readFileSync } from 'node:fs';

/**
 * `startedAt` is the boot and the kernel's clock at the start of the process; null where the system does not provide
 * them.
 */
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
    // EPERM: it is running as another user
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const running = readProcess(pid);
  if (running === null || startedAt === null) return true;
  return !running.isZombie && running.startedAt === startedAt;
}

const FIELDS_BEFORE_STATE = 2;
const STATE_FIELD = 3 - FIELDS_BEFORE_STATE - 1;
const START_TIME_FIELD = 22 - FIELDS_BEFORE_STATE - 1;

/** Reads Linux' /proc. Null on other systems, and when the process has just ended. */
function readProcess(pid: number): { startedAt: string; isZombie: boolean } | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the second field, the command in parentheses, may itself contain spaces and parentheses
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      startedAt: `${boot}/${fields[START_TIME_FIELD]}`,
      isZombie: fields[STATE_FIELD] === 'Z' || fields[STATE_FIELD] === 'X',
    };
  } catch {
    return null;
  }
}
