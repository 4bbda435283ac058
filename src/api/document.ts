/** The OpenAPI document of everything that this server answers. */
import { buildOpenApi } from '../contract/openapi/document.js';
import { getHealth, getLiveness, getMetrics, getOpenApiDocument, getReadiness, getSystemInfo } from '../contract/ops.js';
import { assignShipment, calculateCharges, checkAvailability } from '../contract/questions.js';
import type { Contract } from '../contract/contract.js';
import { OPERATIONS } from './operations.js';

/** Every contract; those of the questions are kept by the pool, those of operating by src/http/routes/ops.ts. */
export const CONTRACTS = [
  checkAvailability, assignShipment, calculateCharges,
  ...OPERATIONS.map(({ contract }) => contract),
  getHealth, getLiveness, getReadiness, getSystemInfo, getMetrics, getOpenApiDocument,
] as unknown as readonly Contract[];

/** @param version the package's */
export function openApiDocument(version: string): object {
  return buildOpenApi(CONTRACTS, { version });
}
