/** The map of a courier's sheet, as a text. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MapFault } from '../../../src/sheets/tables/map.js';
import { mapOf } from '../../../src/sheets/tables/map-text.js';

const read = (text: string) => mapOf(text, 'map.yaml');

it('has headings, words, constants and what to ignore, all of them texts', () => {
  const { columns, values, set, ignored } = read(
    'columns:\n  pincode: PIN  Code\n  zone: [Zone, Area]\n'
      + 'values:\n  zone:\n    Metro: 012\n    Y: 3\nset:\n  cod: N\nignore:\n  - State\n  - column b\n',
  );
  assert.deepEqual(
    [...columns],
    [
      ['pincode', ['PIN  Code']],
      ['zone', ['Zone', 'Area']],
    ],
  );
  assert.deepEqual(
    [...values.get('zone')!],
    [
      ['metro', '012'],
      ['y', '3'],
    ],
  );
  assert.deepEqual([...set, ...ignored], [['cod', 'N'], 'state', 'column B']);
});

it('says where the table is, and how its cells are read', () => {
  const map = read(
    'sheet: 2\nheadings: 20\nrows: 21-22\nseparator: semicolon\nmerged: repeat\nopen: step\ndates: DD/MM/YYYY\n'
      + 'units: {from: g}\nempty: {oda: not served}\nlanes: {"Jammu, HP": E}\nzones: {Metro: 201}\n'
      + 'leave_out: [{zone: ["#N/A", ""]}, {zone: A, City: Pune}]\ncolumns: {"Price_{lane}": price}\n',
  );
  assert.deepEqual(
    [map.sheet, map.headings, map.rows, map.separator, map.repeatsMerged, map.open, map.dates],
    ['2', 20, { from: 21, to: 22 }, ';', true, 'step', 'DMY'],
  );
  assert.deepEqual(
    [...map.units, ...map.empty, ...map.lanes, ...map.zones, ...map.patterns],
    [
      ['from', 'g'],
      ['oda', 'not served'],
      ['jammu, hp', 'E'],
      ['metro', '201'],
      ['Price_{lane}', 'price'],
    ],
  );
  assert.deepEqual(
    map.leaveOut.map((members) => [...members]),
    [
      [['zone', ['#n/a', '(blank)']]],
      [
        ['zone', ['a']],
        ['City', ['pune']],
      ],
    ],
  );
});

it('may have sections without anything', () => {
  const { columns, ignored } = read('columns:\nvalues:\nset:\nignore:\nleave_out:\nsheet:\n');
  assert.deepEqual([columns.size, ignored.size], [0, 0]);
});

it('is refused when it does not have its form', () => {
  const cases: [string, RegExp][] = [
    ['- a\n', /^map\.yaml: must have sheet, .*, or some of them$/],
    ['column:\n  a: b\n', /^map\.yaml: column is none of sheet, headings, /],
    ['columns: a\n', /^map\.yaml: columns: must have names, each with what it means$/],
    ['columns:\n  a: {b: c}\n', /^map\.yaml: columns: a: must be a text$/],
    ['columns:\n  a: X\n  b: x\n', /^map\.yaml: columns: a and b have the same heading, x$/],
    ['values:\n  zone: Metro\n', /^map\.yaml: values: zone: must have names/],
    ['ignore: State\n', /^map\.yaml: ignore: must be a list of headings$/],
    ['columns:\n  zone: # the heading of zone\n', /^map\.yaml: columns: zone: must be a heading of the sheet$/],
    ['columns:\n  a: "b\n', /^map\.yaml:\d+: is not YAML: /],
    ['headings: first\n', /^map\.yaml: headings: must be the number of a row, or none$/],
    ['rows: 9-3\n', /^map\.yaml: rows: must be rows such as 21-22$/],
    ['separator: x\n', /^map\.yaml: separator: must be comma, semicolon, tab, bar, or the sign itself$/],
    ['merged: yes\n', /^map\.yaml: merged: must be repeat$/],
    ['open: steps\n', /^map\.yaml: open: must be flat, step, whole$/],
    ['dates: DD.MM.YY\n', /^map\.yaml: dates: must be DD\/MM\/YYYY or MM\/DD\/YYYY$/],
    ['leave_out: {zone: x}\n', /^map\.yaml: leave_out: must be a list, such as /],
    ['leave_out: [{}]\n', /^map\.yaml: leave_out: must name a field or a heading, with words of it$/],
  ];
  for (const [text, message] of cases)
    assert.throws(
      () => read(text),
      (error: unknown) => error instanceof MapFault && message.test(error.message),
      text,
    );
});
