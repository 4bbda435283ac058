/**
 * Follows the commands of a page as a reader does: its fenced `sh` blocks run one after the other in one folder, and
 * each line of a `text` block is in the output of the `sh` block before it. What differs from a reader's machine:
 * - `git clone` copies this working tree, or what another page has made of it, and `npm ci` links its node_modules;
 * - PORT is a free one, which replaces 8080 in the blocks;
 * - HOME is the folder;
 * - a block that ends with `npm start` runs in parallel with the others, once it listens or has ended. The next such
 *   block stops it first, as a reader does with Ctrl-C.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { withFolder } from '../store/fixtures.js';
import { request } from '../support/client.js';
import { findProgram, freePort } from '../support/programs.js';

const LOOK_AGAIN_MS = 50;
/** Not part of a clone. */
const LEFT_OUT = new Set(['node_modules', '.git', '.pinrate', 'dist', 'coverage']);

export interface Block {
  script: string;
  /** Lines that its output must have. */
  expected: string[];
}

/** The blocks of a page of docs, or of the part of it below a heading of the second level. */
async function blocksOf(page: string, port: number, heading: string | null): Promise<Block[]> {
  const blocks: Block[] = [];
  const written = await readFile(join(PACKAGE_ROOT, 'docs', page), 'utf8');
  const parts = written.split(/^(?=## )/m);
  const part = heading === null ? written : parts.find((each) => each.startsWith(`## ${heading}\n`));
  assert.ok(part !== undefined, `${page} has no part ${heading}`);
  const text = part.replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);
  for (const [, kind, content] of text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)) {
    assert.ok(kind === 'sh' || kind === 'text', `a block of ${kind} is not followed`);
    if (kind === 'sh') blocks.push({ script: content!, expected: [] });
    else blocks.at(-1)!.expected.push(...content!.trim().split('\n'));
  }
  return blocks;
}

/** Replaces `git` and `npm` for the two commands that need the network; all other npm commands run npm itself. */
async function writeStandIns(folder: string): Promise<void> {
  await mkdir(folder);
  const programs = {
    git: `test "$1" = clone && cp -r ${join(folder, '..', 'tree')} "$3"`,
    npm: `test "$1" = ci || exec ${findProgram(undefined, 'npm')} "$@"\nln -s ${join(PACKAGE_ROOT, 'node_modules')} .`,
  };
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  }
}

class Reader {
  /** The folder of the terminals: that of the last `cd`. */
  #cwd: string;
  #server: { child: ChildProcess; exited: Promise<unknown> } | null = null;

  constructor(
    readonly home: string,
    readonly port: number,
  ) {
    this.#cwd = home;
  }

  /** The output of the block until it ended; for a server, until it listened and had printed the expected lines. */
  async follow({ script, expected }: Block): Promise<string> {
    const isServer = script.trimEnd().endsWith('npm start');
    if (isServer) await this.stop();
    const { PATH } = process.env;
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd: this.#cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: [join(this.home, 'bin'), PATH].join(delimiter),
        HOME: this.home,
        PORT: String(this.port),
        WORKERS: '1',
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const exited = once(child, 'close');
    const folder = /^cd (\S+)$/m.exec(script)?.[1];
    if (folder !== undefined) this.#cwd = join(this.#cwd, folder);
    if (isServer) {
      this.#server = { child, exited };
      await this.#listens(child, () => expected.every((line) => output.includes(line)));
    } else assert.deepEqual(await exited, [0, null], output);
    return output;
  }

  /** Ctrl-C reaches everything that runs in the terminal. */
  async stop(): Promise<void> {
    if (this.#server === null) return;
    const { child, exited } = this.#server;
    this.#server = null;
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGINT');
    await exited;
  }

  /** Also resolves when the server ends by itself: its output says why. */
  async #listens(child: ChildProcess, hasPrinted: () => boolean): Promise<void> {
    let hasEnded = false;
    child.once('close', () => {
      hasEnded = true;
    });
    while (!hasEnded) {
      const reply = await request({ port: this.port, path: '/health/ready' }).catch(() => null);
      if (reply?.status === 200 && hasPrinted()) return;
      await sleep(LOOK_AGAIN_MS);
    }
  }
}

export interface Following {
  /** Only the part below this heading; the whole page unless given. */
  heading?: string;
  /** Blocks that its reader has followed already. */
  done?: readonly Block[];
  /** A folder with what `npm start` made in the clone of a reader before: the build, and the store of the demo. */
  made?: string | undefined;
  /** Gets that, when the page is done. */
  keep?: string;
}

/** Follows a page of docs. */
export function followPage(page: string, { heading, done = [], made, keep }: Following = {}): Promise<void> {
  return withFolder(async (home) => {
    const filter = (path: string): boolean => !LEFT_OUT.has(basename(path));
    await cp(PACKAGE_ROOT, join(home, 'tree'), { recursive: true, filter });
    if (made !== undefined) await copyMade(made, join(home, 'tree'));
    await writeStandIns(join(home, 'bin'));
    const reader = new Reader(home, await freePort());
    const blocks = await blocksOf(page, reader.port, heading ?? null);
    assert.ok(blocks.length >= LEAST_BLOCKS, 'finds its blocks');
    try {
      for (const block of [...done, ...blocks]) {
        const output = steady(await reader.follow(block));
        for (const line of block.expected)
          assert.ok(output.includes(steady(line)), `${block.script}\nshould print\n${line}\nand printed\n${output}`);
      }
    } finally {
      await reader.stop();
    }
    if (keep !== undefined) await copyMade(join(home, 'pinrate'), keep);
  });
}

async function copyMade(from: string, to: string): Promise<void> {
  for (const name of ['dist', '.pinrate']) await cp(join(from, name), join(to, name), { recursive: true });
}

const LEAST_BLOCKS = 10;

/** Without what differs each time: dates, and what a backup is called and has. */
const steady = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d{2}-\d{2}( \d{2}:\d{2})?/g, '<date>')
    .replaceAll(/\d{8}T\d{6}Z/g, '<moment>')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '<hash>');
