/** Every operation that is answered from the catalog and the store. */
import { makeBackup } from './administration/backup.js';
import {
  createCredential,
  listCredentials,
  patchCredential,
  revokeCredential,
  rotateCredential,
} from './administration/credentials.js';
import { rekey } from './administration/rekey.js';
import { getDecision } from './allocation/decision.js';
import { importOutcomes } from './outcomes/import.js';
import { listOutcomes } from './outcomes/list.js';
import { closeCapacity, listCapacity, openCapacity } from './allocation/capacity.js';
import { backtestAllocation } from './allocation/backtest.js';
import { explainAllocation } from './allocation/explain.js';
import { getApiRoot, getPartnerDebugInfo } from './partners/access.js';
import { listAreas } from './geography/areas.js';
import { listCustomerCharges, listPartnerCharges } from './rates/charges.js';
import { createCustomerCharges } from './rates/charges-create.js';
import { getCardVersion, listCardVersions } from './history/card-versions.js';
import { getChange, listChanges } from './history/changes.js';
import { replayQuote } from './history/replay.js';
import { listCities } from './geography/cities.js';
import { getComprehensiveData, getPartnerComprehensiveData } from './partners/comprehensive.js';
import { getPartnerCoverage } from './serviceability/partner-coverage.js';
import { searchPlaces } from './geography/places.js';
import { getMapPincodes } from './serviceability/map.js';
import { getPincode } from './serviceability/pincode.js';
import { listServingPartners } from './serviceability/serving-partners.js';
import { CONTRACT_LIST_OPERATIONS } from './rates/contract-rows.js';
import { applyDocuments } from './documents/apply.js';
import { listDocuments } from './documents/list.js';
import {
  createDocument,
  deleteDocument,
  endDocument,
  getDocument,
  patchDocument,
  putDocument,
} from './documents/one.js';
import { endHold, holdPartner } from './documents/holds.js';
import { lintPartner, lintPolicies } from './documents/lint.js';
import { revertChange } from './documents/revert.js';
import { listDiscounts, listPartnerDiscounts } from './rates/discounts.js';
import { createDiscount } from './rates/discounts-create.js';
import type { Operation } from './operation.js';
import { listPackages, listPartnerPackages } from './rates/packages.js';
import { getPartnerPerformance } from './partners/performance.js';
import { listPartners, listServiceTypes } from './partners/partners.js';
import { listPincodes, listStates, searchPincodes } from './geography/pincodes.js';
import { listAttempts } from './shipments/attempts.js';
import { cancelShipment, confirmShipment, handOverShipment } from './shipments/changes.js';
import { reassignShipment } from './shipments/reassign.js';
import { reassignShipments } from './shipments/reassign-many.js';
import { getShipment, listShipments } from './shipments/shipments.js';
import { summarizeRefusals } from './refusals.js';
import { summarizeAssignments } from './summary.js';
import { createZone } from './zones/zone-create.js';
import { assignPincodes } from './zones/zone-pincodes.js';
import { listZonePlaces } from './zones/zone-geography.js';
import { listPartnerZones, listZones } from './zones/zones.js';

export const OPERATIONS: readonly Operation[] = [
  getApiRoot,
  getPartnerDebugInfo,
  listCities,
  listAreas,
  listPincodes,
  listStates,
  searchPincodes,
  getPincode,
  searchPlaces,
  getMapPincodes,
  listPartners,
  listServiceTypes,
  getComprehensiveData,
  getPartnerComprehensiveData,
  listPartnerPackages,
  listPackages,
  listPartnerZones,
  listZones,
  listZonePlaces,
  createZone,
  assignPincodes,
  getPartnerCoverage,
  getPartnerPerformance,
  listServingPartners,
  listCustomerCharges,
  listPartnerCharges,
  createCustomerCharges,
  listDiscounts,
  listPartnerDiscounts,
  createDiscount,
  ...CONTRACT_LIST_OPERATIONS,
  listShipments,
  getShipment,
  confirmShipment,
  cancelShipment,
  reassignShipment,
  reassignShipments,
  handOverShipment,
  listAttempts,
  summarizeAssignments,
  summarizeRefusals,
  listDocuments,
  getDocument,
  createDocument,
  putDocument,
  patchDocument,
  deleteDocument,
  endDocument,
  holdPartner,
  endHold,
  applyDocuments,
  listChanges,
  getChange,
  revertChange,
  listCardVersions,
  getCardVersion,
  replayQuote,
  lintPartner,
  lintPolicies,
  explainAllocation,
  backtestAllocation,
  getDecision,
  importOutcomes,
  listOutcomes,
  listCapacity,
  closeCapacity,
  openCapacity,
  listCredentials,
  createCredential,
  patchCredential,
  rotateCredential,
  revokeCredential,
  rekey,
  makeBackup,
];
