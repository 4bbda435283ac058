/** Every operation that is answered from the catalog and the store. */
import { getApiRoot, getPartnerDebugInfo } from './access.js';
import { listAreas } from './areas.js';
import { listCustomerCharges, listPartnerCharges } from './charges.js';
import { createCustomerCharges } from './charges-create.js';
import { listCities } from './cities.js';
import { getComprehensiveData, getPartnerComprehensiveData } from './comprehensive.js';
import { listDiscounts, listPartnerDiscounts } from './discounts.js';
import { createDiscount } from './discounts-create.js';
import type { Operation } from './operation.js';
import { listPackages, listPartnerPackages } from './packages.js';
import { listPartners, listServiceTypes } from './partners.js';
import { listPincodes, listStates, searchPincodes } from './pincodes.js';
import { listShipments } from './shipments.js';
import { createZone } from './zone-create.js';
import { assignPincodes } from './zone-pincodes.js';
import { listPartnerZones, listZones } from './zones.js';

export const OPERATIONS: readonly Operation[] = [
  getApiRoot,
  getPartnerDebugInfo,
  listCities,
  listAreas,
  listPincodes,
  listStates,
  searchPincodes,
  listPartners,
  listServiceTypes,
  getComprehensiveData,
  getPartnerComprehensiveData,
  listPartnerPackages,
  listPackages,
  listPartnerZones,
  listZones,
  createZone,
  assignPincodes,
  listCustomerCharges,
  listPartnerCharges,
  createCustomerCharges,
  listDiscounts,
  listPartnerDiscounts,
  createDiscount,
  listShipments,
];
