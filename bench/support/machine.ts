/** The machine and the version that the figures belong to. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { PACKAGE_ROOT } from '../../src/package-root.js';

export interface Machine {
  cpu: string;
  cores: number;
  memoryGigabytes: number;
  os: string;
  kernel: string;
  node: string;
  /** The measured commit by git; null where there is no git. */
  commit: string | null;
}

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]!.model,
    cores: cpus().length,
    memoryGigabytes: Math.round(totalmem() / 1e9),
    os: osName(),
    kernel: release(),
    node: process.version,
    commit: commit(),
  };
}

function osName(): string {
  try {
    return /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? type();
  } catch {
    return type();
  }
}

function commit(): string | null {
  try {
    // `-dirty` when files differ from the commit
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      cwd: PACKAGE_ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}
