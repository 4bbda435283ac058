/**
 * The contest that most scenarios are: pinrate, the ceiling, and the same work inline in Fastify, with the same
 * requests in turns.
 */
import { compareAnswers } from './answers.js';
import type { Section, Series } from './figures.js';
import { type Contestant, type Plan, takeTurns } from './load.js';
import type { Mix, Questions } from './questions.js';
import { processorTimeRatio, throughputRatio } from './derived.js';
import { DEMO_DATASET, type Server, startPeer, startPinrate } from './servers.js';
import { filledStore } from './stores.js';

/** An additional peer. */
export interface Rival {
  /** Follows `what` in the names of its series and figure. */
  label: string;
  server: Server;
  leastRatio: number;
}

export interface Contest {
  /** The question; the names of series and figures begin with it. */
  what: string;
  dataset?: string;
  /** The number of partners that the answers are chosen from, for the chart over them. */
  partners?: number;
  questions(pinrate: Server): Promise<Questions | Mix> | Questions | Mix;
  leastOfBare?: number;
  leastOfFastify?: number;
  /** Takes turns with the others. What its answers contain has to be equal, but they may omit parts. */
  rival?(): Promise<Rival>;
  /** More rounds of pinrate, and of the ceiling, once all have taken their turns; `ours` is pinrate's result. */
  further?(pinrate: Contestant, ours: Series, ceiling: Contestant): Promise<Omit<Section, 'title'>>;
}

export async function versus(
  plan: Plan,
  { what, dataset = DEMO_DATASET, partners, ...contest }: Contest,
): Promise<Section> {
  const [dataDir, peersFolder] = [await filledStore(plan, dataset), await filledStore(plan, dataset)];
  const [pinrate, fastify, rival] = await Promise.all([
    startPinrate({ dataDir, dataset }),
    startPeer('fastify', [peersFolder]),
    contest.rival?.(),
  ]);
  const questions = await contest.questions(pinrate);
  const peers = [
    { server: fastify, isWhole: true },
    ...(rival === undefined ? [] : [{ server: rival.server, isWhole: false }]),
  ];
  const bare = await startPeer('bare', [String(await compareAnswers(questions, pinrate, peers))]);

  const contestantOf = (label: string, server: Server): Contestant => ({
    name: `${what}: ${label}`,
    server,
    questions,
    partners,
  });
  const contestants = [
    contestantOf('pinrate', pinrate),
    contestantOf('bare uWebSockets.js, fixed answer', bare),
    contestantOf('Fastify, inline', fastify),
    ...(rival === undefined ? [] : [contestantOf(rival.label, rival.server)]),
  ];
  const series = await takeTurns(contestants, plan);
  const [ours, ofBare, ofFastify, ofRival] = series as [Series, Series, Series, Series | undefined];
  const further = await contest.further?.(contestants[0]!, ours, contestants[1]!);
  await Promise.all(contestants.map(({ server }) => server.stop()));
  return {
    title: what,
    series: [...series, ...(further?.series ?? [])],
    sweeps: further?.sweeps ?? [],
    figures: [
      throughputRatio(
        `${what}: throughput of pinrate / bare uWebSockets.js`,
        ours,
        ofBare,
        atLeast(contest.leastOfBare),
      ),
      throughputRatio(`${what}: throughput of pinrate / Fastify`, ours, ofFastify, atLeast(contest.leastOfFastify)),
      ...(rival === undefined
        ? []
        : [
            throughputRatio(
              `${what}: throughput of pinrate / ${rival.label}`,
              ours,
              ofRival!,
              atLeast(rival.leastRatio),
            ),
          ]),
      ...processorTimeRatio(`${what}: processor time a request of pinrate / bare uWebSockets.js`, ours, ofBare),
      ...(further?.figures ?? []),
    ],
  };
}

const atLeast = (least: number | undefined) => (least === undefined ? undefined : { atLeast: least });
