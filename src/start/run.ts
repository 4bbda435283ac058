/** A process that may start: its log, its signals, its exit codes, and its output on a terminal. */
import { pino, type Logger } from 'pino';
import { startApp } from '../app.js';
import { createClock } from '../clock.js';
import { SETTINGS, type Config } from '../config.js';
import type { LaunchControl } from '../control/remote.js';
import { endAtOnce } from './end.js';
import { exposedCredentials } from './exposure.js';
import { SHUTDOWN_FLUSH_MS, SHUTDOWN_GRACE_MS } from '../limits/http.js';
import { PACKAGE_VERSION } from '../package-root.js';
import { LogOutput } from './output.js';
import { announce, welcomeOf } from './welcome.js';
import { StartError } from '../errors.js';
import type { DatasetProgress } from '../store/dataset/dataset.js';

interface ProcessOptions {
  config: Config;
  /** The first lines of the log. */
  warnings: readonly string[];
  /** In a thread of its own unless given. */
  launchControl?: LaunchControl;
}

/** Resolves when the node serves. Rejects when it cannot start; the message is for the operator. */
export async function runProcess(options: ProcessOptions): Promise<void> {
  const { config } = options;
  const output = new LogOutput();
  const log = pino({ level: config.logLevel, base: undefined }, output);
  const running = new RunningProcess(options, log, output);
  for (const warning of options.warnings) log.warn(warning);
  try {
    await running.serve();
  } catch (error) {
    // the message tells the operator everything; the stack is for a developer who asks for it
    if (!(error instanceof StartError)) log.debug({ err: error }, 'could not start');
    throw error;
  }
}

class RunningProcess {
  constructor(
    private readonly options: ProcessOptions,
    private readonly log: Logger,
    private readonly output: LogOutput,
  ) {
    process.on('uncaughtExceptionMonitor', (error) => this.endWith('uncaught exception', error));
  }

  async serve(): Promise<void> {
    const {
      options: { config, launchControl },
      log,
    } = this;
    // Until the start is complete there is nothing to finish. The first process of a container ignores a signal that it
    // does not listen to.
    let stop = (): void => {
      this.output.end();
      endAtOnce();
    };
    this.onStopSignal(() => stop());
    const app = await startApp({
      config,
      log,
      now: createClock(),
      launchControl,
      onLogLine: (line) => this.output.write(line),
      onControlEnd: (reason) => this.endWith('the control thread has ended', reason),
      onImportStart: (folder) => this.announceImport(folder),
      onImportProgress: process.stderr.isTTY ? showProgress : undefined,
    });
    log.info(
      { url: app.url, version: PACKAGE_VERSION, workers: config.workers, node: process.version, uws: app.uwsBuild },
      'listening',
    );
    const exposed = exposedCredentials(config.host, app.credentials(), Date.now());
    if (exposed > 0) {
      log.warn(
        { host: config.host, credentials: exposed },
        'other machines may reach this address, and the secrets of the demo are public: anybody may use them',
      );
    }
    stop = () => {
      // every answered write is on disk already: a thread that does not end must not keep the process alive forever
      setTimeout(() => this.endWith('could not stop in time'), SHUTDOWN_GRACE_MS + SHUTDOWN_FLUSH_MS).unref();
      app.close().then(
        () => process.exit(0),
        (error: unknown) => this.endWith('could not stop cleanly', error),
      );
    };
    // Written as the log is: a line that is still on its way would come after what goes straight to standard output.
    if (config.environment !== 'production') this.output.write(await welcomeOf(app, config, exposed));
  }

  private announceImport(folder: string): void {
    const { config } = this.options;
    if (config.environment === 'production')
      this.log.info({ dataset: folder }, 'importing the dataset: the store is empty');
    else
      announce(config, `importing the ${folder === SETTINGS.DATASET.default ? 'demo dataset' : 'dataset'} ${folder} …`);
  }

  /** The last line of a process that ends because of an internal fault. */
  private endWith(message: string, error?: unknown): never {
    this.output.end((last) => pino({ level: this.log.level, base: undefined }, last).fatal({ err: error }, message));
    endAtOnce();
  }

  /** Only the first signal counts: the shell and npm may both forward a Ctrl-C. */
  private onStopSignal(stop: () => void): void {
    let received = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (received) return;
        received = true;
        this.log.info({ signal }, 'stopping');
        stop();
      });
    }
  }
}

function showProgress({ file, lines, bytesRead, bytesTotal }: DatasetProgress): void {
  const percent = bytesTotal === 0 ? 100 : Math.floor((bytesRead * 100) / bytesTotal);
  process.stderr.write(
    `\r\x1b[Kimporting ${file}: ${lines} documents (${percent} % of the dataset)${bytesRead === bytesTotal ? '\n' : ''}`,
  );
}
