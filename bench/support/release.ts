/** The last release, built from its commit, so that this version can be compared with it in turns. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package-root.js';

const HEADING = /^## (\d+\.\d+\.\d+|Unreleased)(?: \(.*\))?$/gm;

/** The version of the last release: the first one in the changelog that this version comes after. */
export function lastVersion(changelog: string, version: string): string | undefined {
  const headings = [...changelog.matchAll(HEADING)].map(([, name]) => name!);
  const released = headings.filter((name) => name !== 'Unreleased');
  // while a release is made its section is the first one, and nothing is unreleased
  return headings[0] === 'Unreleased' ? released[0] : released.find((name) => name !== version);
}

/** The folder with the last release, compiled; null where its commit is not at hand, as in a shallow clone. */
export function builtRelease(): { version: string; folder: string } | null {
  const { version: own } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string };
  const version = lastVersion(readFileSync(join(PACKAGE_ROOT, 'CHANGELOG.md'), 'utf8'), own);
  const commit = version === undefined ? undefined : commitOf(version);
  if (commit === undefined) return null;
  const folder = join(PACKAGE_ROOT, 'node_modules', '.cache', `release-${commit.slice(0, 8)}`);
  const done = join(folder, 'built');
  if (!existsSync(done)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const archive = execFileSync('git', ['archive', '--format=tar', commit], IN_ROOT);
    execFileSync('tar', ['--extract', '--directory', folder], { input: archive });
    execFileSync('npm', ['ci', '--silent'], { cwd: folder, stdio: 'inherit' });
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: 'inherit' });
    writeFileSync(done, commit);
  }
  return { version: version!, folder };
}

const IN_ROOT = { cwd: PACKAGE_ROOT, maxBuffer: 1 << 29 };

/** The commit that gave package.json this version; undefined: the repository does not have it. */
function commitOf(version: string): string | undefined {
  try {
    const found = execFileSync('git', ['log', '--format=%H', '-S', `"version": "${version}"`, '--', 'package.json'], {
      ...IN_ROOT,
      encoding: 'utf8',
    });
    return found.trim().split('\n').at(-1) || undefined;
  } catch {
    return undefined;
  }
}
