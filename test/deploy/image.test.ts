/** The Dockerfile agrees with package.json and the installed packages, and an image without settings shows the demo. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/config.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { reachable } from '../../src/start/welcome.js';
import { readText } from './yaml.js';

const DOCKERFILE = readText('Dockerfile');
const manifest = JSON.parse(readText('package.json')) as {
  name: string;
  version: string;
  description: string;
  license: string;
  dependencies: Record<string, string>;
};
const ENVIRONMENT = Object.fromEntries(
  /^ENV (.+)$/m
    .exec(DOCKERFILE)![1]!
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

describe('the image', () => {
  it('is built and runs on the same Debian and Node.js, for which a build of uWebSockets.js exists', () => {
    const bases = [...DOCKERFILE.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    assert.deepEqual(bases, ['node:24-trixie-slim', 'node:24-trixie-slim']);
    // 137 is the number of Node.js 24's binary interface
    for (const arch of ['x64', 'arm64'])
      assert.ok(existsSync(join(PACKAGE_ROOT, `node_modules/uws-btc-vision/uws_linux_${arch}_137.node`)), arch);
  });

  it('prunes only packages that exist, including every build of uWebSockets.js', () => {
    const pruned = [...new Set(DOCKERFILE.match(/node_modules\/[@\w][\w@/.-]*\*?/g))].map((path) =>
      path.replace(/\/swagger-ui\S+\*?$/, ''),
    );
    for (const path of pruned) assert.ok(existsSync(join(PACKAGE_ROOT, path)), path);
    const builds = Object.keys(manifest.dependencies).filter((name) => name.startsWith('uws-'));
    assert.ok(builds.length >= 2);
    for (const name of builds)
      assert.ok(pruned.includes(`node_modules/${name}`), `${name} keeps the binaries of every platform`);
  });

  it('has labels that match the package', () => {
    const labels = Object.fromEntries(
      [...DOCKERFILE.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const { name, description, version, license } = manifest;
    assert.deepEqual(labels, { title: name, description, version, licenses: license });
  });

  it('shows the demo unless it is set to production, which needs a key', () => {
    assert.deepEqual(Object.keys(ENVIRONMENT).sort(), ['DATA_DIR', 'HOST', 'PORT']);
    const read = readConfig(ENVIRONMENT);
    assert.ok(read.ok);
    assert.equal(read.config.environment, 'development');
    assert.match(read.config.dataset!, /data\/demo$/);
    assert.deepEqual([read.config.host, read.config.port], ['0.0.0.0', 8080]);
    assert.equal(readConfig({ ...ENVIRONMENT, NODE_ENV: 'production' }).ok, false);
    assert.equal(
      readConfig({ ...ENVIRONMENT, NODE_ENV: 'production', SECRETS_KEY: randomBytes(32).toString('base64') }).ok,
      true,
    );
  });

  it('prints an address that a browser can open, although it listens on all addresses', () => {
    assert.equal(reachable('http://0.0.0.0:8080'), 'http://127.0.0.1:8080');
    assert.equal(reachable('http://[::]:8080'), 'http://[::1]:8080');
    for (const url of ['http://127.0.0.1:8080', 'http://10.0.0.0:8080', 'http://[::1]:8080', 'http://[fe80::]:80'])
      assert.equal(reachable(url), url);
  });
});
