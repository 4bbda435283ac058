/**
 * The charge route against the ceiling under wrk, which leaves more of the machine to the servers than autocannon does.
 */
import { compareAnswers } from '../support/answers.js';
import { throughputRatio } from '../support/derived.js';
import type { Section, Series } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { chargeQuestions } from '../support/questions.js';
import { startPeer, startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';
import { hasWrk, takeWrkTurns } from '../support/wrk.js';
import { LEAST_OF_BARE } from './charges.js';

export async function benchChargesUnderWrk(plan: Plan): Promise<Section | null> {
  if (!hasWrk()) return null;
  const pinrate = await startPinrate({ dataDir: await filledStore(plan) });
  const questions = await chargeQuestions(pinrate.url);
  const bare = await startPeer('bare', [String(await compareAnswers(questions, pinrate, []))]);
  const series = await takeWrkTurns(
    [
      { name: 'charges under wrk: pinrate', server: pinrate, questions },
      { name: 'charges under wrk: bare uWebSockets.js, fixed answer', server: bare, questions },
    ],
    plan,
  );
  await Promise.all([pinrate, bare].map((server) => server.stop()));
  const [ours, ceiling] = series as [Series, Series];
  return {
    title: 'charges under wrk',
    series,
    figures: [
      throughputRatio('charges under wrk: throughput of pinrate / bare uWebSockets.js', ours, ceiling, {
        atLeast: LEAST_OF_BARE,
      }),
    ],
  };
}
