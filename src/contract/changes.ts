import Type, { type Static } from 'typebox';
import { DateTime, orNull } from './fields.js';
import { cursorIn, nextCursor, PartnerFilter } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { ShownKey } from './document-names.js';
import { DocumentKey } from './document-resource.js';
import { ChangeDoc } from '../model/history.js';

const { Optional } = Type;

const Shown = Type.Omit(ChangeDoc, ['views']);

export const ChangeSet = Type.Object(Shown.properties, {
  title: 'ChangeSet',
  description: 'What one request, import or upgrade changed',
});
export type ChangeSet = Static<typeof ChangeSet>;

const Stored = (description: string) => orNull(Type.Record(Type.String(), Type.Unknown()), description);

export const ChangeEntry = Type.Object(
  {
    collection: Type.String({ examples: ['packages'] }),
    key: ShownKey,
    before: Stored('The document before, contacts masked; null: there was none'),
    after: Stored('The document after, contacts masked; null: it was removed'),
  },
  { title: 'ChangeEntry' },
);
export type ChangeEntry = Static<typeof ChangeEntry>;

export const DEFAULT_CHANGES = 50;
export const MAX_CHANGES = 1_000;
/** Entries of a change set in one answer. */
export const CHANGE_ENTRIES_SHOWN = 1_000;

export const listChanges = contract({
  id: 'listChanges',
  path: `${API_PREFIX}/changes`,
  tag: 'History',
  summary: 'List change sets',
  description: `Who changed what and when, the newest first.

- Every write through the API is one change set, with a number in the order of the commits. An import and an upgrade are
  change sets without entries.
- A partner’s credential sees what change sets did to its own documents, to places and to defaults, with the counts of
  that. \`note\` and \`requestId\` are null where others made it and it touches more than that partner. Change sets of
  credentials are for services.
- The history of a removed document or partner remains. With \`key\`, change sets without entries are left out.`,
  query: Type.Object({
    partnerId: PartnerFilter,
    collection: Optional(
      Type.String({ maxLength: 50, examples: ['packages'], description: 'A collection that was changed' }),
    ),
    key: Optional({ ...DocumentKey, description: 'With `collection`: a document of it that was changed, by its key' }),
    by: Optional(
      Type.String({
        pattern: '^(service|partner|database|node):.{0,100}$',
        examples: ['service:main-system'],
        description: 'Who changed it: kind and id',
      }),
    ),
    since: Optional(Type.String({ ...DateTime, description: 'Made at or after this moment; ISO 8601' })),
    before: Optional(
      Type.Integer({ minimum: 1, description: 'Changes with lower numbers: `next` of the page before' }),
    ),
    cursor: cursorIn('before'),
    limit: Type.Integer({
      minimum: 1,
      maximum: MAX_CHANGES,
      default: DEFAULT_CHANGES,
      description: 'Change sets per page',
    }),
  }),
  answer: Type.Object({
    data: Type.Array(ChangeSet),
    next: orNull(Type.Integer(), 'For `before` of the next page; null: this is the last'),
    pagination: Type.Object({ limit: Type.Integer({ minimum: 1 }), nextCursor }, { title: 'ChangesPagination' }),
  }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND', 'STORE_UNAVAILABLE'],
});

export const getChange = contract({
  id: 'getChange',
  path: `${API_PREFIX}/changes/{id}`,
  tag: 'History',
  summary: 'Get a change set with its entries',
  description: `Each document that was changed, before and after.

- An answer has up to 1,000 entries, fewer where documents are long; \`next\` is the beginning of the others.
- Contacts of partners are masked, and entries of credentials are left out.
- The entries of a change set that is older than HISTORY_DAYS are gone: the list is empty, as that of an import.
- A partner’s credential sees its own documents, places and defaults, and their counts; of a change set of others
  alone, or of credentials, it gets a 404.`,
  params: Type.Object({ id: Type.Integer({ minimum: 1, description: 'Number of the change set', examples: [1] }) }),
  query: Type.Object({
    after: Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10 ** 12 - 1,
        description: 'The entries that follow: `next` of the page before',
      }),
    ),
  }),
  answer: Type.Object({
    data: Type.Object(
      { ...Shown.properties, entries: Type.Array(ChangeEntry, { maxItems: CHANGE_ENTRIES_SHOWN }) },
      { title: 'ChangeSetWithEntries' },
    ),
    next: orNull(Type.Integer(), 'For `after` of the next page; null: this is the last'),
  }),
  errors: ['CHANGE_NOT_FOUND', 'STORE_UNAVAILABLE'],
  example: { params: { id: '1' } },
});
