/** The versions that a partner's rate card has had. */
import Type, { type Static } from 'typebox';
import { DateTime, orNull } from './fields.js';
import { DEFAULT_CHANGES, MAX_CHANGES } from './changes.js';
import { API_PREFIX, contract } from './contract.js';
import type { ResourceCollection } from './document-resource.js';
import { PartnerId } from '../model/documents.js';

const { Optional } = Type;

const Version = Type.String({
  pattern: '^[0-9a-f]{16}$',
  examples: ['1d282b02c5b64291'],
  description: 'Of the card, as in an answer of calculate-charges',
});
const ofPartner = { partnerId: Type.String({ ...PartnerId, examples: ['dharaline-surface'] }) };

export const CardVersion = Type.Object(
  {
    rateCardVersion: Version,
    from: orNull(DateTime, 'Since when the card was this; null: since before what the history has'),
    to: orNull(DateTime, 'Until when; null: it still is'),
    changeId: orNull(Type.Integer({ minimum: 1 }), 'The change set that made it; null: it is older than the history'),
  },
  { title: 'CardVersion' },
);
export type CardVersion = Static<typeof CardVersion>;

/** A line of a version: a document of the card. */
export interface CardLine {
  collection: ResourceCollection;
  document: Record<string, unknown>;
}

const SEEN = 'A partner’s credential sees its own card; of others it gets a 404.';

export const listCardVersions = contract({
  id: 'listCardVersions',
  path: `${API_PREFIX}/partners/{partnerId}/card-versions`,
  tag: 'History',
  summary: 'List the versions of a rate card',
  description: `An entry for each time in which the card stayed the same, the newest first. A card that comes back to
what it was has its former version again.

- A change set that no price depends on makes no version: names, contacts, the status of the partner.
- The list ends where the history ends: with the import, or where entries are older than HISTORY_DAYS.
- ${SEEN}`,
  params: Type.Object(ofPartner),
  query: Type.Object({
    before: Optional(
      Type.Integer({ minimum: 1, description: 'Those made by lower change sets: `next` of the page before' }),
    ),
    limit: Type.Integer({
      minimum: 1,
      maximum: MAX_CHANGES,
      default: DEFAULT_CHANGES,
      description: 'Entries per page',
    }),
  }),
  answer: Type.Object({
    data: Type.Array(CardVersion),
    next: orNull(Type.Integer(), 'For `before` of the next page; null: this is the last'),
  }),
  errors: ['PARTNER_NOT_FOUND', 'OVERLOADED', 'STORE_UNAVAILABLE'],
  example: { params: { partnerId: 'dharaline-surface' } },
});

export const getCardVersion = contract({
  id: 'getCardVersion',
  path: `${API_PREFIX}/partners/{partnerId}/card-versions/{version}`,
  tag: 'History',
  summary: 'Get a version of a rate card',
  description: `The documents of the card when it last had this version, as lines that \`POST /documents/apply\` takes:
\`{"collection":…,"document":{…}}\`.

- They are the partner’s own: the partner, its zones and pincodes, rates, charges, discounts and the rest of its
  contract. Defaults and places are not part of them, although a default is part of the version.
- Applied, they bring back what has changed or is gone. What is new stays: to end new rates, apply the lines of rates
  alone with \`replace=rates\`; to remove new pincodes, those of zone-pincodes alone with \`replace=serviceability\`.
- The contact is the present one, since the history shows none.
- ${SEEN}`,
  params: Type.Object({ ...ofPartner, version: Version }),
  isBare: true,
  mediaType: 'application/x-ndjson',
  answer: Type.String({ description: 'A document a line' }),
  errors: ['PARTNER_NOT_FOUND', 'CARD_VERSION_NOT_FOUND', 'OVERLOADED', 'STORE_UNAVAILABLE'],
  example: { params: { partnerId: 'dharaline-surface', version: '1d282b02c5b64291' } },
});
