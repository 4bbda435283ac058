/** The documents of a collection, page by page or all that match as a stream of one moment. */
import { isActive, isInForce } from '../../../domain/dates.js';
import { listDocuments as contract, type ResourceCollection } from '../../../contract/document-resource.js';
import type { AnswerOf } from '../../../contract/contract.js';
import { partnerOf } from '../../../model/history.js';
import { STREAM_PAGE_DOCUMENTS } from '../../../limits/control.js';
import type { Catalog } from '../../documents/catalog.js';
import { type Key, keyOf } from '../../../model/change.js';
import { inTurns } from '../../../turn.js';
import { paginationOf } from '../lists/listing.js';
import { type Api, type ApiRequest, answer, implement, type HandlerResult } from '../operation.js';
import { isVisible, partnerFilterOf } from '../owner.js';

type Schemas = (typeof contract)['schemas'];

const LINES = 'application/x-ndjson';

export const listDocuments = implement(contract, list, ({ query: { asOf } }) =>
  asOf !== undefined && Number.isNaN(Date.parse(asOf))
    ? [{ field: 'asOf', code: 'INVALID_VALUE', message: 'must be a moment that exists', value: asOf }]
    : [],
);

async function list(request: ApiRequest<Schemas>, api: Api): Promise<HandlerResult<AnswerOf<Schemas>>> {
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
  if (mediaType === LINES) {
    const owner = caller.kind === 'partner' ? caller.id : partnerId;
    return { ok: true, lines: linesOf(collection, owner, matches, api) };
  }
  const { keys, total } = await pageOf(collection, matches, query, api.catalog);
  const found = new Map((await api.store.getMany(collection, keys)).map((row) => [keyOf(collection, row), row]));
  // one that was removed since is left out
  const data = keys.map((key) => found.get(key)).filter((document) => document !== undefined);
  return answer({ data, pagination: paginationOf(total, query) });
}

function hasStatus(document: object, status: string | undefined): boolean {
  return status === undefined || isActive(document) === (status === 'ACTIVE' || status === 'true');
}

/**
 * Page by page.
 * @param partnerId whose documents match at most; null: those of all may
 */
async function* linesOf<C extends ResourceCollection>(
  collection: C,
  partnerId: string | null,
  matches: (document: object) => boolean,
  { store }: Api,
): AsyncGenerator<readonly string[]> {
  for await (const page of store.pages(collection, partnerId, STREAM_PAGE_DOCUMENTS))
    yield page.filter(matches).map((document) => JSON.stringify(document));
}

/** The keys of a page in their order, and how many documents match in all. */
async function pageOf(
  collection: ResourceCollection,
  matches: (document: object) => boolean,
  { page, limit }: { page: number; limit: number },
  catalog: Catalog,
): Promise<{ keys: Key[]; total: number }> {
  const first = (page - 1) * limit;
  if (collection === 'zone-pincodes') return entriesPage(matches, first, limit, catalog);
  const keys: Key[] = [];
  let total = 0;
  // this array never changes
  for await (const piece of inTurns(catalog.all(collection)))
    for (const document of piece) {
      if (!matches(document)) continue;
      if (total >= first && keys.length < limit) keys.push(keyOf(collection, document));
      total++;
    }
  return { keys, total };
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
