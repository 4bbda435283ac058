/** The OpenAPI document of everything that this server answers. */
import { buildOpenApi } from '../contract/openapi/document.js';
import {
  getEntryPoint, getHealth, getLiveness, getMetrics, getOpenApiDocument, getReadiness, getSystemInfo,
} from '../contract/ops.js';
import { assignShipment, calculateCharges, checkAvailability } from '../contract/questions.js';
import type { Contract } from '../contract/contract.js';
import { API_VERSION } from '../envelope.js';
import { OPERATIONS } from './operations.js';

/** Every contract; those of the questions are kept by the pool, those of operating by src/http/routes/ops.ts. */
export const CONTRACTS = [
  checkAvailability, assignShipment, calculateCharges,
  ...OPERATIONS.map(({ contract }) => contract),
  getEntryPoint, getHealth, getLiveness, getReadiness, getSystemInfo, getMetrics, getOpenApiDocument,
] as unknown as readonly Contract[];

export function openApiDocument(): object {
  return buildOpenApi(CONTRACTS, { version: API_VERSION });
}
