/** The process: environment in, signals, exit codes, and what a person at a terminal sees. */
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { pino } from 'pino';
import { Acceptor } from './acceptors/acceptor.js';
import { Supervisor } from './acceptors/supervisor.js';
import { startApp } from './app.js';
import { createClock } from './clock.js';
import { readConfig } from './config.js';
import { endAtOnce } from './end.js';
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
/** null: this process is the whole node, or the supervisor of its acceptors. */
const acceptor = Acceptor.ofThisProcess();
const output = pino.destination(1);
const log = pino({ level: config.logLevel, base: acceptor === null ? undefined : { acceptor: acceptor.number } }, output);
// that nobody reads its output any more (`| head`) ends no server
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
process.on('uncaughtExceptionMonitor', (error) => endWith('uncaught exception', error));

try {
  if (acceptor === null && config.acceptors > 1) await supervise();
  else await run();
} catch (error) {
  // a port or a store that is taken, a key that does not fit: one line says it; the stack is for who asks for it
  process.stderr.write(`pinrate cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  if (!(error instanceof StartError)) log.debug({ err: error }, 'could not start');
  process.exit(1);
}

/** A node, or one of the acceptors of a node: each is whole, with a store connection, an index and a pool of its own. */
async function run(): Promise<void> {
  // `npm start` gives this thread's heap more room for what is new, with which a charge takes it 4 to 6 % less. Threads that
  // start from here on have what Node.js gives by default: it is 17 MB less with 1,000 partners.
  setFlagsFromString('--max-semi-space-size=16');
  // until it has started there is nothing to finish
  let stop = (): void => {
    flush();
    endAtOnce();
  };
  acceptor?.attach(() => {
    log.fatal('the supervisor is gone');
    stop();
  });
  const app = await startApp({ config, log, now: createClock(), acceptor, onImportProgress: process.stderr.isTTY ? showProgress : undefined });
  log.info({ url: app.url, workers: config.workers, node: process.version }, 'listening');
  // the shell, npm and the supervisor may all pass a Ctrl-C on: the first one counts
  let stopping = false;
  stop = () => {
    if (stopping) return;
    stopping = true;
    // every answered write is on disk already: a thread that hangs may not keep the process for ever
    setTimeout(() => endWith('could not stop in time'), SHUTDOWN_GRACE_MS + SHUTDOWN_FLUSH_MS).unref();
    app.close().then(() => process.exit(0), (error: unknown) => endWith('could not stop cleanly', error));
  };
  onStopSignal(() => stop());
  acceptor?.listening();
  // of several acceptors one says it for all
  await acceptor?.allListen;
  // the lines before it are written as the disk or the pipe takes them
  flush();
  if (config.environment !== 'production') await printWelcome(app);
}

async function supervise(): Promise<never> {
  const { acceptors, host, port } = config;
  if (config.redisUrl === null) log.warn({ acceptors }, 'without REDIS_URL each acceptor counts rate limits by itself: a caller may reach a multiple of its limit');
  const supervisor = new Supervisor({ program: fileURLToPath(import.meta.url), acceptors, host, port, log });
  onStopSignal(() => supervisor.stop());
  process.exit(await supervisor.run());
}

/** The last line of a process that ends for a fault of its own. */
function endWith(message: string, error?: unknown): never {
  log.fatal({ err: error }, message);
  flush();
  endAtOnce();
}

function flush(): void {
  try {
    output.flushSync();
  } catch {
    // whoever read it has gone
  }
}

function onStopSignal(stop: () => void): void {
  let heard = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (heard) return;
      heard = true;
      log.info({ signal }, 'stopping');
      stop();
    });
  }
}

function showProgress({ file, lines, bytesRead, bytesTotal }: DatasetProgress): void {
  const percent = bytesTotal === 0 ? 100 : Math.floor((bytesRead * 100) / bytesTotal);
  process.stderr.write(`\r\x1b[Kimporting ${file}: ${lines} documents (${percent} % of the dataset)${bytesRead === bytesTotal ? '\n' : ''}`);
}
