/**
 * Makes one file of TypeBox where the compiled tests find it before the package: its 700 modules took every process of
 * the tests longer to load than anything else. JavaScript, because it runs before the tests are compiled.
 */
import { build } from 'esbuild';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const PACKAGE = join(ROOT, 'dist', 'tests', 'node_modules', 'typebox');

await build({
  absWorkingDir: ROOT,
  entryPoints: { index: 'typebox', compile: 'typebox/compile', system: 'typebox/system' },
  outdir: PACKAGE,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
});
mkdirSync(PACKAGE, { recursive: true });
const exported = { '.': './index.mjs', './compile': './compile.mjs', './system': './system.mjs' };
writeFileSync(join(PACKAGE, 'package.json'), JSON.stringify({ name: 'typebox', exports: exported }));
