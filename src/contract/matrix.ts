/** The rates matrix. The pool of worker threads answers it as it does charges in bulk. */
import Type from 'typebox';
import { REASON_CODES } from '../domain/reasons.js';
import { CELLS_PER_COUNTED_LINE, MAX_MATRIX_CELLS } from '../limits/bulk.js';
import { PartnerId, Pincode } from '../model/documents.js';
import { API_PREFIX, BINARY, contract } from './contract.js';
import { count, moment } from './fields.js';
import { MatrixRequest } from './matrix-request.js';

export const CSV = 'text/csv';
/** Of a cell: there is none. */
export const NO_VALUE = -1;
export const MATRIX_COLUMNS = [
  'partnerId',
  'pickupPincode',
  'deliveryPincode',
  'total',
  'hours',
  'lane',
  'reason',
] as const;

const column = (description: string) =>
  Type.Array(Type.Integer({ minimum: NO_VALUE }), { description: `${description}; one for each deliveryPincode` });

const MatrixCells = Type.Object(
  {
    partnerId: PartnerId,
    pickupPincode: Pincode,
    total: column('What is to be paid, in paise; −1: the partner does not carry it'),
    hours: column('Transit in whole hours; −1: the partner does not carry it'),
    lane: column('A position in lanes; −1: the route has none, or the partner does not carry it'),
    reason: column('0 where there is a price, else a position in reasons'),
  },
  { title: 'MatrixCells', description: 'Of a partner and a pickup' },
);

export const calculateRatesMatrix = contract({
  id: 'calculateRatesMatrix',
  path: `${API_PREFIX}/partners/rates/matrix`,
  tag: 'Quotes',
  summary: 'What a parcel costs to everywhere',
  description: `Prices one parcel with each partner, from each pickup to each delivery, at one moment and on one state
of the rates. A cell is what calculate-charges would answer, to the paisa. At most
${MAX_MATRIX_CELLS.toLocaleString('en')} cells; more are a 413 before any work.

- \`Accept: ${BINARY}\` gives the \`data\` alone, in MessagePack: \`total\` is a binary of Int32, \`hours\` and
  \`lane\` of Int16, \`reason\` of Uint8, all little-endian.
- \`Accept: ${CSV}\` gives a line for each cell behind a header: ${MATRIX_COLUMNS.join(', ')}. The total is in
  Rupees, and what a cell does not have is empty.
- \`reasons\` are the leading codes, and \`PINCODE_NOT_FOUND\` for a delivery that is not known. A total beyond
  2^31 − 1 paise has the reason \`NO_RATE\`.
- ${CELLS_PER_COUNTED_LINE} cells count for the caller's minute as one request, begun ones too.
- It is worked on while no question of a checkout waits. Under overload it is refused first: 503 \`OVERLOADED\`.

A partner's credential prices itself alone.`,
  scope: 'quote',
  streams: [BINARY, CSV],
  body: MatrixRequest,
  answer: Type.Object({
    data: Type.Object(
      {
        partnerIds: Type.Array(PartnerId, { description: 'As asked' }),
        pickupPincodes: Type.Array(Pincode, { description: 'As asked' }),
        deliveryPincodes: Type.Array(Pincode, { description: 'As asked, or all known ones' }),
        pricedAt: moment('The moment of all cells, unless the shipment has a shipDate'),
        generation: count('Of the index; it grows with each change on this node'),
        rateCardVersions: Type.Object(
          {},
          { description: 'The version of each partner’s rate card, by partnerId', additionalProperties: true },
        ),
        cells: Type.Array(MatrixCells, { description: 'By partner, and within a partner by pickup' }),
        lanes: Type.Array(Type.String(), { description: 'Names of lanes' }),
        reasons: Type.Array(Type.Enum(['', ...REASON_CODES, 'PINCODE_NOT_FOUND'], { title: 'MatrixReason' }), {
          description: 'Codes, of which the first is empty',
        }),
      },
      { title: 'RatesMatrix' },
    ),
  }),
  errors: ['PARTNER_NOT_FOUND', 'PINCODE_NOT_FOUND', 'OVERLOADED'],
  example: {
    body: {
      partnerIds: ['dharaline-surface'],
      pickupPincodes: ['110001', '400001'],
      deliveryPincodes: ['560001', '744101', '999999'],
      shipment: { weight: 1_200, paymentType: 'PREPAID', shipmentType: 'B2C' },
    },
  },
});
