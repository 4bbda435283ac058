/** A process to be killed while it makes a backup: `backup-child <path>` prints `ready` when the store is filled. */
import { join } from 'node:path';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { fixtureAssignment, fixtureDocuments } from './fixtures.js';

const [path] = process.argv.slice(2) as [string];
const ASSIGNMENTS = 2_000;
const TEXT_LENGTH = 20_000;

const store = await openLmdbStore({ path });
if (await store.isEmpty()) {
  await store.importAll(fixtureDocuments());
  await store.write(
    Array.from({ length: ASSIGNMENTS }, (_, index) => ({
      kind: 'insert',
      collection: 'assignments',
      document: { ...fixtureAssignment(`large-${index}`), assignment: { text: 'x'.repeat(TEXT_LENGTH) } },
    })),
  );
}
process.stdout.write('ready\n');
for (let count = 0; ; count++) await store.backup!(join(path, 'backups', String(count)));
