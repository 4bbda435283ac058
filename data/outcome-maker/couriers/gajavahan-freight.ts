/** Freight by the docket: a title above, days as a spreadsheet counts them, totals below. */
import { ifAny, type OutcomeSheet, personOf, serial, wordFor } from '../sheet.js';

export const gajavahanFreight: OutcomeSheet = {
  name: 'gajavahan-freight',
  partnerIds: ['gajavahan-freight'],
  seed: 233,
  parcels: 60,
  above: [['Gajavahan Freight: docket status report'], []],
  headings: [
    ...['Docket No', 'Customer Ref', 'Booking Date', 'Origin Pin', 'Destination Pin', 'Consignee Name', 'No of Pkgs'],
    ...['Actual Wt (kg)', 'Charged Wt (kg)', 'Due Date', 'Docket Status', 'First Attempt', 'No of Attempts'],
    ...['Delivered On', 'POD Received By', 'Returned On'],
  ],
  rowOf: (parcel) => {
    const { number, pickedUp, promised, firstAttempt, attempts, delivered, returned, grams } = parcel;
    const { name } = personOf(parcel);
    const status = wordFor(parcel, {
      ...{ DELIVERED: ['DELIVERED', 'DELIVERED', 'DELIVERED SHORT'], RETURNED: 'RETURNED', LOST: 'LOST' },
      ...{ UNDELIVERED: 'APPOINTMENT', RETURNING: 'RETURN IN TRANSIT', MOVING: ['AT HUB', 'IN TRANSIT'] },
      CANCELLED: 'CANCELLED',
    });
    return [
      ...[`G0${4_300_000 + number * 17}`, `PO-${800_001 + number}`, serial(pickedUp), parcel.from, parcel.to, name],
      ...[String(1 + (number % 6)), String(grams / 1_000), String(Math.max(20, Math.ceil(grams / 1_000)))],
      ...[serial(promised), status, ifAny(firstAttempt, serial), String(attempts), ifAny(delivered, serial)],
      ...[delivered === null ? '' : name, ifAny(returned, serial)],
    ];
  },
  below: [['Total'], ['This report is made by a program.']],
};
