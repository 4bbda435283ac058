/** The OpenAPI documents of everything that this server serves. */
import type { CallerKind } from '../../caller.js';
import { API_VERSION } from '../../envelope.js';
import { CONTRACTS } from '../contracts.js';
import { buildOpenApi } from './document.js';
import { readRecordedAnswers } from './recording.js';

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
