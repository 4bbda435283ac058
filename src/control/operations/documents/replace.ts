/** Lines that are the whole truth about a partner: what is missing in them ends, or is removed. */
import { isOver, periodOf } from '../../../domain/dates.js';
import type { ReplaceTarget } from '../../../contract/apply.js';
import { RATE_COLLECTIONS, type RateCollection } from '../../../model/card-rows.js';
import { partnerOf } from '../../../model/history.js';
import type { ResourceCollection } from '../../../contract/document-resource.js';
import { MAX_LOST_ROWS, MAX_LOST_SHARE } from '../../../limits/documents.js';
import { nameOf } from '../../../model/change.js';
import { routeOfPackage } from '../../../model/package-route.js';
import type { RowMembers } from '../../../model/row-filters.js';
import type { Catalog } from '../../documents/catalog.js';
import { refuse, type RefusedResult } from '../operation.js';
import { canEnd } from './endings.js';
import type { DocumentChange } from './judge.js';
import type { LineEdit } from './lines.js';

type ReplacedCollection = 'zone-pincodes' | RateCollection;

/** What the lines of a kind are the truth about. */
function collectionsOf(kind: ReplaceTarget): readonly ReplacedCollection[] {
  if (kind === 'serviceability') return ['zone-pincodes'];
  if (kind === 'routes') return ['packages'];
  return kind === 'rates' ? RATE_COLLECTIONS : [kind];
}

export interface Replacement {
  kind: ReplaceTarget;
  /** null: of routes, those of the lines. */
  partnerId: string | null;
  /** Allows it to take away many rows. */
  force: boolean;
}

/** Why a line does not belong to a replacement, with the member that says so; null: it does. */
export function outOfPlace(
  { kind, partnerId }: Replacement,
  edit: LineEdit,
  catalog: Catalog,
): [string, string] | null {
  const { collection, key } = edit;
  const collections: readonly ResourceCollection[] = collectionsOf(kind);
  if (!collections.includes(collection)) {
    if (kind === 'routes') return null;
    const isOne = collections[0] === kind;
    return ['collection', isOne ? `must be ${kind}` : `does not belong to ${kind}: that is ${collections.join(', ')}`];
  }
  const owners = [
    ...('given' in edit && edit.given !== null ? [(edit.given as { partnerId?: unknown }).partnerId] : []),
    // a row of another partner would be taken from it
    ...[catalog.document(collection, key)].flatMap((document) => (document ? [partnerOf(collection, document)] : [])),
  ];
  return partnerId === null || owners.every((owner) => owner === partnerId)
    ? null
    : ['partnerId', `must be ${partnerId}, whose rows these are`];
}

/**
 * The edits of the partner's rows in force or to come that no line is about.
 * @param leading names of rows that lead up to those of the lines
 */
export function missingRows(
  { kind, partnerId }: Replacement,
  edits: readonly LineEdit[],
  leading: ReadonlySet<string>,
  catalog: Catalog,
  nowMs: number,
): LineEdit[] {
  const named = new Set([...edits.map(nameOf), ...leading]);
  if (kind === 'routes') return rowsOfRoutes(edits, named, catalog, nowMs);
  if (partnerId === null) return [];
  return collectionsOf(kind).flatMap((collection) =>
    keysInForce(collection, partnerId, catalog, nowMs)
      .filter((key) => !named.has(nameOf({ collection, key })))
      .map((key) => ({ how: canEnd(collection) ? 'end' : 'delete', collection, key, line: 0 }) as const),
  );
}

/**
 * The edits of rows of the routes that the lines name, of which no line is about:
 * 1. A row that is over when the lines of its route begin, stays.
 * 2. A row that begins when they do, or later, is switched off.
 * 3. Any other one ends the moment before they begin, or now.
 */
function rowsOfRoutes(
  edits: readonly LineEdit[],
  named: ReadonlySet<string>,
  catalog: Catalog,
  nowMs: number,
): LineEdit[] {
  const collection = 'packages';
  /** By partner: when the lines of a route begin. */
  const beginsOf = new Map<string, Map<string, number>>();
  for (const edit of edits) {
    // a patch ends a row that a line follows
    if (edit.collection !== collection || !('given' in edit) || edit.how === 'patch') continue;
    const { partnerId } = edit.given as RowMembers;
    // whose row it is else, is a fault of the line
    if (typeof partnerId !== 'string') continue;
    const { fromMs } = periodOf(edit.given as RowMembers);
    const route = routeOfPackage(edit.given as RowMembers);
    const begins = beginsOf.get(partnerId) ?? new Map<string, number>();
    beginsOf.set(partnerId, begins);
    // what is no moment is a fault of the line
    begins.set(route, Math.min(begins.get(route) ?? Infinity, fromMs > nowMs ? fromMs : nowMs));
  }
  const rows = [...beginsOf].flatMap(([partnerId, begins]) =>
    catalog.of(collection, partnerId).map((row) => ({ row, atMs: begins.get(routeOfPackage(row)) })),
  );
  return rows.flatMap(({ row, atMs }): LineEdit[] => {
    const key = row.id;
    if (atMs === undefined || isOver(row, atMs) || named.has(nameOf({ collection, key }))) return [];
    const edit = { collection, key, line: 0 } as const;
    if (periodOf(row).fromMs >= atMs) return [{ ...edit, how: 'patch', given: { status: false } }];
    if (atMs === nowMs) return [{ ...edit, how: 'end' }];
    return [{ ...edit, how: 'patch', given: { validTo: new Date(atMs - 1).toISOString() } }];
  });
}

/** A refusal if a collection would lose many of its rows. */
export function tooManyLost(
  { kind, partnerId }: Replacement,
  changed: readonly DocumentChange[],
  catalog: Catalog,
  nowMs: number,
): RefusedResult | null {
  // other rows of a route do not go away: those of the lines follow them
  if (kind === 'routes' || partnerId === null) return null;
  const counts = (document: object | null) => document !== null && !isOver(document, nowMs);
  const losses = collectionsOf(kind).flatMap((collection) => {
    const lost = changed.filter(
      (each) => each.collection === collection && counts(each.former) && !counts(each.document),
    ).length;
    const rows = lost === 0 ? 0 : keysInForce(collection, partnerId, catalog, nowMs).length;
    return lost > MAX_LOST_ROWS && lost > rows * MAX_LOST_SHARE ? [{ collection, rows, lost }] : [];
  });
  if (losses.length === 0) return null;
  const [lost, rows] = [
    losses.reduce((sum, each) => sum + each.lost, 0),
    losses.reduce((sum, each) => sum + each.rows, 0),
  ];
  const message = `${partnerId} would lose ${lost} rows of ${rows} in force or to come`;
  return refuse('GUARD_REMOVALS', { message, details: { losses } });
}

function keysInForce(collection: ReplacedCollection, partnerId: string, catalog: Catalog, nowMs: number) {
  if (collection === 'zone-pincodes') return catalog.entryKeys(partnerId);
  return catalog
    .of(collection, partnerId)
    .filter((row) => !isOver(row, nowMs))
    .map(({ id }) => id);
}
