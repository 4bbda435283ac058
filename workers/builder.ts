/** The builder thread: lays out one partner's blocks, so that no build ever runs on a thread that answers requests. */
import { buildCard } from '../src/index/card.js';
import { buildCoverage } from '../src/index/coverage.js';
import { Geography } from '../src/index/geography.js';
import type { BuildResult, BuildTask } from '../src/index/publisher.js';

let geography: { version: number; view: Geography } | null = null;

export default function build(task: BuildTask): BuildResult {
  if (geography?.version !== task.geography.version) geography = { version: task.geography.version, view: new Geography(task.geography) };
  const { card, coverage } = task;
  return {
    card: card === null ? null : buildCard(card.documents, card.defaults, card.version),
    coverage: coverage === null ? null : buildCoverage(geography.view, coverage.documents.zones, coverage.documents.assigned, coverage.version),
  };
}
