/**
 * Fuel 21.5 % until March, 19.75 % in April, 24 % from May 2026, entered in advance: the rows meet at 00:00 IST of the
 * 1st, which is 18:30 UTC of the day before. Freight ₹100 + 50 for each 500 g. The partner is in Maharashtra, all
 * shipments are 1 kg from Mumbai to Delhi: freight ₹150.
 */
import type { Invoice } from '../invoice.js';

const oneKg = { pickupPincode: '400001', deliveryPincode: '110001', weight: 1_000 };

/** 21.5 % of 150 = 32.25; 9 % of 182.25 = 16.4025. */
const march = {
  weightCharge: 150,
  fsc: 32.25,
  subtotal: 182.25,
  taxable: 182.25,
  cgst: 16.4,
  sgst: 16.4,
  total: 215.05,
};

/** 19.75 % of 150 = 29.625; 9 % of 179.63 = 16.1667. */
const april = {
  weightCharge: 150,
  fsc: 29.63,
  subtotal: 179.63,
  taxable: 179.63,
  cgst: 16.17,
  sgst: 16.17,
  total: 211.97,
};

/** 24 % of 150 = 36; 9 % of 186 = 16.74. */
const may = { weightCharge: 150, fsc: 36, subtotal: 186, taxable: 186, cgst: 16.74, sgst: 16.74, total: 219.48 };

export const invoices: Invoice[] = [
  { title: 'in March', shipment: oneKg, charges: march },
  {
    title: 'the last millisecond of March',
    shipment: { ...oneKg, shipDate: '2026-03-31T23:59:59.999+05:30' },
    charges: march,
  },
  { title: 'the date of the 1st', shipment: { ...oneKg, shipDate: '2026-04-01' }, charges: april },
  {
    title: 'the first moment of April',
    shipment: { ...oneKg, shipDate: '2026-03-31T18:30:00.000Z' },
    charges: april,
  },
  {
    title: 'asked at that moment, without a date',
    now: '2026-04-01T00:00:00+05:30',
    shipment: oneKg,
    charges: april,
  },
  {
    title: 'asked a millisecond before',
    now: '2026-03-31T18:29:59.999Z',
    shipment: oneKg,
    charges: march,
  },
  { title: 'asked in March for May', shipment: { ...oneKg, shipDate: '2026-05-01' }, charges: may },
];
