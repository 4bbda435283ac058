/**
 * In place of TypeBox in the reader of sheets: the fields of documents are all that it needs of a schema, and a page
 * loads it. The functions that `src/model` calls, and nothing of what checks values; bundled under TypeBox's name by
 * `src/compile.js`. `test/unit/console/schemas.test.ts` holds both to the same schemas.
 */
type Schema = Readonly<Record<string, unknown>>;

const OPTIONAL = Symbol('optional');

const ofType =
  (type: string) =>
  (options: Schema = {}): Schema => ({ type, ...options });

function objectOf(properties: Readonly<Record<string, Schema>>, options: Schema = {}): Schema {
  const required = Object.keys(properties).filter((name) => !(OPTIONAL in properties[name]!));
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
}

const patternOf = (names: Schema): string =>
  'enum' in names ? `^(${(names['enum'] as readonly string[]).join('|')})$` : ((names['pattern'] as string) ?? '^.*$');

export default {
  String: ofType('string'),
  Number: ofType('number'),
  Integer: ofType('integer'),
  Boolean: ofType('boolean'),
  Null: ofType('null'),
  Unknown: (options: Schema = {}): Schema => options,
  Enum: (values: readonly unknown[], options: Schema = {}): Schema => ({ enum: values, ...options }),
  Union: (anyOf: readonly Schema[], options: Schema = {}): Schema => ({ anyOf, ...options }),
  Array: (items: Schema, options: Schema = {}): Schema => ({ type: 'array', items, ...options }),
  Record: (names: Schema, values: Schema, options: Schema = {}): Schema => ({
    type: 'object',
    patternProperties: { [patternOf(names)]: values },
    ...options,
  }),
  Object: objectOf,
  /** Marked for its object, and for nobody who lists its members. */
  Optional: (schema: Schema): Schema => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
};
