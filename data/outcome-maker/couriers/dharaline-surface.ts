/** A register: day and time in two columns, the product says how it is paid, reasons behind the words. */
import { clock, ifAny, kilograms, namedDay, type OutcomeSheet, personOf, wordFor } from '../sheet.js';

const REASONS = ['CONSIGNEE NOT AVAILABLE', 'DOOR LOCKED', 'CASH NOT READY'];

export const dharalineSurface: OutcomeSheet = {
  name: 'dharaline-surface',
  partnerIds: ['dharaline-surface'],
  seed: 227,
  parcels: 110,
  endOfLine: '\r\n',
  headings: [
    ...['CODE', 'PROD', 'AWB_NO', 'REF NO', 'PICKUP_DT', 'PICKUP_TM', 'ORG_PIN', 'DEST_PIN', 'CONSIGNEE', 'MOBILE'],
    ...['ACT_WT', 'CHRG_WT', 'STATUS', 'EXP_DLV_DT', 'FIRST_ATT_DT', 'FIRST_ATT_TM', 'ATTEMPTS', 'DLV_DT', 'DLV_TM'],
    ...['RECEIVED_BY', 'RTO_DLV_DT'],
  ],
  rowOf: (parcel) => {
    const { number, payment, pickedUp, promised, firstAttempt, attempts, delivered, returned, grams } = parcel;
    const { name, phone } = personOf(parcel);
    const status = wordFor(parcel, {
      ...{ DELIVERED: 'SHIPMENT DELIVERED', RETURNED: 'RETURNED TO SHIPPER', LOST: 'SHIPMENT LOST' },
      ...{ UNDELIVERED: REASONS.map((reason) => `UNDELIVERED: ${reason}`), RETURNING: 'RETURN IN TRANSIT' },
      ...{ MOVING: 'IN TRANSIT', CANCELLED: 'CANCELLED BY SHIPPER' },
    });
    return [
      ...[
        'DLS041',
        payment === 'COD' ? 'CODS' : 'PPDS',
        String(80_092_980_000 + number * 11),
        `SO/${800_001 + number}`,
      ],
      ...[namedDay(pickedUp), clock(pickedUp), parcel.from, parcel.to, name, phone, kilograms(grams)],
      ...[kilograms(Math.ceil(grams / 500) * 500), status, namedDay(promised), ifAny(firstAttempt, namedDay)],
      ...[ifAny(firstAttempt, clock), String(attempts), ifAny(delivered, namedDay), ifAny(delivered, clock)],
      ...[delivered === null ? '' : name, ifAny(returned, namedDay)],
    ];
  },
};
