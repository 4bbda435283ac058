/**
 * A process to be killed. Its tasks:
 * - `write <path> <round>` prints each acknowledged assignment;
 * - `import <path>` imports;
 * - `assign <path> <round>` assigns thousands of pincodes again and again and prints the moment of each acknowledged
 *   assignment, and `ready` before the first;
 * - `stall <path>` imports and stops within the import's transaction when it reaches the last collection;
 * - `fill <path>` prints the result of a write that is larger than the disk, then what was acknowledged until a write
 *   fails, then deletes the first assignment and prints the result.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { type WriteOp } from '../../src/model/change.js';
import { StoreUnavailableError, type WriteResult } from '../../src/store/port.js';
import { largeDocuments, manyPincodes } from './crash-documents.js';
import { fixtureAssignment, fixtureDocuments, fixtureZonePincode } from './fixtures.js';

const [task, path, round] = process.argv.slice(2) as [string, string, string];
const LANES = 8;
const RETRY_MS = 100;
/** A write that is larger than the disk. */
const LONG_WRITE = 100;
const LONG_WRITE_TEXT = 20_000;

// synchronous, so that what was printed has left the process when it is killed
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const store = await openLmdbStore({ path });
if (task === 'import') {
  const documents = largeDocuments();
  say('ready');
  await store.importAll(documents);
  setInterval(() => {}, 1_000);
} else if (task === 'stall') {
  await store.importAll({ ...largeDocuments(), assignments: stallingList() });
} else if (task === 'fill') {
  // the limit on a file's size first arrives as a signal
  process.on('SIGXFSZ', () => {});
  await store.importAll(fixtureDocuments());
  const long = Array.from({ length: LONG_WRITE }, (_, index) => ({
    ...fixtureAssignment(`long-${index}`),
    assignment: { text: 'x'.repeat(LONG_WRITE_TEXT) },
  }));
  say(
    await store.write(long.map((document) => ({ kind: 'insert', collection: 'assignments', document }))).then(
      () => 'written',
      () => 'rejected',
    ),
  );
  // a short write still fits, after the moment in which the store refuses all
  await untilWritten([{ kind: 'put', collection: 'zone-pincodes', document: fixtureZonePincode(1, '110001') }]);
  await Promise.allSettled(Array.from({ length: LANES }, (_, lane) => writeForever(lane)));
  say(await untilWritten([{ kind: 'delete', collection: 'assignments', key: `r${round}-0-0` }]));
  await store.close();
} else if (task === 'assign') {
  const { documents, pincodes } = manyPincodes();
  if (await store.isEmpty()) await store.importAll(documents);
  for (let count = 0; ; count++) {
    const assignedAt = new Date(Number(round) * 1_000_000 + count).toISOString();
    const result = await store.write(
      pincodes.map((pincode) => ({
        kind: 'put',
        collection: 'zone-pincodes',
        document: { ...fixtureZonePincode(1, pincode), assignedAt },
      })),
    );
    if (!result.ok) throw new Error(JSON.stringify(result.conflict));
    say(count === 0 ? `ready\n${assignedAt}` : assignedAt);
  }
} else {
  if (await store.isEmpty()) await store.importAll(fixtureDocuments());
  say('ready');
  await Promise.all(Array.from({ length: LANES }, (_, lane) => writeForever(lane)));
}

function stallingList(): [] {
  const list: [] = [];
  return Object.assign(list, {
    [Symbol.iterator]: () => {
      say('ready');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return list.values();
    },
  });
}

/** For a moment after a failure the store refuses writes. */
async function untilWritten(ops: readonly WriteOp[]): Promise<string> {
  for (;;) {
    const result = await store.write(ops).catch((error: unknown) => error);
    if (!(result instanceof StoreUnavailableError)) return (result as WriteResult).ok ? 'deleted' : 'refused';
    await pause(RETRY_MS);
  }
}

async function writeForever(lane: number): Promise<never> {
  for (let count = 0; ; count++) {
    const shipmentId = `r${round}-${lane}-${count}`;
    const result = await store.write([
      { kind: 'insert', collection: 'assignments', document: fixtureAssignment(shipmentId) },
    ]);
    if (!result.ok) throw new Error(JSON.stringify(result.conflict));
    say(shipmentId);
  }
}
