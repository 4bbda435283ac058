/** GET /places: the places that people type, of all kinds together. */
import Type, { type Static } from 'typebox';
import { count, orNull } from './fields.js';
import { refresh } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { MAX_PLACES_FOUND, MAX_SEARCH_LENGTH, MIN_PLACES_SEARCH_LENGTH } from '../limits/requests.js';
import { Pincode } from '../model/documents.js';

export const PLACE_KINDS = ['STATE', 'CITY', 'AREA', 'PINCODE'] as const;

export const Place = Type.Object(
  {
    kind: Type.Enum([...PLACE_KINDS]),
    id: orNull(Type.Integer({ minimum: 1 }), 'Number of the document; null: a pincode, which has none'),
    name: Type.String({ examples: ['Pune'], description: 'Of a pincode its six digits' }),
    alias: orNull(
      Type.String({ examples: ['Poona'] }),
      'The other name that the text was found in; null: it was found in the name',
    ),
    city: orNull(Type.String(), 'Name of its city; null: a state'),
    state: Type.String({ description: 'Name of its state' }),
    stateCode: Type.String({ description: 'ISO 3166-2:IN without "IN-"' }),
    pincode: orNull(
      Type.String({ ...Pincode }),
      'Stands for the place in a quote: of a city the lowest pincode that ends in 001, else the lowest; null: a state, '
        + 'or a place without pincodes',
    ),
    pincodes: count('Pincodes in it'),
  },
  { title: 'Place' },
);
export type Place = Static<typeof Place>;

const kind = PLACE_KINDS.join('|').toLowerCase();

export const searchPlaces = contract({
  id: 'searchPlaces',
  path: `${API_PREFIX}/places`,
  tag: 'Geography',
  summary: 'Find places by what people type',
  description: `States, cities, areas and pincodes together, at most ${MAX_PLACES_FOUND}, the best first.

1. Places with a name that is the text.
2. Places with a name that has it from the beginning of a word; other names of a city or a state count in these two.
3. Places whose own name contains it.

Within each, places with more pincodes come first, then by name. Digits next to words begin a pincode, and the last
words may name the city or the state: \`411001 shivaji\`, \`shivajinagar pune\`, \`Pune, MH\`. If they name a state
without a place of that name, a city of that name elsewhere comes first: \`Yanam, AP\` finds Yanam in Puducherry. Case
and commas do not matter, and "&" is "and".`,
  reads: ['states', 'cities', 'areas', 'pincodes'],
  query: Type.Object({
    search: Type.String({
      minLength: MIN_PLACES_SEARCH_LENGTH,
      maxLength: MAX_SEARCH_LENGTH,
      pattern: '\\S',
      examples: ['pune'],
      description: 'A name or the beginning of one, a pincode or its first digits, or both',
    }),
    kinds: Type.Optional(
      Type.String({
        pattern: `^(${kind})(,(${kind}))*$`,
        examples: ['city,pincode'],
        description: 'Kinds of places, separated by commas; all unless given',
      }),
    ),
    ...refresh,
  }),
  answer: Type.Object({ data: Type.Array(Place, { maxItems: MAX_PLACES_FOUND }) }),
  example: { query: { search: 'pune', kinds: 'city,pincode' } },
});
