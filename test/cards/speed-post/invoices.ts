/**
 * India Post's Speed Post (Document) from 1 October 2025, in Rupees without GST:
 *
 * | | local | to 200 km | 201 to 500 | 501 to 1,000 | 1,001 to 2,000 | above |
 * |---|---|---|---|---|---|---|
 * | to 50 g | 19 | 47 | 47 | 47 | 47 | 47 |
 * | 51 to 250 g | 24 | 59 | 63 | 68 | 72 | 77 |
 * | 251 to 500 g | 28 | 70 | 75 | 82 | 86 | 93 |
 *
 * Confirmed by a report of the notification: the local column, the first row, 59, 77, 70, 93, and ₹5 for registration.
 * Assumed: the six figures between (63, 68, 72, 75, 82, 86), that local means one city, that a distance of 200.1 km is
 * beyond 200, and that distance is the road distance of this engine. The list of services is closed, so INSURANCE
 * stands for registration here. The partner is in Delhi.
 */
import type { Invoice } from '../invoice.js';

export const invoices: Invoice[] = [
  {
    title: 'within Delhi, 50 g: ₹22.42, as the newspapers wrote',
    shipment: { deliveryPincode: '110017', weight: 50 },
    lane: 'LOCAL',
    // 9 % of 19 = 1.71
    charges: { weightCharge: 19, subtotal: 19, taxable: 19, cgst: 1.71, sgst: 1.71, total: 22.42 },
  },
  {
    title: 'Delhi to Mumbai, 50 g: ₹55.46, as the newspapers wrote',
    shipment: { weight: 50 },
    // 9 % of 47 = 4.23
    charges: { weightCharge: 47, subtotal: 47, taxable: 47, cgst: 4.23, sgst: 4.23, total: 55.46 },
  },
  {
    title: 'the same, registered',
    shipment: { weight: 50, services: ['INSURANCE'] },
    // 47 + 5; 9 % of 52 = 4.68
    charges: {
      weightCharge: 47,
      surcharges: { REGISTRATION: 5 },
      subtotal: 52,
      taxable: 52,
      cgst: 4.68,
      sgst: 4.68,
      total: 61.36,
    },
  },
  {
    title: 'Delhi to Gurugram, 51 g: to 200 km, another city',
    shipment: { deliveryPincode: '122001', weight: 51 },
    // 9 % of 59 = 5.31
    charges: { weightCharge: 59, subtotal: 59, taxable: 59, cgst: 5.31, sgst: 5.31, total: 69.62 },
  },
  {
    title: 'Delhi to Jaipur, 250 g: 201 to 500 km',
    shipment: { deliveryPincode: '302001', weight: 250 },
    // 9 % of 63 = 5.67
    charges: { weightCharge: 63, subtotal: 63, taxable: 63, cgst: 5.67, sgst: 5.67, total: 74.34 },
  },
  {
    title: 'Delhi to Lucknow, 251 g: 501 to 1,000 km',
    shipment: { deliveryPincode: '226001', weight: 251 },
    // 9 % of 82 = 7.38
    charges: { weightCharge: 82, subtotal: 82, taxable: 82, cgst: 7.38, sgst: 7.38, total: 96.76 },
  },
  {
    title: 'Mumbai to Delhi, 500 g: 1,001 to 2,000 km, between states',
    shipment: { pickupPincode: '400001', deliveryPincode: '110001' },
    // 18 % of 86 = 15.48
    charges: { weightCharge: 86, subtotal: 86, taxable: 86, igst: 15.48, total: 101.48 },
  },
  {
    title: 'Delhi to Kochi, 250 g: above 2,000 km',
    shipment: { deliveryPincode: '682001', weight: 250 },
    // 9 % of 77 = 6.93
    charges: { weightCharge: 77, subtotal: 77, taxable: 77, cgst: 6.93, sgst: 6.93, total: 90.86 },
  },
  {
    title: '501 g is no document',
    shipment: { weight: 500.5 },
    refused: ['WEIGHT_EXCEEDED', 'NO_RATE'],
  },
];
