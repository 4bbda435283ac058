// Only in npm run test:deep.
/**
 * The image's platform: the tests that depend on Node.js, the C library and the build of uWebSockets.js, on Debian 13
 * with Node.js 24.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { PACKAGE_ROOT } from '../../../src/package-root.js';

/** The program's exit code where it cannot run. */
const CANNOT_RUN = 2;

it('Debian 13 with Node.js 24 passes', async (t) => {
  const child = spawn(join(PACKAGE_ROOT, 'test', 'deploy', 'platforms', 'debian-13'), {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [code, output, errors] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  const last = output.trim().split('\n').at(-1)!;
  if (code === CANNOT_RUN) return t.skip(`needs Debian-13: ${last}`);
  assert.equal(code, 0, output + errors);
  t.diagnostic(last);
});
