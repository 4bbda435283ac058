/** GET /partners/comprehensive-data: all of one partner's data in one answer. */
import { createHash } from 'node:crypto';
import type { Caller } from '../../../caller.js';
import type { Catalog } from '../../documents/catalog.js';
import {
  type ComprehensiveData,
  type ComprehensiveMetadata,
  type ComprehensiveParts,
  type ComprehensiveQuery,
  getComprehensiveData as queryContract,
  getPartnerComprehensiveData as pathContract,
  type OwnComprehensiveData,
  type OwnComprehensiveMetadata,
} from '../../../contract/comprehensive.js';
import type { CardDocuments } from '../../../index/card/documents.js';
import { asJson, membersOf, withMembers } from '../../../json.js';
import { completenessOf } from './comprehensive-metadata.js';
import { partsOf } from './comprehensive-parts.js';
import { dataVersionOf } from './comprehensive-version.js';
import { coverageOf, type PartnerCoverage } from '../zones/coverage.js';
import { type Api, implement, type HandlerResult } from '../operation.js';
import { lastUpdatedOf } from '../rates/packages.js';
import { configurationOf } from './partners.js';
import { partnerOf } from '../owner.js';

interface ComprehensiveRequest {
  caller: Caller;
  query: ComprehensiveQuery;
  receivedAtMs: number;
}

export const getComprehensiveData = implement(queryContract, (request, api) =>
  comprehensive(request, request.query.partnerId, api),
);

export const getPartnerComprehensiveData = implement(
  pathContract,
  (request, api) => comprehensive(request, request.params.partnerId, api),
  ({ params: { partnerId }, query: { partnerId: value } }) =>
    partnerId === undefined || value === undefined || value === partnerId
      ? []
      : [
          {
            field: 'partnerId',
            code: 'INVALID_VALUE',
            message: `must be ${partnerId}, as in the path`,
            value,
            allowedValues: [partnerId],
          },
        ],
);

/** Everything for one answer, from one moment. */
interface ComprehensiveSource {
  documents: CardDocuments;
  coverage: PartnerCoverage;
  parts: ComprehensiveParts;
  query: ComprehensiveQuery;
  nowMs: number;
}

function comprehensive(
  { caller, query, receivedAtMs: nowMs }: ComprehensiveRequest,
  named: string | undefined,
  api: Api,
): HandlerResult<never> {
  const { catalog } = api;
  const scoped = partnerOf(caller, named, api);
  if (!scoped.ok) return scoped;
  const documents = catalog.cardDocuments(scoped.value.partnerId);
  const coverage = coverageOf(catalog, scoped.value);
  const found = {
    documents,
    coverage,
    parts: partsOf(documents, coverage, catalog, { ...query, nowMs }),
    query,
    nowMs,
  };
  return caller.kind === 'service' ? serviceAnswer(found, api) : ownAnswer(found, api);
}

function serviceAnswer(
  { documents, coverage, parts, query, nowMs }: ComprehensiveSource,
  { catalog }: Api,
): HandlerResult<never> {
  const data = serviceData(documents, parts, query, catalog);
  if (!query.includeMetadata) {
    const text = JSON.stringify(data);
    return written(`{"data":${text}}`, text);
  }
  const lastSync = new Date(catalog.syncedAtMs).toISOString();
  const dataCompleteness = completenessOf(documents, coverage, catalog, nowMs);
  const metadata: ComprehensiveMetadata = {
    lastSync,
    dataVersion: dataVersionOf(documents, coverage),
    cacheExpiry: null,
    dataCompleteness,
  };
  const text = JSON.stringify(data);
  return written(`{"data":${withMetadata(text, metadata)}}`, withMetadata(text, { ...metadata, lastSync: null }));
}

function ownAnswer({ documents, parts, query }: ComprehensiveSource, api: Api): HandlerResult<never> {
  const text = JSON.stringify(ownData(documents, parts, query, api.catalog));
  const whole = `{"data":${text}}`;
  return written(query.includeMetadata ? withMetadata(whole, ownMetadata(api)) : whole, text);
}

function withMetadata(objectText: string, metadata: object): string {
  return withMembers(asJson(objectText), membersOf({ metadata }));
}

/** `lasting`: the text that is equal for two calls with the same result. */
function written(text: string, lasting: string): HandlerResult<never> {
  const outcome = {
    ok: true as const,
    text,
    replayed: false,
    stable: createHash('sha256').update(lasting).digest('base64url'),
  };
  return outcome;
}

function serviceData(
  { partner }: CardDocuments,
  parts: ComprehensiveParts,
  { includeStatistics }: ComprehensiveQuery,
  catalog: Catalog,
): ComprehensiveData {
  const { partnerId, name, status, performance } = partner;
  return {
    partnerId,
    partnerName: name,
    status,
    lastUpdated: lastUpdatedOf(partnerId, catalog),
    ...parts,
    ...(includeStatistics && { statistics: performance }),
  };
}

function ownData(
  { partner }: CardDocuments,
  parts: ComprehensiveParts,
  { includeStatistics }: ComprehensiveQuery,
  catalog: Catalog,
): OwnComprehensiveData {
  const { partnerId, name, status, joinedDate, contact, gstStateCode, limits, performance } = partner;
  return {
    partner: {
      partnerId,
      name,
      status,
      joinedDate,
      lastUpdated: lastUpdatedOf(partnerId, catalog),
      contact,
      configuration: configurationOf(partner),
    },
    ...parts,
    performance: includeStatistics ? performance : null,
    compliance: {
      gstStateCode,
      gstStateName: catalog.all('states').find(({ gstCode }) => gstCode === gstStateCode)?.name ?? null,
      maxDeclaredValue: limits.maxDeclaredValue,
      maxCodAmount: limits.maxCodAmount,
    },
  };
}

/** A partner is always answered from memory. */
function ownMetadata(api: Api): OwnComprehensiveMetadata {
  const generatedAt = new Date(api.now()).toISOString();
  return { generatedAt, validUntil: null, dataFreshness: 'LIVE', cacheStatus: 'HIT' };
}
