import type { CollectionName } from '../model/documents.js';
import { keyOf } from '../model/change.js';
import type { SecretsKeys } from '../store/sealing.js';
import { type Fingerprint, fingerprintOf, pagesOf } from './fingerprint.js';
import type { Source, Target } from './endpoint.js';
import type { Progress } from './progress.js';

export interface CopyOptions {
  source: Source;
  target: Target;
  progress: Progress;
  /** Opens sealed secrets to compare them; none: ciphertexts are compared. */
  secretsKeys: SecretsKeys;
  /** Called after each page, and after each collection that was compared. */
  onProgress(progress: { collection: CollectionName; phase: 'copying' | 'comparing'; documents: number }): void;
}

/** The copied documents, by collection. */
type CopyResult = Map<CollectionName, Fingerprint>;

/**
 * Copies everything that both ends can hold, then compares them. An interrupted copy continues with a new call and the
 * same progress.
 * @throws when the source is empty, when the target holds something else or refuses a document, or when both differ
 * afterwards
 */
export async function copyAll({ source, target, progress, secretsKeys, onProgress }: CopyOptions): Promise<CopyResult> {
  if (await isEmpty(source)) throw new Error('the source holds nothing');
  if (!progress.isResumed && (await target.isTaken()))
    throw new Error('the target is not empty: a copy would mix with what it holds');
  await progress.begun();
  const collections = source.collections.filter((collection) => target.collections.includes(collection));
  for (const collection of collections) {
    if (!progress.isDone(collection)) await copyCollection(collection, { source, target, progress, onProgress });
  }
  await target.complete();

  const copied: CopyResult = new Map();
  for (const collection of collections) {
    const wanted = await fingerprintOf(source, collection, secretsKeys);
    const found = await fingerprintOf(target, collection, secretsKeys);
    if (wanted.count !== found.count)
      throw new Error(`${collection}: the source holds ${wanted.count} documents, the target ${found.count}`);
    if (wanted.hash !== found.hash)
      throw new Error(
        `${collection}: the target's ${found.count} documents are not the source's: ${found.hash} is not ${wanted.hash}`,
      );
    copied.set(collection, wanted);
    onProgress({ collection, phase: 'comparing', documents: wanted.count });
  }
  await progress.forget();
  return copied;
}

async function isEmpty(source: Source): Promise<boolean> {
  for (const collection of source.collections) if ((await source.page(collection, null, 1)).length > 0) return false;
  return true;
}

async function copyCollection(
  collection: CollectionName,
  { source, target, progress, onProgress }: Omit<CopyOptions, 'secretsKeys'>,
): Promise<void> {
  const after = target.keepsPages ? progress.lastOf(collection) : null;
  let documents = 0;
  await target.begin(collection);
  for await (const page of pagesOf(source, collection, after)) {
    await target.write(collection, page);
    await progress.reached(collection, keyOf(collection, page.at(-1)!));
    documents += page.length;
    onProgress({ collection, phase: 'copying', documents });
  }
  await progress.finished(collection);
}
