/** The folder of the embedded store. */
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'the disk is full',
  // for example below /proc
  ENOENT: 'the system allows no folders or files there',
};

/**
 * Creates the folder `path` and its missing parents, unless it exists. When this returns, files can be created in it.
 *
 * Not with `recursive`: for a path below /proc Node.js 20 never returns from that.
 * @throws an error of one line for the operator
 */
export function makeFolder(path: string): void {
  const folder = resolve(path);
  const missing: string[] = [];
  try {
    for (let level = folder; !isFolder(level); level = dirname(level)) missing.unshift(level);
    for (const level of missing) makeLevel(level);
    // checking permissions is not enough: root has them on a read-only file system, too
    rmdirSync(mkdtempSync(join(folder, '.pinrate-probe-')));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === undefined ? message : (REASONS[code] ?? message);
    throw new Error(`the store's folder ${folder} cannot be created or written: ${reason}`, { cause: error });
  }
}

/** Readable and writable for the user of this process alone. */
const PRIVATE = 0o600;

/**
 * Creates the file unless it exists, and makes it private: credentials without SECRETS_KEY are in clear text. An
 * existing file is not opened, since closing it would release the locks that this process has on it.
 */
export function makePrivateFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', PRIVATE));
  try {
    chmodSync(path, PRIVATE);
  } catch (error) {
    // the file of another user, who shares it with this one, or a file system without modes
    if (!['EPERM', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** False: nothing exists there. Throws when something other than a folder exists there. */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) throw new Error(`${path} is not a folder`);
  return found !== undefined;
}

function makeLevel(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // another process may have created it meanwhile
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(path)) throw error;
  }
}
