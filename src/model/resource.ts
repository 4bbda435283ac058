/**
 * What answers show of a document, derived from its schema: every member, null where the document has none. The texts
 * are those of the document.
 */
import Type, {
  type Static,
  type TNull,
  type TObject,
  type TOptional,
  type TProperties,
  type TRequired,
  type TSchema,
  type TUnion,
} from 'typebox';
import { COLLECTIONS, type CollectionName, type Documents } from './documents.js';
import { descriptionOf, givenOf, type Keywords } from './fields.js';
import type { Members } from './members.js';

type StoredProperties<C extends CollectionName> = Extract<TRequired<(typeof COLLECTIONS)[C]>, TObject>['properties'];
type Name<C extends CollectionName> = Extract<keyof Documents[C], string>;
type NotNull<T> = T extends TUnion<[infer U extends TSchema, TNull]> ? U : T;

interface Form<C extends CollectionName, D extends Name<C>, L extends Name<C>, H extends Name<C>, M> {
  /** The name of the schema. */
  title: string;
  /** The values of members that a document lacks; answers show them. */
  defaults?: { readonly [K in D]: NonNullable<Documents[C][K]> };
  /** Members that are left out of the answer, not null, where a document lacks them. */
  leftOut?: readonly L[];
  /** Members that no answer shows. */
  hidden?: readonly H[];
  /** Further members, and stored members in another form. */
  computed?: M;
  /**
   * The bounds of values that the schema promises. `stored`: the documents' bounds. Otherwise only ids have bounds, and
   * these members their least values.
   */
  bounds?: 'stored' | { readonly [K in Name<C>]?: number };
}

type ResourceProperties<C extends CollectionName, D, L, H, M> = {
  [K in Exclude<keyof StoredProperties<C>, H | keyof M>]: K extends L
    ? TOptional<Extract<NotNull<StoredProperties<C>[K]>, TSchema>>
    : K extends D
      ? NotNull<StoredProperties<C>[K]>
      : StoredProperties<C>[K];
} & M;

export interface Resource<C extends CollectionName, P extends TProperties, M extends TProperties> {
  schema: TObject<P>;
  /** The document with the members of the schema, in their order. */
  of(document: Documents[C], computed: Static<TObject<M>>): Static<TObject<P>>;
}

type NoMembers = Record<never, never>;
/** The resource of a collection whose form is only a title and bounds. */
export type StoredResource<C extends CollectionName> = Resource<
  C,
  Extract<ResourceProperties<C, never, never, never, NoMembers>, TProperties>,
  NoMembers
>;

/**
 * The resource of a collection: `resource('packages', { title: 'Package', defaults: { direction: 'FORWARD' } })` has a
 * schema for contracts, and `of` for the rows of an answer.
 */
export function resource<
  C extends CollectionName,
  D extends Name<C> = never,
  L extends Name<C> = never,
  H extends Name<C> = never,
  M extends TProperties = NoMembers,
>(collection: C, form: Form<C, D, L, H, M>): Resource<C, Extract<ResourceProperties<C, D, L, H, M>, TProperties>, M> {
  const { title, defaults = {}, hidden = [], computed = {} } = form;
  const leftOut = new Set<string>(form.leftOut);
  const stored = Object.entries(COLLECTIONS[collection].properties as object as Record<string, Shape>);
  const members = stored.filter(([name]) => !(hidden as readonly string[]).includes(name));
  const properties = {
    ...Object.fromEntries(
      members.map(([name, schema]) => {
        const bounded = form.bounds === 'stored' ? schema : withBounds(name, schema, form.bounds);
        if (leftOut.has(name)) return [name, Type.Optional(notNull(bounded))];
        return [name, name in defaults ? withoutDefault(notNull(bounded)) : orNull(bounded)];
      }),
    ),
    ...computed,
  };
  const parts = Object.keys(properties).map((name) => ({
    name,
    isComputed: name in computed,
    // undefined: it is left out
    absent: leftOut.has(name) ? undefined : ((defaults as Members)[name] ?? null),
  }));
  const of = (document: Members, values: Members): Members => {
    const shown: Members = {};
    for (const { name, isComputed, absent } of parts) {
      const value = isComputed ? values[name] : (document[name] ?? absent);
      if (value !== undefined) shown[name] = value;
    }
    return shown;
  };
  return { schema: Type.Object(properties, { title }), of } as unknown as ReturnType<typeof resource<C, D, L, H, M>>;
}

/** The keywords of schemas that matter here. */
interface Shape extends Keywords {
  type?: string;
  description?: string;
  anyOf?: Shape[];
  items?: Shape;
}

const BOUNDS: readonly string[] = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
];

/** Without bounds, except the forms of ids and the given least value. */
function withBounds(name: string, schema: Shape, least: Readonly<Partial<Record<string, number>>> = {}): Shape {
  if (name === 'partnerId') return schema;
  const minimum = name === 'id' ? 1 : least[name];
  const { anyOf } = schema;
  if (anyOf !== undefined) return { ...schema, anyOf: anyOf.map((branch) => withBounds(name, branch, least)) };
  return { ...unbounded(schema), ...(minimum !== undefined && { minimum }) };
}

function unbounded(schema: Shape): Shape {
  const { items, ...own } = schema;
  const kept = Object.fromEntries(Object.entries(own).filter(([keyword]) => !BOUNDS.includes(keyword)));
  return { ...kept, ...(items !== undefined && { items: unbounded(items) }) };
}

const isNull = ({ type }: Shape): boolean => type === 'null';

function notNull(schema: Shape): Shape {
  return { ...(schema.anyOf?.some(isNull) ? givenOf(schema) : schema) };
}

function withoutDefault({ description, ...schema }: Shape): Shape {
  const text = schema.ifAbsent === undefined ? description : descriptionOf(schema);
  return { ...schema, ...(text !== undefined && { description: text }) };
}

/** The description belongs to the union, not to the branch that is not null. */
function orNull(schema: Shape): Shape {
  if (!schema.anyOf?.some(isNull)) return { ...schema };
  const { description, ...inner } = notNull(schema);
  const { ifAbsent } = inner;
  const text = ifAbsent === undefined ? description : `${descriptionOf(inner)} Null: ${ifAbsent}.`;
  return { anyOf: [inner, { type: 'null' }], ...(text !== undefined && { description: text }) };
}
