/** Files for browsers that are compiled: of the build that runs, or the newest one where sources run. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGE_ROOT } from '../../package-root.js';

/**
 * A file or a folder of the build; null: nothing is compiled. A bundle keeps this module one folder below the build's.
 *
 * @param path below that of the build
 */
export function pathInBuild(path: string): string | null {
  const own = fileURLToPath(new URL(join('..', path), import.meta.url));
  if (existsSync(own)) return own;
  const stamp = join(PACKAGE_ROOT, 'dist', '.compiled');
  if (!existsSync(stamp)) return null;
  const [build] = readFileSync(stamp, 'utf8').split(' ');
  const found = join(PACKAGE_ROOT, 'dist', build!, path);
  return existsSync(found) ? found : null;
}
