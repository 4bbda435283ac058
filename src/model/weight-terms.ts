/** How volume becomes weight: of a courier, and by the terms of a contract; see documents.ts. */
import Type from 'typebox';
import { VOLUMETRIC_BASES } from '../domain/vocabulary.js';
import { MAX_CFT, MAX_VOLUMETRIC_DIVISOR } from '../limits/documents.js';
import {
  closed,
  dateTime,
  filter,
  grams,
  id,
  inUnit,
  isActive,
  name,
  nullish,
  partnerId,
  service,
  validity,
} from './fields.js';
import { lane } from './lanes.js';

export const volumetricDivisor = Type.Integer({
  minimum: 1,
  maximum: MAX_VOLUMETRIC_DIVISOR,
  ...inUnit('Cubic centimetres per kilogram', 'Turns the volume of a parcel into weight; not together with cft.'),
});
export const cft = Type.Integer({
  minimum: 1,
  maximum: MAX_CFT,
  description: 'Kilograms per cubic foot of 27,000 cm³, which turn volume into weight in place of volumetricDivisor.',
});
export const volumetricBasis = Type.Enum([...VOLUMETRIC_BASES], {
  description:
    'SHIPMENT: the volumes of all pieces are summed before they are compared with the weight; '
    + 'PIECE: each piece counts with its weight or its volume.',
});

export const WeightTermsDoc = Type.Object(
  {
    id: id('Number of the row, unique among the rows of all partners.'),
    partnerId: partnerId('The courier that they belong to.'),
    customerId: nullish(
      filter(name('The only customer of yours that they are for: the customerId of a request.')),
      'all customers',
    ),
    lane: nullish(filter(lane('Lane of the route.')), 'any lane'),
    service: nullish(
      filter(
        service(
          'The service that they are for: they count only when that is required, of an RTO by its forward shipment.',
        ),
      ),
      'any shipment',
    ),
    volumetricDivisor: nullish(volumetricDivisor, 'what the courier says'),
    cft: nullish(cft, 'what the courier says'),
    none: nullish(Type.Boolean({ description: 'true: volume never counts.' }), 'false'),
    basis: nullish(volumetricBasis, 'the courier’s volumetricBasis'),
    deadWeightUpTo: nullish(
      grams('Up to this actual weight of the shipment, inclusive, volume counts as 0.'),
      'volume always counts',
    ),
    minChargeableWeight: nullish(grams('The chargeable weight of the shipment is at least this.'), 'no minimum'),
    status: isActive('the row does not count.'),
    ...validity,
    createdAt: dateTime('When the row was created.'),
  },
  closed,
);
