/**
 * How the machine's processor time was divided during a round between the server, the load generator and everything
 * else; and the server's memory.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const CLOCK_TICKS_PER_SECOND = 100;
/** Indexes of fields in a process' stat file, counted after its name. */
const PARENT = 1;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

export interface Usage {
  /** Milliseconds of processor time of the server's process, or processes. */
  serverMs: number;
  /** Of everything except the server and this process, the load generator. */
  othersMs: number;
}

/** Starts a measurement for the process `pid`; call the result to end it. It returns null where there is no /proc. */
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

const LOOK_MS = 250;
const IDLE_LOOKS = 4;
const IDLE_SHARE = 0.1;
const LONGEST_WAIT_MS = 120_000;

/**
 * Resolves when the process `pid` has used hardly any processor time for a second: a node that is ready still looks for
 * faults in its documents, which takes its analyst's thread seconds and is not what a round measures.
 */
export async function untilIdle(pid: number): Promise<void> {
  const until = performance.now() + LONGEST_WAIT_MS;
  let former = processMs(pid);
  for (let idle = 0; former !== null && idle < IDLE_LOOKS;) {
    if (performance.now() > until) throw new Error(`the process ${pid} has not come to rest`);
    await sleep(LOOK_MS);
    const now = processMs(pid);
    idle = now! - former <= LOOK_MS * IDLE_SHARE ? idle + 1 : 0;
    former = now;
  }
}

/** The resident memory of the process `pid` and its children, or null where there is no /proc. */
export function residentMegabytes(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  return familyOf(pid).reduce((sum, member) => sum + ownMegabytes(member), 0);
}

function ownMegabytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1];
  return (Number(kibibytes) * 1024) / 1_000_000;
}

function processMs(pid: number): number | null {
  if (process.platform !== 'linux') return null;
  return familyOf(pid).reduce((sum, member) => sum + ownMs(member), 0);
}

/** A process and its children. */
function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => {
      // it has just ended
      try {
        return other > 0 && statOf(other)[PARENT] === String(pid);
      } catch {
        return false;
      }
    });
  return [pid, ...children];
}

function ownMs(pid: number): number {
  const fields = statOf(pid);
  return ((Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * 1000) / CLOCK_TICKS_PER_SECOND;
}

/** The fields after the name, which may contain anything. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function machineMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}
