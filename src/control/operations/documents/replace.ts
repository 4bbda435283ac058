/** Lines that are the whole truth about a partner: what is missing in them ends, or is removed. */
import { isOver } from '../../../domain/dates.js';
import type { ReplaceTarget } from '../../../contract/apply.js';
import { RATE_COLLECTIONS, type RateCollection } from '../../../model/card-rows.js';
import { partnerOf } from '../../../model/history.js';
import type { ResourceCollection } from '../../../contract/document-resource.js';
import { MAX_LOST_ROWS, MAX_LOST_SHARE } from '../../../limits/documents.js';
import { nameOf } from '../../../model/change.js';
import type { Catalog } from '../../documents/catalog.js';
import { refuse, type RefusedResult } from '../operation.js';
import { canEnd } from './endings.js';
import type { DocumentChange } from './judge.js';
import type { LineEdit } from './lines.js';

type ReplacedCollection = 'zone-pincodes' | RateCollection;

/** What the lines of a kind may be about. */
function collectionsOf(kind: ReplaceTarget): readonly ReplacedCollection[] {
  if (kind === 'serviceability') return ['zone-pincodes'];
  return kind === 'rates' ? RATE_COLLECTIONS : [kind];
}

export interface Replacement {
  kind: ReplaceTarget;
  partnerId: string;
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
    const isOne = collections[0] === kind;
    return ['collection', isOne ? `must be ${kind}` : `does not belong to ${kind}: that is ${collections.join(', ')}`];
  }
  const owners = [
    ...('given' in edit && edit.given !== null ? [(edit.given as { partnerId?: unknown }).partnerId] : []),
    // a row of another partner would be taken from it
    ...[catalog.document(collection, key)].flatMap((document) => (document ? [partnerOf(collection, document)] : [])),
  ];
  return owners.every((owner) => owner === partnerId)
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
  return collectionsOf(kind).flatMap((collection) =>
    keysInForce(collection, partnerId, catalog, nowMs)
      .filter((key) => !named.has(nameOf({ collection, key })))
      .map((key) => ({ how: canEnd(collection) ? 'end' : 'delete', collection, key, line: 0 }) as const),
  );
}

/** A refusal if a collection would lose many of its rows. */
export function tooManyLost(
  { kind, partnerId }: Replacement,
  changed: readonly DocumentChange[],
  catalog: Catalog,
  nowMs: number,
): RefusedResult | null {
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
