/** The requests of a checkout, also against the service that queries its store for each request. */
import { join } from 'node:path';
import { generateDataset } from '../support/dataset.js';
import { median, type Section } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { mixQuestions } from '../support/questions.js';
import { startPeer } from '../support/servers.js';
import { goodputUnderOverload, refusedUnderOverload, sweep } from '../support/sweep.js';
import { versus } from '../support/versus.js';

export const LEAST_OF_PER_REQUEST = 15;
/** Generated ones: the service that queries for each request knows nothing of lanes, which cards of the demo have. */
export const MIX_PARTNERS = 10;

export async function benchMix(plan: Plan): Promise<Section> {
  const dataset = await generateDataset(plan, MIX_PARTNERS);
  return versus(plan, {
    what: 'mix of a checkout',
    dataset,
    questions: ({ url }) => mixQuestions(url),
    rival: async () => ({
      label: 'Fastify, querying LMDB for each request',
      leastRatio: LEAST_OF_PER_REQUEST,
      server: await startPeer('per-request', ['lmdb', join(plan.folder, 'per-request'), dataset]),
    }),
    further: async (pinrate, ours) => {
      const swept = await sweep(pinrate, median(ours.rounds.map(({ requestsPerSecond }) => requestsPerSecond)), plan);
      return { series: [], sweeps: [swept], figures: [goodputUnderOverload(swept), refusedUnderOverload(swept)] };
    },
  });
}
