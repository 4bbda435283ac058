/** Programs of the machine and of the repository that tests start: their paths, and a port for them. */
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The given path, or else the first of `names` on PATH, folder by folder. */
export function findProgram(given: string | undefined, ...names: string[]): string | undefined {
  if (given !== undefined && given !== '') return given;
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A port that was free a moment ago, for a program that cannot choose a free port and print it. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** `npm test` runs a compiled copy, which starts in half the time; a single test file runs through tsx. */
const isCompiled = import.meta.url.endsWith('.js');

/** The arguments that Node.js needs in front of the path of a module. */
export const LOADER: readonly string[] = isCompiled ? [] : ['--import', 'tsx'];

/** A module of the repository, named as `test/unit/pool/echo-worker`: compiled where this file is. */
export const moduleUrl = (name: string): URL => new URL(`../../${name}.${isCompiled ? 'js' : 'ts'}`, import.meta.url);

export const modulePath = (name: string): string => fileURLToPath(moduleUrl(name));
