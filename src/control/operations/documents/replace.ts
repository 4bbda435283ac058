/** Lines that are the whole truth about a partner: what is missing in them ends, or is removed. */
import { isOver } from '../../../domain/dates.js';
import type { Replaced } from '../../../contract/apply.js';
import { RATE_COLLECTIONS, type RateCollection } from '../../../model/card-rows.js';
import { partnerOf } from '../../../model/history.js';
import type { ResourceCollection } from '../../../contract/document-resource.js';
import { MAX_LOST_ROWS, MAX_LOST_SHARE } from '../../../limits/documents.js';
import { nameOf } from '../../../model/change.js';
import type { Catalog } from '../../documents/catalog.js';
import { refuse, type Refused } from '../operation.js';
import { canEnd } from './endings.js';
import type { Changed } from './judge.js';
import type { LineEdit } from './lines.js';

/** What the lines of each kind may be about. */
const COLLECTIONS_OF: Record<Replaced, readonly ReplacedCollection[]> = {
  serviceability: ['zone-pincodes'],
  rates: RATE_COLLECTIONS,
};

type ReplacedCollection = 'zone-pincodes' | RateCollection;

export interface Replacement {
  kind: Replaced;
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
  if (!(COLLECTIONS_OF[kind] as readonly ResourceCollection[]).includes(collection))
    return ['collection', `does not belong to ${kind}: that is ${COLLECTIONS_OF[kind].join(', ')}`];
  const owners = [
    ...('given' in edit && edit.given !== null ? [(edit.given as { partnerId?: unknown }).partnerId] : []),
    // a row of another partner would be taken from it
    ...[catalog.document(collection, key)].flatMap((document) => (document ? [partnerOf(collection, document)] : [])),
  ];
  return owners.every((owner) => owner === partnerId)
    ? null
    : ['partnerId', `must be ${partnerId}, whose rows these are`];
}

/** The edits of the partner's rows in force or to come that no line is about. */
export function missingRows(
  { kind, partnerId }: Replacement,
  edits: readonly LineEdit[],
  catalog: Catalog,
  nowMs: number,
): LineEdit[] {
  const named = new Set(edits.map(nameOf));
  return COLLECTIONS_OF[kind].flatMap((collection) =>
    keysInForce(collection, partnerId, catalog, nowMs)
      .filter((key) => !named.has(nameOf({ collection, key })))
      .map((key) => ({ how: canEnd(collection) ? 'end' : 'delete', collection, key, line: 0 }) as const),
  );
}

/** A refusal if a collection would lose many of its rows. */
export function tooManyLost(
  { kind, partnerId }: Replacement,
  changed: readonly Changed[],
  catalog: Catalog,
  nowMs: number,
): Refused | null {
  const counts = (document: object | null) => document !== null && !isOver(document, nowMs);
  const losses = COLLECTIONS_OF[kind].flatMap((collection) => {
    const lost = changed.filter(
      (each) => each.collection === collection && counts(each.former) && !counts(each.document),
    ).length;
    const rows = lost === 0 ? 0 : keysInForce(collection, partnerId, catalog, nowMs).length;
    return lost > MAX_LOST_ROWS && lost > rows * MAX_LOST_SHARE ? [{ collection, rows, lost }] : [];
  });
  return losses.length === 0 ? null : refuse('GUARD_REMOVALS', { details: { losses } });
}

function keysInForce(collection: ReplacedCollection, partnerId: string, catalog: Catalog, nowMs: number) {
  if (collection === 'zone-pincodes') return catalog.entryKeys(partnerId);
  return catalog
    .of(collection, partnerId)
    .filter((row) => !isOver(row, nowMs))
    .map(({ id }) => id);
}
