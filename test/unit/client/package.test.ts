/** pinrate/client as a package has it: its size, alone and with one function, and what it needs, which is nothing. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import * as source from '../../../src/client/main.js';
import { PACKAGE_ROOT } from '../../../src/package-root.js';

const MAX_BYTES = 8_000;
const MAX_BYTES_OF_ONE = 3_000;

/** What a bundler makes of these exports for browsers, as in a page. */
async function bundled(exports: string, from: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export ${exports} from '${from}'`, resolveDir: PACKAGE_ROOT },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}

const sizeOf = (text: string): number => gzipSync(text, { level: 9 }).length;

describe('pinrate/client', () => {
  it(`is at most ${MAX_BYTES} bytes as a whole, compressed`, async () => {
    const whole = await bundled('*', './src/client/main.ts');
    assert.ok(whole.includes('calculate-charges') && whole.includes('/api/v1/admin/backup'));
    assert.ok(sizeOf(whole) <= MAX_BYTES, `${sizeOf(whole)} bytes`);
  });

  for (const from of ['./src/client/main.ts', 'pinrate/client']) {
    it(`is at most ${MAX_BYTES_OF_ONE} bytes with one function, compressed: ${from}`, async () => {
      for (const name of ['calculateCharges', 'getPincode', 'patchDocument']) {
        const one = await bundled(`{ connect, ${name} }`, from);
        assert.ok(one.includes('/api/v1/') && !one.includes('/api/v1/admin/backup'), name);
        assert.ok(sizeOf(one) <= MAX_BYTES_OF_ONE, `${name}: ${sizeOf(one)} bytes`);
      }
    });
  }

  it('is exported by the package, with everything that the source has', async () => {
    // not a text that the compiler looks up: dist/ is made later
    const compiled = (await import(import.meta.resolve('pinrate/client'))) as typeof source;
    assert.deepEqual(Object.keys(compiled), Object.keys(source));
    assert.equal(
      compiled.connect({ url: 'http://node.example', service: 'a', secret: 'b' }).url,
      'http://node.example',
    );
  });

  it('needs nothing: no package, and nothing of Node.js', async () => {
    const { metafile } = await build({
      entryPoints: [join(PACKAGE_ROOT, 'src', 'client', 'main.ts')],
      bundle: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      metafile: true,
    });
    const outside = Object.entries(metafile.inputs)
      .flatMap(([path, { imports }]) => [path, ...imports.map(({ path: imported }) => imported)])
      .filter((path) => !path.replaceAll('\\', '/').includes('src/client/'));
    assert.deepEqual(outside, []);
  });
});
