// Only in npm run test:all.
/** The native code of a running node is what was looked at: the lock file covers what was downloaded. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { withFolder } from '../store/fixtures.js';
import { LOADER, modulePath } from '../support/programs.js';

/** Only so that a start that hangs fails. */
const TIMEOUT_MS = 300_000;
const MODULES = join(PACKAGE_ROOT, 'node_modules');

/** Packages by name, with the checksums of their binaries. */
type Listed = Record<string, { version: string; files: Record<string, string> }>;
const read = (file: string): Listed => JSON.parse(readFileSync(join(PACKAGE_ROOT, file), 'utf8')) as Listed;
/** Those of Linux; test/api/http/uws-checksums.json has all code of the builds of uWebSockets.js. */
const LISTED = read('test/deploy/binaries.json');
const ALL: Listed = { ...LISTED, ...read('test/api/http/uws-checksums.json') };

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Every .node file that is mapped into a process. */
function binariesOf(pid: number): string[] {
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8');
  return [...new Set([...maps.matchAll(/ (\/.*\.node)$/gm)].map(([, path]) => path!))];
}

/** What is wrong with a binary; null: it is listed, and is the file that is listed. */
function faultOf(path: string, listed: Listed): string | null {
  const name = relative(MODULES, path).split(sep).join('/');
  const owner = Object.keys(listed).find((each) => name.startsWith(`${each}/`));
  const expected = owner === undefined ? undefined : listed[owner]!.files[name.slice(owner.length + 1)];
  if (expected === undefined) return `${name} is not listed`;
  return expected === sha256(path) ? null : `${name} is another file`;
}

describe('the native code', { skip: process.platform === 'linux' ? false : 'needs /proc' }, () => {
  it('that a running node has loaded is listed', { timeout: TIMEOUT_MS }, (t) =>
    withFolder(async (folder) => {
      const child = spawn(process.execPath, [...LOADER, modulePath('src/main')], {
        cwd: PACKAGE_ROOT,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: join(folder, 'store'), DATASET: 'none' },
      });
      t.after(() => child.kill('SIGKILL'));
      const ended = once(child, 'exit');
      let log = '';
      child.stdout.on('data', (chunk: Buffer) => {
        log += chunk.toString();
      });
      while (!log.includes('"msg":"listening"')) {
        await Promise.race([once(child.stdout, 'data'), ended]);
        assert.equal(child.exitCode, null, log);
      }
      const loaded = binariesOf(child.pid!);
      child.kill('SIGTERM');
      await ended;
      // msgpackr decodes without a binary where none fits
      for (const name of ['lmdb', 'uws']) {
        assert.ok(
          loaded.some((path) => path.includes(name)),
          `${name}: ${loaded.join()}`,
        );
      }
      assert.deepEqual(
        loaded.map((path) => faultOf(path, ALL)).filter((fault) => fault !== null),
        [],
      );
    }),
  );

  // the others are for another processor
  const installed = Object.entries(LISTED).filter(([name]) => existsSync(join(MODULES, name)));
  for (const [name, { version, files }] of installed) {
    const folder = join(MODULES, name);
    it(`of ${name} is all listed`, () => {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
      assert.equal(manifest.version, version);
      const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.node'));
      assert.deepEqual(found.sort(), Object.keys(files).sort());
      assert.deepEqual(
        found.map((path) => faultOf(join(folder, path), LISTED)).filter((fault) => fault !== null),
        [],
      );
    });
  }

  it('that is not listed, or changed, is reported', () => {
    const [name, { files }] = installed[0]!;
    const [file] = Object.keys(files) as [string];
    const path = join(MODULES, name, file);
    assert.equal(faultOf(path, LISTED), null);
    assert.equal(faultOf(path, {}), `${name}/${file} is not listed`);
    assert.equal(faultOf(path, { [name]: { version: '', files: { [file]: '0' } } }), `${name}/${file} is another file`);
    assert.equal(faultOf('/tmp/x.node', LISTED)?.endsWith('is not listed'), true);
  });
});
