/**
 * The servers under measurement: child processes on a free port of loopback that print their address on standard
 * output.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { startChild } from './child.js';
import { untilIdle } from './processor.js';

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
  /** A compiled checkout, this one unless given. */
  root?: string;
}

/** pinrate as `npm start` runs it, without its log lines, when its work of the start is done. */
export async function startPinrate({
  dataDir,
  mongodb,
  dataset = DEMO_DATASET,
  workers = 1,
  root = PACKAGE_ROOT,
}: PinrateOptions): Promise<Server> {
  const startedAt = performance.now();
  const command = [...startOptions(root), join(root, 'dist', 'src', 'main.js')];
  const server = await start('pinrate', command, {
    ...(mongodb === undefined ? { DATA_DIR: dataDir! } : { MONGODB_URI: mongodb.uri, MONGODB_DB: mongodb.database }),
    PORT: '0',
    HOST: '127.0.0.1',
    DATASET: dataset,
    WORKERS: String(workers),
    LOG_LEVEL: 'warn',
  });
  const { ok } = await fetch(`${server.url}/health/ready`);
  if (!ok) throw new Error('pinrate listens but is not ready');
  const readyAfterMs = performance.now() - startedAt;
  await untilIdle(server.pid);
  return { ...server, readyAfterMs };
}

/** `bench/servers/<name>.ts`, compiled. It gets the options of pinrate, so that no ratio depends on settings. */
export function startPeer(name: 'bare' | 'fastify' | 'per-request', args: readonly string[]): Promise<Server> {
  const script = fileURLToPath(new URL(`../servers/${name}.js`, import.meta.url));
  return start(name, [...startOptions(PACKAGE_ROOT), script, ...args], {});
}

/** The Node.js options of `npm start` in a checkout, on this machine. */
function startOptions(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  // a release may be older than this file
  const ofCollectors = join(root, 'src', 'gc-flags.js');
  const printed = existsSync(ofCollectors) ? execFileSync(process.execPath, [ofCollectors], { encoding: 'utf8' }) : '';
  return `${scripts.start} ${printed}`.split(/\s+/).filter((word) => word.startsWith('-'));
}

async function start(name: string, command: readonly string[], env: Record<string, string>): Promise<Server> {
  const startedAt = performance.now();
  const { child, exited } = startChild(command, {
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
