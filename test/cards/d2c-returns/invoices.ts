/**
 * A brand that sells to consumers. Forward ₹45 + 38 for each 500 g, COD ₹40 or 2 %. An RTO is 75 % of the forward
 * freight (for BRAND-2 by its own rows, ₹30 + 30) and a docket of ₹9. Reverse ₹62 + 48, fetching ₹20 in metros and ₹35
 * elsewhere, a quality check of ₹12 a piece. Fuel 10 % of freight in every direction. ₹15 for a pickup on a Saturday,
 * not for reverse. EXPRESS ₹60, never in an RTO. The partner is in Maharashtra.
 */
import type { Invoice } from '../invoice.js';

const mumbaiToJaipur = {
  pickupPincode: '400001',
  deliveryPincode: '302001',
  weight: 800,
  paymentType: 'COD' as const,
  declaredValue: 1_499,
};

/** 45 + 38 = 83; fuel 8.30; 2 % of 1,499 = 29.98, so ₹40; 9 % of 131.30 = 11.817. */
const forward = {
  weightCharge: 83,
  fsc: 8.3,
  cod: 40,
  subtotal: 131.3,
  taxable: 131.3,
  cgst: 11.82,
  sgst: 11.82,
  total: 154.94,
};

/** From Jaipur, so IGST: 62 + 48 = 110; fuel 11; 18 % of 168 = 30.24. */
const reverse = {
  weightCharge: 110,
  fsc: 11,
  services: 35,
  surcharges: { QC: 12 },
  subtotal: 168,
  taxable: 168,
  igst: 30.24,
  total: 198.24,
};

export const invoices: Invoice[] = [
  {
    title: 'Mumbai to Jaipur, 800 g, ₹1,499 to collect, and its returns',
    shipment: mumbaiToJaipur,
    charges: forward,
    returns: {
      // 75 % of 83 = 62.25; fuel 6.225; nothing collected; place of supply as forward: 9 % of 77.48 = 6.9732
      rto: {
        weightCharge: 62.25,
        fsc: 6.23,
        docket: 9,
        subtotal: 77.48,
        taxable: 77.48,
        cgst: 6.97,
        sgst: 6.97,
        total: 91.42,
      },
      reverse,
    },
  },
  {
    title: 'the same for BRAND-2, whose RTO has rows of its own',
    shipment: { ...mumbaiToJaipur, customerId: 'BRAND-2' },
    charges: forward,
    returns: {
      // 30 + 30 = 60; fuel 6; 9 % of 75 = 6.75
      rto: { weightCharge: 60, fsc: 6, docket: 9, subtotal: 75, taxable: 75, cgst: 6.75, sgst: 6.75, total: 88.5 },
      reverse,
    },
  },
  {
    title: 'Delhi to Bengaluru, 400 g, EXPRESS on a Saturday, and its returns',
    shipment: {
      deliveryPincode: '560001',
      weight: 400,
      urgency: 'EXPRESS',
      shipDate: '2026-03-14T10:00:00+05:30',
    },
    // fuel 4.50; 18 % of 124.50 = 22.41
    charges: {
      weightCharge: 45,
      fsc: 4.5,
      services: 60,
      surcharges: { WEEKEND: 15 },
      subtotal: 124.5,
      taxable: 124.5,
      igst: 22.41,
      total: 146.91,
    },
    returns: {
      // 75 % of 45 = 33.75; fuel 3.375; 18 % of 61.13 = 11.0034
      rto: {
        weightCharge: 33.75,
        fsc: 3.38,
        docket: 9,
        surcharges: { WEEKEND: 15 },
        subtotal: 61.13,
        taxable: 61.13,
        igst: 11,
        total: 72.13,
      },
      // fuel 6.20; fetched in a metro 20; 18 % of 100.20 = 18.036
      reverse: {
        weightCharge: 62,
        fsc: 6.2,
        services: 20,
        surcharges: { QC: 12 },
        subtotal: 100.2,
        taxable: 100.2,
        igst: 18.04,
        total: 118.24,
      },
    },
  },
  {
    title: 'fetched in Mumbai for Delhi, two pieces of 300 g',
    shipment: {
      direction: 'REVERSE',
      pickupPincode: '400001',
      deliveryPincode: '110001',
      pieces: [{ count: 2, weight: 300 }],
    },
    // 62 + 48 = 110; fuel 11; fetched in a metro 20; 2 × 12; 9 % of 165 = 14.85
    charges: {
      weightCharge: 110,
      fsc: 11,
      services: 20,
      surcharges: { QC: 24 },
      subtotal: 165,
      taxable: 165,
      cgst: 14.85,
      sgst: 14.85,
      total: 194.7,
    },
  },
];
