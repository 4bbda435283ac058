/** Filled stores: an import takes longer than a short round does, so that a dataset is imported once a run and copied for each server. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plan } from './load.js';
import { DEMO_DATASET, startPinrate } from './servers.js';

const filled = new Map<string, Promise<string>>();
let copies = 0;

/** A fresh copy of pinrate's embedded store with everything of `dataset`; its folder. */
export async function filledStore({ folder }: Pick<Plan, 'folder'>, dataset = DEMO_DATASET): Promise<string> {
  let original = filled.get(dataset);
  if (original === undefined) filled.set(dataset, (original = fill(join(folder, `filled-${filled.size}`), dataset)));
  const copy = join(folder, `store-${copies++}`);
  await cp(await original, copy, { recursive: true });
  return copy;
}

async function fill(dataDir: string, dataset: string): Promise<string> {
  await (await startPinrate({ dataDir, dataset })).stop();
  return dataDir;
}
