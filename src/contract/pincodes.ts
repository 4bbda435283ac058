import Type from 'typebox';
import { count, Id, orNull } from './fields.js';
import { MAX_SEARCH_LENGTH, MIN_SEARCH_LENGTH } from '../limits/requests.js';
import { Pincode as PincodeCode } from '../model/documents.js';
import { POSITION_SOURCES, StateDoc } from '../model/places.js';
import { contract, API_PREFIX } from './contract.js';
import { Flag, Ids, Pagination, paging, refresh, Search, sorting } from './common.js';

const { Optional } = Type;
const { code, gstCode } = StateDoc.properties;

export const State = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Maharashtra'] }),
    code,
    gstCode: { ...gstCode, description: 'The first two digits of GST identification numbers in this state' },
    pincodeCount: Optional(count('Only with includeCount: the number of pincodes in it')),
  },
  { title: 'State' },
);

const Degrees = (what: string, most: number) =>
  orNull(
    Type.Number({
      minimum: -most,
      maximum: most,
      description: `${what}; degrees. Latitude and longitude are null when the place is not known`,
    }),
  );

export const Pincode = Type.Object(
  {
    pincode: PincodeCode,
    cityId: Id,
    cityName: Type.String(),
    stateId: Id,
    stateName: Type.String(),
    stateCode: code,
    areaCount: count('Number of areas'),
    latitude: Degrees('North', 90),
    longitude: Degrees('East', 180),
    source: orNull(
      Type.Enum([...POSITION_SOURCES], {
        description:
          'Of the coordinates: offices and geonames are positions of the place, prefix is that of similar pincodes. '
          + 'couriers: couriers deliver there, India Post’s directory does not have it, and it has the position of its '
          + 'city',
      }),
      'Null: not recorded, as of pincodes that were added later',
    ),
  },
  { title: 'Pincode' },
);

const CityName = (description: string) =>
  Type.String({ minLength: MIN_SEARCH_LENGTH, maxLength: MAX_SEARCH_LENGTH, examples: ['pune'], description });

export const listStates = contract({
  id: 'listStates',
  path: `${API_PREFIX}/pincodes/states`,
  tag: 'Geography',
  summary: 'List states',
  description: 'The states and union territories of India, by name.',
  reads: ['states', 'pincodes'],
  query: Type.Object({
    includeCount: Flag('Adds pincodeCount', false),
    ...paging(50),
    ...refresh,
  }),
  answer: Type.Object({
    data: Type.Array(State),
    pagination: Pagination,
    options: Type.Object({ includeCount: Type.Boolean() }, { title: 'StateOptions' }),
  }),
  example: { query: { includeCount: 'true' } },
});

export const NAME_MATCHES = ['all', 'exact', 'prefix', 'partial'] as const;

export const searchPincodes = contract({
  id: 'searchPincodes',
  path: `${API_PREFIX}/pincodes/search`,
  tag: 'Geography',
  summary: 'Find the pincodes of a city',
  description:
    'The pincodes of every city whose name matches, in ascending order. Other names of a city count too, '
    + 'such as Kochi for Ernakulam or Bombay for Mumbai. Names are compared without regard to case.',
  reads: ['pincodes', 'cities', 'states'],
  query: Type.Object({
    city: CityName('A name of a city or a part of it, depending on `type`; there are no wildcards'),
    type: Type.Enum([...NAME_MATCHES], {
      default: 'all',
      description:
        'How `city` is compared with each name of a city. exact: it is the whole name; '
        + 'prefix: the name begins with it; partial and all: the name contains it, or another name has it from the '
        + 'beginning of one of its words',
    }),
    ...paging(50),
    ...refresh,
  }),
  answer: Type.Object({
    data: Type.Array(Pincode),
    pagination: Pagination,
    filters: Type.Object(
      { city: Type.String(), type: Type.Enum([...NAME_MATCHES]) },
      { title: 'PincodeSearchFilters' },
    ),
  }),
  example: { query: { city: 'Pune', type: 'exact' } },
});

export const listPincodes = contract({
  id: 'listPincodes',
  path: `${API_PREFIX}/pincodes`,
  tag: 'Geography',
  summary: 'List pincodes',
  description: 'Pincodes that match all given filters. Names are compared without regard to case.',
  reads: ['pincodes', 'cities', 'states'],
  query: Type.Object({
    state: Optional(
      Type.String({
        minLength: MIN_SEARCH_LENGTH,
        maxLength: MAX_SEARCH_LENGTH,
        examples: ['MH'],
        description: 'Two-letter code of a state or its whole name, in any case',
      }),
    ),
    city: Optional(
      Type.String({
        ...Search,
        examples: ['pune'],
        description:
          'Part of the name of the city, or the beginning of a word of another name of it, in any case; there are no '
          + 'wildcards',
      }),
    ),
    stateIds: Optional(Ids('states')),
    cityIds: Optional(Ids('cities')),
    prefix: Optional(
      Type.String({ pattern: '^[1-9][0-9]{0,5}$', examples: ['411'], description: 'The first digits of the pincode' }),
    ),
    ...sorting(['pincode', 'cityId', 'stateId']),
    ...paging(50),
    ...refresh,
  }),
  answer: Type.Object({
    data: Type.Array(Pincode),
    pagination: Pagination,
    filters: Type.Object(
      {
        state: orNull(Type.String()),
        city: orNull(Type.String()),
        stateIds: Type.Array(Type.Integer()),
        states: Type.Array(Type.String({ description: 'Name of a state of stateIds' })),
        cityIds: Type.Array(Type.Integer()),
        cities: Type.Array(Type.String({ description: 'Name of a city of cityIds' })),
        prefix: orNull(Type.String()),
        searchMode: Type.Literal('partial', { description: 'How `city` is compared' }),
      },
      { title: 'PincodeFilters' },
    ),
  }),
  example: { query: { state: 'MH', city: 'pune', prefix: '4110', limit: '10' } },
});
