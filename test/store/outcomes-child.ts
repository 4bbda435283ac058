/** Imports outcomes until it is killed: `outcomes-child FOLDER FIRST_VERSION`. Prints each version that is in the store. */
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { versionWrite } from './outcome-versions.js';

const [folder, first] = process.argv.slice(2) as [string, string];
const store = await openLmdbStore({ path: folder });
for (let version = Number(first); ; version++) {
  await store.writeOutcomes(await versionWrite(store, version));
  process.stdout.write(`${version}\n`);
}
