/**
 * Makes one file of all that a thread loads, in place of the compiled entry: each server of the tests starts a thread,
 * which took longer to load its modules than the server needed for the rest of its start. It runs after the tests are
 * compiled, which write the entries. JavaScript, as the bundle of TypeBox is.
 */
import { build } from 'esbuild';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** A test of faults sets the patience of a thread before it loads: a copy in the bundle would not have it. */
const sharedPatience = {
  name: 'shared patience',
  setup({ onResolve }) {
    onResolve({ filter: /\/patience\.js$/ }, () => ({ path: '../src/limits/patience.js', external: true }));
  },
};

await build({
  absWorkingDir: ROOT,
  entryPoints: ['workers/analyst.ts', 'workers/control.ts', 'workers/engine.ts'],
  outdir: join(ROOT, 'dist', 'tests', 'workers'),
  // as in a build of the product: they have binaries, or read files of their own folder
  external: ['lmdb', 'msgpackr-extract', 'piscina', 'swagger-ui-dist', 'uWebSockets.js', 'uws-*'],
  alias: { qrcode: 'qrcode/lib/core/qrcode.js' },
  plugins: [sharedPatience],
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  // packages in the older form ask for others as they run
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
  sourcemap: true,
  sourcesContent: false,
});
