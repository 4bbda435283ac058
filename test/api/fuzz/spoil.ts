/** From a schema to values that do not fit it, and to all places of a request where such a value can be put. */
import { API_PREFIX } from '../../../src/contract/contract.js';
import { MAX_LIST_ITEMS } from '../../../src/limits/requests.js';
import { isAnything, recordOf, type Schema } from './schema.js';
import type { Members } from './parts.js';

/** A single fault. */
export interface Fault {
  /** Its description, for a person. */
  label: string;
  /** The name of the field in the answer. */
  field: string;
  /** Two faults of one place would hide each other. */
  place: string;
  apply(): void;
}

const OF_EVERY_TYPE: readonly unknown[] = [null, true, 12.5, 'x!', [], {}, [null], { length: 1 }];
const BAD_TEXTS = [
  '',
  ' ',
  'x',
  'é',
  '-',
  'a b c',
  'x\n',
  '\u0000',
  '🚚🚚🚚',
  '१२३४५६',
  '../..',
  '999',
  `${API_PREFIX}?`,
  'x'.repeat(300),
];
const BAD_MOMENTS = [
  'yesterday',
  '2026-13-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-03-11',
  '2026-03-11T10:00:00',
  '1773210600',
  '',
];
/** A record's member that is made invalid. */
const RECORD_KEY = 'RETAIL';
const known = new WeakMap<Schema, readonly unknown[]>();

/** Values that do not fit; empty for a schema that accepts anything. */
export function badValues(schema: Schema): readonly unknown[] {
  let values = known.get(schema);
  if (values === undefined) known.set(schema, (values = find(schema)));
  return values;
}

function find(schema: Schema): readonly unknown[] {
  const forms = schema.anyOf ?? [schema];
  if (forms.some(isAnything)) return [];
  const others = OF_EVERY_TYPE.filter((value) => forms.every((form) => !hasType(value, form.type)));
  return [...others, ...forms.filter(({ type }) => type !== 'null').flatMap((form) => ofRightType(form))];
}

function hasType(value: unknown, type: Schema['type']): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type && value !== null && !Array.isArray(value);
}

function ofRightType(schema: Schema): unknown[] {
  const { type, minimum, maximum, exclusiveMinimum, unit } = schema;
  if (schema.enum !== undefined)
    return [
      '',
      'C2C',
      'unknown',
      ...schema.enum.filter((value) => typeof value === 'string').map((value) => ` ${value}`),
    ];
  if (schema.const !== undefined) return typeof schema.const === 'boolean' ? [!schema.const] : ['unknown'];
  if (type === 'string') return badTexts(schema);
  if (type === 'array') return badLists(schema);
  if (type !== 'integer' && type !== 'number') return [];
  // bounds of Rupees are judged at the paisa
  const step = type === 'integer' ? 1 : unit === 'Rupees' ? 0.01 : 0.001;
  return [
    ...(minimum === undefined ? [] : [minimum - step, minimum - 1e6, -1e300]),
    ...(exclusiveMinimum === undefined ? [] : [exclusiveMinimum, -1]),
    ...(maximum === undefined ? [] : [maximum + step, maximum * 10 + 1, 1e300]),
  ];
}

/** Each takes twelve characters of a query. */
const MOST_TRUCKS = 200;

function badTexts({ pattern, format, minLength = 0, maxLength }: Schema): string[] {
  if (format === 'date-time') return BAD_MOMENTS;
  const expression = pattern === undefined ? null : new RegExp(pattern);
  return [
    ...(expression === null ? [] : BAD_TEXTS.filter((text) => !expression.test(text))),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    // more of them would not fit into the headers of a request
    ...(maxLength === undefined || maxLength > MOST_TRUCKS ? [] : ['🚚'.repeat(maxLength + 1)]),
    ...(minLength === 0 ? [] : ['', 'x'.repeat(minLength - 1)]),
  ];
}

/** A list of a whole country's pincodes is too long to be sent often: this bound is tested elsewhere. */
function badLists({ minItems = 0, maxItems = MAX_LIST_ITEMS }: Schema): unknown[] {
  return [
    ...(minItems > 0 ? [[]] : []),
    ...(maxItems <= MAX_LIST_ITEMS ? [Array.from({ length: maxItems + 1 }, () => null)] : []),
  ];
}

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 40);
const inside = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** Every fault that the members of `holder`, which fits `schema`, can be given. */
export function* faultsOf(schema: Schema, holder: Members, path: string, place: string | null): Generator<Fault> {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const field = inside(path, name);
    const own = place ?? `body ${name}`;
    const isThere = Object.hasOwn(holder, name);
    if (isThere && schema.required?.includes(name))
      yield {
        label: `${field} left out`,
        field,
        place: own,
        apply: () => {
          delete holder[name];
        },
      };
    for (const bad of badValues(member))
      yield {
        label: `${field} ${shown(bad)}`,
        field,
        place: own,
        apply: () => {
          holder[name] = bad;
        },
      };
    if (isThere) yield* faultsWithin(member, holder[name], field, own);
  }
}

function* faultsWithin(schema: Schema, value: unknown, field: string, place: string): Generator<Fault> {
  if (schema.type === 'object') yield* faultsOf(schema, value as Members, field, place);
  const record = recordOf(schema);
  if (record !== null) yield* faultsOf({ properties: { [RECORD_KEY]: record.values } }, value as Members, field, place);
  if (schema.type !== 'array' || schema.items === undefined || isAnything(schema.items)) return;
  const list = value as unknown[];
  if (list.length < (schema.maxItems ?? MAX_LIST_ITEMS)) {
    const at = `${field}[${list.length}]`;
    for (const bad of badValues(schema.items))
      yield {
        label: `${at} ${shown(bad)}`,
        field: at,
        place,
        apply: () => {
          list.push(bad);
        },
      };
  }
  for (const [index, item] of list.entries()) yield* faultsWithin(schema.items, item, `${field}[${index}]`, place);
}

/** Texts that are not valid for a parameter. */
export function badParameters(schema: Schema): readonly string[] {
  const bounds = badValues(schema).filter(
    (value) =>
      typeof value === 'number' && Math.abs(value) < 1e20 && (schema.type === 'number' || Number.isInteger(value)),
  );
  if (schema.type === 'boolean') return ['', 'yes', 'TRUE', '1', 'true '];
  if (schema.type === 'integer')
    return ['', 'x', '1.5', '0x10', ' 1', 'NaN', 'Infinity', '१', '9'.repeat(400), ...bounds.map(String)];
  if (schema.type === 'number')
    return ['', 'x', '0x10', '1,5', 'NaN', 'Infinity', '9'.repeat(400), ...bounds.map(String)];
  return badValues(schema).filter((value) => typeof value === 'string');
}
