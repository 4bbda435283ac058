/** What a contract charges for a shipment, computed by hand. */
import type { Shipment } from '../reference/types.js';

/** Rupees. What is 0 is left out; every amount that is not 0 is there. */
export interface Amounts {
  weightCharge?: number;
  distanceCharge?: number;
  fsc?: number;
  cod?: number;
  docket?: number;
  insurance?: number;
  /** The zones' services. */
  services?: number;
  /** By code. */
  surcharges?: Record<string, number>;
  subtotal: number;
  nonTaxable?: number;
  discount?: number;
  taxable: number;
  cgst?: number;
  sgst?: number;
  igst?: number;
  recipientLiability?: number;
  total: number;
}

export interface Invoice {
  title: string;
  /** The moment of the request: a Wednesday in March 2026, 12:00 IST, unless given. */
  now?: string;
  shipment: Partial<Shipment>;
  /** The lane that the answer names. */
  lane?: string;
  charges?: Amounts;
  /** In place of charges: the reasons why the partner does not carry it. */
  refused?: string[];
  /** What `returnCharges` says. */
  returns?: { rto: Amounts; reverse: Amounts };
}

/** The route, payment and contents of the invoices that do not say otherwise. */
export const PLAIN: Shipment = {
  pickupPincode: '110001',
  deliveryPincode: '400001',
  weight: 500,
  shipmentType: 'B2C',
  paymentType: 'PREPAID',
  declaredValue: 0,
  services: [],
};
export const NOON = '2026-03-11T12:00:00+05:30';
