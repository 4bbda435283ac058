/** Datasets of any number of partners. */
import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import type { Plan } from './load.js';
import { madeOnce } from './made-once.js';

/** Replaces large numbers in a run that only checks that everything works. */
const MOST_SMOKE_PARTNERS = 10;

/** How many partners a run has where `partners` are requested: a run of one round is a smoke test without figures. */
export function partnersOf({ rounds }: Pick<Plan, 'rounds'>, partners: number): number {
  return rounds === 1 ? Math.min(partners, MOST_SMOKE_PARTNERS) : partners;
}

/**
 * A dataset of this many invented partners, made once per run; its folder. With contracts each has lane rules and
 * flagged pincodes. `root`: the checkout that makes it; another release's has other documents, so it has its own folder.
 */
export function generateDataset(
  { folder }: Pick<Plan, 'folder'>,
  partners: number,
  { hasContracts = false, root = PACKAGE_ROOT } = {},
): Promise<string> {
  const kind = `${hasContracts ? '-contracts' : ''}${root === PACKAGE_ROOT ? '' : `-${basename(root)}`}`;
  return madeOnce(join(folder, `dataset-${partners}${kind}`), (out) => {
    const args = ['--import', 'tsx', 'data/generate.ts', '--partners', String(partners), '--out', out];
    if (hasContracts) args.push('--contracts');
    return promisify(execFile)(process.execPath, args, { cwd: root });
  });
}
