/** Documents that break one keyword of one field each, made from the schemas: see src/model/fields.ts. */
import { EXAMPLES } from '../../data/data-page/examples.js';
import { COLLECTIONS, type DatasetCollection } from '../../src/model/documents.js';
import { DAY_PATTERN, type Keywords } from '../../src/model/fields.js';

export interface Break {
  collection: DatasetCollection;
  /** `format` and `pattern`: a moment or a day that does not exist. */
  keyword: keyof Keywords | 'format' | 'pattern';
  field: string;
  document: object;
  /** The message at the field, or how it begins and ends. */
  message: RegExp;
  /** Whether MongoDB's validator can refuse it. */
  hasCounterpart: boolean;
}

interface Schema extends Keywords {
  type?: string;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
}
type Path = readonly (string | number)[];

/** A field of the example: its schema, and where it is. */
interface Place {
  schema: Schema;
  path: Path;
}

function* placesIn(schema: Schema, example: unknown, path: Path = []): Generator<Place> {
  const given = branchOf(schema, example);
  yield { schema: given, path };
  if (given.properties !== undefined)
    for (const [name, member] of Object.entries(given.properties))
      yield* placesIn(member, (example as Record<string, unknown> | undefined)?.[name], [...path, name]);
  for (const [name, value] of Object.entries((given.patternProperties && example) ?? {}))
    yield* placesIn(Object.values(given.patternProperties!)[0]!, value, [...path, name]);
  if (given.items !== undefined && Array.isArray(example) && example.length > 0)
    yield* placesInList(given.items, example, path);
}

/** Of a union the branch of the example's type, otherwise the first that is not null. */
function branchOf(schema: Schema, example: unknown): Schema {
  const branches = (schema.anyOf ?? [schema]).filter(({ type }) => type !== 'null');
  const type = Array.isArray(example) ? 'array' : typeof example;
  return branches.find((branch) => branch.type === type) ?? branches[0]!;
}

/** Of each member the place in the first entry that has it. */
function* placesInList(items: Schema, example: readonly unknown[], path: Path): Generator<Place> {
  if (items.properties === undefined) return yield* placesIn(items, example[0], [...path, 0]);
  yield { schema: items, path: [...path, 0] };
  const entries = example as readonly Record<string, unknown>[];
  for (const [name, member] of Object.entries(items.properties)) {
    const index = Math.max(
      0,
      entries.findIndex((entry) => Object.hasOwn(entry, name)),
    );
    yield* placesIn(member, entries[index]![name], [...path, index, name]);
  }
}

const shown = (path: Path): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );

/** A copy of the example with other values. */
function withValues(collection: DatasetCollection, values: readonly [Path, unknown][]): object {
  const copy = structuredClone(EXAMPLES[collection]) as object;
  for (const [path, value] of values) {
    const parent = path.slice(0, -1).reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], copy);
    (parent as Record<string, unknown>)[path.at(-1)!] = value;
  }
  return copy;
}

const exactly = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[.[\]()]/g, '\\$&')}$`);
/** A number from a bound on, with one decimal too many. */
const tooExact = (from: number, decimals: number): number =>
  Number((from + 10 ** -(decimals + 1)).toFixed(decimals + 1));

const [EARLIER, LATER] = ['2026-04-01T00:00:00.000Z', '2026-04-02T00:00:00.000Z'];
/** Values of a field and its sibling that break a relation; the words of the fault. */
const RELATIONS = {
  above: { value: 2, sibling: 2, words: 'be greater than' },
  atLeast: { value: 1, sibling: 2, words: 'be at least' },
  below: { value: 2, sibling: 2, words: 'be below' },
  after: { value: EARLIER, sibling: EARLIER, words: 'be later than' },
  notBefore: { value: EARLIER, sibling: LATER, words: 'not be before' },
} as const;

function* breaksAt(collection: DatasetCollection, { schema, path }: Place): Generator<Omit<Break, 'collection'>> {
  const { decimals, decimalsBeyond, boundsBy, distinct, minimum = 0, maximum = Infinity } = schema;
  const field = shown(path);
  const sibling = (name: string): Path => [...path.slice(0, -1), name];
  const isInList = path.some((step) => typeof step === 'number');
  const one = (
    keyword: Break['keyword'],
    values: [Path, unknown][],
    message: RegExp,
    hasCounterpart: boolean,
    at = field,
  ) => ({ keyword, field: at, document: withValues(collection, values), message, hasCounterpart }) as const;

  if (schema.format === 'date-time')
    yield one('format', [[path, '2026-02-28T23:59:60Z']], exactly('must be a date and time that exists'), false);
  if (schema.pattern === DAY_PATTERN)
    yield one('pattern', [[path, '2026-02-30']], exactly('must be a day of the calendar'), false);
  if (decimals !== undefined) {
    const value = tooExact(minimum + 1, decimals);
    yield one('decimals', [[path, value]], exactly(`must have at most ${decimals} decimals`), true);
  }
  if (decimalsBeyond !== undefined) {
    const { value: bound, decimals: most } = decimalsBeyond.at(-1)!;
    yield one(
      'decimalsBeyond',
      [[path, tooExact(bound + 1, most)]],
      exactly(`must have at most ${most} decimals`),
      false,
    );
  }
  for (const [relation, { value, sibling: other, words }] of Object.entries(RELATIONS)) {
    const name = schema[relation as keyof typeof RELATIONS];
    if (name === undefined) continue;
    // a time of day is a text as well
    const isClock = relation === 'after' && schema.format === undefined;
    const [own, its] = isClock ? ['10:00', '10:00'] : [value, other];
    const message = new RegExp(`^must ${words} ([\\w.]+\\.)?${name}, ${its}$`);
    const isMoment = schema.format === 'date-time';
    yield one(
      relation as keyof Keywords,
      [
        [sibling(name), its],
        [path, own],
      ],
      message,
      !isInList && !isMoment,
    );
  }
  if (boundsBy !== undefined) {
    for (const [name, { most, unit, decimals: exact }] of Object.entries(boundsBy.cases)) {
      const by: [Path, unknown] = [sibling(boundsBy.field), name];
      // else the schema refuses it
      if (most < maximum)
        yield one('boundsBy', [by, [path, most + 1]], exactly(`must be at most ${most} ${unit}`), true);
      const value = tooExact(1, exact);
      yield one('boundsBy', [by, [path, value]], exactly(`must have at most ${exact} decimals`), true);
    }
    const { least } = boundsBy;
    if (least !== undefined) yield one('boundsBy', [[path, least / 2]], exactly(`must be at least ${least}`), true);
  }
  if (distinct !== undefined) {
    const list = path.reduce<unknown>(
      (at, step) => (at as Record<string, unknown>)[step],
      EXAMPLES[collection],
    ) as unknown[];
    const at = `${field}[${list.length}]${distinct === true ? '' : `.${distinct}`}`;
    yield one('distinct', [[path, [...list, list[0]]]], /^lists .+ twice$/, distinct === true, at);
  }
}

/** All of them. The other fields are those of a valid document, whatever else the change may break. */
export function keywordBreaks(): Break[] {
  return (Object.keys(EXAMPLES) as DatasetCollection[]).flatMap((collection) =>
    [...placesIn(COLLECTIONS[collection] as Schema, EXAMPLES[collection])].flatMap((place) =>
      [...breaksAt(collection, place)].map((each) => ({ collection, ...each })),
    ),
  );
}
