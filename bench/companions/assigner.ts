/**
 * While it is resumed, assigns every pincode of the country to one zone of a partner and then to another, over and
 * over. A separate process, so that reading its answers costs the load generator nothing. `node assigner.js <url>`,
 * with a channel for `resume`, `pause` and `stop`; prints a line of JSON for each command and for each assignment.
 */
import { strict as assert } from 'node:assert';
import { say, runOnCommand } from '../support/companion-channel.js';
import { pincodesOfIndia } from '../support/pincodes.js';
import { ask } from '../support/questions.js';

const PARTNER = 'dharaline-surface';
const url = process.argv[2]!;
const pincodes = pincodesOfIndia();
const body = JSON.stringify({ pincodes });

const zones: string[] = [];
for (const name of ['Bench one', 'Bench two']) {
  const created = await ask(url, '/api/v1/zones', JSON.stringify({ partnerId: PARTNER, name }));
  assert.equal(created.status, 201, created.text);
  zones.push((JSON.parse(created.text) as { data: { id: string } }).data.id);
}
let turn = 0;
await runOnCommand(async () => {
  const startedAt = performance.now();
  const { status, text } = await ask(url, `/api/v1/zones/${zones[turn++ % zones.length]!}/assign/pincodes`, body);
  const seconds = (performance.now() - startedAt) / 1000;
  assert.equal(status, 200, text.slice(0, 1_000));
  // not parsed: that would take a core from the server for longer than the request needs
  assert.match(text, new RegExp(`"successful":${pincodes.length},`));
  say({ seconds });
});
