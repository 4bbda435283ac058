/** Where the machine's processor time went during a round: to the server, to the load generator, or to something else; and the server's memory. */
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const CLOCK_TICKS_PER_SECOND = 100;
/** Of a process' stat, counted from behind its name. */
const PARENT = 1;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

export interface Usage {
  /** Milliseconds of processor time of the server's process, or processes. */
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

/** What the process `pid` and its children hold of the machine's memory, or null where there is no /proc. */
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

/** A process and those that it has started: acceptors are children of their supervisor. */
function familyOf(pid: number): number[] {
  const children = readdirSync('/proc').map(Number).filter((other) => {
    // one that has just ended
    try { return other > 0 && statOf(other)[PARENT] === String(pid); } catch { return false; }
  });
  return [pid, ...children];
}

function ownMs(pid: number): number {
  const fields = statOf(pid);
  return ((Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * 1000) / CLOCK_TICKS_PER_SECOND;
}

/** The fields behind the name, which may hold anything. */
function statOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function machineMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}
