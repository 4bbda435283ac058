/**
 * Checks an answer against its schema: every object that names its members is closed, so an undocumented member is as
 * wrong as a missing one. Also checks the schema against the answers: `unseen` lists what is documented but never came.
 */
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { tracing } from '../../src/contract/failures.js';
import { changeId } from '../../src/contract/openapi/answers.js';
import { isOwnKeyword } from '../../src/model/fields.js';

export type Schema = Readonly<Record<string, unknown>>;

/** A copy in which every object that has `properties` accepts no others, without the keywords of our own. */
export function closed(schema: Schema): Schema {
  assert(
    !('allOf' in schema) && !('if' in schema),
    'what is said of one object in several schemas cannot be closed: spread their properties into one',
  );
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema))
    if (!isOwnKeyword(keyword)) copy[keyword] = closedAt(keyword, value);
  if ('properties' in copy && !('additionalProperties' in copy)) copy.additionalProperties = false;
  return copy;
}

function closedAt(keyword: string, value: unknown): unknown {
  if (keyword === 'properties' || keyword === 'patternProperties' || keyword === '$defs') {
    return Object.fromEntries(
      Object.entries(value as Record<string, Schema>).map(([name, schema]) => [name, closed(schema)]),
    );
  }
  if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'prefixItems') return (value as Schema[]).map(closed);
  const isSchema = (keyword === 'items' || keyword === 'additionalProperties') && typeof value === 'object';
  return isSchema ? closed(value as Schema) : value;
}

/** The whole body of a contract's answer, which may change documents, with the members that every answer has. */
export function successBody(answer: Schema, changes = false): Schema {
  const forms = answer.anyOf as Schema[] | undefined;
  if (forms !== undefined) return { anyOf: forms.map((form) => successBody(form, changes)) };
  const always = { ...tracing, ...(changes && { changeId }) };
  return {
    ...answer,
    properties: { success: { const: true }, ...always, ...(answer.properties as object) },
    required: ['success', ...Object.keys(always), ...((answer.required ?? []) as string[])],
  };
}

/** One of several schemas. */
export const anyOf = (schemas: readonly object[]): Schema =>
  schemas.length === 1 ? (schemas[0] as Schema) : { anyOf: schemas };

/** Most validators run a few times: what it takes to make one counts, not what it takes to run it. */
export function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allErrors: true, code: { optimize: false } });
  formats.default(ajv);
  return ajv;
}

const ajv = createAjv();
/** By the text of the schema: every test file that checks an operation makes the same schemas of its contract. */
const compiled = new Map<string, ValidateFunction>();

function compile(schema: Schema): ValidateFunction {
  const text = JSON.stringify(schema);
  let validate = compiled.get(text);
  if (validate === undefined) compiled.set(text, (validate = ajv.compile(schema)));
  return validate;
}

/** A schema, closed and compiled, that records what it has seen. */
export class StrictSchema {
  readonly #schema: Schema;
  readonly #accepts = new Map<Schema, ValidateFunction>();
  readonly #seen = new Set<string>();

  constructor(schema: object) {
    this.#schema = closed(schema as Schema);
  }

  /** The faults of `value`, a line each. */
  faults(value: unknown): string[] {
    const validate = this.#validatorOf(this.#schema);
    if (validate(value)) {
      this.#see(this.#schema, value, '');
      return [];
    }
    return validate.errors!.map(
      ({ instancePath, message, params }) => `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
    );
  }

  assert(value: unknown, label: string): void {
    const faults = this.faults(value);
    assert.deepEqual(faults, [], `${label}\n${faults.join('\n')}\n${JSON.stringify(value)}`);
  }

  /** What is documented but was never seen: members, their absence, nulls and their absence, forms, items. */
  unseen(): string[] {
    return [...documented(this.#schema, '')].filter((fact) => !this.#seen.has(fact));
  }

  #validatorOf(schema: Schema): ValidateFunction {
    let validate = this.#accepts.get(schema);
    if (validate === undefined) this.#accepts.set(schema, (validate = compile(schema)));
    return validate;
  }

  #see(schema: Schema, value: unknown, path: string): void {
    const forms = formsOf(schema);
    if (forms !== null) {
      const form = forms.findIndex((one) => this.#validatorOf(one)(value));
      this.#seen.add(formFact(forms, form, path));
      return this.#see(forms[form]!, value, formPath(forms, form, path));
    }
    const { properties, items } = schema as { properties?: Record<string, Schema>; items?: Schema };
    for (const [name, member] of Object.entries(properties ?? {})) {
      const isThere = Object.hasOwn(value as object, name);
      this.#seen.add(memberFact(path, name, isThere));
      if (isThere) this.#see(member, (value as Record<string, unknown>)[name], `${path}.${name}`);
    }
    if (items === undefined || !Array.isArray(value)) return;
    for (const item of value) {
      this.#seen.add(`${path}[]`);
      this.#see(items, item, `${path}[]`);
    }
  }
}

const formsOf = (schema: Schema): Schema[] | null => (schema.anyOf ?? schema.oneOf ?? null) as Schema[] | null;
const isNull = (schema: Schema): boolean => schema.type === 'null';
const memberFact = (path: string, name: string, isThere: boolean): string =>
  `${path}.${name}${isThere ? '' : ' left out'}`;

function formFact(forms: readonly Schema[], form: number, path: string): string {
  return isNull(forms[form]!) ? `${path} is null` : `${formPath(forms, form, path)} is not null`;
}

/** The path itself for a value with at most one form; else with the form's name. */
function formPath(forms: readonly Schema[], form: number, path: string): string {
  return forms.filter((one) => !isNull(one)).length === 1 ? path : `${path}<${String(forms[form]!.title ?? form)}>`;
}

function* documented(schema: Schema, path: string): Generator<string> {
  const forms = formsOf(schema);
  if (forms !== null) {
    for (const [index, form] of forms.entries()) {
      yield formFact(forms, index, path);
      yield* documented(form, formPath(forms, index, path));
    }
    return;
  }
  const { properties, required, items, maxItems } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
    items?: Schema;
    maxItems?: number;
  };
  for (const [name, member] of Object.entries(properties ?? {})) {
    yield memberFact(path, name, true);
    if (!(required ?? []).includes(name)) yield memberFact(path, name, false);
    yield* documented(member, `${path}.${name}`);
  }
  if (items === undefined || maxItems === 0) return;
  yield `${path}[]`;
  yield* documented(items, `${path}[]`);
}
