/** The history: change sets, and what each of them did to documents; see documents.ts. */
import Type from 'typebox';
import { closed, count, dateTime, Nullable, PARTNER_ID_PATTERN } from './fields.js';

/** A change set keeps its number for ever; the numbers follow the order of the commits. */
const changeNumber = (description: string) => Type.Integer({ minimum: 1, maximum: 2 ** 31, description });

export const MAX_NOTE_LENGTH = 500;

export const ChangeCounts = Type.Object(
  {
    created: count('Documents that are new.'),
    updated: count('Documents with another content.'),
    ended: count('Documents that have only ended.'),
    removed: count('Documents that are gone.'),
  },
  { ...closed, description: 'How many documents it changed.' },
);

/** In place of a partner's id: all partners that are not named. */
export const OTHER_PARTNERS = '';

/** What partners may see of a change set, by partner. */
const ChangeViews = Type.Array(
  Type.Object(
    {
      partnerId: Type.String({ maxLength: 50, description: 'The courier. Empty: all others.' }),
      collections: Type.Array(Type.String({ maxLength: 50 }), { description: 'The collections of these documents.' }),
      counts: ChangeCounts,
    },
    closed,
  ),
  {
    description:
      'What couriers see of it: their own documents and those of all (places, defaults). Without one, only services '
      + 'see it. Absent where an earlier release made it, until the next start.',
  },
);

export const ChangeDoc = Type.Object(
  {
    id: changeNumber('Number of the change set, in the order of commits.'),
    at: dateTime('When it was made.'),
    by: Type.Object(
      {
        kind: Type.Enum(['service', 'partner', 'database', 'node'], {
          description:
            'service or partner: a credential. database: another program, directly in MongoDB. node: an import or an '
            + 'upgrade.',
        }),
        id: Type.String({
          maxLength: 100,
          description:
            'The id of the credential; empty for database and node, and for a partner where another one made it.',
        }),
      },
      { ...closed, description: 'Who made it.' },
    ),
    requestId: Nullable(Type.String({ maxLength: 200, description: 'The request_id of the answer.' })),
    route: Type.String({ maxLength: 200, description: 'Method and path of the request, or what the node did.' }),
    note: Nullable(Type.String({ maxLength: MAX_NOTE_LENGTH, description: 'What its maker said about it.' })),
    partnerIds: Type.Array(Type.String({ pattern: PARTNER_ID_PATTERN }), {
      description: 'The couriers whose documents it changed.',
    }),
    collections: Type.Array(Type.String({ maxLength: 50 }), { description: 'The collections that it changed.' }),
    counts: ChangeCounts,
    views: Type.Optional(ChangeViews),
  },
  closed,
);

export const ChangeEntriesDoc = Type.Object(
  {
    id: Type.String({
      pattern: '^[0-9]{10}/[0-9]{6}$',
      description: 'The number of the change set, and that of this part of its entries.',
    }),
    entries: Type.String({
      description:
        'JSON text of the entries {collection, key, before, after}: the document before and after, null when there is '
        + 'none. Contacts are sealed.',
    }),
  },
  closed,
);

/** The prefix of the keys of a change set's entries. It sorts before them, and after the keys of earlier sets. */
export function entriesPrefixOf(changeId: number): string {
  return `${String(changeId).padStart(10, '0')}/`;
}

/** The change set that a part of entries belongs to, by the part's key. */
export function changeIdOf(partKey: string): number {
  return Number(partKey.slice(0, partKey.indexOf('/')));
}

/** Which part of its change set's entries a part is, by its key. */
export function partNumberOf(partKey: string): number {
  return Number(partKey.slice(partKey.indexOf('/') + 1));
}

/** The key of a part of a change set's entries. Parts sort by their change sets, then in their order. */
export function entriesKeyOf(changeId: number, part: number): string {
  return `${entriesPrefixOf(changeId)}${String(part).padStart(6, '0')}`;
}

/** How the JSON text of an entry about this document begins. */
export function entryBeginning(collection: string, key: string | number): string {
  return `${JSON.stringify({ collection, key }).slice(0, -1)},`;
}

/** Whose document it is; null: nobody's. */
export function partnerOf(collection: string, document: object): string | null {
  const { partnerId, kind, id } = document as { partnerId?: string | null; kind?: string; id?: string };
  if (collection === 'credentials') return kind === 'partner' ? id! : null;
  return partnerId ?? null;
}
