/**
 * Which build of uWebSockets.js serves, what is said where none does, and that those on disk are the ones that were
 * looked at.
 */
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { loadUws, NoUwsError, UWS_BUILDS, type UwsBuild } from '../../../src/http/uws.js';
import { PACKAGE_ROOT } from '../../../src/package-root.js';
import { withFolder } from '../../store/fixtures.js';

const TIMEOUT_MS = 180_000;

/** A build under `name` that loads, throws or rejects, and notes in `asked` that it was asked. */
function fakeBuild(name: string, outcome: 'loads' | 'throws' | 'rejects', asked: string[]): UwsBuild {
  return {
    name,
    load() {
      asked.push(name);
      if (outcome === 'throws') throw new Error(`no binary of ${name}`);
      return outcome === 'loads' ? { name } : Promise.reject(new Error(`no binary of ${name}`));
    },
  };
}

describe('the build of uWebSockets.js that serves', () => {
  it('is the first that loads; later ones are not touched', async () => {
    const asked: string[] = [];
    const { name, uws } = await loadUws([fakeBuild('first', 'loads', asked), fakeBuild('second', 'loads', asked)]);
    assert.equal(name, 'first');
    assert.deepEqual(uws, { name: 'first' });
    assert.deepEqual(asked, ['first']);
  });

  it('is the next one when a build fails to load, whether it throws or rejects', async () => {
    const asked: string[] = [];
    const builds = [
      fakeBuild('first', 'throws', asked),
      fakeBuild('second', 'rejects', asked),
      fakeBuild('third', 'loads', asked),
    ];
    assert.equal((await loadUws(builds)).name, 'third');
    assert.deepEqual(asked, ['first', 'second', 'third']);
  });

  it('is looked for as the official release, the newer repack, the older repack', () => {
    assert.deepEqual(
      UWS_BUILDS.map(({ name }) => name),
      ['uWebSockets.js', 'uws-btc-vision', 'uws-pack'],
    );
  });

  it('is the one that fits this Node.js and this C library', async () => {
    const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime: string } };
    const [, minor] = header.glibcVersionRuntime.split('.').map(Number);
    const fits: Record<string, boolean> = {
      'uWebSockets.js': existsSync(join(PACKAGE_ROOT, 'node_modules/uWebSockets.js')),
      'uws-btc-vision': minor! >= 38 && ['115', '127', '137', '141'].includes(process.versions.modules),
      'uws-pack': true,
    };
    const { name } = await loadUws();
    assert.equal(name, UWS_BUILDS.find((build) => fits[build.name])!.name);
  });

  it('fails with one line that says what is needed when none loads, and keeps the causes', async () => {
    const asked: string[] = [];
    await assert.rejects(
      loadUws([fakeBuild('first', 'throws', asked), fakeBuild('second', 'rejects', asked)]),
      (error: unknown) => {
        assert.ok(error instanceof NoUwsError);
        assert.match(
          error.message,
          /^no build of uWebSockets\.js runs on Node\.js [\d.]+, \w+ \w+, (glibc [\d.]+|no glibc): use Node\.js 20\.19, 22 or 24 .+v20\.69\.0$/,
        );
        assert.equal(error.message.split('\n').length, 1);
        const { errors } = error.cause as AggregateError;
        assert.deepEqual(
          errors.map(({ message }: Error) => message),
          ['no binary of first', 'no binary of second'],
        );
        return true;
      },
    );
    await assert.rejects(loadUws([]), NoUwsError);
  });
});

describe('a process on a machine that not every build fits', { timeout: TIMEOUT_MS }, () => {
  /** A program of this package in which binaries that match `refused` do not load. */
  const start = (
    refused: string,
    args: string[],
    env: Record<string, string> = {},
  ): ChildProcessByStdio<null, Readable, Readable> =>
    spawn(
      process.execPath,
      ['--import', 'tsx', '--import', join(PACKAGE_ROOT, 'test/api/http/refuse-binaries.ts'), ...args],
      {
        cwd: PACKAGE_ROOT,
        env: { PATH: process.env['PATH'], REFUSE_BINARIES: refused, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
  const outcomeOf = async (child: ChildProcessByStdio<null, Readable, Readable>) => {
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { stdout, stderr, code: code as number | null };
  };
  const LOADER = JSON.stringify(join(PACKAGE_ROOT, 'src/http/uws.ts'));
  const PRINT_BUILD = `import(${LOADER}).then(({ loadUws }) => loadUws()).then(({ name }) => console.log(name), (error) => console.log(error.constructor.name));`;

  // `import` of the newer package ends a process of Node.js 20 here: its error is thrown once more where nobody can
  // catch it
  it('survives the failing newer build silently, and uses the older one or says that there is none', async () => {
    const { stdout, stderr, code } = await outcomeOf(start('uws-btc-vision|uWebSockets', ['-e', PRINT_BUILD]));
    const olderFits = existsSync(
      join(
        PACKAGE_ROOT,
        `node_modules/uws-pack/dist/bin/uws_${process.platform}_${process.arch}_${process.versions.modules}.node`,
      ),
    );
    assert.deepEqual(
      { stdout, stderr, code },
      { stdout: olderFits ? 'uws-pack\n' : 'NoUwsError\n', stderr: '', code: 0 },
    );
  });

  it('does not start when none fits: one line, exit 1, and nothing was stored', () =>
    withFolder(async (folder) => {
      const dataDir = join(folder, 'store');
      const { stdout, stderr, code } = await outcomeOf(
        start('uws_|uWebSockets', ['src/main.ts'], { PORT: '0', DATA_DIR: dataDir, DATASET: 'none' }),
      );
      assert.match(stderr, /^pinrate cannot start: no build of uWebSockets\.js runs on [^\n]+: use Node\.js [^\n]+\n$/);
      assert.equal(stdout, '');
      assert.equal(code, 1);
      assert.equal(existsSync(dataDir), false);
    }));
});

/** How the code on disk below `folder` differs from `expected`, path by path. */
async function differences(folder: string, expected: Record<string, string>): Promise<string[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => /\.(node|[cm]?js)$/.test(path));
  const found = await Promise.all(
    paths.map(
      async (path) =>
        [
          path,
          createHash('sha256')
            .update(await readFile(join(folder, path)))
            .digest('hex'),
        ] as const,
    ),
  );
  const actual = Object.fromEntries(found);
  return [
    ...Object.keys(expected)
      .filter((path) => !(path in actual))
      .map((path) => `${path} is missing`),
    ...paths.filter((path) => !(path in expected)).map((path) => `${path} is not listed`),
    ...paths
      .filter((path) => path in expected && expected[path] !== actual[path])
      .map((path) => `${path} is another file`),
  ];
}

/**
 * The lock file's integrity covers what was downloaded; this covers what is on disk and will run. A new version of a
 * package is listed here by hand, once somebody has looked at where it comes from.
 */
describe('the code of the repacked builds', () => {
  type Listed = Record<string, { version: string; files: Record<string, string> }>;
  const listed = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'test/api/http/uws-checksums.json'), 'utf8')) as Listed;
  for (const [name, { version, files }] of Object.entries(listed)) {
    const folder = join(PACKAGE_ROOT, 'node_modules', name);

    it(`of ${name} is byte for byte what was looked at`, async () => {
      assert.equal(
        (JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }).version,
        version,
      );
      assert.ok(Object.keys(files).filter((path) => path.endsWith('.node')).length >= 16);
      assert.deepEqual(await differences(folder, files), []);
    });
  }

  it('reports a changed, a missing and an additional byte or file', () =>
    withFolder(async (folder) => {
      const sha256 = createHash('sha256').update('binary').digest('hex');
      await mkdir(join(folder, 'bin'));
      await writeFile(join(folder, 'bin/a.node'), 'binary');
      assert.deepEqual(await differences(folder, { 'bin/a.node': sha256 }), []);
      await writeFile(join(folder, 'bin/a.node'), 'binarz');
      assert.deepEqual(await differences(folder, { 'bin/a.node': sha256 }), ['bin/a.node is another file']);
      assert.deepEqual(await differences(folder, {}), ['bin/a.node is not listed']);
      await rm(join(folder, 'bin/a.node'));
      assert.deepEqual(await differences(folder, { 'bin/a.node': sha256 }), ['bin/a.node is missing']);
    }));
});
