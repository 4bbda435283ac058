/** Checks the server's answers against its OpenAPI document: everything in status, headers and body is documented. */
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../src/contract/openapi/documents.js';
import { closed, createAjv, type Schema } from './strict-schema.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

interface Response {
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema: Schema }>;
}

interface Operation {
  operationId: string;
  responses: Record<string, Response | { $ref: string }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const SCHEMAS = '#/components/schemas/';

interface Validators {
  ajv: Ajv2020;
  bySchema: Map<Schema, ValidateFunction>;
}

/** Made once for a document and all who check: a validator takes longer to make than all answers to check. */
const validatorsOf = new WeakMap<Document, Validators>();
let ofTheApi: Document | undefined;

/** @param document the whole API's, unless another is given */
export function createConformance(document?: object): Conformance {
  return new Conformance((document as Document | undefined) ?? (ofTheApi ??= openApiDocument() as Document));
}

export class Conformance {
  readonly #document: Document;
  readonly #validators: Validators;
  readonly #seen = new Set<string>();

  constructor(document: Document) {
    this.#document = document;
    this.#validators = validatorsOf.get(document) ?? createValidators(document);
    validatorsOf.set(document, this.#validators);
  }

  /**
   * The differences between an answer and the document, a line each; none if it conforms.
   * @param body parsed if it is JSON, else its text; '' or undefined for none
   */
  check(method: string, pathTemplate: string, status: number, headers: Headers, body: unknown): string[] {
    const operation = this.#document.paths[pathTemplate]?.[method.toLowerCase()];
    if (operation === undefined) return [`${method} ${pathTemplate} is not documented`];
    const { operationId } = operation;
    const response = operation.responses[status];
    if (response === undefined)
      return [`${operationId} does not say that it answers ${status}: ${JSON.stringify(body)}`];

    const { headers: documented = {}, content } = this.#resolve(response);
    const problems = [...this.#headerProblems(documented, headers), ...this.#contentProblems(content, headers, body)];
    if (problems.length === 0) this.#seen.add(`${operationId} ${status}`);
    return problems.map((problem) => `${operationId} ${status}: ${problem}`);
  }

  /** `<operationId> <status>` of every answer that conformed. */
  get seen(): string[] {
    return [...this.#seen].sort();
  }

  /** The same for every documented answer that was never seen; with `all`, failures too. */
  unseen({ all = false } = {}): string[] {
    const operations = Object.values(this.#document.paths).flatMap((item) => Object.values(item));
    const documented = operations.flatMap(({ operationId, responses }) =>
      Object.keys(responses)
        .filter((status) => all || status.startsWith('2'))
        .map((status) => `${operationId} ${status}`),
    );
    return documented.filter((pair) => !this.#seen.has(pair)).sort();
  }

  #headerProblems(documented: Record<string, { $ref: string }>, headers: Headers): string[] {
    return Object.entries(documented).flatMap(([name, reference]) => {
      const { required = false, schema } = this.#resolve<{ required?: boolean; schema: Schema }>(reference);
      const value = headers[name.toLowerCase()];
      if (value === undefined) return required ? [`the header ${name} is missing`] : [];
      const typed = schema.type === 'integer' ? Number(value) : value;
      return this.#problems(schema, typed).map((problem) => `the header ${name}: ${String(value)}: ${problem}`);
    });
  }

  #contentProblems(content: Response['content'], headers: Headers, body: unknown): string[] {
    const type = essenceOf(String(headers['content-type'] ?? ''));
    if (content === undefined)
      return body === undefined || body === '' ? [] : [`a body is not documented: ${JSON.stringify(body)}`];
    const media = Object.entries(content).find(([documented]) => essenceOf(documented) === type);
    return media === undefined
      ? [`the content type ${type || '(none)'} is not documented`]
      : this.#problems(media[1].schema, body);
  }

  /** If there are several forms, the problems of the one that fits best. */
  #problems(schema: Schema, value: unknown): string[] {
    const { $ref, anyOf: forms } = schema as { $ref?: string; anyOf?: Schema[] };
    if ($ref !== undefined && forms === undefined) {
      const named = this.#resolve<Schema>({ $ref });
      if (named.anyOf !== undefined) return this.#problems(named, value);
    }
    if (forms !== undefined)
      return forms
        .map((form) => this.#problems(form, value))
        .reduce((best, problems) => (problems.length < best.length ? problems : best));
    const validate = this.#validatorOf(schema);
    if (validate(value)) return [];
    return validate.errors!.map(
      ({ instancePath, message, params }) => `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
    );
  }

  #validatorOf(schema: Schema): ValidateFunction {
    const { ajv, bySchema } = this.#validators;
    let validate = bySchema.get(schema);
    if (validate === undefined) bySchema.set(schema, (validate = ajv.compile(byName(closed(schema)) as object)));
    return validate;
  }

  #resolve<T = Response>(value: T | { $ref: string }): T {
    const { $ref } = value as { $ref?: string };
    if ($ref === undefined) return value as T;
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], this.#document);
    if (target === undefined) throw new Error(`${$ref} leads nowhere`);
    return target as T;
  }
}

function createValidators({ components }: Document): Validators {
  const ajv = createAjv();
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(byName(closed(schema)) as object, name);
  return { ajv, bySchema: new Map() };
}

/** A media type without its parameters. */
const essenceOf = (mediaType: string): string => mediaType.split(';')[0]!.trim();

/** With references that are only names, under which the validator knows the schemas. */
function byName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(byName);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const isReference = key === '$ref' && typeof member === 'string' && member.startsWith(SCHEMAS);
      return [key, isReference ? member.slice(SCHEMAS.length) : byName(member)];
    }),
  );
}
