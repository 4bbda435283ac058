/**
 * Parameters and members that several operations share. Parameters of a path or a query arrive as text and are
 * converted to the type of their schema. The handler always gets parameters with a `default`.
 */
import Type, { type Static } from 'typebox';
import { count, orNull } from './fields.js';
import { MAX_CURSOR_LENGTH, MAX_PAGE_LIMIT, MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH } from '../limits/requests.js';
import { PartnerId } from '../model/documents.js';
import { CURSOR_PATTERN } from '../model/schema-faults.js';

export const Search = Type.String({
  minLength: MIN_SEARCH_LENGTH,
  maxLength: MAX_SEARCH_LENGTH,
  examples: ['pur'],
  description: 'Part of the name, in any case; there are no wildcards',
});
export const Ids = (what: string) =>
  Type.String({
    pattern: '^[0-9]+(,[0-9]+)*$',
    examples: ['9,27'],
    description: `Ids of ${what}, separated by commas; rows of any of them are listed`,
  });
export const Flag = (description: string, byDefault: boolean) => Type.Boolean({ default: byDefault, description });
export const ActiveFilter = Type.Optional(
  Type.Boolean({ description: 'true: only active ones; false: only inactive ones' }),
);
export const PartnerFilter = Type.Optional(
  Type.String({
    ...PartnerId,
    description: 'Id of a partner; a partner’s credential may name only its own',
  }),
);
export const PartnerPath = Type.Object({
  partnerId: Type.String({ ...PartnerId, examples: ['dharaline-surface'], description: 'Id of the partner' }),
});

const limitOf = (defaultLimit: number) =>
  Type.Integer({ minimum: 1, maximum: MAX_PAGE_LIMIT, default: defaultLimit, description: 'Rows per page' });

/** `page` and `limit`, and for reads of the catalog `forceRefresh`. */
export const paging = (defaultLimit: number) => ({
  page: Type.Integer({ minimum: 1, default: 1, description: 'Number of the page, counted from 1' }),
  limit: limitOf(defaultLimit),
});

/** @param other the parameter that it takes the place of */
export const cursorIn = (other: string) =>
  Type.Optional(
    Type.String({
      pattern: CURSOR_PATTERN,
      maxLength: MAX_CURSOR_LENGTH,
      description:
        `In place of \`${other}\`: the rows behind the last one of an answer, whatever is added meanwhile. `
        + 'It is `pagination.nextCursor` of that answer, and goes with the same filters; `limit` may be another',
    }),
  );
/** Like {@link paging}, of a list that grows while it is read. */
export const cursorPaging = (defaultLimit: number) => ({
  page: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Number of the page, counted from 1. With neither this nor `cursor`: 1' }),
  ),
  cursor: cursorIn('page'),
  limit: limitOf(defaultLimit),
});
export const refresh = {
  forceRefresh: Flag(
    'For services: reads the collections from the store again before answering. '
      + 'A partner gets the answer from memory, with a warning',
    false,
  ),
};
export const sorting = <const K extends readonly [string, ...string[]]>(keys: K, byDefault: K[number] = keys[0]) => ({
  sortBy: Type.Enum([...keys] as K[number][], {
    default: byDefault,
    description: 'Member to sort by; rows with the same value are sorted by id',
  }),
  sortOrder: Type.Enum(['asc', 'desc'], {
    default: 'asc',
    description: 'Ascending or descending. Rows with the same value are in ascending order of their ids either way',
  }),
});

export const Pagination = Type.Object(
  {
    page: Type.Integer({ minimum: 1 }),
    limit: Type.Integer({ minimum: 1 }),
    total: count('Rows on all pages'),
    totalPages: count(),
    hasNext: Type.Boolean(),
    hasPrev: Type.Boolean(),
  },
  { title: 'Pagination' },
);
export type Pagination = Static<typeof Pagination>;

export const nextCursor = orNull(
  Type.String(),
  'For `cursor`, with the same filters: the rows behind the last one of this answer. Null: there are none',
);
export const CursorPagination = Type.Object(
  {
    ...Pagination.properties,
    page: orNull(Type.Integer({ minimum: 1 }), 'Null in the answer to a `cursor`'),
    nextCursor,
  },
  { title: 'CursorPagination' },
);
export type CursorPagination = Static<typeof CursorPagination>;
