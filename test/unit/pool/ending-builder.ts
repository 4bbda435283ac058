/** The builder thread, for tests: it ends on a task that asks for the version {@link ENDS_IT}. */
import type { BuildResult, BuildTask } from '../../../src/control/publisher.js';
import buildAll from '../../../workers/builder.js';

export const ENDS_IT = 666;

export default function buildOrEnd(tasks: readonly BuildTask[]): PromiseSettledResult<BuildResult>[] {
  if (tasks.some(({ card }) => card.charges?.version === ENDS_IT)) process.exit(3);
  return buildAll(tasks);
}
