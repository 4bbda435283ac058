/** A package report: a line a waybill, days and times that are forced to be texts. */
import { day, clock, forced, ifAny, type OutcomeSheet, personOf, wordFor } from '../sheet.js';

const moment = (ms: number): string => forced(`${day(ms)} ${clock(ms)}:00`);

export const haatwalaEcom: OutcomeSheet = {
  name: 'haatwala-ecom',
  partnerIds: ['haatwala-ecom'],
  seed: 211,
  parcels: 120,
  headings: [
    ...['waybill_num', 'order_id', 'client', 'pickup_date', 'origin_center', 'destination_pin', 'package_type'],
    ...['product_value', 'cod_amount', 'status', 'last_scan', 'promised_date', 'first_attempt_date', 'dispatch_count'],
    ...['delivered_date', 'rto_date', 'charged_weight', 'consignee_name', 'consignee_phone', 'consignee_address'],
  ],
  rowOf: (parcel) => {
    const { number, payment, pickedUp, promised, firstAttempt, delivered, returned, attempts, grams } = parcel;
    const { name, phone, address } = personOf(parcel);
    const status = wordFor(parcel, {
      ...{ DELIVERED: 'Delivered', RETURNED: 'RTO', LOST: 'LOST', CANCELLED: ['Cancelled', 'Not Picked'] },
      ...{ UNDELIVERED: 'Pending', RETURNING: 'In Transit', MOVING: ['In Transit', 'Dispatched'] },
    });
    return [
      ...[forced(String(38_100_050_000_000 + number * 7)), `ORD-${800_001 + number}`, 'MERCHANT SURFACE'],
      ...[moment(pickedUp), 'Delhi_Narela_H (Delhi)', parcel.to, payment === 'COD' ? 'COD' : 'Pre-paid'],
      ...['899.00', payment === 'COD' ? '899.00' : '0.00', status, 'Hub', forced(day(promised))],
      ...[ifAny(firstAttempt, moment), String(attempts), ifAny(delivered, moment), ifAny(returned, moment)],
      ...[String(grams), name, phone, address],
    ];
  },
};
