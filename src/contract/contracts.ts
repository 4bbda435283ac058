/** Every contract: the order is that of the documentation. */
import { listAreas } from './areas.js';
import { listCustomerCharges, listPartnerCharges, createCustomerCharges } from './charges.js';
import { getCardVersion, listCardVersions } from './card-versions.js';
import { getChange, listChanges } from './changes.js';
import { explainAllocation } from './allocation.js';
import { backtestAllocation } from './backtest.js';
import { closeCapacity, listCapacity, openCapacity } from './capacity.js';
import { importOutcomes, listOutcomes } from './outcomes.js';
import { lintPartner, lintPolicies } from './lint.js';
import { replayQuote } from './replay.js';
import { applyDocuments, revertChange } from './apply.js';
import { makeBackup } from './backup.js';
import { calculateBulkCharges } from './bulk.js';
import { listCities } from './cities.js';
import { getComprehensiveData, getPartnerComprehensiveData } from './comprehensive.js';
import { CONTRACT_LISTS } from './contract-rows.js';
import { getPartnerCoverage, getPincode, listServingPartners } from './coverage.js';
import { CREDENTIAL_CONTRACTS } from './credentials.js';
import { DOCUMENT_CONTRACTS } from './document-resource.js';
import { listDiscounts, listPartnerDiscounts, createDiscount } from './discounts.js';
import { endHold, holdPartner } from './holds.js';
import { listPartnerPackages, listPackages } from './packages.js';
import { getPartnerPerformance } from './performance.js';
import { getApiRoot, getPartnerDebugInfo, listPartners, listServiceTypes } from './partners.js';
import { getMapPincodes } from './map.js';
import { calculateRatesMatrix } from './matrix.js';
import { searchPlaces } from './places.js';
import { listPincodes, listStates, searchPincodes } from './pincodes.js';
import {
  cancelShipment,
  confirmShipment,
  handOverShipment,
  listAttempts,
  reassignShipment,
  reassignShipments,
} from './shipment-life.js';
import { getDecision, getShipment, listShipments } from './shipments.js';
import { summarizeAssignments, summarizeRefusals } from './summary.js';
import { assignPincodes } from './zone-pincodes.js';
import { listZonePlaces } from './zone-places.js';
import { listPartnerZones, listZones } from './zones.js';
import { createZone } from './zone-create.js';
import type { Contract } from './contract.js';
import {
  getEntryPoint,
  getHealth,
  getLiveness,
  getMetrics,
  getOpenApiDocument,
  getReadiness,
  getSystemInfo,
} from './health.js';
import { assignShipment, calculateCharges, checkAvailability } from './questions.js';

/** The operations that the control plane carries out; src/control/operations/operations.ts has their handlers. */
export const OPERATION_CONTRACTS = [
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
  ...CONTRACT_LISTS.map(({ contract }) => contract),
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
  ...DOCUMENT_CONTRACTS,
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
  ...CREDENTIAL_CONTRACTS,
  makeBackup,
] as unknown as readonly Contract[];

/** With the three questions, which the pool answers, and the routes for operators (src/http/routes/health.ts). */
export const CONTRACTS = [
  checkAvailability,
  assignShipment,
  calculateCharges,
  calculateBulkCharges,
  calculateRatesMatrix,
  ...OPERATION_CONTRACTS,
  getEntryPoint,
  getHealth,
  getLiveness,
  getReadiness,
  getSystemInfo,
  getMetrics,
  getOpenApiDocument,
] as unknown as readonly Contract[];
