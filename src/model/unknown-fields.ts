/** Members of a request that its schema does not have, each with the known name that was probably meant. */
import { assert } from '../limits/assert.js';
import type { TSchema } from 'typebox';
import { MAX_LIST_ITEMS, MAX_REQUEST_FAULTS, MAX_UNKNOWN_NAME_LENGTH } from '../limits/requests.js';
import { isMembers } from './members.js';

export interface UnknownField {
  /** Path in the body: `shipmentDetails.declared_value`; a name is cut after MAX_UNKNOWN_NAME_LENGTH characters. */
  field: string;
  /** The path of the member that was probably meant; null: no known name is similar, or stands elsewhere alone. */
  didYouMean: string | null;
  /** The value as sent. */
  value: unknown;
}

/** The names that a schema knows. A list has the shape of its items. */
interface Shape {
  /** By name; null: nothing inside the member could be unknown. */
  members: ReadonlyMap<string, Shape | null>;
  isList: boolean;
  /** How many items of a list are checked; the schema refuses more. */
  maxItems: number;
  /** The names of its members, and the form in which they are compared; see `plain`. */
  names: readonly { name: string; plain: string }[];
}

const NONE: readonly UnknownField[] = [];

/** The names of one schema; created once. It runs for every request, so one without unknown names allocates nothing. */
export class KnownFields {
  readonly #shape: Shape | null;
  /** By name in the form of `plain`, the one path outside lists; null: there are several. Made with the first unknown. */
  #paths: ReadonlyMap<string, string | null> | null = null;

  /** An object schema without properties accepts any member, unless it has `additionalProperties: false`. */
  constructor(schema: TSchema) {
    this.#shape = shapeOf(schema as Schema);
  }

  /** The unknown members of a value, in their order in it, at most MAX_REQUEST_FAULTS. */
  unknownIn(value: unknown): readonly UnknownField[] {
    if (this.#shape === null || !hasUnknown(this.#shape, value)) return NONE;
    const found: UnknownField[] = [];
    collect(this.#shape, value, '', found);
    if (found.every(({ didYouMean }) => didYouMean !== null)) return found;
    const paths = (this.#paths ??= pathsIn(this.#shape));
    return found.map((each) => {
      const name = each.field.slice(each.field.lastIndexOf('.') + 1);
      return { ...each, didYouMean: each.didYouMean ?? paths.get(plain(name)) ?? null };
    });
  }
}

/** The path of each name that only one object outside lists knows: `excludePartners` is in `shipmentDetails`. */
function pathsIn(shape: Shape, path = '', paths = new Map<string, string | null>()): Map<string, string | null> {
  if (shape.isList) return paths;
  for (const [name, below] of shape.members) {
    const own = path === '' ? name : `${path}.${name}`;
    paths.set(plain(name), paths.has(plain(name)) ? null : own);
    if (below !== null) pathsIn(below, own, paths);
  }
  return paths;
}

interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: unknown;
  patternProperties?: unknown;
  items?: Schema;
  maxItems?: number;
  anyOf?: readonly Schema[];
}

/** null: nothing inside the schema could be unknown. */
function shapeOf(schema: Schema): Shape | null {
  if (schema.anyOf !== undefined) {
    const shapes = schema.anyOf.map(shapeOf).filter((shape) => shape !== null);
    assert(
      shapes.length <= 1,
      'at most one alternative may have members: otherwise it is unclear which names are known',
    );
    return shapes[0] ?? null;
  }
  if (schema.items !== undefined) {
    const shape = shapeOf(schema.items);
    if (shape === null || shape.isList) return null;
    return { ...shape, isList: true, maxItems: schema.maxItems ?? MAX_LIST_ITEMS };
  }
  const { properties, additionalProperties, patternProperties } = schema;
  const isClosed = (additionalProperties ?? false) === false && patternProperties === undefined;
  if (properties === undefined || !isClosed) return null;
  const entries = Object.entries(properties);
  if (entries.length === 0 && additionalProperties !== false) return null;
  return {
    members: new Map(entries.map(([name, member]) => [name, shapeOf(member)])),
    isList: false,
    maxItems: 0,
    names: entries.map(([name]) => ({ name, plain: plain(name) })),
  };
}

function hasUnknown(shape: Shape, value: unknown): boolean {
  if (!shape.isList) return isMembers(value) && hasUnknownMember(shape, value);
  if (!Array.isArray(value)) return false;
  const count = Math.min(value.length, shape.maxItems);
  for (let index = 0; index < count; index++) {
    const item: unknown = value[index];
    if (isMembers(item) && hasUnknownMember(shape, item)) return true;
  }
  return false;
}

function hasUnknownMember(shape: Shape, value: Readonly<Record<string, unknown>>): boolean {
  for (const name in value) {
    const below = shape.members.get(name);
    if (below === undefined || (below !== null && hasUnknown(below, value[name]))) return true;
  }
  return false;
}

function collect(shape: Shape, value: unknown, path: string, found: UnknownField[]): void {
  if (!shape.isList) return collectMembers(shape, value, path, found);
  if (!Array.isArray(value)) return;
  const count = Math.min(value.length, shape.maxItems);
  for (let index = 0; index < count; index++) collectMembers(shape, value[index], `${path}[${index}]`, found);
}

function collectMembers(shape: Shape, value: unknown, path: string, found: UnknownField[]): void {
  if (!isMembers(value)) return;
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`);
  for (const name in value) {
    if (found.length >= MAX_REQUEST_FAULTS) return;
    const below = shape.members.get(name);
    if (below === undefined) {
      const nearest = nearestName(name, shape.names);
      // the empty path means the body itself
      const shown = name === '' ? '""' : name.slice(0, MAX_UNKNOWN_NAME_LENGTH);
      found.push({ field: at(shown), didYouMean: nearest === null ? null : at(nearest), value: value[name] });
    } else if (below !== null) collect(below, value[name], at(name), found);
  }
}

/** The form in which names are compared: `declared_value` and `Declared-Value` are the same as `declaredValue`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

/**
 * The known name that was probably meant:
 * 1. the one that is equal when case, `_` and `-` are ignored;
 * 2. the one with the fewest edits, which may be one for a name of at least three characters, or a quarter of its
 *    characters; the first of equal ones;
 * 3. null.
 */
function nearestName(unknown: string, names: Shape['names']): string | null {
  if (unknown.length > MAX_UNKNOWN_NAME_LENGTH) return null;
  const wanted = plain(unknown);
  let nearest: string | null = null;
  let fewest = Math.max(wanted.length < 3 ? 0 : 1, Math.floor(wanted.length / 4)) + 1;
  for (const known of names) {
    if (known.plain === wanted) return known.name;
    // the difference in length is the least number of edits
    if (Math.abs(known.plain.length - wanted.length) >= fewest) continue;
    const edits = editDistance(wanted, known.plain);
    if (edits >= fewest) continue;
    nearest = known.name;
    fewest = edits;
  }
  return nearest;
}

/** Counts inserted, removed and replaced characters, and exchanged neighbours: `heigth` is one edit from `height`. */
export function editDistance(from: string, to: string): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = above[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      const isExchanged = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const exchanged = isExchanged ? twoAbove[column - 2]! + 1 : Infinity;
      current.push(Math.min(replaced, above[column]! + 1, current[column - 1]! + 1, exchanged));
    }
    twoAbove = above;
    above = current;
  }
  return above[to.length]!;
}
