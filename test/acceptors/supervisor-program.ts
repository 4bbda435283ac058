/** A supervisor of fake nodes, as a process that a test can send signals to. */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { pino } from 'pino';
import { Supervisor } from '../../src/acceptors/supervisor.js';
import { modulePath } from '../support/programs.js';

const env = (name: string): number | undefined => (process.env[name] === undefined ? undefined : Number(process.env[name]));
/** The fork with this number fails as if out of memory. */
const failingFork = env('FAILING_FORK');
if (failingFork !== undefined) {
  const { fork } = childProcess;
  let forks = 0;
  childProcess.fork = ((...args: Parameters<typeof fork>) => {
    if (++forks === failingFork) throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' });
    return fork(...args);
  }) as typeof fork;
  syncBuiltinESMExports();
}
const supervisor = new Supervisor({
  program: modulePath('test/acceptors/fake-node'), acceptors: env('ACCEPTORS')!, host: '127.0.0.1', port: env('PORT')!, stopWithinMs: env('STOP_WITHIN_MS'),
  log: pino({ base: { pid: process.pid } }),
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => supervisor.stop());
try {
  process.exit(await supervisor.run());
} catch (error) {
  process.stderr.write(`pinrate cannot start: ${(error as Error).message}\n`);
  process.exit(1);
}
