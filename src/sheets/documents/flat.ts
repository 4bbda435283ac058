/**
 * Documents as rows of cells. An empty cell: the member is absent; `null`: it is null; objects and lists are JSON; a
 * text is itself, or JSON if it would mean something else.
 */
/** The keywords of a document schema that give a cell its meaning. */
export interface Schema {
  type?: string;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
  enum?: readonly unknown[];
  format?: string;
}

export type CellValue = { ok: true; value: unknown } | { ok: false; message: string };

/** The members of a schema's documents, in the order of their columns. */
export const columnsOf = ({ properties }: Schema): string[] => Object.keys(properties!);

/** The schema of a member by its path, such as `limits.maxWeight`; null: there is no such member. */
export function memberSchema(documents: Schema, path: string): Schema | null {
  let schema: Schema | undefined = documents;
  for (const name of path.split('.')) {
    const { properties }: Schema = alternativesOf(schema).find((each) => each.properties !== undefined) ?? {};
    schema = properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) return null;
  }
  return schema;
}

/** Whether values of a schema may have that type; texts of a list of texts are `string`. */
export const mayBe = (schema: Schema, type: string): boolean =>
  alternativesOf(schema).some(
    (each) => each.type === type || (type === 'string' && each.enum?.some((value) => typeof value === 'string')),
  );

const alternativesOf = (schema: Schema): readonly Schema[] => schema.anyOf?.flatMap(alternativesOf) ?? [schema];

export const itemsOf = (schema: Schema): Schema | undefined =>
  alternativesOf(schema).find(({ items }) => items !== undefined)?.items;

/** @param value of JSON; undefined: the member is absent */
export function cellOf(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  // NUL would make the file invalid
  const isPlain = value !== '' && value !== 'null' && !value.startsWith('"') && !value.includes('\0');
  return isPlain ? value : JSON.stringify(value).replaceAll('\0', '\\u0000');
}

/** @param cell not empty */
export function valueOf(cell: string, schema: Schema): CellValue {
  if (cell === 'null') return { ok: true, value: null };
  const isList = mayBe(schema, 'array');
  const isObject = mayBe(schema, 'object');
  if ((isList && cell.startsWith('[')) || (isObject && cell.startsWith('{')) || cell.startsWith('"')) {
    const value = parsed(cell);
    return value === undefined ? { ok: false, message: `must be JSON, but is ${short(cell)}` } : { ok: true, value };
  }
  if (mayBe(schema, 'string')) return { ok: true, value: cell };
  if (isList || isObject) {
    const form = isList ? 'a list such as ["a","b"]' : 'an object such as {"a":1}';
    return { ok: false, message: `must be ${form}, but is ${short(cell)}` };
  }
  // spreadsheets save truth values in capitals
  if (/^(true|false)$/i.test(cell) && mayBe(schema, 'boolean'))
    return { ok: true, value: cell.toLowerCase() === 'true' };
  const value = parsed(cell);
  if (typeof value === 'number' && (mayBe(schema, 'number') || mayBe(schema, 'integer'))) {
    if (isExact(cell, value)) return { ok: true, value };
    // a spreadsheet writes an exponent when its column is too narrow, and leaves digits out
    const isShort = /e/i.test(cell);
    const reason = isShort ? 'must be a number without an exponent, but is' : 'has more digits than a number keeps:';
    return { ok: false, message: `${reason} ${short(cell)}` };
  }
  const wanted = mayBe(schema, 'boolean') ? 'true or false' : 'a number';
  return { ok: false, message: `must be ${wanted}, but is ${short(cell)}` };
}

/** Sets a member by its path, and creates the objects around it. */
export function putMember(document: Record<string, unknown>, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop()!;
  let object = document;
  for (const name of names) object = (object[name] ??= {}) as Record<string, unknown>;
  object[last] = value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a number has exactly the digits of its text. */
export function isExact(text: string, value: number): boolean {
  const written = String(value);
  return written === text || withoutZeros(written) === withoutZeros(text);
}

/** The number without leading zeros, and without zeros at the end of its decimals. */
function withoutZeros(text: string): string {
  const plain = text.replace(/^(-?)0+(?=\d)/, '$1');
  return /^-?\d+\.\d+$/.test(plain) ? plain.replace(/\.?0+$/, '') : plain;
}

const SHOWN_CHARACTERS = 60;

const short = (text: string): string =>
  JSON.stringify(text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`);
