/** An analyst in this thread. What crosses is cloned as between threads. */
import { createAnalyst } from '../../../src/analysis/analyst.js';
import { Analyst } from '../../../src/control/analyst/analyst.js';

export function analystHere(): Analyst {
  const calls = createAnalyst();
  return new Analyst({
    launch: () => ({
      call: async (name, question) => structuredClone(calls[name](structuredClone(question) as never)) as never,
      end: async () => undefined,
    }),
    onFailure: (error) => {
      throw error;
    },
  });
}
