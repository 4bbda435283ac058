/**
 * The servers under measurement: child processes on a free port of loopback that print their address on standard
 * output.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { startChild } from './child.js';

export const DEMO_DATASET = join(PACKAGE_ROOT, 'data', 'demo');

export interface Server {
  name: string;
  url: string;
  pid: number;
  /** Milliseconds from the start of the process until it was ready for requests. */
  readyAfterMs: number;
  /** Ends it and waits for its exit. */
  stop(): Promise<void>;
}

export interface PinrateOptions {
  /** The embedded store's folder, used without `mongodb`. */
  dataDir?: string;
  mongodb?: { uri: string; database: string };
  dataset?: string;
  /** Pool threads, by default one in addition to the main thread. */
  workers?: number;
}

/** The Node.js options of `npm start`. pinrate's peers get the same, so that no ratio depends on settings. */
const NODE_OPTIONS = startOptions();

/** pinrate as `npm start` runs it, without its log lines. */
export async function startPinrate({
  dataDir,
  mongodb,
  dataset = DEMO_DATASET,
  workers = 1,
}: PinrateOptions): Promise<Server> {
  const startedAt = performance.now();
  const server = await start('pinrate', join(PACKAGE_ROOT, 'dist', 'src', 'main.js'), [], {
    ...(mongodb === undefined ? { DATA_DIR: dataDir! } : { MONGODB_URI: mongodb.uri, MONGODB_DB: mongodb.database }),
    PORT: '0',
    HOST: '127.0.0.1',
    DATASET: dataset,
    WORKERS: String(workers),
    LOG_LEVEL: 'warn',
  });
  const { ok } = await fetch(`${server.url}/health/ready`);
  if (!ok) throw new Error('pinrate listens but is not ready');
  return { ...server, readyAfterMs: performance.now() - startedAt };
}

/** `bench/servers/<name>.ts`, compiled. */
export function startPeer(name: 'bare' | 'fastify' | 'per-request', args: readonly string[]): Promise<Server> {
  return start(name, fileURLToPath(new URL(`../servers/${name}.js`, import.meta.url)), args, {});
}

function startOptions(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').filter((word) => word.startsWith('-'));
}

async function start(
  name: string,
  script: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Server> {
  const startedAt = performance.now();
  const { child, exited } = startChild([...NODE_OPTIONS, script, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

  const url = await new Promise<string>((resolve, reject) => {
    let last = '';
    // read to the end, so that a full pipe never blocks the server
    createInterface({ input: child.stdout! }).on('line', (line) => {
      last = line;
      const found = /listens on (http:\S+)/.exec(line);
      if (found !== null) resolve(found[1]!);
    });
    exited.then((code) => reject(new Error(`${name} ended with ${String(code)} before it listened: ${last}`)), reject);
  });
  return {
    name,
    url,
    pid: child.pid!,
    readyAfterMs: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
