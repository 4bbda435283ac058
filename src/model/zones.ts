/** The zones of partners; see documents.ts. */
import Type from 'typebox';
import { SERVICE_TYPE_IDS } from '../domain/vocabulary.js';
import { MAX_CUSTOM_CHARGES, MAX_PICKUP_PINCODES, MAX_TAGS_PER_PARTNER } from '../limits/documents.js';
import {
  closed,
  dateTime,
  id,
  inUnit,
  isActive,
  keywords,
  money,
  name,
  nullish,
  optional,
  partnerId,
  pincode,
  text,
} from './fields.js';
import { tag } from './lanes.js';

/**
 * The name of a customer type or a shipment type. The pattern excludes names with a meaning in the store's encoding,
 * such as __proto__ and toJSON.
 */
export const CustomChargeName = Type.String({ pattern: '^[A-Z][A-Z0-9_]{0,49}$' });

export const ZoneService = Type.Object(
  {
    serviceTypeId: Type.Enum([...SERVICE_TYPE_IDS], { description: 'The service, at most once in a zone.' }),
    isAvailable: Type.Boolean({ description: 'false: shipments that need the service are refused here.' }),
    baseCharge: optional(money('Charge for the service here.'), '0'),
    customCharges: optional(
      Type.Record(CustomChargeName, money('The charge for that type.'), {
        ...closed,
        maxProperties: MAX_CUSTOM_CHARGES,
        description:
          'Another charge for a customer type (RETAIL, CORPORATE …) or, if that is not listed, a shipment ' + 'type.',
      }),
      'baseCharge for all',
    ),
    additionalInfo: optional(
      Type.Object(
        {
          cutoffTime: optional(text('Only shown.'), 'not shown'),
          deliveryWindow: optional(text('Only for DELIVERY; shown in assignments.'), 'the partner’s'),
          maxWeight: optional(
            Type.Number({
              minimum: 0,
              ...inUnit('Grams', 'Only shown; it refuses nothing.'),
            }),
            'not shown',
          ),
          restrictions: optional(Type.Array(text('One restriction in words.'), { description: 'Only shown.' }), 'none'),
          specialInstructions: optional(text('Only for DELIVERY; shown in assignments.'), 'none'),
          vehicleType: optional(
            Type.String({
              maxLength: 200,
              description: 'Only for PICKUP; shown in assignments.',
            }),
            'not shown',
          ),
        },
        { description: 'Texts for people.' },
      ),
      'none',
    ),
  },
  closed,
);

const OperationalDetails = Type.Object(
  {
    operatingHours: optional(
      Type.Record(Type.String(), text('09:00-18:00, or CLOSED.'), { description: 'By day, monday to sunday.' }),
      'not shown',
    ),
    capacity: optional(
      Type.Object(
        {
          maxDailyShipments: optional(Type.Number({ minimum: 0, description: 'Only shown.' }), 'not shown'),
          maxWeightPerDay: optional(
            Type.Number({
              minimum: 0,
              ...inUnit('Grams', 'Only shown.'),
            }),
            'not shown',
          ),
        },
        { description: 'What the zone can handle in a day, only shown.' },
      ),
      'not shown',
    ),
    specialHandling: optional(Type.Array(text('One instruction.'), { description: 'Shown in assignments.' }), 'none'),
  },
  { description: 'Working details of the zone, for people.' },
);

export const ZoneDoc = Type.Object(
  {
    id: id('Number of the zone, unique among the zones of all partners.'),
    partnerId: partnerId('The courier that the zone belongs to.'),
    name: name('Name that is shown.'),
    description: text('Description of the zone; may be empty.'),
    status: isActive('the zone covers nothing.'),
    attributes: Type.Array(Type.Enum(['ODA', 'HILL']), {
      description:
        'Services charged for every shipment that begins or ends here. The zone must list the service of that '
        + 'name as available.',
    }),
    tags: nullish(
      Type.Array(tag, {
        description:
          'Names that lane rules and surcharges of the courier ask for, such as METRO, NE or ISLAND: '
          + `at most ${MAX_TAGS_PER_PARTNER} different ones in all of its zones.`,
        ...keywords({ distinct: true }),
      }),
      'none',
    ),
    geographical: Type.Object(
      {
        states: Type.Array(id('Id of a state.'), { description: 'Ids of whole states.' }),
        cities: Type.Array(id('Id of a city.'), { description: 'Ids of whole cities.' }),
        areas: Type.Array(id('Id of an area.'), { description: 'Ids of areas.' }),
      },
      { ...closed, description: 'What the zone covers, in addition to its zone-pincodes.' },
    ),
    pickupPincodes: nullish(
      Type.Array(pincode('A pincode of a pickup.'), {
        maxItems: MAX_PICKUP_PINCODES,
        ...keywords({ distinct: true }),
        description:
          'Pincodes that are in this zone at the pickup, whatever else says another zone, such as those of your '
          + 'warehouse. At the delivery nothing changes.',
      }),
      'none',
    ),
    services: Type.Array(ZoneService, {
      ...keywords({ distinct: 'serviceTypeId' }),
      description: 'The services here and their charges. Every delivery here needs DELIVERY, and COD or PREPAID.',
    }),
    operationalDetails: nullish(OperationalDetails, 'nothing is known'),
    createdAt: dateTime('When the row was created.'),
    updatedAt: dateTime('When the row was last changed.'),
  },
  closed,
);
