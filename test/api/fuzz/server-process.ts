/**
 * The server in its own process, so that its memory can be measured: `<seed>`. Started with --expose-gc and a channel
 * to its parent; it answers every message of the parent.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { randomWorld, REFERENCE_NOW, seededRng } from '../../reference/random.js';
import { TestApp } from '../../support/app.js';
import { CLOCK_SPEED, type Figures, type Message } from './server.js';

const CLOCK_STEP_MS = 50;
const COLLECTIONS = 5;

const app = await TestApp.start(randomWorld(seededRng(Number(process.argv[2]))));
const startedAtMs = performance.now();
const clock = setInterval(() => {
  app.clock.nowMs = REFERENCE_NOW.getTime() + (performance.now() - startedAtMs) * CLOCK_SPEED;
}, CLOCK_STEP_MS);

async function figures(): Promise<Figures> {
  // what a finalizer releases is garbage only for the next collection
  for (let count = 0; count < COLLECTIONS; count++) {
    global.gc!();
    await turn();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapBytes: heapUsed, externalBytes: external, residentBytes: rss, errors: app.errors };
}

const say = (message: Message): void => {
  process.send!(message);
};

process.on('message', (asked: 'figures' | 'close') => {
  if (asked === 'figures') void figures().then((value) => say({ figures: value }));
  else process.disconnect();
});
// also when the parent has ended
process.on('disconnect', () => {
  clearInterval(clock);
  void app.close();
});
say({ port: app.port });
