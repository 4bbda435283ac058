/** The analyst's thread: the control thread asks it what is wrong with rate cards, and what changes do to prices. */
import { parentPort } from 'node:worker_threads';
import { createAnalyst } from '../src/analysis/analyst.js';
import { Channel } from '../src/control/channel.js';

new Channel<Record<string, never>>(parentPort!).offer(createAnalyst());
