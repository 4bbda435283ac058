/**
 * A function for each operation of the contracts, by its operationId and in their order. The first argument is what
 * `connect` gives; then what the path names, in its order; then the body, or else the query; then options.
 */
import type * as allocation from '../contract/allocation.js';
import type * as apply from '../contract/apply.js';
import type * as areas from '../contract/areas.js';
import type * as backtest from '../contract/backtest.js';
import type * as backup from '../contract/backup.js';
import type * as bulk from '../contract/bulk.js';
import type * as capacity from '../contract/capacity.js';
import type * as outcomes from '../contract/outcomes.js';
import type * as cardVersions from '../contract/card-versions.js';
import type * as changes from '../contract/changes.js';
import type * as charges from '../contract/charges.js';
import type * as cities from '../contract/cities.js';
import type * as comprehensive from '../contract/comprehensive.js';
import type * as rows from '../contract/contract-rows.js';
import type * as coverage from '../contract/coverage.js';
import type * as credentials from '../contract/credentials.js';
import type * as discounts from '../contract/discounts.js';
import type * as documents from '../contract/document-resource.js';
import type * as health from '../contract/health.js';
import type * as holds from '../contract/holds.js';
import type * as map from '../contract/map.js';
import type * as matrix from '../contract/matrix.js';
import type * as lint from '../contract/lint.js';
import type * as packages from '../contract/packages.js';
import type * as partners from '../contract/partners.js';
import type * as performance from '../contract/performance.js';
import type * as pincodes from '../contract/pincodes.js';
import type * as places from '../contract/places.js';
import type * as questions from '../contract/questions.js';
import type * as replay from '../contract/replay.js';
import type * as shipmentLife from '../contract/shipment-life.js';
import type * as shipments from '../contract/shipments.js';
import type * as summary from '../contract/summary.js';
import type * as zoneCreate from '../contract/zone-create.js';
import type * as zonePincodes from '../contract/zone-pincodes.js';
import type * as zonePlaces from '../contract/zone-places.js';
import type * as zones from '../contract/zones.js';
import type { BodyOf, QueryOf } from '../contract/types.js';
import { askLines, askLinesOfLines, readLines } from './lists.js';
import {
  act,
  type Action,
  type BareRead,
  type BytesRead,
  create,
  type Creation,
  type LinesBody,
  type LinesQuestion,
  type LinesRead,
  question,
  type Question,
  read,
  type ReadOperation,
  readBare,
  readBytes,
  readStreamed,
  type StreamedRead,
  readText,
  write,
  type Write,
  writeLines,
} from './operation.js';

export const checkAvailability: Question<typeof questions.checkAvailability> = /* @__PURE__ */ question(
  '/api/v1/partners/availability/check',
);
export const assignShipment: Creation<
  typeof questions.assignShipment,
  QueryOf<typeof questions.assignShipment>
> = /* @__PURE__ */ create('/api/v1/shipment-assignment/assign');
export const calculateCharges: Question<typeof questions.calculateCharges> = /* @__PURE__ */ question(
  '/api/v1/shipments/calculate-charges',
);
export const calculateBulkCharges: Question<typeof bulk.calculateBulkCharges> = /* @__PURE__ */ question(
  '/api/v1/shipments/calculate-charges/bulk',
);
export const calculateRatesMatrix: Question<typeof matrix.calculateRatesMatrix> = /* @__PURE__ */ question(
  '/api/v1/partners/rates/matrix',
);
export const getApiRoot: ReadOperation<typeof partners.getApiRoot> = /* @__PURE__ */ read('/api/v1');
export const getPartnerDebugInfo: ReadOperation<typeof partners.getPartnerDebugInfo> =
  /* @__PURE__ */ read('/api/v1/debug/partner-info');
export const listCities: ReadOperation<typeof cities.listCities> = /* @__PURE__ */ read('/api/v1/cities');
export const listAreas: ReadOperation<typeof areas.listAreas> = /* @__PURE__ */ read('/api/v1/areas');
export const listPincodes: ReadOperation<typeof pincodes.listPincodes> = /* @__PURE__ */ read('/api/v1/pincodes');
export const listStates: ReadOperation<typeof pincodes.listStates> = /* @__PURE__ */ read('/api/v1/pincodes/states');
export const searchPincodes: ReadOperation<typeof pincodes.searchPincodes> =
  /* @__PURE__ */ read('/api/v1/pincodes/search');
export const getPincode: ReadOperation<typeof coverage.getPincode> = /* @__PURE__ */ read('/api/v1/pincodes/{pincode}');
export const searchPlaces: ReadOperation<typeof places.searchPlaces> = /* @__PURE__ */ read('/api/v1/places');
export const getMapPincodes: BytesRead<typeof map.getMapPincodes> = /* @__PURE__ */ readBytes(
  '/api/v1/map/pincodes',
  'application/msgpack',
);
export const listPartners: ReadOperation<typeof partners.listPartners> = /* @__PURE__ */ read('/api/v1/partners');
export const listServiceTypes: ReadOperation<typeof partners.listServiceTypes> =
  /* @__PURE__ */ read('/api/v1/service-types');
export const getComprehensiveData: ReadOperation<typeof comprehensive.getComprehensiveData> = /* @__PURE__ */ read(
  '/api/v1/partners/comprehensive-data',
);
export const getPartnerComprehensiveData: ReadOperation<typeof comprehensive.getPartnerComprehensiveData> =
  /* @__PURE__ */ read('/api/v1/partners/comprehensive-data/{partnerId}');
export const listPartnerPackages: ReadOperation<typeof packages.listPartnerPackages, 'packages'> = /* @__PURE__ */ read(
  '/api/v1/partner-packages/{partnerId}',
  { list: 'packages' },
);
export const listPackages: ReadOperation<typeof packages.listPackages> = /* @__PURE__ */ read('/api/v1/packages');
export const listPartnerZones: ReadOperation<typeof zones.listPartnerZones, 'zones'> = /* @__PURE__ */ read(
  '/api/v1/partner-zones/{partnerId}',
  { list: 'zones' },
);
export const listZones: ReadOperation<typeof zones.listZones> = /* @__PURE__ */ read('/api/v1/zones');
export const listZonePlaces: ReadOperation<typeof zonePlaces.listZonePlaces> = /* @__PURE__ */ read(
  '/api/v1/zones/{zoneId}/places',
);
export const createZone: Creation<typeof zoneCreate.createZone> = /* @__PURE__ */ create('/api/v1/zones');
export const assignPincodes: Creation<typeof zonePincodes.assignPincodes> = /* @__PURE__ */ create(
  '/api/v1/zones/{zoneId}/assign/pincodes',
);
export const getPartnerCoverage: LinesRead<typeof coverage.getPartnerCoverage, coverage.CoverageLine> =
  /* @__PURE__ */ readLines('/api/v1/partners/{partnerId}/coverage');
export const getPartnerPerformance: ReadOperation<typeof performance.getPartnerPerformance> = /* @__PURE__ */ read(
  '/api/v1/partners/{partnerId}/performance',
);
export const listServingPartners: Question<typeof coverage.listServingPartners> = /* @__PURE__ */ question(
  '/api/v1/partners/availability/pincodes',
);
export const listCustomerCharges: ReadOperation<typeof charges.listCustomerCharges> =
  /* @__PURE__ */ read('/api/v1/customer-charges');
export const listPartnerCharges: ReadOperation<typeof charges.listPartnerCharges, 'charges'> = /* @__PURE__ */ read(
  '/api/v1/partner-charges/{partnerId}',
  { list: 'charges' },
);
export const createCustomerCharges: Creation<typeof charges.createCustomerCharges> = /* @__PURE__ */ create(
  '/api/v1/customer-charges/bulk',
);
export const listDiscounts: ReadOperation<typeof discounts.listDiscounts> = /* @__PURE__ */ read('/api/v1/discounts');
export const listPartnerDiscounts: ReadOperation<typeof discounts.listPartnerDiscounts, 'discounts'> =
  /* @__PURE__ */ read('/api/v1/partner-discounts/{partnerId}', { list: 'discounts' });
export const createDiscount: Creation<typeof discounts.createDiscount> = /* @__PURE__ */ create('/api/v1/discounts');
export const listLaneRules: ReadOperation<rows.ContractList<'lane-rules'>> = /* @__PURE__ */ read('/api/v1/lane-rules');
export const listSurcharges: ReadOperation<rows.ContractList<'surcharges'>> =
  /* @__PURE__ */ read('/api/v1/surcharges');
export const listTransitLanes: ReadOperation<rows.ContractList<'transit-lanes'>> =
  /* @__PURE__ */ read('/api/v1/transit-lanes');
export const listRtoTerms: ReadOperation<rows.ContractList<'rto-terms'>> = /* @__PURE__ */ read('/api/v1/rto-terms');
export const listWeightTerms: ReadOperation<rows.ContractList<'weight-terms'>> =
  /* @__PURE__ */ read('/api/v1/weight-terms');
export const listHolidays: ReadOperation<rows.ContractList<'holidays'>> = /* @__PURE__ */ read('/api/v1/holidays');
export const listRoadDistances: ReadOperation<rows.ContractList<'road-distances'>> =
  /* @__PURE__ */ read('/api/v1/road-distances');
export const listShipments: StreamedRead<typeof shipments.listShipments> =
  /* @__PURE__ */ readStreamed('/api/v1/shipments');
export const getShipment: ReadOperation<typeof shipments.getShipment> = /* @__PURE__ */ read(
  '/api/v1/shipments/{shipmentId}',
);
export const confirmShipment: Creation<
  typeof shipmentLife.confirmShipment,
  QueryOf<typeof shipmentLife.confirmShipment>
> = /* @__PURE__ */ create('/api/v1/shipments/{shipmentId}/confirm');
export const cancelShipment: Creation<
  typeof shipmentLife.cancelShipment,
  QueryOf<typeof shipmentLife.cancelShipment>
> = /* @__PURE__ */ create('/api/v1/shipments/{shipmentId}/cancel');
export const reassignShipment: Creation<
  typeof shipmentLife.reassignShipment,
  QueryOf<typeof shipmentLife.reassignShipment>
> = /* @__PURE__ */ create('/api/v1/shipments/{shipmentId}/reassign');
export const reassignShipments: LinesQuestion<typeof shipmentLife.reassignShipments, shipmentLife.ReassignedLine> =
  /* @__PURE__ */ askLines('/api/v1/shipments/reassign');
export const handOverShipment: Creation<
  typeof shipmentLife.handOverShipment,
  QueryOf<typeof shipmentLife.handOverShipment>
> = /* @__PURE__ */ create('/api/v1/shipments/{shipmentId}/handover');
export const listAttempts: ReadOperation<typeof shipmentLife.listAttempts> = /* @__PURE__ */ read(
  '/api/v1/shipments/{shipmentId}/history',
);
export const summarizeAssignments: ReadOperation<typeof summary.summarizeAssignments> =
  /* @__PURE__ */ read('/api/v1/summary/assignments');
export const summarizeRefusals: ReadOperation<typeof summary.summarizeRefusals> =
  /* @__PURE__ */ read('/api/v1/summary/refusals');
export const listDocuments: StreamedRead<typeof documents.listDocuments> = /* @__PURE__ */ readStreamed(
  '/api/v1/documents/{collection}',
);
export const getDocument: ReadOperation<typeof documents.getDocument> = /* @__PURE__ */ read(
  '/api/v1/documents/{collection}/{key}',
);
export const createDocument: Write<typeof documents.createDocument> = /* @__PURE__ */ write(
  'POST',
  '/api/v1/documents/{collection}',
);
export const putDocument: Write<typeof documents.putDocument> = /* @__PURE__ */ write(
  'PUT',
  '/api/v1/documents/{collection}/{key}',
);
export const patchDocument: Write<typeof documents.patchDocument> = /* @__PURE__ */ write(
  'PATCH',
  '/api/v1/documents/{collection}/{key}',
);
export const deleteDocument: Action<typeof documents.deleteDocument> = /* @__PURE__ */ act(
  'DELETE',
  '/api/v1/documents/{collection}/{key}',
);
export const endDocument: Action<typeof documents.endDocument> = /* @__PURE__ */ act(
  'POST',
  '/api/v1/documents/{collection}/{key}/end',
);
export const holdPartner: Write<typeof holds.holdPartner> = /* @__PURE__ */ write(
  'POST',
  '/api/v1/partners/{partnerId}/hold',
);
export const endHold: Action<typeof holds.endHold> = /* @__PURE__ */ act('POST', '/api/v1/holds/{id}/end');
export const applyDocuments: Write<typeof apply.applyDocuments, LinesBody> =
  /* @__PURE__ */ writeLines('/api/v1/documents/apply');
export const listChanges: ReadOperation<typeof changes.listChanges> = /* @__PURE__ */ read('/api/v1/changes');
export const getChange: ReadOperation<typeof changes.getChange, 'entries'> = /* @__PURE__ */ read(
  '/api/v1/changes/{id}',
  {
    list: 'entries',
    cursor: 'after',
  },
);
export const revertChange: Action<typeof apply.revertChange> = /* @__PURE__ */ act(
  'POST',
  '/api/v1/changes/{id}/revert',
);
export const listCardVersions: ReadOperation<typeof cardVersions.listCardVersions> = /* @__PURE__ */ read(
  '/api/v1/partners/{partnerId}/card-versions',
);
export const getCardVersion: LinesRead<typeof cardVersions.getCardVersion, cardVersions.CardLine> =
  /* @__PURE__ */ readLines('/api/v1/partners/{partnerId}/card-versions/{version}');
export const replayQuote: Question<typeof replay.replayQuote> = /* @__PURE__ */ question('/api/v1/quotes/replay');
export const lintPartner: ReadOperation<typeof lint.lintPartner> = /* @__PURE__ */ read(
  '/api/v1/partners/{partnerId}/lint',
);
export const lintPolicies: ReadOperation<typeof lint.lintPolicies> = /* @__PURE__ */ read('/api/v1/allocation/lint');
export const getDecision: ReadOperation<typeof shipments.getDecision> = /* @__PURE__ */ read(
  '/api/v1/shipments/{shipmentId}/decision',
);
export const explainAllocation: Question<typeof allocation.explainAllocation> =
  /* @__PURE__ */ question('/api/v1/allocation/explain');
export const importOutcomes: Write<typeof outcomes.importOutcomes, LinesBody> =
  /* @__PURE__ */ writeLines('/api/v1/outcomes');
export const listOutcomes: LinesRead<typeof outcomes.listOutcomes, outcomes.OutcomeLine> =
  /* @__PURE__ */ readLines('/api/v1/outcomes');
export const backtestAllocation: LinesQuestion<
  typeof backtest.backtestAllocation,
  backtest.BacktestLine,
  BodyOf<typeof backtest.backtestAllocation> | LinesBody
> = /* @__PURE__ */ askLinesOfLines('/api/v1/allocation/backtest');
export const listCapacity: ReadOperation<typeof capacity.listCapacity> = /* @__PURE__ */ read('/api/v1/capacity');
export const closeCapacity: Write<typeof capacity.closeCapacity> = /* @__PURE__ */ write(
  'POST',
  '/api/v1/capacity/{id}/close',
);
export const openCapacity: Action<typeof capacity.openCapacity> = /* @__PURE__ */ act(
  'POST',
  '/api/v1/capacity/{id}/open',
);
export const listCredentials: ReadOperation<typeof credentials.listCredentials> =
  /* @__PURE__ */ read('/api/v1/credentials');
export const createCredential: Write<typeof credentials.createCredential> = /* @__PURE__ */ write(
  'POST',
  '/api/v1/credentials',
);
export const patchCredential: Write<typeof credentials.patchCredential> = /* @__PURE__ */ write(
  'PATCH',
  '/api/v1/credentials/{kind}/{id}',
);
export const rotateCredential: Write<typeof credentials.rotateCredential> = /* @__PURE__ */ write(
  'POST',
  '/api/v1/credentials/{kind}/{id}/rotate',
);
export const revokeCredential: Action<typeof credentials.revokeCredential> = /* @__PURE__ */ act(
  'POST',
  '/api/v1/credentials/{kind}/{id}/revoke',
);
export const rekey: Action<typeof credentials.rekey, QueryOf<typeof credentials.rekey>> = /* @__PURE__ */ act(
  'POST',
  '/api/v1/admin/rekey',
);
export const makeBackup: Action<typeof backup.makeBackup, QueryOf<typeof backup.makeBackup>> = /* @__PURE__ */ act(
  'POST',
  '/api/v1/admin/backup',
);
export const getEntryPoint: BareRead<typeof health.getEntryPoint> = /* @__PURE__ */ readBare('/');
export const getHealth: BareRead<typeof health.getHealth> = /* @__PURE__ */ readBare('/health');
export const getLiveness: BareRead<typeof health.getLiveness> = /* @__PURE__ */ readBare('/health/live');
export const getReadiness: BareRead<typeof health.getReadiness> = /* @__PURE__ */ readBare('/health/ready');
export const getSystemInfo: BareRead<typeof health.getSystemInfo> = /* @__PURE__ */ readBare('/health/info');
export const getMetrics: BareRead<typeof health.getMetrics> = /* @__PURE__ */ readText('/metrics', 'text/plain');
export const getOpenApiDocument: BareRead<typeof health.getOpenApiDocument> = /* @__PURE__ */ readBare('/openapi.json');
