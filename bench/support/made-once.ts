/** Folders that take long to fill and that several scenarios of a run need. */
import { existsSync } from 'node:fs';
import { mkdtemp, rename } from 'node:fs/promises';

/**
 * Fills `folder` by `fill`, unless another scenario already did or does so first; the folder appears complete or not at
 * all.
 */
export async function madeOnce(folder: string, fill: (folder: string) => Promise<unknown>): Promise<string> {
  if (existsSync(folder)) return folder;
  const filling = await mkdtemp(`${folder}-filling-`);
  await fill(filling);
  await rename(filling, folder).catch((error: unknown) => {
    if (!existsSync(folder)) throw error;
  });
  return folder;
}
