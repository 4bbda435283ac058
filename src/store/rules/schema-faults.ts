/**
 * What is wrong with a document by its schema alone, one readable message for each field. The validator's reports are
 * made for programs: it reports a missing field at its parent, an unknown field twice, and a nullable field once for
 * each branch. This module folds them for people.
 */
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { MAX_SCHEMA_ERRORS_PER_DOCUMENT } from '../../limits/store.js';
import { PARTNER_ID_PATTERN } from '../../contract/documents/document-fields.js';
import { COLLECTIONS, type CollectionName, type Documents } from '../../contract/documents/documents.js';

/**
 * One thing wrong with a document; `field` is a path such as `services[2].baseCharge`, empty for the whole document.
 */
export interface Fault {
  field: string;
  message: string;
}

type SchemaError = ReturnType<Validator['Errors']>[number];

const validators = new Map<CollectionName, Validator>();

function validatorOf(collection: CollectionName): Validator {
  let validator = validators.get(collection);
  if (validator === undefined) {
    validator = Compile(COLLECTIONS[collection]) as Validator;
    validators.set(collection, validator);
  }
  return validator;
}

/** True when `value` has the shape of a document of the collection. */
function hasSchemaOf<C extends CollectionName>(collection: C, value: unknown): value is Documents[C] {
  return validatorOf(collection).Check(value);
}

/** The faults of `value` by the collection's schema, by field; empty when there are none. */
export function schemaFaults(collection: CollectionName, value: unknown): Fault[] {
  if (hasSchemaOf(collection, value)) return [];
  // the validator's own limit of 8 would hide faults; only raise it, because the setting applies to the whole process
  Settings.Set({ maxErrors: Math.max(Settings.Get().maxErrors, MAX_SCHEMA_ERRORS_PER_DOCUMENT) });
  return foldErrors(validatorOf(collection).Errors(value));
}

function foldErrors(errors: readonly SchemaError[]): Fault[] {
  const faults: Fault[] = [];
  for (const group of groupByField(withoutLesserBranches(errors)).values()) {
    const field = fieldOf(group[0]!.instancePath);
    for (const error of group) {
      if (error.keyword === 'required') {
        for (const name of error.params.requiredProperties)
          faults.push({ field: join(field, name), message: 'is required' });
      } else if (error.keyword === 'additionalProperties') {
        for (const name of error.params.additionalProperties) {
          faults.push({ field: join(field, name), message: 'is not a field that pinrate knows' });
        }
      }
    }
    const phrase = describe(group);
    if (phrase !== '') faults.push({ field, message: `must be ${phrase}` });
  }
  return faults;
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
          && inner.instancePath.startsWith(`${union.instancePath}/`),
      ),
  );
  return errors.filter(
    (error) =>
      !outranked.some(
        (union) => error.instancePath === union.instancePath && error.schemaPath.startsWith(union.schemaPath),
      ),
  );
}

function groupByField(errors: readonly SchemaError[]): Map<string, SchemaError[]> {
  const groups = new Map<string, SchemaError[]>();
  for (const error of errors) {
    // "schema is false" repeats what additionalProperties has reported at the parent
    if (error.keyword === 'boolean') continue;
    const group = groups.get(error.instancePath);
    if (group === undefined) groups.set(error.instancePath, [error]);
    else group.push(error);
  }
  return groups;
}

/**
 * The errors of one field as the end of a sentence: the branches of a union joined by "or", a branch's own by "and".
 */
function describe(errors: readonly SchemaError[]): string {
  const branches = new Map<string, SchemaError[]>();
  for (const error of errors) {
    if (error.keyword === 'anyOf' || error.keyword === 'required' || error.keyword === 'additionalProperties') continue;
    const branch = /\/anyOf\/\d+/.exec(error.schemaPath)?.[0] ?? '';
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  return [...branches.values()].map(describeBranch).join(' or ');
}

function describeBranch(errors: readonly SchemaError[]): string {
  // the size of a value of the wrong type is meaningless
  const wrongType = errors.find((error) => error.keyword === 'type');
  return wrongType === undefined ? errors.map(describeError).join(' and ') : describeError(wrongType);
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

/** The phrases by pattern, for every pattern of the documents' schemas. */
export const PATTERN_PHRASES: Record<string, string> = {
  '^[0-9]{6}$': 'six digits, such as "110001"',
  '^[0-9]{2}$': 'two digits, such as "07"',
  '^[A-Z]{2}$': 'two capital letters, such as "DL"',
  [PARTNER_ID_PATTERN]: '3 to 50 letters, digits, _ or -',
  '^[a-zA-Z0-9_-]+$': 'letters, digits, _ or -',
  '^([01][0-9]|2[0-3]):[0-5][0-9]$': 'a time from "00:00" to "23:59"',
  '^[0-9a-f]{64}$': '64 hexadecimal digits',
};

function patternPhrase(pattern: string): string {
  return PATTERN_PHRASES[pattern] ?? `of the form ${pattern}`;
}

function describeError(error: SchemaError): string {
  // Keywords that no document schema uses keep the validator's words.
  // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check
  switch (error.keyword) {
    case 'type':
      return [error.params.type]
        .flat()
        .map((type) => TYPE_PHRASES[type] ?? type)
        .join(' or ');
    case 'enum':
      return `one of ${error.params.allowedValues.join(', ')}`;
    case 'minimum':
      return `at least ${error.params.limit}`;
    case 'maximum':
      return `at most ${error.params.limit}`;
    case 'exclusiveMinimum':
      return `greater than ${error.params.limit}`;
    case 'minLength':
      return `at least ${error.params.limit} characters long`;
    case 'maxLength':
      return `at most ${error.params.limit} characters long`;
    case 'minItems':
      return `a list of at least ${error.params.limit}`;
    case 'format':
      return error.params.format === 'date-time'
        ? 'a date and time as in 2025-01-31T00:00:00Z'
        : `a ${error.params.format}`;
    case 'pattern':
      return patternPhrase(String(error.params.pattern));
    default:
      return error.message.replace(/^must (be )?/, '');
  }
}

/** Converts a JSON pointer to the path that a person would write: /services/2/baseCharge is services[2].baseCharge. */
function fieldOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(join, '');
}

function join(parent: string, part: string): string {
  if (/^\d+$/.test(part)) return `${parent}[${part}]`;
  return parent === '' ? part : `${parent}.${part}`;
}
