/** Type check, format and lint: what they print is kept, and shown when one fails. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Scripts of package.json. */
export const ALL_CHECKS = ['typecheck', 'format:check', 'lint'] as const;
export type Check = (typeof ALL_CHECKS)[number];

export interface CheckResult {
  name: string;
  isGood: boolean;
  output: string;
  seconds: number;
}

/** All at once: two take less time together than the third. */
export function runChecks(cwd: string, checks: readonly Check[] = ALL_CHECKS): Promise<CheckResult[]> {
  return Promise.all(checks.map((name) => runCheck(name, cwd)));
}

async function runCheck(name: string, cwd: string): Promise<CheckResult> {
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', name], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const exited = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [code, ...output] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { name, isGood: code === 0, output: output.join(''), seconds: (performance.now() - startedAt) / 1_000 };
}
