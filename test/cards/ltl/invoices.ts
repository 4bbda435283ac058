/**
 * Less than a truck load: per started kg, at least a minimum freight. Volume at 7 kg a cubic foot (27,000 cm³). Docket
 * ₹75. FOV (freight on value) 0.1 %, at least ₹50, also without a value. ODA ₹4 a kg, at least ₹650. Green tax ₹100
 * where an end is in the NCR. Handling ₹350 for each piece above 70 kg. Fuel 22 % of freight and ODA. No piece above
 * 150 kg. The partner is in Maharashtra.
 */
import type { Invoice } from '../invoice.js';

export const invoices: Invoice[] = [
  {
    title: 'Delhi to Pune, 12 cartons of 25 kg, 60 × 45 × 40 cm',
    shipment: {
      deliveryPincode: '411001',
      shipmentType: 'B2B',
      declaredValue: 240_000,
      pieces: [{ count: 12, weight: 25_000, dimensions: { length: 60, width: 45, height: 40 } }],
    },
    // 12 × 108,000 cm³ = 48 cubic feet × 7 = 336 kg above 300 kg; × 9.25 = 3,108; FOV 240; fuel 22 % of 3,108 = 683.76;
    // 18 % of 4,206.76 = 757.2168
    charges: {
      weightCharge: 3_108,
      docket: 75,
      insurance: 240,
      fsc: 683.76,
      surcharges: { GREEN_TAX: 100 },
      subtotal: 4_206.76,
      taxable: 4_206.76,
      igst: 757.22,
      total: 4_963.98,
    },
  },
  {
    title: 'Delhi to Mumbai, 20 kg: the minimum freight',
    shipment: {
      shipmentType: 'B2B',
      declaredValue: 10_000,
      weight: 20_000,
      dimensions: { length: 30, width: 30, height: 30 },
    },
    // 20 × 9.25 = 185, at least 450; FOV 10, at least 50; fuel 22 % of 450 = 99; 18 % of 774 = 139.32
    charges: {
      weightCharge: 450,
      docket: 75,
      insurance: 50,
      fsc: 99,
      surcharges: { GREEN_TAX: 100 },
      subtotal: 774,
      taxable: 774,
      igst: 139.32,
      total: 913.32,
    },
  },
  {
    title: 'the same without a declared value: FOV all the same',
    shipment: { shipmentType: 'B2B', weight: 20_000 },
    charges: {
      weightCharge: 450,
      docket: 75,
      insurance: 50,
      fsc: 99,
      surcharges: { GREEN_TAX: 100 },
      subtotal: 774,
      taxable: 774,
      igst: 139.32,
      total: 913.32,
    },
  },
  {
    title: 'Delhi to Bengaluru, two machines of 82.5 kg and one of 70 kg',
    shipment: {
      deliveryPincode: '560001',
      shipmentType: 'B2B',
      declaredValue: 80_000,
      pieces: [
        { count: 2, weight: 82_500, dimensions: { length: 100, width: 80, height: 60 } },
        { count: 1, weight: 70_000 },
      ],
    },
    // 2 × 480,000 cm³ × 7 ÷ 27 = 248,888.9 g, so 249 started kg above 235 kg; × 11.6875 = 2,910.1875;
    // FOV 80; fuel 22 % of 2,910.19 = 640.2418; handling 2 × 350 (70 kg is not above); 18 % of 4,505.43 = 810.9774
    charges: {
      weightCharge: 2_910.19,
      docket: 75,
      insurance: 80,
      fsc: 640.24,
      surcharges: { GREEN_TAX: 100, HANDLING: 700 },
      subtotal: 4_505.43,
      taxable: 4_505.43,
      igst: 810.98,
      total: 5_316.41,
    },
  },
  {
    title: 'Delhi to Dehradun, 100 kg: ODA at its minimum',
    shipment: {
      deliveryPincode: '248001',
      shipmentType: 'B2B',
      declaredValue: 30_000,
      pieces: [{ count: 4, weight: 25_000 }],
    },
    // 100 × 14.50 = 1,450; ODA 400, at least 650; fuel 22 % of 2,100 = 462; FOV 30, at least 50; 18 % of 2,787 = 501.66
    charges: {
      weightCharge: 1_450,
      docket: 75,
      insurance: 50,
      fsc: 462,
      surcharges: { ODA: 650, GREEN_TAX: 100 },
      subtotal: 2_787,
      taxable: 2_787,
      igst: 501.66,
      total: 3_288.66,
    },
  },
  {
    title: 'Delhi to Dehradun, 250.5 kg: freight by started kg, ODA by exact grams',
    shipment: { deliveryPincode: '248001', shipmentType: 'B2B', pieces: [{ count: 10, weight: 25_050 }] },
    // 251 × 14.50 = 3,639.50; ODA 250.5 × 4 = 1,002; fuel 22 % of 4,641.50 = 1,021.13; 18 % of 5,887.63 = 1,059.7734
    charges: {
      weightCharge: 3_639.5,
      docket: 75,
      insurance: 50,
      fsc: 1_021.13,
      surcharges: { ODA: 1_002, GREEN_TAX: 100 },
      subtotal: 5_887.63,
      taxable: 5_887.63,
      igst: 1_059.77,
      total: 6_947.4,
    },
  },
  {
    title: 'Pune to Dehradun, 100 kg: no green tax, within the state of the partner',
    shipment: {
      pickupPincode: '411001',
      deliveryPincode: '248001',
      shipmentType: 'B2B',
      pieces: [{ count: 4, weight: 25_000 }],
    },
    // 9 % of 2,687 = 241.83
    charges: {
      weightCharge: 1_450,
      docket: 75,
      insurance: 50,
      fsc: 462,
      surcharges: { ODA: 650 },
      subtotal: 2_687,
      taxable: 2_687,
      cgst: 241.83,
      sgst: 241.83,
      total: 3_170.66,
    },
  },
  {
    title: 'a piece above 150 kg is not carried',
    shipment: { shipmentType: 'B2B', pieces: [{ count: 1, weight: 150_000.5 }] },
    refused: ['PIECE_WEIGHT_EXCEEDED'],
  },
];
