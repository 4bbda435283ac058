/** Builds docs/fields.md: the collections, made from their schemas, and the states. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { COLLECTIONS, type DatasetCollection, type State } from '../../src/model/documents.js';
import { EXAMPLES } from './examples.js';
import { type Field, fieldsOf, type Schema } from './fields.js';
import { PURPOSES } from './purposes.js';

const MAX_COLUMNS = 140;
const STATES_FILE = join(PACKAGE_ROOT, 'data', 'geography', 'states.ndjson.gz');
const STATES = '## States\n\n`states` of a zone are these ids. They are not GST codes.';

const HEAD = `<!-- Made by \`npm run docs:data\` from the schemas in src/contract. Change those, not this page. -->
# The fields of a dataset

Every field of every collection, made from the schemas that check them. How to load and change them is in [data.md](data.md), how prices
come from them in [rules.md](rules.md).`;

/** docs/fields.md: the collections in the order of PURPOSES, then the states. */
export function fieldsPage(): string {
  const collections = (Object.keys(PURPOSES) as DatasetCollection[]).map(collectionPart);
  return `${[HEAD, ...collections, STATES, statesTable()].join('\n\n')}\n`;
}

export function fieldsOfCollection(collection: DatasetCollection): Field[] {
  return fieldsOf(COLLECTIONS[collection] as unknown as Schema, EXAMPLES[collection]);
}

function collectionPart(collection: DatasetCollection): string {
  const { purpose, rules } = PURPOSES[collection];
  return [
    `## ${collection}`,
    purpose,
    [
      '| field | type, unit | required, or what counts without it | meaning | example |',
      '|---|---|---|---|---|',
      ...fieldsOfCollection(collection).map(rowOf),
    ].join('\n'),
    `\`\`\`json\n${JSON.stringify(EXAMPLES[collection])}\n\`\`\``,
    ...(rules.length === 0 ? [] : [rules.map(itemOf).join('\n')]),
  ].join('\n\n');
}

/** A rule as an item of a list, in lines of at most MAX_COLUMNS. */
function itemOf(rule: string): string {
  const lines = ['-'];
  for (const word of rule.split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > MAX_COLUMNS) lines.push(' ');
    lines.push(`${lines.pop()} ${word}`);
  }
  return lines.join('\n');
}

function rowOf({ path, type, unit, isRequired, ifAbsent, meaning, example }: Field): string {
  const kind = unit === null ? type : `${type}; ${unit}`;
  const cells = [
    `\`${path}\``,
    kind,
    isRequired ? 'required' : (ifAbsent ?? '').replace(/\.$/, ''),
    meaning,
    exampleOf(example),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Objects and lists of objects have no example: the rows of their members have. */
function exampleOf(value: unknown): string {
  const isScalar = (each: unknown): boolean => typeof each !== 'object' || each === null;
  if (value === undefined) return '';
  if (isScalar(value) || (Array.isArray(value) && value.every(isScalar))) return `\`${JSON.stringify(value)}\``;
  const isMap = !Array.isArray(value) && Object.values(value as object).every(isScalar);
  return isMap ? `\`${JSON.stringify(value)}\`` : '';
}

function statesTable(): string {
  const lines = gunzipSync(readFileSync(STATES_FILE)).toString('utf8').trim().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as State);
  return [
    '| id | state | code | GST code |',
    '|---|---|---|---|',
    ...rows.map(({ id, name, code, gstCode }) => `| ${id} | ${name} | ${code} | ${gstCode} |`),
  ].join('\n');
}
