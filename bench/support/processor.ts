/** Where the machine's processor time went during a round: to the server, to the load generator, or to something else. */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const CLOCK_TICKS_PER_SECOND = 100;

export interface Usage {
  /** Milliseconds of processor time of the server's whole process. */
  serverMs: number;
  /** Of everything but the server and this process, the load generator. */
  othersMs: number;
}

/** Starts a measurement for the process `pid`; call the result to end it. It answers null where there is no /proc. */
export function measureUsage(pid: number): () => Usage | null {
  const server = processMs(pid);
  const machine = machineMs();
  const own = process.cpuUsage();
  return () => {
    const serverNow = processMs(pid);
    if (server === null || serverNow === null) return null;
    const { user, system } = process.cpuUsage(own);
    const serverMs = serverNow - server;
    return { serverMs, othersMs: Math.max(0, machineMs() - machine - serverMs - (user + system) / 1000) };
  };
}

function processMs(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // behind the name, which may hold anything: state is the first field, user and system time the 12th and 13th
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / CLOCK_TICKS_PER_SECOND;
}

function machineMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}
