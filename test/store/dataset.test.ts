/**
 * Reading a dataset folder: which files are read, how their lines are read, and what is reported about invalid ones.
 */
import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { MAX_IMPORT_ERRORS_SHOWN, MAX_IMPORT_LINE_BYTES } from '../../src/limits/store.js';
import { GEOGRAPHY_COLLECTIONS } from '../../src/model/documents.js';
import {
  type AllDocuments,
  type DatasetProgress,
  type DatasetResult,
  formatDatasetErrors,
  readDataset,
} from '../../src/store/dataset/dataset.js';
import { decimalsOf } from '../../src/domain/decimal.js';
import { fixtureDocuments, withFolder, writeDataset } from './fixtures.js';

const NO_GEOGRAPHY = 'there-is-no-such-folder';

/** Reads the dataset's folder after `change`, without the shipped geography. */
async function readAfter(change: (folder: string) => Promise<void>) {
  return withFolder(async (folder) => {
    await writeDataset(folder, fixtureDocuments());
    await change(folder);
    return readDataset(folder, { geographyFolder: NO_GEOGRAPHY });
  });
}

/** The documents that were read; null: the dataset was refused. */
function documentsOf(result: DatasetResult): AllDocuments | null {
  return result.ok ? result.documents : null;
}

async function errorsAfter(change: (folder: string) => Promise<void>): Promise<string[]> {
  const result = await readAfter(change);
  return result.ok ? [] : formatDatasetErrors(result).split('\n').slice(1);
}

async function gzip(path: string): Promise<void> {
  await writeFile(`${path}.gz`, gzipSync(await readFile(path)));
  await rm(path);
}

describe('the files of a dataset', () => {
  it('are plain or gzipped; a collection without a file is empty; other files are ignored', async () => {
    const result = await readAfter(async (folder) => {
      await gzip(join(folder, 'pincodes.ndjson'));
      await gzip(join(folder, 'areas.ndjson'));
      await rm(join(folder, 'discounts.ndjson'));
      await writeFile(join(folder, 'README.md'), 'not a collection');
    });
    assert.deepEqual(documentsOf(result), { ...fixtureDocuments(), discounts: [] });
  });

  it('use the shipped geography when there are no pincodes', () =>
    withFolder(async (folder) => {
      const [own, shipped] = [join(folder, 'own'), join(folder, 'shipped')];
      await writeDataset(own, fixtureDocuments());
      await mkdir(shipped);
      for (const collection of GEOGRAPHY_COLLECTIONS) {
        await rename(join(own, `${collection}.ndjson`), join(shipped, `${collection}.ndjson`));
        await gzip(join(shipped, `${collection}.ndjson`));
      }
      await writeFile(join(shipped, 'partners.ndjson'), 'never read');
      assert.deepEqual(documentsOf(await readDataset(own, { geographyFolder: shipped })), fixtureDocuments());

      await writeFile(join(own, 'states.ndjson'), '{}\n');
      await rm(join(shipped, 'areas.ndjson.gz'));
      const mixed = await readDataset(own, { geographyFolder: shipped });
      assert.ok(!mixed.ok);
      assert.deepEqual(mixed.errors.slice(0, 2), [
        {
          file: 'states.ndjson',
          line: 0,
          field: '',
          message: 'needs a pincodes file too: a dataset has its own states, cities, areas and pincodes, or none',
        },
        { file: shipped, line: 0, field: '', message: 'has no areas file' },
      ]);
    }));

  it('are refused when the folder is missing', async () => {
    const result = await readDataset(NO_GEOGRAPHY, { geographyFolder: NO_GEOGRAPHY });
    assert.ok(!result.ok);
    assert.deepEqual([result.total, result.errors[0]?.file, result.errors[0]?.line], [1, NO_GEOGRAPHY, 0]);
    assert.match(result.errors[0]!.message, /ENOENT/);
  });

  it('are refused when one belongs to no collection, or to the same one as another', async () => {
    const errors = await errorsAfter(async (folder) => {
      await writeFile(join(folder, 'zone.ndjson'), '');
      await writeFile(join(folder, 'zones.ndjson.gz'), gzipSync(''));
      await writeFile(join(folder, 'idempotency-keys.ndjson'), '');
    });
    assert.equal(errors.length, 3);
    assert.match(errors[0]!, /^idempotency-keys\.ndjson: is the name of no collection: /);
    assert.match(errors[1]!, /^zone\.ndjson: is the name of no collection: they are states, cities, /);
    assert.equal(errors[2], 'zones.ndjson.gz: has the same collection as zones.ndjson: keep one of them');
  });

  it('are refused when one cannot be read to its end, without errors that only follow from that', async () => {
    const errors = await errorsAfter(async (folder) => {
      const path = join(folder, 'partners.ndjson');
      await writeFile(`${path}.gz`, gzipSync(await readFile(path)).subarray(0, -20));
      await rm(path);
      await rm(join(folder, 'credentials.ndjson'));
      await mkdir(join(folder, 'credentials.ndjson'));
    });
    assert.deepEqual(errors.map((error) => error.split(':')[0]).sort(), ['credentials.ndjson', 'partners.ndjson.gz']);
  });
});

describe('the lines of a dataset', () => {
  it('may end in CRLF or not at all, be blank, and follow a byte order mark', async () => {
    const result = await readAfter(async (folder) => {
      const path = join(folder, 'states.ndjson');
      const [first, second] = (await readFile(path, 'utf8')).trim().split('\n') as [string, string];
      await writeFile(path, `\uFEFF${first}\r\n\r\n   \n\n${second}`);
    });
    assert.deepEqual(documentsOf(result), fixtureDocuments());
  });

  it('are counted including blank lines', async () => {
    assert.deepEqual(
      await errorsAfter((folder) => appendFile(join(folder, 'cities.ndjson'), '\n\r\n{"id":1}\n').then(() => {})),
      ['name', 'stateId', 'createdAt'].map((field) => `cities.ndjson:6: ${field}: is required`),
    );
  });

  it('are refused one by one when they are not JSON, not UTF-8 or too long', async () => {
    const errors = await errorsAfter(async (folder) => {
      await appendFile(
        join(folder, 'cities.ndjson'),
        Buffer.concat([
          Buffer.from('{"id":4,\n'),
          Buffer.from([0x22, 0xff, 0x22, 0x0a]),
          Buffer.from(`"${'x'.repeat(MAX_IMPORT_LINE_BYTES)}"\n`),
          Buffer.from('7\n'),
        ]),
      );
    });
    assert.match(
      errors[0]!,
      /^cities\.ndjson:4: is not JSON \(.+\): each line is one whole \{…\}, its names and texts in "quotes"$/,
    );
    assert.deepEqual(errors.slice(1), [
      'cities.ndjson:5: is not UTF-8: save the file in that encoding',
      'cities.ndjson:6: is longer than 1048576 bytes, the most that a line may have',
      'cities.ndjson:7: must be an object, but is 7',
    ]);
  });

  it('keep a character that is split between two chunks of the file', async () => {
    const name = `${'ज'.repeat(66)}`;
    const result = await readAfter(async (folder) => {
      const lines = Array.from(
        { length: 2_000 },
        (_, index) => `${JSON.stringify({ id: index + 10, name, cityId: 1, createdAt: '2025-01-01T00:00:00Z' })}\n`,
      );
      await appendFile(join(folder, 'areas.ndjson'), lines.join(''));
    });
    assert.ok(result.ok);
    assert.equal(result.documents.areas.length, 2_004);
    assert.ok(result.documents.areas.slice(4).every((area) => area.name === name));
  });
});

describe('a refused dataset', () => {
  it('shows the first errors in the order of the files and counts all errors', async () => {
    const count = MAX_IMPORT_ERRORS_SHOWN + 50;
    const result = await readAfter(async (folder) => {
      await writeFile(join(folder, 'assignments.ndjson'), '{}\n');
      await appendFile(
        join(folder, 'areas.ndjson'),
        Array.from(
          { length: count },
          (_, index) => `{"id":${index + 10},"name":"x","cityId":77,"createdAt":"2025-01-01T00:00:00Z"}\n`,
        ).join(''),
      );
    });
    assert.ok(!result.ok);
    assert.equal(result.errors.length, MAX_IMPORT_ERRORS_SHOWN);
    assert.equal(result.total, count + 6);
    assert.deepEqual(result.errors[0], {
      file: 'areas.ndjson',
      line: 5,
      field: 'cityId',
      message: 'there is no city 77',
    });
    const text = formatDatasetErrors(result).split('\n');
    assert.equal(text[0], `The dataset is refused: ${count + 6} errors.`);
    assert.equal(text.at(-1), '... and 56 more');
    assert.equal(text[1], 'areas.ndjson:5: cityId: there is no city 77');
  });
});

it('progress ends at the size of the whole dataset', () =>
  withFolder(async (folder) => {
    await writeDataset(folder, fixtureDocuments());
    const seen: DatasetProgress[] = [];
    await readDataset(folder, { geographyFolder: NO_GEOGRAPHY, onProgress: (progress) => seen.push(progress) });
    const last = seen.at(-1)!;
    assert.equal(last.file, 'credentials.ndjson');
    assert.equal(last.lines, 2);
    assert.equal(last.bytesRead, last.bytesTotal);
    assert.ok(seen.every((progress, index) => index === 0 || progress.bytesRead >= seen[index - 1]!.bytesRead));
  }));

it('decimals are counted in the shortest form of a number', () => {
  for (const [value, decimals] of [
    [0, 0],
    [1, 0],
    [1.1, 1],
    [0.1 + 0.2, 17],
    [1e-7, 7],
    [1.5e-7, 8],
    [1e21, 0],
    [1.25e22, 0],
    [40.05, 2],
  ] as const) {
    assert.equal(decimalsOf(value), decimals, String(value));
  }
});
