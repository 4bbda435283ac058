import Type, { type Static } from 'typebox';
import { DateTime, Id, orNull } from './fields.js';
import { contract, API_PREFIX } from './contract.js';
import { Flag, Ids, Pagination, paging, refresh, Search, sorting } from './common.js';

const { Optional } = Type;

export const City = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Pune'] }),
    stateId: Id,
    createdAt: DateTime,
    matchedAlias: Optional(
      Type.String({
        description: 'Only with `search`, if the name does not contain it: the other name of the city that does',
        examples: ['Poona'],
      }),
    ),
    stateName: Optional(Type.String({ description: 'Only with includeState' })),
    stateCode: Optional(Type.String({ description: 'Only with includeState; ISO 3166-2:IN without "IN-"' })),
  },
  { title: 'City' },
);

export type City = Static<typeof City>;

const NotOffered = Type.Null({ description: 'Always null: there is no such filter' });

export const listCities = contract({
  id: 'listCities',
  path: `${API_PREFIX}/cities`,
  tag: 'Geography',
  summary: 'List cities',
  description:
    'Cities are the postal districts of India. `stateIds` and `search` narrow the list together. '
    + '`search` compares with their names and with other names that people use for them: '
    + 'former and common ones (Bombay, Bangalore), other spellings of the district (Banas Kantha, Maldah), districts '
    + 'that were made out of it since 2014 (Soreng is in Gyalshing), and its towns '
    + '(Kochi is in Ernakulam, Siliguri in Darjeeling and Jalpaiguri). The text is found anywhere in a name, and in '
    + 'another name from the beginning of one of its words. Cities whose own name has it come first; each group is '
    + 'in the order of `sortBy`. Names are compared without regard to case.',
  reads: ['cities', 'states'],
  query: Type.Object({
    stateIds: Optional(Ids('states')),
    search: Optional(
      Type.String({
        ...Search,
        description:
          'Part of the name, or the beginning of a word of another name, in any case; there are no wildcards',
      }),
    ),
    ...paging(50),
    ...sorting(['name', 'stateId', 'createdAt']),
    includeState: Flag('Adds stateName and stateCode', true),
    ...refresh,
  }),
  answer: Type.Object({
    data: Type.Array(City),
    pagination: Pagination,
    filters: Type.Object(
      {
        stateIds: Type.Array(Type.Integer()),
        states: Type.Array(Type.String({ description: 'Name of a state of stateIds' })),
        search: orNull(Type.String()),
        name: NotOffered,
        populationRange: NotOffered,
        coordinates: NotOffered,
        searchMode: Type.Literal('partial'),
      },
      { title: 'CityFilters' },
    ),
    options: Type.Object(
      {
        includeAreaCount: Type.Literal(false),
        includeState: Type.Boolean(),
        includeCoordinates: Type.Literal(false),
        includeMetadata: Type.Literal(false),
        fields: Type.Null({ description: 'Always null: all fields are sent' }),
      },
      { title: 'CityOptions' },
    ),
  }),
  example: { query: { stateIds: '21', search: 'pu' } },
});
