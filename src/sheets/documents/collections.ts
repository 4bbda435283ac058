/**
 * The collections that a row of a sheet may be of, with their schemas. `model/documents.ts` has those of all
 * collections, which a page that reads sheets would have to load.
 */
import { TransitLaneDoc } from '../../model/lanes.js';
import { CustomerChargeDoc, DistanceChargeDoc, PackageDoc } from '../../model/rates.js';
import { SurchargeDoc } from '../../model/surcharges.js';

export const SHEET_COLLECTIONS = {
  'packages': PackageDoc,
  'distance-charges': DistanceChargeDoc,
  'customer-charges': CustomerChargeDoc,
  'surcharges': SurchargeDoc,
  'transit-lanes': TransitLaneDoc,
};

export type SheetCollection = keyof typeof SHEET_COLLECTIONS;
