/** Which of 10, 100 and 500 partners can carry a shipment, and at what price. */
import { generateDataset, partnersOf } from '../support/dataset.js';
import type { Section, Series } from '../support/figures.js';
import { type Contestant, type Plan, takeTurns } from '../support/load.js';
import { findAllQuestions, specificQuestions } from '../support/questions.js';
import { throughputRatio } from '../support/derived.js';
import { versus } from '../support/versus.js';

const LEAST_OF_BARE_OF_500 = 0.1;
const MOST_TIMES_SPECIFIC = 5;

export async function benchFindAllOf10(plan: Plan): Promise<Section> {
  return versus(plan, await among(10, plan));
}

/** In addition to the usual contest: its cost as a multiple of a check of one partner. */
export async function benchFindAllOf100(plan: Plan): Promise<Section> {
  const contest = await among(100, plan);
  return versus(plan, {
    ...contest,
    further: async (pinrate) => {
      const { server, partners } = pinrate;
      const specific: Contestant = {
        name: `availability of one of ${contest.partners} partners: pinrate`,
        server,
        partners,
        questions: await specificQuestions(server.url),
      };
      const crowded = await takeTurns([specific, pinrate], plan);
      const alone = await takeTurns(
        [
          { ...specific, connections: 1 },
          { ...pinrate, connections: 1 },
        ],
        plan,
      );
      return {
        series: [crowded[0]!, ...alone],
        figures: [
          timesSpecific('64 connections', contest.partners, crowded),
          timesSpecific('one connection', contest.partners, alone),
        ],
      };
    },
  });
}

export async function benchFindAllOf500(plan: Plan): Promise<Section> {
  return versus(plan, { ...(await among(500, plan)), leastOfBare: LEAST_OF_BARE_OF_500 });
}

async function among(many: number, plan: Plan) {
  const partners = partnersOf(plan, many);
  return {
    what: `availability of all ${partners} partners`,
    partners,
    dataset: await generateDataset(plan, partners),
    questions: findAllQuestions,
  };
}

function timesSpecific(where: string, partners: number, [specific, findAll]: readonly Series[]) {
  return throughputRatio(
    `availability of all ${partners} partners: times a check of one, ${where}`,
    specific!,
    findAll!,
    { atMost: MOST_TIMES_SPECIFIC },
  );
}
