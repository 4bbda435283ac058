/** The first start: an empty store is filled from the dataset. */
import { resolve } from 'node:path';
import { type Config, isDemoSecret } from '../config.js';
import type { Credential } from '../schemas/documents.js';
import { type DatasetProgress, datasetWarningLines, formatDatasetErrors, readDataset } from './dataset.js';
import type { Store } from './port.js';
import { openSecrets, sealCredential } from './secrets.js';

export interface ImportOptions {
  config: Pick<Config, 'dataset' | 'secretsKey' | 'environment'>;
  geographyFolder: string;
  /** Called before the first document is read, since reading takes seconds. Not called when nothing is imported. */
  onStart?: (folder: string) => void;
  onProgress?: (progress: DatasetProgress) => void;
  /** Called after the import of a dataset that has warnings. */
  onWarnings?: (lines: string[]) => void;
}

/** An error that ends the start, in words for the operator; a stack trace would not help to correct it. */
export class StartError extends Error {}

/**
 * Imports the dataset if the store is empty, all of it or nothing. In production neither the dataset nor the store may
 * have demo credentials. Returns false when the store was not empty.
 * @throws StartError with every fault of the dataset
 */
export async function importDataset(store: Store, options: ImportOptions): Promise<boolean> {
  const { config, geographyFolder, onStart, onProgress, onWarnings } = options;
  const refuseDemo = config.environment === 'production';
  if (!(await store.isEmpty())) {
    if (refuseDemo) assertNoDemoSecrets((await store.load(['credentials'])).credentials, config.secretsKey);
    return false;
  }
  if (config.dataset === null) return true;
  onStart?.(config.dataset);
  const read = await readDataset(config.dataset, { geographyFolder, onProgress });
  if (!read.ok) throw new StartError(`nothing was imported from DATASET ${resolve(config.dataset)}\n${formatDatasetErrors(read)}`);
  const { documents } = read;
  if (refuseDemo) assertNoDemoSecrets(documents.credentials, config.secretsKey);
  await store.importAll({ ...documents, credentials: documents.credentials.map((credential) => sealCredential(credential, config.secretsKey)) });
  const warnings = datasetWarningLines(read.warnings);
  if (warnings.length > 0) onWarnings?.(warnings);
  return true;
}

function assertNoDemoSecrets(credentials: readonly Credential[], secretsKey: Buffer | null): void {
  const demo = credentials.filter((credential) => openSecrets(credential, secretsKey).some(({ secret }) => isDemoSecret(secret)));
  if (demo.length === 0) return;
  const names = demo.map(({ kind, id }) => `${kind} ${id}`).join(', ');
  throw new StartError(`NODE_ENV=production refuses demo credentials, whose secrets are public: ${names}. Use another DATASET or DATA_DIR`);
}
