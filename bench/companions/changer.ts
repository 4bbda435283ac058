/**
 * While it is resumed, changes rates and coverage a given number of times a second, and prints how long each change
 * took: `node changer.js <changes a second> mongo <uri> <database>` writes to the database, as a program of a partners'
 * team would; `node changer.js <changes a second> http <url> <partners>` uses the API, as that many partners would, in
 * turn.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { say, runOnCommand } from '../support/companion-channel.js';
import { apiChanges } from './api-changes.js';
import { mongoChanges } from './mongo-changes.js';

const TURN_MS = 50;
/** With this many unfinished changes, the next ones wait. */
const MOST_UNDER_WAY = 400;

const [rate, kind, where, what] = process.argv.slice(2) as [string, string, string, string];
const perTurn = Math.max(1, (Number(rate) * TURN_MS) / 1_000);
const turnMs = (perTurn * 1_000) / Number(rate);
const changes = kind === 'mongo' ? await mongoChanges(where, what) : await apiChanges(where, Number(what));
const underWay = new Set<Promise<void>>();
let count = 0;
let dueAtMs = 0;

await runOnCommand(
  async () => {
    // at its own pace, however long the previous changes take
    dueAtMs = Math.max(dueAtMs + turnMs, performance.now());
    for (let i = 0; i < perTurn && underWay.size < MOST_UNDER_WAY; i++) {
      const change = make().finally(() => underWay.delete(change));
      underWay.add(change);
    }
    await sleep(dueAtMs + turnMs - performance.now());
  },
  () => Promise.all(underWay),
);
await changes.end();

async function make(): Promise<void> {
  const startedAtMs = performance.now();
  await changes.make(count++);
  say({ seconds: (performance.now() - startedAtMs) / 1_000 });
}
