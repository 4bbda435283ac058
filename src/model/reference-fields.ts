/** How documents name others. */

/** The collections that documents name, and what faults call one document of them. */
export const NOUNS = {
  'states': 'state',
  'cities': 'city',
  'areas': 'area',
  'pincodes': 'pincode',
  'partners': 'partner',
  'zones': 'zone',
  'place-groups': 'place group',
} as const;
export type NamedCollection = keyof typeof NOUNS;

/** A field that documents of several collections have, and what faults call its value. */
export const OWNERS = { 'partnerId': 'partner', 'cityId': 'city', 'stateId': 'state' } as const;
export type OwnerField = keyof typeof OWNERS;

/** `field` or `field.inner` of a document; a list stands for its entries. */
type Path<D> = D extends readonly (infer E)[]
  ? Path<E>
  : D extends object
    ? { [F in keyof D & string]: F | `${F}.${Path<NonNullable<D[F]>>}` }[keyof D & string]
    : never;

/** A field by which a document names others. */
export interface ReferenceField<D> {
  /** The field that names a document, or a list of them; null or absent: it names none. */
  field: Path<D>;
  names: NamedCollection;
  /** The field of the named document that has the same value; absent: its key. */
  by?: 'gstCode';
  /** A field in which the naming and the named document must have the same value. */
  sharing?: OwnerField & keyof D;
  /** Which documents name anything in this field; absent: all. */
  when?: (document: D) => boolean;
  /** Which values name a document; absent: all. */
  isKey?: (value: string) => boolean;
  /** Whether a set such as `793*` may be written: it stands for the known pincodes within. */
  takesSets?: true;
}
