/** The charge route against the ceiling and the peer, and under rising load. */
import { median, type Section } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { chargeQuestions } from '../support/questions.js';
import { sweep, sweepFigures } from '../support/sweep.js';
import { versus } from '../support/versus.js';

export const LEAST_OF_BARE = 0.55;
const LEAST_OF_FASTIFY = 3.5;

export function benchCharges(plan: Plan): Promise<Section> {
  return versus(plan, {
    what: 'charges',
    leastOfBare: LEAST_OF_BARE,
    leastOfFastify: LEAST_OF_FASTIFY,
    questions: ({ url }) => chargeQuestions(url),
    further: async (pinrate, ours, ceiling) => {
      const swept = await sweep(
        pinrate,
        median(ours.rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
        plan,
        ceiling,
      );
      return { series: [], sweeps: [swept], figures: sweepFigures(swept) };
    },
  });
}
