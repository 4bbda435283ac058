/** What became of parcels, as the store keeps it: lines, their sums, and when each partner had its last line. */
import Type, { type Static } from 'typebox';
import { OUTCOME_STATUSES } from '../domain/outcomes/counts.js';
import { PAYMENT_TYPES } from '../domain/vocabulary.js';
import { MAX_PARTNER_WEIGHT_GRAMS } from '../limits/documents.js';
import { MAX_STORE_KEY_BYTES } from '../limits/store.js';
import { closed, dateTime, gramsOrZero, name, Nullable, optional, partnerId, pincode } from './fields.js';

const key = (description: string) => Type.String({ minLength: 1, maxLength: MAX_STORE_KEY_BYTES, description });
const UNKNOWN = 'it is not known';

export const OutcomeDoc = Type.Object(
  {
    key: key('Caller and shipmentId: `service:main-system/SHIP-1`; of others courier and number: `awb:partner/7712`.'),
    partnerId: partnerId('The courier that it counts for.'),
    awb: optional(name('Number that the courier gave the shipment.'), UNKNOWN),
    pickupPincode: optional(pincode('Where it was picked up.'), UNKNOWN),
    deliveryPincode: pincode('Where it goes.'),
    paymentType: Type.Enum([...PAYMENT_TYPES], { description: 'How it is paid.' }),
    weight: optional(
      Type.Number({ minimum: 0, maximum: MAX_PARTNER_WEIGHT_GRAMS, description: 'Grams. What it weighs.' }),
      UNKNOWN,
    ),
    pickedUpAt: dateTime('When it was picked up.'),
    promisedAt: optional(dateTime('When it was to arrive.'), UNKNOWN),
    firstAttemptAt: optional(dateTime('When its delivery was first tried.'), 'it was not, or it is not known'),
    attempts: optional(Type.Integer({ minimum: 0, description: 'How often its delivery was tried.' }), UNKNOWN),
    deliveredAt: optional(dateTime('When it was delivered.'), 'it was not'),
    rtoAt: optional(dateTime('When it came back.'), 'it did not, or it is not known'),
    status: Type.Enum([...OUTCOME_STATUSES], { description: 'What became of it; OPEN: it is on its way.' }),
    billedGrams: optional(gramsOrZero('Weight that the courier billed.'), UNKNOWN),
    expiresAt: Nullable(dateTime('When the line is forgotten; null: not while it is OPEN.')),
  },
  closed,
);
export type Outcome = Static<typeof OutcomeDoc>;

export const OutcomeSumsDoc = Type.Object(
  {
    key: key('Week, courier and the first two digits of delivery pincodes: `20790/dharaline-surface/56`.'),
    rows: Type.String({
      minLength: 1,
      description: 'Counts by pincode and payment type, in the short form of src/store/outcome-rows.ts.',
    }),
  },
  closed,
);

export const OutcomePartnerDoc = Type.Object(
  {
    partnerId: partnerId('The courier.'),
    lastLineAt: dateTime('When the last line about it was new here.'),
  },
  closed,
);

const part = (description: string) => Type.Integer({ minimum: 0, description });

export const OutcomePartDoc = Type.Object(
  {
    key: key('The import, and the number of its part.'),
    ops: Type.String({ minLength: 1, description: 'JSON text: documents of outcomes and their sums.' }),
    expiresAt: dateTime('When it is forgotten, if the import never counted.'),
  },
  closed,
);

export const OutcomeStateDoc = Type.Object(
  {
    id: Type.Enum(['outcomes'], { description: 'There is one.' }),
    revision: Type.Integer({ minimum: 0, description: 'One more after each write of outcomes.' }),
    pending: Nullable(
      Type.Object(
        {
          id: name('Of the import.'),
          parts: part('How many parts it has.'),
          done: part('How many of them are carried out.'),
        },
        { ...closed, description: 'An import that counts and is not carried out yet; null: there is none.' },
      ),
    ),
  },
  closed,
);

const FOREIGN = 'awb:';

/** The key of a parcel that was not assigned here. No caller is of this kind. */
export const foreignKeyOf = (ofPartner: string, awb: string): string => `${FOREIGN}${ofPartner}/${awb}`;

export const isForeignKey = (text: string): boolean => text.startsWith(FOREIGN);
