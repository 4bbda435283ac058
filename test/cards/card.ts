/**
 * A card is a folder of this one: a dataset without what is not about the contract (credentials, service types), over
 * the shipped geography. Its `invoices.ts` has shipments and what the contract charges for them, computed by hand.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DATASET_COLLECTIONS, type PincodeRow } from '../../src/contract/documents/documents.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import type { CardWorld } from '../reference/documents.js';
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

function documentsOf(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

/** The shipped states, cities and pincodes; areas are left out, since no card names one. */
function geography(): Record<string, unknown[]> {
  const read = (name: string): unknown[] =>
    documentsOf(gunzipSync(readFileSync(join(PACKAGE_ROOT, 'data/geography', `${name}.ndjson.gz`))).toString());
  const pincodes = (read('pincodes') as PincodeRow[]).map((row) => ({ ...row, areaIds: [] }));
  return { states: read('states'), cities: read('cities'), pincodes };
}

export function folderOf(name: string): string {
  return join(PACKAGE_ROOT, 'test/cards', name);
}

export function readCard(name: string): CardWorld {
  const files = readdirSync(folderOf(name)).filter((file) => file.endsWith('.ndjson'));
  const own = files.map((file) => [
    file.replace('.ndjson', ''),
    documentsOf(readFileSync(join(folderOf(name), file), 'utf8')),
  ]);
  const empty = DATASET_COLLECTIONS.map((collection) => [collection, []]);
  return { ...Object.fromEntries(empty), ...geography(), ...Object.fromEntries(own) } as CardWorld;
}
