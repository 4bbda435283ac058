import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json: sources and compiled files are at different depths below it. */
export const PACKAGE_ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));

/** The places of India, which every import has. */
export const GEOGRAPHY_FOLDER = join(PACKAGE_ROOT, 'data', 'geography');

const manifest = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  version: string;
  engines: { node: string };
};

/** The version in package.json, its only place. It is pinrate's, not that of its API (API_VERSION). */
export const PACKAGE_VERSION = manifest.version;

/** The oldest Node.js that pinrate supports, as "20.19". */
export const LEAST_NODE_VERSION = /^>=(\d+\.\d+)/.exec(manifest.engines.node)![1]!;

function findRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findRoot(dirname(folder));
}
