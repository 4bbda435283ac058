import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATASET_COLLECTIONS, type Dataset } from './build.js';

/**
 * File name → content: one JSON document per line, every line ended by a newline. An empty collection has no file.
 */
export function datasetFiles(dataset: Dataset): Map<string, string> {
  const filled = DATASET_COLLECTIONS.filter((collection) => dataset[collection].length > 0);
  return new Map(
    filled.map((collection) => [
      `${collection}.ndjson`,
      dataset[collection].map((document) => `${JSON.stringify(document)}\n`).join(''),
    ]),
  );
}

export const writeDataset = (folder: string, dataset: Dataset): void => writeFiles(folder, datasetFiles(dataset));

export function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
}

/** One line per collection: the number of documents and of bytes. */
export function describeDataset(dataset: Dataset): string {
  const files = datasetFiles(dataset);
  return DATASET_COLLECTIONS.map((collection) => {
    const documents = String(dataset[collection].length).padStart(8);
    const bytes = String(Buffer.byteLength(files.get(`${collection}.ndjson`) ?? '')).padStart(10);
    return `${collection.padEnd(18)} ${documents} documents ${bytes} bytes`;
  }).join('\n');
}
