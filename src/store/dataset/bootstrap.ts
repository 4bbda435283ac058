/** The first start: an empty store is filled from the dataset. */
import { resolve } from 'node:path';
import type { Config } from '../../config.js';
import type { ChangeSet, Credential } from '../../model/documents.js';
import { StartError } from '../../errors.js';
import { hasAdmin } from './admin.js';
import { generatedOutcomes, readHabits } from './generated-outcomes.js';
import { type DatasetProgress, formatDatasetErrors, readDataset } from './dataset.js';
import { firstChangeSet } from '../history.js';
import type { ImportDocuments, Store } from '../port.js';
import type { SecretsKeys } from '../sealing.js';
import { openSecrets, sealCredential, weaknessOf } from '../secrets.js';

export interface ImportOptions {
  config: Pick<Config, 'dataset' | 'secretsKeys' | 'environment'>;
  geographyFolder: string;
  /** Milliseconds since the epoch; the clock of the machine unless given. */
  now?: () => number;
  /** Called before the first document is read, since reading takes seconds. Not called when nothing is imported. */
  onStart?: (folder: string) => void;
  onProgress?: (progress: DatasetProgress) => void;
  /** Called after the import of a dataset of which no active credential has the scope admin. */
  onNoAdmin?: () => void;
  /** Called when the store had credentials in clear text although there is a SECRETS_KEY: they are encrypted now. */
  onSealed?: (credentials: number) => void;
}

/**
 * Imports the dataset if the store is empty, all of it or nothing; outcomes that a demo has made follow. In production
 * neither the dataset nor the store may have public or short secrets. Returns false when the store was not empty; its
 * secrets are then encrypted, if they were not.
 * @throws StartError with every fault of the dataset
 */
export async function importDataset(store: Store, options: ImportOptions): Promise<boolean> {
  const { config, geographyFolder, now = Date.now, onStart, onProgress, onNoAdmin, onSealed } = options;
  const isProduction = config.environment === 'production';
  if (!(await store.isEmpty())) {
    if (isProduction) assertStrongSecrets((await store.load(['credentials'])).credentials, config.secretsKeys);
    const sealed =
      config.secretsKeys.length === 0
        ? 0
        : await store.seal((credential) => sealCredential(credential, config.secretsKeys));
    if (sealed > 0) onSealed?.(sealed);
    return false;
  }
  if (config.dataset === null) return true;
  const folder = config.dataset;
  onStart?.(folder);
  const read = await readDataset(folder, { geographyFolder, onProgress });
  const refusal = (why: string) => new StartError(`nothing was imported from DATASET ${resolve(folder)}\n${why}`);
  if (!read.ok) throw refusal(formatDatasetErrors(read));
  const { documents } = read;
  if (isProduction) assertStrongSecrets(documents.credentials, config.secretsKeys);
  await store.importAll({
    ...documents,
    credentials: documents.credentials.map((credential) => sealCredential(credential, config.secretsKeys)),
    changes: [importChangeSet(documents, now())],
  });
  const habits = await readHabits(folder);
  if (habits !== null) await store.addOutcomeSums(generatedOutcomes(habits, now()), new Date(now()).toISOString());
  if (!hasAdmin(documents.credentials)) onNoAdmin?.();
  return true;
}

/** The first entry of the history. */
function importChangeSet(documents: ImportDocuments, atMs: number): ChangeSet {
  const filled = Object.entries(documents).filter(([, rows]) => rows.length > 0);
  const created = filled.reduce((sum, [, rows]) => sum + rows.length, 0);
  return firstChangeSet('import of the dataset', atMs, { collections: filled.map(([name]) => name), created });
}

function assertStrongSecrets(credentials: readonly Credential[], secretsKeys: SecretsKeys): void {
  const lines = credentials
    .map((credential) => weaknessOf(credential, openSecrets(credential, secretsKeys)))
    .filter((line) => line !== null);
  if (lines.length > 0) throw new StartError(lines.join('\n'));
}
