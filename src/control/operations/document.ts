/** The OpenAPI document of everything that this server serves. */
import type { CallerKind } from '../../caller.js';
import { buildOpenApi } from '../../contract/openapi/document.js';
import {
  getEntryPoint, getHealth, getLiveness, getMetrics, getOpenApiDocument, getReadiness, getSystemInfo,
} from '../../contract/health.js';
import { assignShipment, calculateCharges, checkAvailability } from '../../contract/questions.js';
import type { Contract } from '../../contract/contract.js';
import { API_VERSION } from '../../envelope.js';
import { OPERATIONS } from './operations.js';
import { readRecordedAnswers } from './recorded.js';

/** Every contract; the pool implements those of the questions, src/http/routes/health.ts those of the operator routes. */
export const CONTRACTS = [
  checkAvailability, assignShipment, calculateCharges,
  ...OPERATIONS.map(({ contract }) => contract),
  getEntryPoint, getHealth, getLiveness, getReadiness, getSystemInfo, getMetrics, getOpenApiDocument,
] as unknown as readonly Contract[];

/** @param as whose API it describes; null: everybody's */
export function openApiDocument(as: CallerKind | null = null, recorded = readRecordedAnswers()): object {
  return buildOpenApi(CONTRACTS, { version: API_VERSION, as, recorded });
}

/** The three documents, as JSON texts. */
export function openApiTexts(): { all: string; service: string; partner: string } {
  const recorded = readRecordedAnswers();
  const textOf = (as: CallerKind | null): string => JSON.stringify(openApiDocument(as, recorded));
  return { all: textOf(null), service: textOf('service'), partner: textOf('partner') };
}
