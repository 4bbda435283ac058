/** `npm run copy`: moves everything between a dataset folder, an embedded store and MongoDB. */
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config.js';
import { GEOGRAPHY_FOLDER } from '../package-root.js';
import { holdsEnvironment } from '../store/lmdb/environment.js';
import { openLmdbStore } from '../store/lmdb/store.js';
import { openMongoStore } from '../store/mongo/store.js';
import { copyAll } from './copy.js';
import { DatasetSource, DatasetTarget } from './dataset-endpoint.js';
import type { Source, Target } from './endpoint.js';
import { Progress } from './progress.js';
import { StoreEndpoint } from './store-endpoint.js';

const USAGE = `npm run copy -- --from PLACE --to PLACE [--progress FILE]

PLACE is one of
  dataset:FOLDER                 a dataset folder
  store:FOLDER                   an embedded store (DATA_DIR of a node that is stopped)
  mongodb://HOSTS/DATABASE?...   a MongoDB replica set; MONGODB_DB may name the database

What the target holds when it is done is compared with the source, document by document. Interrupted, the same command
continues where it was; its progress is in FILE (pinrate-copy.json). SECRETS_KEY encrypts the secrets of a dataset.`;

/**
 * Set by a Ctrl-C: the copy finishes its page, so that no open transaction delays the next attempt. A second Ctrl-C
 * ends at once.
 */
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isInterrupted = true;
  });

try {
  await main();
} catch (error) {
  process.stderr.write(`${process.stderr.isTTY ? '\n' : ''}nothing more is copied: ${(error as Error).message}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const {
    from,
    to,
    progress: file,
  } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      progress: { type: 'string', default: 'pinrate-copy.json' },
    },
  }).values;
  if (from === undefined || to === undefined) {
    process.stderr.write(`${USAGE}\n`);
    process.exit(2);
  }
  const { secretsKeys } = configWith({});
  if (from.startsWith('store:')) assertStore(from.slice('store:'.length));
  const source = await open(from, (folder) => DatasetSource.open(folder, GEOGRAPHY_FOLDER, secretsKeys));
  try {
    const target = await open<Target>(to, async (folder) => new DatasetTarget(folder, GEOGRAPHY_FOLDER));
    try {
      const progress = await Progress.open(file, from, to);
      const copied = await copyAll({ source, target, progress, secretsKeys, onProgress: showProgress });
      for (const [collection, { count, hash }] of copied)
        process.stdout.write(`${collection}: ${count} documents, the same in both (${hash.slice(0, 16)})\n`);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Opening a folder without a store would create an empty one. */
function assertStore(folder: string): void {
  if (!holdsEnvironment(folder)) throw new Error(`there is no store in ${folder}`);
}

async function open<P extends Source>(
  address: string,
  openDataset: (folder: string) => Promise<P>,
): Promise<P | StoreEndpoint> {
  if (address.startsWith('dataset:')) return openDataset(address.slice('dataset:'.length));
  if (address.startsWith('store:'))
    return new StoreEndpoint(await openLmdbStore({ path: address.slice('store:'.length) }));
  if (!/^mongodb(\+srv)?:/.test(address)) throw new Error(`${address} is no source or target of a copy\n\n${USAGE}`);
  const { mongodb } = configWith({ MONGODB_URI: address });
  return new StoreEndpoint(
    await openMongoStore({
      ...mongodb!,
      report: (error, message) => process.stderr.write(`${message}${error === null ? '' : `: ${error.message}`}\n`),
    }),
  );
}

function configWith(more: Record<string, string>): Config {
  const { MONGODB_DB, ...others } = process.env;
  const read = readConfig({ ...others, ...more, ...(more['MONGODB_URI'] === undefined ? {} : { MONGODB_DB }) });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  return read.config;
}

function showProgress({
  collection,
  phase,
  documents,
}: {
  collection: string;
  phase: string;
  documents: number;
}): void {
  if (isInterrupted) throw new Error('interrupted; the same command continues where it was');
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${phase} ${collection}: ${documents} documents`);
}
