/** The search for change sets, and the views of partners for change sets of earlier releases. */
import type { AnyBulkWriteOperation, Db, Document, Filter } from 'mongodb';
import type { ChangeEntries, ChangeSet } from '../../model/documents.js';
import { changeIdOf } from '../../model/history.js';
import { MONGO_JUDGED_CHANGES } from '../../limits/mongo.js';
import type { ChangeQuery } from '../change-query.js';
import { entriesBetween, StoredViews } from '../views.js';
import { documentOf } from './documents.js';
import { readLimits } from './unavailable.js';

/** Newest first. The indexes of `changes` find a partner's change sets. */
export async function searchChanges(db: Db, query: ChangeQuery): Promise<ChangeSet[]> {
  const { partnerId, seenBy, collection, by, sinceMs, before, after, limit } = query;
  const of = collection === null ? {} : { collections: collection };
  const filter: Filter<Document> = {
    id: { ...(before !== null && { $lt: before }), ...(after !== null && { $gt: after }), $exists: true },
    ...(partnerId !== null && { partnerIds: partnerId }),
    ...(seenBy === undefined ? of : { views: { $elemMatch: { partnerId: { $in: [...seenBy] }, ...of } } }),
    ...(by !== null && { 'by.kind': by.kind, 'by.id': by.id }),
    // written by the nodes, always in this form
    ...(sinceMs !== null && { at: { $gte: new Date(sinceMs).toISOString() } }),
  };
  const found = db.collection('changes').find(filter, { sort: { id: -1 }, limit, ...readLimits() });
  return (await found.toArray()).map((stored) => documentOf('changes', stored));
}

/** Change sets without views: null in the index. */
const NOT_JUDGED = { 'views.partnerId': null, 'views': { $exists: false } } as const;

/**
 * Adds the views of partners to each change set without views. Several nodes may do so at once. The next start does the
 * rest after an interruption, and the change sets that a node of an earlier release still writes.
 */
export async function judgeHistory(db: Db): Promise<void> {
  const changes = db.collection('changes');
  for (;;) {
    const some = await changes
      .find(NOT_JUDGED, { sort: { id: 1 }, limit: MONGO_JUDGED_CHANGES, ...readLimits() })
      .toArray();
    if (some.length === 0) return;
    const views = await viewsOf(
      db,
      some.map((stored) => documentOf('changes', stored)),
    );
    const judgements = some.map(({ _id }, index): AnyBulkWriteOperation => ({
      updateOne: { filter: { _id, views: { $exists: false } }, update: { $set: { views: views[index] } } },
    }));
    // an earlier node may have put its own validator back
    const options = { ordered: false, bypassDocumentValidation: true, writeConcern: { w: 'majority' } } as const;
    await changes.bulkWrite(judgements, options);
  }
}

/** @param sets in the order of their numbers */
async function viewsOf(db: Db, sets: readonly ChangeSet[]): Promise<NonNullable<ChangeSet['views']>[]> {
  const stored = new Map(sets.map((set) => [set.id, new StoredViews(set)]));
  const { start, end } = entriesBetween(sets[0]!.id, sets.at(-1)!.id);
  const parts = db.collection<ChangeEntries>('change-entries');
  for await (const part of parts.find({ id: { $gt: start, $lt: end } })) stored.get(changeIdOf(part.id))?.add(part);
  return [...stored.values()].map((each) => each.views());
}
