/**
 * The embedded store's secondary indexes: databases whose keys put documents in another order. They are written in the
 * same transaction as the documents, and can be derived from them.
 */
import { assignmentKeyOf, callerTextOf } from '../../model/assignment-key.js';
import {
  type AssignmentRecord,
  type ChangeSet,
  type CollectionName,
  type Documents,
  EXPIRING_COLLECTIONS,
  type ExpiringCollection,
} from '../../model/documents.js';
import { DaySums, type DaySumsTable } from './day-sums.js';
import type { ReadMoment, Table } from './table.js';
import { isOwned, OWNED, type OwnerCollection, ownerOf } from '../../model/rules/partner-rules.js';
import { type Key, keyOf } from '../../model/change.js';
import type { ChangeQuery } from '../change-query.js';
import type { AssignmentPage, AssignmentPosition, AssignmentQuery } from '../port.js';

const expiryIndexOf = <C extends ExpiringCollection>(collection: C): `${C}-by-expiry` => `${collection}-by-expiry`;

const INDEX_NAMES = [
  'assignments-by-time',
  'assignments-by-partner',
  'assignments-by-awb',
  ...EXPIRING_COLLECTIONS.map(expiryIndexOf),
  'partner-ruled-by-partner',
  'changes-by-partner',
] as const;
type IndexName = (typeof INDEX_NAMES)[number];

/** With {@link DaySums}, whose values are no keys. */
export const INDEX_DATABASES = [...INDEX_NAMES, 'assignment-sums'] as const;

/** The sort values, then the key of the document; for an assignment its shipmentId and caller. */
export type IndexKey = (string | number)[];
type IndexTable = Table<null, IndexKey>;
export type IndexTables = { [I in IndexName]: IndexTable } & { 'assignment-sums': DaySumsTable };

/** Behind all keys of documents. */
const AFTER_KEYS = '\uffff';

/** The caller in the key of an assignment that has none. */
const NO_CALLER = '';

interface Range {
  table: IndexTable;
  start: IndexKey;
  end: IndexKey;
  /** Where a page begins, newest first. */
  first: { start: IndexKey; exclusiveStart?: true };
}

type PeriodQuery = Pick<AssignmentQuery, 'partnerId' | 'fromMs' | 'toMs' | 'after'>;

export const INDEXED = [
  'assignments',
  'changes',
  ...EXPIRING_COLLECTIONS,
  ...OWNED,
] as const satisfies readonly CollectionName[];

const isExpiring = (collection: CollectionName): collection is ExpiringCollection =>
  (EXPIRING_COLLECTIONS as readonly CollectionName[]).includes(collection);

export function isIndexed(collection: CollectionName): boolean {
  return (INDEXED as readonly CollectionName[]).includes(collection);
}

/** A document's entries in the indexes. Moments are Unix milliseconds, whatever offset a date was written with. */
function entriesOf<C extends CollectionName>(collection: C, document: Documents[C]): [IndexName, IndexKey][] {
  if (collection === 'assignments') {
    const { partnerId, createdAt, shipmentId, caller } = document as AssignmentRecord;
    const sortKey = sortKeyOf({ atMs: Date.parse(createdAt), shipmentId, callerText: callerTextOf(caller) });
    return [
      ['assignments-by-time', sortKey],
      ['assignments-by-partner', [partnerId, ...sortKey]],
      ...awbEntriesOf(document as AssignmentRecord),
    ];
  }
  if (isExpiring(collection)) {
    const { expiresAt, key } = document as Documents[ExpiringCollection];
    return expiresAt === null ? [] : [[expiryIndexOf(collection), [Date.parse(expiresAt), key]]];
  }
  if (collection === 'changes') {
    const { id, partnerIds, views = [] } = document as ChangeSet;
    const owners = new Set([...partnerIds, ...views.map(({ partnerId }) => partnerId)]);
    return [...owners].map((owner) => ['changes-by-partner', [owner, id]]);
  }
  if (isOwned(collection)) {
    return [['partner-ruled-by-partner', [collection, ownerOf(collection, document), keyOf(collection, document)]]];
  }
  return [];
}

/** A courier may use its numbers again. */
function awbEntriesOf(record: AssignmentRecord): [IndexName, IndexKey][] {
  const { partnerId, life } = record;
  return life?.awb ? [['assignments-by-awb', [partnerId, life.awb, keyOf('assignments', record)]]] : [];
}

/** Within a millisecond by shipmentId; a shipment's record without a caller comes first. */
function sortKeyOf({ atMs, shipmentId, callerText }: AssignmentPosition): [number, string, string] {
  return [atMs, shipmentId, callerText ?? NO_CALLER];
}

/** Whether a position is behind another one, newest first. */
export function isBehind(position: AssignmentPosition, other: AssignmentPosition): boolean {
  const [parts, others] = [sortKeyOf(position), sortKeyOf(other)];
  const at = parts.findIndex((part, index) => part !== others[index]);
  return at !== -1 && parts[at]! < others[at]!;
}

function positionIn(entry: IndexKey): AssignmentPosition {
  const [atMs, shipmentId, callerText] = entry.slice(-3) as [number, string, string];
  return { atMs, shipmentId, callerText: callerText === NO_CALLER ? null : callerText };
}

function assignmentKeyIn(entry: IndexKey): string {
  const { shipmentId, callerText } = positionIn(entry);
  return assignmentKeyOf(callerText, shipmentId);
}

export class Indexes {
  readonly sums: DaySums;

  /** @param stateOf the state of a pincode that is stored, by its id */
  constructor(
    private readonly tables: IndexTables,
    stateOf: (pincode: string) => number | undefined,
  ) {
    this.sums = new DaySums(tables['assignment-sums'], stateOf);
  }

  /** Within a write transaction, which ends with `sums.write`: replaces the entries of `former` by those of `document`; undefined is none. */
  replace<C extends CollectionName>(
    collection: C,
    former: Documents[C] | undefined,
    document: Documents[C] | undefined,
  ): void {
    if (former !== undefined)
      for (const [index, key] of entriesOf(collection, former)) this.tables[index].removeSync(key);
    if (document !== undefined)
      for (const [index, key] of entriesOf(collection, document)) this.tables[index].putSync(key, null);
    if (collection !== 'assignments') return;
    if (former !== undefined) this.sums.add(former as AssignmentRecord, -1);
    if (document !== undefined) this.sums.add(document as AssignmentRecord, 1);
  }

  /** Within a write transaction: adds an assignment's entry by its number alone. */
  addAwb(record: AssignmentRecord): void {
    for (const [index, key] of awbEntriesOf(record)) this.tables[index].putSync(key, null);
  }

  /** Within a transaction that writes. */
  clear(): void {
    for (const index of INDEX_NAMES) this.tables[index].clearSync();
    this.sums.clear();
  }

  /** The keys of a page of assignments, newest first, and how many there are on all pages. */
  page({
    offset,
    limit,
    isCounted = true,
    ...query
  }: AssignmentQuery): Pick<AssignmentPage, 'total' | 'last'> & { keys: string[] } {
    if (query.fromMs >= query.toMs) return { total: isCounted ? 0 : null, keys: [], last: null };
    const { table, start, end, first } = this.rangeOf(query);
    const total = isCounted ? table.getKeysCount({ start, end }) : null;
    if (total !== null && offset >= total) return { total, keys: [], last: null };
    // one more shows whether there are others behind the page
    const found = [...table.getKeys({ ...first, reverse: true, end: start, offset, limit: limit + 1 })];
    const keys = found.slice(0, limit);
    const last = found.length > limit ? keys.at(-1) : undefined;
    return { total, keys: keys.map(assignmentKeyIn), last: last === undefined ? null : positionIn(last) };
  }

  /** The keys of all assignments of a period, newest first. */
  *newestFirst(query: PeriodQuery, transaction: ReadMoment): Generator<{ key: string; position: AssignmentPosition }> {
    if (query.fromMs >= query.toMs) return;
    const { table, start, first } = this.rangeOf(query);
    for (const entry of table.getKeys({ ...first, end: start, reverse: true, transaction }))
      yield { key: assignmentKeyIn(entry), position: positionIn(entry) };
  }

  /** The keys of the assignments whose current attempt has this number. */
  keysOfAwb(partnerId: string, awb: string): string[] {
    const range = { start: [partnerId, awb], end: [partnerId, awb, AFTER_KEYS] };
    return [...this.tables['assignments-by-awb'].getKeys(range)].map((entry) => entry.at(-1) as string);
  }

  /** A page of all assignments of a period, oldest first, and the entry before the next page; null: there is none. */
  oldestFirst(
    { fromMs, toMs }: Pick<AssignmentQuery, 'fromMs' | 'toMs'>,
    behind: IndexKey | null,
    limit: number,
  ): { keys: string[]; last: IndexKey | null } {
    const first = behind === null ? { start: [fromMs] } : { start: behind, exclusiveStart: true };
    const entries = [...this.tables['assignments-by-time'].getKeys({ ...first, end: [toMs], limit })];
    return { keys: entries.map(assignmentKeyIn), last: entries.length < limit ? null : entries.at(-1)! };
  }

  /** The keys of the latest assignments, newest first. */
  latest(limit: number): string[] {
    return [...this.tables['assignments-by-time'].getKeys({ reverse: true, limit })].map(assignmentKeyIn);
  }

  /**
   * Within a write transaction: removes the first entries of documents that expired before `nowMs`, and returns their
   * keys.
   */
  takeExpired(collection: ExpiringCollection, nowMs: number, limit: number): string[] {
    const table = this.tables[expiryIndexOf(collection)];
    const entries = [...table.getKeys({ end: [nowMs], limit })];
    for (const entry of entries) table.removeSync(entry);
    return entries.map((entry) => entry.at(-1) as string);
  }

  /**
   * The keys of an owner's documents, which a write's rules compare. Without this index a write decoded the whole
   * collection: with many partners a new zone would block the thread for a long time.
   */
  keysOfOwner(collection: OwnerCollection, owner: string): Key[] {
    // texts sort behind numbers
    const range = { start: [collection, owner], end: [collection, owner, AFTER_KEYS] };
    return [...this.tables['partner-ruled-by-partner'].getKeys(range)].map((entry) => entry.at(-1) as Key);
  }

  /**
   * The numbers of at most `limit` change sets of partners, or of OTHER_PARTNERS, the newest first, below `before` and
   * above `after`; null: without a bound.
   */
  changesOf(owners: readonly string[], { before, after }: Pick<ChangeQuery, 'before' | 'after'>, limit: number) {
    const found = owners.flatMap((owner) => {
      const range = { start: [owner, before ?? Infinity], exclusiveStart: true, end: [owner, after ?? 0] };
      const keys = this.tables['changes-by-partner'].getKeys({ ...range, reverse: true, limit });
      return [...keys].map((entry) => entry.at(-1) as number);
    });
    return [...new Set(found)].sort((a, b) => b - a).slice(0, limit);
  }

  private rangeOf({ partnerId, fromMs, toMs, after }: PeriodQuery): Range {
    const table = this.tables[partnerId === null ? 'assignments-by-time' : 'assignments-by-partner'];
    const owner = partnerId === null ? [] : [partnerId];
    const end = [...owner, toMs];
    const isWithin = after !== undefined && after.atMs < toMs;
    const first: Range['first'] = isWithin
      ? { start: [...owner, ...sortKeyOf(after)], exclusiveStart: true }
      : { start: end };
    return { table, start: [...owner, fromMs], end, first };
  }
}
