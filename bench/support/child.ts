/** Processes that a bench starts. */
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Runs Node.js with `args` in a child process that ends with this one at the latest; `exited` resolves to its exit
 * code.
 */
export function startChild(
  args: readonly string[],
  options: SpawnOptions,
): { child: ChildProcess; exited: Promise<number | null> } {
  const child = spawn(process.execPath, args, options);
  running.add(child);
  const exited = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  return { child, exited };
}
