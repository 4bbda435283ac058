/**
 * A goods transport agency: ₹820.50 for each started 100 kg, at least ₹1,500; docket ₹100; toll of ₹365, paid on the
 * customer's behalf and not taxable; 2.5 % off from 1,000 kg. Until March 2026 the recipient pays 5 % GST (reverse
 * charge); from 1 April the agency charges 18 %; on 15 August 2026 its service is exempt. It is in Maharashtra.
 */
import type { Invoice } from '../invoice.js';

const b2b = { shipmentType: 'B2B' as const };
const of120Kg = { ...b2b, pieces: [{ count: 4, weight: 30_000 }] };

/** 2 × 820.50 = 1,641; taxable 1,741; nothing is charged as tax. */
const taxFree = {
  weightCharge: 1_641,
  docket: 100,
  surcharges: { TOLL: 365 },
  subtotal: 2_106,
  nonTaxable: 365,
  taxable: 1_741,
  total: 2_106,
};

export const invoices: Invoice[] = [
  {
    title: 'Delhi to Mumbai, 120 kg',
    shipment: of120Kg,
    // 5 % of 1,741
    charges: { ...taxFree, recipientLiability: 87.05 },
  },
  {
    title: 'Delhi to Mumbai, 80 kg: the minimum freight',
    shipment: { ...b2b, pieces: [{ count: 4, weight: 20_000 }] },
    // 5 % of 1,600
    charges: {
      weightCharge: 1_500,
      docket: 100,
      surcharges: { TOLL: 365 },
      subtotal: 1_965,
      nonTaxable: 365,
      taxable: 1_600,
      recipientLiability: 80,
      total: 1_965,
    },
  },
  {
    title: 'Mumbai to Indore, 950 kg: within the state the liability is two halves',
    shipment: {
      ...b2b,
      pickupPincode: '400001',
      deliveryPincode: '452001',
      pieces: [{ count: 19, weight: 50_000 }],
    },
    // 10 × 820.50 = 8,205; 2.5 % of 8,305 = 207.625, so 2 × 207.63
    charges: {
      weightCharge: 8_205,
      docket: 100,
      surcharges: { TOLL: 365 },
      subtotal: 8_670,
      nonTaxable: 365,
      taxable: 8_305,
      recipientLiability: 415.26,
      total: 8_670,
    },
  },
  {
    title: 'the last moment of March: reverse charge',
    shipment: { ...of120Kg, shipDate: '2026-03-31T23:59:59.999+05:30' },
    charges: { ...taxFree, recipientLiability: 87.05 },
  },
  {
    title: '1 April, 1,250 kg: 18 %, and the discount is not of the toll',
    shipment: { ...b2b, shipDate: '2026-04-01', pieces: [{ count: 25, weight: 50_000 }] },
    // 13 × 820.50 = 10,666.50; 2.5 % of 10,766.50 = 269.1625; 18 % of 10,497.34 = 1,889.5212
    charges: {
      weightCharge: 10_666.5,
      docket: 100,
      surcharges: { TOLL: 365 },
      subtotal: 11_131.5,
      nonTaxable: 365,
      discount: 269.16,
      taxable: 10_497.34,
      igst: 1_889.52,
      total: 12_751.86,
    },
  },
  {
    title: '15 August: exempt',
    shipment: { ...of120Kg, shipDate: '2026-08-15' },
    charges: taxFree,
  },
];
