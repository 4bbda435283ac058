/** One resource for every collection that people change: read, create, replace, patch, end and remove a document. */
import Type from 'typebox';
import { CursorPagination, cursorPaging, Flag, PartnerFilter } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { DATASET_COLLECTIONS, type DatasetCollection } from '../model/documents.js';

const { Optional } = Type;

/** Credentials have routes of their own, and assignments never change. */
export const RESOURCE_COLLECTIONS = DATASET_COLLECTIONS.filter(
  (name): name is ResourceCollection => name !== 'credentials' && name !== 'assignments',
);
export type ResourceCollection = Exclude<DatasetCollection, 'credentials' | 'assignments'>;

export function isResource(collection: unknown): collection is ResourceCollection {
  return (RESOURCE_COLLECTIONS as readonly unknown[]).includes(collection);
}

/** Ids chosen by callers; ids from the store are higher than all of them. */
export const MAX_CHOSEN_ID = 2 ** 31;
const MAX_KEY_TEXT_LENGTH = 60;

const PATH = `${API_PREFIX}/documents/{collection}` as const;
const ONE = `${PATH}/{key}` as const;

const collection = Type.Enum(RESOURCE_COLLECTIONS, {
  examples: ['surcharges'],
  description: 'The collection; docs/fields.md has its fields',
});
const ofCollection = Type.Object({ collection });
export const DocumentKey = Type.String({
  minLength: 1,
  maxLength: MAX_KEY_TEXT_LENGTH,
  examples: ['1'],
  description:
    'partnerId of partners, pincode of pincodes, `partnerId:pincode` of zone-pincodes, serviceTypeId of '
    + 'service-types, `id` elsewhere; percent-encoded',
});
const ofDocument = Type.Object({ collection, key: DocumentKey });

/** Of every change of documents. */
export const dryRun = Flag('Says what the change would do, checks all of it, and changes nothing', false);
const changing = Type.Object({ dryRun });

const Document = Type.Object(
  {},
  { additionalProperties: true, description: 'The document as it is stored; docs/fields.md has its fields' },
);
const one = Type.Object({ data: Document });
const Given = (description: string) => Type.Object({}, { additionalProperties: true, description });

const SEEN =
  'A partner’s credential sees its own documents, places, service types and defaults; of others it gets a 404.';
const LEFT_OUT =
  'createdAt, updatedAt, assignedAt, description, and performance of a new partner may be left out; in a replacement '
  + 'they then stay as they were.';
const NAMES =
  'A reference to a state or a city may be its name: `"MH"` is a state, `"Pune, MH"` a city. In the lists of '
  + 'a place group `"793*"` and `"793001-793005"` are the known pincodes within. What is stored and answered are ids '
  + 'and pincodes.';
const CHECKED =
  'The document is checked like a line of an import, together with all others: its references must exist, and rows of '
  + 'a partner must not clash.';

export const listDocuments = contract({
  id: 'listDocuments',
  path: PATH,
  tag: 'Documents',
  summary: 'List the documents of a collection',
  description: `The documents as they are stored, in the order of their keys.

- \`Accept: application/x-ndjson\` streams all that match, one a line and of one moment, without pages. A credential may
  have two streams at once; a further one is 503 \`OVERLOADED\`.
- Pages that follow \`nextCursor\` have every document once, whatever is created or removed meanwhile.
- ${SEEN}`,
  params: ofCollection,
  query: Type.Object({
    partnerId: PartnerFilter,
    status: Optional(
      Type.Enum(['ACTIVE', 'INACTIVE', 'true', 'false'], {
        description: 'ACTIVE or true: those that are active, and those without a status. INACTIVE or false: the others',
      }),
    ),
    asOf: Optional(
      Type.String({
        format: 'date-time',
        description: 'Those that are active and in force at this moment; ISO 8601',
      }),
    ),
    ...cursorPaging(50),
  }),
  streams: ['application/x-ndjson'],
  answer: Type.Object({ data: Type.Array(Document), pagination: CursorPagination }),
  errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND', 'OVERLOADED', 'STORE_UNAVAILABLE'],
  example: { params: { collection: 'surcharges' }, query: { limit: '1' } },
});

export const getDocument = contract({
  id: 'getDocument',
  path: ONE,
  tag: 'Documents',
  summary: 'Get a document',
  description: `The document as it is stored. Its ETag is that of its content, for If-Match of a change.

- ${SEEN}`,
  params: ofDocument,
  conditions: ['If-None-Match'],
  answerHeaders: ['ETag'],
  answer: one,
  errors: ['DOCUMENT_NOT_FOUND', 'STORE_UNAVAILABLE'],
  example: { params: { collection: 'partners', key: 'dharaline-surface' } },
});

/** An example must not change the demo. */
const DRY = { dryRun: 'true' };
/** Of every change. */
const FAILURES = ['BUSINESS_VALIDATION_FAILED', 'OVERLOADED', 'STORE_UNAVAILABLE'] as const;
const manage = { tag: 'Documents', scope: 'manage', signsBody: true } as const;

export const createDocument = contract({
  ...manage,
  id: 'createDocument',
  path: PATH,
  summary: 'Create a document',
  description: `Creates a document. Where the collection has an \`id\`, the store chooses it; elsewhere the document has
its key.

- ${CHECKED}
- ${LEFT_OUT}
- ${NAMES}`,
  params: ofCollection,
  query: changing,
  body: Given('The document'),
  status: 201,
  answerHeaders: ['ETag', 'Location'],
  answer: one,
  errors: ['ALREADY_EXISTS', ...FAILURES],
  example: {
    params: { collection: 'surcharges' },
    query: DRY,
    body: {
      partnerId: 'dharaline-surface',
      code: 'GREEN',
      label: 'Green levy',
      basis: 'FLAT',
      value: 4.5,
      order: 700,
      status: true,
    },
  },
});

export const putDocument = contract({
  ...manage,
  id: 'putDocument',
  method: 'PUT',
  path: ONE,
  summary: 'Create or replace a document',
  description: `Creates the document of this key (201), or replaces it (200).

- \`If-Match\` with the ETag of the document replaces only that; \`If-None-Match: *\` creates only.
- ${CHECKED}
- ${LEFT_OUT}
- ${NAMES}
- An \`id\` may be chosen, up to 2,147,483,648.`,
  params: ofDocument,
  query: changing,
  body: Given('The document; what the path says of its key may be left out'),
  conditions: ['If-Match', 'If-None-Match'],
  status: 200,
  alsoStatus: 201,
  answerHeaders: ['ETag', 'Location'],
  answer: one,
  errors: ['PRECONDITION_FAILED', 'IN_USE', ...FAILURES],
  example: {
    params: { collection: 'holidays', key: '1' },
    query: DRY,
    body: { date: '2026-01-26', kind: 'NO_DELIVERY', name: 'Republic Day' },
  },
});

export const patchDocument = contract({
  ...manage,
  id: 'patchDocument',
  method: 'PATCH',
  path: ONE,
  summary: 'Change members of a document',
  description: `A JSON merge patch (RFC 7396): members that it names take its values, and objects are patched within.
null removes an optional member, and sets one to null that may be null.

- The key, createdAt and updatedAt cannot be patched.
- \`If-Match\` with the ETag of the document changes only that.
- ${CHECKED}
- ${NAMES}`,
  params: ofDocument,
  query: changing,
  body: Given('The members to change'),
  conditions: ['If-Match'],
  answerHeaders: ['ETag'],
  answer: one,
  errors: ['DOCUMENT_NOT_FOUND', 'PRECONDITION_FAILED', 'IN_USE', ...FAILURES],
  example: { params: { collection: 'surcharges', key: '4001' }, query: DRY, body: { value: 9 } },
});

export const deleteDocument = contract({
  ...manage,
  id: 'deleteDocument',
  method: 'DELETE',
  path: ONE,
  summary: 'Remove a document',
  description:
    'Removes a document without references from others, and answers it. It remains in the history. A rate that no '
    + 'longer counts is better ended: old shipments are priced by it.',
  params: ofDocument,
  query: changing,
  conditions: ['If-Match'],
  answer: one,
  errors: ['DOCUMENT_NOT_FOUND', 'PRECONDITION_FAILED', 'IN_USE', ...FAILURES],
  example: { params: { collection: 'surcharges', key: '4001' }, query: DRY },
});

export const endDocument = contract({
  ...manage,
  id: 'endDocument',
  method: 'POST',
  path: `${ONE}/end`,
  summary: 'End a document',
  description:
    'From now on the document does not count: its status is false or INACTIVE if it has one, its validTo is the '
    + 'present if it has one and was in force. A document that has ended stays as it is.',
  params: ofDocument,
  query: changing,
  conditions: ['If-Match'],
  answerHeaders: ['ETag'],
  answer: one,
  errors: ['DOCUMENT_NOT_FOUND', 'PRECONDITION_FAILED', 'CANNOT_END', ...FAILURES],
  example: { params: { collection: 'surcharges', key: '4001' }, query: DRY },
});

export const DOCUMENT_CONTRACTS = [
  listDocuments,
  getDocument,
  createDocument,
  putDocument,
  patchDocument,
  deleteDocument,
  endDocument,
] as const;
