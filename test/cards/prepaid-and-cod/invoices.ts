/**
 * Prepaid freight ₹38 + 30.25, COD freight ₹52 + 41.75 for each 500 g: a row that names the payment type stands before
 * the cheaper one that does not. COD 1.5 % of what exceeds ₹1,000, from ₹25 to ₹150. SHOP-9 has one row for both,
 * ₹33.33 + 12.3456 for each 250 g. The partner is in Maharashtra, all shipments are from Mumbai to Pune.
 */
import type { Invoice } from '../invoice.js';

const route = { pickupPincode: '400001', deliveryPincode: '411001' };
const cod = { ...route, paymentType: 'COD' as const };

export const invoices: Invoice[] = [
  {
    title: 'prepaid, 1,200 g',
    shipment: { ...route, weight: 1_200 },
    // 38 + 2 × 30.25 = 98.50; 9 % = 8.865
    charges: { weightCharge: 98.5, subtotal: 98.5, taxable: 98.5, cgst: 8.87, sgst: 8.87, total: 116.24 },
  },
  {
    title: 'COD, 1,200 g, ₹900 to collect: the minimum, since nothing exceeds ₹1,000',
    shipment: { ...cod, weight: 1_200, declaredValue: 900 },
    // 52 + 2 × 41.75 = 135.50; 9 % of 160.50 = 14.445
    charges: { weightCharge: 135.5, cod: 25, subtotal: 160.5, taxable: 160.5, cgst: 14.45, sgst: 14.45, total: 189.4 },
  },
  {
    title: 'COD, 400 g worth ₹6,000, of which ₹4,000 are to collect',
    shipment: { ...cod, weight: 400, declaredValue: 6_000, codAmount: 4_000 },
    // 1.5 % of 3,000 = 45; 9 % of 97 = 8.73
    charges: { weightCharge: 52, cod: 45, subtotal: 97, taxable: 97, cgst: 8.73, sgst: 8.73, total: 114.46 },
  },
  {
    title: 'COD, 400 g, ₹20,000 to collect: the maximum',
    shipment: { ...cod, weight: 400, declaredValue: 20_000 },
    // 1.5 % of 19,000 = 285, at most 150; 9 % of 202 = 18.18
    charges: { weightCharge: 52, cod: 150, subtotal: 202, taxable: 202, cgst: 18.18, sgst: 18.18, total: 238.36 },
  },
  {
    title: 'SHOP-9, COD, 1,001 g, ₹1,000 to collect',
    shipment: { ...cod, customerId: 'SHOP-9', weight: 1_001, declaredValue: 1_000 },
    // 33.33 + 3 × 12.3456 = 70.3668, rounded once; 9 % of 95.37 = 8.5833
    charges: { weightCharge: 70.37, cod: 25, subtotal: 95.37, taxable: 95.37, cgst: 8.58, sgst: 8.58, total: 112.53 },
  },
];
