/** A tracking report: semicolons, 12-hour clocks, a column for each time that it was out for delivery. */
import { halfDayClock, ifAny, kilograms, numberedDay, type OutcomeSheet, personOf, wordFor } from '../sheet.js';

const DAY_MS = 86_400_000;

export const nabhdootAir: OutcomeSheet = {
  name: 'nabhdoot-air',
  partnerIds: ['nabhdoot-air'],
  seed: 229,
  parcels: 110,
  separator: ';',
  encoding: 'latin1',
  headings: [
    ...['AWB Number', 'Order Number', 'Pickup Date', 'Origin Pincode', 'Destination Pincode', 'Destination City'],
    ...['Customer Name', 'Contact No', 'Payment Mode', 'Actual Weight (kg)', 'Billed Weight (kg)', 'Current Status'],
    ...['Expected Delivery Date', 'OFD 1', 'OFD 2', 'OFD 3', 'Attempts', 'NDR Reason', 'Delivery Date'],
    'RTO Delivery Date',
  ],
  rowOf: (parcel) => {
    const { number, payment, pickedUp, promised, firstAttempt, attempts, delivered, returned, grams } = parcel;
    const { name, phone } = personOf(parcel);
    const status = wordFor(parcel, {
      ...{ DELIVERED: 'Delivered', RETURNED: 'RTO Delivered', LOST: ['Lost', 'Damaged'] },
      ...{ UNDELIVERED: ['Undelivered', 'NDR'], RETURNING: 'RTO In Transit', MOVING: 'In Transit' },
      CANCELLED: 'Cancelled',
    });
    const ofds = [0, 1, 2].map((at) =>
      firstAttempt === null || at >= attempts ? '' : halfDayClock(firstAttempt + at * DAY_MS),
    );
    return [
      ...[`N${20_000_001 + number * 3}`, `GB${800_001 + number}`, halfDayClock(pickedUp), parcel.from, parcel.to],
      ...[number % 3 === 0 ? 'M\u00dcNNAR' : 'HUB', name, phone, payment === 'COD' ? 'COD' : 'PPD'],
      ...[kilograms(grams), kilograms(Math.ceil(grams / 500) * 500), status, numberedDay(promised), ...ofds],
      ...[String(attempts), attempts > 1 ? 'Address incomplete' : '', ifAny(delivered, halfDayClock)],
      ifAny(returned, numberedDay),
    ];
  },
};
