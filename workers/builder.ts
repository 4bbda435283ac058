/** The builder thread: lays out one partner's blocks, so that no build ever runs on a thread that answers requests. */
import { buildCard } from '../src/index/card/parts.js';
import { buildCoverage } from '../src/index/coverage.js';
import { Geography } from '../src/index/geography.js';
import type { BuildResult, BuildTask } from '../src/index/publisher.js';

let geography: { version: number; view: Geography } | null = null;

export default function build({ geography: block, card, coverage }: BuildTask): BuildResult {
  if (geography?.version !== block.version) geography = { version: block.version, view: new Geography(block) };
  return {
    card: buildCard(card),
    coverage: coverage === null ? null : buildCoverage(geography.view, coverage.documents.zones, coverage.documents.assigned, coverage.version),
  };
}
