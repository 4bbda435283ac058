/** Type check, format and lint, while the tests run: what they print is kept apart, and shown when one fails. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Scripts of package.json. */
const CHECKS = ['typecheck', 'format:check', 'lint'] as const;

export interface CheckResult {
  name: string;
  isGood: boolean;
  output: string;
  seconds: number;
}

/** One after the other, so that tests have a core of two. */
export async function runChecks(cwd: string): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const name of CHECKS) results.push(await runCheck(name, cwd));
  return results;
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
