/**
 * What the keywords of a schema (fields.ts) find wrong with a document: decimals, bounds by another field, relations
 * between fields, entries that a list has twice, days and moments that do not exist. A schema is compiled once.
 */
import type { TSchema } from 'typebox';
import { isDay } from '../../domain/calendar.js';
import { decimalsOf } from '../../domain/decimal.js';
import { DAY_PATTERN, givenOf, type Keywords } from '../fields.js';
import { isMembers, type Members, membersIn } from '../members.js';
import type { Fault } from '../schema-faults.js';

/** Adds the faults of a value that has the schema's type. `siblings`: the members of the object that has the value. */
type Check = (value: unknown, siblings: Members, field: string, faults: Fault[]) => void;

interface Schema extends Keywords {
  type?: string;
  format?: string;
  pattern?: string;
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: Readonly<Record<string, Schema>>;
  items?: Schema;
}

const compiled = new WeakMap<TSchema, Check>();

/** The faults of a document in the order of its fields. Values of a type that the schema refuses have none. */
export function fieldFaults(schema: TSchema, document: object): Fault[] {
  let check = compiled.get(schema);
  if (check === undefined) compiled.set(schema, (check = checkOf(schema as Schema, '') ?? (() => {})));
  const faults: Fault[] = [];
  check(document, {}, '', faults);
  return faults;
}

/**
 * All checks of a value and of what it contains; null: there are none.
 * @param path of the object that has the value, from the document or the entry of a list that it is in: `when.`
 */
function checkOf(schema: Schema, path: string, name = ''): Check | null {
  const given = givenOf<Schema>(schema);
  const within = name === '' ? '' : `${path}${name}.`;
  const checks = [
    ...ownChecks(given, path),
    membersCheck(given, within),
    itemsCheck(given),
    entriesCheck(given),
  ].filter((check) => check !== null);
  if (checks.length === 0) return null;
  const isFit = TYPES[given.type!]!;
  return (value, siblings, field, faults) => {
    if (isFit(value)) for (const check of checks) check(value, siblings, field, faults);
  };
}

const isNumber = (value: unknown): boolean => typeof value === 'number';
const TYPES: Record<string, (value: unknown) => boolean> = {
  number: isNumber,
  integer: isNumber,
  string: (value) => typeof value === 'string',
  array: Array.isArray,
  object: isMembers,
};

function membersCheck({ properties = {} }: Schema, path: string): Check | null {
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    const check = checkOf(schema, path, name);
    return check === null ? [] : [{ name, check }];
  });
  if (members.length === 0) return null;
  return (value, _, field, faults) => {
    const object = value as Members;
    for (const { name, check } of members) {
      const member = object[name];
      if (member !== undefined) check(member, object, field === '' ? name : `${field}.${name}`, faults);
    }
  };
}

function itemsCheck({ items }: Schema): Check | null {
  const check = items === undefined ? null : checkOf(items, '');
  return (
    check
    && ((value, _, field, faults) => {
      for (const [index, item] of (value as unknown[]).entries()) check(item, {}, `${field}[${index}]`, faults);
    })
  );
}

/** Of an object whose members may have many names. */
function entriesCheck({ patternProperties = {} }: Schema): Check | null {
  const [entry] = Object.values(patternProperties);
  const check = entry === undefined ? null : checkOf(entry, '');
  return (
    check
    && ((value, _, field, faults) => {
      for (const [name, member] of Object.entries(value as Members)) check(member, {}, `${field}.${name}`, faults);
    })
  );
}

function* ownChecks(schema: Schema, path: string): Generator<Check> {
  const { format, pattern, decimals, decimalsBeyond, boundsBy, distinct } = schema;
  if (format === 'date-time') yield messages((value) => (Number.isNaN(Date.parse(value as string)) ? NO_MOMENT : null));
  if (pattern === DAY_PATTERN) yield messages((value) => (isDay(value as string) ? null : NO_DAY));
  // bounds by another field have decimals of their own
  if (boundsBy !== undefined) yield boundsCheck(boundsBy);
  else if (decimals !== undefined) {
    yield messages((value) => {
      const beyond = decimalsBeyond?.findLast(({ value: bound }) => (value as number) > bound);
      return tooExact(value as number, beyond?.decimals ?? decimals);
    });
  }
  for (const [relation, { holds, words }] of Object.entries(RELATIONS) as [Relation, (typeof RELATIONS)[Relation]][]) {
    const sibling = schema[relation];
    if (sibling === undefined) continue;
    const rank = (value: unknown): unknown => (format === 'date-time' ? Date.parse(value as string) : value);
    // `later than` is about the row's own dates: its words name them as they stand there
    const shown = relation === 'after' ? sibling : `${path}${sibling}`;
    yield messages((value, { [sibling]: other }) =>
      typeof other !== typeof value || holds(rank(value) as number, rank(other) as number)
        ? null
        : `must ${words} ${shown}, ${other as string}`,
    );
  }
  if (distinct !== undefined) yield distinctCheck(distinct);
}

const NO_MOMENT = 'must be a date and time that exists';
const NO_DAY = 'must be a day of the calendar';

/** Moments that do not exist are no numbers, and none of these refuses them. */
const RELATIONS = {
  above: { words: 'be greater than', holds: (value: number, other: number) => !(value <= other) },
  atLeast: { words: 'be at least', holds: (value: number, other: number) => !(value < other) },
  below: { words: 'be below', holds: (value: number, other: number) => !(value >= other) },
  after: { words: 'be later than', holds: (value: number, other: number) => !(value <= other) },
  notBefore: { words: 'not be before', holds: (value: number, other: number) => !(value < other) },
} as const;
type Relation = keyof typeof RELATIONS;

/** A check that finds one fault at most, at the value itself. */
function messages(messageOf: (value: unknown, siblings: Members) => string | null): Check {
  return (value, siblings, field, faults) => {
    const message = messageOf(value, siblings);
    if (message !== null) faults.push({ field, message });
  };
}

function tooExact(value: number, most: number): string | null {
  return decimalsOf(value) > most ? `must have at most ${most} decimals` : null;
}

function boundsCheck({ field: by, cases, least = -Infinity }: NonNullable<Keywords['boundsBy']>): Check {
  return (given, siblings, field, faults) => {
    const value = given as number;
    const bounds = cases[siblings[by] as string];
    if (bounds === undefined) return;
    const { most, unit, decimals } = bounds;
    if (value > most) faults.push({ field, message: `must be at most ${most} ${unit}` });
    if (value < least) faults.push({ field, message: `must be at least ${least}` });
    const message = tooExact(value, decimals);
    if (message !== null) faults.push({ field, message });
  };
}

/** A number is named by its member: it says nothing by itself. */
function distinctCheck(by: true | string): Check {
  return (value, _, field, faults) => {
    const known = new Set<unknown>();
    for (const [index, item] of (value as unknown[]).entries()) {
      const entry = by === true ? item : membersIn(item)?.[by];
      const at = by === true ? `${field}[${index}]` : `${field}[${index}].${by}`;
      const shown = typeof entry === 'number' && by !== true ? `${by} ${entry}` : String(entry);
      if (known.has(entry)) faults.push({ field: at, message: `lists ${shown} twice` });
      known.add(entry);
    }
  };
}
