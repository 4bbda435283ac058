/** How soon a node on MongoDB is ready. */
import { generateDataset, partnersOf } from '../support/dataset.js';
import { withDatabases } from '../support/databases.js';
import { median, type Section } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { startPinrate } from '../support/servers.js';

const MOST_READY_SECONDS = 10;
const PARTNERS = 100;

export function benchMongoStart(plan: Plan): Promise<Section | null> {
  return withDatabases(async (_, databases) => {
    const partners = partnersOf(plan, PARTNERS);
    const dataset = await generateDataset(plan, partners);
    const mongodb = databases('start');
    const startSeconds = async () => {
      const pinrate = await startPinrate({ mongodb, dataset });
      await pinrate.stop();
      return pinrate.readyAfterMs / 1_000;
    };
    const first = await startSeconds();
    const later: number[] = [];
    while (later.length < plan.starts) later.push(await startSeconds());
    return {
      title: `starts on MongoDB, ${partners} partners`,
      series: [],
      figures: [
        {
          name: `first start on MongoDB, importing ${partners} partners: ready after`,
          value: first,
          unit: 's',
          samples: [first],
        },
        {
          name: `start on a filled MongoDB, ${partners} partners: ready after`,
          value: median(later),
          unit: 's',
          target: { atMost: MOST_READY_SECONDS },
          samples: later,
        },
      ],
    };
  });
}
