/**
 * A card is a folder of this one: a dataset without what is not about the contract (credentials, service types), over
 * the shipped geography. Its `invoices.ts` has shipments and what the contract charges for them, computed by hand.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DATASET_COLLECTIONS, type PincodeRow } from '../../src/model/documents.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import type { CardWorld } from '../reference/documents.js';
import { isDeep } from '../support/depth.js';
import { CARDS } from './contracts.js';
import { PLAIN } from './invoice.js';

function documentsOf(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

let geography: Record<string, unknown[]> | undefined;

/**
 * The shipped states and cities, with the pincodes that invoices name and the first of each city, in the deepest run
 * all pincodes; areas are left out, since no card names one.
 */
function readGeography(): Record<string, unknown[]> {
  const read = (name: string): unknown[] =>
    documentsOf(gunzipSync(readFileSync(join(PACKAGE_ROOT, 'data/geography', `${name}.ndjson.gz`))).toString());
  const named = new Set(
    Object.values(CARDS).flatMap((invoices) =>
      invoices.flatMap(({ shipment }) => [
        shipment.pickupPincode ?? PLAIN.pickupPincode,
        shipment.deliveryPincode ?? PLAIN.deliveryPincode,
      ]),
    ),
  );
  const cities = new Set<number>();
  const pincodes = (read('pincodes') as PincodeRow[])
    .filter(({ pincode, cityId }) => {
      const isFirst = !cities.has(cityId);
      cities.add(cityId);
      return isDeep || isFirst || named.has(pincode);
    })
    .map((row) => ({ ...row, areaIds: [] }));
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
  return {
    ...Object.fromEntries(empty),
    ...structuredClone((geography ??= readGeography())),
    ...Object.fromEntries(own),
  } as CardWorld;
}
