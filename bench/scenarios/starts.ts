/** How soon a node is ready: at its first start, and at later ones. */
import { join } from 'node:path';
import { median, type Section } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { startPinrate } from '../support/servers.js';

const MOST_READY_SECONDS = 3;
const MOST_FIRST_START_SECONDS = 20;
const THREADS = 2;

export async function benchStarts(plan: Plan): Promise<Section> {
  const dataDir = join(plan.folder, 'starts');
  const startSeconds = async () => {
    const pinrate = await startPinrate({ dataDir, workers: THREADS });
    await pinrate.stop();
    return pinrate.readyAfterMs / 1000;
  };
  const first = await startSeconds();
  const later: number[] = [];
  while (later.length < plan.starts) later.push(await startSeconds());
  return {
    title: 'starts',
    series: [],
    figures: [
      {
        name: 'first start, importing the demo dataset: ready after',
        value: first,
        unit: 's',
        target: { atMost: MOST_FIRST_START_SECONDS },
        samples: [first],
      },
      {
        name: 'start from a filled store: ready after',
        value: median(later),
        unit: 's',
        target: { atMost: MOST_READY_SECONDS },
        samples: later,
      },
    ],
  };
}
