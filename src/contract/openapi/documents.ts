/** The OpenAPI documents of everything that this server serves. */
import type { CallerKind } from '../../caller.js';
import { API_VERSION } from '../../envelope.js';
import { CONTRACTS } from '../contracts.js';
import { buildOpenApi } from './document.js';
import { readRecordedAnswers } from './recorded.js';

export const AUDIENCES = ['all', 'service', 'partner'] as const;
/** Whose API a document describes. */
export type Audience = (typeof AUDIENCES)[number];

/** @param as the kind of caller; null: both */
export function openApiDocument(as: CallerKind | null = null, recorded = readRecordedAnswers()): object {
  return buildOpenApi(CONTRACTS, { version: API_VERSION, as, recorded });
}

/** The document of an audience as JSON text. */
export function makeOpenApiText(as: Audience): string {
  return JSON.stringify(openApiDocument(as === 'all' ? null : as));
}
