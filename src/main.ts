/** The process: environment in, signals, exit codes, and what a person at a terminal sees. */
import { pino } from 'pino';
import { startApp } from './app.js';
import { createClock } from './clock.js';
import { readConfig } from './config.js';
import { SHUTDOWN_FLUSH_MS, SHUTDOWN_GRACE_MS } from './limits.js';
import { printWelcome } from './welcome.js';
import { StartError } from './store/bootstrap.js';
import type { DatasetProgress } from './store/dataset.js';

const read = readConfig(process.env);
if (!read.ok) {
  process.stderr.write(`${read.problems.join('\n')}\n`);
  process.exit(1);
}
const { config } = read;
const log = pino({ level: config.logLevel, base: undefined });

try {
  const app = await startApp({ config, log, now: createClock(), onImportProgress: process.stderr.isTTY ? showProgress : undefined });
  log.info({ url: app.url, workers: config.workers, node: process.version }, 'listening');
  // the shell and npm may both pass a Ctrl-C on: the first one counts
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'stopping');
      // every answered write is on disk already: a thread that hangs may not keep the process for ever
      setTimeout(() => {
        log.fatal('could not stop in time');
        process.exit(1);
      }, SHUTDOWN_GRACE_MS + SHUTDOWN_FLUSH_MS).unref();
      app.close().then(() => process.exit(0), (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      });
    });
  }
  if (config.environment !== 'production') await printWelcome(app);
} catch (error) {
  // a port or a store that is taken, a key that does not fit: one line says it; the stack is for who asks for it
  process.stderr.write(`pinrate cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  if (!(error instanceof StartError)) log.debug({ err: error }, 'could not start');
  process.exit(1);
}

function showProgress({ file, lines, bytesRead, bytesTotal }: DatasetProgress): void {
  const percent = bytesTotal === 0 ? 100 : Math.floor((bytesRead * 100) / bytesTotal);
  process.stderr.write(`\r\x1b[Kimporting ${file}: ${lines} documents (${percent} % of the dataset)${bytesRead === bytesTotal ? '\n' : ''}`);
}
