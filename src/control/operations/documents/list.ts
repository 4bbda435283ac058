/** The documents of a collection, page by page or all that match as a stream of one moment. */
import { listDocuments as contract, type ResourceCollection } from '../../../contract/document-resource.js';
import type { AnswerOf } from '../../../contract/contract.js';
import { partnerOf } from '../../../contract/documents/history-documents.js';
import type { Documents } from '../../../contract/documents/documents.js';
import type { Catalog } from '../../documents/catalog.js';
import { type Key, keyOf } from '../../../store/port.js';
import { paginationOf } from '../lists/listing.js';
import { type Api, type ApiRequest, answer, implement, type Outcome } from '../operation.js';
import { partnerFilterOf } from '../scope.js';
import { isActive } from '../../../store/what-happened.js';
import { isInForce } from './endings.js';
import { isVisible } from './visible.js';

type Schemas = (typeof contract)['schemas'];

const LINES = 'application/x-ndjson';

export const listDocuments = implement(contract, list, ({ query: { asOf } }) =>
  asOf !== undefined && Number.isNaN(Date.parse(asOf))
    ? [{ field: 'asOf', code: 'INVALID_VALUE', message: 'must be a moment that exists', value: asOf }]
    : [],
);

async function list(request: ApiRequest<Schemas>, api: Api): Promise<Outcome<AnswerOf<Schemas>>> {
  const { caller, params, query, mediaType } = request;
  const { collection } = params;
  // a partner that names nobody sees its own, and those that are nobody's
  const scoped = query.partnerId === undefined ? null : partnerFilterOf(caller, query.partnerId, api);
  if (scoped !== null && !scoped.ok) return scoped;
  const partnerId = scoped?.value ?? null;
  const matches = (document: object) =>
    isVisible(collection, document, caller)
    && (partnerId === null || partnerOf(collection, document) === partnerId)
    && hasStatus(document, query.status)
    && (query.asOf === undefined || isInForce(document, Date.parse(query.asOf)));
  if (mediaType === LINES) return { ok: true, lines: await linesOf(collection, matches, api) };
  const { keys, total } = pageOf(collection, matches, query, api.catalog);
  const found = new Map((await api.store.getMany(collection, keys)).map((row) => [keyOf(collection, row), row]));
  // one that was removed since is left out
  const data = keys.map((key) => found.get(key)).filter((document) => document !== undefined);
  return answer({ data, pagination: paginationOf(total, query) });
}

function hasStatus(document: object, status: string | undefined): boolean {
  return status === undefined || isActive(document) === (status === 'ACTIVE' || status === 'true');
}

async function linesOf<C extends ResourceCollection>(
  collection: C,
  matches: (document: object) => boolean,
  { store }: Api,
): Promise<Iterable<string>> {
  const { [collection]: documents } = await store.load([collection]);
  const chosen = (documents as Documents[C][]).filter(matches);
  chosen.sort((a, b) => (keyOf(collection, a) < keyOf(collection, b) ? -1 : 1));
  return textsOf(chosen);
}

function* textsOf(documents: readonly object[]): Generator<string> {
  for (const document of documents) yield JSON.stringify(document);
}

/** The keys of a page in their order, and how many documents match in all. */
function pageOf(
  collection: ResourceCollection,
  matches: (document: object) => boolean,
  { page, limit }: { page: number; limit: number },
  catalog: Catalog,
): { keys: Key[]; total: number } {
  const first = (page - 1) * limit;
  if (collection === 'zone-pincodes') return entriesPage(matches, first, limit, catalog);
  const documents = catalog.all(collection).filter(matches);
  return {
    keys: documents.slice(first, first + limit).map((document) => keyOf(collection, document)),
    total: documents.length,
  };
}

/** There are millions of entries. A partner's match all or not at all: they have neither status nor dates. */
function entriesPage(
  matches: (document: object) => boolean,
  first: number,
  limit: number,
  catalog: Catalog,
): { keys: Key[]; total: number } {
  const keys: Key[] = [];
  let total = 0;
  for (const { partnerId } of catalog.all('partners')) {
    const { size } = catalog.assigned(partnerId);
    if (!matches({ partnerId })) continue;
    const from = Math.max(first - total, 0);
    const wanted = limit - keys.length;
    if (wanted > 0 && from < size) keys.push(...catalog.entryKeys(partnerId).slice(from, from + wanted));
    total += size;
  }
  return { keys, total };
}
