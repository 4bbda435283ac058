/**
 * Below 5 kg ₹40 + 35 for each 500 g; from 5 kg ₹150 + 20 for each kg above 5. The bounds keep the rows apart:
 * maxWeight 4,999 g below, minWeight 4,999 g (exclusive) from 5 kg on. Without them the second row, whose base reaches
 * from 0 to 5 kg, would take 4 kg for ₹150. All shipments are from Delhi to Mumbai.
 */
import type { Invoice } from '../invoice.js';

export const invoices: Invoice[] = [
  {
    title: '4 kg is ₹285',
    shipment: { weight: 4_000 },
    // 40 + 7 × 35
    charges: { weightCharge: 285, subtotal: 285, taxable: 285, igst: 51.3, total: 336.3 },
  },
  {
    title: '4,999 g',
    shipment: { weight: 4_999 },
    // 40 + 9 × 35
    charges: { weightCharge: 355, subtotal: 355, taxable: 355, igst: 63.9, total: 418.9 },
  },
  {
    title: '4,999.5 g are 5 kg',
    shipment: { weight: 4_999.5 },
    charges: { weightCharge: 150, subtotal: 150, taxable: 150, igst: 27, total: 177 },
  },
  {
    title: '5 kg',
    shipment: { weight: 5_000 },
    charges: { weightCharge: 150, subtotal: 150, taxable: 150, igst: 27, total: 177 },
  },
  {
    title: '5,001 g',
    shipment: { weight: 5_001 },
    // 150 + 20
    charges: { weightCharge: 170, subtotal: 170, taxable: 170, igst: 30.6, total: 200.6 },
  },
  {
    title: '12 kg',
    shipment: { weight: 12_000 },
    // 150 + 7 × 20
    charges: { weightCharge: 290, subtotal: 290, taxable: 290, igst: 52.2, total: 342.2 },
  },
];
