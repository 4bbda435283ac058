// Only in npm run test:all.
/** Starts of the whole program in a process of its own: what a person reads, and how it ends. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { PACKAGE_VERSION } from '../../src/package-root.js';
import { fixtureDocuments, withFolder, withoutContracts, writeDataset } from '../store/fixtures.js';
import { LOADER, modulePath } from '../support/programs.js';

/** Only so that a start that hangs fails: none is timed. */
const TIMEOUT_MS = 300_000;
/** The working directory is another one than that of the repository. */
const NODE_ARGUMENTS = LOADER.map((word) => (word === 'tsx' ? import.meta.resolve('tsx') : word));

type Env = Record<string, string>;

class Start {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown[]>;
  stdout = '';
  stderr = '';

  constructor(
    t: TestContext,
    folder: string,
    env: Env,
    args: readonly string[] = [],
    nodeArguments: readonly string[] = [],
  ) {
    this.child = spawn(process.execPath, [...nodeArguments, ...NODE_ARGUMENTS, modulePath('src/main'), ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: join(folder, 'store'),
        DATASET: join(folder, 'dataset'),
        WORKERS: '1',
        ...env,
      },
    });
    t.after(() => this.child.kill('SIGKILL'));
    this.ended = once(this.child, 'close');
    this.child.stdout!.on('data', (chunk: Buffer) => {
      this.stdout += chunk.toString();
    });
    this.child.stderr!.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
  }

  /** Everything that it wrote, until it ended by itself. */
  async written(): Promise<{ code: unknown; stdout: string; stderr: string }> {
    const [code] = await this.ended;
    return { code, stdout: this.stdout, stderr: this.stderr };
  }

  /** What it wrote until `text` came on standard output; it is then stopped in order. */
  async untilStdout(text: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
    while (!this.stdout.includes(text)) {
      await Promise.race([once(this.child.stdout!, 'data'), this.ended]);
      assert.equal(this.child.exitCode, null, `it ended before ${JSON.stringify(text)}: ${this.stdout}${this.stderr}`);
    }
    const { stdout, stderr } = this;
    this.child.kill('SIGTERM');
    const [code] = await this.ended;
    return { code, stdout, stderr };
  }
}

/** Runs the program in an empty folder until it ends. */
function ending(t: TestContext, env: Env, args?: readonly string[], nodeArguments?: readonly string[]) {
  return withFolder(async (folder) => ({
    ...(await new Start(t, folder, { PORT: '0', ...env }, args, nodeArguments).written()),
    hasBegun: existsSync(join(folder, 'store')),
  }));
}

describe('a start that cannot succeed ends with one line, before anything is begun', { timeout: TIMEOUT_MS }, () => {
  const faults: [title: string, env: Env, args: string[], stderr: RegExp][] = [
    ['an unknown argument', {}, ['--prot'], /^unknown argument "--prot": --help lists options and settings\n$/],
    [
      'a misspelt name with the prefix',
      { PINRATE_WROKERS: '2' },
      [],
      /^PINRATE_WROKERS is not a setting: did you mean PINRATE_WORKERS\?\n$/,
    ],
    [
      'a value that is not allowed, under its name with the prefix',
      { PINRATE_PORT: 'x' },
      [],
      /^PINRATE_PORT="x" is not allowed: an integer from 0 .*\n$/,
    ],
    [
      "another machine's address",
      { HOST: '192.0.2.1' },
      [],
      /^pinrate cannot start: cannot listen on 192\.0\.2\.1:0: HOST=192\.0\.2\.1 is not an address of this machine: .*\n$/,
    ],
    // a machine without a resolver cannot say that there is no such name
    [
      'a host that is none',
      { HOST: 'not-a-host.invalid' },
      [],
      /^(looking up .*\n)?pinrate cannot start: .* HOST=not-a-host\.invalid (is not an address of|cannot be looked up) .*\n$/,
    ],
    [
      'a folder that is a file',
      { DATA_DIR: process.execPath },
      [],
      /^pinrate cannot start: the store's folder \/.* is not a folder: set DATA_DIR to another folder\n$/,
    ],
    [
      'a folder below a file',
      { DATA_DIR: join(process.execPath, 'a', 'b') },
      [],
      /^pinrate cannot start: the store's folder .* is not a folder: set DATA_DIR to another folder\n$/,
    ],
  ];
  for (const [title, env, args, stderr] of faults) {
    it(title, async (t) => {
      const ended = await ending(t, env, args);
      assert.match(ended.stderr, stderr);
      assert.deepEqual([ended.code, ended.stdout, ended.hasBegun], [1, '', false]);
    });
  }

  it('a folder below /proc', { skip: process.platform === 'linux' ? false : 'there is no /proc' }, async (t) => {
    const { code, stderr } = await ending(t, { DATA_DIR: '/proc/nope/store' });
    assert.match(
      stderr,
      /^pinrate cannot start: the store's folder \/proc\/nope\/store cannot be created or written: .*: set DATA_DIR to another folder\n$/,
    );
    assert.equal(code, 1);
  });

  it('a port that is taken', async (t) => {
    const other = createServer().listen(0, '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr, hasBegun } = await ending(t, { PORT: String(port) });
    const toDo = 'end the program that has it, or set PORT to another (0 takes any free one)';
    assert.equal(stderr, `pinrate cannot start: cannot listen on 127.0.0.1:${port}: the port is taken: ${toDo}\n`);
    assert.deepEqual([code, stdout, hasBegun], [1, '', false]);
  });

  it('a machine for which there is no build of uWebSockets.js', async (t) => {
    // what a binary of another Node.js, C library or processor comes to
    const noBinary = 'data:text/javascript,process.dlopen = () => { throw new Error("wrong ELF class"); };';
    const { code, stdout, stderr, hasBegun } = await ending(t, {}, [], ['--import', noBinary]);
    assert.match(stderr, /^pinrate cannot start: no build of uWebSockets\.js runs on .*: use Node\.js .*\n$/);
    assert.deepEqual([code, stdout, hasBegun], [1, '', false]);
  });

  it('a Node.js that is too old', async (t) => {
    const older =
      'data:text/javascript,Object.defineProperty(process, "versions", '
      + '{ value: { ...process.versions, node: "20.18.9" } });';
    const { code, stderr } = await ending(t, {}, ['--version'], ['--import', older]);
    assert.equal(
      stderr,
      'pinrate cannot start: it needs Node.js 20.19 or later, and this is 20.18.9: install Node.js 22 or 24\n',
    );
    assert.equal(code, 1);
  });

  it('a .env with a line that means nothing, a misspelt name, a wrong value', (t) =>
    withFolder(async (folder) => {
      const stderrOf = async (file: string) => {
        await writeFile(join(folder, '.env'), file);
        return (await new Start(t, folder, {}).written()).stderr;
      };
      assert.equal(
        await stderrOf('PORT=0\nWORKERS 3\n'),
        'line 2 of .env is not NAME=value: correct it or remove it\n',
      );
      assert.equal(
        await stderrOf('PINRATE_LOGLEVEL=warn\n'),
        '.env: PINRATE_LOGLEVEL is not a setting: did you mean PINRATE_LOG_LEVEL?\n',
      );
      assert.match(await stderrOf('PORT=eighty\n'), /^\.env: PORT="eighty" is not allowed: an integer .*\n$/);
    }));
});

describe('a start that was not asked to serve', { timeout: TIMEOUT_MS }, () => {
  it('prints the version of package.json', async (t) => {
    assert.deepEqual(await ending(t, { PORT: 'x' }, ['--version']), {
      code: 0,
      stdout: `${PACKAGE_VERSION}\n`,
      stderr: '',
      hasBegun: false,
    });
  });

  it('prints help', async (t) => {
    const { code, stdout, stderr, hasBegun } = await ending(t, { PORT: 'x' }, ['--help']);
    assert.match(stdout, /\n {2}CLOCK_SKEW_SECONDS \(default 300\)\n/);
    assert.deepEqual([code, stderr, hasBegun], [0, '', false]);
  });
});

describe('a start', { timeout: TIMEOUT_MS }, () => {
  it('says what it does, logs JSON, and welcomes last; the next one imports nothing', (t) =>
    withFolder(async (folder) => {
      await writeDataset(join(folder, 'dataset'), withoutContracts(fixtureDocuments()));
      // the environment's port is taken before the file's
      await writeFile(
        join(folder, '.env'),
        'PINRATE_PORT=99999\nPINRATE_HOST=127.0.0.1\nWROKERS=3\nDATASET_FOLDER=x\n',
      );
      const first = await new Start(t, folder, { PORT: '0' }).untilStdout('/api/v1\n\n');
      assert.equal(first.code, 0);
      assert.equal(
        first.stderr,
        `pinrate ${PACKAGE_VERSION} starts …\nimporting the dataset ${join(folder, 'dataset')} …\n`,
      );

      const endOfLog = first.stdout.indexOf('\n\n');
      const welcome = first.stdout.slice(endOfLog + 2);
      const lines = first.stdout
        .slice(0, endOfLog)
        .split('\n')
        .map((line) => JSON.parse(line) as { msg: string; url?: string; version?: string; uws?: string });
      assert.equal(lines[0]!.msg, '.env: WROKERS is not a setting and is ignored: did you mean WORKERS?');
      const listening = lines.at(-1)!;
      assert.deepEqual([listening.msg, listening.version], ['listening', PACKAGE_VERSION]);
      assert.match(listening.uws!, /^(uWebSockets\.js|uws-btc-vision|uws-pack)$/);

      const { url } = listening;
      assert.ok(
        welcome.startsWith(
          `pinrate ${PACKAGE_VERSION} listens on ${url}\n\nConsole      ${url}/console\nAPI          ${url}/docs\n`
            + `Store        ${join(folder, 'store')}\n`,
        ),
        welcome,
      );
      assert.match(welcome, /docs\/integrate\.md says how to sign/);
      assert.ok(welcome.endsWith(`\n  ${url}/api/v1\n\n`), welcome);
      assert.doesNotMatch(welcome, /demo/);

      const second = await new Start(t, folder, { PORT: '0' }).untilStdout('/api/v1\n\n');
      assert.equal(second.stderr, `pinrate ${PACKAGE_VERSION} starts …\n`);
      assert.match(second.stdout, /the store already has data: the dataset is not imported/);
      assert.match(second.stdout, /^Dataset {6}.*dataset is not imported: the store already has data/m);
      assert.doesNotMatch(welcome, /not imported/);
    }));

  it('warns in its log and its welcome of public secrets on an address that other machines may reach', (t) =>
    withFolder(async (folder) => {
      const documents = fixtureDocuments();
      documents.credentials[0]!.secrets = [{ version: 1, secret: 'demo-main-system-secret' }];
      await writeDataset(join(folder, 'dataset'), withoutContracts(documents));
      const startOn = (host: string) => new Start(t, folder, { PORT: '0', HOST: host }).untilStdout('/api/v1\n\n');
      const everywhere = await startOn('0.0.0.0');
      const lines = everywhere.stdout
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as { level: number; msg: string; credentials?: number });
      const warnings = lines.filter(({ level, credentials }) => level === 40 && credentials !== undefined);
      assert.deepEqual(
        warnings.map(({ credentials }) => credentials),
        [1],
      );
      assert.match(warnings[0]!.msg, /^other machines may reach this address, and the secrets of the demo are public/);
      assert.match(everywhere.stdout, /listens on \S+\n\n\*{3} WARNING: .*\n.*HOST=0\.0\.0\.0.*\n.*HOST=127\.0\.0\.1/);
      assert.doesNotMatch((await startOn('127.0.0.1')).stdout, /WARNING|public/);
    }));

  it('is silent but for its log in production, and but for its welcome when only warnings are logged', (t) =>
    withFolder(async (folder) => {
      await writeDataset(join(folder, 'dataset'), withoutContracts(fixtureDocuments()));
      const production = { PORT: '0', NODE_ENV: 'production', SECRETS_KEY: '0123456789abcdef'.repeat(4) };
      const served = await new Start(t, folder, production).untilStdout('"msg":"listening"}\n');
      assert.equal(served.stderr, '');
      const messages = served.stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { msg: string }).msg);
      assert.deepEqual([messages[0], messages.at(-1)], ['importing the dataset: the store is empty', 'listening']);
      const quiet = await new Start(t, folder, {
        PORT: '0',
        LOG_LEVEL: 'warn',
        SECRETS_KEY: '0123456789abcdef'.repeat(4),
      }).untilStdout('/api/v1\n\n');
      assert.equal(quiet.stderr, '');
      assert.ok(quiet.stdout.startsWith(`\npinrate ${PACKAGE_VERSION} listens on `), quiet.stdout);
    }));
});
