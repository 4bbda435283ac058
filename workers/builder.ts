/** The builder thread: lays out one partner's blocks, so that no build ever runs on a thread that answers requests. */
import { buildCard, type CardDocuments } from '../src/index/card.js';
import { buildCoverage } from '../src/index/coverage.js';
import { Geography } from '../src/index/geography.js';
import type { BuildResult, BuildTask } from '../src/index/publisher.js';
import type { BuilderTask } from '../src/pool/builder.js';

let geography: { version: number; view: Geography } | null = null;
/** By partner, what its card was built from last. */
const known = new Map<string, CardDocuments>();

/** Null when documents were left out that this thread has never had. */
export default function build(task: BuilderTask): BuildResult | null {
  const { card } = task;
  if (card === null) return buildWhole({ ...task, card });
  const documents = documentsOf(card);
  return documents === undefined ? null : buildWhole({ ...task, card: { ...card, documents } });
}

export function buildWhole(task: BuildTask): BuildResult {
  if (geography?.version !== task.geography.version) geography = { version: task.geography.version, view: new Geography(task.geography) };
  const { card, coverage } = task;
  return {
    card: card === null ? null : buildCard(card.documents, card.cardVersion, card.version),
    coverage: coverage === null ? null : buildCoverage(geography.view, coverage.documents.zones, coverage.documents.assigned, coverage.version),
  };
}

function documentsOf({ partnerId, documents }: NonNullable<BuilderTask['card']>): CardDocuments | undefined {
  const all = { ...known.get(partnerId), ...documents };
  if (!isComplete(all)) return undefined;
  known.set(partnerId, all);
  return all;
}

function isComplete(documents: Partial<CardDocuments>): documents is CardDocuments {
  const { partner, zones, packages, distanceCharges, customerCharges, discounts } = documents;
  return [partner, zones, packages, distanceCharges, customerCharges, discounts].every((each) => each !== undefined);
}
