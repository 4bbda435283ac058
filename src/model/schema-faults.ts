/**
 * What a schema finds wrong with a value: of a request, of a document, of a line of a dataset. TypeBox reports errors
 * for programs: a missing field at its parent, an unknown field twice, a nullable field once for each branch. Here they
 * become one fault for each field, with a message for people.
 */
import { PINCODE_SET_PATTERN } from '../domain/pincode-sets.js';
import { addTo, valueAt } from './members.js';
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import type { Static, TSchema } from 'typebox';
import {
  ATTRIBUTE_NAME_PATTERN,
  CALLER_PATTERN,
  MEMBER_PATTERN,
  POLICY_ID_PATTERN,
  RULE_ID_PATTERN,
} from './allocation.js';
import { CLOCK_PATTERN, DAY_PATTERN, PARTNER_ID_PATTERN } from './fields.js';
import { LIFE_STATES, STATES_PATTERN } from './life.js';
import { LANE_PATTERN, TAG_PATTERN } from './lanes.js';
import { ONE_LINE, ONE_LINE_PHRASE, SENTENCES, SENTENCES_PHRASE } from './texts.js';
import { derived } from './derived.js';

export const FAULT_CODES = [
  'REQUIRED',
  'INVALID_TYPE',
  'INVALID_FORMAT',
  'INVALID_VALUE',
  'OUT_OF_RANGE',
  'TOO_SHORT',
  'TOO_LONG',
  'TOO_MANY_ITEMS',
  'UNKNOWN_FIELD',
] as const;
type FaultCode = (typeof FAULT_CODES)[number];

/** A fault of a field. An import prints it as `field: message`. */
export interface Fault {
  /** Its path: `services[2].baseCharge`; empty for the request's body or the document itself. */
  field: string;
  message: string;
}

/** A fault in the answer to a request, with the value that was expected. */
export interface RequestFault extends Fault {
  code: FaultCode;
  /** The value as sent; absent if nothing was sent. */
  value?: unknown;
  allowedValues?: readonly unknown[];
  constraints?: { min?: number; max?: number; unit?: string };
  expectedFormat?: string;
  /** For an unknown field: the known one that was probably meant; null: none is similar. */
  didYouMean?: string | null;
}

type Expectation = Pick<RequestFault, 'allowedValues' | 'constraints' | 'expectedFormat'>;
type SchemaError = ReturnType<Validator['Errors']>[number];

/** The keywords of a schema that are used here. */
export interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  minItems?: number;
  maxItems?: number;
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  unit?: string;
}

/** Schemas do not change, and compiling one takes milliseconds: servers in one process share the compiled ones. */
const compiledOf = derived((schema: TSchema) => Compile(schema) as unknown as Validator);

/** A compiled schema that finds a value's faults. A value without faults has the schema's type. */
export class SchemaValidator<T extends TSchema> {
  readonly #validator: Validator;

  constructor(
    protected readonly schema: T,
    private readonly maxErrors: number,
  ) {
    this.#validator = compiledOf(schema);
  }

  accepts(value: unknown): value is Static<T> {
    return this.#validator.Check(value);
  }

  /** One for each field. `sent`: shown as the value at fault, if only a part of it is checked. */
  faults(value: unknown, sent = value): RequestFault[] {
    // TypeBox stops at 8 errors by default; only raised, because the setting applies to the whole process
    Settings.Set({ maxErrors: Math.max(Settings.Get().maxErrors, this.maxErrors) });
    return faultsOf(this.#validator.Errors(value), sent, this.schema);
  }
}

function faultsOf(errors: readonly SchemaError[], sent: unknown, schema: TSchema): RequestFault[] {
  const faults = new Map<string, RequestFault>();
  const add = (fault: RequestFault) => {
    if (!faults.has(fault.field)) faults.set(fault.field, fault);
  };
  for (const [pointer, group] of groupByField(withoutLesserBranches(errors))) {
    const path = keysOf(pointer);
    const field = path.reduce(join, '');
    const value = valueAt(sent, path);
    for (const { keyword, params, schemaPath } of group) {
      if (keyword === 'required') {
        const members = schemaAt(schema, schemaPath).properties ?? {};
        for (const name of params.requiredProperties) {
          const expectation = expectationOf(members[name] ?? {});
          add({ field: join(field, name), code: 'REQUIRED', message: 'is required', ...expectation });
        }
      } else if (keyword === 'additionalProperties') {
        for (const name of params.additionalProperties) {
          const message = 'is not a field that pinrate knows';
          const expectation = { value: valueAt(value, [name]), expectedFormat: 'no such member', didYouMean: null };
          add({ field: join(field, name), code: 'UNKNOWN_FIELD', message, ...expectation });
        }
      }
    }
    const branches = branchesOf(group, schema);
    if (branches.length > 0) {
      add({ field, value, ...branches[0]![0]!, message: messageOf(branches) });
    }
  }
  return [...faults.values()];
}

/**
 * Where a value is neither null nor a valid object, the faults inside the object are more useful than "must be null".
 */
function withoutLesserBranches(errors: readonly SchemaError[]): SchemaError[] {
  const outranked = errors.filter(
    (union) =>
      union.keyword === 'anyOf'
      && errors.some(
        (inner) =>
          inner.schemaPath.startsWith(`${union.schemaPath}/`)
          && (isAboutMembers(inner)
            ? inner.instancePath === union.instancePath
            : inner.instancePath.startsWith(`${union.instancePath}/`)),
      ),
  );
  return errors.filter(
    (error) =>
      isAboutMembers(error)
      || !outranked.some(
        (union) => error.instancePath === union.instancePath && error.schemaPath.startsWith(union.schemaPath),
      ),
  );
}

/** Reported at the object, but about a member that is missing or unknown. */
function isAboutMembers({ keyword }: SchemaError): boolean {
  return keyword === 'required' || keyword === 'additionalProperties';
}

function groupByField(errors: readonly SchemaError[]): Map<string, SchemaError[]> {
  const groups = new Map<string, SchemaError[]>();
  for (const error of errors) {
    // "schema is false" repeats what additionalProperties has reported at the parent
    if (error.keyword === 'boolean') continue;
    addTo(groups, error.instancePath, error);
  }
  return groups;
}

/** One rule of a schema that a value breaks. */
interface Violation extends Expectation {
  code: FaultCode;
  /** Without its "must". */
  message: string;
}

/** What a field breaks, by the branch of its union; without a union there is one branch. */
function branchesOf(errors: readonly SchemaError[], schema: TSchema): Violation[][] {
  const branches = new Map<string, SchemaError[]>();
  for (const error of errors) {
    if (error.keyword === 'anyOf' || isAboutMembers(error)) continue;
    // of the innermost union: a nullable list may hold nullable fields
    const branch = /^.*\/anyOf\/\d+/.exec(error.schemaPath)?.[0] ?? '';
    addTo(branches, branch, error);
  }
  return [...branches.values()].map((branch) => {
    // the size of a value of the wrong type is meaningless
    const wrongType = branch.find((error) => error.keyword === 'type');
    return (wrongType === undefined ? branch : [wrongType]).map((error) =>
      violationOf(error, schemaAt(schema, error.schemaPath)),
    );
  });
}

/** The branches joined by "or", the rules of one by "and". */
function messageOf(branches: readonly Violation[][]): string {
  const texts = branches.map((rules) => [...new Set(rules.map(({ message }) => message))].join(' and '));
  const text = [...new Set(texts)].join(' or ');
  return `must ${text.replaceAll(/(?<=^be .*) (and|or) be /g, ' $1 ')}`;
}

const TYPE_PHRASES: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  null: 'null',
  object: 'an object',
};

/** A day, or a date-time with its zone. */
export const MOMENT_PATTERN =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2}))?$';

/** Base64url without padding: the form of what callers pass back unread. */
export const CURSOR_PATTERN = '^[A-Za-z0-9_-]+$';

/** The phrases by pattern, for every pattern of the documents' schemas. */
export const PATTERN_PHRASES: Record<string, string> = {
  '^[0-9]{6}$': 'six digits, such as "110001"',
  [PINCODE_SET_PATTERN]: 'a pincode such as "110001", or a set of them such as "793001-793005" or "793*"',
  '^[0-9]{2}$': 'two digits, such as "07"',
  '^[0-9]{4,8}$': 'four to eight digits, such as "996812"',
  '^[A-Z]{2}$': 'two capital letters, such as "DL"',
  [PARTNER_ID_PATTERN]: '3 to 50 letters, digits, _ or -',
  '^[a-zA-Z0-9_-]+$': 'letters, digits, _ or -',
  [CLOCK_PATTERN]: 'a time from "00:00" to "23:59"',
  '^[0-9a-f]{64}$': '64 hexadecimal digits',
  '^[0-9]{10}/[0-9]{6}$': 'ten and six digits, such as "0000000012/000000"',
  [LANE_PATTERN]: '1 to 16 capital letters, digits, _ or -, such as "A"',
  [TAG_PATTERN]: '1 to 30 capital letters, digits or _, such as "METRO"',
  [POLICY_ID_PATTERN]: '1 to 50 small letters, digits or -, such as "season-2026"',
  [RULE_ID_PATTERN]: '1 to 32 small letters, digits or -, such as "own-first"',
  [ATTRIBUTE_NAME_PATTERN]: 'a small letter, then up to 31 letters, digits or _, such as "brand"',
  [MEMBER_PATTERN]: 'a partnerId, or group: and a group, such as "group:AIR"',
  [CALLER_PATTERN]: 'a kind and an id, such as "service:my-shop"',
  '^[A-Z][A-Z0-9_]{1,29}$': '2 to 30 capital letters, digits or _, such as "GREEN_TAX"',
  [DAY_PATTERN]: 'a day, such as "2026-01-26"',
  [ONE_LINE]: ONE_LINE_PHRASE,
  [SENTENCES]: SENTENCES_PHRASE,
  [STATES_PATTERN]: `${LIFE_STATES.join(', ')}, or several of them with commas between them`,
  [CURSOR_PATTERN]: 'nextCursor of an answer',
  [MOMENT_PATTERN]: 'a day or a moment with its zone, such as "2026-01-26" or "2026-01-26T10:30:00+05:30"',
};

function violationOf(error: SchemaError, rules: Shape): Violation {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- others keep TypeBox's words
  switch (error.keyword) {
    case 'type': {
      const types = [error.params.type].flat();
      const message = `be ${types.map((type) => TYPE_PHRASES[type] ?? type).join(' or ')}`;
      return { code: 'INVALID_TYPE', message, expectedFormat: types.join(' or ') };
    }
    case 'enum': {
      const { allowedValues } = error.params;
      return { code: 'INVALID_VALUE', message: `be one of ${allowedValues.join(', ')}`, allowedValues };
    }
    case 'const': {
      const { allowedValue } = error.params;
      return { code: 'INVALID_VALUE', message: `be ${String(allowedValue)}`, allowedValues: [allowedValue] };
    }
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
      return { code: 'OUT_OF_RANGE', message: rangePhrase(rules, error.keyword), constraints: constraintsOf(rules) };
    case 'minLength':
    case 'maxLength':
    case 'minItems': {
      const [isLeast, what] = [error.keyword !== 'maxLength', error.keyword === 'minItems' ? 'item' : 'character'];
      const { limit } = error.params;
      const message = `have at ${isLeast ? 'least' : 'most'} ${limit} ${what}${limit === 1 ? '' : 's'}`;
      return { code: isLeast ? 'TOO_SHORT' : 'TOO_LONG', message, constraints: constraintsOf(rules) };
    }
    case 'format': {
      const { format } = error.params;
      const message = `be a ${format === 'date-time' ? 'date and time as in 2025-01-31T00:00:00Z' : format}`;
      return { code: 'INVALID_FORMAT', message, expectedFormat: format };
    }
    case 'pattern': {
      const pattern = String(error.params.pattern);
      const known = PATTERN_PHRASES[pattern];
      const message = known === undefined ? `match ${pattern}` : `be ${known}`;
      return { code: 'INVALID_FORMAT', message, expectedFormat: pattern };
    }
    default:
      return { code: 'INVALID_VALUE', message: error.message.replace(/^must /, '') };
  }
}

/** Both bounds and the unit; without the bound that every integer has, unless it is the one that is broken. */
function rangePhrase(rules: Shape, broken: string): string {
  const { minimum, exclusiveMinimum, maximum, unit } = rules;
  const hasMaximum = maximum !== undefined && (maximum !== Number.MAX_SAFE_INTEGER || broken === 'maximum');
  const bounds = [
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...(hasMaximum ? [`at most ${maximum}`] : []),
  ];
  return `be ${bounds.join(' and ')}${unit === undefined ? '' : ` ${unit}`}`;
}

/** The expectation of this schema, for a member that was not sent. */
function expectationOf(rules: Shape): Expectation {
  if (rules.enum !== undefined) return { allowedValues: rules.enum };
  if (rules.const !== undefined) return { allowedValues: [rules.const] };
  const constraints = constraintsOf(rules);
  const expectedFormat = rules.pattern ?? rules.format ?? rules.type;
  return { expectedFormat, ...(constraints !== undefined && { constraints }) };
}

/** The bounds of a number, of a text's characters or of a list's items; undefined: there are none. */
export function constraintsOf(rules: Shape): RequestFault['constraints'] {
  const { minimum, exclusiveMinimum, maximum, unit, minLength, maxLength, minItems, maxItems } = rules;
  return (
    bounds(minimum ?? exclusiveMinimum, maximum, unit)
    ?? bounds(minLength, maxLength, 'characters')
    ?? bounds(minItems, maxItems, 'items')
  );
}

function bounds(min: number | undefined, max: number | undefined, unit?: string): RequestFault['constraints'] {
  if (min === undefined && max === undefined) return undefined;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }), ...(unit !== undefined && { unit }) };
}

/** The schema that an error's schemaPath (`#/properties/weight`) points to. */
function schemaAt(schema: TSchema, schemaPath: string): Shape {
  return (valueAt(schema, keysOf(schemaPath)) ?? {}) as Shape;
}

/** The keys of a JSON pointer. */
function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Paths as people write them: services[2].baseCharge. */
function join(parent: string, part: string): string {
  if (/^\d+$/.test(part)) return `${parent}[${part}]`;
  return parent === '' ? part : `${parent}.${part}`;
}
