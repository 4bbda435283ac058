/**
 * Filled stores: an import takes longer than a short round, so a dataset is imported once per run and copied for each
 * server.
 */
import { cp, mkdtemp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Plan } from './load.js';
import { madeOnce } from './made-once.js';
import { DEMO_DATASET, startPinrate } from './servers.js';

/** A new copy of pinrate's embedded store with everything in `dataset`; its folder. */
export async function filledStore({ folder }: Pick<Plan, 'folder'>, dataset = DEMO_DATASET): Promise<string> {
  const original = await madeOnce(join(folder, `filled-${basename(dataset)}`), async (dataDir) =>
    (await startPinrate({ dataDir, dataset })).stop(),
  );
  const copy = await mkdtemp(join(folder, 'store-'));
  await cp(original, copy, { recursive: true });
  return copy;
}
