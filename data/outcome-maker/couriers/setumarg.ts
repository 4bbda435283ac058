/** An aggregator's orders: products of several couriers, AWBs in quotes, and non-deliveries counted in place of attempts. */
import { clock, day, ifAny, kilograms, type OutcomeSheet, personOf, wordFor } from '../sheet.js';

const PRODUCTS: Readonly<Record<string, string>> = {
  'dharaline-surface': 'Dharaline Surface - Select 500gm',
  'kachhua-cargo': 'Kachhua Surface 10kg',
  'nabhdoot-air': 'Nabhdoot Air',
  'haatwala-ecom': 'Haatwala Surface',
};

const moment = (ms: number): string => `${day(ms)} ${clock(ms)}`;

export const setumarg: OutcomeSheet = {
  name: 'setumarg',
  partnerIds: Object.keys(PRODUCTS),
  seed: 223,
  parcels: 160,
  encoding: 'utf8-bom',
  headings: [
    ...['Order ID', 'Created At', 'Channel', 'Status', 'Customer Name', 'Customer Mobile', 'Customer Email'],
    ...['Address Line 1', 'Address Pincode', 'Payment Method', 'Order Total', 'Weight (KG)', 'Charged Weight'],
    ...['Courier Company', 'AWB Code', 'Pickup Pincode', 'Order Picked Up Date', 'EDD', 'First Out For Delivery Date'],
    ...['Number of NDR Attempts', 'Latest NDR Reason', 'Order Delivered Date', 'RTO Initiated Date'],
    ...['RTO Delivered Date', 'Zone'],
  ],
  rowOf: (parcel) => {
    const { number, payment, pickedUp, promised, firstAttempt, attempts, delivered, returned, grams, end } = parcel;
    const { name, phone, email, address } = personOf(parcel);
    const status = wordFor(parcel, {
      ...{ DELIVERED: 'DELIVERED', RETURNED: ['RTO DELIVERED', 'RTO_DELIVERED'], LOST: ['LOST', 'DAMAGED'] },
      ...{ UNDELIVERED: 'UNDELIVERED', RETURNING: 'RTO IN TRANSIT', MOVING: 'IN TRANSIT', CANCELLED: 'CANCELED' },
    });
    const failed = attempts - (end === 'DELIVERED' ? 1 : 0);
    const isPicked = end !== 'CANCELLED';
    return [
      ...[String(5_600_800_001 + number), moment(pickedUp - 86_400_000), 'CUSTOM', status, name, phone, email],
      ...[address, parcel.to, payment === 'COD' ? 'cod' : 'prepaid', '1499.00', kilograms(grams), kilograms(grams)],
      ...[PRODUCTS[parcel.partnerId]!, `'${80_125_800_000 + number * 13}'`, parcel.from],
      ...[isPicked ? moment(pickedUp) : 'N/A', moment(promised), ifAny(firstAttempt, moment) || 'N/A'],
      ...[attempts === 0 ? '' : String(failed), failed > 0 ? 'Customer not available' : ''],
      ...[ifAny(delivered, moment) || 'N/A', end === 'RETURNING' ? moment(pickedUp) : 'N/A'],
      ...[ifAny(returned, moment) || 'N/A', 'z_d'],
    ];
  },
};
