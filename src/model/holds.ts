/** Places that a courier does not serve for a time; see documents.ts. */
import Type from 'typebox';
import { HOLD_ENDS } from '../domain/vocabulary.js';
import { closed, dateTime, id, isActive, keywords, name, nullish, partnerId, pincode } from './fields.js';

const places = (description: string) => ({ description, ...keywords({ distinct: true }) });

export const HoldDoc = Type.Object(
  {
    id: id('Number of the hold, unique among the holds of all partners.'),
    partnerId: nullish(partnerId('The courier that is held.'), 'every courier'),
    states: nullish(Type.Array(id('Id of a state.'), places('Ids of whole states.')), 'none'),
    cities: nullish(Type.Array(id('Id of a city.'), places('Ids of whole cities.')), 'none'),
    areas: nullish(Type.Array(id('Id of an area.'), places('Ids of areas.')), 'none'),
    pincodes: nullish(Type.Array(pincode('A pincode.'), places('Single pincodes.')), 'none'),
    everywhere: nullish(
      Type.Boolean({ description: 'true: all places, and none is named; otherwise at least one is.' }),
      'false',
    ),
    end: nullish(
      Type.Enum([...HOLD_ENDS], { description: 'Which end of a route may not lie there: nothing is served at it.' }),
      'BOTH',
    ),
    from: nullish(dateTime('The first moment of the hold.'), 'no start'),
    to: nullish(dateTime('The last moment of the hold.', { notBefore: 'from' }), 'no end'),
    reason: name('Why, as explanations show it.'),
    status: isActive('the hold does not count.'),
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);
