/** The documents of a collection, page by page or all that match as a stream of one moment. */
import { isActive, isInForce } from '../../../domain/dates.js';
import { listDocuments as contract, type ResourceCollection } from '../../../contract/document-resource.js';
import type { AnswerOf } from '../../../contract/contract.js';
import { partnerOf } from '../../../model/history.js';
import { STREAM_PAGE_DOCUMENTS } from '../../../limits/control.js';
import type { Catalog } from '../../documents/catalog.js';
import { type Key, keyOf } from '../../../model/change.js';
import { inTurns } from '../../../turn.js';
import { readCursor, cursorPaginationOf, type Position, cursorConflicts } from '../lists/cursor.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { type Api, type ApiRequest, answer, implement, type HandlerResult, refuseFaults } from '../operation.js';
import { isVisible, partnerFilterOf } from '../owner.js';

type Schemas = (typeof contract)['schemas'];

const LINES = 'application/x-ndjson';

export const listDocuments = implement(contract, list, ({ query }) => [
  ...(query.asOf !== undefined && Number.isNaN(Date.parse(query.asOf))
    ? [
        {
          field: 'asOf',
          code: 'INVALID_VALUE' as const,
          message: 'must be a moment that exists',
          value: query.asOf,
        },
      ]
    : []),
  ...cursorConflicts(query, 'page'),
]);

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
    if (query.cursor !== undefined) return refuseFaults(caller, [streamHasNone(query.cursor)]);
    const owner = caller.kind === 'partner' ? caller.id : partnerId;
    return { ok: true, lines: linesOf(collection, owner, matches, api) };
  }
  const { partnerId: named, status, asOf, page = 1, cursor, limit } = query;
  const asked = { list: `${contract.id} ${collection}`, filters: { partnerId: named, status, asOf }, caller };
  const read = readCursor(cursor, asked, isPosition);
  if (!read.ok) return read;
  const from = { after: read.last?.[0] ?? null, offset: (page - 1) * limit, limit };
  const { keys, total, isLast } = await pageOf(collection, matches, from, api.catalog);
  const found = new Map((await api.store.getMany(collection, keys)).map((row) => [keyOf(collection, row), row]));
  // one that was removed since is left out
  const data = keys.map((key) => found.get(key)).filter((document) => document !== undefined);
  return answer({ data, pagination: cursorPaginationOf(total, query, asked, isLast ? null : keys.slice(-1)) });
}

/** The key of a document. */
const isPosition = (parts: Position): parts is readonly [Key] => parts.length === 1 && parts[0] !== null;

const streamHasNone = (value: string): RequestFault => ({
  field: 'cursor',
  code: 'INVALID_VALUE',
  message: `must be absent with Accept: ${LINES}, which has all documents`,
  value,
});

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

/** Where a page begins: behind a key, or with the first document, and so many further on. */
interface PageStart {
  after: Key | null;
  offset: number;
  limit: number;
}

interface PageOfKeys {
  keys: Key[];
  /** How many documents match on all pages. */
  total: number;
  /** Nothing that matches is behind the page. */
  isLast: boolean;
}

/** The keys of a page in their order. */
async function pageOf(
  collection: ResourceCollection,
  matches: (document: object) => boolean,
  start: PageStart,
  catalog: Catalog,
): Promise<PageOfKeys> {
  if (collection === 'zone-pincodes') return entriesPage(matches, start, catalog);
  const { after, offset, limit } = start;
  const keys: Key[] = [];
  let total = 0;
  let behind = 0;
  // this array never changes
  for await (const piece of inTurns(catalog.all(collection)))
    for (const document of piece) {
      if (!matches(document)) continue;
      total++;
      const key = keyOf(collection, document);
      if (after !== null && key <= after) continue;
      if (behind >= offset && keys.length < limit) keys.push(key);
      behind++;
    }
  return { keys, total, isLast: behind <= offset + keys.length };
}

/** There are millions of entries. A partner's match all or not at all: they have neither status nor dates. */
function entriesPage(
  matches: (document: object) => boolean,
  { after, offset, limit }: PageStart,
  catalog: Catalog,
): PageOfKeys {
  // an entry is in the order of its partner first: the key's text alone would say otherwise of `a-b` and `a`
  const [lastPartner = ''] = String(after ?? '').split('/');
  const keys: Key[] = [];
  let total = 0;
  let behind = 0;
  for (const { partnerId } of catalog.all('partners')) {
    const { size } = catalog.assigned(partnerId);
    if (!matches({ partnerId })) continue;
    total += size;
    if (after !== null && partnerId < lastPartner) continue;
    const isLastPartner = after !== null && partnerId === lastPartner;
    const from = Math.max(offset - behind, 0);
    const wanted = limit - keys.length;
    if (!isLastPartner && (wanted === 0 || from >= size)) {
      behind += size;
      continue;
    }
    const own = isLastPartner
      ? catalog.entryKeys(partnerId).filter((key) => key > after)
      : catalog.entryKeys(partnerId);
    keys.push(...own.slice(from, from + wanted));
    behind += own.length;
  }
  return { keys, total, isLast: behind <= offset + keys.length };
}
