/** The names in a request that its contract does not know, found in a naive way. */
import type { Contract } from '../../../src/contract/contract.js';
import type { Members, Parts } from './parts.js';
import type { Schema } from './schema.js';

/** How an answer names an unknown member or parameter with an empty name: the empty path is that of the body. */
const NAMELESS = '""';

export function unknownParameters({ schemas }: Contract, { query }: Parts): string[] {
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(schemas.query.properties, name));
  return unknown.map((name) => name || NAMELESS);
}

export function unknownMembers({ schemas }: Contract, { body }: Parts): string[] {
  return schemas.body === null ? [] : [...namesIn(schemas.body as Schema, body, '')];
}

/** Copies of the parts without them. */
export function withoutUnknown({ schemas }: Contract, parts: Parts): Parts {
  const { query, body } = schemas;
  return {
    ...parts,
    query: known(query as Schema, parts.query) as Members,
    body: body === null ? parts.body : known(body as Schema, parts.body),
  };
}

function known(schema: Schema, value: unknown): unknown {
  const form = (schema.anyOf ?? []).find(({ type }) => type === 'object' || type === 'array') ?? schema;
  if (Array.isArray(value)) return form.items === undefined ? value : value.map((item) => known(form.items!, item));
  const { properties = {} } = form;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || Object.keys(properties).length === 0) return value;
  const members = Object.entries(value as Members).filter(([name]) => Object.hasOwn(properties, name));
  return Object.fromEntries(members.map(([name, member]) => [name, known(properties[name]!, member)]));
}

function* namesIn(schema: Schema, value: unknown, path: string): Generator<string> {
  for (const form of schema.anyOf ?? []) yield* namesIn(form, value, path);
  if (Array.isArray(value) && schema.items !== undefined) {
    for (const [index, item] of value.entries()) yield* namesIn(schema.items, item, `${path}[${index}]`);
  }
  const { properties = {} } = schema;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || Object.keys(properties).length === 0) return;
  for (const [name, member] of Object.entries(value as Members)) {
    const field = path === '' ? name || NAMELESS : `${path}.${name || NAMELESS}`;
    if (Object.hasOwn(properties, name)) yield* namesIn(properties[name]!, member, field);
    else yield field;
  }
}
