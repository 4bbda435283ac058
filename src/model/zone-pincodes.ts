/** The pincodes of zones with their overrides; see documents.ts. */
import Type from 'typebox';
import { SERVICE_TYPE_IDS } from '../domain/vocabulary.js';
import { MAX_EDL_KM, MAX_TRANSIT_DAYS, MAX_TRANSIT_HOURS } from '../limits/documents.js';
import { closed, dateTime, id, inUnit, money, name, Nullable, nullish, partnerId, pincode } from './fields.js';

const ServiceName = Type.String({ pattern: `^(${SERVICE_TYPE_IDS.join('|')})$` });

/** What an entry may say otherwise than its zone. */
export const PincodeOverrides = {
  services: nullish(
    Type.Record(ServiceName, Type.Boolean({ description: 'true: available here; false: not.' }), {
      ...closed,
      description:
        'Services that are available here, or are not, whatever the zone says. Their charges stay those '
        + 'of the zone, and 0 when the zone does not list the service.',
    }),
    'as in the zone',
  ),
  attributes: nullish(
    Type.Array(Type.Enum(['ODA', 'HILL']), {
      uniqueItems: true,
      description:
        'Replaces the attributes of the zone; an empty list clears them. The zone must list the '
        + 'services of these names.',
    }),
    'those of the zone',
  ),
  blocked: nullish(
    Type.Object(
      {
        from: dateTime('The first moment of the block.'),
        to: Nullable(dateTime('The last moment of the block. Null: no end.', { notBefore: 'from' })),
        reason: name('Why, as explanations show it.'),
      },
      {
        ...closed,
        description: 'When the pincode is covered, but serves nothing.',
      },
    ),
    'never',
  ),
  maxCodAmount: nullish(
    money('Largest amount to collect here; a lower one of the courier counts first.'),
    'the courier’s',
  ),
  edlKm: nullish(
    Type.Number({
      minimum: 0,
      maximum: MAX_EDL_KM,
      ...inUnit('Kilometres', 'How far it is beyond the courier’s town; surcharges may be for it.'),
    }),
    '0',
  ),
  transitDays: nullish(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TRANSIT_DAYS,
      ...inUnit('Days', 'For deliveries here, in place of lanes and distance; not with transitHours.'),
    }),
    'what lanes and distance say',
  ),
  transitHours: nullish(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: MAX_TRANSIT_HOURS,
      ...inUnit('Hours', 'For deliveries here, in place of lanes and distance; not with transitDays.'),
    }),
    'what lanes and distance say',
  ),
};

export const ZonePincodeDoc = Type.Object(
  {
    partnerId: partnerId('The courier of the zone.'),
    zoneId: id('The zone that the pincode belongs to.'),
    pincode: pincode('The pincode, at most once per courier.'),
    assignedAt: dateTime('When it was assigned.'),
    ...PincodeOverrides,
  },
  closed,
);
