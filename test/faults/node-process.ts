/**
 * A node in a process of its own: configured by its environment like the real one, with the clock that its parent sets,
 * so that every field of an answer can be foretold. Says when it is ready; logs to its standard output.
 */
import { readdirSync } from 'node:fs';
import { pino } from 'pino';
import { startApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { launchHere } from '../support/launch-here.js';
import { collectGarbage } from '../support/garbage.js';
import { type Held, MEASURE } from './held.js';

const clock = { nowMs: Number(process.env.TEST_CLOCK_MS) };
process.on('message', (message: number | typeof MEASURE) => {
  if (message !== MEASURE) clock.nowMs = message;
  else {
    collectGarbage();
    process.send!({
      residentBytes: process.memoryUsage.rss(),
      descriptors: readdirSync('/proc/self/fd').length,
    } satisfies Held);
  }
});

const read = readConfig(process.env);
if (!read.ok) throw new Error(read.problems.join('; '));
const { config } = read;
const log = pino({ level: config.logLevel, base: undefined });
const now = (): number => clock.nowMs;
// on this thread, for the clock
const app = await startApp({ config, log, now, launchControl: launchHere({ log, now }) });
// also when the parent is no more
process.on('disconnect', () => {
  app.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.send!('ready');
