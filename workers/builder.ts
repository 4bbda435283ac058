/** The builder thread: lays out partners' blocks, so that no build ever runs on a thread that answers requests. */
import { buildCard } from '../src/index/card/parts.js';
import { buildCoverage } from '../src/index/coverage.js';
import { Geography } from '../src/index/geography.js';
import type { BuildResult, BuildTask } from '../src/control/publisher.js';

let geography: { version: number; view: Geography } | null = null;

export default function buildAll(tasks: readonly BuildTask[]): PromiseSettledResult<BuildResult>[] {
  return tasks.map((task) => {
    try {
      return { status: 'fulfilled', value: build(task) };
    } catch (reason) {
      return { status: 'rejected', reason };
    }
  });
}

/** Throws when the documents cannot be laid out. */
export function build({ geography: block, card, coverage }: BuildTask): BuildResult {
  if (geography?.version !== block.version) geography = { version: block.version, view: new Geography(block) };
  return {
    card: buildCard(card),
    coverage: coverage === null ? null : buildCoverage(geography.view, coverage.documents.zones, coverage.documents.assigned, coverage.version),
  };
}
