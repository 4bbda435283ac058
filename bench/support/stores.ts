/**
 * Filled stores: an import takes longer than a short round, so a dataset is imported once per run and copied for each
 * server.
 */
import { cp, mkdtemp } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import type { Plan } from './load.js';
import { madeOnce } from './made-once.js';
import { DEMO_DATASET, startPinrate } from './servers.js';

/** The folder of a new embedded store with everything in `dataset`. `root`: the checkout that fills it. */
export async function filledStore(
  { folder }: Pick<Plan, 'folder'>,
  dataset = DEMO_DATASET,
  root = PACKAGE_ROOT,
): Promise<string> {
  const by = root === PACKAGE_ROOT ? '' : `-by-${basename(root)}`;
  // the whole path: another release has a demo, too
  const from = relative(folder, dataset).replaceAll(/\W+/g, '-');
  const original = await madeOnce(join(folder, `filled-${from}${by}`), async (dataDir) =>
    (await startPinrate({ dataDir, dataset, root })).stop(),
  );
  const copy = await mkdtemp(join(folder, 'store-'));
  await cp(original, copy, { recursive: true });
  return copy;
}
