/** The map of a courier's sheet, as a file. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { readMap } from '../../../src/cli/import/map.js';
import { withFolder } from '../../store/fixtures.js';

const read = (text: string) =>
  withFolder(async (folder) => {
    const file = join(folder, 'map.yaml');
    await writeFile(file, text);
    return readMap(file);
  });

it('has headings, words, constants and what to ignore, all of them texts', async () => {
  const { ours, values, set, ignored } = await read(
    'columns:\n  pincode: PIN  Code\n  zone: Zone\n'
      + 'values:\n  zone:\n    Metro: 012\n    Y: 3\nset:\n  cod: N\nignore:\n  - State\n',
  );
  assert.deepEqual(
    [...ours],
    [
      ['pin code', 'pincode'],
      ['zone', 'zone'],
    ],
  );
  assert.deepEqual(
    [...values.get('zone')!],
    [
      ['metro', '012'],
      ['y', '3'],
    ],
  );
  assert.deepEqual([...set, ...ignored], [['cod', 'N'], 'state']);
});

it('may have sections without anything', async () => {
  const { ours, ignored } = await read('columns:\nvalues:\nset:\nignore:\n');
  assert.deepEqual([ours.size, ignored.size], [0, 0]);
});

it('is refused when it does not have its form', async () => {
  const cases: [string, RegExp][] = [
    ['- a\n', /map\.yaml: must have columns, values, set, ignore, or some of them$/],
    ['column:\n  a: b\n', /map\.yaml: column is none of columns, values, set, ignore$/],
    ['columns: a\n', /map\.yaml: columns: must have names, each with what it means$/],
    ['columns:\n  a: [b]\n', /map\.yaml: columns: a: must be a text$/],
    ['columns:\n  a: X\n  b: x\n', /map\.yaml: columns: a and b have the same heading, x$/],
    ['values:\n  zone: Metro\n', /map\.yaml: values: zone: must have names/],
    ['ignore: State\n', /map\.yaml: ignore: must be a list of headings$/],
    ['columns:\n  zone: # the heading of zone\n', /map\.yaml: columns: zone: must be a heading of the sheet$/],
    ['columns:\n  a: "b\n', /map\.yaml:\d+: is not YAML: /],
  ];
  for (const [text, message] of cases) await assert.rejects(read(text), { exitCode: 2, message }, text);
  await assert.rejects(readMap('/nowhere/map.yaml'), { exitCode: 2, message: /cannot be read \(ENOENT\)$/ });
});
