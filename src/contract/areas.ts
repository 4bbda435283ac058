import Type, { type Static } from 'typebox';
import { DateTime, Id, orNull } from './fields.js';
import { contract, API_PREFIX } from './contract.js';
import { Flag, Ids, Pagination, paging, refresh, Search, sorting } from './common.js';

const { Optional } = Type;

export const Area = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Shivajinagar'] }),
    cityId: Id,
    createdAt: DateTime,
    cityName: Optional(Type.String({ description: 'Only with includeCity' })),
    stateId: Optional(Type.Integer({ minimum: 1, description: 'Only with includeState' })),
    stateName: Optional(Type.String({ description: 'Only with includeState' })),
    stateCode: Optional(Type.String({ description: 'Only with includeState; ISO 3166-2:IN without "IN-"' })),
  },
  { title: 'Area' },
);

export type Area = Static<typeof Area>;

const NotOffered = Type.Null({ description: 'Always null: there is no such filter' });

export const listAreas = contract({
  id: 'listAreas',
  path: `${API_PREFIX}/areas`,
  tag: 'Geography',
  summary: 'List areas',
  description:
    'Areas are the places that post offices are named after. `cityIds`, `stateIds` and `search` narrow the '
    + 'list together: with both `cityIds` and `stateIds`, an area is listed when its city is one of the cities and '
    + 'lies in one of the states. Names are compared without regard to case.',
  reads: ['areas', 'cities', 'states'],
  query: Type.Object({
    cityIds: Optional(Ids('cities')),
    stateIds: Optional(Ids('states')),
    search: Optional(Search),
    ...paging(50),
    ...sorting(['name', 'cityId', 'createdAt']),
    includeCity: Flag('Adds cityName', true),
    includeState: Flag('Adds stateId, stateName and stateCode', true),
    ...refresh,
  }),
  answer: Type.Object({
    data: Type.Array(Area),
    pagination: Pagination,
    filters: Type.Object(
      {
        cityIds: Type.Array(Type.Integer()),
        cities: Type.Array(Type.String({ description: 'Name of a city of cityIds' })),
        stateIds: Type.Array(Type.Integer()),
        states: Type.Array(Type.String({ description: 'Name of a state of stateIds' })),
        search: orNull(Type.String()),
        name: NotOffered,
        type: Type.Literal('all', { description: 'Areas have no types' }),
        zone: NotOffered,
        pincodeCountRange: NotOffered,
        coordinates: NotOffered,
        searchMode: Type.Literal('partial'),
      },
      { title: 'AreaFilters' },
    ),
    options: Type.Object(
      {
        includePincodeCount: Type.Literal(false),
        includeCity: Type.Boolean(),
        includeState: Type.Boolean(),
        includeCoordinates: Type.Literal(false),
        includeMetadata: Type.Literal(false),
        includePincodes: Type.Literal(false),
        fields: Type.Null({ description: 'Always null: all fields are sent' }),
      },
      { title: 'AreaOptions' },
    ),
  }),
  example: { query: { stateIds: '21', search: 'nagar', limit: '5' } },
});
