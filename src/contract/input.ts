/** From the texts of a request to the values that its contract describes, or to a list of all faults. */
import type { CallerKind } from '../caller.js';
import { type Contract, type Input, isWrite, mayBeEmpty, type Schemas } from './contract.js';
import type { Failure } from '../errors.js';
import { MAX_REQUEST_FAULTS } from '../limits/requests.js';
import { jsonExcess, parseBody } from './body.js';
import {
  PARTNER_ID_REQUIRED,
  partnerIdFaults,
  RequestValidator,
  unknownFieldFault,
  validationFailure,
} from './faults.js';
import { isMembers } from '../model/members.js';
import type { RequestFault } from '../model/schema-faults.js';
import { KnownFields, type UnknownField } from '../model/unknown-fields.js';
import { unknownFieldWarning, type Warning } from './warnings.js';

export interface RawInput {
  /** Decoded. */
  params: Readonly<Record<string, string>>;
  /** The query string as sent, without `?`. */
  query: string;
  /** '' when the request has no body. */
  body: string;
}

/** The members of a request that its schemas accept: all of them, unless it is refused. */
export interface AcceptedInput<S extends Schemas = Schemas> {
  params: Partial<Input<S>['params']>;
  query: Partial<Input<S>['query']>;
  /** Empty when there is no body. */
  body: Input<S>['body'] extends null ? object : Partial<Input<S>['body']>;
}

/** The faults that no schema finds, checked once where the input is read. A missing member is no fault. */
export type Rules<S extends Schemas = Schemas> = (
  accepted: AcceptedInput<S>,
  callerKind: CallerKind,
  /** Whether the schemas refuse this member of the body, or something in it. */
  isRefused: (name: string) => boolean,
) => RequestFault[];

/** Changes a parsed body in place before anything looks at it. */
export type Preparation = (body: unknown) => void;

/** An object with a schema for each of its members. */
type ObjectSchema = Schemas['params'];

/** The lines of a body behind its first one. */
export interface BodyLines {
  text: string;
  /** How many lines are before them. */
  before: number;
}

interface Values {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  lines?: BodyLines;
}

/** `warnings`: for the members of the request that its contract does not know. */
export type ReadInput = { ok: true; values: Values; warnings: readonly Warning[] } | { ok: false; failure: Failure };

interface Field {
  name: string;
  type: 'integer' | 'number' | 'boolean' | 'string';
  byDefault: unknown;
}

const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;
const NOT_AN_OBJECT = 'The request body must be a JSON object, or empty: this operation needs none';
/** A body that is not needed has no known members. */
const NO_MEMBERS = new KnownFields({ type: 'object', properties: {}, additionalProperties: false });
/** The parameters of a query, of which none is known. */
export const unknownParametersIn = (query: string): readonly UnknownField[] =>
  NO_MEMBERS.unknownIn(Object.fromEntries(new URLSearchParams(query)));
const NO_QUERY = new URLSearchParams();

/** The known parameters of one query. */
export class KnownParameters {
  readonly #known: KnownFields;

  constructor(schema: ObjectSchema) {
    // an operation without parameters knows none, whereas an object schema without members would allow any
    this.#known = new KnownFields({ ...schema, additionalProperties: false });
  }

  /** Each unknown one once; of several values the last. */
  unknownIn(query: URLSearchParams): readonly UnknownField[] {
    return query.size === 0 ? [] : this.#known.unknownIn(Object.fromEntries(query));
  }
}

/** Reads the input of one contract. Made once, because it compiles the contract's schemas. */
export class InputReader {
  readonly #params: RequestValidator<ObjectSchema>;
  readonly #query: RequestValidator<ObjectSchema>;
  readonly #body: RequestValidator<ObjectSchema> | null;
  readonly #knownQuery: KnownParameters;
  readonly #knownBody: KnownFields | null;
  readonly #paramFields: readonly Field[];
  readonly #queryFields: readonly Field[];
  readonly #rules: readonly Rules[];
  readonly #isOfPartner: boolean;
  readonly #isOfLines: boolean;
  readonly #beginsLines: boolean;
  readonly #mayBeEmpty: boolean;
  readonly #isWrite: boolean;

  constructor(
    contract: Contract,
    rules: Rules | null = null,
    private readonly prepare: Preparation | null = null,
  ) {
    const { schemas, isOfPartner, bodyFormat } = contract;
    this.#params = new RequestValidator(schemas.params);
    this.#query = new RequestValidator(schemas.query);
    this.#isOfLines = bodyFormat === 'ndjson';
    this.#beginsLines = bodyFormat === 'json-lines';
    this.#mayBeEmpty = mayBeEmpty(contract);
    this.#isWrite = isWrite(contract);
    const json = this.#isOfLines ? null : schemas.body;
    this.#body = json === null ? null : new RequestValidator(json as ObjectSchema);
    this.#knownQuery = new KnownParameters(schemas.query);
    this.#knownBody = json === null ? null : new KnownFields(json);
    this.#paramFields = fieldsOf(schemas.params);
    this.#queryFields = fieldsOf(schemas.query);
    this.#rules = [...(isOfPartner ? [partnerIdFaults] : []), ...(rules === null ? [] : [rules])];
    this.#isOfPartner = isOfPartner;
  }

  /** @param isStrict unknown members are faults, not warnings; of a write they always are */
  read(raw: RawInput, callerKind: CallerKind, isStrict: boolean): ReadInput {
    const faults: RequestFault[] = [];
    const given = raw.query === '' ? NO_QUERY : new URLSearchParams(raw.query);
    const params = fromParams(this.#paramFields, raw.params);
    const query = fromQuery(this.#queryFields, given, faults);
    const { first, lines } = this.#beginsLines ? firstLineOf(raw.body) : { first: raw.body, lines: null };
    const read = this.#readBody(first, faults);
    if ('failure' in read) return { ok: false, failure: read.failure };
    const { body } = read;
    if (!this.#query.accepts(query)) faults.unshift(...without(this.#query.faults(query), faults));
    if (!this.#params.accepts(params)) faults.unshift(...this.#params.faults(params));
    const unknown = [...this.#knownQuery.unknownIn(given), ...read.unknown];
    if (isStrict || this.#isWrite) faults.push(...unknown.map(unknownFieldFault));
    faults.splice(MAX_REQUEST_FAULTS);
    const values = { params, query, body, ...(lines && { lines }) };
    faults.push(...without(this.#ruleFaults(values, faults, callerKind), faults));
    if (faults.length > 0) return { ok: false, failure: this.#failure(values, faults, callerKind) };
    return { ok: true, values, warnings: unknown.slice(0, MAX_REQUEST_FAULTS).map(unknownFieldWarning) };
  }

  /** `body` is null where the operation needs none, and the text itself where it consists of lines. */
  #readBody(
    text: string,
    faults: RequestFault[],
  ): { body: unknown; unknown: readonly UnknownField[] } | { failure: Failure } {
    if (this.#isOfLines) return { body: text, unknown: [] };
    if (this.#body === null && text === '') return { body: null, unknown: [] };
    if (this.#mayBeEmpty && text === '') return { body: {}, unknown: [] };
    const excess = jsonExcess(text);
    if (excess !== null) return { failure: { code: 'MALFORMED_JSON', details: excess } };
    const parsed = parseBody(text);
    if (!parsed.ok) return parsed;
    const { value } = parsed;
    this.prepare?.(value);
    if (this.#body === null) {
      if (!isMembers(value)) return { failure: { code: 'MALFORMED_JSON', details: NOT_AN_OBJECT } };
      return { body: null, unknown: NO_MEMBERS.unknownIn(value) };
    }
    if (!this.#body.accepts(value)) faults.push(...this.#body.faults(value));
    return { body: value, unknown: this.#knownBody!.unknownIn(value) };
  }

  #ruleFaults(values: Values, faults: readonly RequestFault[], callerKind: CallerKind): RequestFault[] {
    // nothing is known of a body that is not an object, nor which members are accepted when the list of faults is full
    if (this.#rules.length === 0 || faults.length >= MAX_REQUEST_FAULTS || faults.some(({ field }) => field === ''))
      return [];
    const [params, query, body] = this.#validFields(values, faults);
    const accepted = {
      params: only(params, values.params),
      query: only(query, values.query),
      body: only(body, values.body),
    };
    const isRefused = (name: string) => name in ((values.body ?? {}) as object) && !body.includes(name);
    return this.#rules.flatMap((rules) => rules(accepted, callerKind, isRefused));
  }

  #failure(values: Values, faults: readonly RequestFault[], callerKind: CallerKind): Failure {
    const failure = validationFailure(callerKind, faults, this.#validFields(values, faults).flat());
    // docs/api-rules.md#callers
    const lacksPartner = this.#isOfPartner && faults.length === 1 && faults[0] === PARTNER_ID_REQUIRED;
    return lacksPartner ? { ...failure, status: 401 } : failure;
  }

  #validFields(
    { params, query, body }: Values,
    faults: readonly RequestFault[],
  ): [params: string[], query: string[], body: string[]] {
    return [
      this.#params.validFields(params, faults),
      this.#query.validFields(query, faults),
      this.#body?.validFields(body, faults) ?? [],
    ];
  }
}

/** A JSON text that has several lines is one value, unless its first line is one already. */
function firstLineOf(body: string): { first: string; lines: BodyLines | null } {
  const begin = /\S/.exec(body)?.index ?? 0;
  const end = body.indexOf('\n', begin);
  if (end === -1 || body.slice(end).trim() === '') return { first: body, lines: null };
  const first = body.slice(begin, end);
  if (!parseBody(first).ok) return { first: body, lines: null };
  const before = body.slice(0, end + 1).split('\n').length - 1;
  return { first, lines: { text: body.slice(end + 1), before } };
}

function only(names: readonly string[], values: unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, (values as Record<string, unknown>)[name]]));
}

function fieldsOf(schema: ObjectSchema): Field[] {
  return Object.entries(schema.properties as Record<string, { type?: Field['type']; default?: unknown }>).map(
    ([name, { type, default: byDefault }]) => ({ name, type: type ?? 'string', byDefault }),
  );
}

function fromParams(fields: readonly Field[], given: Readonly<Record<string, string>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, type } of fields) values[name] = convert(given[name]!, type);
  return values;
}

function fromQuery(fields: readonly Field[], given: URLSearchParams, faults: RequestFault[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, type, byDefault } of fields) {
    const [text, ...more] = given.getAll(name);
    // otherwise one of two values would be dropped silently
    if (more.length > 0) {
      faults.push({ field: name, code: 'INVALID_VALUE', message: 'was given more than once', value: [text, ...more] });
    }
    if (text !== undefined) values[name] = convert(text, type);
    else if (byDefault !== undefined) values[name] = byDefault;
  }
  return values;
}

/** A text that cannot be converted stays a text, which its schema then refuses. */
function convert(text: string, type: Field['type']): unknown {
  if (type === 'integer' || type === 'number') return NUMBER.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function without(faults: readonly RequestFault[], known: readonly RequestFault[]): RequestFault[] {
  return faults.filter(({ field }) => !known.some((fault) => fault.field === field));
}
