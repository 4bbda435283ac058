/** How much couriers take in a day or a month; see documents.ts. */
import Type from 'typebox';
import { CAPACITY_DAYS, CAPACITY_KINDS, CAPACITY_UNITS, CAPACITY_WINDOWS } from '../domain/allocation/capacity.js';
import { PAYMENT_TYPES, SHIPMENT_TYPES, URGENCY_LEVELS } from '../domain/vocabulary.js';
import { MAX_CAPACITY, MAX_POLICY_LIST } from '../limits/documents.js';
import { closed, dateTime, id, isActive, name, nullish, oneOf, partnerId, validity } from './fields.js';
import { TAG_PATTERN } from './lanes.js';

const placeGroups = (description: string) =>
  nullish(
    Type.Array(Type.String({ pattern: TAG_PATTERN, description: 'A place group.' }), {
      minItems: 1,
      maxItems: MAX_POLICY_LIST,
      description,
    }),
    'any',
  );

export const CapacityDoc = Type.Object(
  {
    id: id('Number of the capacity, unique among the capacities of all partners.'),
    partnerId: partnerId('The courier.'),
    name: name('Name that is shown.'),
    limit: Type.Integer({
      minimum: 1,
      maximum: MAX_CAPACITY,
      description: 'What it takes in a day or a month, in `unit`.',
    }),
    unit: Type.Enum([...CAPACITY_UNITS], {
      description:
        'PARCELS: shipments. PIECES: their pieces. GRAMS: their chargeable weight. COD_RUPEES: the amounts to collect.',
    }),
    per: Type.Enum([...CAPACITY_WINDOWS], { description: 'The window that it is counted in, in India.' }),
    dayOf: nullish(
      Type.Enum([...CAPACITY_DAYS], {
        description: 'Which day a shipment counts on: that of its pickup, or that of its assignment.',
      }),
      'PICKUP',
    ),
    kind: nullish(
      Type.Enum([...CAPACITY_KINDS], {
        description: 'HARD: who is full gets no shipment. SOFT: who is full comes last.',
      }),
      'HARD',
    ),
    when: nullish(
      Type.Object(
        {
          fromGroups: placeGroups('The pickup lies in one of these place groups.'),
          toGroups: placeGroups('The delivery lies in one of these place groups.'),
          paymentTypes: oneOf(PAYMENT_TYPES, 'Payment types.', 'all'),
          shipmentTypes: oneOf(SHIPMENT_TYPES, 'Shipment types.', 'all'),
          urgencies: oneOf(URGENCY_LEVELS, 'Urgencies.', 'all'),
        },
        { ...closed, description: 'Which shipments count in it; all that is given must hold.' },
      ),
      'all shipments',
    ),
    closedUntil: nullish(dateTime('Until then it is full, whatever is used.'), 'it is not closed'),
    status: isActive('it does not count.'),
    ...validity,
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);
