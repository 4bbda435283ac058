/** States, cities, areas and pincodes; see documents.ts. */
import Type from 'typebox';
import { MAX_CITY_ALIASES } from '../limits/documents.js';
import {
  closed,
  dateTime,
  gstCode,
  id,
  inUnit,
  keywords,
  name,
  Nullable,
  nullish,
  optional,
  partnerId,
  pincode,
} from './fields.js';

export const StateDoc = Type.Object(
  {
    id: id('Number of the state; zones refer to it. It is not the GST code.'),
    name: name('Name of the state or union territory.'),
    code: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-2:IN without "IN-".' }),
    gstCode: gstCode('The first two digits of a GSTIN of this state.'),
  },
  closed,
);

export const CityDoc = Type.Object(
  {
    id: id('Number of the city; zones refer to it.'),
    name: name('Name of the city; the shipped geography has the districts of India Post as cities.'),
    stateId: id('The state that it is in.'),
    createdAt: dateTime('When the row was created.'),
    aliases: optional(
      Type.Array(name('Another name.'), {
        maxItems: MAX_CITY_ALIASES,
        ...keywords({ distinct: true }),
        description: 'Other names that people search for: towns of the district, former names, other spellings.',
      }),
      'none',
    ),
  },
  closed,
);
export const AreaDoc = Type.Object(
  {
    id: id('Number of the area; zones refer to it.'),
    name: name('Name of the area; the shipped geography has post offices as areas.'),
    cityId: id('The city that it is in.'),
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);

export const POSITION_SOURCES = ['offices', 'geonames', 'prefix', 'couriers', 'sheet'] as const;

export const PincodeDoc = Type.Object(
  {
    pincode: pincode('The six digits, as a text.'),
    cityId: id('The city that it is in.'),
    stateId: id('The state of that city.'),
    areaIds: Type.Array(id('An area of that city.'), { description: 'Its areas; the list may be empty.' }),
    latitude: Nullable(
      Type.Number({
        minimum: -90,
        maximum: 90,
        ...inUnit('Degrees', 'Null: unknown, the mean of the city is used, or else of the state.'),
      }),
    ),
    longitude: Nullable(
      Type.Number({
        minimum: -180,
        maximum: 180,
        ...inUnit('Degrees', 'Null exactly if latitude is null.'),
      }),
    ),
    source: nullish(
      Type.Enum([...POSITION_SOURCES], {
        description:
          'Source of the coordinates in the shipped geography; couriers: of the pincode too, which lies at the '
          + 'middle of its city; sheet: it was made from the list of a courier. Nothing depends on it.',
      }),
      'not recorded',
    ),
    sourcePartnerId: nullish(partnerId('The courier whose list named it first.'), 'not recorded'),
  },
  closed,
);
