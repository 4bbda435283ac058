/** The cost of following changes for a node on MongoDB. */
import { takeTurnsWith } from '../support/background.js';
import { Companion } from '../support/companion.js';
import { withDatabases } from '../support/databases.js';
import type { Section, Series } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { chargeQuestions } from '../support/questions.js';
import { throughputRatio } from '../support/derived.js';
import { startPinrate } from '../support/servers.js';

const LEAST_THROUGHPUT = 0.9;
const CHANGES_PER_SECOND = 200;
/** Times the rounds of other scenarios: single rounds differ by more than the tenth that is measured here. */
const MORE_ROUNDS = 3;

/**
 * The same 200 changes a second are made to the node's database and, in turn, to one that no node follows: MongoDB
 * itself costs the same in both cases.
 */
export function benchMongoFollowing(plan: Plan): Promise<Section | null> {
  return withDatabases(async (_, databases) => {
    const [followed, ignored] = [databases('followed'), databases('ignored')];
    await (await startPinrate({ mongodb: ignored })).stop();
    const pinrate = await startPinrate({ mongodb: followed });
    const contestant = { name: 'charges on MongoDB', server: pinrate, questions: await chargeQuestions(pinrate.url) };
    const [ofFollowed, ofIgnored] = await Promise.all(
      [followed, ignored].map(({ uri, database }) =>
        Companion.start('changer', [String(CHANGES_PER_SECOND), 'mongo', uri, database]),
      ),
    );
    const series = await takeTurnsWith(
      contestant,
      [
        { label: `${CHANGES_PER_SECOND} changes a second that are followed`, companion: ofFollowed! },
        { label: `${CHANGES_PER_SECOND} changes a second that are not followed`, companion: ofIgnored! },
      ],
      { ...plan, rounds: MORE_ROUNDS * plan.rounds },
    );
    await Promise.all([ofFollowed, ofIgnored].map((changer) => changer!.stop()));
    await pinrate.stop();
    const [during, without] = series as [Series, Series];
    return {
      title: 'following changes',
      series,
      figures: [
        throughputRatio('throughput of charges while 200 changes a second are followed / are not', during, without, {
          atLeast: LEAST_THROUGHPUT,
        }),
      ],
    };
  });
}
