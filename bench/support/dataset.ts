import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../src/package-root.js';

/** A dataset of so many invented partners, made once a run; its folder. */
export async function generateDataset(folder: string, partners: number): Promise<string> {
  const out = join(folder, `dataset-${partners}`);
  if (existsSync(out)) return out;
  const args = ['--import', 'tsx', 'data/generate.ts', '--partners', String(partners), '--out', out];
  await promisify(execFile)(process.execPath, args, { cwd: PACKAGE_ROOT });
  return out;
}
