/** The input of an operation: parameters of its path and query, and its body. */
import { type Contract, isWrite, mayBeEmpty } from '../contract.js';
import { closed, type JsonValue, type JsonObject, plainJson, type Schema, type SchemaComponents } from './schema.js';

/** In the order in which the schemas have them. */
export function parametersOf({ id, path, schemas, example }: Contract, components: SchemaComponents): JsonObject[] {
  const inPath = Object.entries(schemas.params.properties as Record<string, Schema>);
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name!);
  if (names.length !== inPath.length || inPath.some(([name]) => !names.includes(name))) {
    throw new Error(`${id}: the path has {${names.join(', ')}}, its schema ${inPath.map(([name]) => name).join(', ')}`);
  }
  const required = (schemas.query as { required?: string[] }).required ?? [];
  const inQuery = Object.entries(schemas.query.properties as Record<string, Schema>);
  const unknown = Object.keys(example.query ?? {}).filter((name) => !inQuery.some(([known]) => known === name));
  if (unknown.length > 0) throw new Error(`${id}: the example has ${unknown.join(', ')}, which the query has not`);
  return [
    ...inPath.map(([name, schema]) => parameter('path', name, schema, true, example.params?.[name], components)),
    ...inQuery.map(([name, schema]) =>
      parameter(
        'query',
        name,
        schema,
        required.includes(name) && schema.default === undefined,
        example.query?.[name],
        components,
      ),
    ),
  ];
}

/**
 * Only a value of the operation's example is an example of the parameter: a page to try it out with fills such values
 * in, and all of them together should be a request that succeeds. Others stay in the schema.
 */
function parameter(
  place: 'path' | 'query',
  name: string,
  schema: Schema,
  required: boolean,
  example: string | undefined,
  components: SchemaComponents,
): JsonObject {
  const { description } = schema as { description?: string };
  const value = example ?? (required ? (schema.examples as string[] | undefined)?.[0] : undefined);
  const converted = components.convert(schema);
  if (converted.$ref === undefined) delete converted.description;
  return {
    name,
    in: place,
    required,
    ...(description !== undefined && { description }),
    schema: converted,
    ...(value !== undefined && { example: typed(value, schema) }),
  };
}

/** The value of a text in the query or the path. */
function typed(text: JsonValue, { type }: Schema): JsonValue {
  if (type === 'integer' || type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' || text === true : text;
}

/** null: the operation takes none. */
export function requestBodyOf(contract: Contract, components: SchemaComponents): JsonObject | null {
  const { id, method, bodyFormat, schemas, example, moreExamples } = contract;
  if (schemas.body === null) return null;
  if (example.body === undefined) throw new Error(`${id}: a body wants an example`);
  const examples = [['usual', { summary: 'The usual', body: example.body }] as const, ...Object.entries(moreExamples)];
  const values = examples.map(
    ([name, { summary, body }]) => [name, { summary, value: plainJson(body, `the example ${name} of ${id}`) }] as const,
  );
  const shown: JsonObject =
    values.length === 1 ? { example: values[0]![1].value } : { examples: Object.fromEntries(values) };
  const body = {
    schema: components.convert(isWrite(contract) ? closed(schemas.body as Schema) : schemas.body),
    ...shown,
  };
  if (bodyFormat === 'ndjson') return { required: true, content: { 'application/x-ndjson': body } };
  const ofLines = bodyFormat === 'json-lines' && {
    'application/x-ndjson': {
      schema: { type: 'string', description: 'The JSON on the first line, then a line for each order' },
    },
  };
  const ofPatch = method === 'PATCH' && { 'application/merge-patch+json': structuredClone(body) };
  return { required: !mayBeEmpty(contract), content: { 'application/json': body, ...ofPatch, ...ofLines } };
}
