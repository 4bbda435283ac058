/** GET /summary/refusals: why questions were refused, by the node's sample. */
import { summarizeRefusals as contract } from '../../contract/summary.js';
import { SAMPLE_WINDOW_MS } from '../../limits/control.js';
import { answer, implement } from './operation.js';

export const summarizeRefusals = implement(contract, (_, { impact, now }) => {
  const since = new Date(now() - SAMPLE_WINDOW_MS).toISOString();
  return answer({ data: { since, ...impact.refusals() } });
});
