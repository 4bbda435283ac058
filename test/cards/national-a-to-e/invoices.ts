/**
 * Five letters by twelve rules. The lowest priority that holds gives the letter:
 *
 * | priority | letter | holds |
 * |---|---|---|
 * | 10 | A | in one city |
 * | 20, 30 | A | within the NCR, within the MMR |
 * | 40, 50 | E | an end in the north-east or on islands, in Jammu and Kashmir or Ladakh |
 * | 60 | C | between metros |
 * | 70 | B | in one state |
 * | 80 to 110 | B | within the north, the south, the east, the west |
 * | 120 | D | always |
 *
 * For each 500 g: A 28 + 26, B 34 + 32, C 42 + 40, D 48 + 45.50, E 65 + 60. Fuel 18.5 % of freight. COD ₹35 or 1.75 %.
 * The partner is in Maharashtra: a pickup there gives CGST and SGST of 9 % each, elsewhere IGST of 18 %.
 */
import type { Invoice } from '../invoice.js';

export const invoices: Invoice[] = [
  {
    title: 'Gurugram to Delhi, 480 g: two states, one cluster',
    shipment: { pickupPincode: '122001', deliveryPincode: '110001', weight: 480 },
    lane: 'A',
    // fuel 28.00 × 18.5 % = 5.18; IGST 33.18 × 18 % = 5.9724
    charges: { weightCharge: 28, fsc: 5.18, subtotal: 33.18, taxable: 33.18, igst: 5.97, total: 39.15 },
  },
  {
    title: 'Thane to Raigad, 1,200 g, ₹1,999 to collect',
    shipment: {
      pickupPincode: '400601',
      deliveryPincode: '410206',
      weight: 1_200,
      paymentType: 'COD',
      declaredValue: 1_999,
    },
    lane: 'A',
    // 28 + 2 × 26 = 80; fuel 14.80; 1.75 % of 1,999 = 34.98, so ₹35; 9 % of 129.80 = 11.682
    charges: {
      weightCharge: 80,
      fsc: 14.8,
      cod: 35,
      subtotal: 129.8,
      taxable: 129.8,
      cgst: 11.68,
      sgst: 11.68,
      total: 153.16,
    },
  },
  {
    title: 'Delhi to Mumbai, 501 g, ₹2,400 to collect',
    shipment: { weight: 501, paymentType: 'COD', declaredValue: 2_400 },
    lane: 'C',
    // 42 + 40 = 82; fuel 15.17; 1.75 % of 2,400 = 42; 18 % of 139.17 = 25.0506
    charges: { weightCharge: 82, fsc: 15.17, cod: 42, subtotal: 139.17, taxable: 139.17, igst: 25.05, total: 164.22 },
  },
  {
    title: 'Indore to Bhopal, 500 g: one state without a region',
    shipment: { pickupPincode: '452001', deliveryPincode: '462001' },
    lane: 'B',
    // fuel 6.29; 18 % of 40.29 = 7.2522
    charges: { weightCharge: 34, fsc: 6.29, subtotal: 40.29, taxable: 40.29, igst: 7.25, total: 47.54 },
  },
  {
    title: 'Chennai to Kochi, 2 kg: a metro and its region',
    shipment: { pickupPincode: '600001', deliveryPincode: '682001', weight: 2_000 },
    lane: 'B',
    // 34 + 3 × 32 = 130; fuel 24.05; 18 % of 154.05 = 27.729
    charges: { weightCharge: 130, fsc: 24.05, subtotal: 154.05, taxable: 154.05, igst: 27.73, total: 181.78 },
  },
  {
    title: 'Jaipur to Lucknow, 700 g',
    shipment: { pickupPincode: '302001', deliveryPincode: '226001', weight: 700 },
    lane: 'D',
    // 48 + 45.50 = 93.50; fuel 17.2975; 18 % of 110.80 = 19.944
    charges: { weightCharge: 93.5, fsc: 17.3, subtotal: 110.8, taxable: 110.8, igst: 19.94, total: 130.74 },
  },
  {
    title: 'Mumbai to Guwahati, 3 kg, ₹10,000 to collect',
    shipment: {
      pickupPincode: '400001',
      deliveryPincode: '781001',
      weight: 3_000,
      paymentType: 'COD',
      declaredValue: 10_000,
    },
    lane: 'E',
    // 65 + 5 × 60 = 365; fuel 67.525; 1.75 % of 10,000 = 175; 9 % of 607.53 = 54.6777
    charges: {
      weightCharge: 365,
      fsc: 67.53,
      cod: 175,
      subtotal: 607.53,
      taxable: 607.53,
      cgst: 54.68,
      sgst: 54.68,
      total: 716.89,
    },
  },
  {
    title: 'Srinagar to Jammu, 500 g: one state, but E stands before B',
    shipment: { pickupPincode: '190001', deliveryPincode: '180001' },
    lane: 'E',
    // fuel 12.025; 18 % of 77.03 = 13.8654
    charges: { weightCharge: 65, fsc: 12.03, subtotal: 77.03, taxable: 77.03, igst: 13.87, total: 90.9 },
  },
  {
    title: 'within Guwahati, 500 g: A stands before E',
    shipment: { pickupPincode: '781001', deliveryPincode: '781005' },
    lane: 'A',
    charges: { weightCharge: 28, fsc: 5.18, subtotal: 33.18, taxable: 33.18, igst: 5.97, total: 39.15 },
  },
];
